"""What a month's statements come to, day by day."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from giroscope.features.months.policy import (
    Accepted,
    Booked,
    DayMark,
    DayState,
    Known,
    Month,
    Told,
    month_of,
    seen_as,
)
from giroscope.kernel.banking_days import Calendar

D = Decimal
JUNE, JUNE_END = date(2026, 6, 1), date(2026, 6, 30)


def june(day: int) -> date:
    """A day of June 2026, which begins on a Monday; the 5th is a Danish holiday."""
    return date(2026, 6, day)


def told(
    first: int | date, last: int | date | None = None, closing: str | None = "10",
    *, is_gap: bool = False, is_balanced: bool | None = True,
) -> Told:  # fmt: skip
    """A statement of a day of June, or of several."""
    begins = june(first) if isinstance(first, int) else first
    ends = june(last) if isinstance(last, int) else last or begins
    return Told(begins, ends, D(closing) if closing else None, is_gap, is_balanced)


KNOWN = Known(
    told=[], booked={}, marks={}, since=JUNE,
    is_expected=True, owed=date(2026, 7, 14), calendars=frozenset({Calendar.DK}),
)  # fmt: skip


def judged(*statements: Told, **changed: object) -> Month:
    """June of an account with these statements."""
    return month_of(
        JUNE, JUNE_END, replace(KNOWN, told=list(statements), **changed)  # type: ignore[arg-type]
    )  # fmt: skip


def states(month: Month) -> dict[int, str]:
    """The states of the days that are not closed."""
    return {
        day.date.day: day.state.value
        for day in month.days
        if day.state is not DayState.CLOSED
    }


def days_in(month: Month, state: DayState) -> list[int]:
    """The days that are in a state."""
    return [day.date.day for day in month.days if day.state is state]


def test_one_statement_of_the_whole_month_is_all() -> None:
    month = judged(told(1, 30, "7.50"), booked={june(2): Booked(3, 1, D("-2.50"))})
    assert (month.is_complete, month.adds_up, month.closing) == (True, True, D("7.50"))
    assert (month.entries, month.unmatched, month.total) == (3, 1, D("-2.50"))
    assert days_in(month, DayState.RECEIVED) == [2]
    assert days_in(month, DayState.EMPTY) == [1, *range(3, 31)]


def test_weekends_and_holidays_owe_no_statement() -> None:
    month = judged(told(4), told(8, 30))
    assert days_in(month, DayState.CLOSED) == [5, 6, 7]
    assert [day.state for day in month.days[4:7]] == [DayState.CLOSED] * 3
    assert month.is_complete


def test_days_before_a_statement_that_follows_are_unchanged_and_before_a_gap_missing(
) -> None:  # fmt: skip
    month = judged(told(1), told(4), told(10, 30, is_gap=True))
    assert days_in(month, DayState.UNCHANGED) == [2, 3]
    assert days_in(month, DayState.MISSING) == [8, 9]
    assert (month.is_complete, month.adds_up) == (False, False)
    assert [day.date.day for day in month.days if DayMark.GAP in day.marks] == [10]


def test_what_is_owed_at_the_end_hides_the_closing_balance() -> None:
    month = judged(told(1, 26))
    assert days_in(month, DayState.MISSING) == [29, 30]
    assert (month.is_complete, month.closing) == (False, None)
    later = told(date(2026, 7, 1), closing="99")
    month = judged(told(1, 26), later)
    assert (month.is_complete, month.closing) == (True, D(10))
    month = judged(told(1, 26), replace(later, is_gap=True))
    assert (month.is_complete, month.closing) == (False, None)


def test_a_month_that_is_not_over_is_awaited_and_not_missing() -> None:
    month = judged(told(1, 9), owed=june(10))
    assert days_in(month, DayState.MISSING) == [10]
    assert days_in(month, DayState.AWAITED)[:2] == [11, 12]
    assert not month.is_complete
    month = judged(told(1, 10), owed=june(10))
    assert days_in(month, DayState.MISSING) == []
    assert (month.is_complete, month.closing) == (False, None)


def test_what_nobody_is_told_of_is_not_here_yet_and_not_missing() -> None:
    month = judged(told(1, 26), owed=None)
    assert days_in(month, DayState.AWAITED) == [29, 30]
    assert (month.is_complete, month.closing) == (False, None)
    # A hole is told by itself.
    month = judged(told(1, 4), told(10, 26, is_gap=True), owed=None)
    assert days_in(month, DayState.MISSING) == [8, 9]


def test_an_account_opened_within_the_month_lacks_nothing_before() -> None:
    month = judged(told(15, 30), since=june(15))
    assert days_in(month, DayState.BEFORE) == list(range(1, 15))
    assert month.is_complete


def test_an_account_without_statements_is_neither_complete_nor_short() -> None:
    month = judged(since=None)
    assert (month.is_complete, month.adds_up, month.closing) == (None, None, None)


def test_nothing_is_missed_of_an_account_that_nobody_watches() -> None:
    month = judged(told(1, 26), is_expected=False)
    assert days_in(month, DayState.UNCHANGED) == [29, 30]
    assert month.is_complete
    # A hole is one all the same.
    assert not judged(told(1), told(9, 30, is_gap=True), is_expected=False).is_complete


def test_a_statement_that_breaks_or_is_disputed_does_not_add_up() -> None:
    month = judged(told(1, 9, is_balanced=False), told(10, 30))
    assert month.adds_up is False
    assert month.days[0].marks == (DayMark.BREAK,)
    disputed = {june(3): frozenset({DayMark.DISPUTED})}
    assert judged(told(1, 30), marks=disputed).adds_up is False
    replaced = {june(3): frozenset({DayMark.REPLACED})}
    assert judged(told(1, 30), marks=replaced).adds_up
    assert judged(told(1, 30, is_balanced=None)).adds_up is None


def test_a_statement_that_goes_on_tells_no_balance_of_the_months_end() -> None:
    month = judged(told(1, 9), told(10, date(2026, 7, 3), "99"))
    assert (month.is_complete, month.closing) == (True, None)


def test_the_months_before_and_after_do_not_count() -> None:
    may, july = date(2026, 5, 29), date(2026, 7, 1)
    month = judged(
        told(may, is_balanced=False), told(1, 30), told(july, is_gap=True),
        booked={may: Booked(9, 9, D(9)), july: Booked(9, 9, D(9))}, since=may,
    )  # fmt: skip
    assert (month.is_complete, month.adds_up, month.entries) == (True, True, 0)
    assert len(states(month)) == 30


def test_a_month_is_seen_as_another_whatever_of_it_has_changed() -> None:
    month = judged(told(1, 30))
    others = [
        replace(month, **changed)  # type: ignore[arg-type]
        for changed in (
            {"entries": 1}, {"unmatched": 1}, {"total": D(1)}, {"closing": D(11)},
            {"closing": None}, {"is_complete": None}, {"adds_up": False},
        )
    ]  # fmt: skip
    seen = {seen_as(one, None) for one in (month, *others)}
    differing = {
        seen_as(month, Accepted(count, D(total)))
        for count, total in ((1, "2"), (2, "2"), (1, "3"))
    }
    assert len(seen | differing) == 11
    assert seen_as(judged(told(1, 30)), None) == seen_as(month, None)
