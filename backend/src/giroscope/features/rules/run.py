"""Runs rules over the past as a durable job: to try them, to foresee, or to apply one.

A test reads and writes nothing else than its result. An application goes portion by
portion, each committed with all that follows of it; killed and begun again, it finds
what was done and goes on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select, update

from giroscope.features.rules.active_rules import Standing, in_force
from giroscope.features.rules.apply import raw_portions, rows_of, within
from giroscope.features.rules.fire import Firing
from giroscope.features.rules.matcher import Matcher, places_of
from giroscope.features.rules.model import Subject
from giroscope.features.rules.sources import Ruling
from giroscope.features.rules.tables import RuleFiring, RuleRun, RunKind
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.jobs import JobRun, Work

RUN_JOB = "rules"
"""The verb of the job; its subject is the run's id."""
_SAMPLES = 5
_ASKED_AT_ONCE = 500
_MOST_OVERLAPS = 200


def rule_works(ruling: Ruling, clock: Clock = system_clock) -> Mapping[str, Work]:
    """Every verb of this room, and what does it."""

    def run(job: JobRun) -> None:
        _Run(job, ruling, clock).run()

    return {RUN_JOB: run}


@dataclass(slots=True)
class Tally:
    """What rules fitted, counted while records go by."""

    rules: Sequence[Standing]
    read: int = 0
    fitting: Counter[int] = field(default_factory=Counter)
    """How many records each set of rules fitted, as bits."""
    samples: dict[int, list[int]] = field(default_factory=dict)
    new: int = 0
    """Of a preview: records for which the rule has not fired."""
    _wanting: int = -1

    def take(self, read: int, fitting: Sequence[tuple[int, int]]) -> None:
        """Count a portion."""
        self.read += read
        self.fitting.update(rules for _, rules in fitting)
        for record, rules in fitting:
            if rules & self._wanting:
                self._keep(record, rules)

    def result(self) -> dict[str, Any]:
        """The figures of every rule, and which of them fit the same records."""
        told: list[dict[str, Any]] = [
            {"id": rule.rule_id, "name": rule.name, "version": rule.version,
             "hits": 0, "first": 0, "alone": 0, "samples": self.samples.get(place, [])}
            for place, rule in enumerate(self.rules)
        ]  # fmt: skip
        pairs: Counter[tuple[int, int]] = Counter()
        for rules, count in self.fitting.items():
            places = places_of(rules)
            for place in places:
                told[place]["hits"] += count
            told[places[0]]["first"] += count
            if len(places) == 1:
                told[places[0]]["alone"] += count
            for number, one in enumerate(places):
                for other in places[number + 1 :]:
                    pairs[one, other] += count
        return {
            "read": self.read,
            "fitting": sum(self.fitting.values()),
            "new": self.new,
            "rules": told,
            "overlaps": [
                {"first": told[one]["id"], "second": told[other]["id"], "count": count}
                for (one, other), count in pairs.most_common(_MOST_OVERLAPS)
            ],
        }

    def _keep(self, record: int, rules: int) -> None:
        for place in places_of(rules & self._wanting):
            kept = self.samples.setdefault(place, [])
            kept.append(record)
            if len(kept) >= _SAMPLES:
                self._wanting &= ~(1 << place)


