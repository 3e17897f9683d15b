"""What should have come by now, as tables of cases."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from giroscope.features.journals.lateness import (
    Habit,
    day_due,
    missing_since,
    owed_until,
    statuses_overdue,
    usual_gap,
)
from giroscope.features.payments import Calendar

DK = frozenset({Calendar.DK})
TEN = time(10)


def days(first: str, last: str) -> set[date]:
    """Every day of a span."""
    begin, end = date.fromisoformat(first), date.fromisoformat(last)
    return {begin + timedelta(days=n) for n in range((end - begin).days + 1)}


@pytest.mark.parametrize(
    ("now", "due"),
    [
        # Copenhagen is an hour ahead in winter and two in summer.
        ("2026-03-04T08:59", "2026-03-02"),  # Wednesday 9:59
        ("2026-03-04T09:00", "2026-03-03"),  # Wednesday 10:00
        ("2026-03-07T12:00", "2026-03-05"),  # Saturday: Friday's comes on Monday
        ("2026-03-09T08:00", "2026-03-05"),  # Monday 9:00
        ("2026-03-09T09:30", "2026-03-06"),  # Monday 10:30
        ("2026-04-06T12:00", "2026-03-31"),  # Easter Monday: Wednesday's is not due
        ("2026-04-07T08:00", "2026-04-01"),  # Tuesday 10:00 by summer time
    ],
)
def test_statement_of_a_banking_day_is_due_on_the_next(now: str, due: str) -> None:
    instant = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert day_due(instant, TEN, DK) == date.fromisoformat(due)


def test_account_with_statements_on_most_banking_days_is_a_daily_one() -> None:
    def is_daily(covered: set[date]) -> bool:
        return usual_gap(covered, DK) == 1

    month = days("2026-02-02", "2026-02-27")
    assert is_daily(month)
    assert is_daily(month - {date(2026, 2, 18), date(2026, 2, 20)})
    # Of the ten latest banking days, 16 to 27 February, seven are enough.
    missing = [date(2026, 2, day) for day in (17, 18, 19, 20)]
    assert is_daily(month - set(missing[:3]))
    assert not is_daily(month - set(missing))
    assert is_daily(days("2026-02-16", "2026-02-27"))
    assert not is_daily({day for day in month if day.weekday() == 4})
    assert not is_daily(set())


@pytest.mark.parametrize(
    ("ends", "gap"),
    [
        (["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"], 31),
        (["2026-01-30", "2026-02-27", "2026-03-31"], 32),
        (["2026-02-06", "2026-02-13", "2026-02-20"], 7),
        # A holiday moves one by two days at most.
        (["2026-03-27", "2026-04-01", "2026-04-10", "2026-04-17"], None),
        (["2026-02-06", "2026-02-13", "2026-02-19", "2026-02-27"], 8),
        # The gaps of late count, and two make no rule with one that is longer.
        (["2025-10-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"], 31),
        (["2026-01-31", "2026-04-30", "2026-05-31"], None),
        (["2026-01-31", "2026-02-28"], None),
        # Seldom, or whenever there is something.
        (["2025-06-30", "2025-09-30", "2025-12-31"], None),
        (["2026-02-02", "2026-02-05", "2026-02-09"], None),
    ],
)
def test_statements_at_regular_times_tell_the_next(
    ends: list[str], gap: int | None
) -> None:
    assert usual_gap([date.fromisoformat(each) for each in ends], DK) == gap


@pytest.mark.parametrize(
    ("covered", "now", "habit", "since"),
    [
        # Everything is here up to Friday; Monday's is due on Tuesday at ten.
        ("2026-03-06", "2026-03-09T15:00", Habit(), None),
        ("2026-03-06", "2026-03-10T08:59", Habit(), None),
        ("2026-03-06", "2026-03-10T09:00", Habit(), "2026-03-09"),
        ("2026-03-06", "2026-03-10T09:00", Habit(time(12)), None),
        ("2026-03-06", "2026-03-13T09:00", Habit(), "2026-03-09"),
        ("2026-03-06", "2026-03-13T09:00", Habit(is_watched=False), None),
        # It was late for long, more than 35 days, before anybody looked.
        ("2026-03-06", "2026-04-13T09:00", Habit(), "2026-03-09"),
        ("2026-03-06", "2026-04-14T09:00", Habit(), None),
        ("2026-03-06", "2026-05-01T09:00", Habit(), None),
    ],
)
def test_first_day_without_a_statement_is_told(
    covered: str, now: str, habit: Habit, since: str | None
) -> None:
    instant = datetime.fromisoformat(now).replace(tzinfo=UTC)
    ends = days("2026-02-02", covered)
    found = missing_since(ends, instant, habit, DK)
    assert found == (date.fromisoformat(since) if since else None)


@pytest.mark.parametrize("year", [2026, 2029])
def test_what_is_missing_is_so_until_it_comes_or_nobody_waits(year: int) -> None:
    ends = days("2026-02-02", "2026-03-06")
    now = datetime(year, 6, 1, 9, tzinfo=UTC)
    monday = date(2026, 3, 9)
    assert missing_since(ends, now, Habit(), DK) is None
    assert missing_since(ends, now, Habit(), DK, is_known=True) == monday
    assert missing_since(ends, now, Habit(is_watched=True), DK) == monday
    ended = Habit(is_watched=False)
    assert missing_since(ends, now, ended, DK, is_known=True) is None


@pytest.mark.parametrize(
    ("now", "since"),
    [
        # April's should end by 1 May, and has had five days when 7 May is due itself.
        ("2026-05-07T12:00", None),
        ("2026-05-08T07:59", None),
        ("2026-05-08T08:00", "2026-04-01"),
        ("2026-06-08T12:00", "2026-04-01"),
        ("2026-06-09T12:00", None),
    ],
)
def test_a_monthly_statement_is_missed_five_days_after_its_month(
    now: str, since: str | None
) -> None:
    ends = [date(2025, 12, 31), date(2026, 1, 31), date(2026, 2, 28), date(2026, 3, 31)]
    instant = datetime.fromisoformat(now).replace(tzinfo=UTC)
    found = missing_since(ends, instant, Habit(), DK)
    assert found == (date.fromisoformat(since) if since else None)


MONTHS = ("2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31")


@pytest.mark.parametrize(
    ("ends", "now", "until"),
    [
        (MONTHS, "2026-05-08T07:59", "2026-03-31"),
        (MONTHS, "2026-05-08T08:00", "2026-04-30"),
        (MONTHS, "2026-06-08T12:00", "2026-04-30"),
        (MONTHS, "2026-06-09T12:00", "2026-05-31"),
        (MONTHS, "2027-02-19T12:00", "2027-01-31"),
        # February is short, and a month may end on its last banking day.
        (("2025-11-30", "2025-12-31", "2026-01-30"), "2026-03-12T12:00", "2026-02-28"),
        # From the middle of one to that of the next.
        (("2026-01-15", "2026-02-15", "2026-03-15"), "2026-04-24T12:00", "2026-04-15"),
        # Each Friday: two are late.
        (("2026-02-20", "2026-02-27", "2026-03-06"), "2026-03-27T12:00", "2026-03-20"),
    ],
)
def test_days_after_the_last_statement_that_is_late_are_not_owed_yet(
    ends: tuple[str, ...], now: str, until: str
) -> None:
    told = [date.fromisoformat(each) for each in ends]
    instant = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert owed_until(told, instant, Habit(), DK) == date.fromisoformat(until)
    assert owed_until(told, instant, Habit(is_watched=False), DK) is None


def test_account_without_regular_statements_is_watched_only_when_told_to() -> None:
    some = {date(2026, 2, 20), date(2026, 2, 27)}
    now = datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert missing_since(some, now, Habit(), DK) is None
    watched = missing_since(some, now, Habit(is_watched=True), DK)
    assert watched == date(2026, 3, 2)
    assert missing_since(set(), now, Habit(is_watched=True), DK) is None


def test_file_without_an_answer_is_overdue_after_its_hours() -> None:
    left = datetime(2026, 3, 2, 8, tzinfo=UTC)
    sent = {"old": left, "new": left + timedelta(hours=3), "answered": left}
    now, wait = left + timedelta(hours=4), timedelta(hours=4)
    assert statuses_overdue(sent, {"answered"}, now, wait) == {"old": left}
