"""Whatever is asked of the log, on either database, in either order, page by page."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select, text

from giroscope.features.logs import LogEntry
from giroscope.features.logs import search as searching_module
from giroscope.features.logs.day_index import TERMS, Extent, Terms, facts_of
from giroscope.features.logs.filters import Wanted
from giroscope.features.logs.queries import ORDER
from giroscope.features.logs.search import find
from giroscope.kernel.database import Database
from giroscope.kernel.paging import Order, PageRequest

pytestmark = pytest.mark.both_stores

REALM = "giroscope"
BEGIN = datetime(2026, 9, 30, 23, 59, 59, 700_000, tzinfo=UTC)
SIZE = 4
ENTRIES = 120
TYPES = ("BANK", "BANK", "ERP", "MAIL")
CAUSE = "HTTP 500: it's \\ late"


def entry(number: int) -> dict[str, Any]:
    """One of many, over some months; several at the same instant."""
    exchange, kind = number // 2, TYPES[number // 2 % 4]
    is_reply = number % 2 == 1
    is_bad = is_reply and exchange % 7 == 0 and kind != "MAIL"
    host = f"bank{exchange % 5}"
    words = f" envelope uploadfile https {host} example msg{exchange}"
    return {
        "created": BEGIN + timedelta(hours=17 * (number // 3), seconds=number // 3),
        "exchange": f"{exchange:032}", "is_reply": is_reply,
        "direction": "IN" if is_reply else "OUT", "log_type": kind,
        "peer": f"bank:{exchange % 5}", "operation": "UploadFile",
        "uri": f"https://{host}.example/corporate",
        "status": None if exchange % 9 == 0 else 500 if exchange % 7 == 0 else 200,
        "duration_ms": 5, "size": 10, "stored": 10, "data": "x", "is_cut": False,
        "has_bytes": False, "failure": None,
        "cause": CAUSE if is_bad else None,
        "correlation_id": f"c-{exchange // 10}", "request_id": None, "trace": None,
        "sha256": None,
        "words": words + (f" rare{exchange}" if exchange % 20 == 0 else ""),
    }  # fmt: skip


ROWS = [entry(number) | {"id": number + 1} for number in range(ENTRIES)]
QUESTIONS = [
    Wanted(),
    Wanted(types=["ERP"]),
    Wanted(types=["ERP", "MAIL"], directions=["IN"]),
    Wanted(statuses=[500]),
    Wanted(statuses=[500, 404], types=["BANK", "ERP"]),
    Wanted(types=["MAIL"], statuses=[418]),
    Wanted(types=["BANK"], statuses=[500], failed=True),
    Wanted(failed=True),
    Wanted(failed=True, directions=["OUT"]),
    Wanted(failed=False, text="bank2"),
    Wanted(cause=CAUSE, text="bank1"),
    Wanted(cause=CAUSE, types=["ERP"]),
    Wanted(peer="bank:3", directions=["OUT"]),
    Wanted(text="envelope"),
    Wanted(text="BANK3"),
    Wanted(text="rare"),
    Wanted(text="rare4 bank"),
    Wanted(text="msg1 msg1 example"),
    Wanted(text="msg1", types=["BANK"]),
    Wanted(text="bank1 bank2"),
    Wanted(text="zzzz envelope"),
    Wanted(text="it's ':* | ! @bank"),
    Wanted(uri="bank3.example"),
    Wanted(uri="bank3.example/c", statuses=[200], directions=["IN"]),
    Wanted(uri="://", directions=["IN"]),
    Wanted(uri="://"),
    Wanted(failed=False),
    Wanted(correlation_id="c-2", text="bank1"),
    Wanted(from_=BEGIN + timedelta(days=3), to=BEGIN + timedelta(days=9), text="bank1"),
    Wanted(to=BEGIN, text="envelope", directions=["OUT"]),
    Wanted(from_=BEGIN + timedelta(days=900), text="envelope", directions=["OUT"]),
]


@pytest.fixture
def filled(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A realm whose log is long beside what is looked at before an index is asked."""
    monkeypatch.setattr(searching_module, "NEAR", 10)
    monkeypatch.setattr(searching_module, "COUNTED_AMONG", 30)
    with database.job_connection(REALM) as connection:
        connection.execute(insert(LogEntry), ROWS)
        connection.commit()
    return database


