"""Rules and the people who make them: builders that a test states little with."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from giroscope.features.journals.rules import ruling
from giroscope.features.rules import activate, run_requests
from giroscope.features.rules import draft as drafts
from giroscope.features.rules.draft import Wish
from giroscope.features.rules.model import Subject
from giroscope.features.rules.run import rule_works
from giroscope.features.rules.tables import Rule, RuleRun, RuleState
from giroscope.kernel import jobs
from giroscope.kernel.access import DEBUG, Actor
from giroscope.kernel.database import Database

REALM = "giroscope"
NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


def somebody(name: str) -> Actor:
    """A person who may change rules."""
    return Actor(name, REALM, name, name.capitalize(), frozenset({DEBUG}))


DIA, DAN = somebody("dia"), somebody("dan")


def asks(field_: str, operator: str, *values: str, **more: Any) -> dict[str, Any]:
    """A condition."""
    return {
        "field": field_, "operator": operator, "values": list(values), "currency": "",
        "negated": False, **more,
    }  # fmt: skip


def body(
    *conditions: dict[str, Any], actions: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """One block of conditions that hold together, and what follows."""
    does = actions or [{"kind": "POSTING", "account": "7220", "text": "Bank fees"}]
    blocks = [{"match": "ALL", "conditions": list(conditions)}]
    return {"match": "ANY", "blocks": blocks, "actions": does}


FEES = body(asks("TEXT", "CONTAINS", "gebyr"), asks("DIRECTION", "ONE_OF", "DEBIT"))


@dataclass
class RuleDesk:
    """A realm in which rules are made and run."""

    database: Database
    now: datetime = field(default=NOW)

    async def draft(
        self, name: str, says: dict[str, Any], subject: Subject = Subject.TRANSACTION
    ) -> int:
        """A rule that is a draft."""
        async with self.database.writing(REALM) as session:
            made = await drafts.create(
                session, DIA, subject, Wish(name, says), self.now
            )
        return made.id

    async def put(self, rule_id: int, state: RuleState, by: Actor = DIA) -> Rule:
        """Ask for a state."""
        revision = (await self.rule(rule_id)).revision
        async with self.database.writing(REALM) as session:
            return await activate.ask(session, by, rule_id, state, revision, self.now)

    async def confirm(self, rule_id: int, by: Actor = DAN) -> Rule:
        """Confirm what was asked for."""
        revision = (await self.rule(rule_id)).revision
        async with self.database.writing(REALM) as session:
            return await activate.confirm(session, by, rule_id, revision, self.now)

    async def active(
        self, name: str, says: dict[str, Any], subject: Subject = Subject.TRANSACTION
    ) -> int:
        """A rule that is in force, by two people where it takes two."""
        made = await self.draft(name, says, subject)
        if (await self.put(made, RuleState.ACTIVE)).asked_state is not None:
            await self.confirm(made)
        return made

    async def rule(self, rule_id: int) -> Rule:
        """The rule as it stands."""
        async with self.database.reading(REALM) as session:
            return await session.get_one(Rule, rule_id)

    def perform(self, begun: run_requests.Begun) -> dict[str, Any]:
        """Do a run's job; tells what came of it."""
        jobs.perform(self.database, rule_works(ruling()), REALM, begun.job_id)
        with self.database.job_session(REALM) as session:
            run = session.get_one(RuleRun, begun.run_id)
            assert run.result is not None
            return run.result

    async def backtest(self, subject: Subject = Subject.TRANSACTION) -> dict[str, Any]:
        """Try all rules on everything."""
        async with self.database.writing(REALM) as session:
            begun = await run_requests.backtest(
                session, DIA, subject, (None, None), self.now
            )
        return self.perform(begun)

    async def apply(self, rule_id: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Foresee and apply a rule; tells both results."""
        async with self.database.writing(REALM) as session:
            seen = await run_requests.preview(
                session, DIA, rule_id, (None, None), self.now
            )
        foreseen = self.perform(seen)
        async with self.database.writing(REALM) as session:
            begun = await run_requests.apply(session, DIA, seen.run_id, self.now)
        return foreseen, self.perform(begun)
