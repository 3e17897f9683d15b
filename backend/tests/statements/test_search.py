"""A page of transactions is what a plain filter over all rows would give.

A few thousand made-up rows are asked for in every way; bounds are lowered so
that each way of the search is taken: near, gathered, walked.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from itertools import count
from typing import Any

import pytest
from sqlalchemy import insert, text

from giroscope.features.banks import Account
from giroscope.features.documents import Document
from giroscope.features.statements import (
    Statement,
    Transaction,
    counting,
    sampling,
    search,
    ways,
)
from giroscope.features.statements.narrowing import Filter
from giroscope.features.statements.tables import ReportEntry
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.words import among_words, searchable
from tests.shares import SomeOf

pytestmark = pytest.mark.both_stores

ROWS = 2_000
FIRST = date(2026, 1, 1)
NAMES = (
    "Østerbro Bageri", "Ærø Færgen", "Åkande A/S", "Grønlund & Sønner", "Café 100%",
    "O'Hara_Ltd", "Straße 5b", "ÎLE", "Bager Jørgen", "x; DROP TABLE transactions",
    "2026-03-02 1e5 12ab", "ΣΊΣΥΦΟΣ", "a\\b", "Ⅷ ½ ²",
)  # fmt: skip
# Most are told by their columns alone, the others stand among the words.
REFERENCES = (
    "E2E{:04}", "AS{}", "{:06}", "X{}" + "7" * 62, "X{}" + "7" * 300, "Inv-{}", "inv{}",
    "Ære{}", "AS {}", "\uff21\uff33{}", "AS_{}%",
)  # fmt: skip
QUESTIONS = (
    "øst", "Ø", "æ", "åk", "aak", "grøn sønner", "sønner grøn", "100%", "%", "_", "'",
    '"', "o'hara", "hara_l", "strasse", "straße", "DROP", "x; DROP TABLE transactions",
    '" OR 1=1 --', "*", "a*", ":*", "bager -jørgen", "NEAR(a b)", "1e5", "12", "2026",
    "îl", "ile", "σίσυφος", "a\\b", "\\", "½", "²", "faktura 17", "fak 1 2", " ", "",
    "bageri 17", "σίσυφος faktura", "øst grøn", "𞤀𞤣", "e\u0301", "\ufeff", "ნ",
    "k" * 3000, "e2e", "E2E0017", "e2e17", "as17", "AS1", "as_17", "as17 faktura 17",
    "0000", "0001", "inv", "INV17", "inv-17", "e2e as1", "as1 e2e", "øst as", "æRE1",
    "\uff41\uff53", "x17", "X" + "7" * 300, "x1" + "7" * 63, "as~", "17 øst",
)  # fmt: skip


def _rows() -> list[dict[str, Any]]:
    source = random.Random(7)  # noqa: S311 - made-up rows are no secrets
    rows = []
    for number in range(1, ROWS + 1):
        day = FIRST + timedelta(days=source.randrange(60))
        units = source.choice((0, 1, 100, 2500, source.randrange(1, 10**6)))
        amount = Decimal(units).scaleb(-2) * source.choice((1, -1))
        is_detail = number % 9 == 0
        state = source.choice((0, 0, 0, 0, 1, 2))
        references = [_reference(source, number) for _ in range(2)]
        # What the release before this one stored holds them all among its words.
        among = references if number % 7 == 0 else map(among_words, references)
        rows.append(
            {
                "id": number * 3, "entry_key": number.to_bytes(16, "big"),
                "account_id": source.randrange(1, 4),
                "statement_id": source.randrange(1, 9), "document_id": 1,
                "parent_id": 3 if is_detail else None, "position": number,
                "booking_date": day, "value_date": day, "day": day,
                "value_day": day + timedelta(days=source.randrange(-3, 3)),
                "amount": amount, "size": abs(amount),
                "currency": source.choice(("DKK", "DKK", "EUR")),
                "state": state,
                "reversal": source.random() < 0.05, "detail_count": 0,
                "end_to_end_id": references[0], "bank_reference": references[1],
                "words": searchable(
                    source.choice(NAMES), f"Faktura {number}", *among
                ),
            }
        )  # fmt: skip
    return rows


def _witnesses(rows: list[dict[str, Any]]) -> dict[int, set[int]]:
    """The statements that tell of an entry which another's word shows.

    An entry that is composed is witnessed by the statement that shows it as well.
    """
    source = random.Random(13)  # noqa: S311 - made-up rows are no secrets
    found = {}
    for row in rows:
        own = row["statement_id"]
        if row["parent_id"] is None:
            found[row["id"]] = source.choice((set(), set(), {9}, {own, 9}, {own}))
    return found


def _report_entries(
    rows: list[dict[str, Any]], witnesses: dict[int, set[int]]
) -> Iterator[dict[str, Any]]:
    """What those statements say; and entries and details that witness nothing."""
    own = count(ROWS * 3 + 1)
    for row in rows:
        said = {name: value for name, value in row.items() if name != "id"}
        for statement_id in sorted(witnesses.get(row["id"], ())):
            entry_id, kept = row["id"], said | {"statement_id": statement_id}
            entry = {**kept, "own_id": next(own), "entry_id": entry_id, "reason": None}
            yield entry
            yield {**entry, "own_id": next(own), "parent_id": entry["own_id"]}
        if row["parent_id"] is None and row["id"] % 5 == 0:
            yield {**said, "statement_id": 9, "own_id": next(own), "entry_id": None,
                   "reason": "REPLACED"}  # fmt: skip


def _reference(source: random.Random, number: int) -> str | None:
    shape = source.choice((None, *REFERENCES))
    return shape and shape.format(number)


@pytest.fixture
def rows(database: Database, realm: str) -> list[dict[str, Any]]:
    """The rows, stored."""
    made = _rows()
    now = system_clock()
    with database.job_connection(realm) as connection:
        connection.execute(
            insert(Document).values(
                id=1, sha256="0", name="d", size=0, kind="OTHER", source="SHELL",
                received=now,
            )
        )  # fmt: skip
        connection.execute(
            insert(Account), [{"id": n, "number": str(n), "currency": "DKK"}
                              for n in range(1, 4)],
        )  # fmt: skip
        connection.execute(
            insert(Statement),
            [
                {
                    "id": n, "identity": str(n), "digest": "", "document_id": 1,
                    "account_id": 1, "correlation_id": "c", "format": "camt.053",
                    "is_final": True, "imported": now, "incoming": Decimal(0),
                    "outgoing": Decimal(0), "entries": ROWS // 9, "details": 0,
                    "reader_version": 1,
                }
                for n in range(1, 10)
            ],
        )  # fmt: skip
        connection.execute(insert(Transaction), made)
        witnesses = _witnesses(made)
        connection.execute(insert(ReportEntry), [*_report_entries(made, witnesses)])
        if database.is_sqlite:
            connection.execute(
                text(
                    "INSERT INTO transaction_words (rowid, words)"
                    " SELECT id, words FROM transactions WHERE parent_id IS NULL"
                )
            )
        connection.commit()
    return [row | {"witnesses": witnesses.get(row["id"], set())} for row in made]


def fits(row: dict[str, Any], wanted: Filter) -> bool:
    """The filter, told plainly."""
    return (
        row["parent_id"] is None
        and (wanted.account_ids is None or row["account_id"] in wanted.account_ids)
        and wanted.statement_id in {None, row["statement_id"], *row["witnesses"]}
        and _within(row["day"], wanted.booked)
        and _within(row["value_day"], wanted.valued)
        and _within(row["size"], wanted.size)
        and wanted.is_credit in {None, row["amount"] >= 0}
        and wanted.state in {None, row["state"]}
        and wanted.reversal in {None, row["reversal"]}
        and wanted.currency in {None, row["currency"]}
        and all(
            any(held.startswith(word) for held in _words(row))
            for word in _split(wanted.text)
        )
    )


def _words(row: dict[str, Any]) -> list[str]:
    """Every word of a row, wherever it is kept."""
    return _split(row["words"], row["end_to_end_id"], row["bank_reference"])


@cache
def _split(*told: str | None) -> list[str]:
    """Split once: every question looks at every row."""
    return searchable(*told).split()


def _within(value: Any, bounds: tuple[Any, Any]) -> bool:
    low, high = bounds
    return (low is None or value >= low) and (high is None or value <= high)


KEYS = {"BOOKING_DATE": "day", "VALUE_DATE": "value_day", "AMOUNT": "size"}


def _sorted(
    rows: list[dict[str, Any]], wanted: Filter, name: str, *, is_descending: bool
) -> list[int]:
    chosen = [row for row in rows if fits(row, wanted)]
    chosen.sort(key=lambda row: (row[KEYS[name]], row["id"]), reverse=is_descending)
    return [row["id"] for row in chosen]


SINGLE = (
    Filter(),
    Filter(account_ids=[2]), Filter(account_ids=[1, 3]), Filter(account_ids=[]),
    Filter(account_ids=[99]),
    Filter(statement_id=4), Filter(statement_id=9), Filter(statement_id=77),
    Filter(booked=(date(2026, 1, 20), date(2026, 1, 22))),
    Filter(booked=(date(2026, 2, 20), None)), Filter(booked=(None, date(2026, 1, 2))),
    Filter(valued=(date(2026, 1, 20), date(2026, 1, 22))),
    Filter(valued=(date(2030, 1, 1), None)),
    Filter(size=(Decimal("25.00"), Decimal("25.00"))),
    Filter(size=(Decimal(0), Decimal(0))), Filter(size=(Decimal(9000), None)),
    Filter(is_credit=True), Filter(is_credit=False),
    Filter(state=0), Filter(state=1), Filter(state=2),
    Filter(reversal=True), Filter(reversal=False),
    Filter(currency="EUR"), Filter(currency="XXX"),
)  # fmt: skip


def _mixed() -> Iterator[Filter]:
    source = random.Random(11)  # noqa: S311 - made-up questions are no secrets
    parts = [
        {"account_ids": [1]}, {"account_ids": [2, 3]}, {"statement_id": 9},
        {"booked": (date(2026, 1, 5), date(2026, 2, 5))},
        {"valued": (date(2026, 1, 30), None)}, {"size": (Decimal(1), Decimal(5000))},
        {"is_credit": False}, {"text": "faktura 1"}, {"text": "øst"}, {"state": 0},
        {"state": 1}, {"reversal": True}, {"currency": "DKK"},
    ]  # fmt: skip
    for _ in range(40):
        chosen = source.sample(parts, source.randrange(2, 5))
        merged: dict[str, Any] = {}
        for part in chosen:
            merged |= part
        yield replace(Filter(), **merged)


WAYS: dict[str, list[tuple[Any, str, int]]] = {
    "as it is": [],
    "walk": [(ways, "FEW", 0), (search, "_NEAR", 5)],
    "walk further": [(ways, "FEW", 0), (search, "_NEAR", 20)],
    "gather": [(search, "_NEAR", 1)],
    "gather by rare words": [
        (search, "_NEAR", 1),
        (sampling, "_COUNTED", 0),
        (search, "_RARE", 300),
    ],
    "sample": [(search, "_NEAR", 1), (sampling, "_COUNTED", 0), (ways, "FEW", 10)],
}


@pytest.fixture(params=WAYS)
def bounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Each way of the search; tells whether it is a forced one."""
    changed = WAYS[request.param]
    for module, name, value in changed:
        monkeypatch.setattr(module, name, value)
    return bool(changed)


