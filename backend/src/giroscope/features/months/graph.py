"""The months of accounts in the graph."""

from calendar import monthrange
from datetime import date
from decimal import Decimal

import strawberry

from giroscope.features.banks.graph import ORDER, AccountNode
from giroscope.features.banks.queries import accounts
from giroscope.features.journals.expecting import Habit
from giroscope.features.months.policy import Day, DayMark, DayState, Month, month_of
from giroscope.features.months.queries import known_of
from giroscope.kernel.graph import Connection, Info, list_query, page_of
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
    closing: Decimal | None = strawberry.field(
        description="The balance at its end; null until the last statement is here."
    )

    @classmethod
    def of(cls, account: AccountNode, month: Month) -> "AccountMonth":
        """From what was judged."""
        return cls(
            account=account,
            currency=account.currency,
            days=[StatementDay.of(day) for day in month.days],
            is_complete=month.is_complete,
            adds_up=month.adds_up,
            entries=month.entries,
            unmatched=month.unmatched,
            closing=month.closing,
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
        first = month.replace(day=1)
        last = month.replace(day=monthrange(month.year, month.month)[1])
        page = await page_of(info, accounts(), ORDER, request)
        async with context.reading() as session:
            known = await known_of(
                session, page.rows, first, last, context.clock(), context.borrow(Habit)
            )
        nodes = [
            AccountMonth.of(AccountNode.of(account), month_of(first, last, one))
            for account, one in zip(page.rows, known, strict=True)
        ]
        return Connection[AccountMonth].holding(page, nodes)
