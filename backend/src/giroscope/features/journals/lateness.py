"""What should have come by now and has not. Decides only.

A status is expected some hours after a file has left. A statement of a banking
day is expected by a time of the next banking day, of accounts that usually get
one each day: the days on which the bank is closed owe none.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from giroscope.features.payments import Calendar, is_closed
from giroscope.kernel.clock import COPENHAGEN

_DAY = timedelta(days=1)
_WATCHED = 10
"""Banking days that tell what is usual."""
_USUAL = 7
"""So many of them must have had a statement."""
_SILENT = timedelta(days=30)
"""An account that has been silent for longer is no daily one any more."""


@dataclass(frozen=True, slots=True)
class Habit:
    """When an account's statements should be here."""

    due: time = time(10)
    is_watched: bool | None = None
    """Whether anybody wants to know; None leaves it to what is usual."""


def statuses_overdue(
    sent: Mapping[str, datetime],
    answered: Collection[str],
    now: datetime,
    wait: timedelta,
) -> dict[str, datetime]:
    """The journals whose bank has not answered in time, and when they were sent."""
    return {
        correlation_id: left
        for correlation_id, left in sent.items()
        if correlation_id not in answered and now - left >= wait
    }


def day_due(now: datetime, due: time, calendars: frozenset[Calendar]) -> date:
    """The latest banking day whose statement should be here by now."""
    local = now.astimezone(COPENHAGEN)
    # The statement is due on a banking day, from that time on; until then the
    # banking day before it counts.
    arrives = local.date()
    if is_closed(arrives, calendars) or local.time() < due:
        arrives = _open_before(arrives, calendars)
    return _open_before(arrives, calendars)


def _open_before(day: date, calendars: frozenset[Calendar]) -> date:
    day -= _DAY
    while is_closed(day, calendars):
        day -= _DAY
    return day


def is_daily(covered: Collection[date], calendars: frozenset[Calendar]) -> bool:
    """Whether the account usually gets a statement each banking day."""
    if not covered:
        return False
    day, hits = max(covered), 0
    for _ in range(_WATCHED):
        while is_closed(day, calendars):
            day -= _DAY
        hits += day in covered
        day -= _DAY
    return hits >= _USUAL


def missing_since(
    covered: Collection[date],
    now: datetime,
    habit: Habit,
    calendars: frozenset[Calendar],
) -> date | None:
    """The first banking day whose statement should be here and is not."""
    watched = habit.is_watched
    if not covered or watched is False:
        return None
    latest, wanted = max(covered), day_due(now, habit.due, calendars)
    if latest >= wanted or wanted - latest > _SILENT:
        return None
    if watched is None and not is_daily(covered, calendars):
        return None
    day = latest + _DAY
    while is_closed(day, calendars):
        day += _DAY
    return day if day <= wanted else None
