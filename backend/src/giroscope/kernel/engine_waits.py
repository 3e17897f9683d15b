"""Bounds how long the job engine waits before it asks a lost database again.

The engine doubles its pauses up to a minute and a half, and its queue stands still in
them: after a long outage jobs would wait as long again for no reason. Nothing of its
configuration says otherwise, so its module is given a clock whose naps are short.
"""

import time
from typing import Any

from dbos import _sys_db

LONGEST_NAP = 3.0


class _ShortNaps:
    """The module `time`, except that nobody sleeps for long."""

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    @staticmethod
    def sleep(seconds: float) -> None:
        time.sleep(min(seconds, LONGEST_NAP))


def bound_waits() -> None:
    """From now on; doing it again changes nothing."""
    vars(_sys_db)["time"] = _ShortNaps()
