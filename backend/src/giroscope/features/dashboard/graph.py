"""The dashboard's figures in the graph."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Self

import strawberry
import structlog

from giroscope.features.dashboard.ageing import OPEN_STATES, Band, unreconciled
from giroscope.features.dashboard.policy import Series, daily_series
from giroscope.features.dashboard.queries import AccountDays, account_days
from giroscope.features.journals.policy import JournalState
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import CurrencyTotal, Info, numbers, query

_LONGEST = timedelta(days=366)
_log = structlog.get_logger()


@strawberry.type
class StatementGraph:
    """One account's days: opening balance, in and out. Dates and lists in step."""

    account: str
    account_id: strawberry.ID
    account_name: str | None
    nickname: str | None
    iban: str | None
    owner: str | None
    currency: str
    dates: list[date]
    balances: list[Decimal]
    closing_balances: list[Decimal]
    incoming: list[Decimal]
    outgoing: list[Decimal]
    missing: list[date] = strawberry.field(
        description="Days no statement covers; their balance is carried forward."
    )
    total_incoming: Decimal
    total_outgoing: Decimal
    net: Decimal
    unexplained: Decimal = strawberry.field(
        description="By how much the balance moved without an entry that tells of it."
    )
    first_statement: date | None = strawberry.field(
        description="The first day a statement tells of; no balance is known before."
    )
    latest_statement: date | None = strawberry.field(
        description="The latest day a statement tells of, whatever period is asked."
    )
    latest_received: datetime | None
    missing_since: date | None = strawberry.field(
        description="The day whose statement should be here by now and is not."
    )
    missing_before: date | None = strawberry.field(
        description="The first day of late before whose statement one is missing."
    )
    failed: bool = strawberry.field(
        description="This account could not be reckoned; its lists are empty."
    )

    @classmethod
    def of(cls, known: AccountDays, series: Series | None) -> Self:
        """From what is known of the account, and its series if there is one."""
        account, fresh = known.account, known.freshness
        shown = Series() if series is None else series
        return cls(
            account=account.number,
            account_id=strawberry.ID(str(account.id)),
            account_name=account.name or account.owner,
            nickname=account.nickname,
            iban=account.iban,
            owner=account.owner,
            currency=account.currency,
            dates=shown.dates,
            balances=shown.balances,
            closing_balances=shown.closing_balances,
            incoming=shown.incoming,
            outgoing=shown.outgoing,
            missing=shown.missing,
            total_incoming=sum(shown.incoming, Decimal(0)),
            total_outgoing=sum(shown.outgoing, Decimal(0)),
            net=shown.net,
            unexplained=shown.unexplained,
            first_statement=fresh.first if fresh else None,
            latest_statement=fresh.latest if fresh else None,
            latest_received=fresh.received if fresh else None,
            missing_since=known.missing_since,
            missing_before=known.missing_before,
            failed=series is None,
        )


@strawberry.type
class UnreconciledAge:
    """Payments of one age that have left and that no statement settles yet."""

    from_day: date | None = strawberry.field(
        description="Carried out on this day or later; none for the oldest."
    )
    to_day: date
    payments: int
    sums: list[CurrencyTotal]
    states: list[JournalState] = strawberry.field(
        description="Of which states the journals are that these payments are in."
    )

    @classmethod
    def of(cls, band: Band) -> Self:
        """From what was found."""
        return cls(
            from_day=band.first,
            to_day=band.last,
            payments=sum(each.count for each in band.sums),
            sums=[
                CurrencyTotal(
                    currency=each.currency, amount=each.amount, count=each.count
                )
                for each in band.sums
            ],
            states=list(OPEN_STATES),
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
        if to - from_ >= _LONGEST:
            raise InvalidInput("A chart shows 366 days at most", path="from")
        async with info.context.reading() as session:
            found = await account_days(session, from_, to)
            return [
                StatementGraph.of(known, _reckoned(known, from_, to)) for known in found
            ]

    @query("dashboard.read")
    async def unreconciled(
        self, info: Info, account_ids: list[strawberry.ID] | None = None
    ) -> list[UnreconciledAge]:
        """Payments sent and not reconciled, by age: the youngest first."""
        today = day_of(info.context.clock())
        accounts = numbers(account_ids, "accountIds")
        async with info.context.reading() as session:
            found = await unreconciled(session, today, accounts)
            return [UnreconciledAge.of(band) for band in found]


def _reckoned(known: AccountDays, first: date, last: date) -> Series | None:
    """The account's series; None, and a line in the log, where its data defy it.

    One account nobody foresaw must not take the other accounts off the screen.
    """
    try:
        return daily_series(first, last, known.statements, known.flows)
    except Exception:  # noqa: BLE001 - the edge of one account, which is logged
        _log.exception("dashboard.account_failed", account=known.account.id)
        return None
