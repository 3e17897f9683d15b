"""Makes a document that was imported part of the journals it is about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from bankfiles import Finding, Severity
from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.journals.bank_answers import (
    STATUS_MISSING,
    Figures,
    Statuses,
    Told,
    difference_of,
    figures_of,
    resolved_lines,
    statuses_of,
    stranger_lines,
    told_of,
)
from giroscope.features.journals.evidence import journals_proven_by
from giroscope.features.journals.read_file import Reading
from giroscope.features.journals.rules import forget_gone, rule_document
from giroscope.features.journals.watch import recall_answered
from giroscope.features.messages import clear_alarm, tell
from giroscope.features.payments import (
    apply_statuses,
    follow_anew,
    has_payments,
    journal_named,
    match_bookings,
    strangers,
    untie_vanished,
)
from giroscope.features.payments.checks import Report, keep
from giroscope.features.payments.recalls.policy import Said
from giroscope.features.rules import Ruling
from giroscope.features.statements import LoadedStatement, Relation, Statement
from localization import Message

_KINDS = {"pain.001": "PAYMENT", "pain.002": "STATUS", "camt.029": "RESOLUTION"}


@dataclass(frozen=True, slots=True)
class Joining:
    """One document, what was read of it, and whose upload it is."""

    connection: Connection
    upload: Any
    document: Any
    reading: Reading
    own_id: str
    """The correlation id it has where it names no payment file."""
    now: datetime
    rules: Ruling
    """Which rules act on what it brings."""
    report: Report | None = None
    """What the check of a payment file found."""
    loaded: Sequence[LoadedStatement] = ()
    """What became of the statements of the file."""

    def join(self) -> str:
        """Make the document part of its journals; tell the first one's id."""
        header = self.reading.header
        kind = _KINDS.get(header.format, "STATEMENT") if header else "OTHER"
        correlation_id = self._journal_of(kind)
        before = statuses_of(self.connection, correlation_id)
        resolved = self._move(kind, correlation_id)
        was = figures_of(self.connection, correlation_id)
        is_new = tie.attach(
            self.connection, correlation_id, self.document.id, kind, self.now,
            source=self.upload.source,
            message_id=header.message_id if header and kind == "PAYMENT" else None,
        )  # fmt: skip
        self._note(correlation_id, is_new=is_new, kind=kind)
        if kind in {"STATUS", "RESOLUTION"}:
            changed = follow_anew(self.connection, correlation_id)
            if kind == "STATUS":
                self._tell_answer(correlation_id, before, is_new=is_new)
            else:
                recall_answered(self.connection, correlation_id, self.now)
                if is_new:
                    self._tell_lines(correlation_id, resolved_lines(resolved))
        else:
            if kind == "PAYMENT":
                apply_statuses(self.connection, correlation_id)
                self._tell_stages(correlation_id, is_new=is_new)
            changed = self._tie()
        changed |= tie.prove(
            self.connection, self.document.id, changed, self.now, self.upload.source
        )
        if kind == "STATEMENT":
            changed |= journals_proven_by(self.connection, self.document.id)
            changed |= self._replaced()
        self.connection.execute(
            update(Document)
            .where(Document.id == self.document.id)
            .values(kind=kind, format=header.format if header else None,
                    version=header.version if header else None,
                    encoding=header.encoding if header else None)
        )  # fmt: skip
        changed |= rule_document(
            self.connection, self.rules, self.document.id, correlation_id, self.now
        )
        tie.refresh(self.connection, changed | {correlation_id}, self.now)
        if not is_new:
            self._tell_difference(correlation_id, was)
        return correlation_id

    def _tie(self) -> set[str]:
        """Tie payments to what the ledger shows since this document is in."""
        changed: set[str] = set()
        if any(statement.gone or statement.is_again for statement in self.loaded):
            forget_gone(self.connection, self.loaded)
            changed |= self._untie()
        shown_anew = {one for loaded in self.loaded for one in loaded.documents}
        for document_id in (self.document.id, *sorted(shown_anew)):
            changed |= match_bookings(self.connection, document_id)
        return changed

    def _replaced(self) -> set[str]:
        """Journals of statements that count no more since this document is in."""
        replacing = [one.id for one in self.loaded if one.relation is Relation.REPLACES]
        of_replaced = select(Statement.correlation_id).where(
            Statement.related_id.in_(replacing)
        )
        found = self.connection.execute(of_replaced).scalars() if replacing else ()
        return tie.existing(self.connection, set(found))

    def _untie(self) -> set[str]:
        """Untie what a bank took back, and have somebody look at it."""
        untied = untie_vanished(self.connection)
        name = self.upload.name
        for correlation_id in sorted(untied):
            tie.note(
                self.connection,
                correlation_id,
                self.now,
                "WARNING",
                Message("journal.unbooked", name=name),
                document_id=self.document.id,
            )
            tell(
                self.connection,
                "WARNING",
                Message("journal.unbooked", name=name),
                correlation_id=correlation_id,
            )
        return untied

    def _journal_of(self, kind: str) -> str:
        """The journal that a document of this kind belongs to first."""
        journals: Mapping[str, Callable[[], str]] = {
            "PAYMENT": self._payment_journal,
            "STATUS": self._journal_answered,
            "RESOLUTION": self._journal_resolved,
        }
        return journals.get(kind, lambda: self.own_id)()

    def _move(self, kind: str, correlation_id: str) -> list[Said]:
        """Put what was read into the realm; tells what it says of a recall."""
        if kind == "PAYMENT":
            self.reading.payments.move(correlation_id)
            if self.report is not None:
                keep(self.connection, self.document.id, self.report)
        elif kind == "STATUS":
            self.reading.statuses.move(correlation_id)
        elif kind == "RESOLUTION":
            return self.reading.resolution.move(correlation_id)
        return []

    def _tell_difference(self, correlation_id: str, was: Figures) -> None:
        """What an import that ran again changed, or that it changed nothing."""
        now = figures_of(self.connection, correlation_id)
        self._tell_lines(correlation_id, [difference_of(was, now, self.upload.name)])

    def _payment_journal(self) -> str:
        """The journal of this message id, unless another file took it first."""
        header = self.reading.header
        if header is None or header.message_id is None:
            return self.own_id
        correlation_id = tie.of_payment_message(header.message_id)
        holder = has_payments(self.connection, correlation_id)
        if holder is None or holder == self.document.id:
            return correlation_id
        self.reading.note(
            Finding(
                Severity.WARNING,
                "message_id_used",
                f"The message id {header.message_id} was used by an earlier payment"
                " file; a bank would refuse this one.",
            )
        )
        return self.own_id

    def _journal_answered(self) -> str:
        """The journal whose payments the report is about, by the ids it repeats."""
        statuses = self.reading.statuses
        original = statuses.group.original_message_id if statuses.group else None
        correlation_id = tie.of_payment_message(original) if original else self.own_id
        if has_payments(self.connection, correlation_id) is not None:
            return correlation_id
        return journal_named(self.connection, statuses.named) or correlation_id

    def _journal_resolved(self) -> str:
        """The journal whose request is answered, else whose payments are named."""
        resolution = self.reading.resolution
        recall = resolution.case()
        if recall is not None:
            return str(recall.correlation_id)
        original = resolution.message_id
        if original and has_payments(self.connection, tie.of_payment_message(original)):
            return tie.of_payment_message(original)
        return journal_named(self.connection, resolution.named) or self.own_id

    def _tell_stages(self, correlation_id: str, *, is_new: bool) -> None:
        """What banks had said of the payments before the payments came."""
        stages = statuses_of(self.connection, correlation_id)
        if is_new and any(stages):
            self._tell_lines(correlation_id, told_of({}, stages, set(), ""))

    def _tell_answer(
        self, correlation_id: str, before: Statuses, *, is_new: bool
    ) -> None:
        """What the report changed, and whom it does not know."""
        clear_alarm(self.connection, STATUS_MISSING, correlation_id, self.now)
        if not is_new:
            return
        name, statuses = self.upload.name, self.reading.statuses
        after = statuses_of(self.connection, correlation_id)
        lines = told_of(before, after, statuses.codes, name)
        unknown = strangers(self.connection, self.document.id, correlation_id)
        if after and unknown:
            lines.append(stranger_lines(unknown, name))
        self._tell_lines(correlation_id, lines)

    def _tell_lines(self, correlation_id: str, lines: Sequence[Told]) -> None:
        for level, message in lines:
            tie.note(
                self.connection,
                correlation_id,
                self.now,
                level,
                message,
                document_id=self.document.id,
            )

    def _note(self, correlation_id: str, *, is_new: bool, kind: str) -> None:
        code = f"journal.{kind.lower()}_{'received' if is_new else 'reimported'}"
        tie.note(
            self.connection,
            correlation_id,
            self.now,
            "INFO",
            Message(code, name=self.upload.name),
            actor=self.upload.created_by_name,
            document_id=self.document.id,
        )