async def _pages(
    database: Database, realm: str, wanted: Filter, order: Any, *, backward: bool
) -> tuple[list[int], int]:
    """All ids page by page, and the count that is told."""
    found: list[int] = []
    cursor, size, total = None, 190, -1
    for _ in range(ROWS):
        request = (
            PageRequest(last=size, before=cursor) if backward
            else PageRequest(first=size, after=cursor)
        )  # fmt: skip
        async with database.reading(realm) as session:
            got = await search.find(session, wanted, order, request)
            page = order.page(got.rows, request, order.place, lambda: None)
            if total < 0:
                counted = await counting.count(session, got.plan)
                total = counted.total if counted.is_exact else -2
        ids = [row.id for row in page.rows]
        found = ids + found if backward else found + ids
        more = page.has_previous if backward else page.has_next
        if not more:
            return found, total
        cursor = page.cursors[0] if backward else page.cursors[-1]
    raise AssertionError("the pages do not end")


async def test_pages_are_what_a_plain_filter_gives(
    database: Database, realm: str, rows: list[dict[str, Any]], bounds: bool,
    some_of: SomeOf,
) -> None:  # fmt: skip
    questions = [*SINGLE, *_mixed(), *(Filter(text=asked) for asked in QUESTIONS)]
    source = random.Random(3)  # noqa: S311 - made-up questions are no secrets
    for wanted in some_of(questions, 8 if bounds else 6):
        name = source.choice(list(KEYS))
        is_descending, backward = source.random() < 0.5, source.random() < 0.5
        order = search.order_by(name, is_descending=is_descending)
        expected = _sorted(rows, wanted, name, is_descending=is_descending)
        found, total = await _pages(database, realm, wanted, order, backward=backward)
        where = (wanted, name, is_descending, backward)
        assert found == expected, where
        assert total in {len(expected), -2}, where


