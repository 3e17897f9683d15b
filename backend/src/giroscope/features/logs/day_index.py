"""Finds entries in PostgreSQL's index by day, newest or oldest days first.

Every word of an entry, and what its filters ask, stands in one GIN index behind the day
it belongs to: `20412~invoice`. A day's words lie together, so that a page of what is
common is found in a day or two, a page of what is rare by one short look for each span
of days, and new entries change only the end of the index.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import chain, repeat
from typing import Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    String,
    cast,
    column,
    func,
    literal,
    literal_column,
    select,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.logs.filters import Wanted, matching
from giroscope.features.logs.tables import LogEntry
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.word_index import WordIndex

TERMS: ColumnElement[Any] = literal_column(
    "array_to_tsvector(string_to_array(ltrim(replace(communication_logs.words"
    " || ' =' || communication_logs.log_type || ' =' || communication_logs.direction"
    " || coalesce(' =' || communication_logs.status::text || ' =' ||"
    " communication_logs.log_type || '=' || communication_logs.status::text, '')"
    " || coalesce(' ! =' || communication_logs.log_type || '! !' ||"
    " replace(communication_logs.cause, ' ', '_'), '')"
    " || ' @' || communication_logs.peer, ' ', ' ' ||"
    " ((communication_logs.created AT TIME ZONE 'UTC')::date - date '1970-01-01')::text"
    " || '~')), ' '))"
)
"""As the index says it, for otherwise it is not taken."""
_DAY_SECONDS = 86_400
_YEAR = 365


class Terms(NamedTuple):
    """What the index is asked: each line by one of its terms at least."""

    facts: tuple[tuple[str, ...], ...]
    """Terms as they stand."""
    words: tuple[str, ...]
    """How words begin."""
    unasked: tuple[str, ...] = ()
    """Words so common beside the others that each row found is asked by itself."""
    are_common: bool = False
    """Whether each has so many rows on a day that spans of days only cost more."""

    def on(self, day: int) -> str:
        """The question to one day."""
        lines = [
            " | ".join(_quoted(f"{day}~{term}") for term in line) for line in self.facts
        ]
        lines += [f"{_quoted(f'{day}~{word}')}:*" for word in self.words]
        return " & ".join(f"({line})" for line in lines)


class Extent(NamedTuple):
    """Between which days rows can lie, in the order of reading."""

    begin: datetime
    end: datetime

    def questions(self, terms: Terms) -> list[str]:
        """A question for each span of days."""
        spans = self._spans(_YEAR if terms.are_common else 7)
        return [" | ".join(map(terms.on, span)) for span in spans]

    def _spans(self, days: int) -> Iterator[range]:
        """Short spans first: what is common is found in them, and read no further."""
        day, last = _day(self.begin), _day(self.end)
        step = 1 if day <= last else -1
        lengths = chain(repeat(1, days), repeat(7, 51), repeat(30))
        while (last - day) * step >= 0:
            end = day + step * next(lengths)
            if (end - step - last) * step > 0:
                end = last + step
            yield range(day, end, step)
            day = end


def facts_of(wanted: Wanted) -> tuple[tuple[str, ...], ...]:
    """The terms of what is asked beside words; statuses and failures by type."""
    types, statuses = wanted.types or (), wanted.statuses or ()
    lines: list[Iterable[str]] = []
    if types and statuses:
        lines.append(f"={one}={status}" for one in types for status in statuses)
    if types and wanted.failed:
        lines.append(f"={one}!" for one in types)
    if not (types and (statuses or wanted.failed)):
        lines += [
            (f"={one}" for one in types),
            (f"={status}" for status in statuses),
            ("!" for _ in range(1 if wanted.failed else 0)),
        ]
    lines.append(f"={direction}" for direction in wanted.directions or ())
    if wanted.peer:
        lines.append([f"@{wanted.peer}"])
    if wanted.cause:
        lines.append(["!" + wanted.cause.replace(" ", "_")])
    return tuple(filter(None, map(tuple, lines)))


async def page_ids(
    session: AsyncSession,
    wanted: Wanted,
    terms: Terms,
    extent: Extent,
    order: Order,
    request: PageRequest,
) -> list[int]:
    """Ids of a page's rows and one more, in the order of reading."""
    await _by_index(session)
    day = _days(extent, terms)
    held = _held(day)
    placed = replace(order, column=held.created, row_id=held.id)
    within = placed.apply(_fitting(held, wanted, terms), request)
    # Each span is read up to a page, and none after the one in which the page ends.
    most = request.size + 1 + request.leap
    found = within.limit(most).offset(None).lateral("found")
    page = (
        select(found.c.id).select_from(day.join(found, true())).limit(request.size + 1)
    )
    rows = await session.execute(page.offset(request.leap))
    return list(rows.scalars())


async def count_up_to(
    session: AsyncSession, wanted: Wanted, terms: Terms, extent: Extent, most: int
) -> int:
    """How many rows there are, counted up to a bound."""
    await _by_index(session)
    day = _days(extent, terms)
    found = _fitting(_held(day), wanted, terms).lateral("found")
    some = (
        select(found.c.id).select_from(day.join(found, true())).limit(most).subquery()
    )
    counted = await session.execute(select(func.count()).select_from(some))
    return int(counted.scalar_one())


def _days(extent: Extent, terms: Terms) -> Any:
    asked = literal(extent.questions(terms), ARRAY(String))
    days = func.unnest(asked).table_valued(column("asked", String), name="day")
    return days.render_derived()


def _held(day: Any) -> Any:
    """The rows of a span that the index gives, before anything else is asked of them.

    The offset keeps PostgreSQL from asking the rest by another index instead.
    """
    fits = TERMS.op("@@")(cast(day.c.asked, TSQUERY))
    columns = [
        getattr(LogEntry, name)
        for name in (
            "id", "created", "log_type", "direction", "status", "uri", "peer",
            "cause", "correlation_id", "words",
        )
    ]  # fmt: skip
    found = select(*columns).where(fits).offset(literal_column("0")).correlate(day)
    return aliased(LogEntry, found.lateral("held"))


def _fitting(held: Any, wanted: Wanted, terms: Terms) -> Select[Any]:
    words = WordIndex(held.id, held.words, "")
    return select(held.id, held.created).where(
        *matching(wanted, held), *map(words.holds, terms.unasked)
    )


async def _by_index(session: AsyncSession) -> None:
    """Have PostgreSQL take the index, and remember each row that it gives."""
    index = func.set_config("enable_seqscan", "off", text("true"))
    memory = func.set_config("work_mem", "64MB", text("true"))
    await session.execute(select(index, memory))


def _day(instant: datetime) -> int:
    return int(instant.timestamp() // _DAY_SECONDS)


def _quoted(term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
