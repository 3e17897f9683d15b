"""The product's clock, and the day it is by it in Copenhagen."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from giroscope.kernel.clock import (
    ClockUnreadable,
    day_of,
    day_of_month,
    follow,
    system_clock,
)

_AT_MOST = timedelta(seconds=30)
"""So long a busy machine may take between two readings."""


@pytest.fixture(autouse=True)
def _own_clock_afterwards() -> Iterator[None]:
    yield
    follow(None)


def test_a_followed_file_moves_the_clock_whenever_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_text("0")
    follow(file)
    for seconds in (60, 3600.5):
        file.write_text(f"{seconds}\n")
        ahead = system_clock() - datetime.now(UTC)
        assert abs(ahead - timedelta(seconds=seconds)) < _AT_MOST
    assert system_clock().tzinfo is UTC


def test_without_a_file_the_clock_is_the_machine_s(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_text("3600")
    follow(file)
    follow(None)
    file.unlink()
    assert abs(system_clock() - datetime.now(UTC)) < _AT_MOST


@pytest.mark.parametrize("text", [None, "", "soon", "nan", "1e300"])
def test_a_file_without_seconds_is_refused_when_it_is_to_be_followed(
    tmp_path: Path, text: str | None
) -> None:
    file = tmp_path / "clock"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ClockUnreadable, match="GIROSCOPE_CLOCK_FILE"):
        follow(file)


def test_a_file_that_is_lost_later_stops_the_clock_with_an_error(
    tmp_path: Path,
) -> None:
    file = tmp_path / "clock"
    file.write_text("60")
    follow(file)
    file.unlink()
    with pytest.raises(ClockUnreadable):
        system_clock()


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 11, 21, 22, 59, tzinfo=UTC), date(2026, 11, 21)),
        (datetime(2026, 11, 21, 23, 0, tzinfo=UTC), date(2026, 11, 22)),
        (datetime(2026, 6, 30, 21, 59, tzinfo=UTC), date(2026, 6, 30)),
        (datetime(2026, 6, 30, 22, 0, tzinfo=UTC), date(2026, 7, 1)),
    ],
)
def test_the_day_is_the_one_people_here_have(now: datetime, day: date) -> None:
    assert day_of(now) == day


@pytest.mark.parametrize(
    ("near", "day", "months", "found"),
    [
        (date(2026, 11, 30), 15, 0, date(2026, 11, 15)),
        (date(2026, 12, 31), 31, 2, date(2027, 2, 28)),
        (date(2028, 1, 31), 31, 1, date(2028, 2, 29)),
        (date(2026, 2, 28), 31, -2, date(2025, 12, 31)),
        (date(2026, 1, 1), 1, -1, date(2025, 12, 1)),
        (date(2026, 6, 30), 30, 30, date(2028, 12, 30)),
    ],
)
def test_a_day_of_another_month_is_its_last_one_at_most(
    near: date, day: int, months: int, found: date
) -> None:
    assert day_of_month(near, day, months) == found
