"""Where a span of days, a wait or a number ends: at its end, and not beside it."""

from datetime import date, timedelta

import pytest

from erplink._patience import Limits, Waits
from erplink.errors import Throttled, Unavailable
from erplink.values import Period

DAY = timedelta(days=1)
FIRST, LAST = date(2026, 11, 1), date(2026, 11, 30)


@pytest.mark.parametrize(
    ("first", "last", "day", "has"),
    [
        (FIRST, LAST, FIRST, True), (FIRST, LAST, LAST, True),
        (FIRST, LAST, FIRST - DAY, False), (FIRST, LAST, LAST + DAY, False),
        (None, LAST, date.min, True), (None, LAST, LAST + DAY, False),
        (FIRST, None, date.max, True), (FIRST, None, FIRST - DAY, False),
        (None, None, FIRST, True),
    ],
)  # fmt: skip
def test_a_period_has_both_its_ends(
    first: date | None, last: date | None, day: date, has: bool
) -> None:
    assert Period("November", first, last, is_open=True).has(day) is has


def test_each_wait_is_longer_up_to_the_longest_and_ends() -> None:
    limits = Limits(
        attempts=6, first_wait_seconds=1, longest_wait_seconds=6, patience_seconds=60
    )
    waits = Waits(limits)
    found = [waits.following(Unavailable("away")) for _ in range(6)]
    assert found[5] is None, "six attempts have five waits between them"
    for wait, longest in zip(found, (2, 4, 6, 6, 6), strict=False):
        assert wait is not None
        assert longest / 2 <= wait <= longest


@pytest.mark.parametrize(("asked", "is_waited"), [(0, True), (50, True), (61, False)])
def test_a_wait_beyond_patience_is_not_begun(asked: int, is_waited: bool) -> None:
    error = Throttled("often")
    error.retry_after = timedelta(seconds=asked)
    limits = Limits(first_wait_seconds=0.5, patience_seconds=60)
    wait = Waits(limits).following(error)
    assert (wait is not None) is is_waited
    assert wait is None or asked <= wait <= asked + 1
