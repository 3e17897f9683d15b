"""Imports an uploaded file: read, prove, move, tie, tell.

The file is read to its end into temporary tables before a row of the realm
changes, so a file that turns out bad leaves nothing behind. Every step may be
run again after a kill and ends with the same rows.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

import bankfiles
from bankfiles import (
    BankFileError,
    FileHeader,
    Finding,
    Severity,
    StatementHeader,
)
from giroscope.features.documents import Document, Vault
from giroscope.features.journals import tie
from giroscope.features.journals.reading import Reading, WrongPage
from giroscope.features.journals.undoing import take_back
from giroscope.features.messages import tell
from giroscope.features.payments import (
    PaymentLoader,
    StatusLoader,
    apply_statuses,
    follow_anew,
    has_payments,
    match_bookings,
    proofs,
)
from giroscope.features.statements import (
    KnownStatement,
    LoadedStatement,
    StatementLoader,
    is_name_known,
    known_statements,
)
from giroscope.features.uploads import Kind, Upload, UploadFinding, UploadState
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.columns import AmountOutOfRange, TextTooLong
from giroscope.kernel.jobs import JobCancelled, JobRun

_HEAD_BYTES = 1 << 16
_OVER = frozenset({UploadState.IMPORTED, UploadState.KNOWN, UploadState.REFUSED})
_KINDS = {"pain.001": "PAYMENT", "pain.002": "STATUS"}


class _Refused(Exception):
    """The file is not fit for import; its findings say why."""


def importer(vault: Vault, clock: Clock = system_clock) -> Callable[[JobRun], None]:
    """The `import` job, reading from this vault."""

    def run_import(run: JobRun) -> None:
        with run.database.job_connection(run.realm) as connection:
            _Import(run, connection, vault, clock).run()

    return run_import


class _Import:
    """One run of the import of one upload."""

    def __init__(
        self, run: JobRun, connection: Connection, vault: Vault, clock: Clock
    ) -> None:
        self._run = run
        self._connection = connection
        self._vault = vault
        self._now = clock()
        self._upload: Any = connection.execute(
            select(Upload).where(Upload.id == run.subject)
        ).one()
        self._document: Any = connection.execute(
            select(Document).where(Document.id == self._upload.document_id)
        ).one()
        self._was_in = tie.is_tied(connection, self._document.id)
        # Between its steps the import holds no lock that others would feel.
        connection.commit()
        document_id = self._document.id
        self._own_id = tie.of_document(self._document.sha256)
        self._reading = Reading(
            Kind(self._upload.kind),
            StatementLoader(
                connection, document_id, "", self._own_id,
                self._now, bankfiles.READER_VERSION,
            ),
            PaymentLoader(connection, document_id),
            StatusLoader(connection, document_id),
        )  # fmt: skip

    def run(self) -> None:
        """Import, and leave the upload in the state that says what came of it."""
        if self._is_over():
            return
        self._set(state=UploadState.RUNNING, wrong_kind=None)
        try:
            self._import()
        except _Refused:
            self._end_badly(UploadState.REFUSED, "import.refused", "ERROR")
        except JobCancelled:
            self._end_badly(UploadState.CANCELLED, "import.cancelled", "WARNING")
            raise
        except Exception:
            self._end_badly(UploadState.FAILED, "import.failed", "ERROR")
            raise

    def _is_over(self) -> bool:
        """Whether this very job came to its end before it was killed.

        Raises:
            JobCancelled: Its end was that somebody stopped it.
        """
        if self._upload.job_id != self._run.job_id:
            return False
        if self._upload.state == UploadState.CANCELLED:
            raise JobCancelled
        return UploadState(self._upload.state) in _OVER

    def _import(self) -> None:
        known = self._known_statements()
        if known:
            self._end_known(known)
            return
        self._read()
        with self._run.database.alone(self._run.realm):
            try:
                self._store()
            except Exception:
                self._connection.rollback()
                if not self._was_in:
                    take_back(self._connection, self._document.id, self._now)
                    self._connection.commit()
                raise

    def _store(self) -> None:
        """Move what was read, and tie it in one transaction with the upload's end."""
        self._run.report("store")
        loaded = self._reading.statements.move(
            lambda done, total: self._run.report("store", done, total)
        )
        self._run.report("tie")
        self._compare(loaded)
        earlier = self._known_from(loaded)
        correlation_id = earlier or self._tie()
        self._end_well(loaded, correlation_id, is_known=earlier is not None)

    def _known_statements(self) -> list[KnownStatement]:
        """What this file repeats to the last byte, if it holds nothing else.

        Telling so costs a tenth of reading the file, which is then not needed;
        it is not tried where already the first statement's name is new.
        """
        if self._upload.kind != Kind.STATEMENT:
            return []
        open_again = partial(self._vault.open, self._run.realm, self._document.sha256)
        with open_again() as stream:
            kind = bankfiles.detect(stream.read(_HEAD_BYTES))
        if not kind.format.startswith("camt."):
            return []
        self._run.report("compare")
        try:
            with open_again() as stream:
                values = bankfiles.read(stream)
                headers = (v for v in values if isinstance(v, StatementHeader))
                first = next(headers, None)
            may_be_known = first is not None and is_name_known(self._connection, first)
            self._connection.commit()
            if not may_be_known:
                return []
            with open_again() as stream:
                known = known_statements(
                    self._connection,
                    bankfiles.statement_digests(stream),
                    bankfiles.READER_VERSION,
                )
        except BankFileError:
            # Reading it tells what is wrong, and where.
            known = []
        self._connection.commit()
        # Its own statements are whole, but a kill may have come before the rest.
        own = any(statement.document_id == self._document.id for statement in known)
        if not known or (own and not self._upload.counts):
            return []
        self._reading.header = FileHeader(kind.format, kind.version, kind.encoding)
        for statement in known:
            self._reading.recognise(statement)
        return known

    def _end_known(self, known: list[KnownStatement]) -> None:
        """Nothing is new; a file's own import stays as it is."""
        entries = sum(statement.entries for statement in known)
        correlation_id = known[0].correlation_id
        tell(
            self._connection, "INFO", "import.known",
            f"{self._upload.name} brings nothing new: all of its {entries} entries"
            " are here", correlation_id=correlation_id,
            reference=f"upload:{self._upload.id}", name=self._upload.name,
            entries=entries,
        )  # fmt: skip
        if any(statement.document_id == self._document.id for statement in known):
            self._set(state=UploadState.IMPORTED)
            return
        counts = {
            "statements": len(known), "read": entries, "new": 0, "known": entries,
            "payments": 0, "statuses": 0,
        }  # fmt: skip
        self._conclude(UploadState.KNOWN, counts=counts, correlation_id=correlation_id)

    def _read(self) -> None:
        """Stage the whole file, or refuse it."""
        reading, size = self._reading, self._document.size
        stream = self._vault.open(self._run.realm, self._document.sha256)
        self._run.report("read", 0, size)
        try:
            for value in bankfiles.read(
                stream, progress=lambda done: self._run.report("read", done, size)
            ):
                reading.take(value)
            reading.statements.finish()
        except WrongPage as wrong:
            page = (
                "Upload payments" if wrong.right is Kind.PAYMENT else "Upload Statement"
            )
            self._refuse(
                "wrong_page", f"This file belongs on the page “{page}”.", wrong.right
            )
        except BankFileError as error:
            reading.note(error.finding)
            raise _Refused from error
        except AmountOutOfRange as error:
            self._refuse("amount_out_of_range", f"{error}.")
        except TextTooLong as error:
            self._refuse("text_too_long", f"{error}; no bank writes this.")
        if reading.is_unfit:
            raise _Refused

    def _refuse(self, code: str, message: str, right: Kind | None = None) -> None:
        self._reading.note(Finding(Severity.ERROR, code, message))
        if right is not None:
            self._connection.rollback()
            self._set(wrong_kind=right.value)
        raise _Refused

    def _tie(self) -> str:
        """Make the document part of its journals; tell the first one's id."""
        reading = self._reading
        header = reading.header
        kind = _KINDS.get(header.format, "STATEMENT") if header else "OTHER"
        if kind == "PAYMENT":
            correlation_id = self._payment_journal()
            reading.payments.move(correlation_id)
        elif kind == "STATUS":
            group = reading.statuses.group
            original = group.original_message_id if group else None
            correlation_id = (
                tie.of_payment_message(original) if original else self._own_id
            )
            reading.statuses.move(correlation_id)
        else:
            correlation_id = self._own_id
        is_new = tie.attach(
            self._connection, correlation_id, self._document.id, kind, self._now,
            source=self._upload.source,
            message_id=header.message_id if header and kind == "PAYMENT" else None,
        )  # fmt: skip
        self._note(correlation_id, is_new=is_new, kind=kind)
        if kind == "STATUS":
            changed = follow_anew(self._connection, correlation_id)
        else:
            if kind == "PAYMENT":
                apply_statuses(self._connection, correlation_id)
            changed = match_bookings(self._connection, self._document.id)
        changed |= self._prove(changed)
        self._connection.execute(
            update(Document)
            .where(Document.id == self._document.id)
            .values(kind=kind, format=header.format if header else None,
                    version=header.version if header else None,
                    encoding=header.encoding if header else None)
        )  # fmt: skip
        tie.refresh(self._connection, changed | {correlation_id}, self._now)
        return correlation_id

    def _payment_journal(self) -> str:
        """The journal of this message id, unless another file took it first."""
        header = self._reading.header
        if header is None or header.message_id is None:
            return self._own_id
        correlation_id = tie.of_payment_message(header.message_id)
        holder = has_payments(self._connection, correlation_id)
        if holder is None or holder == self._document.id:
            return correlation_id
        self._reading.note(
            Finding(
                Severity.WARNING,
                "message_id_used",
                f"The message id {header.message_id} was used by an earlier payment"
                " file; a bank would refuse this one.",
            )
        )
        return self._own_id

    def _prove(self, journals: set[str]) -> set[str]:
        """Attach statements to the journals whose payments they book."""
        proved = proofs(self._connection, self._document.id, journals)
        for correlation_id, document_id in proved:
            is_new = tie.attach(
                self._connection, correlation_id, document_id, "STATEMENT",
                self._now, source=self._upload.source,
            )  # fmt: skip
            if is_new:
                name = self._connection.execute(
                    select(Document.name).where(Document.id == document_id)
                ).scalar_one()
                tie.note(
                    self._connection, correlation_id, self._now, "SUCCESS",
                    "journal.booked", f"Booked on {name}",
                    document_id=document_id, name=name,
                )  # fmt: skip
        return {correlation_id for correlation_id, _ in proved}

    def _note(self, correlation_id: str, *, is_new: bool, kind: str) -> None:
        code = f"journal.{kind.lower()}_{'received' if is_new else 'reimported'}"
        what = "received" if is_new else "imported again"
        tie.note(
            self._connection, correlation_id, self._now, "INFO", code,
            f"{self._upload.name} {what}", actor=self._upload.created_by_name,
            document_id=self._document.id, name=self._upload.name,
        )  # fmt: skip

    def _compare(self, loaded: list[LoadedStatement]) -> None:
        """Say which statements were here before, and which entries overlap."""
        for statement in loaded:
            name = statement.header.sequence or statement.header.id or "?"
            known = statement.read - statement.new
            line = statement.header.line
            if statement.document_id == self._document.id and not known:
                continue
            if statement.document_id == self._document.id:
                self._reading.note(
                    Finding(
                        Severity.INFO, "entries_known",
                        f"{known} of {statement.read} entries of statement {name} were"
                        " here already and are not booked again.", line,
                    )
                )  # fmt: skip
            elif statement.is_unchanged:
                self._reading.note(
                    Finding(
                        Severity.INFO, "statement_known",
                        f"Statement {name} was imported before and is the same.", line,
                    )
                )  # fmt: skip
            else:
                self._reading.note(
                    Finding(
                        Severity.WARNING, "statement_differs",
                        f"Statement {name} was imported before with other content;"
                        f" {statement.new} of its {statement.read} entries were new.",
                        line,
                    )
                )  # fmt: skip

    def _known_from(self, loaded: list[LoadedStatement]) -> str | None:
        """The journal that holds all of this already, brought by another file."""
        if not loaded or any(
            not statement.is_known or statement.document_id == self._document.id
            for statement in loaded
        ):
            return None
        return loaded[0].correlation_id

    def _end_well(
        self, loaded: list[LoadedStatement], correlation_id: str, *, is_known: bool
    ) -> None:
        reading = self._reading
        new = sum(statement.new for statement in loaded)
        read = sum(statement.read for statement in loaded)
        counts = {
            "statements": len(loaded), "read": read, "new": new, "known": read - new,
            "payments": reading.payments.count, "statuses": reading.statuses.count,
        }  # fmt: skip
        warnings = reading.finding_counts[Severity.WARNING.value]
        tell(
            self._connection, "WARNING" if warnings else "SUCCESS",
            "import.done_with_warnings" if warnings else "import.done",
            f"{self._upload.name} is imported"
            + (f"; warnings: {warnings}" if warnings else ""),
            correlation_id=correlation_id, reference=f"upload:{self._upload.id}",
            name=self._upload.name, warnings=warnings, **counts,
        )  # fmt: skip
        state = UploadState.KNOWN if is_known else UploadState.IMPORTED
        self._conclude(state, counts=counts, correlation_id=correlation_id)

    def _end_badly(self, state: UploadState, code: str, level: str) -> None:
        self._connection.rollback()
        reason = next(
            (f.message for f in self._reading.findings if f.severity is Severity.ERROR),
            "",
        )
        words = {
            UploadState.REFUSED: "was refused",
            UploadState.CANCELLED: "was cancelled",
            UploadState.FAILED: "could not be imported; a fault in the product",
        }[state]
        tell(
            self._connection, level, code,
            f"{self._upload.name} {words}" + (f": {reason}" if reason else ""),
            reference=f"upload:{self._upload.id}",
            name=self._upload.name, reason=reason,
        )  # fmt: skip
        if self._was_in:
            # It was imported again in vain: what an earlier run brought stays.
            self._set(state=UploadState.IMPORTED)
        else:
            self._conclude(state)

    def _conclude(self, state: UploadState, **values: Any) -> None:
        reading, upload_id = self._reading, self._upload.id
        self._connection.execute(
            delete(UploadFinding).where(UploadFinding.upload_id == upload_id)
        )
        if reading.findings:
            self._connection.execute(
                insert(UploadFinding),
                [
                    {
                        "upload_id": upload_id,
                        **finding._asdict(),
                        "severity": finding.severity.value.upper(),
                    }
                    for finding in reading.findings
                ],
            )
        header = reading.header
        self._set(
            state=state,
            format=header.format if header else None,
            version=header.version if header else None,
            totals=reading.totals,
            accounts=list(reading.accounts)[:100],
            from_date=min(reading.days, default=None),
            to_date=max(reading.days, default=None),
            finding_counts=dict(reading.finding_counts),
            **values,
        )

    def _set(self, **values: Any) -> None:
        if isinstance(values.get("state"), UploadState):
            values["state"] = values["state"].value
        self._connection.execute(
            update(Upload).where(Upload.id == self._upload.id).values(**values)
        )
        self._connection.commit()
