"""What waits for the caller, in the graph."""

from dataclasses import asdict
from datetime import datetime

import strawberry

from giroscope.features.tasks.waiting import Task, TaskKind, tasks_of
from giroscope.kernel.graph import CurrencyTotal, Info, query


@strawberry.type(name="Task", description="Something that waits for the caller.")
class TaskNode:
    """Something that waits for the caller."""

    kind: TaskKind
    count: int
    count_is_exact: bool = strawberry.field(
        description="False where more wait than are counted; then no sums are told."
    )
    oldest: datetime | None = strawberry.field(
        description="Since when the oldest waits; of entries, midnight of their day."
    )
    sums: list[CurrencyTotal] = strawberry.field(
        description="What it is about in money, each currency by itself; amounts of"
        " entries without their sign."
    )
    path: str = strawberry.field(description="Where in the console it is done.")

    @classmethod
    def of(cls, task: Task) -> "TaskNode":
        """From what was found."""
        return cls(
            kind=task.kind,
            count=task.count,
            count_is_exact=task.is_exact,
            oldest=task.oldest,
            sums=[CurrencyTotal(**asdict(one)) for one in task.sums],
            path=task.path,
        )


@strawberry.type
class TaskQuery:
    """Questions about what waits."""

    @query(
        "viewer.read",
        "What waits for the caller, the most pressing first; only what they may do.",
    )
    async def my_tasks(self, info: Info) -> list[TaskNode]:
        """What waits for the caller."""
        context = info.context
        async with context.reading() as session:
            found = await tasks_of(session, context.actor, context.clock())
        return [TaskNode.of(task) for task in found]
