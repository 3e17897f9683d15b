"""The dashboard's figures in the graph."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated

import strawberry

from giroscope.features.dashboard import queries
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import Info, query

_LONGEST = timedelta(days=3 * 366)


@strawberry.type
class StatementGraph:
    """One account's days: opening balance, in and out. Dates and lists in step."""

    account: str
    account_id: strawberry.ID
    account_name: str | None
    currency: str
    dates: list[date]
    balances: list[Decimal]
    closing_balances: list[Decimal]
    incoming: list[Decimal]
    outgoing: list[Decimal]
    missing: list[date] = strawberry.field(
        description="Days no statement covers; their balance is carried forward."
    )
    latest_statement: date | None
    latest_received: datetime | None

    @classmethod
    def of(cls, found: queries.AccountSeries) -> "StatementGraph":
        """From the account's series."""
        account, series, latest = found
        return cls(
            account=account.number,
            account_id=strawberry.ID(str(account.id)),
            account_name=account.name or account.owner,
            currency=account.currency,
            dates=series.dates,
            balances=series.balances,
            closing_balances=series.closing_balances,
            incoming=series.incoming,
            outgoing=series.outgoing,
            missing=series.missing,
            latest_statement=latest.to_date if latest else None,
            latest_received=latest.imported if latest else None,
        )


@strawberry.type
class DashboardQuery:
    """Questions across accounts."""

    @query("dashboard.read")
    async def statement_graphs(
        self,
        info: Info,
        from_: Annotated[date, strawberry.argument(name="from")],
        to: date,
    ) -> list[StatementGraph]:
        """The daily figures of every account, from one day to another."""
        if to < from_:
            raise InvalidInput("The period ends before it begins", path="to")
        if to - from_ > _LONGEST:
            raise InvalidInput("A chart shows three years at most", path="from")
        async with info.context.reading() as session:
            found = await queries.account_series(session, from_, to)
            return [StatementGraph.of(series) for series in found]
