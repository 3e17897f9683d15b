"""A day here begins at midnight in Copenhagen, an hour or two before that of UTC."""

from datetime import UTC, date, datetime

import pytest

from giroscope.kernel.clock import day_of


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
