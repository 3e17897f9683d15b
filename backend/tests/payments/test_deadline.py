"""The next cut-off that payments run against, by the bank's own clock."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from giroscope.features.payments.deadline import Deadline, deadline_of


def batch(day: str, until: str | None, currency: str = "DKK") -> dict[str, Any]:
    return {
        "executionDate": day,
        "releaseBy": until,
        "debtorAccount": "DK5050010099887766",
        "counted": {"currencies": [{"currency": currency}]},
    }


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


FRIDAY = batch("2026-03-06", "2026-03-06T13:30:00+01:00")


@pytest.mark.parametrize(
    ("now", "until", "day"),
    [
        ("2026-03-06 12:29", "2026-03-06 12:30", date(2026, 3, 6)),
        # The moment itself is too late; the weekend settles nothing.
        ("2026-03-06 12:30", "2026-03-09 12:30", date(2026, 3, 9)),
        ("2026-03-08 09:00", "2026-03-09 12:30", date(2026, 3, 9)),
        ("2026-03-10 12:31", "2026-03-11 12:30", date(2026, 3, 11)),
        # Summer time: the same hour by the bank's clock.
        ("2026-03-30 11:29", "2026-03-30 11:30", date(2026, 3, 30)),
        # Maundy Thursday to Easter Monday banks in Denmark are closed.
        ("2026-04-01 11:31", "2026-04-07 11:30", date(2026, 4, 7)),
    ],
)
def test_the_cut_off_ahead(now: str, until: str, day: date) -> None:
    assert deadline_of([FRIDAY], at(now)) == Deadline(
        at(until), day, date(2026, 3, 6), 1
    )


def test_a_day_ahead_has_its_own_cut_off() -> None:
    later = batch("2026-03-20", "2026-03-20T13:30:00+01:00")
    found = deadline_of([later], at("2026-03-02 08:00"))
    assert found is not None
    assert found.day == found.wanted == date(2026, 3, 20)


@pytest.mark.parametrize(
    ("now", "until", "day"),
    [
        ("2026-03-03 08:00", "2026-03-09 12:30", date(2026, 3, 9)),
        ("2026-03-08 08:00", "2026-03-09 12:30", date(2026, 3, 9)),
        ("2026-03-09 12:30", "2026-03-10 12:30", date(2026, 3, 10)),
    ],
)
def test_a_closed_day_has_the_cut_off_of_the_day_the_bank_moves_it_to(
    now: str, until: str, day: date
) -> None:
    saturday = batch("2026-03-07", "2026-03-09T13:30:00+01:00")
    expected = Deadline(at(until), day, date(2026, 3, 7), 1)
    assert deadline_of([saturday], at(now)) == expected


def test_a_closed_day_with_its_cut_off_at_midnight_is_moved_as_well() -> None:
    saturday = batch("2026-03-07", "2026-03-10T00:00:00+01:00")
    found = deadline_of([saturday], at("2026-03-03 08:00"))
    assert found is not None
    assert (found.day, found.at) == (date(2026, 3, 9), at("2026-03-09 23:00"))


def test_the_first_of_several_counts_and_tells_for_how_many() -> None:
    late = batch("2026-03-06", "2026-03-07T00:00:00+01:00")
    found = deadline_of([late, FRIDAY, FRIDAY], at("2026-03-06 08:00"))
    assert found is not None
    assert (found.at, found.batches) == (at("2026-03-06 12:30"), 2)


def test_a_cut_off_at_midnight_belongs_to_the_day_before_it() -> None:
    instant = batch("2026-03-06", "2026-03-07T00:00:00+01:00")
    found = deadline_of([instant], at("2026-03-07 08:00"))
    assert found is not None
    assert found.day == date(2026, 3, 9)
    assert found.at == at("2026-03-09 23:00")


def test_where_no_time_is_known_none_is_told() -> None:
    assert deadline_of([], at("2026-03-06 08:00")) is None
    assert deadline_of([batch("2026-03-06", None)], at("2026-03-06 08:00")) is None
