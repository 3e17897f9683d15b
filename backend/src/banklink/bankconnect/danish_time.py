"""Danish time with its offset, by the rule of the European Union.

Written out, since not every machine has a table of time zones: summer time is from
01:00 UTC on the last Sunday of March to 01:00 UTC on that of October
(Directive 2000/84/EC).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

_WINTER = timezone(timedelta(hours=1))
_SUMMER = timezone(timedelta(hours=2))


def danish_time(moment: datetime) -> str:
    """The moment as it is written in Denmark, to the second."""
    now = moment.astimezone(UTC)
    is_summer = _last_sunday(now.year, 3) <= now < _last_sunday(now.year, 10)
    zone = _SUMMER if is_summer else _WINTER
    return now.astimezone(zone).isoformat(timespec="seconds")


def _last_sunday(year: int, month: int) -> datetime:
    # Both months have 31 days.
    last = datetime(year, month, 31, 1, tzinfo=UTC)
    return last - timedelta(days=last.isoweekday() % 7)
