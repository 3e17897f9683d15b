"""The bank's addresses without a network between, on a fixed Monday."""

from datetime import UTC, datetime

from banksim.exchange import Reply
from banksim.house import Bank
from banksim.options import Options
from banksim.wire import answers

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
"""A Monday on which Danish banks are open."""


def options(seed: int = 1) -> Options:
    """A bank that moves only when told."""
    return Options(seed=seed, pace=None, now=lambda: NOW)


class Line:
    """The bank's addresses without a network between; keeps the last reply."""

    def __init__(self, bank: Bank) -> None:
        self._answers = dict(answers(bank))
        self.last = Reply(b"")

    def __call__(self, path: str, data: bytes, action: str = "") -> bytes:
        self.last = self._answers[path](data, action)
        if self.last.is_dropped:
            raise ConnectionResetError
        return self.last.body
