"""Fetches what a bank holds ready: bytes first, then marks, then import by others.

Each file is in the documents, raw and as verified content, before it is noted, and
noted before the bank is told that it was taken. A look that was cut short makes the
next one ask for everything, and what is known already is told by its reference or
its content.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Connection, insert, select, update

from banklink import (
    AnswerNotTrusted,
    Channel,
    Exchange,
    Fetched,
    FileKind,
    LinkError,
    Refused,
    Waiting,
)
from banklink.protocol import References
from giroscope.features.banks.answers import (
    AnswerSafe,
    Place,
    note_cut_off,
    tell_cut_off,
)
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.connections import next_look
from giroscope.features.banks.directory import described
from giroscope.features.banks.outcomes import (
    is_about_certificate,
    note_contact,
    note_failure,
    refusal_of,
    sentence_of,
)
from giroscope.features.banks.ownership import stranger_in
from giroscope.features.banks.served_accounts import AT_WORK, all_paused
from giroscope.features.banks.sources import source_of
from giroscope.features.banks.tables import BankConnection, BankFile
from giroscope.features.documents import Vault, note_document
from giroscope.features.messages import tell
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job
from giroscope.kernel.text import recognised
from localization import Message

VERB = "bank-fetch"
COLLECT = "collect"
"""The job by which the room of journals imports what came."""
_LIST_ALL_EVERY = timedelta(hours=20)
_KEPT_AGAIN = timedelta(days=1)
log = structlog.get_logger(__name__)


def run_fetch(banks: Banks, vault: Vault, run: JobRun) -> None:
    """The job: look at the bank, keep what is new, ask for its import.

    Raises:
        BankSaysNo, BankUnreached: As told; what was fetched before stays.
    """
    _Look(banks, vault, run).run()


class _Look:
    """One look at one bank."""

    def __init__(self, banks: Banks, vault: Vault, run: JobRun) -> None:
        self._banks, self._vault, self._run = banks, vault, run
        self._last: Exchange | None = None
        self._safe: AnswerSafe | None = None
        self._came: set[FileKind] = set()
        self._trouble: str | None = None
        self._is_certificate_refused = False

    def run(self) -> None:
        row = self._begin()
        if row is None:
            return
        try:
            self._look(row)
        except LinkError as error:
            self._is_certificate_refused |= is_about_certificate(error)
            self._end(row, failure=sentence_of(error))
            raise refusal_of(error) from error
        except AppError as refusal:
            self._end(row, failure=refusal.message)
            raise
        self._end(row, failure=self._trouble)

    def _begin(self) -> Any:
        """The connection, marked as being looked at; None where it stands still."""
        now = self._banks.clock()
        with self._connected() as connection:
            row = self._row(connection)
            is_still = row.paused is not None or all_paused(connection)
            if is_still or row.state not in {state.value for state in AT_WORK}:
                return None
            connection.execute(
                update(BankConnection)
                .where(BankConnection.id == row.id)
                .values(
                    fetch_began=row.fetch_began or now, next_fetch=next_look(row, now)
                )
            )
            note_cut_off(connection, row.id)
            connection.commit()
        return row

    def _look(self, row: Any) -> None:
        now, realm = self._banks.clock(), self._run.realm
        was_cut = row.fetch_began is not None
        is_day_old = row.listed_all is None or now - row.listed_all > _LIST_ALL_EVERY
        everything = was_cut or is_day_old
        self._safe = AnswerSafe(
            Place(self._run.database, self._vault, realm, row.id),
            self._banks.clock, partial(self._set_aside, row), with_doubted=everything,
        )  # fmt: skip
        channel = self._banks.open_channel(realm, row.id, self._see, self._safe)
        for kinds in _rounds(channel, row):
            self._run.report("list")
            self._round(channel, row, kinds, everything=everything)
        if everything:
            with self._connected() as connection:
                connection.execute(
                    update(BankConnection)
                    .where(BankConnection.id == row.id)
                    .values(listed_all=now)
                )
                connection.commit()

    def _round(
        self,
        channel: Channel,
        row: Any,
        kinds: Collection[FileKind] | None,
        *,
        everything: bool,
    ) -> None:
        """Take what is new of some kinds; trouble with one stops no other."""
        try:
            for number, waiting in enumerate(
                channel.waiting(kinds, everything=everything)
            ):
                self._run.report("fetch", number)
                if not self._is_known(row, waiting):
                    self._take(channel, row, waiting)
        except AnswerNotTrusted as error:
            # At Bank Connect the list is the files: what came is kept as evidence.
            kind = next(iter(kinds or ()), FileKind.OTHER)
            self._keep_untrusted(row, kind, kind.value, error)
        except Refused as error:
            # An agreement may not have every kind; the others come all the same.
            self._trouble = sentence_of(error)
            self._is_certificate_refused |= is_about_certificate(error)

    def _take(self, channel: Channel, row: Any, waiting: Waiting) -> None:
        try:
            fetched = channel.fetch(waiting)
        except AnswerNotTrusted as error:
            name = waiting.name or waiting.reference or waiting.kind.value
            self._keep_untrusted(row, waiting.kind, name, error)
            return
        self._keep(row, fetched)
        self._came.add(fetched.kind)
        # Told only now: a file the bank thinks is taken must be safe.
        channel.taken(fetched)

    def _keep(self, row: Any, fetched: Fetched) -> None:
        now, realm = self._banks.clock(), self._run.realm
        content = self._vault.keep_now(realm, [fetched.content])
        raw = None
        if fetched.reply and fetched.reply != fetched.content:
            raw = self._vault.keep_now(realm, [fetched.reply])
        name, source = _name(fetched), source_of(is_demo=row.is_demo)
        with self._connected() as connection:
            known = connection.execute(
                select(BankFile.id).where(
                    BankFile.connection_id == row.id,
                    BankFile.sha256 == content.sha256,
                )
            ).first()
            if known is not None:
                return
            stranger = stranger_in(connection, row.id, fetched)
            was_told = stranger is not None and self._was_told(
                connection, row, BankFile.refusal == stranger
            )
            values = {
                "connection_id": row.id,
                "reference": _reference(row, fetched),
                "kind": fetched.kind.value,
                "sha256": content.sha256,
                "document_id": note_document(connection, content, name, source, now),
                "raw_document_id": raw
                and note_document(connection, raw, f"{name}.reply.xml", source, now),
                "name": name,
                "received": now,
                "refusal": stranger,
                "collected_at": now if stranger else None,
            }
            connection.execute(insert(BankFile).values(**values))
            connection.execute(
                update(BankConnection)
                .where(BankConnection.id == row.id)
                .values(last_received=now)
            )
            if stranger and not was_told:
                self._tell_refused(connection, row, name, stranger)
            connection.commit()

    def _keep_untrusted(
        self, row: Any, kind: FileKind, name: str, error: AnswerNotTrusted
    ) -> None:
        """Keep an answer that cannot be believed, as evidence, and go on.

        The file itself may still come: it is asked for again at the next look, and
        told once a day.
        """
        reply = self._last.reply if self._last is not None else None
        self._trouble = sentence_of(error)
        with self._connected() as connection:
            if reply:
                self._note_untrusted(connection, row, kind, name, reply)
            connection.commit()
        log.warning("bank.answer_not_trusted", connection=row.id, name=name)

    def _set_aside(
        self,
        row: Any,
        connection: Connection,
        kind: FileKind,
        reply: bytes,
        error: AnswerNotTrusted,
    ) -> None:
        """The same for an answer that is in the safe, where it can be read again."""
        self._trouble = sentence_of(error)
        self._note_untrusted(connection, row, kind, kind.value, reply)

    def _note_untrusted(
        self, connection: Connection, row: Any, kind: FileKind, name: str, reply: bytes
    ) -> None:
        name, reason = name[:100], self._trouble or ""
        if self._was_told(connection, row, BankFile.name == name):
            return
        now = self._banks.clock()
        stored = self._vault.keep_now(self._run.realm, [reply])
        document_id = note_document(
            connection, stored, f"{name}.reply.xml",
            source_of(is_demo=row.is_demo), now,
        )  # fmt: skip
        connection.execute(
            insert(BankFile).values(
                connection_id=row.id, reference=None, kind=kind.value,
                sha256=stored.sha256, document_id=document_id,
                raw_document_id=document_id, name=name, received=now,
                collected_at=now, refusal=reason,
            )
        )  # fmt: skip
        self._tell_refused(connection, row, name, reason)

    def _was_told(self, connection: Connection, row: Any, same: Any) -> bool:
        """Whether such a file was kept aside within a day; people know of it then."""
        since = self._banks.clock() - _KEPT_AGAIN
        found = connection.execute(
            select(BankFile.id).where(
                BankFile.connection_id == row.id,
                BankFile.refusal.is_not(None),
                BankFile.received > since,
                same,
            )
        )
        return found.first() is not None

    @staticmethod
    def _tell_refused(connection: Connection, row: Any, name: str, reason: str) -> None:
        tell(
            connection,
            "ERROR",
            Message(
                "banks.file_refused",
                name=row.name,
                file=name,
                reason=recognised(reason),
            ),
            reference=f"bank:{row.id}",
        )

    def _is_known(self, row: Any, waiting: Waiting) -> bool:
        if not waiting.reference or _references(row) is not References.LASTING:
            # The name comes again, or the file is here already: its content decides.
            return False
        with self._connected() as connection:
            found = connection.execute(
                select(BankFile.id).where(
                    BankFile.connection_id == row.id,
                    BankFile.reference == waiting.reference[:80],
                )
            ).first()
        return found is not None

    def _end(self, row: Any, *, failure: str | None) -> None:
        now = self._banks.clock()
        with self._connected() as connection:
            present = self._row(connection)
            values: dict[str, Any] = {"next_fetch": next_look(present, now)}
            if failure is None:
                # A failure leaves the mark: some files may have left the bank.
                values["fetch_began"] = None
                note_contact(connection, row.id, now)
            else:
                note_failure(
                    connection, row.id, failure, now,
                    of_certificate=self._is_certificate_refused,
                )  # fmt: skip
            connection.execute(
                update(BankConnection)
                .where(BankConnection.id == row.id)
                .values(**values)
            )
            if self._safe is not None:
                tell_cut_off(
                    connection, row.id, row.name,
                    answered=self._safe.answered, came=self._came,
                )  # fmt: skip
            # Also what a look noted that was killed before it came here.
            waits = connection.execute(
                select(BankFile.id)
                .where(
                    BankFile.connection_id == row.id, BankFile.collected_at.is_(None)
                )
                .limit(1)
            ).first()
            if waits is not None:
                add_job(connection, COLLECT, row.id, now)
            connection.commit()

    def _see(self, exchange: Exchange) -> None:
        self._last = exchange

    def _row(self, connection: Connection) -> Any:
        return connection.execute(
            select(BankConnection)
            .where(BankConnection.id == self._run.subject)
            .with_for_update()
        ).one()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._run.database.job_connection(self._run.realm) as connection:
            yield connection


def _rounds(channel: Channel, row: Any) -> list[Collection[FileKind] | None]:
    """Each kind by itself, or all at once where the bank lists them so."""
    if _references(row) is References.PASSING:
        return [None]
    return [[kind] for kind in sorted(channel.receives)]


def _references(row: Any) -> References:
    return described(row.type).references


def _reference(row: Any, fetched: Fetched) -> str | None:
    if _references(row) is References.PASSING:
        return None
    return fetched.reference[:80] or None


def _name(fetched: Fetched) -> str:
    """What people call the file: the bank's name for it, or its kind and reference."""
    told = fetched.name or f"{fetched.kind.value} {fetched.reference}".strip()
    name = "".join(char for char in told if char.isprintable())[:100]
    return name if name.lower().endswith((".xml", ".txt")) else f"{name}.xml"
