"""Finds a page of transactions among millions, whatever the filters.

Two ways to a page: *walk* an index in the order asked for and check each row,
which is fast when many rows match; or *gather* the few rows one selective
filter leaves and sort those. A bounded probe of each filter decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, cast, func, or_, select, text, true
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements.rows import searchable
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.paging import Count, Order, PageRequest

# Up to here a filter is selective: gathering so many rows by id and sorting
# them stays well within a page's time on both databases.
_GATHER = 10_000
# So many rows are walked to count; beyond, the number is estimated.
_COUNTED = 10_000

ORDERS = {
    "BOOKING_DATE": (Transaction.day, "ix_transactions_day"),
    "VALUE_DATE": (Transaction.value_day, "ix_transactions_value"),
    "AMOUNT": (Transaction.size, "ix_transactions_size"),
}

Condition = ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """What the list of transactions is narrowed to. None means: all."""

    account_ids: Sequence[int] | None = None
    statement_id: int | None = None
    booked: tuple[date | None, date | None] = (None, None)
    valued: tuple[date | None, date | None] = (None, None)
    size: tuple[Decimal | None, Decimal | None] = (None, None)
    is_credit: bool | None = None
    text: str | None = None
    state: int | None = None
    reversal: bool | None = None
    currency: str | None = None


class Found(NamedTuple):
    """Rows of a page (one more than asked for), and how to count them all."""

    rows: list[Transaction]
    plan: "_Plan"


class _Plan(NamedTuple):
    conditions: list[Condition]
    gather: Select[Any] | None
    walked_index: str
    is_filtered: bool


def order_by(name: str, *, is_descending: bool) -> Order:
    """The order a list is asked for in."""
    column, _ = ORDERS[name]
    return Order(name, column, Transaction.id, is_descending)


async def find(
    session: AsyncSession, wanted: Filter, order: Order, request: PageRequest
) -> Found:
    """The rows of a page and one more, in the order of the page."""
    plan = await _plan(session, wanted, order)
    query = _apply(order.apply(select(Transaction), request), plan)
    rows = await session.execute(query)
    return Found(list(rows.scalars()), plan)


async def count(session: AsyncSession, plan: _Plan) -> Count:
    """How many rows match: exact where few or all, else estimated."""
    if plan.gather is not None:
        query = _apply(select(func.count(Transaction.id)), plan)
        total = (await session.execute(query)).scalar_one()
        return Count(int(total), is_exact=True)
    everything = await session.execute(
        select(func.coalesce(func.sum(Statement.entries), 0))
    )
    booked = int(everything.scalar_one())
    if not plan.is_filtered and booked > _COUNTED:
        return Count(booked, is_exact=False)
    sample = _hint(
        select(and_(true(), *plan.conditions).label("fits"))
        .where(_is_entry())
        .limit(_COUNTED + 1),
        plan.walked_index,
    ).subquery()
    looked, fitting = (
        await session.execute(
            select(func.count(), func.count().filter(sample.c.fits)).select_from(sample)
        )
    ).one()
    if looked <= _COUNTED:
        return Count(int(fitting), is_exact=True)
    estimate = max(booked, looked) * fitting // looked
    return Count(_rounded(estimate), is_exact=False)


def _rounded(estimate: int) -> int:
    """Two leading digits: more would pretend to know."""
    scale = 10 ** max(len(str(estimate)) - 2, 0)
    return int(estimate // scale * scale)


def _is_entry() -> Condition:
    return Transaction.parent_id.is_(None)


async def _plan(session: AsyncSession, wanted: Filter, order: Order) -> _Plan:
    conditions = _conditions(wanted)
    one_account = wanted.account_ids is not None and len(wanted.account_ids) == 1
    index = ORDERS[order.name][1]
    if one_account and order.name == "BOOKING_DATE":
        index = "ix_transactions_account"
    by_text = _words(wanted.text)
    walked = [*conditions, *(_has_word(word) for word in by_text)]
    gather = await _most_selective(session, wanted, order, by_text)
    # With the text index already applied, the words need no second look.
    return _Plan(
        conditions=walked,
        gather=gather,
        walked_index=index,
        is_filtered=bool(walked),
    )


def _conditions(wanted: Filter) -> list[Condition]:
    found = [condition for _, condition in _selective(wanted)]
    if wanted.is_credit is not None:
        amount = Transaction.amount
        found.append(amount >= 0 if wanted.is_credit else amount < 0)
    if wanted.currency is not None:
        found.append(Transaction.currency == wanted.currency)
    if wanted.state == 0:
        found.append(Transaction.state == 0)
    if wanted.reversal is False:
        found.append(Transaction.reversal.is_(False))
    return found


def _selective(wanted: Filter) -> list[tuple[str, Condition]]:
    """The filters that an index answers, and which order's index that is."""
    found: list[tuple[str, Condition]] = []
    if wanted.account_ids is not None:
        found.append(("", Transaction.account_id.in_(wanted.account_ids)))
    if wanted.statement_id is not None:
        of_statement = or_(
            Transaction.statement_id == wanted.statement_id,
            Transaction.confirmed_by == wanted.statement_id,
        )
        found.append(("", of_statement))
    ranges: list[tuple[str, Any, tuple[Any, Any]]] = [
        ("BOOKING_DATE", Transaction.day, wanted.booked),
        ("VALUE_DATE", Transaction.value_day, wanted.valued),
        ("AMOUNT", Transaction.size, wanted.size),
    ]
    for name, column, (low, high) in ranges:
        bounds = []
        if low is not None:
            bounds.append(column >= low)
        if high is not None:
            bounds.append(column <= high)
        if bounds:
            found.append((name, and_(*bounds)))
    if wanted.state:
        found.append(("", and_(Transaction.state == wanted.state,
                               text("transactions.state <> 0"))))  # fmt: skip
    if wanted.reversal:
        found.append(("", text("transactions.reversal")))  # type: ignore[arg-type]
    return found


