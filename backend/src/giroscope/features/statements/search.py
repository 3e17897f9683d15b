"""Finds a page of transactions among millions, whatever the filters.

Two ways to a page: *walk* an index in the order asked for and check each row,
which is fast when many rows match; or *gather* the few rows one selective
filter leaves and sort those. A bounded probe of each filter decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    cast,
    func,
    or_,
    select,
    text,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements import queries, searchable
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.paging import Count, Order, PageRequest

# Up to here a filter is selective: gathering so many rows by id and sorting
# them stays well within a page's time on both databases.
_GATHER = 5_000
# So many rows in order are looked at before words are looked up.
_NEAR = 1_000
# A table up to this size is counted; beyond, the number of matching rows is
# estimated from a sample of this size, unless a selective filter leaves few.
_COUNTED = 50_000
_SAMPLED = 1_000
# So many dates are looked at to see where a filter's rows lie in another order.
_BOUNDED = 100_000

ORDERS = {
    "BOOKING_DATE": (Transaction.day, "ix_transactions_day"),
    "VALUE_DATE": (Transaction.value_day, "ix_transactions_value"),
    "AMOUNT": (Transaction.size, "ix_transactions_size"),
}

# Stands for the order that the index of one account walks, by day.
_ACCOUNT = "ACCOUNT"

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

    rows: list[Any]
    plan: "_Plan"


class _Plan(NamedTuple):
    conditions: list[Condition]
    gather: Select[Any] | None
    walked_index: str
    only: Select[Any] | None
    """The ids of the one filter there is, when an index answers it alone."""


def order_by(name: str, *, is_descending: bool) -> Order:
    """The order a list is asked for in."""
    column, _ = ORDERS[name]
    return Order(name, column, Transaction.id, is_descending)


async def find(
    session: AsyncSession, wanted: Filter, order: Order, request: PageRequest
) -> Found:
    """The rows of a page and one more, in the order of the page."""
    narrowings = _narrowings(wanted)
    words = _words(wanted.text)
    conditions = [*_conditions(wanted), *(_has_word(word) for word in words)]
    index, answered = ORDERS[order.name][1], {order.name}
    if order.name == "BOOKING_DATE" and len(wanted.account_ids or ()) == 1:
        index, answered = "ix_transactions_account", {order.name, _ACCOUNT}
    own = [n.condition for n in narrowings if n.order in answered]
    only = narrowings[0].ids if len(narrowings) == len(conditions) == 1 else None
    plan = _Plan(conditions, None, index, only)
    page = order.apply(select(*queries.SHOWN), request)
    if len(own) == len(conditions):
        return Found(await _rows(session, _walk(page, plan)), plan)
    # The filters' own indexes are weighed first, since that costs next to
    # nothing; the words last, since a common word is long to look up.
    few = await _most_selective(session, [n.ids for n in narrowings])
    if few is None and words:
        following = order.apply(select(Transaction.id), request).where(*own)
        near = await _rows(session, _near(page, plan, following))
        if len(near) > request.size:
            return Found(near, plan)
        few = await _most_selective(session, [_by_words(session, words)])
    if few is not None:
        plan = plan._replace(gather=few)
        return Found(await _rows(session, _gathered(page, plan)), plan)
    bounds = await _bounds(session, narrowings, order)
    return Found(await _rows(session, _walk(page.where(*bounds), plan)), plan)


async def _rows(session: AsyncSession, query: Select[Any]) -> list[Any]:
    return list(await session.execute(query))


async def count(session: AsyncSession, plan: _Plan) -> Count:
    """How many rows match: exact where few or all, else estimated."""
    if plan.gather is not None:
        query = _gathered(select(func.count(Transaction.id)), plan)
        total = (await session.execute(query)).scalar_one()
        return Count(int(total), is_exact=True)
    if plan.only is not None:
        total = await _size(session, plan.only, _GATHER + 1)
        if total <= _GATHER:
            return Count(total, is_exact=True)
    return await _estimate(session, plan.conditions)


async def _size(session: AsyncSession, ids: Select[Any], limit: int) -> int:
    bounded = ids.limit(limit).subquery()
    found = await session.execute(select(func.count()).select_from(bounded))
    return int(found.scalar_one())


async def _estimate(session: AsyncSession, conditions: list[Condition]) -> Count:
    """How many match: counted among few rows, else told by a sample of ids.

    The sample is drawn, not stepped: entries and details often take turns, and
    even steps would meet only one of the two.
    """
    booked, last = (
        await session.execute(
            select(
                select(func.coalesce(func.sum(Statement.entries), 0)).scalar_subquery(),
                select(func.coalesce(func.max(Transaction.id), 0)).scalar_subquery(),
            )
        )
    ).one()
    fits = and_(true(), *conditions)
    if last <= _COUNTED:
        counted = select(func.count(Transaction.id)).where(_is_entry(), fits)
        total = (await session.execute(counted)).scalar_one()
        return Count(int(total), is_exact=True)
    if not conditions:
        return Count(int(booked), is_exact=False)
    drawn = Random(last).sample(range(1, last + 1), _SAMPLED)  # noqa: S311 - no secret
    # Written out: a thousand bound values cost more than the look-ups do.
    listed = text(f"transactions.id IN ({','.join(map(str, drawn))})")
    sample = (
        select(fits.label("fits"))
        .where(_is_entry(), listed)
        .with_hint(Transaction, "NOT INDEXED", "sqlite")
        .subquery()
    )
    looked, fitting = (
        await session.execute(
            select(func.count(), func.count().filter(sample.c.fits)).select_from(sample)
        )
    ).one()
    return Count(_rounded(booked * fitting // max(looked, 1)), is_exact=False)


def _rounded(estimate: int) -> int:
    """Two leading digits: more would pretend to know."""
    scale = 10 ** max(len(str(estimate)) - 2, 0)
    return int(estimate // scale * scale)


def _is_entry() -> Condition:
    return Transaction.parent_id.is_(None)


def _conditions(wanted: Filter) -> list[Condition]:
    found = [narrowing.condition for narrowing in _narrowings(wanted)]
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


class _Narrowing(NamedTuple):
    """A filter that an index answers, and the ids it leaves by that index."""

    condition: Condition
    ids: Select[Any]
    order: str = ""
    """The order that walks the same index, where there is one."""


def _narrowings(wanted: Filter) -> list[_Narrowing]:
    found: list[_Narrowing] = []
    if wanted.account_ids is not None:
        condition = Transaction.account_id.in_(wanted.account_ids)
        ids = _ids(condition, "ix_transactions_account")
        found.append(_Narrowing(condition, ids, _ACCOUNT))
    if wanted.statement_id is not None:
        found.append(_of_statement(wanted.statement_id))
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
            within = and_(*bounds)
            found.append(_Narrowing(within, _ids(within, ORDERS[name][1]), name))
    if wanted.state:
        state = and_(Transaction.state == wanted.state, text("transactions.state <> 0"))
        found.append(_Narrowing(state, _ids(state, "ix_transactions_unbooked")))
    if wanted.reversal:
        reversed_ = and_(true(), text("transactions.reversal"))
        found.append(_Narrowing(reversed_, _ids(reversed_, "ix_transactions_reversal")))
    return found


def _of_statement(statement_id: int) -> _Narrowing:
    """Entries a statement brought, and those of reports that it confirms."""
    brought = Transaction.statement_id == statement_id
    confirmed = Transaction.confirmed_by == statement_id
    ids = union_all(
        _ids(brought, "ix_transactions_statement"),
        _hint(
            select(Transaction.id).where(
                confirmed, text("transactions.confirmed_by IS NOT NULL")
            ),
            "ix_transactions_confirmed",
        ),
    ).subquery()
    return _Narrowing(or_(brought, confirmed), select(ids.c.id))


def _ids(condition: Condition, index: str) -> Select[Any]:
    return _hint(select(Transaction.id).where(_is_entry(), condition), index)


async def _most_selective(
    session: AsyncSession, candidates: list[Select[Any]]
) -> Select[Any] | None:
    """The ids one filter leaves, if it leaves few; None when all leave many."""
    best, fewest = None, _GATHER + 1
    for candidate in candidates:
        left = await _size(session, candidate, fewest)
        if left < fewest:
            best, fewest = candidate, left
        if fewest == 0:
            break
    return best


async def _bounds(
    session: AsyncSession, narrowings: list[_Narrowing], order: Order
) -> list[Condition]:
    """Where in its order a date filter's rows begin and end.

    Booking and value dates go together, so a walk by the one that is filtered
    by the other would pass over most of the table before its first hit.
    """
    column = ORDERS[order.name][0]
    other = {"BOOKING_DATE": "VALUE_DATE", "VALUE_DATE": "BOOKING_DATE"}.get(order.name)
    for narrowing in narrowings:
        if narrowing.order and narrowing.order == other:
            days = _hint(
                select(column.label("at")).where(_is_entry(), narrowing.condition),
                ORDERS[narrowing.order][1],
            )
            within = days.limit(_BOUNDED + 1).subquery()
            size, low, high = (
                await session.execute(
                    select(func.count(), func.min(within.c.at), func.max(within.c.at))
                )
            ).one()
            if size <= _BOUNDED:
                return [column >= low, column <= high]
    return []


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


def _walk(page: Select[Any], plan: _Plan) -> Select[Any]:
    """Follow the order's index and check each row."""
    return _hint(page.where(_is_entry(), *plan.conditions), plan.walked_index)


