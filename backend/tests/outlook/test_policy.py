"""What recurs and what does not, and what a line and its band are made of."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from giroscope.features.outlook.patterns import Past, Pattern, Rhythm, find
from giroscope.features.outlook.policy import (
    Item,
    ItemKind,
    Party,
    certain,
    days_of,
    expected,
    hindsight,
    lowest,
    without_twins,
)
from giroscope.features.payments import Calendar

DK = frozenset({Calendar.DK})
KEYS = frozenset({"DK1"})


def _past(*told: tuple[str, str]) -> list[Past]:
    return [
        Past(date.fromisoformat(day), Decimal(amount), number)
        for number, (day, amount) in enumerate(told, 1)
    ]


def _found(*told: tuple[str, str]) -> Pattern:
    pattern = find(_past(*told), DK)
    assert pattern is not None
    return pattern


def _days(pattern: Pattern, start: str, end: str) -> list[str]:
    due = pattern.due(date.fromisoformat(start), date.fromisoformat(end), DK)
    return [one.day.isoformat() for one in due]


SALARY = (
    ("2026-07-31", "-90000"), ("2026-08-31", "-91000"), ("2026-09-30", "-95000"),
    ("2026-10-30", "-92000"),
)  # fmt: skip
VAT = (("2026-03-02", "-30000"), ("2026-06-01", "-41000"), ("2026-09-01", "-35000"))
CARDS = tuple((f"2026-11-{day:02}", "1000") for day in (2, 9, 16, 23))
RENT = (("2026-09-01", "-20"), ("2026-10-01", "-20"), ("2026-11-02", "-21"))


@pytest.mark.parametrize(
    ("told", "rhythm", "days"),
    [
        # 31 October is a Saturday, and 31 December closed in Denmark.
        (SALARY, Rhythm.MONTH_END, ["2026-11-30", "2026-12-30", "2027-01-29"]),
        (VAT, Rhythm.QUARTERLY, ["2026-12-01"]),
        (CARDS[:3], Rhythm.WEEKLY, ["2026-11-23", "2026-11-30", "2026-12-07"]),
        (RENT, Rhythm.MONTHLY, ["2026-12-01", "2027-01-04", "2027-02-01"]),
    ],
)
def test_what_recurs_is_expected_on_the_banking_days_it_falls_on(
    told: tuple[tuple[str, str], ...], rhythm: Rhythm, days: list[str]
) -> None:
    pattern = _found(*told)
    assert pattern.rhythm is rhythm
    assert _days(pattern, "2026-11-17", "2027-02-10")[: len(days)] == days


@pytest.mark.parametrize(
    "told",
    [
        VAT[:1],
        RENT[:2],
        (("2026-09-01", "-20"), ("2026-10-01", "-20"), ("2026-11-02", "-41")),
        (("2026-09-01", "-20"), ("2026-09-20", "-20"), ("2026-11-02", "-20")),
        # Three on one day are one.
        (("2026-11-02", "-20"), ("2026-11-02", "-20"), ("2026-11-02", "-20")),
    ],
)
def test_what_is_seldom_uneven_or_irregular_is_no_pattern(
    told: tuple[tuple[str, str], ...],
) -> None:
    assert find(_past(*told), DK) is None


def test_a_pattern_that_is_late_is_due_at_once_and_one_long_overdue_has_ended() -> None:
    rent = _found(*RENT)
    assert _days(rent, "2026-12-05", "2026-12-20") == ["2026-12-07"]
    assert _days(rent, "2026-12-11", "2026-12-20") == ["2026-12-11"]
    assert _days(rent, "2026-12-12", "2027-03-20") == []


def test_a_pattern_keeps_its_amounts_and_how_far_its_days_move() -> None:
    salary = _found(*SALARY)
    assert (salary.low, salary.median, salary.high) == (-95000, -92000, -90000)
    twice_a_day = _found(*RENT, *RENT)
    assert (twice_a_day.low, twice_a_day.high) == (-42, -40)
    moved = _found(
        ("2026-08-03", "5"), ("2026-09-01", "5"), ("2026-10-01", "5"),
        ("2026-11-05", "5"),
    )  # fmt: skip
    (due,) = moved.due(date(2026, 11, 30), date(2026, 12, 20), DK)
    assert (due.first, due.day, due.last) == (
        date(2026, 12, 1), date(2026, 12, 1), date(2026, 12, 4),
    )  # fmt: skip


def _item(
    kind: ItemKind, day: str, amount: str, *,
    keys: frozenset[str] = KEYS, end_to_end: str | None = None,
) -> Item:  # fmt: skip
    on, much = date.fromisoformat(day), Decimal(amount)
    return Item(
        kind, "Udlejer", on, on, on, much, much, much, 7, keys, end_to_end=end_to_end
    )


@pytest.mark.parametrize(
    ("item", "kinds"),
    [
        (_item(ItemKind.PAYMENT, "2026-12-03", "-22"), ["PAYMENT"]),
        (_item(ItemKind.PENDING, "2026-12-03", "-22"), ["PENDING"]),
        # Another payee, money that comes in, or one of another month.
        (
            _item(ItemKind.PAYMENT, "2026-12-03", "-22", keys=frozenset({"DK2"})),
            ["PATTERN", "PAYMENT"],
        ),
        (_item(ItemKind.PENDING, "2026-12-03", "22"), ["PATTERN", "PENDING"]),
        (_item(ItemKind.PAYMENT, "2026-12-14", "-22"), ["PATTERN", "PAYMENT"]),
    ],
)
def test_a_payment_on_its_way_covers_the_pattern_of_its_payee_once(
    item: Item, kinds: list[str]
) -> None:
    rent = Party("Udlejer", KEYS, _found(*RENT))
    start, end = date(2026, 11, 28), date(2027, 1, 10)
    found = expected([rent], [item], start, end, DK)
    assert [one.kind.value for one in found] == [*kinds, "PATTERN"]


@pytest.mark.parametrize(
    ("entry", "payment", "left"),
    [
        (("-22", "E1"), ("-22", "E1"), 1),
        (("-22", None), ("-22", "E1"), 1),
        (("-22", "E2"), ("-22", "E1"), 2),
        (("-23", "E1"), ("-22", "E1"), 2),
    ],
)
def test_an_announced_entry_of_a_payment_is_not_counted_beside_it(
    entry: tuple[str, str | None], payment: tuple[str, str | None], left: int
) -> None:
    items = [
        _item(kind, "2026-12-01", amount, end_to_end=name)
        for kind, (amount, name) in (
            (ItemKind.PENDING, entry), (ItemKind.PAYMENT, payment),
        )
    ]  # fmt: skip
    assert len(without_twins(items)) == left


def test_what_is_overdue_or_due_on_a_closed_day_is_booked_on_the_next_open_one() -> (
    None
):
    item = _item(ItemKind.PAYMENT, "2026-11-20", "-22")
    assert certain(item, date(2026, 11, 28), DK).day == date(2026, 11, 30)


def test_the_line_is_the_opening_and_all_items_and_lies_within_the_band() -> None:
    parties = [
        Party(str(number), frozenset({str(number)}), _found(*told))
        for number, told in enumerate((SALARY, VAT, CARDS, RENT))
    ]
    start, end, opening = date(2026, 11, 28), date(2027, 2, 26), Decimal("1000.01")
    known = [_item(ItemKind.PAYMENT, "2026-12-03", "-22.22", keys=frozenset())]
    items = expected(parties, known, start, end, DK)
    days = days_of(opening, items, start, end)
    assert len(days) == 91
    for one in days:
        before = [item.amount for item in items if item.day <= one.day]
        assert one.line == opening + sum(before, Decimal(0))
        assert one.low <= one.line <= one.high
    assert [item for one in days for item in one.items] == items


def test_a_band_takes_what_leaves_early_and_what_comes_late_for_its_lower_side() -> (
    None
):
    first, day, last = (date(2026, 12, number) for number in (1, 2, 3))
    out, into = (
        Item(ItemKind.PATTERN, None, day, first, last, *map(Decimal, amounts), 1)
        for amounts in ((-30, -20, -10), (100, 200, 300))
    )
    assert [
        (one.low, one.line, one.high)
        for one in days_of(Decimal(0), [out, into], first, last)
    ] == [(-30, 0, 300), (-30, 180, 300), (70, 180, 290)]


def test_the_lowest_is_the_first_day_on_which_the_line_is_lowest() -> None:
    start = date(2026, 12, 1)
    item = _item(ItemKind.PAYMENT, "2026-12-02", "-5")
    days = days_of(Decimal(3), [item], start, start + timedelta(days=3))
    found = lowest(days)
    assert found is not None
    assert (found.day, found.line) == (date(2026, 12, 2), -2)


def test_hindsight_counts_the_days_within_the_band_and_takes_the_median_error() -> None:
    start = date(2026, 12, 1)
    days = days_of(Decimal(10), [], start, start + timedelta(days=3))
    actual = {start: Decimal(10), start + timedelta(days=1): Decimal(13)}
    actual[start + timedelta(days=2)] = Decimal(3)
    found = hindsight(days, actual)
    assert found is not None
    assert (found.within, found.days, found.error) == (1, 3, 3)
    assert hindsight(days, {}) is None
