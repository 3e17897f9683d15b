"""Sets each payment's status from all that banks said of it; `stages.py` decides."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from giroscope.features.payments.payees.stale import mark_payees
from giroscope.features.payments.stages import Decision, Level, Word, decided
from giroscope.features.payments.tables import Payment, PaymentBatch, StatusReport

_WRITTEN = 2_000
"""Rows of one statement's values."""


@dataclass(slots=True)
class _Lines:
    """The lines of a journal's reports, by what they name."""

    file: list[Word] = field(default_factory=list)
    of_batch: dict[str, list[Word]] = field(default_factory=lambda: defaultdict(list))
    of_payment: dict[str, list[tuple[Any, Word]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    of_instruction: dict[str, list[tuple[Any, Word]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _known: dict[str | None, Decision | None] = field(default_factory=dict)

    def add(self, row: Any) -> None:
        """Put a line where it is looked for."""
        word = _word(row)
        if word.level is Level.FILE:
            self.file.append(word)
        elif word.level is Level.BATCH:
            self.of_batch[row.batch_bank_id or ""].append(word)
        elif row.end_to_end_id is not None:
            self.of_payment[row.end_to_end_id].append((row, word))
        elif row.instruction_id is not None:
            self.of_instruction[row.instruction_id].append((row, word))

    def counting(self, payment: Any) -> Decision | None:
        """What counts of all that was said of a payment."""
        own = self._own(payment)
        batch = payment.bank_id
        if own:
            return decided([*own, *self.of_batch.get(batch or "", ()), *self.file])
        if batch not in self._known:
            above = [*self.of_batch.get(batch or "", ()), *self.file]
            self._known[batch] = decided(above)
        return self._known[batch]

    def _own(self, payment: Any) -> list[Word]:
        # An end-to-end id need not be unique (NOTPROVIDED); instruction and batch tell.
        named = [
            word
            for row, word in self.of_payment.get(payment.end_to_end_id or "", ())
            if agree(row.instruction_id, payment.instruction_id)
            and agree(row.batch_bank_id, payment.bank_id)
        ]
        return named + [
            word
            for row, word in self.of_instruction.get(payment.instruction_id or "", ())
            if agree(row.batch_bank_id, payment.bank_id)
        ]


def agree(said: str | None, own: str | None) -> bool:
    """Whether two ids can be of one payment: an absent one contradicts nothing."""
    return said is None or own is None or said == own


def apply_statuses(connection: Connection, correlation_id: str) -> None:
    """Set each payment's status anew from the reports the journal has."""
    lines = _Lines()
    reports = connection.execute(
        select(StatusReport.__table__).where(
            StatusReport.correlation_id == correlation_id,
            StatusReport.status.is_not(None),
        )
    ).all()
    for row in reports:
        lines.add(row)
    payments = select(
        Payment.id, Payment.end_to_end_id, Payment.instruction_id, PaymentBatch.bank_id,
        Payment.status_report_id, Payment.status, Payment.doubt,
    ).join(PaymentBatch, PaymentBatch.id == Payment.batch_id)  # fmt: skip
    of_journal = payments.where(Payment.correlation_id == correlation_id)
    if not reports:
        of_journal = of_journal.where(Payment.status_report_id.is_not(None))
    changed: list[dict[str, Any]] = []
    for payment in connection.execute(of_journal):
        counts = lines.counting(payment)
        word = counts.word if counts else None
        new = (
            word.line if word else None,
            word.status if word else None,
            counts.doubt.value if counts and counts.doubt else None,
        )
        if new != (payment.status_report_id, payment.status, payment.doubt):
            report, status, doubt = new
            changed.append({"key": payment.id, "r": report, "s": status, "d": doubt})
    _write(connection, changed)
    if changed:
        # Another reason moves no payment, but an address may be refused for it.
        mark_payees(connection, correlation_id, has_moved=True)


def reported_status(connection: Connection, correlation_id: str) -> str | None:
    """What banks say of a file whose payments are not here: of it as a whole.

    Where they speak of batches or payments only, and not alike, it is in part.
    """
    rows = connection.execute(
        select(StatusReport.__table__).where(
            StatusReport.correlation_id == correlation_id,
            StatusReport.status.is_not(None),
        )
    ).all()
    for level in Level:
        words = [_word(row) for row in rows if row.level == level.name]
        if words:
            of_file = level is Level.FILE or len({w.status for w in words}) == 1
            decision = decided(words)
            return decision.word.status if decision and of_file else "PART"
    return None


def _word(row: Any) -> Word:
    reasons = frozenset(said["code"] for said in row.reasons if said.get("code"))
    return Word(
        row.document_id, Level[row.level], row.status, row.stated, reasons, row.id
    )


def _write(connection: Connection, changed: Sequence[dict[str, Any]]) -> None:
    table: Any = Payment.__table__
    statement = (
        update(table)
        .where(table.c.id == bindparam("key"))
        .values(
            status_report_id=bindparam("r"), status=bindparam("s"), doubt=bindparam("d")
        )
    )
    for start in range(0, len(changed), _WRITTEN):
        connection.execute(statement, changed[start : start + _WRITTEN])
