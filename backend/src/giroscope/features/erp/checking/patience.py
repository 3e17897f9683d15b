"""Looks that may hang, and how many of them there may be at a time.

A thread cannot be ended from outside, so that a look which hangs keeps its own until
the ERP or the machine gives up. Of those there are few: while a tenant has some, or a
process many, no further one is begun.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLong
from contextvars import copy_context
from threading import Lock, Thread

from giroscope.features.erp.checking.result import Found

__all__ = ["Patience", "StillHanging", "TooLong"]

_OF_REALM = 2
_OF_PROCESS = 8


class StillHanging(Exception):
    """Earlier looks still wait, and one more would only join them."""


class Patience:
    """Counts the looks of one process that nobody waits for any more."""

    def __init__(
        self, of_realm: int = _OF_REALM, of_process: int = _OF_PROCESS
    ) -> None:
        self._of_realm = of_realm
        self._of_process = of_process
        self._lock = Lock()
        self._left: Counter[str] = Counter()

    def hanging(self, realm: str) -> int:
        """How many looks of a tenant were given up on and have not ended."""
        return self._left[realm]

    def within(self, seconds: float, realm: str, look: Callable[[], Found]) -> Found:
        """Look, for so long.

        Raises:
            TooLong: It took longer, and is left to end by its own limits.
            StillHanging: Too many were left already; this one was not begun.
        """
        with self._lock:
            is_many = self._left.total() >= self._of_process
            if is_many or self._left[realm] >= self._of_realm:
                raise StillHanging
        future: Future[Found] = Future()
        # No pool: it would wait for its threads when the process is to end.
        thread = Thread(
            # What is asked is about the same journal, and under the same trace.
            target=copy_context().run,
            args=(_look, look, future),
            name="erp-check",
            daemon=True,
        )
        thread.start()
        try:
            return future.result(seconds)
        except TooLong:
            if future.done():
                # The look has ended with an error of that name, or just now.
                return future.result()
            self._leave(realm, future)
            raise

    def _leave(self, realm: str, future: Future[Found]) -> None:
        with self._lock:
            self._left[realm] += 1

        def ended(_future: Future[Found]) -> None:
            with self._lock:
                self._left[realm] -= 1

        future.add_done_callback(ended)


def _look(look: Callable[[], Found], future: Future[Found]) -> None:
    try:
        found = look()
    except BaseException as error:  # noqa: BLE001 - told to whoever waits
        future.set_exception(error)
    else:
        future.set_result(found)
