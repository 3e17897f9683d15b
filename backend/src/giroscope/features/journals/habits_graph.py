"""When each account's statements are expected, in the graph."""

from datetime import date

import strawberry

from giroscope.features.banks.graph import AccountNode, account_node
from giroscope.features.journals import habits
from giroscope.features.journals.habits import Expected
from giroscope.features.journals.lateness import Habit
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query


@strawberry.type(description="When an account's statements are expected.")
class StatementHabitNode:
    """When an account's statements are expected."""

    expected: strawberry.Private[Expected]
    is_own: bool = strawberry.field(
        description="Somebody said so for this account; else it is what is usual."
    )
    is_watched: bool = strawberry.field(
        description="A statement that does not come is told."
    )
    is_daily: bool = strawberry.field(
        description="It usually gets a statement each banking day."
    )
    every_days: int | None = strawberry.field(
        description="Days from one of its statements to the next, as is usual: 1 where"
        " each banking day has one; null where they come at no regular times."
    )
    due: str = strawberry.field(
        description="HH:MM of the banking day after, by the clock of Copenhagen."
    )
    last_day: date | None
    missing_since: date | None

    @classmethod
    def of(cls, found: Expected) -> "StatementHabitNode":
        """From what is expected."""
        return cls(
            expected=found,
            is_own=found.is_own,
            is_watched=found.is_watched,
            is_daily=found.gap == 1,
            every_days=found.gap,
            due=f"{found.habit.due:%H:%M}",
            last_day=found.last_day,
            missing_since=found.missing_since,
        )

    @strawberry.field
    async def account(self, info: Info) -> AccountNode:
        """The account."""
        return await account_node(info, self.expected.account_id)


@strawberry.input(description="What is expected of an account.")
class StatementHabitWish:
    """What is expected of an account."""

    is_watched: bool
    due: str


@strawberry.type
class HabitQuery:
    """Questions about what is expected."""

    @query("statements.read", "Every account with what is expected of it, by number.")
    async def statement_habits(self, info: Info) -> list[StatementHabitNode]:
        """All accounts."""
        context = info.context
        async with context.reading() as session:
            found = await habits.expectations(
                session, context.clock(), context.borrow(Habit)
            )
        return [StatementHabitNode.of(one) for one in found]


@strawberry.type
class HabitMutation:
    """Changing what is expected."""

    @mutation(
        "statements.expect",
        "Has an account's statements expected so; without a wish as is usual.",
    )
    async def change_statement_habit(
        self,
        info: Info,
        account_id: strawberry.ID,
        wish: StatementHabitWish | None = None,
    ) -> Outcome:
        """Change."""
        context = info.context
        wanted = habits.Wanted(wish.is_watched, wish.due) if wish else None
        async with context.writing() as session:
            await habits.change(
                session, context.actor, number(account_id, "accountId"), wanted,
                context.clock(),
            )  # fmt: skip
        context.has_changed = True
        return Success(id=account_id)
