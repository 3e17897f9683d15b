"""What answers to orders have in common: statuses per block, and reasons in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from lxml.etree import _Element

from bankfiles._paths import Row
from bankfiles._pull import drop
from bankfiles.values import StatusReason, Value

Block = TypeVar("Block")


class Answered(ABC, Generic[Block]):
    """Walks payment information blocks, each told before the payments within it."""

    def __init__(self) -> None:
        self._inside = False
        self._block: Block | None = None

    def begin(self) -> None:
        """A payment information block starts."""
        self._inside, self._block = True, None

    def batch(self, element: _Element) -> Iterator[Value]:
        """A payment information block ends."""
        if self._block is None:
            yield from self._tell(element)
        self._inside, self._block = False, None
        drop(element)

    def _enter(self, payment: _Element) -> Iterator[Value]:
        """The block a payment stands in, unless it was told."""
        parent = payment.getparent()
        if self._inside and self._block is None and parent is not None:
            yield from self._tell(parent)

    @abstractmethod
    def _tell(self, element: _Element) -> Iterator[Value]:
        """Keep the block as the present one, and give its own status."""


def reasons_of(rows: list[Row] | None) -> tuple[StatusReason, ...]:
    """Reasons as code and words."""
    return tuple(
        StatusReason(code, "\n".join(words) if words else None)
        for _, code, words in rows or ()
    )
