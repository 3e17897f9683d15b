"""What follows when rules fit records: each version does it once for each record.

Postings go by the first rule in the order that proposes one; labels, holds, further
approvals and notices are those of every rule that fits, so that no rule takes away
what another protects.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.features.messages import tell
from giroscope.features.rules.active_rules import Standing
from giroscope.features.rules.matcher import places_of
from giroscope.features.rules.model import Action, ActionKind, Subject
from giroscope.features.rules.sources import Place, Source, Told
from giroscope.features.rules.tables import (
    RuleDemand,
    RuleFiring,
    RuleHold,
    RuleMark,
    RulePosting,
)
from localization import Message

_AT_ONCE = 500
Fitting = Sequence[tuple[int, int]]
"""Records by id, and the rules that fit each, as bits in the order of the rules."""


@dataclass(slots=True)
class Firing:
    """Lets rules do what they say, in the caller's transaction."""

    connection: Connection
    source: Source
    rules: Sequence[Standing]
    now: datetime
    only: int | None = None
    """The one rule that may do something; the others only take part in the order."""
    fired: Counter[int] = field(default_factory=Counter)
    """How many records each rule fired for, by its place in the order."""
    _told: dict[tuple[str, int], Told] = field(default_factory=dict)

    def take(self, fitting: Fitting) -> None:
        """Do what follows for these records, where it was not done before."""
        for some in _portions(fitting):
            self._take(some)

    def told(self) -> list[Told]:
        """What journals have to know, and forgets it."""
        found = list(self._told.values())
        self._told.clear()
        return found

    def notify(self, correlation_id: str) -> None:
        """Tell people of the rules that are to be told of, once for all records.

        The message leads to the rule, and to the journal that brought the records.
        """
        for place, count in sorted(self.fired.items()):
            rule = self.rules[place]
            notice = rule.body.action(ActionKind.NOTIFY)
            if notice is None or notice.role is None or rule.is_shadow:
                continue
            what = self.source.subject.value.lower()
            many = what if count == 1 else f"{what}s"
            tell(
                self.connection,
                "INFO",
                Message(
                    f"rule.fitted_{many}",
                    rule=rule.name,
                    count=count,
                    role=notice.role.value,
                    people=Message(f"rule.people_{notice.role.value.lower()}"),
                ),
                correlation_id=correlation_id,
                reference=f"rule:{rule.rule_id}",
            )

    def _take(self, fitting: Fitting) -> None:
        new = self._new(fitting)
        if not new:
            return
        self.connection.execute(
            insert(RuleFiring),
            [
                {
                    "rule_id": self.rules[place].rule_id,
                    "version": self.rules[place].version,
                    "is_shadow": self.rules[place].is_shadow,
                    "subject": self.source.subject.value,
                    "record_id": record,
                    "at": self.now,
                }
                for record, place in new
            ],
        )
        self.fired.update(place for _, place in new)
        acting = [(r, p) for r, p in new if not self.rules[p].is_shadow]
        self._mark(acting)
        if self.source.subject is Subject.TRANSACTION:
            self._propose(fitting, set(acting))
        else:
            self._restrain(acting)

    def _new(self, fitting: Fitting) -> list[tuple[int, int]]:
        """Records and rules that fit, without those that have fired already."""
        wanted = [
            (record, place)
            for record, rules in fitting
            for place in places_of(rules)
            if self.only in {None, self.rules[place].rule_id}
        ]
        asked = select(
            RuleFiring.rule_id, RuleFiring.version, RuleFiring.is_shadow,
            RuleFiring.record_id,
        ).where(
            RuleFiring.subject == self.source.subject.value,
            RuleFiring.record_id.in_([record for record, _ in fitting]),
        )  # fmt: skip
        known = {tuple(row) for row in self.connection.execute(asked)}
        return [
            (record, place)
            for record, place in wanted
            if (*self._name(place), record) not in known
        ]

    def _name(self, place: int) -> tuple[int, int, bool]:
        rule = self.rules[place]
        return rule.rule_id, rule.version, rule.is_shadow

    def _mark(self, acting: Sequence[tuple[int, int]]) -> None:
        marks: list[dict[str, Any]] = [
            {
                "label_id": label, "subject": self.source.subject.value,
                "record_id": record, "rule_id": self.rules[place].rule_id,
                "version": self.rules[place].version, "at": self.now,
            }
            for record, place in acting
            for label in self.rules[place].body.labels
        ]  # fmt: skip
        if not marks:
            return
        upsert = self._insert(RuleMark).on_conflict_do_nothing()
        self.connection.execute(upsert, marks)
        journals = self.source.journals(
            self.connection, sorted({mark["record_id"] for mark in marks})
        )
        for record, place in acting:
            if record in journals and self.rules[place].body.labels:
                self._tell(journals[record], place, marked=1)

    def _propose(self, fitting: Fitting, acting: set[tuple[int, int]]) -> None:
        """The first rule in force that proposes a posting wins."""
        proposing = [
            None if rule.is_shadow else rule.body.action(ActionKind.POSTING)
            for rule in self.rules
        ]
        won = []
        for record, rules in fitting:
            first = next((p for p in places_of(rules) if proposing[p]), None)
            if first is not None and (record, first) in acting:
                won.append(self._posting(record, first, proposing[first]))
        if not won:
            return
        added = self._insert(RulePosting)
        self.connection.execute(
            added.on_conflict_do_update(
                index_elements=["record_id"],
                set_={
                    name: added.excluded[name]
                    for name in ("rule_id", "version", "account", "text", "at")
                },
            ),
            won,
        )

    def _posting(self, record: int, place: int, action: Action | None) -> Any:
        rule_id, version, _ = self._name(place)
        return {
            "record_id": record, "rule_id": rule_id, "version": version,
            "account": action.account if action else "",
            "text": action.text if action else "", "at": self.now,
        }  # fmt: skip

    def _restrain(self, acting: Sequence[tuple[int, int]]) -> None:
        """Hold payments, and ask for more approvals, where nothing was signed yet."""
        kinds = {ActionKind.HOLD, ActionKind.APPROVAL}
        wanted = [
            (record, place, action)
            for record, place in acting
            for action in self.rules[place].body.actions
            if action.kind in kinds
        ]
        if not wanted:
            return
        places = self.source.places(
            self.connection, sorted({record for record, _, _ in wanted})
        )
        for record, place, action in wanted:
            stands = places.get(record)
            if stands is None or not stands.is_free:
                continue
            if action.kind is ActionKind.HOLD:
                self._hold(record, place, stands)
            else:
                self._demand(place, stands, action)

    def _hold(self, record: int, place: int, stands: Place) -> None:
        rule_id, version, _ = self._name(place)
        standing = select(RuleHold.id).where(
            RuleHold.payment_id == record, RuleHold.rule_id == rule_id,
            RuleHold.lifted.is_(None),
        )  # fmt: skip
        if self.connection.execute(standing).first() is not None:
            return
        self.connection.execute(
            insert(RuleHold).values(
                payment_id=record, document_id=stands.document_id,
                correlation_id=stands.correlation_id, rule_id=rule_id,
                version=version, since=self.now,
            )
        )  # fmt: skip
        self._tell(stands.correlation_id, place, held=1)

    def _demand(self, place: int, stands: Place, action: Action) -> None:
        rule_id, version, _ = self._name(place)
        if self._tell(stands.correlation_id, place).approvals:
            return
        values = {"version": version, "approvals": action.approvals, "at": self.now}
        self.connection.execute(
            self._insert(RuleDemand)
            .values(document_id=stands.document_id, rule_id=rule_id, **values)
            .on_conflict_do_update(
                index_elements=["document_id", "rule_id"], set_=values
            )
        )
        self._tell(stands.correlation_id, place, approvals=action.approvals or 0)

    def _tell(self, journal: str, place: int, **more: int) -> Told:
        """What the journal has to know of the rule, and so much more of it."""
        rule = self.rules[place]
        told = self._told.get((journal, place)) or Told(
            journal, rule.name, rule.version, labels=rule.body.labels
        )
        counted = {name: getattr(told, name) + count for name, count in more.items()}
        self._told[journal, place] = told = told._replace(**counted)
        return told

    def _insert(self, table: Any) -> Any:
        is_sqlite = self.connection.dialect.name == "sqlite"
        return (sqlite if is_sqlite else postgresql).insert(table)


def _portions(fitting: Fitting) -> Iterator[Fitting]:
    for start in range(0, len(fitting), _AT_ONCE):
        yield fitting[start : start + _AT_ONCE]
