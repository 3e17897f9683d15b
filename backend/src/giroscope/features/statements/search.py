"""Finds a page of transactions among millions, whatever the filters.

Two ways to a page: *walk* an index in the order asked for and check each row,
which is fast when many rows match; or *gather* the few rows one selective
filter leaves and sort those. A short walk comes first, for it mostly ends with
a full page; where it meets too little, a bounded probe of each filter decides.
"""

from typing import Any, NamedTuple

from sqlalchemy import Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements import queries, replaced
from giroscope.features.statements.narrowing import (
    ACCOUNT,
    ORDERS,
    Condition,
    Filter,
    Narrowing,
    conditions,
    hint,
    is_entry,
    narrowings,
)
from giroscope.features.statements.sampling import extent, sample
from giroscope.features.statements.tables import Transaction
from giroscope.features.statements.ways import (
    FEW,
    Plan,
    among,
    among_fewest,
    gathered,
    only_walk,
    rows,
)
from giroscope.features.statements.word_index import WORDS
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.word_index import cut, prepare

# So many rows in order are looked at before filters are probed.
_NEAR = 1_000
# With so many hits among them, a longer walk is likely to fill the page.
_PROMISING = 3
_FAR = 20_000
# Words in so many rows of all are worth looking up, if a sample tells right.
_RARE = 2 * FEW
# So many dates are looked at to see where a filter's rows lie in another order.
_BOUNDED = 100_000


class Found(NamedTuple):
    """Rows of a page (one more than asked for), and how to count them all."""

    rows: list[Any]
    plan: Plan


class _Asked(NamedTuple):
    """A page of an order, and where in that order to look."""

    order: Order
    request: PageRequest
    own: list[Condition]
    """Filters that the walked index answers by itself."""
    walked_index: str

    def page(self) -> Select[Any]:
        """The page, before any filter."""
        return self.order.apply(select(*queries.SHOWN), self.request)

    def following(self, *columns: Any) -> Select[Any]:
        """The rows to come, whether the other filters fit them or not."""
        ahead = self.order.apply(select(*columns), self.request)
        return hint(ahead.where(is_entry(), *self.own), self.walked_index)


def order_by(name: str, *, is_descending: bool, is_replaced: bool = False) -> Order:
    """The order a list is asked for in."""
    if is_replaced:
        return replaced.order_by(name, is_descending=is_descending)
    column, _ = ORDERS[name]
    return Order(name, column, Transaction.id, is_descending)


async def find(
    session: AsyncSession, wanted: Filter, order: Order, request: PageRequest
) -> Found:
    """The rows of a page and one more, in the order of the page."""
    if wanted.is_replaced:
        entries: list[Any] = [*await replaced.find(session, wanted, order, request)]
        return Found(entries, Plan([], "", beside=replaced.matching(wanted)))
    parts, words = narrowings(wanted), cut(wanted.text)
    asked = _asked(wanted, parts, order, request)
    fits = [*conditions(wanted), *map(WORDS.holds, words)]
    only = parts[0].ids if len(parts) == len(fits) == 1 else None
    plan = Plan(fits, asked.walked_index, only)
    await only_walk(session)
    if len(asked.own) == len(fits):
        return Found(await rows(session, plan.walk(asked.page())), plan)
    # What an index holds few of costs next to nothing to probe; a range may lie
    # all over the table, and a common word is long to look up.
    few = await among_fewest(session, [part.ids for part in parts if not part.order])
    if few is None:
        # A leap passes over more hits than a short walk meets.
        near = None if request.leap else await _nearby(session, asked, plan)
        if near is not None:
            return Found(near, plan)
        few = await among_fewest(session, [part.ids for part in parts if part.order])
    plan = plan._replace(among=few)
    if few is None and words:
        plan = await _few_by_words(session, words, plan)
    if plan.among is not None:
        return Found(await gathered(session, plan, asked.page()), plan)
    bounds = await _bounds(session, parts, order)
    return Found(await rows(session, plan.walk(asked.page().where(*bounds))), plan)


def _asked(
    wanted: Filter, parts: list[Narrowing], order: Order, request: PageRequest
) -> _Asked:
    index, answered = ORDERS[order.name][1], {order.name}
    if order.name == "BOOKING_DATE" and len(wanted.account_ids or ()) == 1:
        index, answered = "ix_transactions_account", {order.name, ACCOUNT}
    own = [part.condition for part in parts if part.order in answered]
    return _Asked(order, request, own, index)


async def _nearby(session: AsyncSession, asked: _Asked, plan: Plan) -> list[Any] | None:
    """The page, if a short walk ends with it; else None.

    The walk is bounded, since hits may lie close together and then no more.
    """
    order, request = asked.order, asked.request
    ahead = _NEAR
    while True:
        places = asked.following(order.column, order.row_id)
        end = (await session.execute(places.limit(1).offset(ahead))).first()
        page = asked.page()
        if end is not None:
            page = order.upto(page, request, end)
        found = await rows(session, plan.walk(page))
        if end is None or len(found) > request.size:
            return found
        if ahead > _NEAR or len(found) < _PROMISING:
            return None
        ahead = min(2 * ahead * (request.size + 1) // len(found), _FAR)


async def _few_by_words(session: AsyncSession, words: list[str], plan: Plan) -> Plan:
    """The plan, with the few rows that hold the words; as it is where many do.

    Only words that a sample shows to be rare are looked up: to look up a common
    one takes longer than all the rest. Where each is common, but hardly any row
    holds them all, the index must tell which.
    """
    there = await extent(session)
    worth = words
    if not there.is_countable:
        held = [WORDS.holds(word) for word in words]
        all_, fits = and_(*held), and_(*plan.conditions)
        drawn = await sample(session, there, *held, all_, fits)
        *each, together, estimate = drawn.estimates()
        plan = plan._replace(estimate=estimate)
        rare = [word for word, hits in zip(words, each, strict=True) if hits <= _RARE]
        worth = rare or (words if together <= _RARE else [])
    if not worth:
        return plan
    await prepare(session)
    few = await among(session, WORDS.ids(session, worth, is_entry()))
    return plan._replace(among=few)


async def _bounds(
    session: AsyncSession, narrowings: list[Narrowing], order: Order
) -> list[Condition]:
    """Where in its order a date filter's rows begin and end.

    Booking and value dates go together, so a walk by the one that is filtered
    by the other would pass over most of the table before its first hit.
    """
    column = ORDERS[order.name][0]
    other = {"BOOKING_DATE": "VALUE_DATE", "VALUE_DATE": "BOOKING_DATE"}.get(order.name)
    for narrowing in narrowings:
        if narrowing.order and narrowing.order == other:
            days = hint(
                select(column.label("at")).where(is_entry(), narrowing.condition),
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