async def _most_selective(
    session: AsyncSession, wanted: Filter, order: Order, words: list[str]
) -> Select[Any] | None:
    """The ids one filter leaves, if it leaves few; None when all leave many."""
    candidates = [
        select(Transaction.id).where(_is_entry(), condition)
        for name, condition in _selective(wanted)
        if name != order.name or words or wanted.size != (None, None)
    ]
    if words:
        candidates.insert(0, _by_words(session, words))
    best, fewest = None, _GATHER + 1
    for candidate in candidates:
        bounded = candidate.limit(fewest).subquery()
        size = await session.execute(select(func.count()).select_from(bounded))
        left = int(size.scalar_one())
        if left < fewest:
            best, fewest = candidate, left
        if fewest == 0:
            break
    return best


def _words(asked: str | None) -> list[str]:
    return searchable(asked).split() if asked else []


def _has_word(word: str) -> Condition:
    return Transaction.words.contains(f" {word}", autoescape=True)


def _by_words(session: AsyncSession, words: list[str]) -> Select[Any]:
    """Ids of the rows in which every word asked for begins some word."""
    if _is_sqlite(session):
        match = " ".join(f'"{word}"*' for word in words)
        return (
            select(text("rowid AS id"))
            .select_from(text("transaction_words"))
            .where(text("transaction_words MATCH :match").bindparams(match=match))
        )
    match = " & ".join(f"'{word}':*" for word in words)
    # The words are cut already: to parse them once more would cost far more.
    vector = func.array_to_tsvector(
        func.string_to_array(func.ltrim(Transaction.words), text("' '"))
    )
    return select(Transaction.id).where(
        _is_entry(), vector.op("@@")(cast(match, TSQUERY))
    )


def _apply(query: Select[Any], plan: _Plan) -> Select[Any]:
    query = query.where(_is_entry(), *plan.conditions)
    if plan.gather is None:
        return _hint(query, plan.walked_index)
    chosen = plan.gather.cte("chosen").prefix_with("MATERIALIZED", dialect="postgresql")
    # NOT INDEXED leaves SQLite the row id only: it must begin at the few ids.
    return query.where(
        Transaction.id.in_(select(text("id")).select_from(chosen))
    ).with_hint(Transaction, "NOT INDEXED", "sqlite")


def _hint(query: Select[Any], index: str) -> Select[Any]:
    # SQLite knows nothing of how values are spread, so it is told the index.
    return query.with_hint(Transaction, f"INDEXED BY {index}", "sqlite")


def _is_sqlite(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "sqlite"
