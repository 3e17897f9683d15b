"""Which entries of several reports are one booking, and what is only in doubt."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from giroscope.features.statements.booking import Bookings, Doubt, Hidden
from giroscope.features.statements.bookings import find_bookings
from giroscope.features.statements.relations import CURRENT, Fate, Version
from giroscope.features.statements.reports import Decided, Reports
from giroscope.features.statements.sameness import (
    BOOKED,
    INFORMATION,
    PENDING,
    Item,
)
from giroscope.features.statements.tables import Kind, Status
from tests.statements.version_factory import item, march, version

DAY = version(1)
"""The statement of the 2nd, from 100 to 105."""
SILENT: dict[str, Any] = {"opening": None, "closing": None}
EQUAL, CONTRADICTING = Doubt.EQUAL_WITHOUT_REFERENCE, Doubt.CONTRADICTING
Told = tuple[Version, Sequence[Item]]


def interim(number: int, **told: Any) -> Version:
    """An interim report of the 2nd, without balances unless they are told."""
    return version(number, **{**SILENT, "kind": Kind.INTERIM, **told})


def notification(number: int, **told: Any) -> Version:
    """A notification of the 2nd."""
    return interim(number, kind=Kind.NOTIFICATION, **told)


def found(
    *told: Told, fates: Mapping[int, Fate] | None = None, **more: Any
) -> Bookings:
    """What reports and their entries come to."""
    versions = {one.id: one for one, _ in told}
    items = {
        one.id: [entry._replace(statement_id=one.id) for entry in listed]
        for one, listed in told
    }
    all_fates = dict.fromkeys(versions, CURRENT) | dict(fates or {})
    return find_bookings(Reports(versions, all_fates, items, **more))


def groups(bookings: Bookings) -> list[list[int]]:
    """The entries of each booking by their ids, the shown one first."""
    told = [[one.own_id for one in each.members] for each in bookings.bookings]
    return sorted(told)


def states(bookings: Bookings) -> list[int]:
    """What each booking is shown as."""
    return [each.state for each in bookings.bookings]


def doubts(bookings: Bookings) -> list[tuple[int, int, Doubt]]:
    """The pairs that may be one, and why."""
    return [
        (one.left.shown.own_id, one.right.shown.own_id, one.reason)
        for one in bookings.doubted
    ]


@pytest.mark.parametrize(
    ("state", "told", "booked", "is_one"),
    [
        (PENDING, 2, 12, True), (PENDING, 2, 13, False),
        (PENDING, 9, 6, True), (PENDING, 9, 5, False),
        (BOOKED, 2, 5, True), (BOOKED, 2, 6, False),
        (BOOKED, 9, 6, True), (BOOKED, 9, 5, False),
    ],
)  # fmt: skip
def test_a_statement_books_what_a_report_told_some_days_before(
    state: int, told: int, booked: int, *, is_one: bool
) -> None:
    statement = version(1, booked)
    bookings = found(
        (statement, [item(11, day=booked, end_to_end_id="E1")]),
        (interim(2, first=told), [item(21, day=told, end_to_end_id="E1", state=state)]),
    )
    assert groups(bookings) == ([[11, 21]] if is_one else [[11], [21]])
    assert states(bookings)[0] == BOOKED


@pytest.mark.parametrize(
    ("day", "statement", "report", "more", "state"),
    [
        (1, {}, {}, {}, BOOKED),
        (2, {}, {}, {}, INFORMATION),
        (3, {}, {}, {}, INFORMATION),
        # Of the last day more may come,
        (4, {}, {}, {}, BOOKED),
        (5, {}, {}, {}, BOOKED),
        # unless a later statement is here, or it was made after the report.
        (4, {}, {}, {"closed_until": march(4)}, BOOKED),
        (4, {}, {}, {"closed_until": march(5)}, INFORMATION),
        (5, {}, {}, {"closed_until": march(9)}, BOOKED),
        (4, {"created": 7}, {"created": 6}, {}, INFORMATION),
        (4, {"created": 6}, {"created": 6}, {}, INFORMATION),
        (4, {"created": 6}, {"created": 7}, {}, BOOKED),
        # One that tells no balance proves nothing.
        (2, {"closing": None}, {}, {}, BOOKED),
    ],
)  # fmt: skip
def test_where_statements_cover_a_day_nothing_else_is_booked(
    day: int, statement: dict[str, Any], report: dict[str, Any],
    more: dict[str, Any], state: int,
) -> None:  # fmt: skip
    bookings = found(
        (version(1, 2, 4, **statement), []),
        (notification(2, first=day, **report), [item(21, day=day)]),
        **more,
    )
    assert states(bookings) == [state]


@pytest.mark.parametrize(
    ("report", "newest", "is_shown"),
    [
        (interim(2), None, True), (interim(2), 2, True), (interim(2), 9, False),
        (notification(2), 9, True),
    ],
)  # fmt: skip
def test_what_the_newest_report_names_no_more_is_not_pending(
    report: Version, newest: int | None, *, is_shown: bool
) -> None:
    bookings = found((report, [item(21, state=PENDING)]), newest_interim=newest)
    assert groups(bookings) == ([[21]] if is_shown else [])
    assert bookings.hidden == ({} if is_shown else {21: Hidden.LEFT})


def test_of_one_report_only_one_entry_is_a_booking() -> None:
    week = version(4, 2, 8, closing="130.00")
    bookings = found(
        (DAY, [item(11, name="Alma")]), (week, [item(41, name="Alma")]),
        (interim(3), [item(31, name="Alma"), item(32, name="Alma")]),
    )  # fmt: skip
    assert groups(bookings) == [[11, 41, 31], [32]]


@pytest.mark.parametrize("is_decided", [False, True])
def test_entries_that_a_person_said_to_be_two_are_two_without_a_doubt(
    *, is_decided: bool
) -> None:
    different = frozenset({(11, 21)}) if is_decided else frozenset()
    bookings = found(
        (DAY, [item(11)]), (notification(2), [item(21)]),
        decided=Decided(different=different),
    )  # fmt: skip
    assert groups(bookings) == ([[11], [21]] if is_decided else [[11, 21]])
    assert doubts(bookings) == []


@pytest.mark.parametrize("is_proven", [False, True])
@pytest.mark.parametrize("kind", [Kind.NOTIFICATION, Kind.BOOKED])
def test_what_balances_prove_to_be_two_nobody_makes_one(
    kind: Kind, *, is_proven: bool
) -> None:
    one = DAY if is_proven else version(1, kind=kind, **SILENT)
    balances = {} if is_proven else SILENT
    other = version(2, 3, 3, **{"opening": "105.00", "closing": "110.00", **balances})
    bookings = found(
        (one, [item(11)]), (other, [item(21)]),
        decided=Decided(same=frozenset({(11, 21)})),
    )  # fmt: skip
    told = [sorted(each) for each in groups(bookings)]
    assert told == ([[11], [21]] if is_proven else [[11, 21]])


@pytest.mark.parametrize(
    ("batch", "singles", "expected"),
    [(SILENT, SILENT, [[11, 21, 22], [23]]), ({}, SILENT, [[11, 21, 22], [23]]),
     (SILENT, {}, [[21, 11], [22], [23]])],
    ids=["none has balances", "the batch has", "the payments have"],
)  # fmt: skip
def test_payments_that_come_to_a_batch_are_it_where_a_person_says_so(
    batch: dict[str, Any], singles: dict[str, Any], expected: list[list[int]]
) -> None:
    listed = [item(21, "2.00"), item(22, "3.00"), item(23, "1.00", day=3)]
    told = (
        (version(1, **batch), [item(11, detail_count=2)]),
        (version(2, 2, 3, **singles), listed),
    )
    assert groups(found(*told)) == [[11], [21], [22], [23]]
    assert doubts(found(*told)) == [(11, 21, Doubt.BATCH)]
    said = found(*told, decided=Decided(same=frozenset({(11, 21)})))
    assert groups(said) == expected
    assert doubts(said) == []
    no = found(*told, decided=Decided(different=frozenset({(11, 21)})))
    assert (groups(no), doubts(no)) == ([[11], [21], [22], [23]], [])


def test_a_batch_that_balances_hold_is_not_asked_about() -> None:
    singles = [item(21, "2.00"), item(22, "3.00"), item(23, "1.00", day=3)]
    bookings = found(
        (DAY, [item(11, detail_count=2)]),
        (version(2, 2, 3, "90.00", "97.00"), singles),
    )
    assert doubts(bookings) == []


@pytest.mark.parametrize(
    ("opening", "closing", "expected"),
    [("105.00", "110.00", [[11], [21]]), ("100.00", "105.00", [[11, 21]])],
    ids=["goes on", "overlaps"],
)
def test_a_day_that_two_statements_share_holds_what_each_tells_where_one_goes_on(
    opening: str, closing: str, expected: list[list[int]]
) -> None:
    bookings = found(
        (version(1, 2, 3), [item(11, day=3, end_to_end_id="E1")]),
        (version(2, 3, 4, opening, closing), [item(21, day=3, end_to_end_id="E1")]),
    )
    assert groups(bookings) == expected


def test_balances_prove_that_what_is_left_of_two_lists_is_the_same() -> None:
    here, there = item(11, end_to_end_id="E1"), item(21, end_to_end_id="E2")
    same = found((DAY, [here]), (version(2, 2, 3, closing="109.00"), [there]))
    assert groups(same) == [[11, 21]]
    more = [there, item(22, "3.00")]
    other = found((DAY, [here]), (version(2, 2, 3, closing="109.00"), more))
    assert groups(other) == [[11], [21], [22]]
    assert doubts(other) == [(21, 11, CONTRADICTING)]


def test_an_entry_beside_a_booked_one_of_its_amount_is_doubted() -> None:
    bookings = found(
        (DAY, [item(11, name="Alma")]), (notification(2), [item(21, name="Bo")])
    )
    assert groups(bookings) == [[11], [21]]
    assert doubts(bookings) == [(21, 11, CONTRADICTING)]


@pytest.mark.parametrize(
    ("state", "evidence", "is_one"),
    [
        (BOOKED, None, True), (PENDING, None, True), (INFORMATION, None, False),
        (INFORMATION, "E1", True),
    ],
)  # fmt: skip
def test_what_is_told_for_information_is_booked_only_by_evidence(
    state: int, evidence: str | None, *, is_one: bool
) -> None:
    bookings = found(
        (DAY, [item(11, end_to_end_id=evidence, text="Card")]),
        (interim(2), [item(21, end_to_end_id=evidence, state=state)]),
    )
    assert groups(bookings) == ([[11, 21]] if is_one else [[11], [21]])


FIRST, SECOND = [item(21), item(22, "6.00")], [item(31), item(32, "6.00")]


@pytest.mark.parametrize(
    ("one", "other", "first", "second", "are_same"),
    [
        # A report that holds all of an earlier one repeats it; one entry tells nothing.
        (interim(2), interim(3), FIRST, [*SECOND, item(33, "7.00")], True),
        (interim(2), interim(3), FIRST, [SECOND[0], item(32, "6.50")], False),
        (interim(2), interim(3), FIRST[:1], SECOND[:1], False),
        # Balances tell whether it begins anew.
        (interim(2, opening="1.00"), interim(3, opening="1.00"), FIRST[:1],
         SECOND[:1], True),
        (interim(2, opening="1.00"), interim(3, opening="6.00"), FIRST, SECOND, False),
        (interim(2, opening="1.00", balanced=False), interim(3, opening="1.00"), FIRST,
         SECOND, False),
        # Notifications never repeat each other, a report and a notification do.
        (notification(2), notification(3), FIRST, SECOND, False),
        (interim(2), notification(3), FIRST[:1], SECOND[:1], True),
    ],
)  # fmt: skip
def test_equal_entries_of_two_reports_are_one_where_the_later_repeats_the_earlier(
    one: Version, other: Version, first: Sequence[Item], second: Sequence[Item], *,
    are_same: bool,
) -> None:  # fmt: skip
    bookings = found((one, first), (other, second))
    joined = [each for each in groups(bookings) if len(each) > 1]
    assert bool(joined) is are_same
    is_kind = one.kind is other.kind
    reasons = {reason for *_, reason in doubts(bookings)}
    assert reasons == ({EQUAL} if is_kind and not are_same else set())


@pytest.mark.parametrize(
    ("day", "told", "is_one"),
    [(3, "E1", True), (12, "E1", True), (13, "E1", False), (1, "E1", False),
     (3, "E2", False)],
)  # fmt: skip
def test_what_a_statement_shows_as_pending_a_later_one_books(
    day: int, told: str, *, is_one: bool
) -> None:
    waiting = item(11, end_to_end_id="E1", state=PENDING)
    bookings = found(
        (version(1, 2, closing="100.00"), [waiting]),
        (version(2, day, day), [item(21, day=day, end_to_end_id=told)]),
    )
    assert groups(bookings) == ([[21, 11]] if is_one else [[11], [21]])


@pytest.mark.parametrize(("own", "described_by"), [(0, 21), (1, 11)])
def test_details_are_those_of_the_report_that_has_them(
    own: int, described_by: int
) -> None:
    (booking,) = found(
        (DAY, [item(11, detail_count=own)]),
        (notification(2), [item(21, detail_count=2)]),
    ).bookings
    assert booking.shown.own_id == 11
    assert booking.describing.own_id == described_by


@pytest.mark.parametrize(
    ("status", "members", "hidden"),
    [
        (Status.REPLACED, [11, 21], {22: Hidden.REPLACED}),
        (Status.DISPUTED, [11], {21: Hidden.DISPUTED, 22: Hidden.DISPUTED}),
    ],
)
def test_what_does_not_count_only_witnesses_what_does(
    status: Status, members: list[int], hidden: dict[int, Hidden]
) -> None:
    bookings = found(
        (DAY, [item(11)]), (version(2, closing="111.00"), [item(21), item(22, "6.00")]),
        fates={2: Fate(status, 1)},
    )  # fmt: skip
    assert groups(bookings) == [members]
    assert bookings.hidden == hidden
