"""Keeps bytes: content-addressed, encrypted with the realm's key, never changed.

Local files and S3-compatible stores look the same here. Bytes come in as a
stream under a draft name; their hash becomes the final name when they end.
"""

import asyncio
import hashlib
import io
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname

import obstore
from anyio import to_thread
from obstore.exceptions import BaseError, PermissionDeniedError
from obstore.store import ObjectStore, from_url

from giroscope.kernel.database import Database
from giroscope.kernel.errors import TooLarge
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.object_store import asking_store, remote_store
from giroscope.kernel.secrets import (
    Sealer,
    SecretDamaged,
    load_master_key,
    unseal,
)
from giroscope.settings import Settings

_WRITE_BYTES = 8 << 20
_HEAD_BYTES = 1 << 16
_ABANDONED = timedelta(days=1)
"""How long a draft may grow; the slowest upload is over by then."""


_NOBODYS = "_anybody_there"
"""No realm is called so, and nothing lies there."""


class Stored(NamedTuple):
    """Bytes that are safe."""

    sha256: str
    size: int
    head: bytes
    """The first 64 KiB, enough to tell the format."""


class Vault:
    """The documents of all realms, each under its own key and folder."""

    def __init__(self, settings: Settings, key_of: Callable[[str], bytes]) -> None:
        folder = settings.data_dir.absolute() / "documents"
        address = settings.documents_url or folder.as_uri()
        self._folder: Path | None
        if address.startswith("file:"):
            self._store: ObjectStore = from_url(address, mkdir=True)
            self._folder = Path(url2pathname(urlsplit(address).path))
        else:
            self._store = remote_store(address)
            self._folder = None
        self._key_of = key_of
        self._limit = settings.max_upload_bytes

    async def receive(self, realm: str) -> "Draft":
        """Begin to take bytes in; nothing is kept before `Draft.keep`."""
        name = f"{realm}/incoming/{secrets.token_hex(16)}"
        key = await to_thread.run_sync(self._key_of, realm)
        intake = _Intake(key, self._limit)
        writer = obstore.open_writer_async(self._store, name, buffer_size=_WRITE_BYTES)
        with asking_store():
            await writer.write(intake.header)
        return Draft(self._store, writer, intake, realm, name, self._harden)

    def keep_now(self, realm: str, chunks: Iterable[bytes]) -> Stored:
        """The same for commands, which block."""
        draft = f"{realm}/incoming/{secrets.token_hex(16)}"
        intake = _Intake(self._key_of(realm), self._limit)
        writer = obstore.open_writer(self._store, draft, buffer_size=_WRITE_BYTES)

        def write(sealed: bytes) -> None:
            with asking_store():
                writer.write(sealed)

        try:
            write(intake.header)
            for chunk in chunks:
                for sealed in intake.take(chunk):
                    write(sealed)
            write(intake.finish())
            with asking_store():
                writer.close()
        except BaseException:
            with suppress(FileNotFoundError, BaseError, OSError):
                writer.close()
                obstore.delete(self._store, draft)
            raise
        stored = intake.stored()
        name = f"{realm}/{stored.sha256}"
        with asking_store():
            obstore.rename(self._store, draft, name, overwrite=True)
            self._harden(name)
        return stored

    def chunks(self, realm: str, sha256: str) -> Iterator[bytes]:
        """The bytes as they were received, a segment at a time.

        Raises:
            FileNotFoundError: The store does not have them.
            SecretDamaged: They were changed, cut short or exchanged; told at the
                end at the latest, so nothing may be kept before.
        """
        with asking_store():
            reader = obstore.open_reader(self._store, f"{realm}/{sha256}")
        # A reader answers less than asked at the end of its buffer.
        # Most are small, and to lay out a large buffer takes longer than to read them.
        room = min(reader.size + 1, _WRITE_BYTES)
        whole = io.BufferedReader(_Raw(reader), room)
        found = hashlib.sha256()
        for chunk in unseal(self._key_of(realm), cast("BinaryIO", whole)):
            found.update(chunk)
            yield chunk
        # Whoever can write to the store could put one document in another's place.
        if found.hexdigest() != sha256:
            raise SecretDamaged("this is another document than the one asked for")

    def sealed(self, realm: str, sha256: str) -> Iterator[bytes]:
        """The bytes as they lie in the store, a part at a time, for a backup.

        Raises:
            FileNotFoundError: The store does not have them.
        """
        with asking_store():
            reader = obstore.open_reader(
                self._store, f"{realm}/{sha256}", buffer_size=_WRITE_BYTES
            )
            while part := reader.read(_WRITE_BYTES):
                yield bytes(part)

    def keep_sealed(self, realm: str, sha256: str, parts: Iterable[bytes]) -> None:
        """Put back what `sealed` gave, all of it or nothing."""
        draft = f"{realm}/incoming/{secrets.token_hex(16)}"
        writer = obstore.open_writer(self._store, draft, buffer_size=_WRITE_BYTES)
        name = f"{realm}/{sha256}"
        with asking_store():
            for part in parts:
                writer.write(part)
            writer.close()
            obstore.rename(self._store, draft, name, overwrite=True)
            self._harden(name)

    def has(self, realm: str, sha256: str) -> bool:
        """Whether the store has the document, whatever its bytes are."""
        try:
            with asking_store():
                obstore.head(self._store, f"{realm}/{sha256}")
        except FileNotFoundError:
            return False
        return True

    def open(self, realm: str, sha256: str) -> BinaryIO:
        """The bytes as a file to be read from front to back."""
        raw = _Chunked(self.chunks(realm, sha256))
        return cast("BinaryIO", io.BufferedReader(raw, _HEAD_BYTES))

    def discard(self, realm: str, sha256: str) -> None:
        """Delete one document's bytes; nothing where they are gone."""
        with suppress(FileNotFoundError), asking_store():
            obstore.delete(self._store, f"{realm}/{sha256}")

    def forget(self, realm: str) -> int:
        """Delete every document of a realm; tells how many there were."""
        count = 0
        # A prefix ends at a folder's end, so that no other realm's name begins so.
        for found in obstore.list(self._store, prefix=realm):
            paths = [stored["path"] for stored in found]
            obstore.delete(self._store, paths)
            count += len(paths)
        return count

    def _harden(self, name: str) -> None:
        """Have the disk hold a document that has its name; a remote store does so."""
        if self._folder is None:
            return
        path = self._folder / name
        # A file may be there without its name, and its folder without its own.
        for one in (path, path.parent, self._folder):
            number = os.open(one, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)

    async def answers(self, seconds: float) -> bool:
        """Whether the store answers within so many seconds, whatever it says."""
        if self._folder is not None:
            return os.access(self._folder, os.W_OK)
        asked = asyncio.ensure_future(obstore.head_async(self._store, _NOBODYS))
        try:
            async with asyncio.timeout(seconds):
                await asked
        except (FileNotFoundError, PermissionDeniedError):
            # Who may not list is not told what is not there.
            return True
        except (BaseError, OSError):
            return False
        return True

    def sweep(self, realm: str, now: datetime) -> int:
        """Remove drafts that a killed process left; tells how many.

        A remote store shows no parts of an unfinished upload: there, a lifecycle
        rule of the bucket removes them.
        """
        until = now - _ABANDONED
        prefix = f"{realm}/incoming/"
        if self._folder is None:
            listed = [
                part for parts in obstore.list(self._store, prefix) for part in parts
            ]
            left = [one["path"] for one in listed if one["last_modified"] < until]
            for name in left:
                obstore.delete(self._store, name)
            return len(left)
        # Beside the drafts stand their unfinished parts, which the store hides.
        old = [
            path
            for path in (self._folder / prefix).glob("*")
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < until
        ]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)


