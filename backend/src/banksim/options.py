"""How a simulated bank is set up: its seed, its pace, its clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Options:
    """What a bank is made with. With the same options and calls it does the same."""

    seed: int = 1
    """Decides which customers pay in, how much and when."""
    pace: timedelta | None = timedelta(seconds=8)
    """How long a file waits for each stage by itself; None: only when told."""
    history_days: int = 5
    """Banking days already behind the bank when it is first opened."""
    now: Callable[[], datetime] = _now
    """The time of messages and certificates; the booking day is the bank's own."""
