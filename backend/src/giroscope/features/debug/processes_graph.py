"""The worker processes in the graph, and taking one out of use."""

from datetime import datetime

import strawberry

from giroscope.features.debug import processes
from giroscope.features.debug.bench import Bench
from giroscope.features.debug.processes import SeenProcess
from giroscope.kernel.graph import Info, Outcome, Success, mutation, query
from giroscope.kernel.worker_processes import Standing

strawberry.enum(
    Standing,
    name="ProcessStanding",
    description="How a worker process stands. RETURNING is one that was taken back"
    " before it had ended what it had; GONE, one that has said nothing for 30 seconds.",
)


@strawberry.type(description="A process that does background work.")
class DebugProcess:
    """A process that does background work."""

    name: str
    host: str
    pid: int
    version: str
    started: datetime
    seen: datetime = strawberry.field(description="When it last said it was there.")
    standing: Standing
    drained: datetime | None = strawberry.field(
        description="Since when it begins nothing more."
    )
    running: int = strawberry.field(
        description="Jobs of this tenant that run on it now."
    )

    @classmethod
    def of(cls, found: SeenProcess) -> "DebugProcess":
        """From what was seen."""
        process = found.process
        return cls(
            name=process.name,
            host=process.host,
            pid=process.pid,
            version=process.version,
            started=process.started,
            seen=process.seen,
            standing=found.standing,
            drained=process.drained,
            running=found.running,
        )


@strawberry.type(description="The processes that do background work.")
class DebugProcesses:
    """The processes that do background work."""

    processes: list[DebugProcess] = strawberry.field(
        description="Those that are there, or were in the last seven days, by name."
    )
    has_other_tenants: bool = strawberry.field(
        description="Whether they work for others too: then the operator drains them."
    )


@strawberry.type
class ProcessQuery:
    """Questions about the worker processes."""

    @query("debug.read", "The processes that do background work.")
    async def debug_processes(self, info: Info) -> DebugProcesses:
        """The worker processes."""
        context = info.context
        database = context.borrow(Bench).database
        found = await processes.seen(database, context.actor.realm, context.clock())
        return DebugProcesses(
            processes=[DebugProcess.of(one) for one in found.processes],
            has_other_tenants=found.has_other_tenants,
        )


@strawberry.type
class ProcessMutation:
    """Taking worker processes out of use."""

    @mutation(
        "debug.act",
        "Lets a worker process end what it has, and begin nothing more. It works again"
        " once it is taken back, or is started anew.",
    )
    async def drain_process(self, info: Info, name: str, reason: str) -> Outcome:
        """Drain."""
        context = info.context
        database = context.borrow(Bench).database
        await processes.drain(database, context.actor, name, reason, context.clock())
        return Success()

    @mutation("debug.act", "Lets a drained worker process begin work again.")
    async def take_process_back(self, info: Info, name: str) -> Outcome:
        """Take back."""
        context = info.context
        database = context.borrow(Bench).database
        await processes.take_back(database, context.actor, name, context.clock())
        return Success()
