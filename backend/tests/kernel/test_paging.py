"""Pages by cursor: a cursor belongs to its order, and every row is met once."""

import base64
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import orjson
import pytest
from sqlalchemy import Date, create_engine, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from giroscope.kernel.columns import Amount, UtcDateTime
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import (
    DEFAULT_SIZE,
    MAX_SIZE,
    MAX_SKIP,
    BadCursor,
    Count,
    Order,
    Page,
    PageRequest,
    row_id,
)


class Base(DeclarativeBase):
    pass


class Line(Base):
    __tablename__ = "lines"
    id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(Date)
    amount: Mapped[Decimal] = mapped_column(Amount)
    instant: Mapped[datetime] = mapped_column(UtcDateTime)
    name: Mapped[str]
    rank: Mapped[int]


NEWEST = Order("DAY", Line.day, Line.id)
OLDEST = Order("DAY", Line.day, Line.id, is_descending=False)
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


@dataclass
class Lines:
    """Seven lines; two and two of them of one day."""

    session: Session

    def page(self, order: Order, request: PageRequest) -> Page[Line]:
        found = list(self.session.scalars(order.apply(select(Line), request)))
        return order.page(found, request, order.place, _uncounted)

    def ids(self, order: Order, **asked: Any) -> list[int]:
        return [row.id for row in self.page(order, PageRequest(**asked)).rows]


async def _uncounted() -> Count:
    return Count(0, is_exact=False)


