"""One act on many rows: those with some ids, or all that match a filter.

Each row is a transaction of its own and has a result of its own, so one that cannot be
done takes no other with it. One call works for a moment and tells where it stopped:
whoever asked goes on from there, and sees how far it is.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any

import strawberry
from sqlalchemy import Select, func, select

from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import (
    AppError,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
)
from giroscope.kernel.graph import NamedValue, Problem
from giroscope.kernel.paging import Column, Count, Order, PageRequest
from giroscope.kernel.web import incident

MOST_IDS = 1_000
MOST_MATCHING = 10_000
_PORTION = 100
"""Rows looked up at once; of these, as many are done as the time allows."""
_SECONDS = 2.0


class SelectionChanged(Conflict):
    """Other rows match by now; look at them again."""

    code = "selection_changed"


class TooManyRows(InvalidInput):
    """More rows match than can be changed at once; narrow the filter."""

    code = "selection_too_large"


@strawberry.enum(description="What became of one row.")
class BulkResultKind(Enum):
    """What became of one row."""

    DONE = "DONE"
    FAILED = "FAILED"
    NOT_ELIGIBLE = "NOT_ELIGIBLE"


@strawberry.type(description="What became of one row, and why where it was not done.")
class BulkResult:
    """What became of one row."""

    id: strawberry.ID
    label: str
    outcome: BulkResultKind
    code: str | None = None
    message: str | None = None
    values: list[NamedValue] = strawberry.field(
        default_factory=list, description="What the sentence of `code` is filled with."
    )


@strawberry.type(
    description="What became of the rows that this call reached. Where `next` is not"
    " null there are more: call again with it as the selection's `after`."
)
class BulkResults:
    """What became of the rows that a call reached."""

    total: int | None = strawberry.field(
        description="Rows of the whole selection; told by its first call."
    )
    done: int
    failed: int
    not_eligible: int
    results: list[BulkResult]
    next: str | None


BulkOutcome = Annotated[BulkResults | Problem, strawberry.union("BulkOutcome")]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rows are meant. The inputs of rooms become this."""

    ids: Sequence[str] | None
    rows: Select[Any] | None
    """All rows that match, where a filter was given."""
    expected: int | None
    after: str | None

    @classmethod
    def of(cls, asked: Any, rows: Select[Any] | None) -> "Selection":
        """From an input with `ids`, `matching`, `expected_count` and `after`.

        `rows` are those that match, or None where it has no filter.

        Raises:
            InvalidInput: Neither ids nor a filter are given, or both.
        """
        if (asked.ids is None) == (asked.matching is None):
            raise InvalidInput("Give either `ids` or `matching`", path="selection")
        if asked.matching is not None and asked.expected_count is None:
            raise InvalidInput(
                "Say how many rows you expect to match", path="selection.expectedCount"
            )
        if asked.ids is not None and len(asked.ids) > MOST_IDS:
            raise TooManyRows(
                f"At most {MOST_IDS} can be named at once", path="selection.ids"
            )
        ids = None if asked.ids is None else list(dict.fromkeys(map(str, asked.ids)))
        return cls(ids, rows, asked.expected_count, asked.after)


@dataclass(frozen=True, slots=True)
class _Portion:
    """Some ids, each with the place to go on from after it."""

    ids: list[str]
    places: list[str]
    has_more: bool
    total: int | None


async def portion_of(
    session: ReadSession, selection: Selection, key: Column, row_id: Column
) -> _Portion:
    """The next ids of a selection; `key` is the column that ids are of.

    Raises:
        SelectionChanged: Other rows match than whoever asked has seen.
        TooManyRows: More match than can be changed at once.
        InvalidInput: The place to go on from is none.
    """
    if selection.ids is not None:
        return _named(selection.ids, selection.after)
    if selection.rows is None:
        raise InvalidInput("Give either `ids` or `matching`", path="selection")
    total = None
    if selection.after is None:
        total = await _matching(session, selection.rows, selection.expected)
    # Newest first: what comes in meanwhile, and what was done, is not met again.
    order = Order("selection", row_id, row_id)
    request = PageRequest(first=_PORTION, after=selection.after)
    only = selection.rows.with_only_columns(row_id, key).order_by(None)
    found = list(await session.execute(order.apply(only, request)))
    page = order.page(found, request, lambda row: (row[0], row[0]), _uncounted)
    ids = [str(row[1]) for row in page.rows]
    return _Portion(ids, page.cursors, page.has_next, total)


def _named(ids: Sequence[str], after: str | None) -> _Portion:
    if after is not None and after not in ids:
        raise InvalidInput("The selection has no such row", path="selection.after")
    start = 0 if after is None else ids.index(after) + 1
    some = list(ids[start : start + _PORTION])
    total = len(ids) if after is None else None
    return _Portion(some, some, start + len(some) < len(ids), total)


async def _matching(
    session: ReadSession, rows: Select[Any], expected: int | None
) -> int:
    bounded = rows.order_by(None).limit(MOST_MATCHING + 1).subquery()
    found = await session.execute(select(func.count()).select_from(bounded))
    total = int(found.scalar_one())
    if total > MOST_MATCHING:
        raise TooManyRows(
            f"More than {MOST_MATCHING} rows match; narrow the filter",
            path="selection.matching",
        )
    if total != expected:
        raise SelectionChanged(f"{total} rows match by now, not {expected}")
    return total


async def _uncounted() -> Count:
    return Count(0, is_exact=False)


async def in_turn(
    portion: _Portion,
    labels: Mapping[str, str],
    act: Callable[[str], Awaitable[object]],
) -> BulkResults:
    """Do it to one row after the other, for as long as a call may last."""
    results: list[BulkResult] = []
    until = time.monotonic() + _SECONDS
    for row_id in portion.ids:
        results.append(await _tried(row_id, labels.get(row_id, row_id), act))
        if time.monotonic() > until:
            break
    reached = len(results)
    is_over = reached == len(portion.ids) and not portion.has_more
    return BulkResults(
        total=portion.total,
        done=_count(results, BulkResultKind.DONE),
        failed=_count(results, BulkResultKind.FAILED),
        not_eligible=_count(results, BulkResultKind.NOT_ELIGIBLE),
        results=results,
        next=None if is_over else portion.places[reached - 1],
    )


async def _tried(
    row_id: str, label: str, act: Callable[[str], Awaitable[object]]
) -> BulkResult:
    result = BulkResult(
        id=strawberry.ID(row_id), label=label, outcome=BulkResultKind.DONE
    )
    try:
        await act(row_id)
    except AppError as refusal:
        # What the state or the rules forbid was never to be done; the rest went wrong.
        is_unfit = isinstance(refusal, Conflict | Forbidden | NotFound)
        kinds = BulkResultKind
        result.outcome = kinds.NOT_ELIGIBLE if is_unfit else kinds.FAILED
        result.code, result.message = refusal.code, refusal.message
        told = {key: str(value) for key, value in refusal.values.items()}
        result.values = NamedValue.of(told)
    except Exception as error:  # noqa: BLE001 - the edge of one row
        name = incident(error, "bulk")
        result.outcome, result.code = BulkResultKind.FAILED, "internal"
        result.message = f"Something went wrong here. Quote incident {name}."
        result.values = NamedValue.of({"incident": name})
    return result


def _count(results: list[BulkResult], kind: BulkResultKind) -> int:
    return sum(one.outcome is kind for one in results)
