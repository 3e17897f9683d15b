"""Background work in the graph: what there is of it, and what may be done to it."""

from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.debug import work
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.tables import Job, JobHold, JobState
from giroscope.kernel.text import LocalizedText


@strawberry.type(description="One piece of background work.")
class WorkItem:
    """One piece of background work."""

    id: strawberry.ID
    verb: str = strawberry.field(description="What is done, such as `import`.")
    subject: strawberry.ID = strawberry.field(description="Id of what it works on.")
    state: JobState
    stage: str | None
    progress: float | None
    message: str | None = strawberry.field(description="Why it failed.")
    said: LocalizedText | None = strawberry.field(description="The same, in words.")
    attempts: int
    created: datetime
    started: datetime | None
    finished: datetime | None
    may_begin_again: bool
    may_be_stopped: bool

    @classmethod
    def of(cls, row: Job) -> "WorkItem":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            verb=row.verb,
            subject=strawberry.ID(str(row.subject)),
            state=JobState(row.state),
            stage=row.stage,
            progress=min(row.done / row.total, 1.0) if row.total else None,
            message=row.message,
            said=LocalizedText.of_text(row.message),
            attempts=row.attempts,
            created=row.created,
            started=row.started,
            finished=row.finished,
            may_begin_again=work.may_begin_again(row),
            may_be_stopped=work.may_be_stopped(row),
        )


@strawberry.type(description="Background work is held: none begins.")
class WorkHold:
    """Background work is held."""

    since: datetime
    by_name: str
    reason: str

    @classmethod
    def of(cls, row: JobHold) -> "WorkHold":
        """From its row."""
        return cls(since=row.since, by_name=row.by_name, reason=row.reason)


@strawberry.type(description="How much background work there is.")
class WorkSummary:
    """How much background work there is."""

    waiting: int
    running: int
    failed: int = strawberry.field(description="Within the last day.")
    oldest_waiting: datetime | None
    verbs: list[str]
    hold: WorkHold | None


@strawberry.input(description="What the list of background work is narrowed to.")
class WorkFilter:
    """What the list is narrowed to."""

    states: list[JobState] | None = None
    verbs: list[str] | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        states = self.states
        named = None if states is None else [one.value for one in states]
        return work.jobs(named, self.verbs)


@strawberry.type
class WorkQuery:
    """Questions about background work."""

    @query("debug.read", "How much background work there is, and whether it is held.")
    async def debug_work(self, info: Info) -> WorkSummary:
        """How much there is."""
        async with info.context.reading() as session:
            found = await work.state(session, info.context.clock())
        return WorkSummary(
            waiting=found.waiting,
            running=found.running,
            failed=found.failed,
            oldest_waiting=found.oldest_waiting,
            verbs=list(found.verbs),
            hold=WorkHold.of(found.hold) if found.hold else None,
        )

    @list_query("debug.read")
    async def debug_jobs(
        self,
        info: Info,
        request: PageRequest,
        filter: WorkFilter | None = None,
    ) -> Connection[WorkItem]:
        """Background work of every kind, newest first."""
        rows = (filter or WorkFilter()).rows()
        return await listed(info, rows, work.ORDER, request, WorkItem.of)


@strawberry.type
class WorkMutation:
    """What may be done to background work."""

    @mutation("debug.act", "Asks once more for work that failed or was stopped.")
    async def begin_work_again(self, info: Info, id: strawberry.ID) -> Outcome:
        """Begin again."""
        context = info.context
        async with context.writing() as session:
            made = await work.again(session, context.actor, number(id), context.clock())
        await context.start_job(made)
        return Success(id=strawberry.ID(str(made)))

    @mutation("debug.act", "Stops work that has not begun.")
    async def stop_work(self, info: Info, id: strawberry.ID) -> Outcome:
        """Stop."""
        context = info.context
        async with context.writing() as session:
            await work.stop(session, context.actor, number(id), context.clock())
        return Success(id=id)

    @mutation("debug.act", "Lets what runs end, and begins nothing until released.")
    async def hold_work(self, info: Info, reason: str) -> Outcome:
        """Hold."""
        context = info.context
        async with context.writing() as session:
            await work.hold(session, context.actor, reason, context.clock())
        return Success()

    @mutation("debug.act", "Begins again what waits.")
    async def release_work(self, info: Info) -> Outcome:
        """Release."""
        context = info.context
        async with context.writing() as session:
            await work.release(session, context.actor, context.clock())
        return Success()
