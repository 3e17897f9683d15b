"""How long a line waits for an answer, and before it asks again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from random import SystemRandom

from erplink.errors import Throttled, Unavailable

_RANDOM = SystemRandom()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how much.

    No attempt of a read begins later than `patience_seconds` after the first.
    """

    connect_seconds: float = 10.0
    silence_seconds: float = 60.0
    answer_seconds: float = 180.0
    largest_answer: int = 64 * 1024 * 1024
    attempts: int = 5
    first_wait_seconds: float = 0.5
    longest_wait_seconds: float = 15.0
    patience_seconds: float = 60.0


class Waits:
    """How long to wait before each further attempt of one read."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._made = 1
        self._until = time.monotonic() + limits.patience_seconds

    def following(self, error: Unavailable) -> float | None:
        """The next wait, or None when it is no use or would take too long."""
        if self._made >= self._limits.attempts:
            return None
        longest = min(
            self._limits.longest_wait_seconds,
            self._limits.first_wait_seconds * 2**self._made,
        )
        # Spread, so that connectors that failed together do not come back together.
        wait = _RANDOM.uniform(longest / 2, longest)
        if isinstance(error, Throttled) and error.retry_after is not None:
            wait += error.retry_after / timedelta(seconds=1)
        self._made += 1
        return wait if time.monotonic() + wait <= self._until else None
