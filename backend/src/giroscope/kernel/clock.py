"""The time, passed as an argument so that tests can say what time it is."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the present instant, in UTC and with its zone."""


def system_clock() -> datetime:
    """The machine's clock."""
    return datetime.now(UTC)
