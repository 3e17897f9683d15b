"""Takes exchanges in without holding anybody up; a thread of its own writes them.

Taking one in is an append to a bounded queue; it never waits, never asks a database
and never fails. What comes faster than it can be written is counted, told in the log
of the process and shown on the screen. `close` writes what waits; a process that is
killed loses at most what stood in the queue.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import structlog
from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError, OperationalError

from giroscope.features.logs import retention, rows
from giroscope.features.logs.exchange import Captured
from giroscope.features.logs.rows import Row
from giroscope.features.logs.tables import LogBytes, LogEntry
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.outage import is_away
from giroscope.kernel.tenancy import UnknownRealm

log = structlog.get_logger(__name__)

MOST_WAITING = 5_000
MOST_BYTES = 64 << 20
_AT_ONCE = 200
_PAUSE_SECONDS = 0.25
"""So that a burst becomes one transaction, and a person sees it at once."""
_RETRY_SECONDS = 2.0
_TRIES = 15
"""A database that is being started again is waited for."""
_CLOSE_SECONDS = 5.0
_LONGEST_BODY = rows.MOST_SEALED


class Recorder:
    """The queue of one process and the thread that empties it."""

    def __init__(
        self,
        database: Database,
        master_key: bytes,
        clock: Clock = system_clock,
        *,
        most_waiting: int = MOST_WAITING,
        most_bytes: int = MOST_BYTES,
        close_seconds: float = _CLOSE_SECONDS,
    ) -> None:
        self._database = database
        self._master_key = master_key
        self._clock = clock
        self._most_waiting, self._most_bytes = most_waiting, most_bytes
        self._close_seconds = close_seconds
        self._waiting: deque[Captured] = deque()
        self._bytes = 0
        self._lost: Counter[str] = Counter()
        self._lock = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self._is_writing = False

    def take(self, captured: Captured) -> None:
        """Take one in; where there is no room it is counted as lost."""
        captured = _bounded(captured)
        with self._lock:
            weight = self._bytes + captured.weight
            if len(self._waiting) >= self._most_waiting or weight > self._most_bytes:
                self._lost[captured.realm] += 1
                return
            self._waiting.append(captured)
            self._bytes = weight
            if self._thread is None and not self._is_closing:
                self._thread = threading.Thread(
                    target=self._run, name="communication log", daemon=True
                )
                self._thread.start()
            self._lock.notify()

    def flush(self, seconds: float = _CLOSE_SECONDS) -> bool:
        """Wait until all that was taken in is written; whether it is."""
        until = time.monotonic() + seconds
        with self._lock:
            while self._waiting or self._is_writing:
                left = until - time.monotonic()
                if left <= 0 or self._thread is None:
                    return False
                self._lock.notify_all()
                self._lock.wait(min(left, _PAUSE_SECONDS))
        return True

    def close(self) -> None:
        """Write what waits and end; what cannot be written in time is told."""
        with self._lock:
            self._is_closing = True
            self._lock.notify_all()
        if self._thread is not None:
            self._thread.join(self._close_seconds)
        with self._lock:
            left = len(self._waiting) + self._lost.total()
        if left:
            log.warning("logs.lost_at_end", count=left)

    def _run(self) -> None:
        while True:
            batch = self._next()
            if not batch:
                return
            try:
                self._settle(batch)
            finally:
                with self._lock:
                    self._is_writing = False
                    self._lock.notify_all()

    def _next(self) -> Sequence[Captured]:
        """The next to be written; none when everything is written and it closes."""
        with self._lock:
            while not self._waiting and not self._is_closing:
                self._lock.wait()
            if len(self._waiting) < _AT_ONCE and not self._is_closing:
                self._lock.wait(_PAUSE_SECONDS)
            some = [
                self._waiting.popleft()
                for _ in range(min(_AT_ONCE, len(self._waiting)))
            ]
            self._bytes -= sum(one.weight for one in some)
            self._is_writing = bool(some)
            return some

    def _settle(self, batch: Sequence[Captured]) -> None:
        """Write each realm's in a transaction of its own, again while that can help."""
        realms: dict[str, list[Captured]] = {}
        for one in batch:
            realms.setdefault(one.realm, []).append(one)
        for realm, some in realms.items():
            if not self._tried(realm, some):
                with self._lock:
                    self._lost[realm] += len(some)

    def _tried(self, realm: str, some: Sequence[Captured]) -> bool:
        for _ in range(_TRIES):
            try:
                self._write_when_there(realm, some)
            except UnknownRealm:
                # It was deleted while its last words waited.
                return True
            except OperationalError as error:
                log.warning("logs.not_written", realm=realm, reason=_reason(error))
            except Exception:
                log.exception("logs.not_written", realm=realm)
                return False
            else:
                return True
            if self._is_closing:
                return False
            time.sleep(_RETRY_SECONDS)
        return False

    def _write_when_there(self, realm: str, some: Sequence[Captured]) -> None:
        """A database that is away is waited for; what comes meanwhile has its bound."""
        while True:
            try:
                self._write(realm, some)
            except OperationalError as error:
                if self._is_closing or not is_away(error):
                    raise
                self._database.outage.note(error)
                time.sleep(_RETRY_SECONDS)
            else:
                return

    def _write(self, realm: str, some: Sequence[Captured]) -> None:
        with self._lock:
            lost = self._lost[realm]
        with self._database.job_connection(realm) as connection:
            kept = retention.keeping_now(connection)
            connection.rollback()
            key = None
            if kept.keeps_bytes:
                data_key = realm_key(self._database, realm, self._master_key)
                key = rows.sealing_key(data_key)
            # All the work is done before the write lock is taken.
            made = [row for one in some for row in rows.rows_of(one, kept.choice, key)]
            self._insert(connection, made, lost, self._clock())
        if lost:
            log.warning("logs.overflowed", realm=realm, count=lost)
            with self._lock:
                self._lost[realm] -= lost

    def _insert(
        self, connection: Connection, made: Sequence[Row], lost: int, now: datetime
    ) -> None:
        try:
            stored = insert_rows(connection, made)
        except DBAPIError as error:
            if error.connection_invalidated or len(made) < 2:
                raise
            connection.rollback()
            # One that no database takes must not keep the others waiting for ever.
            stored = sum(_alone(connection, row) for row in made)
        retention.count(connection, stored, lost, now)
        connection.commit()


