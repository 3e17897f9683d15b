"""Outlooks in the graph."""

from datetime import date
from decimal import Decimal
from typing import Self

import strawberry

from giroscope.features.outlook import patterns, policy
from giroscope.features.outlook.outlooks import Outlook, OutlookState, outlooks
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import CurrencyTotal, Info, is_selected, numbers, query

_MOST_DAYS = 90

strawberry.enum(
    OutlookState,
    name="OutlookState",
    description="Whether an account's balance can be looked ahead: not without a"
    " statement, nor if the last one is over sixty days old.",
)
strawberry.enum(
    policy.ItemKind,
    name="OutlookItemKind",
    description="What makes one expect a movement: an entry booked since the last"
    " statement, an announced one, a payment on its way, or a recurring pattern.",
)
strawberry.enum(
    patterns.Rhythm, name="OutlookRhythm", description="How often something recurs."
)


@strawberry.type
class OutlookItem:
    """One movement that is expected; what leaves the account is below zero."""

    kind: policy.ItemKind
    party: str | None
    day: date
    first: date = strawberry.field(description="The first day it may come on.")
    last: date
    low: Decimal
    amount: Decimal
    high: Decimal
    payment_id: strawberry.ID | None
    entry_id: strawberry.ID | None = strawberry.field(
        description="The entry, or the latest one of a pattern."
    )
    rhythm: patterns.Rhythm | None
    times: int = strawberry.field(
        description="How many past entries a pattern was read from."
    )

    @classmethod
    def of(cls, item: policy.Item) -> Self:
        """As it is expected."""
        number = strawberry.ID(str(item.number))
        is_payment = item.kind is policy.ItemKind.PAYMENT
        return cls(
            kind=item.kind, party=item.party,
            day=item.day, first=item.first, last=item.last,
            low=item.low, amount=item.amount, high=item.high,
            payment_id=number if is_payment else None,
            entry_id=None if is_payment else number,
            rhythm=item.rhythm, times=len(item.past),
        )  # fmt: skip


@strawberry.type
class OutlookDay:
    """What the account is expected to close a day with."""

    day: date
    low: Decimal
    line: Decimal = strawberry.field(
        description="The balance it begins with, and every amount to this day, exactly."
    )
    high: Decimal
    items: list[OutlookItem]

    @classmethod
    def of(cls, one: policy.Day) -> Self:
        """As it is expected."""
        items = [OutlookItem.of(item) for item in one.items]
        return cls(day=one.day, low=one.low, line=one.line, high=one.high, items=items)


@strawberry.type
class OutlookHindsight:
    """How the forecast of thirty days ago compares with what statements say."""

    within: int = strawberry.field(description="On how many days the band held.")
    days: int
    error: Decimal = strawberry.field(
        description="The median of how far the line was off."
    )


@strawberry.type
class CashOutlook:
    """What one account is expected to hold, in its own currency alone."""

    account_id: strawberry.ID
    account: str
    account_name: str | None
    nickname: str | None
    iban: str | None
    currency: str
    state: OutlookState
    since: date | None = strawberry.field(
        description="The day whose closing balance it begins with."
    )
    opening: Decimal | None
    waiting: list[OutlookItem] = strawberry.field(
        description="Payments nobody has approved yet: not in the line."
    )
    elsewhere: list[CurrencyTotal] = strawberry.field(
        description="Payments in another currency than the account's: not in the line."
    )
    missing: list[date] = strawberry.field(
        description="Banking days of the last sixty that no statement covers."
    )
    hindsight: OutlookHindsight | None
    found: strawberry.Private[Outlook]

    @strawberry.field
    def days(self) -> list[OutlookDay]:
        """Each day, with what is expected on it."""
        return [OutlookDay.of(one) for one in self.found.days]

    @strawberry.field
    def lowest(self) -> OutlookDay | None:
        """The first day on which the line is lowest."""
        lowest = policy.lowest(self.found.days)
        return None if lowest is None else OutlookDay.of(lowest)

    @classmethod
    def of(cls, found: Outlook) -> Self:
        """As it was put together."""
        account = found.account
        seen = found.hindsight
        return cls(
            account_id=strawberry.ID(str(account.id)),
            account=account.number,
            account_name=account.name or account.owner,
            nickname=account.nickname,
            iban=account.iban,
            currency=account.currency,
            state=found.state,
            since=found.since,
            opening=found.opening,
            waiting=[OutlookItem.of(one) for one in found.waiting],
            elsewhere=[
                CurrencyTotal(
                    currency=currency,
                    amount=sum((-each.item.amount for each in same), Decimal(0)),
                    count=len(same),
                )
                for currency in sorted({one.currency for one in found.elsewhere})
                for same in [[o for o in found.elsewhere if o.currency == currency]]
            ],
            missing=found.missing,
            hindsight=None if seen is None else OutlookHindsight(
                within=seen.within, days=seen.days, error=seen.error
            ),
            found=found,
        )  # fmt: skip


@strawberry.type
class OutlookQuery:
    """What accounts are expected to hold."""

    @query("dashboard.read")
    async def cash_outlooks(
        self, info: Info, days: int = 30, account_ids: list[strawberry.ID] | None = None
    ) -> list[CashOutlook]:
        """The outlook of every account, or of these, for up to 90 days."""
        if not 1 <= days <= _MOST_DAYS:
            raise InvalidInput("An outlook is of 1 to 90 days", path="days")
        only = numbers(account_ids, "accountIds")
        today = day_of(info.context.clock())
        async with info.context.reading() as session:
            return [
                CashOutlook.of(one)
                for one in await outlooks(
                    session, today, days, only,
                    with_hindsight=is_selected(info, "hindsight"),
                )
            ]  # fmt: skip
