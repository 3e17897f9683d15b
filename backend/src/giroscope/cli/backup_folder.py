"""A folder of backups: where everything lies in it, and what proves it whole.

Each backup is a folder named by its moment, which it gets when all of it is written;
until then it is a draft. Documents are kept once for all backups of a tenant.
"""

import fcntl
import hashlib
import hmac
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from giroscope.kernel.errors import Conflict, InvalidInput
from giroscope.kernel.secrets import MasterKey, derive

FORMAT = "giroscope-backup/1"
MANIFEST = "manifest.json"
SEAL = "manifest.seal"
DRAFT = ".part"
_MOMENT = re.compile(r"\d{8}T\d{6}Z")
_READ_BYTES = 1 << 20


class BackupDamaged(InvalidInput):
    """A backup is not as it was written; the sentence says where."""


class BackupFolder:
    """Backups of one installation, on a disk or on what is mounted there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The backups that are whole, the newest last."""
        found = self.folder.iterdir() if self.folder.is_dir() else ()
        return sorted(one.name for one in found if _MOMENT.fullmatch(one.name))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only one that writes here.

        Raises:
            Conflict: Another backup is being written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            place = (self.folder / "lock").open("a")
        except OSError as error:
            raise Conflict(f"{self.folder}: {error.strerror}") from error
        with place:
            try:
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Conflict(
                    f"Another backup is being written to {self.folder}"
                ) from error
            yield

    @contextmanager
    def draft(self, moment: datetime) -> Iterator[Path]:
        """Where a backup is written; it gets its name when the block ends well."""
        for left in self.folder.glob(f"*{DRAFT}"):
            shutil.rmtree(left)
        while (whole := self.folder / f"{moment:%Y%m%dT%H%M%SZ}").exists():
            moment += timedelta(seconds=1)
        draft = whole.with_name(whole.name + DRAFT)
        draft.mkdir(mode=0o700)
        yield draft
        draft.rename(whole)
        sync(self.folder)

    def documents(self, realm: str, key: str) -> Path:
        """Where a tenant's documents are, sealed by its key of this fingerprint."""
        return self.folder / "documents" / realm / key


def entry_of(path: Path) -> dict[str, Any]:
    """What proves a file whole later: name, size and hash. The disk has it then."""
    sync(path)
    return {
        "name": path.name, "size": path.stat().st_size, "sha256": digest_of(path),
    }  # fmt: skip


def write_manifest(folder: Path, told: dict[str, Any], key: bytes) -> dict[str, Any]:
    """Write what a folder holds, and seal it; gives its own entry back.

    Whoever has not the master key can change neither it nor what it has hashes of.
    """
    written = orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    for name, data in ((MANIFEST, written), (SEAL, _seal(written, key))):
        with private(folder / name) as file:
            file.write(data)
        sync(folder / name)
    sync(folder)
    return entry_of(folder / MANIFEST)


def read_manifest(folder: Path, root: Path, key: MasterKey) -> dict[str, Any]:
    """What a folder of a backup is said to hold, by whoever has the master key.

    Raises:
        BackupDamaged: It is not there, was changed, or another key sealed it.
    """
    written = plain(folder / MANIFEST, root).read_bytes()
    seal = plain(folder / SEAL, root).read_bytes()
    seals = [_seal(written, one) for one in (bytes(key), *key.older)]
    if not any(hmac.compare_digest(seal, one) for one in seals):
        raise BackupDamaged(
            f"{folder / MANIFEST} was changed since it was written, or is of an"
            f" installation with another master key than {fingerprint(key)}. The old"
            " key of a backup from before it was replaced is given by"
            " GIROSCOPE_OLD_MASTER_KEY_FILE"
        )
    told: dict[str, Any] = orjson.loads(written)
    return told


def plain(path: Path, root: Path) -> Path:
    """The same path, if something is there and no link leads elsewhere.

    Raises:
        BackupDamaged: There is nothing, or a link.
    """
    try:
        found = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise BackupDamaged(f"{path} is missing") from error
    if found != root.resolve() / path.relative_to(root):
        raise BackupDamaged(f"{path} is a link; a backup has none")
    return path


def _seal(written: bytes, key: bytes) -> bytes:
    sealing = derive(key, "backup manifest")
    return hmac.digest(sealing, written, "sha256").hex().encode() + b"\n"


@contextmanager
def private(path: Path) -> Iterator[BinaryIO]:
    """A new file that its owner alone may read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        yield file


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, read in parts."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(_READ_BYTES):
            digest.update(part)
    return digest.hexdigest()


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file, one at a time."""
    with path.open(encoding="ascii") as file:
        for line in file:
            yield line.rstrip("\n")


def fingerprint(key: bytes) -> str:
    """What tells a key from another, and nothing more of it."""
    return derive(key, "backup fingerprint").hex()[:16]


def sync(path: Path) -> None:
    """Have the disk hold it."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
