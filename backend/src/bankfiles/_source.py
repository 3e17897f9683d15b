"""The bytes of a file in blocks, counted and limited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

from bankfiles.errors import TooLarge
from bankfiles.limits import KIB, Limits

BLOCK_BYTES = 128 * KIB


class Source:
    """Blocks of a stream from where it stands; it need not be seekable."""

    def __init__(
        self,
        stream: BinaryIO,
        limits: Limits,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._stream, self._limits, self._progress = stream, limits, progress
        self.consumed = 0
        self._refuse_claimed_size()

    def blocks(self) -> Iterator[bytes]:
        """Every block, the first of them at least as long as a head if it can be."""
        while block := self._stream.read(BLOCK_BYTES):
            self.consumed += len(block)
            if self.consumed > self._limits.file_bytes:
                raise self._too_large()
            if self._progress is not None:
                self._progress(self.consumed)
            yield block

    def _refuse_claimed_size(self) -> None:
        """Refuse at once where the stream can tell its size."""
        try:
            here = self._stream.tell()
            size = self._stream.seek(0, 2) - here
            self._stream.seek(here)
        except (OSError, AttributeError, ValueError):
            return
        if size > self._limits.file_bytes:
            raise self._too_large()

    def _too_large(self) -> TooLarge:
        return TooLarge(f"The file is larger than {self._limits.file_bytes} bytes.")
