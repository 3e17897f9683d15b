"""The payments that the ERP wants made, as it offered them, and how far each is.

Who maps payment methods looks at them; who exchanges them with the ERP changes them.
"""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from erplink import Creditor, OpenPayment, ReferenceKind
from giroscope.kernel.columns import BigId, SortedAmount, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class ErpPaymentState(StrEnum):
    """How far a payment is that the ERP wants made."""

    OPEN = "OPEN"
    """Fetched, and it goes with the next order."""
    HELD = "HELD"
    """It cannot be paid as it is; `reason_code` says why."""
    CLAIMING = "CLAIMING"
    CLAIMED = "CLAIMED"
    """The ERP has given it to us; nobody else pays it."""
    IN_JOURNAL = "IN_JOURNAL"
    SENT = "SENT"
    ACCEPTED = "ACCEPTED"
    REJECTED = "REJECTED"
    EXECUTED = "EXECUTED"
    BOOKED = "BOOKED"
    RETURNED = "RETURNED"
    CANCELLED = "CANCELLED"
    GONE = "GONE"
    """The ERP does not offer it any more, and we never had it."""


class ErpPayment(Table):
    """A payment the ERP wants made, as it was read, and how far it is here."""

    __tablename__ = "erp_payments"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        users=("allowed_by",),
        quotes=("people",),
        parties=(
            "account",
            "creditor_id",
            "creditor_name",
            "creditor",
            "reference",
            "invoices",
            "words",
            "reason",
            "values",
        ),
        nothing=(
            "native_id",
            "number",
            "method",
            "reference_kind",
            "slip_type",
            "own_end_to_end_id",
            "reason_code",
            "allowed",
            "pays_from",
            "end_to_end_id",
            "told",
        ),
    )
    __table_args__ = (
        UniqueConstraint("connection_id", "native_id", "attempt"),
        UniqueConstraint("end_to_end_id"),
        Index("ix_erp_payments_state", "connection_id", "state", "id"),
        Index("ix_erp_payments_due", "connection_id", "due", "id"),
        Index("ix_erp_payments_amount", "connection_id", "amount", "id"),
        Index("ix_erp_payments_number", "connection_id", "number", "id"),
        Index("ix_erp_payments_fetched", "connection_id", "fetched", "id"),
        Index("ix_erp_payments_order", "order_id", "id"),
        Index("ix_erp_payments_round", "connection_id", "round_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    native_id: Mapped[str] = mapped_column(String(80))
    attempt: Mapped[int] = mapped_column(default=1)
    """The ERP may offer one again that was not paid."""
    number: Mapped[str] = mapped_column(String(80))
    amount: Mapped[Decimal] = mapped_column(SortedAmount)
    currency: Mapped[str] = mapped_column(String(3))
    due: Mapped[date]
    method: Mapped[str] = mapped_column(String(80))
    account: Mapped[str] = mapped_column(String(80))
    """Native id of the account the ERP pays from, where it says."""
    creditor_id: Mapped[str] = mapped_column(String(80))
    creditor_name: Mapped[str] = mapped_column(String(200))
    creditor: Mapped[dict[str, str]] = mapped_column(JSON)
    reference: Mapped[str] = mapped_column(String(400))
    reference_kind: Mapped[str] = mapped_column(String(4))
    slip_type: Mapped[str] = mapped_column(String(2))
    invoices: Mapped[list[str]] = mapped_column(JSON, default=list)
    people: Mapped[dict[str, dict[str, str]]] = mapped_column(
        JSON, default=dict, server_default=text("'{}'")
    )
    """Who entered and who approved it in the ERP, as far as it says."""
    own_end_to_end_id: Mapped[str] = mapped_column(String(80))
    """The ERP's own, as it came."""
    raw_sha256: Mapped[str] = mapped_column(String(64))
    words: Mapped[str]
    """What the text filter looks in."""
    round_id: Mapped[int] = mapped_column(BigId)
    """The round that last met it."""
    fetched: Mapped[datetime] = mapped_column(UtcDateTime)
    state: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    reason_code: Mapped[str | None] = mapped_column(String(40))
    reason: Mapped[str | None] = mapped_column(String(500))
    values: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What the sentence of the reason is filled with."""
    allowed: Mapped[str | None] = mapped_column(String(500))
    """Why somebody lets it go though another looks the same."""
    allowed_by: Mapped[str | None] = mapped_column(String(64))
    allowed_by_name: Mapped[str | None]
    mapping_id: Mapped[int | None] = mapped_column(BigId, index=True)
    mapping_version: Mapped[int | None]
    pays_from: Mapped[str] = mapped_column(String(34), default="")
    """The account here that it is paid from, once a mapping has taken it."""
    order_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("erp_orders.id"))
    end_to_end_id: Mapped[str | None] = mapped_column(String(35))
    """By which the bank and its statements name it; leads back to the native id."""
    told: Mapped[str | None] = mapped_column(String(10))
    """The state that was last put into the outbox for it."""
    times_told: Mapped[int] = mapped_column(default=0)


def payment_of(row: Any) -> OpenPayment:
    """The payment as the ERP offered it."""
    return OpenPayment(
        native_id=row.native_id,
        number=row.number,
        amount=row.amount,
        currency=row.currency,
        due=row.due,
        method=row.method,
        creditor=Creditor(**row.creditor),
        reference=row.reference,
        reference_kind=ReferenceKind[row.reference_kind],
        raw_sha256=row.raw_sha256,
        account=row.account,
        end_to_end_id=row.own_end_to_end_id,
        invoices=tuple(row.invoices),
        slip_type=row.slip_type,
    )