def fits(row: dict[str, Any], wanted: Wanted) -> bool:
    """The same question, asked of one row in Python."""
    words = "".join(
        sign if sign.isalnum() else " " for sign in wanted.words.casefold()
    ).split()
    told = (
        (wanted.types, row["log_type"]),
        (wanted.directions, row["direction"]),
        (wanted.statuses, row["status"]),
    )
    return (
        all(values is None or value in values for values, value in told)
        and all(f" {word}" in row["words"] for word in words)
        and (wanted.uri or "") in row["uri"]
        and wanted.failed in (None, row["cause"] is not None)
        and wanted.cause in (None, row["cause"])
        and wanted.peer in (None, row["peer"])
        and wanted.correlation_id in (None, row["correlation_id"])
        and (wanted.from_ is None or row["created"] >= wanted.from_)
        and (wanted.to is None or row["created"] <= wanted.to)
    )


def expected(wanted: Wanted, *, is_descending: bool) -> list[int]:
    found = [row for row in ROWS if fits(row, wanted)]
    found.sort(key=lambda row: (row["created"], row["id"]), reverse=is_descending)
    return [row["id"] for row in found]


async def read(
    database: Database, wanted: Wanted, order: Order, request: PageRequest
) -> tuple[list[int], str, str]:
    """The ids of a page, and the cursors of its ends."""
    async with database.reading(REALM) as session:
        found = await find(session, wanted, order, request)

        async def count() -> Any:
            return await found.counted(session)

        page = order.page(found.rows, request, order.place, count)
        ends = (page.cursors[0], page.cursors[-1]) if page.cursors else ("", "")
        return [row.id for row in page.rows], *ends


@pytest.mark.parametrize("is_descending", [True, False], ids=["newest", "oldest"])
async def test_every_question_finds_what_there_is(
    filled: Database, *, is_descending: bool
) -> None:
    order = replace(ORDER, is_descending=is_descending)
    for wanted in QUESTIONS:
        there = expected(wanted, is_descending=is_descending)
        seen, after, before = list[int](), None, None
        while True:
            asked = PageRequest(first=SIZE, after=after)
            page, start, end = await read(filled, wanted, order, asked)
            seen += page
            if len(page) < SIZE:
                break
            after, before = end, start
        assert seen == there, wanted
        leapt, _, _ = await read(filled, wanted, order, PageRequest(first=SIZE, skip=6))
        assert leapt == there[6 : 6 + SIZE], wanted
        if before is not None:
            # The page before the last full one, read backwards.
            at = (len(there) // SIZE - 1) * SIZE
            asked = PageRequest(last=SIZE, before=before)
            back, _, _ = await read(filled, wanted, order, asked)
            assert back == there[max(0, at - SIZE) : at], wanted


async def test_counts_are_exact_or_say_that_they_are_not(filled: Database) -> None:
    for wanted in QUESTIONS:
        async with filled.reading(REALM) as session:
            found = await find(session, wanted, ORDER, PageRequest(first=SIZE))
            total, is_exact = await found.counted(session)
        there = len(expected(wanted, is_descending=True))
        if is_exact:
            assert total == there, wanted
        else:
            # On a file, many are assumed where many of the newest hold the words.
            assert filled.is_sqlite or total == 30 < there, wanted


def test_postgresql_takes_the_index_by_day(database: Database) -> None:
    if database.is_sqlite:
        pytest.skip("SQLite has an index of words")
    asked = select(LogEntry.id).where(TERMS.op("@@")(text("'20726~a'::tsquery")))
    with database.job_connection(REALM) as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        said = str(asked.compile(connection))
        plan = connection.execute(text(f"EXPLAIN {said}")).scalars().all()
    assert "ix_communication_logs_days" in "".join(plan)


def test_the_first_spans_are_days_and_the_last_are_long() -> None:
    newest, oldest = BEGIN + timedelta(days=1_000), BEGIN
    terms = Terms((), ("a",))
    asked = Extent(newest, oldest).questions(terms)
    days = [question.count("~") for question in asked]
    assert days[:9] == [1, 1, 1, 1, 1, 1, 1, 7, 7]
    assert sum(days) == 1_001
    assert len(asked) == 80
    assert asked[0].startswith("('21726~a':*)")
    assert Extent(oldest, newest).questions(terms)[0] == "('20726~a':*)"


def test_what_belongs_together_is_one_term() -> None:
    assert facts_of(Wanted(types=["BANK"])) == (("=BANK",),)
    assert facts_of(Wanted(types=["ERP"], statuses=[404, 500])) == (
        ("=ERP=404", "=ERP=500"),
    )
    assert facts_of(Wanted(types=["ERP"], failed=True)) == (("=ERP!",),)
    assert facts_of(Wanted(cause="HTTP 500: no")) == (("!HTTP_500:_no",),)
    assert facts_of(Wanted(failed=False, text="a")) == ()
