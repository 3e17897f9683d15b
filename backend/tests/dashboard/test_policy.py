"""A day's balance is what the bank states, else the day before carried forward."""

from datetime import date, timedelta
from decimal import Decimal

from giroscope.features.dashboard.policy import (
    Flow,
    Series,
    Stated,
    carried_since,
    daily_series,
)

D = Decimal


def day(number: int) -> date:
    """A day of March; 0 and below lie before it."""
    return date(2026, 2, 28) + timedelta(days=number)


def stated(first: int, last: int, opening: str | None, closing: str | None) -> Stated:
    """A statement from one day of March to another."""
    balances = [None if text is None else D(text) for text in (opening, closing)]
    return Stated(day(first), day(last), *balances)


def balances(series: Series) -> list[tuple[str, str]]:
    """Opening and closing of each day."""
    return [
        (str(opening), str(closing))
        for opening, closing in zip(
            series.balances, series.closing_balances, strict=True
        )
    ]


def test_gap_carries_the_balance_forward_and_is_marked() -> None:
    series = daily_series(
        day(1), day(4),
        [stated(1, 1, "100", "150"), stated(4, 4, "150", "120")],
        {day(1): Flow(D(50)), day(4): Flow(D(0), D(30))},
    )  # fmt: skip
    assert balances(series) == [
        ("100", "150"), ("150", "150"), ("150", "150"), ("150", "120"),
    ]  # fmt: skip
    assert series.missing == [day(2), day(3)]


def test_latest_statement_before_the_period_gives_its_balance() -> None:
    series = daily_series(day(1), day(2), [stated(-6, -6, "10", "77")], {})
    assert balances(series) == [("77", "77"), ("77", "77")]
    assert series.missing == [day(1), day(2)]


def test_what_reports_booked_since_the_last_statement_is_carried_too() -> None:
    flows = {day(-2): Flow(D(5)), day(0): Flow(D(0), D(2)), day(1): Flow(D(1))}
    series = daily_series(day(1), day(2), [stated(-6, -6, "10", "77")], flows)
    assert balances(series) == [("80", "81"), ("81", "81")]


def test_month_long_statement_is_spread_over_its_days() -> None:
    flows = {day(n): Flow(D(n), D(1)) for n in range(1, 32)}
    whole = [stated(1, 31, "1000", str(1000 + 31 * 32 // 2 - 31))]
    series = daily_series(day(10), day(12), whole, flows)
    assert balances(series) == [
        ("1036", "1045"), ("1045", "1055"), ("1055", "1066"),
    ]  # fmt: skip
    assert series.missing == []
    assert series.incoming == [D(10), D(11), D(12)]


def test_statement_that_spans_the_beginning_outranks_an_older_closing() -> None:
    flows = {day(0): Flow(D(7))}
    both = [stated(-9, -9, "1", "2"), stated(-3, 3, "50", "57")]
    assert balances(daily_series(day(1), day(1), both, flows)) == [("57", "57")]


def test_several_statements_of_one_day_join_whatever_their_order() -> None:
    parts = [
        stated(1, 1, "100", "130"), stated(1, 1, "130", "90"), stated(1, 1, "90", "95"),
    ]  # fmt: skip
    flows = {day(1): Flow(D(35), D(40))}
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)):
        mixed = [parts[index] for index in order]
        series = daily_series(day(1), day(2), mixed, flows)
        assert balances(series) == [("100", "95"), ("95", "95")], order


def test_without_any_statement_what_was_booked_still_shows() -> None:
    series = daily_series(day(1), day(2), [], {day(1): Flow(D(3), D(1))})
    assert balances(series) == [("0", "2"), ("2", "2")]
    assert series.missing == [day(1), day(2)]


def test_first_known_opening_holds_for_the_days_before_it() -> None:
    series = daily_series(day(1), day(3), [stated(3, 3, "40", "41")], {})
    assert balances(series) == [("40", "40"), ("40", "40"), ("40", "41")]


def test_balance_of_zero_is_a_balance() -> None:
    series = daily_series(
        day(2), day(3), [stated(-5, -5, "9", "8"), stated(1, 1, "8", "0")], {}
    )
    assert balances(series) == [("0", "0"), ("0", "0")]


def test_statement_without_balances_leaves_the_days_to_what_was_booked() -> None:
    series = daily_series(
        day(1), day(2),
        [stated(0, 0, None, "10"), stated(1, 1, None, None)], {day(1): Flow(D(5))},
    )  # fmt: skip
    assert balances(series) == [("10", "15"), ("15", "15")]
    assert series.missing == [day(2)]


def test_last_day_of_the_calendar_is_a_day() -> None:
    series = daily_series(date.max, date.max, [], {})
    assert series.dates == [date.max]


def test_movement_that_no_entry_tells_of_is_shown_as_unexplained() -> None:
    series = daily_series(
        day(1), day(3),
        [stated(1, 1, "100", "110"), stated(3, 3, "85.50", "90.50")],
        {day(1): Flow(D(10)), day(3): Flow(D(5))},
    )  # fmt: skip
    assert series.net == D(15)
    assert series.unexplained == D("-24.50")
    assert Series().unexplained == 0


def test_period_that_adds_up_leaves_nothing_unexplained() -> None:
    series = daily_series(
        day(1), day(3),
        [stated(1, 1, "100", "110"), stated(3, 3, "110", "115")],
        {day(1): Flow(D(10)), day(3): Flow(D(5))},
    )  # fmt: skip
    assert series.unexplained == 0


def test_entries_before_the_period_matter_from_the_last_stated_balance() -> None:
    assert carried_since([stated(-6, -6, "10", "77")], day(1)) == day(-5)
    assert carried_since([stated(0, 0, "10", "77")], day(1)) is None
    assert carried_since([stated(-3, 3, "50", "57")], day(1)) == day(-3)
    assert carried_since([stated(2, 3, "50", "57")], day(1)) is None
    assert carried_since([], day(1)) is None
