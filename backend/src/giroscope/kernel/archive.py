"""Many files as one ZIP, streamed: each is read when its turn comes, none is kept."""

import zipfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing
from datetime import datetime
from typing import IO, NamedTuple, cast

from anyio import to_thread

MEDIA_TYPE = "application/zip"
_BUFFERED = 256 * 1024


class Member(NamedTuple):
    """A file of the archive, and how its bytes come."""

    name: str
    at: datetime
    chunks: Callable[[], Iterator[bytes] | AsyncGenerator[bytes]]
    """What is read from a disk or a store blocks; lists come as they are asked for."""


async def zip_chunks(members: Iterable[Member]) -> AsyncIterator[bytes]:
    """The archive, as it comes; reading, which blocks, is done in a thread.

    Raises:
        Exception: A file could not be read. The archive breaks off without its end,
            so that nobody takes it for a whole one.
    """
    sink = Sink()
    archive = zipfile.ZipFile(
        cast("IO[bytes]", sink), "w", zipfile.ZIP_DEFLATED, compresslevel=4
    )
    for member in members:
        date_time = max(member.at.timetuple()[:6], (1980, 1, 1, 0, 0, 0))
        told = zipfile.ZipInfo(member.name, date_time)
        told.compress_type = zipfile.ZIP_DEFLATED
        told.external_attr = 0o600 << 16
        # Its length is not known before its end.
        with archive.open(told, "w", force_zip64=True) as file:
            async with aclosing(_in_turn(member.chunks())) as chunks:
                async for chunk in chunks:
                    await to_thread.run_sync(file.write, chunk)
                    if sink.size > _BUFFERED:
                        yield sink.taken()
    archive.close()
    yield sink.taken()


async def _in_turn(
    chunks: Iterator[bytes] | AsyncGenerator[bytes],
) -> AsyncGenerator[bytes]:
    if isinstance(chunks, AsyncGenerator):
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk
        return
    while (piece := await to_thread.run_sync(next, chunks, None)) is not None:
        yield piece


class Sink:
    """Takes what an archive writes, to be given on; nobody can seek in it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.size = 0

    def write(self, data: bytes) -> int:
        """Take some bytes."""
        self._pieces.append(bytes(data))
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def taken(self) -> bytes:
        """What was written since."""
        pieces, self._pieces, self.size = self._pieces, [], 0
        return b"".join(pieces)


def told_apart(names: Iterable[str]) -> list[str]:
    """The names in their order, where the same name again gets a number.

    Folders are taken off: an archive must not write outside where it is unpacked.
    """
    counts: dict[str, int] = {}
    seen: set[str] = set()
    found = []
    for name in names:
        plain = name.replace("\\", "/").rsplit("/", 1)[-1].strip(". ") or "unnamed"
        stem, dot, ending = plain.rpartition(".")
        free = plain
        while free.lower() in seen:
            count = counts[plain.lower()] = counts.get(plain.lower(), 1) + 1
            free = (
                f"{stem} ({count}).{ending}" if dot and stem else f"{plain} ({count})"
            )
        seen.add(free.lower())
        found.append(free)
    return found
