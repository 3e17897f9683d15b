"""Opens a pack that may come from anybody: what no pack of ours would hold is refused.

Nothing is unpacked to a disk, and nothing is read further than the manifest says.
"""

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from giroscope.features.evidence import layout

_MOST_FILES = 20_000
_MOST_READ_WHOLE = 64 << 20
_CHUNK = 1 << 20
_COMPRESSED = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED = 0x1
_NAME = re.compile(r"[^\x00-\x1f\x7f\\:*?\"<>|]+")
UNREADABLE = (
    zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError,
    NotImplementedError,
)  # fmt: skip
"""What a damaged or contrived archive makes the library raise."""


class NoPack(Exception):
    """The file is no evidence pack, or none that may be read; the text says why."""


class Archive:
    """The files of a pack, each read in pieces."""

    def __init__(self, archive: zipfile.ZipFile, size: int) -> None:
        self._archive = archive
        self.files = _checked(archive.infolist(), size)

    def chunks(self, name: str, most: int) -> Iterator[bytes]:
        """The bytes of a file, and not one more than `most`.

        Raises:
            NoPack: It is longer, damaged, or not there.
        """
        try:
            with self._archive.open(self.files[name]) as file:
                left = most
                while chunk := file.read(min(_CHUNK, left + 1)):
                    if len(chunk) > left:
                        raise NoPack(f"it is longer than {most} bytes")
                    left -= len(chunk)
                    yield chunk
        except KeyError as error:
            raise NoPack("it is missing") from error
        except UNREADABLE as error:
            raise NoPack(f"it cannot be read: {error}") from error

    def whole(self, name: str) -> bytes:
        """A file that is read at once, for it is small in every pack of ours.

        Raises:
            NoPack: It is not, or is damaged, or not there.
        """
        return b"".join(self.chunks(name, _MOST_READ_WHOLE))


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The pack, open for reading.

    Raises:
        NoPack: It is none.
    """
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise NoPack("there is no such file") from error
    except UNREADABLE as error:
        raise NoPack(f"it is no ZIP file: {error}") from error
    with archive:
        yield Archive(archive, path.stat().st_size)


def _checked(members: list[zipfile.ZipInfo], size: int) -> dict[str, zipfile.ZipInfo]:
    """The members by name.

    Raises:
        NoPack: One has a name, form or size that no pack has.
    """
    if len(members) > _MOST_FILES:
        raise NoPack(f"it holds more than {_MOST_FILES} files")
    # Files that lie over one another unpack to far more than the archive can hold.
    if sum(one.compress_size for one in members) > size:
        raise NoPack("its files lie over one another")
    found: dict[str, zipfile.ZipInfo] = {}
    folded: set[str] = set()
    for one in members:
        name = one.filename
        if not _is_plain(name) or one.orig_filename != name:
            raise NoPack(f"{name!a} is no name of a file in a pack")
        if name.lower() in folded:
            raise NoPack(f"{name} is in it twice")
        mode = one.external_attr >> 16
        if stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
            raise NoPack(f"{name} is no plain file")
        if one.flag_bits & _ENCRYPTED or one.compress_type not in _COMPRESSED:
            raise NoPack(f"{name} is stored in a way that no pack uses")
        folded.add(name.lower())
        found[name] = one
    return found


def _is_plain(name: str) -> bool:
    """Whether it lies in the pack's own folders, wherever that is unpacked."""
    folder, _, last = name.rpartition("/")
    is_known = folder in {"", "audit", layout.ORIGINALS.rstrip("/")}
    return is_known and last not in {"", ".", ".."} and bool(_NAME.fullmatch(last))
