"""What an error says about what we stand on: away, or something else wrong.

While it is away nothing is at fault here: whoever asks is told to come again, and
whoever works waits and begins again. That is told once, and once when it is over.
"""

import errno
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator

import psycopg
import structlog
from sqlalchemy import exc

from giroscope.kernel.errors import AppError, Unavailable

log = structlog.get_logger(__name__)

_AGAIN_SECONDS = 3
"""After so long it is worth asking again: outages are mostly short."""
_AGAIN_WHEN_FULL_SECONDS = 60

# Connections, an operator's hand, means that are used up, an end of an idle session.
_AWAY_STATES = ("08", "57P", "53", "25P03")
_AWAY_FILES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    }
)
_FULL_STATE = "53100"
_FULL_FOLDERS = frozenset({errno.ENOSPC, errno.EDQUOT})
_LOST_BEFORE = "8s2b"
"""What SQLAlchemy calls a transaction whose connection went."""
_LONGEST_REASON = 200
_WRAPPING = (exc.SQLAlchemyError, AppError)
_EVENTS = {
    "database": ("database.away", "database.back"),
    "store": ("store.away", "store.back"),
    "disk": ("disk.full", "disk.has_room"),
    "key service": ("key_service.away", "key_service.back"),
}


class DatabaseAway(Unavailable):
    """The database does not answer; try again in a moment."""

    code = "database_away"

    def __init__(self) -> None:
        super().__init__(retry_after=_AGAIN_SECONDS)


class StoreAway(Unavailable):
    """The document store does not answer; try again in a moment."""

    code = "store_away"

    def __init__(self) -> None:
        super().__init__(retry_after=_AGAIN_SECONDS)


class DiskFull(Unavailable):
    """There is no room left to store this; whoever runs this must make some."""

    code = "disk_full"

    def __init__(self) -> None:
        super().__init__(retry_after=_AGAIN_WHEN_FULL_SECONDS)


class KeyServiceAway(Unavailable):
    """The key service does not answer; try again in a moment."""

    code = "key_service_away"

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, retry_after=_AGAIN_SECONDS)


def refusal_of(error: BaseException) -> Unavailable | None:
    """What a caller is told of an error that is nobody's fault here; None of others."""
    if not is_away(error):
        return None
    return DiskFull() if is_full(error) else DatabaseAway()


def is_away(error: BaseException | None) -> bool:
    """Whether the database, the store, or a disk does not do its part now."""
    return any(map(_says_away, _chain(error)))


def is_full(error: BaseException | None) -> bool:
    """Whether that is because the disk has no room left."""
    return any(map(_says_full, _chain(error)))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        wrapped = getattr(error, "orig", None)
        error = wrapped or error.__cause__ or error.__context__


def _says_away(error: BaseException) -> bool:
    if isinstance(error, StoreAway | DiskFull | KeyServiceAway):
        return True
    if isinstance(error, exc.DBAPIError):
        return error.connection_invalidated
    if isinstance(error, exc.TimeoutError):
        # No connection came free: they all wait for what does not answer.
        return True
    if isinstance(error, exc.PendingRollbackError):
        return error.code == _LOST_BEFORE
    if isinstance(error, psycopg.Error) and error.sqlstate is not None:
        return error.sqlstate.startswith(_AWAY_STATES)
    if isinstance(error, sqlite3.OperationalError):
        return _file_state(error) in _AWAY_FILES
    return isinstance(error, psycopg.OperationalError) or _says_full(error)


def _says_full(error: BaseException) -> bool:
    if isinstance(error, DiskFull):
        return True
    if isinstance(error, psycopg.Error):
        return error.sqlstate == _FULL_STATE
    if isinstance(error, OSError):
        return error.errno in _FULL_FOLDERS
    is_file = isinstance(error, sqlite3.OperationalError)
    return is_file and _file_state(error) == sqlite3.SQLITE_FULL


def _file_state(error: BaseException) -> int:
    """SQLite's own word; its extended ones begin above one byte."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


class Outage:
    """Whether something is away, as the threads of one process find it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._since: float | None = None
        self._back = ""

    @property
    def is_on(self) -> bool:
        """Whether it was away when it was asked last."""
        return self._since is not None

    def note(self, error: BaseException) -> None:
        """It did not answer; the first to find that says so."""
        with self._lock:
            if self._since is not None:
                return
            self._since = self._now()
            away, self._back = _EVENTS[_what(error)]
        log.warning(away, reason=_reason(error))

    def over(self) -> None:
        """It answered; the first to find that after an outage says so."""
        with self._lock:
            if self._since is None:
                return
            seconds, self._since = self._now() - self._since, None
        log.info(self._back, seconds=round(seconds, 1))


class Pauses:
    """How long to wait before what failed is tried again: longer, up to a bound."""

    def __init__(self, first: float = 0.5, longest: float = 4.0) -> None:
        self._first, self._longest = first, longest
        self._next = first

    def next(self) -> float:
        """The next pause, in seconds."""
        pause, self._next = self._next, min(self._next * 2, self._longest)
        return pause

    def begin_again(self) -> None:
        """It did not fail."""
        self._next = self._first


def persist(outage: Outage, act: Callable[[], object], stop: threading.Event) -> bool:
    """Do it as soon as the database is there; tells whether it was away.

    Raises:
        Exception: What it fails by otherwise, or the outage where nobody waits longer.
    """
    pauses = Pauses()
    while True:
        try:
            act()
        except Exception as error:
            if not is_away(error):
                raise
            outage.note(error)
            if stop.wait(pauses.next()):
                raise
        else:
            was_away = outage.is_on
            outage.over()
            return was_away


def _what(error: BaseException) -> str:
    """What does not do its part."""
    if is_full(error):
        return "disk"
    for kind, name in ((StoreAway, "store"), (KeyServiceAway, "key service")):
        if any(isinstance(one, kind) for one in _chain(error)):
            return name
    return "database"


def _reason(error: BaseException) -> str:
    chain = list(_chain(error))
    # What the driver or the store says, in front of what libraries make of it.
    said = (one for one in chain if str(one) and not isinstance(one, _WRAPPING))
    origin = next(said, chain[0])
    words = str(origin).strip().splitlines()
    return f"{type(origin).__name__}: {words[0] if words else ''}"[:_LONGEST_REASON]
