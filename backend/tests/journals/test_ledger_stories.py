"""Short stories of two or three files, told in every order: the ledger ends true.

Each story says what an accountant knows to have happened, and the files that tell it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations

import pytest

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.ledger_book import book
from tests.statements.statement_factory import ACCOUNT, Line, Part, Sheet, camt
from tests.statements.swift_factory import mt940, mt942

Import = Callable[..., Upload]


@dataclass(frozen=True)
class Story:
    """Files, and the bookings they come to; statements where that is the point."""

    files: Sequence[bytes]
    booked: Sequence[tuple[str, str]]
    pending: Sequence[tuple[str, str]] = ()
    current: int | None = None
    """So many booked statements count."""
    doubts: int = 0
    refused: frozenset[str] = frozenset()
    """A state of an upload that is right here besides imported and known."""


def day(number: int) -> str:
    """A day of March."""
    return f"2026-03-{number:02}"


A = Line(
    "100.00",
    day(2),
    reference="R-A",
    parts=[Part("100.00", "Alma", "E-A", "Faktura 1")],
)
B = Line(
    "-40.00", day(2), reference="R-B", parts=[Part("40.00", "Bo", "E-B", "Faktura 2")]
)
C = Line(
    "25.00", day(3), reference="R-C", parts=[Part("25.00", "Carl", "E-C", "Faktura 3")]
)
BARE = Line("100.00", day(2))
BATCH = Line(
    "300.00", day(2), reference="R-D",
    parts=[Part("120.00", "Dag"), Part("100.00", "Eva"), Part("80.00", "Finn")],
)  # fmt: skip
SINGLES = [
    Line(part.amount, day(2), parts=[part]) for part in BATCH.parts if part.amount
]
PAY = Line("-50.00", day(2), parts=[Part("30.00", "Gry"), Part("20.00", "Ib")])
PAID = Line("-50.00", day(2), reference="R-E")
MONDAY = Sheet([A, B], "1", "1000.00", first=day(2), last=day(2))
TUESDAY = Sheet([C], "2", "1060.00", first=day(3), last=day(3))
OUT, IN = Line("-20.00", day(2)), Line("20.00", day(2))
OUT_TWICE = [Line("-5.00", day(2)), Line("-15.00", day(2))]
EMPTY = Sheet([], "0", "1000.00", first=day(1), last=day(1))

STORIES = {
    "two days follow": Story(
        [camt(MONDAY), camt(TUESDAY)],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(3), "25.00")], current=2,
    ),
    "the number is always the same": Story(
        [camt(replace(MONDAY, sequence="0", name="X")),
         camt(replace(TUESDAY, sequence="0", name="X"))],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(3), "25.00")], current=2,
    ),
    "a year later the number is used again": Story(
        [camt(MONDAY),
         camt(Sheet([Line("5.00", "2027-03-02")], "1", "1060.00",
                    first="2027-03-02", last="2027-03-02"))],
        [(day(2), "-40.00"), (day(2), "100.00"), ("2027-03-02", "5.00")], current=2,
    ),
    "the same comes again under another message": Story(
        [camt(MONDAY), camt(MONDAY)],
        [(day(2), "-40.00"), (day(2), "100.00")], current=1,
    ),
    "it is made anew a day later": Story(
        [camt(MONDAY), camt(replace(MONDAY, created="2026-03-04T06:00:00"))],
        [(day(2), "-40.00"), (day(2), "100.00")], current=1,
    ),
    "a corrected statement": Story(
        [camt(MONDAY),
         camt(replace(MONDAY, lines=[A, replace(B, amount="-45.00")],
                      created="2026-03-04T06:00:00"))],
        [(day(2), "-45.00"), (day(2), "100.00")], current=1,
    ),
    "a corrected statement under another number": Story(
        [camt(MONDAY),
         camt(replace(MONDAY, lines=[A, replace(B, amount="-45.00")], sequence="9",
                      name="N", created="2026-03-04T06:00:00"))],
        [(day(2), "-45.00"), (day(2), "100.00")], current=1,
    ),
    "two payers under one bank reference": Story(
        [camt(MONDAY),
         camt(replace(TUESDAY, lines=[replace(C, reference="R-A")]))],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(3), "25.00")],
    ),
    "equal payments on one day in two statements": Story(
        [camt(Sheet([BARE], "1", "1000.00")),
         camt(Sheet([BARE], "2", "1100.00"))],
        [(day(2), "100.00"), (day(2), "100.00")], current=2,
    ),
    "two notifications with equal payments": Story(
        [camt(Sheet([BARE], "1", None, name="N1"), kind="camt.054"),
         camt(Sheet([BARE], "2", None, name="N2"), kind="camt.054")],
        [(day(2), "100.00"), (day(2), "100.00")], doubts=1,
    ),
    "two notifications and the statement that has both": Story(
        [camt(Sheet([BARE], "1", None, name="N1"), kind="camt.054"),
         camt(Sheet([BARE], "2", None, name="N2"), kind="camt.054"),
         camt(Sheet([BARE, BARE], "1", "1000.00"))],
        [(day(2), "100.00"), (day(2), "100.00")], current=1,
    ),
    "two notifications of one payment, told by the statement": Story(
        [camt(Sheet([BARE], "1", None, name="N1"), kind="camt.054"),
         camt(Sheet([BARE], "2", None, name="N2"), kind="camt.054"),
         camt(Sheet([BARE], "1", "1000.00"))],
        [(day(2), "100.00")], current=1,
    ),
    "report and statement without references": Story(
        [camt(Sheet([BARE], "1", None, name="I1"), kind="camt.052"),
         camt(Sheet([BARE], "1", "1000.00"))],
        [(day(2), "100.00")], current=1,
    ),
    "report, notification and statement": Story(
        [camt(Sheet([A], "1", None, name="I1"), kind="camt.052"),
         camt(Sheet([A], "1", None, name="N1"), kind="camt.054"), camt(MONDAY)],
        [(day(2), "-40.00"), (day(2), "100.00")], current=1,
    ),
    "one statement in two formats": Story(
        [camt(Sheet([BARE, replace(BARE, amount="-40.00")], "1", "1000.00")),
         mt940("1000.00", ["100.00", "-40.00"], first=day(2), last=day(2))],
        [(day(2), "-40.00"), (day(2), "100.00")], current=1,
    ),
    "two days in two formats": Story(
        [camt(MONDAY), mt940("1060.00", ["100.00"], first=day(2), last=day(3))],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(3), "100.00")], current=2,
    ),
    "a pending payment is booked": Story(
        [camt(Sheet([replace(A, status="PDNG")], "1", None, name="I1"),
              kind="camt.052"),
         camt(MONDAY)],
        [(day(2), "-40.00"), (day(2), "100.00")],
    ),
    "a pending payment that the next report names no more": Story(
        [camt(Sheet([replace(A, status="PDNG")], "1", None, name="I1",
                    created="2026-03-02T09:00:00"), kind="camt.052"),
         camt(Sheet([replace(B, status="PDNG")], "2", None, name="I2",
                    created="2026-03-02T12:00:00"), kind="camt.052")],
        [], pending=[(day(2), "-40.00")],
    ),
    "a cut-off statement is repaired": Story(
        [mt940("1000.00", ["100.00"], first=day(2), last=day(2), is_cut=True),
         mt940("1000.00", ["100.00", "-40.00"], first=day(2), last=day(2))],
        [(day(2), "-40.00"), (day(2), "100.00")], current=1,
        refused=frozenset({"REFUSED"}),
    ),
    "a month over its days": Story(
        [camt(MONDAY), camt(TUESDAY),
         camt(Sheet([A, B, C], "M3", "1000.00", first=day(1), last=day(31)))],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(3), "25.00")],
    ),
    "three parts of a day under one number": Story(
        [camt(Sheet([BARE], "0", "0.00", name="X")),
         camt(Sheet([BARE], "0", "100.00", name="X")),
         camt(Sheet([BARE], "0", "200.00", name="X"))],
        [(day(2), "100.00"), (day(2), "100.00"), (day(2), "100.00")], current=3,
    ),
    "two statements without balances": Story(
        [camt(Sheet([BARE], "1", None)), camt(Sheet([BARE], "2", None))],
        [(day(2), "100.00"), (day(2), "100.00")], current=2, doubts=1,
    ),
    "reports that repeat the day so far": Story(
        [camt(Sheet([BARE], "1", "0.00", name="I1"), kind="camt.052"),
         camt(Sheet([BARE, BARE], "2", "0.00", name="I2"), kind="camt.052")],
        [(day(2), "100.00"), (day(2), "100.00")],
    ),
    "reports that go on from each other": Story(
        [camt(Sheet([BARE], "1", "0.00", name="I1"), kind="camt.052"),
         camt(Sheet([BARE], "2", "100.00", name="I2"), kind="camt.052")],
        [(day(2), "100.00"), (day(2), "100.00")],
    ),
    "the next statement tells which of two is right": Story(
        [mt940("1000.00", ["100.00"], first=day(1), last=day(2)),
         mt940("1000.00", ["100.00", "-40.00"], first=day(1), last=day(2)),
         camt(TUESDAY)],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(3), "25.00")], current=2,
    ),
    "forth and back on one day, alike": Story(
        [camt(Sheet([OUT], "1", "100.00")), camt(Sheet([IN], "2", "80.00")),
         camt(Sheet([OUT], "3", "100.00"))],
        [(day(2), "-20.00"), (day(2), "-20.00"), (day(2), "20.00")], current=3,
    ),
    "forth and back on one day, by other payments": Story(
        [camt(Sheet([OUT], "8", "100.00", created="2026-03-02T09:00:00")),
         camt(Sheet([IN], "9", "80.00", created="2026-03-02T12:00:00")),
         camt(Sheet(OUT_TWICE, "10", "100.00", created="2026-03-02T18:00:00"))],
        [(day(2), "-20.00"), (day(2), "-15.00"), (day(2), "-5.00"), (day(2), "20.00")],
        current=3,
    ),
    "forth, further back, and to where it first was": Story(
        [camt(Sheet([OUT], "1", "100.00")),
         camt(Sheet([Line("60.00", day(2))], "2", "80.00")),
         camt(Sheet([OUT, OUT, OUT], "3", "140.00"))],
        [(day(2), "-20.00")] * 4 + [(day(2), "60.00")], current=3,
    ),
    "forth and back on one day, told in two formats": Story(
        [camt(Sheet([OUT], "1", "100.00")), camt(Sheet(OUT_TWICE, "3", "100.00")),
         mt940("80.00", ["20.00"], first=day(1), last=day(2), number="2")
         + mt940("100.00", ["-5.00", "-15.00"], first=day(1), last=day(2), number="3")],
        [(day(2), "-20.00"), (day(2), "-15.00"), (day(2), "-5.00"), (day(2), "20.00")],
        current=3,
    ),
    "forth and back, and what came first is corrected": Story(
        [camt(Sheet([OUT], "1", "100.00", created="2026-03-02T09:00:00")),
         camt(Sheet([IN], "2", "80.00", created="2026-03-02T12:00:00")),
         camt(Sheet(OUT_TWICE, "1", "100.00", created="2026-03-02T18:00:00"))],
        [(day(2), "-15.00"), (day(2), "-5.00"), (day(2), "20.00")], current=2,
    ),
    "a level day in two parts, and the month that begins with it": Story(
        [camt(Sheet([OUT], "1", "100.00")), camt(Sheet([IN], "2", "80.00")),
         camt(Sheet([OUT, IN, C], "M", "100.00", last=day(3)))],
        [(day(2), "-20.00"), (day(2), "20.00"), (day(3), "25.00")], current=3,
    ),
    "three parts of a day, and the month around them": Story(
        [camt(Sheet([OUT], "1", "100.00"), Sheet([OUT], "3", "60.00")),
         camt(Sheet([OUT], "2", "80.00")),
         camt(Sheet([OUT, OUT, OUT, C], "M", "100.00", first=day(1), last=day(31)))],
        [(day(2), "-20.00")] * 3 + [(day(3), "25.00")], current=4,
    ),
    "a batch that the other format lists singly": Story(
        [camt(Sheet([A, BATCH], "1", "0.00")),
         mt940("0.00", ["120.00", "100.00", "100.00", "80.00"],
               first=day(1), last=day(2))],
        [(day(2), "100.00"), (day(2), "300.00")], current=1,
    ),
    "a day's batch, and the longer statement that lists it singly": Story(
        [camt(Sheet([A, BATCH], "1", "0.00")),
         mt940("0.00", ["120.00", "100.00", "100.00", "80.00", "25.00"],
               first=day(1), last=day(3), number="31",
               days=[day(2)] * 4 + [day(3)])],
        [(day(2), "100.00"), (day(2), "300.00"), (day(3), "25.00")], current=2,
    ),
    "a month's batch, and the day that lists it singly": Story(
        [camt(Sheet([A, BATCH, C], "M", "0.00", first=day(1), last=day(31))),
         mt940("0.00", ["120.00", "100.00", "100.00", "80.00"],
               first=day(1), last=day(2))],
        [(day(2), "100.00"), (day(2), "300.00"), (day(3), "25.00")], current=2,
    ),
    "two batches of a day, told singly by the week, and the day once more": Story(
        [camt(Sheet([PAID, BATCH, PAY], "1", "900.00")),
         mt940("900.00", ["-30.00", "120.00", "-20.00", "100.00", "80.00", "-50.00",
                          "25.00"],
               first=day(1), last=day(6), number="31",
               days=[day(2)] * 6 + [day(3)]),
         mt940("900.00", ["120.00", "100.00", "80.00", "-50.00", "-50.00"],
               first=day(1), last=day(2))],
        [(day(2), "-50.00"), (day(2), "-50.00"), (day(2), "300.00"), (day(3), "25.00")],
    ),
    "a batch until noon, and the two days that list it singly": Story(
        [camt(Sheet([A, BATCH], "1", "0.00", created="2026-03-02T12:00:00")),
         camt(Sheet([A, *SINGLES, B, C], "2", "0.00", first=day(2), last=day(3)))],
        [(day(2), "-40.00"), (day(2), "100.00"), (day(2), "300.00"),
         (day(3), "25.00")], current=2,
    ),
    "a batch without balances, and the day that lists it singly": Story(
        [camt(Sheet([BATCH], "1", None)),
         camt(Sheet([*SINGLES, C], "2", None, first=day(2), last=day(3)))],
        [(day(2), "80.00"), (day(2), "100.00"), (day(2), "120.00"),
         (day(2), "300.00"), (day(3), "25.00")], current=2, doubts=1,
    ),
    "notified one by one, booked as a batch": Story(
        [camt(Sheet(SINGLES, "1", None, name="N1"), kind="camt.054"),
         camt(Sheet([A, BATCH], "1", "0.00"))],
        [(day(2), "100.00"), (day(2), "300.00")], current=1,
    ),
    "reported one by one without a word, booked as a batch": Story(
        [mt942(["120.00", "100.00", "80.00"], day=day(2)),
         camt(Sheet([BARE, BATCH], "1", "0.00"))],
        [(day(2), "100.00"), (day(2), "300.00")], current=1,
    ),
    "reported as a batch, notified one by one": Story(
        [camt(Sheet([BATCH], "1", None, name="I1"), kind="camt.052"),
         camt(Sheet([A, *SINGLES], "1", None, name="N1"), kind="camt.054")],
        [(day(2), "100.00"), (day(2), "300.00")],
    ),
    "notified as a batch, booked one by one": Story(
        [camt(Sheet([BATCH], "1", None, name="N1"), kind="camt.054"),
         mt940("0.00", ["120.00", "100.00", "80.00"], first=day(1), last=day(2))],
        [(day(2), "80.00"), (day(2), "100.00"), (day(2), "120.00")], current=1,
    ),
    "a statement lists as pending what the next one books": Story(
        [camt(Sheet([B, replace(A, status="PDNG")], "1", "0.00")),
         camt(Sheet([replace(A, day=day(3))], "2", "-40.00", first=day(3),
                    last=day(3)))],
        [(day(2), "-40.00"), (day(3), "100.00")], current=2,
    ),
    "one format lists what is pending, the other does not": Story(
        [camt(Sheet([B, replace(A, status="PDNG")], "1", "0.00")),
         mt940("0.00", ["-40.00"], first=day(1), last=day(2))],
        [(day(2), "-40.00")], pending=[(day(2), "100.00")], current=1,
    ),
    "a bare report of the day before it is booked": Story(
        [camt(Sheet([BARE], "1", None, name="I1"), kind="camt.052"),
         camt(Sheet([replace(BARE, day=day(3), valued=day(2))], "1", "0.00",
                    first=day(3), last=day(3)))],
        [(day(2), "100.00"), (day(3), "100.00")], doubts=1,
    ),
    "a quiet day between": Story(
        [camt(EMPTY), camt(MONDAY)],
        [(day(2), "-40.00"), (day(2), "100.00")], current=2,
    ),
}  # fmt: skip


def number_of_order(order: int) -> str:
    """Another IBAN for each order in which a story is told."""
    account = f"5050{order:010}"
    check = 98 - int(f"{account}132000") % 97
    return f"DK{check:02}{account}"


@pytest.mark.both_stores
@pytest.mark.dealt(4)
@pytest.mark.parametrize("name", STORIES)
def test_a_story_ends_true_in_every_order(
    name: str, import_bytes: Import, database: Database, realm: str
) -> None:
    story = STORIES[name]
    for number, order in enumerate(permutations(range(len(story.files))), 1):
        account = number_of_order(number)
        for at in order:
            data = story.files[at].replace(ACCOUNT.encode(), account.encode())
            upload = import_bytes(data, f"{at}.txt")
            assert upload.state in {"IMPORTED", "KNOWN"} | story.refused, order
        found = book(database, realm, account)
        assert found.breaches == [], order
        assert found.booked == _amounts(story.booked), order
        assert found.of("pending") == _amounts(story.pending), order
        assert story.current in {None, found.current}, (order, found.statements)
        assert found.doubts == story.doubts, order


def _amounts(rows: Sequence[tuple[str, str]]) -> list[tuple[str, Decimal]]:
    return [(when, Decimal(amount)) for when, amount in rows]
