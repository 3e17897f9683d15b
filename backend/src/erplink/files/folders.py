"""The folders of one tenant: what an ERP has dropped, and what it may pick up.

A file of ours appears whole or not at all and never replaces another. One of the
ERP's is moved only while it is what was read.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from erplink.errors import Conflict, Invalid, NotConfigured, Unavailable
from erplink.surroundings import Clock
from erplink.values import Written

IN, OUT, TAKEN, REFUSED = "in", "out", "taken", "refused"
LARGEST = 256 * 1024 * 1024
_LAID = ".laid"
_UNFINISHED = (".part", ".tmp", ".filepart", ".crdownload", ".swp")
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_FIT = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}")
_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Dropped:
    """A finished file of the ERP's; two of the same content are one by its hash."""

    name: str
    size: int
    sha256: str


class Folders:
    """Four folders below one that is the tenant's own."""

    def __init__(self, base: str, settled_seconds: int, clock: Clock) -> None:
        """Make them where they are missing.

        Raises:
            NotConfigured: There is no folder, it leads elsewhere, or cannot be made.
        """
        if not base:
            raise NotConfigured("erp_link.no_folder")
        self.base = Path(base)
        self._settled = settled_seconds
        self._clock = clock
        for folder in (self.base, *map(self.folder, (IN, OUT, TAKEN, REFUSED, _LAID))):
            # A link could lead into another tenant's folder.
            if folder.is_symlink():
                raise NotConfigured("erp_link.folder_link")
            try:
                folder.mkdir(mode=0o770, parents=True, exist_ok=True)
            except OSError as error:
                raise NotConfigured("erp_link.folder_not_made", str(error)) from error

    def folder(self, name: str) -> Path:
        """One of the folders."""
        return self.base / name

    def waiting(self) -> Iterator[Dropped]:
        """Finished files by their names; what is none to be read is refused here.

        Raises:
            Unavailable: The folder cannot be read.
        """
        now = self._clock().timestamp()
        try:
            entries = sorted(os.scandir(self.folder(IN)), key=lambda one: one.name)
        except OSError as error:
            raise Unavailable("erp_link.folder_unreadable", str(error)) from error
        for entry in entries:
            name = entry.name.lower()
            if name.startswith(".") or name.endswith(_UNFINISHED):
                continue
            if not entry.is_symlink() and not entry.is_file():
                continue
            with suppress(FileNotFoundError):
                seen = entry.stat(follow_symlinks=False)
                if now - seen.st_mtime >= self._settled:
                    yield from self._looked_at(Path(entry.path), seen.st_size)

    def _looked_at(self, path: Path, size: int) -> Iterator[Dropped]:
        reason = ""
        if path.is_symlink():
            reason = "It is a link to another file."
        elif size == 0:
            reason = "It is empty."
        elif size > LARGEST:
            reason = f"It is larger than {LARGEST // 1024 // 1024} MB."
        if reason:
            self._move_refused(path, "", reason)
            return
        with _opened(path) as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        yield Dropped(path.name, size, digest)

    def read(self, dropped: Dropped) -> bytes:
        """The bytes of a file as it was found.

        Raises:
            Unavailable: It is gone, or still being written.
        """
        path = self._path_of(dropped)
        try:
            with _opened(path) as stream:
                content = stream.read(LARGEST + 1)
        except OSError as error:
            raise Unavailable("erp_link.file_gone", str(error)) from error
        if hashlib.sha256(content).hexdigest() != dropped.sha256:
            raise Unavailable("erp_link.file_changed_reading")
        return content

    def take(self, dropped: Dropped) -> Path:
        """Move a file to those that were taken; again, if it was moved before.

        Raises:
            Unavailable: It was changed since it was read, or cannot be moved.
        """
        target = self.folder(TAKEN) / _kept_name(dropped.sha256, dropped.name)
        if self._is_there(dropped):
            self._move(self._path_of(dropped), target)
        return target

    def refuse(self, dropped: Dropped, reason: str) -> Path:
        """Move a file to those that were refused, with the reason beside it.

        Raises:
            Unavailable: It was changed since it was read, or cannot be moved.
        """
        if not self._is_there(dropped):
            return self.folder(REFUSED) / _kept_name(dropped.sha256, dropped.name)
        return self._move_refused(self._path_of(dropped), dropped.sha256, reason)

    def lay_out(self, name: str, content: bytes) -> Written:
        """Put a file where the ERP picks it up, once for its name.

        Raises:
            NotConfigured: No file can have this name.
            Conflict: Another file was laid out under it.
            Unavailable: The folder does not take it.
        """
        if _FIT.fullmatch(name) is None:
            raise NotConfigured("erp_link.file_name", name)
        digest = hashlib.sha256(content).hexdigest()
        memory = self.folder(_LAID) / name
        target = self.folder(OUT) / name
        try:
            # The ERP takes the file away, so what was laid out is noted beside it.
            known = memory.read_text("ascii") if memory.is_file() else ""
            was_there = bool(known)
            if not known:
                was_there = not _put(target, content)
                known = hashlib.sha256(target.read_bytes()).hexdigest()
                if known == digest:
                    _put(memory, digest.encode())
        except OSError as error:
            raise Unavailable(
                "erp_link.folder_full", str(error), may_have_written=True
            ) from error
        if known != digest:
            raise Conflict("erp_link.file_other", name)
        return Written(name, was_there=was_there)

    def usable(self, name: str) -> str:
        """Why files cannot be put into and taken out of a folder; empty if they can."""
        probe = self.folder(name) / ".giroscope-probe"
        try:
            probe.write_bytes(b"")
            next(self.folder(name).iterdir(), None)
            probe.unlink()
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def _path_of(self, dropped: Dropped) -> Path:
        if dropped.name in {"", ".", ".."} or dropped.name != Path(dropped.name).name:
            raise Invalid("erp_link.file_name", dropped.name)
        return self.folder(IN) / dropped.name

    def _is_there(self, dropped: Dropped) -> bool:
        """Whether the file is still what was read; no if it was moved before."""
        path = self._path_of(dropped)
        try:
            with _opened(path) as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise Unavailable("erp_link.file_unreadable", str(error)) from error
        if digest != dropped.sha256:
            raise Unavailable("erp_link.file_changed")
        return True

    def _move_refused(self, path: Path, digest: str, reason: str) -> Path:
        known = digest or hashlib.sha256(os.fsencode(path.name)).hexdigest()
        target = self.folder(REFUSED) / _kept_name(known, path.name)
        said = target.with_name(f"{target.name}.txt")
        try:
            # The reason first: a file without one would not explain itself.
            if not _put(said, f"{reason}\n".encode()):
                said.write_text(f"{reason}\n", "utf-8")
        except OSError as error:
            raise Unavailable("erp_link.file_not_refused", str(error)) from error
        self._move(path, target)
        return target

    @staticmethod
    def _move(path: Path, target: Path) -> None:
        try:
            path.replace(target)
            _sync(target.parent)
            _sync(path.parent)
        except OSError as error:
            raise Unavailable("erp_link.file_not_moved", str(error)) from error


def _kept_name(digest: str, name: str) -> str:
    """A name that says what it was and is the content's own."""
    fit = _UNFIT.sub("_", name).lstrip(".")
    return f"{digest[:16]}-{fit}"[:_LONGEST_NAME]


def _put(target: Path, content: bytes) -> bool:
    """Write a whole file; tells whether it is new. Nothing there is replaced."""
    part = target.with_name(f".{target.name}.part")
    try:
        with part.open("wb") as stream:
            # Whoever may read the folder carries what is in it.
            os.fchmod(stream.fileno(), target.parent.stat().st_mode & 0o666)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        # A link, unlike a rename, refuses to replace what is there.
        os.link(part, target)
    except FileExistsError:
        return False
    finally:
        with suppress(OSError):
            part.unlink()
    _sync(target.parent)
    return True


def _opened(path: Path) -> BufferedReader:
    """Open for reading, but never what a link leads to."""
    return os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb")


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