def open_vault(settings: Settings, database: Database) -> Vault:
    """The documents of all realms.

    The key is asked for each time: a realm that was deleted and made again has
    another, and what the old one sealed nobody could open.
    """
    master_key = load_master_key(settings)
    return Vault(settings, lambda realm: realm_key(database, realm, master_key))


class Draft:
    """Bytes on their way in. Ends with `keep` or `discard`."""

    def __init__(
        self,
        store: ObjectStore,
        writer: "obstore.AsyncWritableFile",
        intake: "_Intake",
        realm: str,
        name: str,
        harden: Callable[[str], None],
    ) -> None:
        self._harden = harden
        self._store = store
        self._writer = writer
        self._intake = intake
        self._realm = realm
        self._name = name

    async def write(self, chunk: bytes) -> None:
        """Take the next bytes.

        Raises:
            TooLarge: There are more than the installation accepts.
        """
        for sealed in self._intake.take(chunk):
            with asking_store():
                await self._writer.write(sealed)

    async def keep(self) -> Stored:
        """All bytes came: store them under their hash, where a power cut leaves them.

        Repeats are fine.

        Raises:
            DiskFull, StoreAway: They are not kept.
        """
        stored = self._intake.stored()
        name = f"{self._realm}/{stored.sha256}"
        with asking_store():
            await self._writer.write(self._intake.finish())
            await self._writer.close()
            await obstore.rename_async(self._store, self._name, name, overwrite=True)
            await to_thread.run_sync(self._harden, name)
        return stored

    async def discard(self) -> None:
        """Forget what came; a store that is away keeps it until it is swept."""
        with suppress(FileNotFoundError, BaseError, OSError):
            await self._writer.close()
            await obstore.delete_async(self._store, self._name)


class _Intake:
    """Hashes, counts and seals what passes by."""

    def __init__(self, key: bytes, limit: int) -> None:
        self._sealer = Sealer(key)
        self._hash = hashlib.sha256()
        self._head = bytearray()
        self._size = 0
        self._limit = limit
        self.header = self._sealer.header

    def take(self, chunk: bytes) -> Iterator[bytes]:
        self._size += len(chunk)
        if self._size > self._limit:
            raise TooLarge(
                f"The file is larger than {self._limit >> 20} MB, the most that is"
                " accepted here. Split it, or ask for a higher limit."
            )
        self._hash.update(chunk)
        if len(self._head) < _HEAD_BYTES:
            self._head += chunk[: _HEAD_BYTES - len(self._head)]
        return self._sealer.seal(chunk)

    def finish(self) -> bytes:
        return self._sealer.finish()

    def stored(self) -> Stored:
        return Stored(self._hash.hexdigest(), self._size, bytes(self._head))


class _Raw(io.RawIOBase):
    """A store's reader as a raw file."""

    def __init__(self, reader: "obstore.ReadableFile") -> None:
        self._reader = reader

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        with asking_store():
            data = memoryview(self._reader.read(len(buffer)))
        buffer[: len(data)] = data
        return len(data)


class _Chunked(io.RawIOBase):
    """An iterator of bytes as a raw file."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size