async def test_a_leap_lands_where_turning_pages_would(
    database: Database, realm: str, rows: list[dict[str, Any]], bounds: bool,
    some_of: SomeOf,
) -> None:  # fmt: skip
    source = random.Random(5)  # noqa: S311 - made-up questions are no secrets
    for wanted in some_of([*_mixed()], 12 if bounds else 6):
        name, is_descending = source.choice(list(KEYS)), source.random() < 0.5
        order = search.order_by(name, is_descending=is_descending)
        expected = _sorted(rows, wanted, name, is_descending=is_descending)
        start = source.randrange(len(expected) + 2)
        for request, ids in (
            (PageRequest(first=7, skip=start), expected[start : start + 7]),
            (PageRequest(last=7, skip=start), expected[::-1][start : start + 7][::-1]),
        ):
            async with database.reading(realm) as session:
                got = await search.find(session, wanted, order, request)
            page = order.page(got.rows, request, order.place, lambda: None)
            assert [row.id for row in page.rows] == ids, (wanted, name, request)
            is_backward = request.last is not None
            beyond = page.has_next if is_backward else page.has_previous
            more = page.has_previous if is_backward else page.has_next
            assert (beyond, more) == (start > 0, start + 7 < len(expected))


async def test_a_leap_begins_beside_its_cursor(
    database: Database, realm: str, rows: list[dict[str, Any]]
) -> None:
    order, wanted = search.order_by("VALUE_DATE", is_descending=False), Filter()
    expected = _sorted(rows, wanted, "VALUE_DATE", is_descending=False)
    async with database.reading(realm) as session:
        first = PageRequest(first=10)
        got = await search.find(session, wanted, order, first)
        cursor = order.page(got.rows, first, order.place, lambda: None).cursors[-1]
        far = PageRequest(first=5, after=cursor, skip=30)
        leapt = await search.find(session, wanted, order, far)
    assert [row.id for row in leapt.rows[:5]] == expected[40:45]


async def test_few_rows_are_counted_exactly(
    database: Database, realm: str, rows: list[dict[str, Any]]
) -> None:
    order = search.order_by("AMOUNT", is_descending=True)
    for wanted in (
        Filter(text="færgen"), Filter(statement_id=2), Filter(statement_id=9),
        Filter(state=2),
    ):  # fmt: skip
        async with database.reading(realm) as session:
            found = await search.find(session, wanted, order, PageRequest(first=10))
            counted = await counting.count(session, found.plan)
        assert counted.is_exact
        assert counted.total == sum(fits(row, wanted) for row in rows)


@pytest.mark.parametrize(
    ("entries", "last", "is_countable"),
    [
        # Many small files leave gaps between their ids.
        (2_000, 900_000, True), (50_000, 120_000, True),
        (50_001, 120_000, False), (2_000, 1_000_001, False),
    ],
)  # fmt: skip
def test_what_is_small_is_counted_whatever_its_ids(
    entries: int, last: int, *, is_countable: bool
) -> None:
    assert sampling.Extent(entries, last).is_countable is is_countable