def insert_rows(connection: Connection, made: Iterable[Row]) -> int:
    """Store rows, commit nothing; tells what they take."""
    stored = 0
    for row in made:
        result = connection.execute(
            insert(LogEntry).values(**row.values).returning(LogEntry.id)
        )
        log_id = result.scalar_one()
        if row.sealed is not None:
            connection.execute(
                insert(LogBytes).values(log_id=log_id, sealed=row.sealed)
            )
        stored += row.values["stored"]
    return stored


def _reason(error: DBAPIError) -> str:
    return type(error.orig).__name__


def _alone(connection: Connection, row: Row) -> int:
    """Store one row by itself; nothing where the database refuses it."""
    try:
        with connection.begin_nested():
            return insert_rows(connection, [row])
    except DBAPIError as error:
        log.warning("logs.row_refused", reason=_reason(error))
        return 0


def _bounded(captured: Captured) -> Captured:
    """The same, its bodies no longer than what is ever kept; copies only then."""
    request, reply = captured.request, captured.reply
    if max(len(request or b""), len(reply or b"")) <= _LONGEST_BODY:
        return captured
    return replace(
        captured,
        request_size=len(request or b""),
        reply_size=len(reply or b""),
        request=None if request is None else request[:_LONGEST_BODY],
        reply=None if reply is None else reply[:_LONGEST_BODY],
        may_keep_bytes=False,
    )
