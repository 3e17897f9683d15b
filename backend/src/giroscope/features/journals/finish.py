"""Leaves an upload in the state that says what came of its import."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, update

from bankfiles import Severity
from giroscope.features.documents import meaning_of
from giroscope.features.journals.carried_documents import tie_log
from giroscope.features.journals.read_file import Reading
from giroscope.features.journals.version_findings import findings_of
from giroscope.features.messages import tell
from giroscope.features.statements import (
    KnownStatement,
    LoadedStatement,
    Relation,
    tell_imported,
)
from giroscope.features.uploads import Upload, UploadFinding, UploadState
from giroscope.features.uploads.batches import is_told_with_others, tell_of_batch_with
from localization import Message


@dataclass(frozen=True, slots=True)
class Ending:
    """How the import of one upload ends."""

    connection: Connection
    upload: Any
    reading: Reading
    was_in: bool
    """Whether an earlier run had brought the document in."""
    now: datetime

    def compare(self, loaded: list[LoadedStatement]) -> None:
        """Say what each statement was to those that are here."""
        for statement in loaded:
            for finding in findings_of(statement):
                self.reading.note(finding)

    def known(self, known: list[KnownStatement]) -> None:
        """Nothing is new; a file's own import stays as it is."""
        entries = sum(statement.entries for statement in known)
        correlation_id = known[0].correlation_id
        if not self._is_told_with_others():
            tell(
                self.connection,
                "INFO",
                Message("import.known", name=self.upload.name, entries=entries),
                correlation_id=correlation_id,
                reference=f"upload:{self.upload.id}",
                batch_id=self.upload.batch_id,
            )
        if any(statement.document_id == self.upload.document_id for statement in known):
            self.set(state=UploadState.IMPORTED)
            return
        counts = {
            "statements": len(known), "read": entries, "new": 0, "known": entries,
            "payments": 0, "statuses": 0,
        }  # fmt: skip
        self._conclude(UploadState.KNOWN, counts=counts, correlation_id=correlation_id)

    def well(
        self, loaded: list[LoadedStatement], correlation_id: str, *, is_known: bool
    ) -> None:
        """The file is imported, or brought nothing that was not here."""
        reading = self.reading
        figures = [statement.figures for statement in loaded]
        counts = {
            "statements": len(loaded),
            "read": sum(one.read for one in figures),
            "new": sum(one.new for one in figures),
            "known": sum(one.known for one in figures),
            "confirmed": sum(one.confirmed for one in figures),
            "replaced": sum(one.replaced for one in figures),
            "doubted": sum(one.doubted for one in figures),
            "disputed": sum(s.relation is Relation.DISPUTED for s in loaded),
            "payments": reading.payments.count, "statuses": reading.statuses.count,
        }  # fmt: skip
        errors = reading.finding_counts[Severity.ERROR.value]
        warnings = reading.finding_counts[Severity.WARNING.value]
        level, code = "SUCCESS", "import.done"
        if errors:
            # Of a payment file: what it says is in, and what is wrong must be mended.
            level, code = "WARNING", "import.done_with_errors"
        elif warnings:
            level, code = "WARNING", "import.done_with_warnings"
        # What must be mended is told of each file, beside the message of its batch.
        if errors or not self._is_told_with_others():
            tell(
                self.connection,
                level,
                Message(
                    code,
                    name=self.upload.name,
                    errors=errors,
                    warnings=warnings,
                    **counts,
                ),
                correlation_id=correlation_id,
                reference=f"upload:{self.upload.id}",
                batch_id=self.upload.batch_id,
            )
        if not self.was_in:
            tell_imported(
                self.connection,
                {
                    one.id: {
                        "relation": one.relation.value, "newEntries": one.figures.new
                    }
                    for one in loaded
                    if not one.is_known
                },
            )  # fmt: skip
        state = UploadState.KNOWN if is_known else UploadState.IMPORTED
        self._conclude(state, counts=counts, correlation_id=correlation_id)

    def badly(self, state: UploadState, code: str, level: str) -> None:
        """Nothing of the file came in; the first error says why."""
        self.connection.rollback()
        errors = (f for f in self.reading.findings if f.severity is Severity.ERROR)
        first = next(errors, None)
        values = {"reason": meaning_of(first)} if first else {}
        if state is not UploadState.CANCELLED or not self._is_told_with_others():
            tell(
                self.connection,
                level,
                Message(code, name=self.upload.name, **values),
                reference=f"upload:{self.upload.id}",
                batch_id=self.upload.batch_id,
            )
        if self.was_in:
            # It was imported again in vain: what an earlier run brought stays.
            self.set(state=UploadState.IMPORTED)
        else:
            self._conclude(state)

    def _conclude(self, state: UploadState, **values: Any) -> None:
        reading, upload_id = self.reading, self.upload.id
        self.connection.execute(
            delete(UploadFinding).where(UploadFinding.upload_id == upload_id)
        )
        if reading.findings:
            self.connection.execute(
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
        if values.get("correlation_id"):
            document_id = self.upload.document_id
            tie_log(self.connection, document_id, values["correlation_id"])
        header = reading.header
        self.set(
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

    def _is_told_with_others(self) -> bool:
        return is_told_with_others(self.connection, self.upload.id)

    def set(self, **values: Any) -> None:
        """Write these values on the upload, for everybody to see."""
        if isinstance(values.get("state"), UploadState):
            values["state"] = values["state"].value
        self.connection.execute(
            update(Upload).where(Upload.id == self.upload.id).values(**values)
        )
        tell_of_batch_with(self.connection, self.upload.id, self.now)
        self.connection.commit()
