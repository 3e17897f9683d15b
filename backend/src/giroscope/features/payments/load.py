"""Loads payment files and status reports; idempotent per document."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text

from bankfiles import (
    GroupStatus,
    PaymentBatchStatus,
    PaymentStatus,
    StatusReason,
)
from bankfiles import Payment as FilePayment
from bankfiles import PaymentBatch as FileBatch
from giroscope.features.payments.checks.agreements import case_at
from giroscope.features.payments.checks.case import Case
from giroscope.features.payments.checks.layers.address import fault_of
from giroscope.features.payments.checks.names import (
    payee_identity,
    payee_key,
    reference_key,
)
from giroscope.features.payments.checks.stored_report import forget
from giroscope.features.payments.payees.stale import forget_payees
from giroscope.features.payments.tables import Payment, PaymentBatch, StatusReport
from giroscope.kernel.bulk import UNITS, IdBlocks, Staging
from giroscope.kernel.clock import system_clock
from giroscope.kernel.columns import ensure_short, to_units

_COLUMNS = (
    ("id", "BIGINT"),
    ("batch_no", "INTEGER"),
    ("position", "BIGINT"),
    ("line", "BIGINT"),
    ("amount", UNITS),
    ("currency", "VARCHAR(3)"),
    ("creditor_name", "TEXT"),
    ("creditor_account", "TEXT"),
    ("creditor_agent", "TEXT"),
    ("end_to_end_id", "TEXT"),
    ("instruction_id", "TEXT"),
    ("remittance", "TEXT"),
    ("reference", "TEXT"),
    ("payee_key", "TEXT"),
    ("reference_key", "TEXT"),
    ("address_form", "VARCHAR(12)"),
    ("payee", "TEXT"),
    ("rail", "VARCHAR(16)"),
    ("address_fault", "VARCHAR(32)"),
)
_NAMES = ", ".join(name for name, _ in _COLUMNS if name != "batch_no")


@dataclass(slots=True)
class PaymentLoader:
    """Takes the values of one payment file and puts its payments into the realm."""

    connection: Connection
    document_id: int
    day: date = date(1970, 1, 1)
    """When the file came: its payments' day where they name none."""
    batches: list[FileBatch] = field(default_factory=list)
    count: int = 0
    _case: Case | None = None
    _profiles: list[str] = field(default_factory=list)
    _staging: Staging | None = None
    _ids: IdBlocks | None = None

    def open(self, batch: FileBatch) -> None:
        """A payment information block begins.

        Raises:
            TextTooLong: The debtor's account is longer than any account is.
        """
        ensure_short(batch.debtor.account or "", 70)
        if self._staging is None or self._case is None:
            self._case = case_at(self.connection, system_clock)
            self._staging = Staging(self.connection, "staged_payments", _COLUMNS)
            self._ids = IdBlocks(self.connection, "payments")
        self.batches.append(batch)
        profile = self._case.open(batch).profile
        self._profiles.append(profile.key if profile else "")

    def add(self, payment: FilePayment) -> None:
        """A payment of the block that was opened last.

        Raises:
            AmountOutOfRange: The amount does not fit the database exactly.
        """
        if self._staging is None or self._ids is None or self._case is None:
            raise RuntimeError("a payment came before its batch")
        self.count += 1
        line = self._case.line(payment)
        creditor = payment.creditor
        self._staging.add(
            (
                self._ids.take(), len(self.batches), payment.position, payment.line,
                to_units(payment.amount), ensure_short(payment.currency or "XXX", 3),
                creditor.name, creditor.account, creditor.agent,
                payment.end_to_end_id, payment.instruction_id,
                payment.remittance, payment.reference, payee_key(creditor.name),
                reference_key(payment.reference, payment.remittance),
                payment.address_form, payee_identity(creditor.name, creditor.account),
                line.kind.value, fault_of(line),
            )
        )  # fmt: skip

    def move(self, correlation_id: str) -> None:
        """The whole file was read: put its payments in place, in one transaction."""
        if self._staging is None:
            return
        self._staging.flush()
        remove_payments(self.connection, self.document_id)
        for number, batch in enumerate(self.batches, 1):
            self._move_batch(number, batch, correlation_id)
        self._staging.drop()

    def _move_batch(self, number: int, batch: FileBatch, correlation_id: str) -> None:
        batch_id = self.connection.execute(
            insert(PaymentBatch)
            .values(
                document_id=self.document_id, correlation_id=correlation_id,
                position=number, bank_id=batch.id,
                execution_date=batch.execution_date,
                debtor_name=batch.debtor.name, debtor_account=batch.debtor.account,
                debtor_agent=batch.debtor.agent, batch_booking=batch.batch_booking,
                bank_profile=self._profiles[number - 1],
            )
            .returning(PaymentBatch.id)
        ).scalar_one()  # fmt: skip
        executed = batch.execution_date.isoformat() if batch.execution_date else None
        self.connection.execute(
            text(
                f"INSERT INTO payments ({_NAMES}, document_id, batch_id,"
                " correlation_id, execution_date, execution_day)"
                f" SELECT {_NAMES}, :document, :batch, :correlation,"
                f" {_date(self.connection, 'executed')},"
                f" {_date(self.connection, 'day')} FROM staged_payments"
                " WHERE batch_no = :number ORDER BY position"
            ),
            {
                "document": self.document_id,
                "batch": batch_id,
                "correlation": correlation_id,
                "executed": executed,
                "day": executed or self.day.isoformat(),
                "number": number,
            },
        )


