"""The time, passed as an argument so that tests can say what time it is."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Final
from zoneinfo import ZoneInfo

Clock = Callable[[], datetime]
"""Gives the present instant, in UTC and with its zone."""
COPENHAGEN: Final = ZoneInfo("Europe/Copenhagen")
"""The zone in which people and banks here have their days, and state their times."""


def system_clock() -> datetime:
    """The machine's clock."""
    return datetime.now(UTC)


def day_of(instant: datetime) -> date:
    """The day it is then in Copenhagen; there midnight comes before that of UTC."""
    return instant.astimezone(COPENHAGEN).date()
