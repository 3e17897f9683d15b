"""Asks for runs over the past: a back-test, a preview, and what the preview showed."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject as AuditSubject
from giroscope.features.audit import record
from giroscope.features.rules import errors
from giroscope.features.rules.active_rules import Standing, in_force, tried
from giroscope.features.rules.draft import subject_of
from giroscope.features.rules.model import Subject
from giroscope.features.rules.run import RUN_JOB
from giroscope.features.rules.tables import Rule, RuleRun, RuleState, RunKind
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.jobs import cancelled_state
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import UNFINISHED, Job, JobState

_KEPT = 100
Days = tuple[date | None, date | None]
_VERBS = {
    RunKind.BACKTEST: "rules.backtest",
    RunKind.PREVIEW: "rules.preview",
    RunKind.APPLY: "rules.apply",
}


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that was asked for, and the job that does it."""

    run_id: int
    job_id: int


async def backtest(
    session: WriteSession, actor: Actor, subject: Subject, days: Days, now: datetime
) -> Begun:
    """Try every rule that is not archived, drafts among them; nothing is changed.

    Raises:
        RunInTheWay: Another run has not ended.
        BadRange: The last day is before the first.
    """
    actor.ensure("rules.change")
    rules = await session.run_sync(lambda own: tried(own.connection(), subject))
    return await _begin(session, actor, RunKind.BACKTEST, subject, rules, days, now)


async def preview(
    session: WriteSession, actor: Actor, rule_id: int, days: Days, now: datetime
) -> Begun:
    """See what applying an active rule to the past would do.

    Raises:
        NotFound: There is no such rule.
        RuleNotActive: It is not in force.
        RunInTheWay, BadRange: As for `backtest`.
    """
    actor.ensure("rules.change")
    rule = await _active(session, rule_id)
    subject = Subject(rule.subject)
    rules = await session.run_sync(lambda own: in_force(own.connection(), subject))
    return await _begin(
        session, actor, RunKind.PREVIEW, subject, rules, days, now, rule=rule
    )


async def apply(
    session: WriteSession, actor: Actor, preview_id: int, now: datetime
) -> Begun:
    """Let a rule do to the past what its preview showed.

    Raises:
        NotFound: There is no such preview.
        PreviewNeeded: The rules are others since, or the preview did not end well.
        RunInTheWay: As for `backtest`.
    """
    actor.ensure("rules.change")
    seen = await session.get(RuleRun, preview_id)
    if seen is None or seen.kind != RunKind.PREVIEW.value or seen.rule_id is None:
        raise NotFound
    rule = await _active(session, seen.rule_id)
    subject = Subject(rule.subject)
    rules = await session.run_sync(lambda own: in_force(own.connection(), subject))
    is_same = [one.as_data() for one in rules] == seen.rules
    if seen.result is None or not is_same or seen.revision != rule.revision:
        raise errors.PreviewNeeded
    days = (seen.from_day, seen.to_day)
    return await _begin(
        session, actor, RunKind.APPLY, subject, rules, days, now, rule=rule
    )


async def cancel(session: WriteSession, actor: Actor, run_id: int) -> None:
    """Stop a run that waits or runs; what it has applied stays.

    Raises:
        NotFound: There is no such run.
        Conflict: It has ended.
    """
    actor.ensure("rules.change")
    run = await session.get(RuleRun, run_id)
    if run is None:
        raise NotFound
    job = await session.get_one(Job, run.job_id, with_for_update=True)
    state = cancelled_state(job.state)
    job.state = state.value
    if state is JobState.CANCELLED:
        # Nobody will take it up, so nobody else would write down when it ended.
        job.finished = job.created
    await record(session, actor, "rules.stop", _subject(run))


async def _begin(
    session: WriteSession,
    actor: Actor,
    kind: RunKind,
    subject: Subject,
    rules: list[Standing],
    days: Days,
    now: datetime,
    *,
    rule: Rule | None = None,
) -> Begun:
    first, last = days
    if first is not None and last is not None and last < first:
        raise errors.BadRange(path="to")
    if await unfinished(session) is not None:
        raise errors.RunInTheWay
    values = {
        "kind": kind.value, "subject": subject.value, "rule_id": rule and rule.id,
        "revision": rule and rule.revision, "from_day": first, "to_day": last,
        "rules": [one.as_data() for one in rules], "job_id": 0, "asked": now,
        "asked_by": actor.id, "asked_by_name": actor.name,
    }  # fmt: skip
    begun = await session.run_sync(lambda own: _add(own.connection(), values, now))
    run = await session.get_one(RuleRun, begun.run_id)
    await record(
        session, actor, _VERBS[kind],
        subject_of(rule) if rule else _subject(run),
        now={"run": begun.run_id, "from": first, "to": last, "rules": len(rules)},
        at=now,
    )  # fmt: skip
    return begun


def _add(connection: Connection, values: dict[str, Any], now: datetime) -> Begun:
    run_id = connection.execute(
        insert(RuleRun).values(**values).returning(RuleRun.id)
    ).scalar_one()
    job_id = add_job(connection, RUN_JOB, run_id, now)
    connection.execute(
        update(RuleRun).where(RuleRun.id == run_id).values(job_id=job_id)
    )
    connection.execute(delete(RuleRun).where(RuleRun.id <= run_id - _KEPT))
    return Begun(run_id, job_id)


async def unfinished(session: AsyncSession) -> int | None:
    """The run that waits or is under way."""
    found = await session.execute(
        select(RuleRun.id)
        .join(Job, Job.id == RuleRun.job_id)
        .where(Job.state.in_([state.value for state in UNFINISHED]))
        .order_by(RuleRun.id.desc())
        .limit(1)
    )
    return found.scalar_one_or_none()


async def _active(session: WriteSession, rule_id: int) -> Rule:
    rule = await session.get(Rule, rule_id, with_for_update=True)
    if rule is None:
        raise NotFound
    if rule.state != RuleState.ACTIVE.value:
        raise errors.RuleNotActive
    return rule


def _subject(run: RuleRun) -> AuditSubject:
    return AuditSubject("ruleRun", str(run.id))