def _date(connection: Connection, name: str) -> str:
    # SQLite has no DATE to cast to: dates are ISO text.
    is_sqlite = connection.dialect.name == "sqlite"
    return f":{name}" if is_sqlite else f"CAST(:{name} AS DATE)"


@dataclass(slots=True)
class StatusLoader:
    """Takes the values of one status document and keeps what it says."""

    connection: Connection
    document_id: int
    group: GroupStatus | None = None
    said: str | None = None
    """When the bank wrote the document, as it stands there."""
    _rows: list[dict[str, Any]] = field(default_factory=list)

    def add(self, value: GroupStatus | PaymentBatchStatus | PaymentStatus) -> None:
        """One line of the report.

        Raises:
            TextTooLong: The status is no code.
        """
        ensure_short(value.status or "", 8)
        row: dict[str, Any] = {
            "document_id": self.document_id, "status": value.status,
            "reasons": [reason_row(reason) for reason in value.reasons],
            "batch_bank_id": None, "end_to_end_id": None, "instruction_id": None,
        }  # fmt: skip
        if isinstance(value, GroupStatus):
            self.group = value
            row["level"] = "FILE"
        elif isinstance(value, PaymentBatchStatus):
            row |= {"level": "BATCH", "batch_bank_id": value.original_id}
        else:
            row |= {
                "level": "PAYMENT",
                "batch_bank_id": value.original_batch_id,
                "end_to_end_id": value.original_end_to_end_id,
                "instruction_id": value.original_instruction_id,
            }
        self._rows.append(row)

    @property
    def codes(self) -> set[str]:
        """The status codes it says."""
        return {row["status"] for row in self._rows if row["status"]}

    @property
    def named(self) -> list[tuple[str | None, str | None]]:
        """The batch and the payment that each line on a payment names."""
        return [
            (row["batch_bank_id"], row["end_to_end_id"])
            for row in self._rows
            if row["level"] == "PAYMENT"
        ]

    @property
    def count(self) -> int:
        """How many lines the report has."""
        return len(self._rows)

    def move(self, correlation_id: str) -> None:
        """The whole document was read: keep its lines, in one transaction."""
        remove_statuses(self.connection, self.document_id)
        ids = IdBlocks(self.connection, "status_reports")
        if self._rows:
            self.connection.execute(
                insert(StatusReport),
                [
                    row
                    | {"id": ids.take(), "correlation_id": correlation_id}
                    | {"stated": instant(self.said)}
                    for row in self._rows
                ],
            )


def instant(said: str | None) -> datetime | None:
    """When a bank says it wrote something; without a zone, by its clock as UTC."""
    try:
        instant = datetime.fromisoformat(said or "")
        return (
            instant.astimezone(UTC) if instant.tzinfo else instant.replace(tzinfo=UTC)
        )
    except (ValueError, OverflowError):
        return None


def reason_row(reason: StatusReason) -> dict[str, str | None]:
    """A reason as it is kept."""
    return {"code": reason.code, "text": reason.text}


def remove_payments(connection: Connection, document_id: int) -> None:
    """Take back the payments the document brought, and what their check found."""
    forget(connection, document_id)
    forget_payees(connection, document_id)
    connection.execute(delete(Payment).where(Payment.document_id == document_id))
    connection.execute(
        delete(PaymentBatch).where(PaymentBatch.document_id == document_id)
    )


def remove_statuses(connection: Connection, document_id: int) -> None:
    """Take back the reports the document brought."""
    connection.execute(
        delete(StatusReport).where(StatusReport.document_id == document_id)
    )


def has_payments(connection: Connection, correlation_id: str) -> int | None:
    """The document whose payments the journal holds, if any."""
    return connection.execute(
        select(Payment.document_id)
        .where(Payment.correlation_id == correlation_id)
        .limit(1)
    ).scalar_one_or_none()