class _Run:
    """One run of rules over the past."""

    def __init__(self, job: JobRun, ruling: Ruling, clock: Clock) -> None:
        self._job = job
        self._ruling = ruling
        self._clock = clock
        with job.database.job_connection(job.realm) as connection:
            self._row: Any = connection.execute(
                select(RuleRun.__table__).where(RuleRun.id == job.subject)
            ).one()
        self._source = ruling.sources[Subject(self._row.subject)]

    def run(self) -> None:
        """Run, and keep what came of it."""
        rules = [Standing.of(one) for one in self._row.rules]
        tally = Tally(rules)
        if self._row.kind == RunKind.APPLY.value:
            self._apply(tally)
        else:
            self._look(tally)
        with self._job.database.job_connection(self._job.realm) as connection:
            connection.execute(
                update(RuleRun)
                .where(RuleRun.id == self._row.id)
                .values(result=tally.result())
            )
            connection.commit()

    def _look(self, tally: Tally) -> None:
        with self._job.database.snapshot(self._job.realm) as connection:
            matcher = self._matcher(connection, tally.rules)
            place = self._place_of(tally.rules)
            for rows in self._portions(connection, matcher):
                fitting = matcher.fitting(rows)
                tally.take(len(rows), fitting)
                if place is not None:
                    rule = tally.rules[place]
                    tally.new += self._new(connection, rule, place, fitting)

    def _apply(self, tally: Tally) -> None:
        database, realm = self._job.database, self._job.realm
        with database.snapshot(realm) as reading:
            matcher = self._matcher(reading, tally.rules)
            for rows in self._portions(reading, matcher):
                fitting = matcher.fitting(rows)
                tally.take(len(rows), fitting)
                if fitting:
                    with database.alone(realm), database.job_connection(realm) as own:
                        tally.new += self._fire(own, tally.rules, fitting)

    def _fire(
        self,
        connection: Connection,
        rules: Sequence[Standing],
        fitting: Sequence[tuple[int, int]],
    ) -> int:
        """Let the rule do what it says of a portion; commits."""
        now = self._clock()
        still = {rule[:4] for rule in in_force(connection, self._source.subject)}
        place = self._place_of(rules)
        if place is None or rules[place][:4] not in still:
            # It was changed or archived while this ran: what is left stays as it is.
            connection.rollback()
            return 0
        there = self._there(connection, [record for record, _ in fitting])
        firing = Firing(connection, self._source, rules, now, only=self._row.rule_id)
        firing.take([one for one in fitting if one[0] in there])
        self._ruling.follow(connection, firing.told(), now)
        connection.commit()
        return sum(firing.fired.values())

    def _there(self, connection: Connection, records: Sequence[int]) -> set[int]:
        """Those that nobody has taken back since they were read."""
        found: set[int] = set()
        for start in range(0, len(records), _ASKED_AT_ONCE):
            some = records[start : start + _ASKED_AT_ONCE]
            record_id = self._source.record_id
            asked = self._source.rows([record_id]).where(record_id.in_(some))
            found.update(connection.execute(asked).scalars())
        return found

    def _new(
        self,
        connection: Connection,
        rule: Standing,
        place: int,
        fitting: Sequence[tuple[int, int]],
    ) -> int:
        """How many of these records the rule has not fired for."""
        hits = [record for record, rules in fitting if rules >> place & 1]
        known = 0
        for start in range(0, len(hits), _ASKED_AT_ONCE):
            known += connection.execute(
                select(func.count()).where(
                    RuleFiring.rule_id == rule.rule_id,
                    RuleFiring.version == rule.version,
                    RuleFiring.is_shadow == rule.is_shadow,
                    RuleFiring.record_id.in_(hits[start : start + _ASKED_AT_ONCE]),
                )
            ).scalar_one()
        return len(hits) - known

    def _place_of(self, rules: Sequence[Standing]) -> int | None:
        ids = [rule.rule_id for rule in rules]
        return ids.index(self._row.rule_id) if self._row.rule_id in ids else None

    def _matcher(self, connection: Connection, rules: Sequence[Standing]) -> Matcher:
        readings = self._source.readings(connection)
        return Matcher([rule.body for rule in rules], readings)

    def _portions(
        self, connection: Connection, matcher: Matcher
    ) -> Iterator[Sequence[Sequence[Any]]]:
        days = (self._row.from_day, self._row.to_day)
        counted = within(self._source.rows([func.count()]), self._source, days)
        total = connection.execute(counted).scalar_one()
        asked = within(rows_of(self._source, matcher), self._source, days)
        done = 0
        self._job.report("rules", 0, total)
        for rows in raw_portions(connection, asked):
            yield rows
            done += len(rows)
            self._job.report("rules", done, total)
