"""Payment orders of payment files, and what banks said of them."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_UNKEPT = text("proven IS NULL")


class PaymentBatch(Table):
    """One payment information block of a payment file."""

    __tablename__ = "payment_batches"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        contacts=("debtor_name", "debtor_account"),
        nothing=("bank_id", "debtor_agent", "bank_profile"),
    )
    __table_args__ = (
        Index(
            "ix_payment_batches_unkept", "id",
            sqlite_where=_UNKEPT, postgresql_where=_UNKEPT,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    position: Mapped[int]
    bank_id: Mapped[str | None] = mapped_column(index=True)
    """The payment information id."""
    execution_date: Mapped[date | None]
    debtor_name: Mapped[str | None]
    debtor_account: Mapped[str | None] = mapped_column(String(70))
    debtor_agent: Mapped[str | None]
    batch_booking: Mapped[bool | None]
    transaction_id: Mapped[int | None] = mapped_column(BigId, index=True)
    """The entry that books the whole batch."""
    progress: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """How far its file is, for payments of which no bank has spoken."""
    bank_profile: Mapped[str | None] = mapped_column(String(24))
    """Key of the profile of the bank that pays, as the check reads it."""
    proven: Mapped[int | None] = mapped_column(BigInteger)
    """Its payments that prove an account; none until its payees are kept."""


class Payment(Table):
    """One credit transfer."""

    __tablename__ = "payments"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=(
            "creditor_name",
            "creditor_account",
            "creditor_agent",
            "remittance",
            "reference",
            "payee_key",
            "payee",
        ),
        nothing=(
            "end_to_end_id",
            "instruction_id",
            "reference_key",
            "address_form",
            "doubt",
            "rail",
            "address_fault",
        ),
    )
    __table_args__ = (
        Index("ix_payments_journal", "correlation_id", "position"),
        Index("ix_payments_end_to_end", "end_to_end_id"),
        Index("ix_payments_amount", "amount", "id"),
        Index(
            "ix_payments_creditor_account",
            "creditor_account", "amount", "reference_key",
        ),
        Index("ix_payments_payee", "payee_key", "amount"),
        Index("ix_payments_of_payee", "payee", "execution_day", "id"),
        Index("ix_payments_day", "execution_day", "id"),
        Index("ix_payments_outcome", "outcome", "execution_day", "id"),
        Index("ix_payments_outcome_amount", "outcome", "amount", "id"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    batch_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("payment_batches.id"), index=True
    )
    correlation_id: Mapped[str] = mapped_column(String(36))
    position: Mapped[int] = mapped_column(BigId)
    line: Mapped[int | None] = mapped_column(BigId)
    amount: Mapped[Decimal] = mapped_column(Amount)
    currency: Mapped[str] = mapped_column(String(3))
    creditor_name: Mapped[str | None]
    creditor_account: Mapped[str | None]
    creditor_agent: Mapped[str | None]
    end_to_end_id: Mapped[str | None]
    instruction_id: Mapped[str | None]
    remittance: Mapped[str | None]
    reference: Mapped[str | None]
    payee_key: Mapped[str | None]
    """The creditor's name as names are compared: those that look alike share it."""
    reference_key: Mapped[str | None]
    """The reference, or else the text, as bills are compared."""
    address_form: Mapped[str | None] = mapped_column(String(12))
    """`structured`, `hybrid` or `unstructured`; none without an address."""
    execution_date: Mapped[date | None]
    status_report_id: Mapped[int | None] = mapped_column(BigId)
    """The line that counts of all that was reported; `stages.py` decides."""
    status: Mapped[str | None] = mapped_column(String(8))
    doubt: Mapped[str | None] = mapped_column(String(12))
    """Why a person should look at what the bank said: `stages.Doubt`."""
    transaction_id: Mapped[int | None] = mapped_column(BigId, index=True)
    """The entry or detail that books it."""
    return_id: Mapped[int | None] = mapped_column(BigId, index=True)
    """The entry or detail that gives the money back."""
    execution_day: Mapped[date] = mapped_column(server_default="1970-01-01")
    """The execution date, else the day of import, so that it can be sorted."""
    progress: Mapped[str] = mapped_column(
        String(20), default="RECEIVED", server_default="RECEIVED"
    )
    """How far it is itself; where no bank has spoken of it, its batch tells."""
    outcome: Mapped[str] = mapped_column(
        String(10), default="IN_FLIGHT", server_default="IN_FLIGHT"
    )
    """What became of it: `PaymentOutcome`."""
    payee: Mapped[str | None]
    """Whom it pays: `checks.names.payee_identity`."""
    rail: Mapped[str | None] = mapped_column(String(16))
    """The payment type whose rules it goes by: `checks.kinds.Kind`."""
    address_fault: Mapped[str | None] = mapped_column(String(32))
    """The rule that its payee's address breaks, now or from a date."""


class PaymentSum(Table):
    """The payments of a journal that are equally far, in one currency."""

    __tablename__ = "payment_sums"
    __table_args__ = (
        Index(
            "ux_payment_sums", "correlation_id", "progress", "currency", unique=True
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36))
    progress: Mapped[str] = mapped_column(String(20))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[Decimal] = mapped_column(Amount)
    count: Mapped[int] = mapped_column(BigInteger)


class StatusReport(Table):
    """What one line of a status document says: of a file, batch or payment."""

    __tablename__ = "status_reports"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=("reasons",),
        nothing=(
            "batch_bank_id",
            "end_to_end_id",
            "instruction_id",
            "case_id",
            "recall",
        ),
    )
    __table_args__ = (
        Index("ix_status_reports_journal", "correlation_id", "end_to_end_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    correlation_id: Mapped[str] = mapped_column(String(36))
    level: Mapped[str] = mapped_column(String(8))
    """FILE, BATCH or PAYMENT."""
    batch_bank_id: Mapped[str | None]
    end_to_end_id: Mapped[str | None]
    instruction_id: Mapped[str | None]
    status: Mapped[str | None] = mapped_column(String(8))
    stated: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the bank wrote the document."""
    reasons: Mapped[list[dict[str, str | None]]] = mapped_column(JSON)
    case_id: Mapped[str | None] = mapped_column(String(35), index=True)
    """The request for recall that the line answers."""
    recall: Mapped[str | None] = mapped_column(String(4))
    """What it says of the recall, as the bank's code; none in a status report."""