def _near(page: Select[Any], plan: _Plan, following: Select[Any]) -> Select[Any]:
    """The same among the next rows in order only: enough where many rows match."""
    ids = _hint(following.where(_is_entry()), plan.walked_index).limit(_NEAR)
    return page.where(
        *plan.conditions, Transaction.id.in_(select(ids.subquery().c.id))
    ).with_hint(Transaction, "NOT INDEXED", "sqlite")


def _gathered(query: Select[Any], plan: _Plan) -> Select[Any]:
    """Look at the few rows that one filter leaves."""
    if plan.gather is None:
        raise ValueError("there is nothing to gather")
    chosen = plan.gather.cte("chosen").prefix_with("MATERIALIZED", dialect="postgresql")
    # NOT INDEXED leaves SQLite the row id only: it must begin at the few ids.
    return query.where(
        _is_entry(),
        *plan.conditions,
        Transaction.id.in_(select(text("id")).select_from(chosen)),
    ).with_hint(Transaction, "NOT INDEXED", "sqlite")


def _hint(query: Select[Any], index: str) -> Select[Any]:
    # SQLite knows nothing of how values are spread, so it is told the index.
    return query.with_hint(Transaction, f"INDEXED BY {index}", "sqlite")


def _is_sqlite(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "sqlite"