@pytest.fixture
def lines() -> Any:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        for number in range(1, 8):
            session.execute(
                insert(Line).values(
                    id=number, day=date(2026, 11, 1 + number // 2),
                    amount=Decimal(number) / 4, name=f"n{number % 3}", rank=number % 2,
                    instant=NOON + timedelta(hours=number // 3),
                )
            )  # fmt: skip
        yield Lines(session)
    engine.dispose()


def _cursor(*parts: Any) -> str:
    return base64.urlsafe_b64encode(orjson.dumps(parts)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("column", "is_descending"),
    [
        (column, falls)
        for column in (Line.day, Line.amount, Line.instant, Line.name, Line.rank)
        for falls in (True, False)
    ],
)
def test_pages_in_either_direction_meet_every_row_once(
    lines: Lines, column: Any, is_descending: bool
) -> None:
    order = Order("X", column, Line.id, is_descending=is_descending)
    whole = lines.ids(order, first=7)
    assert sorted(whole) == list(range(1, 8))
    ahead: list[int] = []
    request = PageRequest(first=2)
    while True:
        page = lines.page(order, request)
        ahead += [row.id for row in page.rows]
        if not page.has_next:
            break
        request = PageRequest(first=2, after=page.cursors[-1])
    assert ahead == whole
    back: list[int] = []
    request = PageRequest(last=2)
    while True:
        page = lines.page(order, request)
        back = [row.id for row in page.rows] + back
        if not page.has_previous:
            break
        request = PageRequest(last=2, before=page.cursors[0])
    assert back == whole


def test_rows_of_one_value_are_told_apart_by_their_id(lines: Lines) -> None:
    assert lines.ids(NEWEST) == [7, 6, 5, 4, 3, 2, 1]
    assert lines.ids(OLDEST) == [1, 2, 3, 4, 5, 6, 7]
    falls = Order("RANK", Line.rank, Line.id)
    assert lines.ids(falls) == [7, 5, 3, 1, 6, 4, 2]
    rises = Order("RANK", Line.rank, Line.id, is_descending=False)
    assert lines.ids(rises) == [2, 4, 6, 1, 3, 5, 7]


@pytest.mark.parametrize(
    ("asked", "ids", "has_next", "has_previous"),
    [
        ({"first": 7}, [1, 2, 3, 4, 5, 6, 7], False, False),
        ({"first": 6}, [1, 2, 3, 4, 5, 6], True, False),
        ({"first": 0}, [], True, False),
        ({"last": 7}, [1, 2, 3, 4, 5, 6, 7], False, False),
        ({"last": 6}, [2, 3, 4, 5, 6, 7], False, True),
        ({"first": 2, "after": 3}, [4, 5], True, True),
        ({"first": 4, "after": 3}, [4, 5, 6, 7], False, True),
        ({"last": 2, "before": 4}, [2, 3], True, True),
        ({"last": 3, "before": 4}, [1, 2, 3], True, False),
        ({"before": 4}, [1, 2, 3], True, False),
        ({"first": 2, "skip": 1}, [2, 3], True, True),
        ({"first": 2, "skip": 5}, [6, 7], False, True),
        ({"first": 2, "after": 2, "skip": 2}, [5, 6], True, True),
        ({"last": 2, "skip": 2}, [4, 5], True, True),
    ],
)
def test_a_page_says_whether_there_is_more_on_either_side(
    lines: Lines,
    asked: dict[str, int],
    ids: list[int],
    has_next: bool,
    has_previous: bool,
) -> None:
    cursors = lines.page(OLDEST, PageRequest(first=7)).cursors
    places = {
        key: cursors[value - 1] if key in {"after", "before"} else value
        for key, value in asked.items()
    }
    page = lines.page(OLDEST, PageRequest(**places))  # type: ignore[arg-type]
    assert [row.id for row in page.rows] == ids
    assert (page.has_next, page.has_previous) == (has_next, has_previous)


@pytest.mark.parametrize("order", [NEWEST, OLDEST])
def test_a_list_is_ended_at_a_place_that_still_belongs_to_it(
    lines: Lines, order: Order
) -> None:
    place = (date(2026, 11, 3), 4)
    ended = order.upto(select(Line.id), PageRequest(first=9), place)
    found = sorted(lines.session.scalars(ended))
    assert found == ([4, 5, 6, 7] if order.is_descending else [1, 2, 3, 4])


@pytest.mark.parametrize(
    "cursor",
    [
        _cursor("AMOUNT", "2026-11-02", 1),
        _cursor("day", "2026-11-02", 1),
        _cursor("", "2026-11-02", 1),
        _cursor(*("DAY", "2026-11-02", True)),
        _cursor("DAY", "2026-11-02", 2**63),
        _cursor("DAY", "2026-11-02", -1),
        _cursor("DAY", "2026-11-02", None),
        _cursor("DAY", 1, 1),
        _cursor("DAY", "2026-11-02"),
        "%",
    ],
)
@pytest.mark.parametrize("end", ["after", "before"])
def test_a_cursor_that_is_none_of_this_order_is_refused(
    lines: Lines, cursor: str, end: str
) -> None:
    with pytest.raises(BadCursor):
        lines.ids(NEWEST, **{end: cursor})


def test_a_cursor_of_another_list_or_order_is_refused(lines: Lines) -> None:
    other = Order("INSTANT", Line.day, Line.id)
    (cursor,) = lines.page(other, PageRequest(first=1)).cursors
    with pytest.raises(BadCursor):
        lines.ids(NEWEST, after=cursor)
    assert lines.ids(other, after=cursor)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (Line.name, "a\0b"), (Line.name, 7), (Line.rank, "1"), (Line.rank, -1),
        (Line.rank, 2**63), (Line.rank, True), (Line.amount, "0.000001"),
        (Line.amount, "100000000000000000000000"), (Line.amount, "x"),
        (Line.instant, "yesterday"), (Line.instant, 5),
    ],
)  # fmt: skip
def test_a_value_that_is_none_of_the_column_is_refused(
    lines: Lines, column: Any, value: Any
) -> None:
    order = Order("X", column, Line.id)
    with pytest.raises(BadCursor):
        lines.ids(order, after=_cursor("X", value, 1))


def test_a_cursor_names_an_instant_in_any_zone(lines: Lines) -> None:
    order = Order("X", Line.instant, Line.id, is_descending=False)
    there = (NOON + timedelta(hours=1)).astimezone(timezone(timedelta(hours=5)))
    assert lines.ids(order, after=_cursor("X", there.isoformat(), 4)) == [5, 6, 7]


def test_the_size_of_a_page_is_bounded() -> None:
    assert PageRequest().size == DEFAULT_SIZE == 50
    assert PageRequest(last=3, first=9).size == 3
    assert PageRequest(first=0).size == 0
    assert PageRequest(first=MAX_SIZE).size == MAX_SIZE == 500
    for asked in ({"first": MAX_SIZE + 1}, {"first": -1}, {"last": 501}, {"last": -1}):
        with pytest.raises(InvalidInput):
            _ = PageRequest(**asked).size
    assert PageRequest(skip=MAX_SKIP).leap == MAX_SKIP == 1_000_000
    assert PageRequest(skip=0).leap == PageRequest().leap == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7", 7), ("0", 0), ("9" * 18, 10**18 - 1), ("9" * 19, None), ("", None),
        ("-1", None), ("1 ", None), ("1\n", None), ("\u0661", None), ("1.0", None),
    ],
)  # fmt: skip
def test_an_id_is_up_to_eighteen_digits(text: str, found: int | None) -> None:
    assert row_id(text) == found
