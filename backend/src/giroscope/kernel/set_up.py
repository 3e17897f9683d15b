"""What the set-up of an installation is measured by, for the shell and the screen.

Each finding is a code, a fact that needs no language, and whether it is well; words and
remedies are said where it is told. Nothing is changed.
"""

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from giroscope.kernel.database import Database
from giroscope.kernel.migrate import MIGRATIONS, realm_key
from giroscope.kernel.secrets import SecretDamaged, load_master_key, own_key_path
from giroscope.settings import Settings, variable_of

_LEAST_PYTHON = (3, 11)
_LEAST_FREE_BYTES = 2 << 30
_OTHERS = 0o077


class Finding(NamedTuple):
    """One thing that was looked at."""

    code: str
    is_well: bool
    fact: str


def python_version() -> str:
    """The version of Python, in numbers."""
    return ".".join(str(part) for part in sys.version_info[:3])


def python() -> Finding:
    """Whether Python is new enough."""
    is_new = tuple(sys.version_info) >= _LEAST_PYTHON
    return Finding("PYTHON", is_new, python_version())


def console(settings: Settings) -> Finding:
    """Whether the console is built."""
    is_built = (settings.console_dir / "index.html").exists()
    return Finding("CONSOLE", is_built, str(settings.console_dir))


def data_directory(settings: Settings) -> Finding:
    """Whether we may write where data is kept, or where it is going to be."""
    existing = _existing(settings)
    is_ours = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
    shown = settings.data_dir.absolute() if is_ours else existing
    return Finding("DATA_DIRECTORY", is_ours, str(shown))


def disk_space(settings: Settings) -> Finding:
    """Whether there is room for uploads."""
    free = shutil.disk_usage(_existing(settings)).free
    return Finding(
        "DISK_SPACE", free >= _LEAST_FREE_BYTES, f"{free / (1 << 30):.1f} GiB"
    )


def has_room_for(settings: Settings, size: int) -> bool:
    """Whether so many bytes leave as much free as the operator wants left.

    Where database and documents are on other machines, this one's disk holds nothing
    of them.
    """
    return all(
        shutil.disk_usage(folder).free - size >= settings.least_free_bytes
        for folder in _kept_in(settings)
    )


def _kept_in(settings: Settings) -> Iterator[Path]:
    """The folders on this machine that what is handed in fills."""
    address = settings.documents_url
    is_local = address is None or address.startswith("file:")
    if settings.is_sqlite or address is None:
        yield _existing(settings)
    if address is not None and is_local:
        folder = Path(url2pathname(urlsplit(address).path))
        if folder.exists():
            yield folder


def master_key(settings: Settings) -> Finding:
    """Whether nobody else may read the master key's file; its value is not told."""
    for name in ("master_key", "master_key_wrapped"):
        if getattr(settings, name) is not None:
            return Finding("MASTER_KEY", is_well=True, fact=variable_of(name))
    path = settings.master_key_file or own_key_path(settings)
    if not path.exists():
        return Finding("MASTER_KEY", is_well=False, fact="")
    state = path.stat()
    return Finding(
        "MASTER_KEY", is_closed(state, os.geteuid()), f"{state.st_mode & 0o777:03o}"
    )


def is_closed(state: os.stat_result, account: int) -> bool:
    """Whether a file's mode keeps out everybody whom this account can do without."""
    # A Secret of Kubernetes belongs to root: its group is the one way to read it.
    is_lent = state.st_uid == 0 != account
    return not state.st_mode & (_OTHERS & ~stat.S_IRGRP if is_lent else _OTHERS)


def files(settings: Settings) -> Finding:
    """Whether nobody else may read or write below the data directory."""
    found = open_to_others(settings.data_dir.absolute())
    first = next(found, None)
    if first is None:
        return Finding("FILES", is_well=True, fact="600, 700")
    more = sum(1 for _ in found)
    return Finding(
        "FILES", is_well=False, fact=f"{first} (+{more})" if more else str(first)
    )


def open_to_others(folder: Path) -> Iterator[Path]:
    """The folder and what is below it, as far as others may do anything with it."""
    if not folder.is_dir():
        return
    if folder.stat().st_mode & _OTHERS:
        yield folder
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(place, name)
            with suppress(FileNotFoundError):
                mode = path.lstat().st_mode
                if mode & _OTHERS and not stat.S_ISLNK(mode):
                    yield path


def tables(database: Database, realm: str) -> Finding:
    """Whether a realm's tables are the newest."""
    with database.snapshot(realm) as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    if present == newest:
        return Finding("TABLES", is_well=True, fact=str(present))
    return Finding("TABLES", is_well=False, fact=f"{present or 0} → {newest}")


def realm_opens(database: Database, realm: str, settings: Settings) -> Finding:
    """Whether the master key opens the realm's own."""
    try:
        realm_key(database, realm, load_master_key(settings))
    except (SecretDamaged, ValueError, OSError):
        return Finding("REALM_KEY", is_well=False, fact="")
    return Finding("REALM_KEY", is_well=True, fact="")


def _existing(settings: Settings) -> Path:
    existing = settings.data_dir.absolute()
    while not existing.exists():
        existing = existing.parent
    return existing
