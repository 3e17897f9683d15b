"""Files laid out for customers to fetch: statuses, notifications, statements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from banksim.store import Row, Store

NEW, DOWNLOADED, DELETED, HELD = "NEW", "DOWNLOADED", "DELETED", "HELD"
_ALL = 1_000_000


class Kind(StrEnum):
    """What a file is."""

    STATUS = "STATUS"
    STATEMENT = "STATEMENT"
    REPORT = "REPORT"
    NOTIFICATION = "NOTIFICATION"
    CANCELLATION = "CANCELLATION"


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file to be laid out."""

    agreement: str
    kind: Kind
    file_type: str
    content: bytes
    account: str | None = None
    upload: int | None = None
    available: datetime | None = None
    """From when on; at once where it is not said."""
    available_day: date | None = None
    """On this booking day it is there in any case."""
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A file as a customer sees it."""

    id: int
    reference: str
    agreement: str
    kind: Kind
    file_type: str
    account: str | None
    upload: int | None
    created: str
    booking_day: str
    state: str
    last_download: str | None
    content: bytes


class Mailbox:
    """Lays out, lists and hands over files."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def lay(self, file: NewFile, now: datetime, day: date) -> str:
        """Lay a file out; tells its reference."""
        number = self._store.one("SELECT COALESCE(MAX(id), 0) + 1 n FROM files")["n"]
        reference = f"{day:%Y%m%d}{number:012d}"
        self._store.run(
            "INSERT INTO files (reference, agreement, kind, file_type, account, upload,"
            " created, booking_day, available, available_day, state, content)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            reference,
            file.agreement,
            file.kind.value,
            file.file_type,
            file.account,
            file.upload,
            now.isoformat(),
            day.isoformat(),
            (file.available or now).isoformat(),
            (file.available_day or day).isoformat(),
            HELD if file.is_held else NEW,
            file.content,
        )
        return reference

    def release(self, upload: int, now: datetime, day: date) -> None:
        """Lay out what was held back of an upload, as if it were made now."""
        for row in self._store.rows(
            "SELECT * FROM files WHERE upload = ? AND state = 'HELD'", upload
        ):
            held = _file(row)
            self._store.run("DELETE FROM files WHERE id = ?", held.id)
            again = NewFile(
                held.agreement, held.kind, held.file_type, held.content, upload=upload
            )
            self.lay(again, now, day)

    def waiting(
        self,
        agreement: str,
        now: datetime,
        day: date,
        *,
        kinds: Sequence[str] = (),
        states: Sequence[str] = (NEW,),
        file_type: str | None = None,
        limit: int = _ALL,
    ) -> list[File]:
        """What a customer can fetch, the oldest first."""
        rows = self._store.rows(
            "SELECT * FROM files WHERE agreement = ?"
            " AND state IN (SELECT value FROM json_each(?))"
            " AND (? = '[]' OR kind IN (SELECT value FROM json_each(?)))"
            " AND (? IS NULL OR file_type = ?)"
            " AND (available <= ? OR available_day <= ?) ORDER BY id LIMIT ?",
            agreement,
            json.dumps(list(states)),
            json.dumps(list(kinds)),
            json.dumps(list(kinds)),
            file_type,
            file_type,
            now.isoformat(),
            day.isoformat(),
            limit,
        )
        return [_file(row) for row in rows]

    def fetch(self, agreement: str, reference: str, now: datetime) -> File | None:
        """Hand a file over; from now on it counts as downloaded."""
        row = self._store.row(
            "SELECT * FROM files WHERE agreement = ? AND reference = ?"
            " AND state IN ('NEW', 'DOWNLOADED')",
            agreement,
            reference,
        )
        if row is None:
            return None
        self._store.run(
            "UPDATE files SET state = 'DOWNLOADED', last_download = ? WHERE id = ?",
            now.isoformat(),
            row["id"],
        )
        return replace(_file(row), state=DOWNLOADED, last_download=now.isoformat())

    def delete(self, agreement: str, reference: str) -> bool:
        """Delete a file that was not fetched; tells whether that was possible."""
        return bool(
            self._store.changed(
                "UPDATE files SET state = 'DELETED'"
                " WHERE agreement = ? AND reference = ? AND state = 'NEW'",
                agreement,
                reference,
            )
        )

    def lay_back(self, agreement: str) -> int:
        """Let every file count as not yet fetched; tells how many."""
        return self._store.changed(
            "UPDATE files SET state = 'NEW' WHERE agreement = ?"
            " AND state IN ('DOWNLOADED', 'DELETED')",
            agreement,
        )

    def all(self, limit: int = 500) -> list[File]:
        """Every file, the newest first."""
        rows = self._store.rows("SELECT * FROM files ORDER BY id DESC LIMIT ?", limit)
        return [_file(row) for row in rows]

    def by_reference(self, reference: str) -> File | None:
        """One file, whoever's it is."""
        row = self._store.row("SELECT * FROM files WHERE reference = ?", reference)
        return _file(row) if row else None


def _file(row: Row) -> File:
    values = {name: row[name] for name in File.__slots__}
    return File(**{**values, "kind": Kind(row["kind"])})
