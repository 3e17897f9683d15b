"""Imports an uploaded file: read, prove, move, tie, tell.

The file is read to its end into temporary tables before a row of the realm
changes, so a file that turns out bad leaves nothing behind. Every step may be
run again after a kill and ends with the same rows.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

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
from giroscope.features.journals.check import Checking, judged_at, take_over
from giroscope.features.journals.finish import Ending
from giroscope.features.journals.join import Joining
from giroscope.features.journals.preview import fingerprint_of
from giroscope.features.journals.read_file import Reading, WrongPage
from giroscope.features.journals.rules import ruling
from giroscope.features.journals.undo import take_back
from giroscope.features.payments import PaymentLoader, StatusLoader
from giroscope.features.payments.checks import Report
from giroscope.features.payments.payees.keep import keep_payees
from giroscope.features.payments.recalls import ResolutionLoader
from giroscope.features.rules import Ruling
from giroscope.features.statements import (
    KnownStatement,
    LoadedStatement,
    StatementLoader,
    is_name_known,
    known_statements,
    note_repeats,
)
from giroscope.features.uploads import Kind, Upload, UploadState
from giroscope.kernel.clock import Clock, day_of, system_clock
from giroscope.kernel.columns import AmountOutOfRange, TextTooLong
from giroscope.kernel.jobs import JobCancelled, JobRun

_HEAD_BYTES = 1 << 16
_OVER = frozenset({UploadState.IMPORTED, UploadState.KNOWN, UploadState.REFUSED})


class _Refused(Exception):
    """The file is not fit for import; its findings say why."""


def importer(
    vault: Vault, clock: Clock = system_clock, rules: Ruling | None = None
) -> Callable[[JobRun], None]:
    """The `import` job, reading from this vault; rules act on what it brings."""
    acting = rules or ruling()

    def run_import(run: JobRun) -> None:
        with run.database.job_connection(run.realm) as connection:
            _Import(run, connection, vault, clock, acting).run()
        keep_payees(run.database, run.realm)

    return run_import


class _Import:
    """One run of the import of one upload."""

    def __init__(
        self,
        run: JobRun,
        connection: Connection,
        vault: Vault,
        clock: Clock,
        rules: Ruling,
    ) -> None:
        self._run = run
        self._connection = connection
        self._vault = vault
        self._rules = rules
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
            PaymentLoader(connection, document_id, day_of(self._document.received)),
            StatusLoader(connection, document_id),
            ResolutionLoader(connection, document_id),
        )  # fmt: skip
        self._ending = Ending(
            connection, self._upload, self._reading, was_in=self._was_in, now=self._now
        )

    def run(self) -> None:
        """Import, and leave the upload in the state that says what came of it."""
        if self._is_over():
            return
        self._ending.set(state=UploadState.RUNNING, wrong_kind=None)
        try:
            self._import()
        except _Refused:
            self._ending.badly(UploadState.REFUSED, "import.refused", "ERROR")
        except JobCancelled:
            self._ending.badly(UploadState.CANCELLED, "import.cancelled", "WARNING")
            raise
        except Exception:
            self._ending.badly(UploadState.FAILED, "import.failed", "ERROR")
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
            note_repeats(self._connection, self._document.id, known, self._now)
            self._ending.known(known)
            return
        self._read()
        checking = self._check()
        with self._run.database.alone(self._run.realm):
            try:
                self._store(checking.conclude() if checking else None)
            except Exception:
                self._connection.rollback()
                if not self._was_in:
                    take_back(self._connection, self._document.id, self._now)
                    self._connection.commit()
                raise

    def _check(self) -> Checking | None:
        """Look through a payment file before money could move."""
        header = self._reading.header
        if header is None or header.format != "pain.001":
            return None
        self._run.report("check")
        open_again = partial(self._vault.open, self._run.realm, self._document.sha256)
        moment = judged_at(self._document.source, header.created, self._now)
        return Checking(
            self._connection, self._document, self._upload.name, open_again, moment
        )

    def _store(self, report: Report | None) -> None:
        """Move what was read, and tie it in one transaction with the upload's end."""
        self._run.report("store")
        loaded = self._reading.statements.move(
            lambda done, total: self._run.report("store", done, total)
        )
        self._run.report("tie")
        self._ending.compare(loaded)
        self._hold_against_preview(loaded)
        earlier = self._known_from(loaded)
        correlation_id = earlier or self._join(report, loaded)
        if report is not None:
            take_over(self._reading, report)
        self._ending.well(loaded, correlation_id, is_known=earlier is not None)

    def _hold_against_preview(self, loaded: list[LoadedStatement]) -> None:
        """Tell when the ledger changed since somebody looked at what would change."""
        shown = self._upload.preview
        if shown is not None and shown != fingerprint_of(loaded):
            self._reading.note(
                Finding(
                    Severity.WARNING, "preview_differs",
                    "The ledger changed after the preview was shown, so this import"
                    " changed something else than it; the figures tell what.",
                )
            )  # fmt: skip

    def _known_from(self, loaded: list[LoadedStatement]) -> str | None:
        """The journal that holds all of this already, brought by another file."""
        if not loaded or any(
            not statement.is_known or statement.correlation_id == self._own_id
            for statement in loaded
        ):
            return None
        return loaded[0].correlation_id

    def _join(self, report: Report | None, loaded: list[LoadedStatement]) -> str:
        return Joining(
            self._connection, self._upload, self._document, self._reading,
            self._own_id, self._now, self._rules, report, loaded,
        ).join()  # fmt: skip

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
                if not self._is_first_name_known(stream):
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

    def _is_first_name_known(self, stream: BinaryIO) -> bool:
        values = bankfiles.read(stream)
        headers = (value for value in values if isinstance(value, StatementHeader))
        first = next(headers, None)
        is_known = first is not None and is_name_known(self._connection, first)
        self._connection.commit()
        return is_known

    def _read(self) -> None:
        """Stage the whole file, or refuse it."""
        reading, size = self._reading, self._document.size
        stream = self._vault.open(self._run.realm, self._document.sha256)
        self._run.report("read", 0, size)
        try:
            for value in bankfiles.read_plainly(
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
            self._ending.set(wrong_kind=right.value)
        raise _Refused
