"""How an ERP of a laptop is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Options:
    """What an ERP is made with."""

    has_history: bool = True
    """Whether it begins with supplier invoices that are approved for payment."""
    calls_per_minute: int = 60_000
    """A key that asks more often is throttled."""
    now: Callable[[], datetime] = _now
