"""The months of accounts in the graph."""

from datetime import date, datetime
from decimal import Decimal

import strawberry

from giroscope.features.banks.graph import ORDER, AccountNode
from giroscope.features.banks.queries import accounts
from giroscope.features.journals.lateness import Habit
from giroscope.features.months import actions
from giroscope.features.months.policy import (
    Day,
    DayMark,
    DayState,
    Month,
    ends_of,
)
from giroscope.features.months.queries import (
    Accepted,
    accepted_of,
    closings_of,
    months_of,
)
from giroscope.features.months.tables import MonthClosing
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Success,
    list_query,
    mutation,
    number,
    page_of,
)
from giroscope.kernel.paging import PageRequest

strawberry.enum(DayState, name="StatementDayState")
strawberry.enum(DayMark, name="StatementDayMark")


@strawberry.type
class StatementDay:
    """What an account's statements tell of a day."""

    date: date
    state: DayState
    marks: list[DayMark] = strawberry.field(
        description="What is the matter with its statements, the gravest first."
    )
    entries: int

    @classmethod
    def of(cls, day: Day) -> "StatementDay":
        """From what was judged."""
        return cls(
            date=day.date, state=day.state, marks=list(day.marks), entries=day.entries
        )


@strawberry.type(name="MonthClosing")
class MonthClosingNode:
    """That somebody closed an account's month."""

    closed_at: datetime
    closed_by: str
    reason: str | None = strawberry.field(
        description="Why, though statements were missing or did not add up."
    )
    closing: Decimal | None = strawberry.field(
        description="The balance that it was closed with."
    )
    is_changed: bool = strawberry.field(
        description="Whether its entries or balance are others since."
    )

    @classmethod
    def of(cls, row: MonthClosing, month: Month) -> "MonthClosingNode":
        """From what was kept, and what the month is now."""
        return cls(
            closed_at=row.closed_at,
            closed_by=row.closed_by_name,
            reason=row.reason,
            closing=row.closing,
            is_changed=row.differs_from(month),
        )


@strawberry.type
class AccountMonth:
    """An account's month: whether all is here, adds up and is reconciled."""

    account: AccountNode
    currency: str
    days: list[StatementDay]
    is_complete: bool | None = strawberry.field(
        description="Whether all statements are here; null where none can be."
    )
    adds_up: bool | None = strawberry.field(
        description="Whether each statement adds up and opens with the balance of the "
        "one before it; null where a balance is not told."
    )
    entries: int
    unmatched: int = strawberry.field(
        description="Booked entries that are not matched in the list of transactions."
    )
    differences: int = strawberry.field(
        description="Differences that people accepted when they matched its entries."
    )
    difference: Decimal | None = strawberry.field(
        description="What those come to; null without any."
    )
    closing: Decimal | None = strawberry.field(
        description="The balance at its end; null until the last statement is here."
    )
    closed: MonthClosingNode | None = strawberry.field(
        description="Null while it is open."
    )

    @classmethod
    def of(
        cls, account: AccountNode, month: Month, closed: MonthClosing | None,
        accepted: Accepted | None,
    ) -> "AccountMonth":  # fmt: skip
        """From what was judged, and who closed it."""
        return cls(
            account=account,
            currency=account.currency,
            days=[StatementDay.of(day) for day in month.days],
            is_complete=month.is_complete,
            adds_up=month.adds_up,
            entries=month.entries,
            unmatched=month.unmatched,
            differences=accepted.count if accepted else 0,
            difference=accepted.total if accepted else None,
            closing=month.closing,
            closed=None if closed is None else MonthClosingNode.of(closed, month),
        )


@strawberry.type
class MonthQuery:
    """Questions about months."""

    @list_query("statements.read")
    async def account_months(
        self, info: Info, request: PageRequest, month: date
    ) -> Connection[AccountMonth]:
        """The month that a day lies in, of every account, by number."""
        context = info.context
        first, last = ends_of(month)
        page = await page_of(info, accounts(), ORDER, request)
        ids = [account.id for account in page.rows]
        now, usual = context.clock(), context.borrow(Habit)
        async with context.reading() as session:
            judged = await session.run_sync(
                lambda own: months_of(own, page.rows, first, last, now, usual)
            )
            closed = await session.run_sync(lambda own: closings_of(own, ids, first))
            accepted = await session.run_sync(
                lambda own: accepted_of(own, ids, first, last)
            )
        nodes = [
            AccountMonth.of(
                AccountNode.of(account),
                one,
                closed.get(account.id),
                accepted.get(account.id),
            )
            for account, one in zip(page.rows, judged, strict=True)
        ]
        return Connection[AccountMonth].holding(page, nodes)


@strawberry.type
class MonthMutation:
    """Closing months, and opening them again."""

    @mutation(
        "statements.decide",
        "Closes the month that a day lies in, of each of these accounts or of none. A"
        " reason is needed where statements are missing or do not add up.",
    )
    async def close_months(
        self,
        info: Info,
        account_ids: list[strawberry.ID],
        month: date,
        reason: str = "",
    ) -> Outcome:
        """Close months."""
        context = info.context
        async with context.writing() as session:
            await actions.close_months(
                session,
                context.actor,
                [number(each) for each in account_ids],
                month,
                reason,
                context.clock(),
                context.borrow(Habit),
            )
        return Success()

    @mutation("statements.decide", "Opens an account's month again, with a reason.")
    async def reopen_month(
        self, info: Info, account_id: strawberry.ID, month: date, reason: str
    ) -> Outcome:
        """Open a month."""
        context = info.context
        async with context.writing() as session:
            await actions.reopen_month(
                session, context.actor, number(account_id), month, reason,
                context.clock(),
            )  # fmt: skip
        return Success()
