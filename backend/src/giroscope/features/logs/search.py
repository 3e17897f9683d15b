"""Finds a page of entries among millions, whatever is asked of them.

What one index answers in the order of time is read from it. Anything else is first
looked for among the nearest few hundred rows, which fill a page with what is common;
what is not goes to the index by day on PostgreSQL, to that of words on SQLite.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, func, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.logs import day_index
from giroscope.features.logs.day_index import Extent, Terms, facts_of
from giroscope.features.logs.filters import Wanted, matching, nearest
from giroscope.features.logs.tables import LogEntry
from giroscope.kernel.paging import Count, Order, PageRequest
from giroscope.kernel.word_index import WordIndex, cut, few_holding, is_sqlite

COUNTED = 10_000
"""What one index holds is counted up to here."""
COUNTED_AMONG = 1_000
"""What has to be looked for is counted up to here; a list grows as it is read on."""
NEAR = 500
"""So many rows are looked at before an index is asked."""
_COMMONER = 10
"""So many times as common as the rest of a question, a word is asked of the rows found:
to go through those in its index takes longer than to look at these."""
_COMMON = 0.01
"""One in a hundred has it."""
_WORDS = WordIndex(LogEntry.id, LogEntry.words, "communication_log_words")


class Found(NamedTuple):
    """Rows of a page (one more than asked for), and how to count them all."""

    rows: list[LogEntry]
    counted: Callable[[AsyncSession], Awaitable[Count]]


class _Near(NamedTuple):
    """The rows next to where a page begins, and which of them fit."""

    looked_at: list[Any]
    fitting: list[int]
    terms: Terms

    @property
    def is_all(self) -> bool:
        """Whether there are no more."""
        return len(self.looked_at) < NEAR


async def find(
    session: AsyncSession, wanted: Wanted, order: Order, request: PageRequest
) -> Found:
    """The rows of a page and one more, in the order of the page."""
    if _is_answered(wanted):
        return await _walked(session, order, request, _conditions(wanted))
    if is_sqlite(session):
        return await _in_file(session, wanted, order, request)
    near = await _near(session, wanted, order, request)
    end = request.leap + request.size + 1
    is_here = near.is_all or len(near.fitting) >= end
    if not (near.terms.facts or near.terms.words):
        return await _walked(session, order, request, _conditions(wanted))
    ids, whole = near.fitting[request.leap : end], None
    if not is_here:
        whole = await _extent(session, wanted, order, request)
    if whole is not None:
        extent = whole._replace(begin=near.looked_at[0].created)
        ids = await day_index.page_ids(
            session, wanted, near.terms, extent, order, request
        )

    async def count(session: AsyncSession) -> Count:
        extent = whole or await _extent(session, wanted, order, request)
        if extent is None:
            return Count(0, is_exact=True)
        most = COUNTED_AMONG + 1
        counted = await day_index.count_up_to(session, wanted, near.terms, extent, most)
        return _bounded(counted, most)

    return Found(await rows_of(session, ids), count)


async def rows_of(session: AsyncSession, ids: Sequence[int]) -> list[LogEntry]:
    """The rows with these ids, as they are told."""
    rows = await session.execute(select(LogEntry).where(LogEntry.id.in_(ids)))
    found = {row.id: row for row in rows.scalars()}
    return [found[one] for one in ids if one in found]


async def counted_all(session: AsyncSession, wanted: Wanted) -> int:
    """How many rows match, however long it takes: asked where a list ends."""
    every = select(func.count(LogEntry.id)).where(*_conditions(wanted))
    return int((await session.execute(every)).scalar_one())


def _is_answered(wanted: Wanted) -> bool:
    """Whether one index answers the whole, or all of a journal's rows are few."""
    if wanted.correlation_id is not None:
        return True
    parts = nearest(wanted)
    return not cut(wanted.words) and len(parts) == len(matching(wanted))


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    return [*matching(wanted), *map(_WORDS.holds, cut(wanted.words))]


