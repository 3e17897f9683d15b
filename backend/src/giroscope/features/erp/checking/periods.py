"""Whether the books are open for the days that are written to them next."""

from collections.abc import Sequence
from datetime import date, timedelta

from erplink import Operation, Period, Words
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.erp.checking.result import (
    Found,
    Item,
    Tone,
    failed,
    passed,
    skipped,
    warning,
)

_DAY = timedelta(days=1)
_ENDS_SOON = timedelta(days=14)
_MOST_NAMED = 24
_STATES = {
    True: ("open", "åben", Tone.WELL),
    False: ("closed", "lukket", Tone.WARNING),
}


def period(probe: Probe) -> Found:
    """Today and the last banking day are open, and will be for a while."""
    if not probe.can(Operation.LIST_PERIODS):
        return skipped("periods_not_offered")
    own = probe.opened.own
    if not own.writes_status and not own.writes_statement_lines:
        return skipped("rights_nothing_written")
    seen, today, before = probe.periods, probe.today, probe.day_before
    items = [_item(one) for one in seen[:_MOST_NAMED]]
    field = "writes_statement_lines" if own.writes_statement_lines else "writes_status"
    if not _is_open(seen, today):
        return failed("period_closed", items=items, setting=field, day=today)
    if not _is_open(seen, before):
        return warning("period_before_closed", items=items, setting=field, day=before)
    until = _open_until(seen, today)
    if until is None:
        return passed("period_open_ever", items=items, day=today)
    told = {"day": today, "until": until}
    if until - today <= _ENDS_SOON:
        return warning("period_ends", told, items=items, setting=field)
    return passed("period_open", told, items=items)


def _is_open(periods: Sequence[Period], day: date) -> bool:
    return any(one.is_open and one.has(day) for one in periods)


def _open_until(periods: Sequence[Period], day: date) -> date | None:
    """The last day of those that are open without a gap from a day on."""
    while True:
        ends = [one.last for one in periods if one.is_open and one.has(day)]
        if not ends:
            return day - _DAY
        known = [one for one in ends if one is not None]
        if len(known) < len(ends):
            return None
        day = max(known) + _DAY


def _item(one: Period) -> Item:
    named = f"{one.name}: " if one.name else ""
    days, (en, da, tone) = _days(one), _STATES[one.is_open]
    return Item(
        f"{one.name} {one.first}",
        f"{named}{days.en}: {en}",
        f"{named}{days.da}: {da}",
        tone,
    )


def _days(one: Period) -> Words:
    first, last = one.first, one.last
    if first and last:
        return Words(f"{first} to {last}", f"{first} til {last}")
    if first:
        return Words(f"from {first} on", f"fra {first}")
    if last:
        return Words(f"until {last}", f"til og med {last}")
    return Words("every day", "alle dage")
