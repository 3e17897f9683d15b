"""What should have come by now and has not. Decides only.

A status is expected some hours after a file has left. A statement of a banking
day is expected by a time of the next banking day, of accounts that usually get
one each day: the days on which the bank is closed owe none. Where statements come
every week or month, one is late some days after the next should have ended.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from giroscope.features.payments import Calendar, is_closed
from giroscope.kernel.clock import COPENHAGEN, day_of_month

_DAY = timedelta(days=1)
_WATCHED = 10
"""Banking days that tell what is usual."""
_USUAL = 7
"""So many of them must have had a statement."""
_WEEKLY = 5
"""Days; what comes more often, but not each banking day, is at no regular times."""
_REGULAR = 3
"""So many gaps between statements tell how regular they are; two at least."""
_LONGEST_GAP = 35
"""Days; what comes more seldom is not missed."""
_FOUR_WEEKS = 28
"""Days; where there are usually more from one to the next, they are of months."""
_GRACE = timedelta(days=5)
"""What a statement of a week or a month takes to come."""
_SILENT = timedelta(days=_LONGEST_GAP)
"""What has been late for longer before anybody was told is not missed any more."""
LOOK_BACK = timedelta(days=(_REGULAR + 1) * _LONGEST_GAP)
"""So long before an account's latest day its statements tell what is usual."""
LATE_AT_MOST = 2 * (_SILENT + _GRACE)
"""Nothing that has been silent for longer is told for the first time."""


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


def usual_gap(ends: Collection[date], calendars: frozenset[Calendar]) -> int | None:
    """Days from one statement to the next, as is usual; 1 for each banking day.

    `ends` are the last days of an account's statements. None where they come at no
    regular times.
    """
    if _is_daily(ends, calendars):
        return 1
    latest = sorted(set(ends))[-_REGULAR - 1 :]
    gaps = [(later - earlier).days for earlier, later in pairwise(latest)]
    if len(gaps) < _REGULAR - 1 or max(gaps) > _LONGEST_GAP or min(gaps) < _WEEKLY:
        return None
    # Months are of 28 to 31 days, and end on a banking day or the day before one.
    is_regular = max(gaps) - min(gaps) <= 1 + max(gaps) // 5
    return max(gaps) if is_regular else None


def _is_daily(ends: Collection[date], calendars: frozenset[Calendar]) -> bool:
    if not ends:
        return False
    day, hits = max(ends), 0
    for _ in range(_WATCHED):
        while is_closed(day, calendars):
            day -= _DAY
        hits += day in ends
        day -= _DAY
    return hits >= _USUAL


def owed_until(
    ends: Collection[date], now: datetime, habit: Habit, calendars: frozenset[Calendar]
) -> date | None:
    """The day up to which an account's statements should be here by now.

    None where nobody wants to know, or they come at no regular times.
    """
    if not ends or habit.is_watched is False:
        return None
    gap = 1 if habit.is_watched else usual_gap(ends, calendars)
    if gap is None:
        return None
    latest, wanted = max(ends), day_due(now, habit.due, calendars)
    if gap == 1:
        return wanted
    # The days after the last that a statement should tell of are nobody's yet.
    had_time = (wanted - latest - _GRACE).days - 1
    return _end_after(latest, gap, had_time // gap) if had_time >= gap else latest


def _end_after(latest: date, gap: int, count: int) -> date:
    """The last day of so many statements more; those of a month end with theirs."""
    if gap <= _FOUR_WEEKS:
        return latest + timedelta(days=gap) * count
    is_end = (latest + _GRACE).month != latest.month
    return day_of_month(latest, 31 if is_end else latest.day, count)


def missing_since(
    ends: Collection[date],
    now: datetime,
    habit: Habit,
    calendars: frozenset[Calendar],
    *,
    is_known: bool = False,
) -> date | None:
    """The first banking day whose statement should be here and is not.

    What is known to be missing (`is_known`), and what somebody wants to know, is so
    however long nothing comes.
    """
    until = owed_until(ends, now, habit, calendars)
    if until is None:
        return None
    latest = max(ends)
    if not (is_known or habit.is_watched or until - latest <= _SILENT):
        return None
    day = latest + _DAY
    while is_closed(day, calendars):
        day += _DAY
    return day if day <= until else None
