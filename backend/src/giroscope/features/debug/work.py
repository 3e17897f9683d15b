"""Background work of a realm: what waits, runs and failed, and what may be done."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, insert, select

from giroscope.features.audit import Subject, record
from giroscope.kernel.access import Actor
from giroscope.kernel.database import ReadSession, WriteSession
from giroscope.kernel.errors import Conflict, InvalidInput, NotFound
from giroscope.kernel.jobs import new_job
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import UNFINISHED, Job, JobHold, JobState

ORDER = Order("id", Job.id, Job.id)
FAILED_WITHIN = timedelta(days=1)
LONGEST_REASON = 500
_OWN_PAGE = frozenset({"import", "undo"})
"""What they work on has a state of its own, which its page keeps in step."""
_AGAIN = frozenset({JobState.FAILED, JobState.CANCELLED})
THE_HOLD = 1


class OnItsPage(Conflict):
    """An import is run again, stopped and taken back on the page of uploads."""

    code = "debug.on_its_page"


class WorkState(NamedTuple):
    """How much work there is."""

    waiting: int
    running: int
    failed: int
    """Within the last day."""
    oldest_waiting: datetime | None
    verbs: tuple[str, ...]
    """Every kind of work there has been."""
    hold: JobHold | None


def jobs(states: list[str] | None, verbs: list[str] | None) -> Select[Any]:
    """Background work, narrowed."""
    query = select(Job)
    if states is not None:
        query = query.where(Job.state.in_(states))
    return query if verbs is None else query.where(Job.verb.in_(verbs))


async def state(session: ReadSession, now: datetime) -> WorkState:
    """How much work there is, and whether it is held."""
    unfinished = [one.value for one in UNFINISHED]
    rows = await session.execute(
        select(Job.state, func.count(), func.min(Job.created))
        .where(Job.state.in_(unfinished))
        .group_by(Job.state)
    )
    counts: dict[str, tuple[int, datetime]] = {row[0]: (row[1], row[2]) for row in rows}
    failed = await session.execute(
        select(func.count()).where(
            Job.state == JobState.FAILED.value, Job.finished > now - FAILED_WITHIN
        )
    )
    verbs = await session.execute(select(Job.verb).distinct().order_by(Job.verb))
    waiting = counts.pop(JobState.QUEUED.value, (0, None))
    return WorkState(
        waiting=waiting[0],
        running=sum(count for count, _ in counts.values()),
        failed=failed.scalar_one(),
        oldest_waiting=waiting[1],
        verbs=tuple(verbs.scalars()),
        hold=await session.get(JobHold, THE_HOLD),
    )


def may_begin_again(row: Job) -> bool:
    """Whether `again` would do it."""
    return JobState(row.state) in _AGAIN and row.verb not in _OWN_PAGE


def may_be_stopped(row: Job) -> bool:
    """Whether `stop` would do it; what has begun ends by itself."""
    return row.state == JobState.QUEUED.value and row.verb not in _OWN_PAGE


async def again(session: WriteSession, actor: Actor, job_id: int, now: datetime) -> int:
    """Ask for the same work once more; tells the job that will do it.

    Raises:
        Conflict: It has not failed, or the same work waits or runs already.
        OnItsPage: It is begun again elsewhere.
    """
    actor.ensure("debug.act")
    row = await _job(session, job_id)
    if JobState(row.state) not in _AGAIN:
        raise Conflict("Only work that failed or was stopped is begun again")
    alike = select(Job.id).where(
        Job.verb == row.verb, Job.subject == row.subject,
        Job.state.in_([one.value for one in UNFINISHED]),
    )  # fmt: skip
    if (await session.execute(alike.limit(1))).scalar() is not None:
        raise Conflict("The same work waits or runs already")
    made = await session.execute(
        insert(Job).values(**new_job(row.verb, row.subject, now)).returning(Job.id)
    )
    new_id = int(made.scalar_one())
    await record(
        session, actor, "debug.job_again", _subject(row), now={"job": new_id}, at=now
    )
    return new_id


async def stop(session: WriteSession, actor: Actor, job_id: int, now: datetime) -> None:
    """Stop work that has not begun.

    Raises:
        Conflict: It has begun, or is over.
        OnItsPage: It is stopped elsewhere.
    """
    actor.ensure("debug.act")
    row = await _job(session, job_id)
    if row.state != JobState.QUEUED.value:
        raise Conflict("Work that has begun ends by itself")
    row.state, row.finished = JobState.CANCELLED.value, now
    await record(session, actor, "debug.job_stopped", _subject(row), at=now)


async def hold(session: WriteSession, actor: Actor, reason: str, now: datetime) -> None:
    """Let what runs end, and begin nothing until `release`.

    Raises:
        Conflict: It is held already.
        InvalidInput: There is no reason.
    """
    actor.ensure("debug.act")
    why = reason_of(reason)
    if await session.get(JobHold, THE_HOLD) is not None:
        raise Conflict("Background work is held already")
    values = {"id": THE_HOLD, "since": now, "by_name": actor.name, "reason": why}
    await session.execute(insert(JobHold).values(values))
    await record(session, actor, "debug.work_held", _WORK, now={"reason": why}, at=now)


async def release(session: WriteSession, actor: Actor, now: datetime) -> None:
    """Begin again what waits.

    Raises:
        Conflict: It is not held.
    """
    actor.ensure("debug.act")
    found = await session.get(JobHold, THE_HOLD)
    if found is None:
        raise Conflict("Background work is not held")
    was = {"since": found.since.isoformat(), "reason": found.reason}
    await session.execute(delete(JobHold))
    await record(session, actor, "debug.work_released", _WORK, was=was, at=now)


def reason_of(text: str) -> str:
    """A reason as it is kept.

    Raises:
        InvalidInput: It is empty, or too long.
    """
    reason = text.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise InvalidInput(
            f"Give a reason of at most {LONGEST_REASON} signs", path="reason"
        )
    return reason


_WORK = Subject("work", "all")


async def _job(session: WriteSession, job_id: int) -> Job:
    row = await session.get(Job, job_id, with_for_update=True)
    if row is None:
        raise NotFound
    if row.verb in _OWN_PAGE:
        raise OnItsPage
    return row


def _subject(row: Job) -> Subject:
    return Subject("job", str(row.id), row.verb)
