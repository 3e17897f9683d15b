"""What waits for the caller, and what they are mailed of, in the graph."""

from dataclasses import asdict
from datetime import datetime

import strawberry

from giroscope.features.tasks.choices import (
    MailFrequency,
    MailLevel,
    MailTopic,
    Matter,
    choices_of,
    choose,
    is_mailed,
)
from giroscope.features.tasks.own_tasks import Task, TaskKind, tasks_of
from giroscope.kernel.graph import (
    CurrencyTotal,
    Info,
    Outcome,
    Success,
    mutation,
    query,
)


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


@strawberry.type(description="How often the caller is mailed of one matter.")
class MailChoiceNode:
    """How often the caller is mailed of one matter."""

    topic: MailTopic
    level: MailLevel
    frequency: MailFrequency


@strawberry.type(description="What the caller is mailed of. Times are Copenhagen's.")
class MailPreferences:
    """What the caller is mailed of."""

    is_mailed: bool = strawberry.field(
        description="False where the caller has none of the product's roles."
    )
    choices: list[MailChoiceNode]


@strawberry.input(
    description="How often the caller is to be mailed of one matter. Tasks have the"
    " level INFO, and are mailed daily or never."
)
class MailChoiceInput:
    """How often the caller is to be mailed of one matter."""

    topic: MailTopic
    level: MailLevel
    frequency: MailFrequency


@strawberry.type
class MailQuery:
    """Questions about mails."""

    @query("viewer.read", "What the caller is mailed of, and how often.")
    async def mail_preferences(self, info: Info) -> MailPreferences:
        """What the caller is mailed of."""
        actor = info.context.actor
        async with info.context.reading() as session:
            found = (await choices_of(session, [actor.id]))[actor.id]
        return MailPreferences(
            is_mailed=is_mailed(actor.roles),
            choices=[
                MailChoiceNode(topic=one.topic, level=one.level, frequency=frequency)
                for one, frequency in found.items()
            ],
        )


@strawberry.type
class MailMutation:
    """What people say about mails."""

    @mutation("messages.acknowledge", "What is not named stays as it is.")
    async def choose_mails(self, info: Info, choices: list[MailChoiceInput]) -> Outcome:
        """Be mailed so from now on."""
        chosen = {Matter(one.topic, one.level): one.frequency for one in choices}
        async with info.context.writing() as session:
            await choose(session, info.context.actor, chosen)
        return Success()
