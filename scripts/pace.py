"""What a run costs in processor seconds of a machine of a fixed pace.

Processor seconds differ less than the clock's between a quiet machine and a busy one,
but they differ: cores share their parts, and machines slow down. So a fixed piece of
work is done every few seconds, and what a layer used is put in proportion to it.
"""

import resource
import threading
import time
from statistics import median
from types import TracebackType
from typing import Self

from setting_up import processor_seconds

_PIECE = 600_000
_PIECE_SECONDS = 0.0140
"""What the piece of work takes on a quiet core of the machine that budgets are for."""
_EVERY_SECONDS = 2.0


class Pace:
    """Measures a block: by the clock, by the processor, and in proportion."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.processor = 0.0
        self._pieces: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._began = time.monotonic(), _children()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        clock, used = self._began
        self.seconds = time.monotonic() - clock
        self.processor = _children() - used

    @property
    def proportion(self) -> float:
        """How much longer than on the machine of the budgets a piece of work takes."""
        return median(self._pieces) / _PIECE_SECONDS

    @property
    def cost(self) -> float:
        """Processor seconds, as that machine would have needed them."""
        return self.processor / self.proportion

    def _sample(self) -> None:
        self._pieces.append(_piece())
        while not self._over.wait(_EVERY_SECONDS):
            self._pieces.append(_piece())


def _piece() -> float:
    began = time.thread_time()
    total = 0
    for number in range(_PIECE):
        total += number & 7
    return time.thread_time() - began


def _children() -> float:
    """Of all processes that were waited for, but for those that set up."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime - processor_seconds()
