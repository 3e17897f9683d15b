"""The time, passed as an argument so that tests can say what time it is.

`system_clock` is the one reading of it for business. Tokens and the sign-in, whose
times others check, read the machine's clock themselves.
"""

from calendar import monthrange
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from giroscope.kernel.errors import InvalidInput

Clock = Callable[[], datetime]
"""Gives the present instant, in UTC and with its zone."""
COPENHAGEN: Final = ZoneInfo("Europe/Copenhagen")
"""The zone in which people and banks here have their days, and state their times."""


class ClockUnreadable(InvalidInput):
    """The file that moves the clock holds no number of seconds, or is not there."""

    code = "clock.unreadable"

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"GIROSCOPE_CLOCK_FILE names {file}, which holds no number of seconds."
            " Write one into it, or unset the variable.",
        )


def day_of_month(near: date, day: int, months: int = 0) -> date:
    """That day of the month so many months from a date's; the month's last at most."""
    years, month = divmod(near.month - 1 + months, 12)
    first = date(near.year + years, month + 1, 1)
    return first.replace(day=min(day, monthrange(first.year, first.month)[1]))


_followed: list[Path] = []
"""The file that moves this process's clock, where one is followed."""


def follow(file: Path | None) -> None:
    """Have this process's clock moved by what the file says; None leaves it alone.

    For tests alone, which let a minute pass where people wait for one.

    Raises:
        ClockUnreadable: There is no number of seconds in it.
    """
    _followed[:] = [] if file is None else [file]
    system_clock()


def system_clock() -> datetime:
    """The machine's clock, and what a followed file adds to it.

    Raises:
        ClockUnreadable: The followed file holds no number of seconds any more.
    """
    now = datetime.now(UTC)
    return now + _ahead(_followed[0]) if _followed else now


def _ahead(file: Path) -> timedelta:
    try:
        return timedelta(seconds=float(file.read_text("ascii")))
    except (OSError, ValueError, OverflowError) as error:
        raise ClockUnreadable(file) from error


def day_of(instant: datetime) -> date:
    """The day it is then in Copenhagen; there midnight comes before that of UTC."""
    return instant.astimezone(COPENHAGEN).date()