async def _walked(
    session: AsyncSession,
    order: Order,
    request: PageRequest,
    conditions: Sequence[ColumnElement[bool]],
) -> Found:
    """Read an index in its order; ids first, for those leapt over stay unread."""
    page = order.apply(select(LogEntry.id).where(*conditions), request)
    ids = list((await session.execute(page)).scalars())

    async def count(session: AsyncSession) -> Count:
        most = COUNTED + 1
        some = select(LogEntry.id).where(*conditions).limit(most).subquery()
        found = await session.execute(select(func.count()).select_from(some))
        return _bounded(int(found.scalar_one()), most)

    return Found(await rows_of(session, ids), count)


async def _in_file(
    session: AsyncSession, wanted: Wanted, order: Order, request: PageRequest
) -> Found:
    """On SQLite: by the ids of those that hold the words, where they are few."""
    words = wanted.words
    few = await few_holding(session, _WORDS, words) if words else None
    if few is not None:
        conditions = [*matching(wanted), *few]
        return await _walked(session, order, request, conditions)
    found = await _walked(session, order, request, _conditions(wanted))
    if not words:
        return found

    async def count(session: AsyncSession) -> Count:
        """Many are assumed: they would be met one by one."""
        del session
        return Count(COUNTED, is_exact=False)

    return Found(found.rows, count)


async def _near(
    session: AsyncSession, wanted: Wanted, order: Order, request: PageRequest
) -> _Near:
    """The rows next to where the page begins, whatever else is asked of them."""
    words = tuple(dict.fromkeys(cut(wanted.words)))
    told = select(
        LogEntry.id,
        LogEntry.created,
        and_(true(), *matching(wanted)).label("fits"),
        and_(true(), *matching(replace(wanted, uri=None))).label("is_kind"),
        *map(_WORDS.holds, words),
    ).where(*nearest(wanted))
    ahead = order.apply(told, request).limit(NEAR).offset(None)
    rows = list(await session.execute(ahead))
    fitting = [row.id for row in rows if row.fits and all(row[4:])]
    return _Near(rows, fitting, _terms(facts_of(wanted), words, rows))


def _terms(
    facts: tuple[tuple[str, ...], ...], words: tuple[str, ...], rows: Sequence[Any]
) -> Terms:
    """The question to the index, without words far commoner than its rest."""
    if not rows:
        return Terms(facts, words)
    ids = [row.id for row in rows]
    # The rows are of one kind already, which is the rarer the further apart they lie.
    among_all = len(rows) / (max(ids) - min(ids) + 1)
    kind, *shares = (_share(rows, at) for at in range(3, 4 + len(words)))
    together = kind * among_all if facts else 1.0
    asked = set[str]()
    for share, word in sorted(zip(shares, words, strict=True)):
        if share > _COMMONER * together:
            break
        asked.add(word)
        together *= share
    held = [share for share, word in zip(shares, words, strict=True) if word in asked]
    rarest = min([*held, kind * among_all] if facts else held, default=0.0)
    return Terms(
        facts,
        tuple(word for word in words if word in asked),
        tuple(word for word in words if word not in asked),
        are_common=rarest >= _COMMON,
    )


def _share(rows: Sequence[Any], at: int) -> float:
    """How many of the rows have it; what none has, one in a thousand may have."""
    return max(sum(1 for row in rows if row[at]), 0.5) / len(rows)


async def _extent(
    session: AsyncSession, wanted: Wanted, order: Order, request: PageRequest
) -> Extent | None:
    """Between which instants rows can lie; None where there are none at all."""
    ends: Any = select(func.min(LogEntry.created), func.max(LogEntry.created))
    first, last = (await session.execute(ends.where(*nearest(wanted)))).one()
    if first is None:
        return None
    falls = order.is_descending != request.is_backward
    return Extent(last, first) if falls else Extent(first, last)


def _bounded(counted: int, most: int) -> Count:
    return Count(min(counted, most - 1), is_exact=counted < most)
