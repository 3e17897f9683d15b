"""Which rules run: those in force, in their order, each as its version says it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from giroscope.features.rules.model import Body, Subject
from giroscope.features.rules.parse import stored
from giroscope.features.rules.tables import Rule, RuleState, RuleVersion

IN_FORCE = (RuleState.SHADOW.value, RuleState.ACTIVE.value)


class Standing(NamedTuple):
    """A rule as it runs."""

    rule_id: int
    name: str
    version: int
    """0 for a draft that is only tried."""
    is_shadow: bool
    body: Body

    def as_data(self) -> dict[str, Any]:
        """As a run keeps it."""
        return {
            "id": self.rule_id, "name": self.name, "version": self.version,
            "shadow": self.is_shadow, "body": self.body.as_data(),
        }  # fmt: skip

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Standing":
        """From what a run kept."""
        return cls(
            data["id"], data["name"], data["version"], data["shadow"],
            stored(data["body"]),
        )  # fmt: skip


def in_force(connection: Connection, subject: Subject) -> list[Standing]:
    """The rules that run over these records now, the first one first."""
    rows = connection.execute(
        _ordered()
        .join(RuleVersion, RuleVersion.id == Rule.version_id)
        .where(Rule.subject == subject.value, Rule.state.in_(IN_FORCE))
    )
    return _standing(rows.all())


def tried(connection: Connection, subject: Subject) -> list[Standing]:
    """What a back-test runs: what is not archived, each by its draft if it has one."""
    own = select(Rule.id).where(
        Rule.subject == subject.value, Rule.state != RuleState.ARCHIVED.value
    )
    in_use = connection.execute(
        _ordered()
        .join(RuleVersion, RuleVersion.id == Rule.version_id)
        .where(Rule.id.in_(own))
    ).all()
    drafts = connection.execute(
        _ordered()
        .join(RuleVersion, RuleVersion.rule_id == Rule.id)
        .where(Rule.id.in_(own), RuleVersion.number.is_(None))
    ).all()
    chosen = {row.id: row for row in in_use} | {row.id: row for row in drafts}
    return _standing(sorted(chosen.values(), key=lambda row: (row.rank, row.id)))


def _ordered() -> Select[Any]:
    return select(
        Rule.id, Rule.rank, Rule.state, RuleVersion.name, RuleVersion.number,
        RuleVersion.body,
    ).order_by(Rule.rank, Rule.id)  # fmt: skip


def _standing(rows: Sequence[Any]) -> list[Standing]:
    return [
        Standing(
            rule_id=row.id,
            name=row.name,
            version=row.number or 0,
            is_shadow=row.state != RuleState.ACTIVE.value,
            body=stored(row.body),
        )
        for row in rows
    ]
