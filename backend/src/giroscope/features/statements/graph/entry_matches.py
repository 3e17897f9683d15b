"""What people have matched in the graph: a match, and what it speaks of."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple, Self

import strawberry
from sqlalchemy import Date, case, column, func, select, table

from giroscope.features.matches import (
    DifferenceReason,
    EntryMatch,
    ErpState,
    MatchKind,
    MatchSide,
)
from giroscope.features.statements.match_rule import Said
from giroscope.features.statements.tables import Transaction
from giroscope.kernel.columns import Amount
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, Money, loader

_SHOWN = 20
# Payments and open items stand in rooms beside this one: named, not imported.
_payments = table(
    "payments", column("id"), column("amount", Amount), column("currency"),
    column("execution_day", Date), column("creditor_name"), column("correlation_id"),
).c  # fmt: skip
_items = table(
    "erp_open_items", column("id"), column("amount", Amount), column("currency"),
    column("expected", Date), column("party"), column("number"), column("state"),
).c  # fmt: skip


strawberry.enum(MatchKind, name="EntryMatchKind")
strawberry.enum(
    DifferenceReason,
    name="DifferenceReason",
    description="Why an entry is not what its payments come to.",
)


strawberry.enum(
    ErpState,
    name="MatchErpState",
    description="How far the ERP knows of a match with its open items.",
)


@strawberry.type
class MatchDifference:
    """What a match leaves over, and why."""

    amount: Money = strawberry.field(
        description="By how much the entry is more than its payments; below zero where"
        " it is less."
    )
    reason: DifferenceReason
    note: str | None

    @classmethod
    def of(cls, row: EntryMatch) -> "MatchDifference | None":
        """From its match."""
        if row.difference is None or row.difference_reason is None:
            return None
        return cls(
            amount=Money(amount=row.difference, currency=row.currency or ""),
            reason=DifferenceReason(row.difference_reason),
            note=row.difference_note,
        )


@strawberry.type(name="EntryMatch")
class EntryMatchNode:
    """That a person matched a transaction."""

    id: strawberry.ID
    kind: MatchKind
    matched_at: datetime
    matched_by: str
    difference: MatchDifference | None = strawberry.field(
        description="Of a match of several entries it is told with the first."
    )
    erp_state: ErpState | None = strawberry.field(
        description="Of a match with open items: whether the ERP is told of it."
    )

    @classmethod
    def of(cls, said: Said) -> Self:
        """As it is told with one of its entries."""
        row = said.match
        return cls(
            id=strawberry.ID(str(row.id)),
            kind=MatchKind(row.kind),
            matched_at=row.matched_at,
            matched_by=row.matched_by_name,
            difference=MatchDifference.of(row) if said.is_first else None,
            erp_state=ErpState(row.erp_state) if row.erp_state else None,
        )

    @strawberry.field
    async def sides(self, info: Info) -> list["MatchedSide"]:
        """The entries, payments and open items it speaks of: the first 20."""
        return (await self._sides(info)).shown

    @strawberry.field
    async def side_count(self, info: Info) -> int:
        """How many there are."""
        return (await self._sides(info)).total

    async def _sides(self, info: Info) -> "_Sides":
        found: _Sides = await loader(info, "match sides", _sides_of).load(int(self.id))
        return found


@strawberry.enum
class SideKind(StrEnum):
    """What a side of a match is."""

    ENTRY = "ENTRY"
    PAYMENT = "PAYMENT"
    OPEN_ITEM = "OPEN_ITEM"


@strawberry.type
class MatchedSide:
    """An entry, a payment or an open item that a match speaks of."""

    kind: SideKind
    id: strawberry.ID = strawberry.field(
        description="The transaction's, the payment's or the open item's."
    )
    amount: Money = strawberry.field(
        description="Of an open item what the match settles of it; below zero where it"
        " is deducted."
    )
    day: date = strawberry.field(
        description="Its booking or execution day, or the day it is due."
    )
    name: str | None = strawberry.field(description="The other party's.")
    number: str | None = strawberry.field(
        default=None, description="The open item's in the ERP."
    )
    open_now: Money | None = strawberry.field(
        default=None,
        description="Of an open item that the match settles in part: what is open of it"
        " now, after all that is matched with it.",
    )
    correlation_id: strawberry.ID | None = strawberry.field(
        default=None, description="The journal of the payment."
    )


class _Sides(NamedTuple):
    shown: list[MatchedSide]
    total: int


async def _sides_of(session: ReadSession, ids: Sequence[int]) -> dict[int, _Sides]:
    """The first sides of each match, in their order, and how many it has."""
    of_match = MatchSide.match_id
    placed = (
        select(
            MatchSide.match_id, MatchSide.id, MatchSide.entry_id, MatchSide.payment_id,
            MatchSide.open_item_id, MatchSide.settles,
            func.row_number()
            .over(partition_by=of_match, order_by=MatchSide.id)
            .label("place"),
            func.count().over(partition_by=of_match).label("total"),
        )
        .where(MatchSide.match_id.in_(ids))
        .subquery()
    )  # fmt: skip
    rows = (
        await session.execute(
            select(placed)
            .where(placed.c.place <= _SHOWN)
            .order_by(placed.c.match_id, placed.c.place)
        )
    ).all()
    known = {
        kind: await _told(session, query, {getattr(row, of) for row in rows} - {None})
        for kind, of, query in _ASKED
    }
    found: defaultdict[int, list[MatchedSide]] = defaultdict(list)
    for row in rows:
        for kind, of, _ in _ASKED:
            told = known[kind].get(getattr(row, of))
            if told is not None:
                found[row.match_id].append(_side(kind, told, row.settles))
    return {row.match_id: _Sides(found[row.match_id], row.total) for row in rows}


_ASKED: tuple[tuple[SideKind, str, Any], ...] = (
    (
        SideKind.ENTRY, "entry_id",
        select(
            Transaction.id, Transaction.amount, Transaction.currency, Transaction.day,
            Transaction.counterparty_name.label("name"),
        ),
    ),
    (
        SideKind.PAYMENT, "payment_id",
        select(
            _payments.id, _payments.amount, _payments.currency,
            _payments.execution_day.label("day"), _payments.creditor_name.label("name"),
            _payments.correlation_id,
        ),
    ),
    (
        SideKind.OPEN_ITEM, "open_item_id",
        select(
            _items.id, _items.amount, _items.currency, _items.expected.label("day"),
            _items.party.label("name"), _items.number,
            # Of what the ERP tells no more nothing is open there.
            case((_items.state == "OPEN", _items.amount), else_=Decimal(0)).label(
                "open"
            ),
        ),
    ),
)  # fmt: skip


async def _told(
    session: ReadSession, query: Any, ids: set[int]
) -> dict[int, dict[str, Any]]:
    if not ids:
        return {}
    named = query.where(query.selected_columns.id.in_(ids))
    return {row["id"]: dict(row) for row in (await session.execute(named)).mappings()}


def _side(kind: SideKind, told: dict[str, Any], settles: Decimal | None) -> MatchedSide:
    amount = told["amount"] if settles is None else settles
    return MatchedSide(
        kind=kind,
        id=strawberry.ID(str(told["id"])),
        amount=Money(amount=amount, currency=told["currency"]),
        day=told["day"],
        name=told["name"],
        number=told.get("number"),
        open_now=None
        if settles is None
        else Money(amount=told["open"], currency=told["currency"]),
        correlation_id=told.get("correlation_id"),
    )
