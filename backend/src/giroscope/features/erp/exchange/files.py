"""Exchanges files with an ERP that drops pain.001 and picks up what banks sent.

A dropped file is an upload as it is. What a bank sent of it, and the statements of the
books' accounts, are laid out under names that stay theirs.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Select, String, exists, or_, select
from sqlalchemy import cast as cast_to

from erplink import Description, Invalid
from erplink import Operation as Able
from erplink.files import Dropped, FileExchange
from giroscope.features.audit import Subject, record_now
from giroscope.features.documents import Document, Vault, note_document
from giroscope.features.erp.exchange.actors import actors_behind
from giroscope.features.erp.exchange.claim import SOURCE
from giroscope.features.erp.exchange.marks import settle, settled
from giroscope.features.erp.exchange.outbox import Write, note_written
from giroscope.features.erp.exchange.tables import ErpOutboxRow, Operation
from giroscope.features.erp.open_connection import Opened
from giroscope.features.erp.tables import ErpConnection
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.payments.behind import behind_names, keep_behind
from giroscope.features.uploads import Fetched, Kind, enter
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun

MARK = "LAID_OUT"
_AT_ONCE = 200
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)


def exchanges_files(description: Description) -> bool:
    """Whether the connector knows files, and no payments by themselves."""
    able = description.operations
    return Able.EXCHANGE_FILES in able and Able.FETCH_PAYMENTS not in able


@dataclass(frozen=True, slots=True)
class FileRound:
    """All that lies in the folder, and all that is to be laid there."""

    database: Database
    vault: Vault
    realm: str
    connection_id: int
    opened: Opened
    clock: Clock

    def run(self, run: JobRun) -> None:
        """Take what was dropped, then lay out what banks sent.

        Raises:
            ErpError: The folder cannot be used.
        """
        files = cast("FileExchange", self.opened.connector)
        for number, dropped in enumerate(files.waiting()):
            run.report("take", number)
            self._take(files, dropped)
        while self._lay_out(files):
            run.report("lay_out")

    def _take(self, files: FileExchange, dropped: Dropped) -> None:
        """Keep the bytes and ask for the import before it leaves the folder."""
        try:
            content = files.read(dropped)
        except Invalid as refusal:
            files.refuse(dropped, refusal.message)
            return
        stored = self.vault.keep_now(self.realm, [content])
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            document_id = note_document(connection, stored, dropped.name, SOURCE, now)
            fetched = Fetched(
                document_id, dropped.name, Kind.PAYMENT, SOURCE,
                self.opened.description.name, key=f"erp:{stored.sha256}",
            )  # fmt: skip
            upload_id = enter(connection, fetched, now)
            people = actors_behind(
                connection, self.connection_id, self.opened.description, now
            )
            keep_behind(connection, document_id, people)
            record_now(
                connection, system_actor(self.realm), "erp.hand_in",
                Subject("upload", str(upload_id), dropped.name),
                now={"sha256": stored.sha256, "size": stored.size,
                     "behind": behind_names(people)}, at=now,
            )  # fmt: skip
            connection.commit()
        files.take(dropped)

    def _lay_out(self, files: FileExchange) -> bool:
        """Lay out what came since the last time; whether there may be more."""
        with self.database.job_connection(self.realm) as connection:
            rows = connection.execute(_waiting(connection, self.connection_id)).all()
        for row in rows:
            content = b"".join(self.vault.chunks(self.realm, row.sha256))
            files.lay_out(_name(row), content)
            with self.database.job_connection(self.realm) as connection:
                write = Write(
                    Operation.FILE, str(row.id), _name(row),
                    correlation_id=row.correlation_id,
                )  # fmt: skip
                note_written(connection, self.connection_id, write, self.clock())
                connection.commit()
        return len(rows) == _AT_ONCE


def _waiting(
    connection: Connection, connection_id: int
) -> Select[Any, Any, Any, Any, Any]:
    """Status reports on the ERP's own files, and statements, by when they were tied.

    What was here before the books were in use is left out.
    """
    books = select(ErpConnection.began).where(ErpConnection.id == connection_id)
    is_laid_out = exists().where(
        ErpOutboxRow.connection_id == connection_id,
        ErpOutboxRow.operation == Operation.FILE.value,
        ErpOutboxRow.our_id == cast_to(JournalDocument.id, String),
    )
    return (
        select(
            JournalDocument.id, JournalDocument.correlation_id, JournalDocument.kind,
            Document.sha256, Document.format,
        )
        .join(Document, Document.id == JournalDocument.document_id)
        .join(Journal, Journal.correlation_id == JournalDocument.correlation_id)
        .where(
            JournalDocument.id > settled(connection, connection_id, MARK),
            JournalDocument.added >= books.scalar_subquery(),
            or_(
                (JournalDocument.kind == "STATUS") & (Journal.source == SOURCE),
                (JournalDocument.kind == "STATEMENT")
                & Document.format.in_(["camt.053", "camt.054"])
                # A statement is a journal of its own, beside those it proves.
                & ~Journal.has_status & (Journal.payments == 0),
            ),
            ~is_laid_out,
        )
        .order_by(JournalDocument.id)
        .limit(_AT_ONCE)
    )  # fmt: skip


def has_new(connection: Connection, connection_id: int, now: datetime) -> bool:
    """Whether something waits to be laid out; if not, none is looked at again."""
    first = connection.execute(_waiting(connection, connection_id).limit(1)).first()
    if first is None:
        settle(
            connection, connection_id, MARK, JournalDocument.id, JournalDocument.added,
            now,
        )  # fmt: skip
    return first is not None


def _name(row: Any) -> str:
    """Unique for ever: the journal, and the bytes."""
    format_ = _UNFIT.sub("-", row.format or row.kind.lower())
    return f"{format_}-{row.correlation_id}-{row.sha256[:12]}.xml"
