"""Many rows at once: those that were meant, in portions, each with its result."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import (
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    Unavailable,
)
from giroscope.kernel.paging import BadCursor
from giroscope.kernel.selection import (
    MOST_IDS,
    MOST_MATCHING,
    BulkResultKind,
    Selection,
    SelectionChanged,
    TooManyRows,
    in_turn,
    portion_of,
)
from giroscope.kernel.tables import Job
from giroscope.settings import Settings


@dataclass
class Asked:
    """As an input of a room."""

    ids: list[str] | None = None
    matching: object | None = None
    expected_count: int | None = None
    after: str | None = None


@pytest.fixture
async def here(sqlite_settings: Settings) -> AsyncIterator[Database]:
    made = Database(sqlite_settings)
    yield made
    await made.close()


def _jobs(database: Database, count: int) -> None:
    with database.job_session("giroscope") as session:
        # Jobs stand in for the rows of any room.
        session.execute(
            insert(Job),
            [
                {"verb": "x", "subject": 1000 + n, "state": "QUEUED", "done": n,
                 "created": system_clock(), "total": 0, "attempts": 1}
                for n in range(count)
            ],
        )  # fmt: skip


async def _portions(database: Database, **asked: Any) -> list[Any]:
    """All portions, and the place from which each went on."""
    found = []
    asked.setdefault("matching", None if "ids" in asked else object())
    async with database.reading("giroscope") as session:
        while True:
            selection = Selection.of(Asked(**asked), select(Job))
            portion = await portion_of(session, selection, Job.subject, Job.id)
            found.append(portion)
            if not portion.has_more:
                return found
            asked["after"] = portion.places[-1]


async def test_all_that_match_are_met_once_newest_first(here: Database) -> None:
    _jobs(here, 250)
    found = await _portions(here, expected_count=250)
    assert [len(one.ids) for one in found] == [100, 100, 50]
    assert [one.total for one in found] == [250, None, None]
    met = [one for portion in found for one in portion.ids]
    assert met == [str(1000 + n) for n in reversed(range(250))]
    told = [await in_turn(one, {}, _acting({})) for one in found]
    assert [(one.total, one.done) for one in told] == [
        (250, 100), (None, 100), (None, 50)
    ]  # fmt: skip
    assert [one.next for one in told] == [
        found[0].places[-1], found[1].places[-1], None
    ]  # fmt: skip


async def test_named_rows_are_met_once_in_the_order_they_were_named(
    here: Database,
) -> None:
    ids = [str(n) for n in range(200, 0, -1)]
    found = await _portions(here, ids=[*ids, "200", "7"])
    assert [len(one.ids) for one in found] == [100, 100]
    assert [one.total for one in found] == [200, None]
    assert [one for portion in found for one in portion.ids] == ids


@pytest.mark.parametrize("expected", [1, 3])
async def test_other_rows_than_were_seen_stop_it(here: Database, expected: int) -> None:
    _jobs(here, 2)
    with pytest.raises(SelectionChanged):
        await _portions(here, expected_count=expected)


async def test_as_many_as_may_match_are_taken_and_one_more_is_refused(
    here: Database,
) -> None:
    _jobs(here, MOST_MATCHING)
    async with here.reading("giroscope") as session:
        asked = Asked(matching=object(), expected_count=MOST_MATCHING)
        first = await portion_of(
            session, Selection.of(asked, select(Job)), Job.subject, Job.id
        )
    assert first.total == MOST_MATCHING == 10_000
    _jobs(here, 1)
    with pytest.raises(TooManyRows):
        await _portions(here, expected_count=MOST_MATCHING + 1)
    async with here.reading("giroscope") as session:
        assert await session.scalar(select(func.count(Job.id))) == MOST_MATCHING + 1


async def test_a_place_of_another_list_is_no_place(here: Database) -> None:
    with pytest.raises(BadCursor):
        await _portions(here, expected_count=0, after="bnVsbA")


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"ids": ["1"], "matching": object(), "expected_count": 1},
        {"matching": object()},
        {"ids": ["1"] * (MOST_IDS + 1)},
    ],
)
def test_a_selection_says_which_rows_and_how_many(asked: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        Selection.of(Asked(**asked), select(Job))
    assert Selection.of(Asked(ids=["1"] * MOST_IDS), None).ids == ["1"]
    assert MOST_IDS == 1000


async def test_an_empty_selection_is_done_at_once(here: Database) -> None:
    for asked in ({"ids": []}, {"expected_count": 0}):
        (portion,) = await _portions(here, **asked)
        told = await in_turn(portion, {}, _unasked)
        assert (told.total, told.done, told.results, told.next) == (0, 0, [], None)


async def _unasked(_row: str) -> None:
    raise AssertionError("there is no row")


def _acting(raised: dict[str, Exception]) -> Callable[[str], Any]:
    async def act(row: str) -> None:
        if row in raised:
            raise raised[row]

    return act


async def test_what_becomes_of_each_row_is_told_by_its_refusal(here: Database) -> None:
    raised: dict[str, Exception] = {
        "2": Conflict("Not now", since="noon"), "3": Forbidden(), "4": NotFound(),
        "5": InvalidInput("No"), "6": Unavailable(), "7": RuntimeError("secret sauce"),
    }  # fmt: skip
    (portion,) = await _portions(here, ids=[str(n) for n in range(1, 8)])
    told = await in_turn(portion, {"2": "second"}, _acting(raised))
    kinds = BulkResultKind
    assert [one.outcome for one in told.results] == [
        kinds.DONE, *[kinds.NOT_ELIGIBLE] * 3, *[kinds.FAILED] * 3
    ]  # fmt: skip
    assert (told.done, told.not_eligible, told.failed) == (1, 3, 3)
    assert [one.label for one in told.results[:3]] == ["1", "second", "3"]
    codes = [one.code for one in told.results]
    assert codes[:3] == [None, "conflict", "forbidden"]
    assert codes[6] == "internal"
    assert [(v.name, v.value) for v in told.results[1].values] == [("since", "noon")]
    assert "secret" not in (told.results[6].message or "")
    assert told.next is None
