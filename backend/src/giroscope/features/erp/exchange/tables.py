"""What is kept about the exchange: rounds, payments, orders, and what is to be written.

Whatever is asked of the ERP that changes something there stands in the outbox first,
once for each connection, operation and id of ours.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.features.erp.open_payments import ErpPaymentState
from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

FREE = frozenset({ErpPaymentState.OPEN, ErpPaymentState.HELD, ErpPaymentState.GONE})
"""Ours to read only: nothing of it has been claimed."""
FAILED = frozenset(
    {ErpPaymentState.REJECTED, ErpPaymentState.RETURNED, ErpPaymentState.CANCELLED}
)
"""Not paid in the end; if the ERP offers it again, it is another attempt."""


class OrderState(StrEnum):
    """How far some payments are on their way to becoming a file."""

    CLAIMING = "CLAIMING"
    HANDED_IN = "HANDED_IN"
    EMPTY = "EMPTY"
    """None of its payments could be claimed."""
    CANCELLED = "CANCELLED"


class Operation(StrEnum):
    """What is written to the ERP."""

    CLAIM = "CLAIM"
    STATUS = "STATUS"
    STATEMENT = "STATEMENT"
    SETTLE = "SETTLE"
    """An entry settles open items."""
    RELEASE = "RELEASE"
    """That is taken back."""
    FILE = "FILE"
    """What a bank sent, laid where the ERP picks it up."""


class OutboxState(StrEnum):
    """How far a write is."""

    WAITING = "WAITING"
    WRITING = "WRITING"
    """It is being written, or was when this was last heard of."""
    WRITTEN = "WRITTEN"
    FAILED = "FAILED"
    """The ERP will not take it as it is; a person tries again or leaves it."""
    SKIPPED = "SKIPPED"
    SUPERSEDED = "SUPERSEDED"
    """Something later was to be told before this was."""


OF_ITEMS = "unreadable_item"
"""The code of findings about open items; all others are about payments."""
UNWRITTEN = frozenset({OutboxState.WAITING, OutboxState.WRITING})


class What(StrEnum):
    """What a round reads."""

    PAYMENTS = "PAYMENTS"
    ITEMS = "ITEMS"
    """Open items."""


class ErpRound(Table):
    """One reading of all of a kind, or of what changed, to the last page."""

    __tablename__ = "erp_rounds"
    __personal_data__ = PersonalData(
        nothing=("what", "since", "mark", "cursor", "message")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_connections.id"), index=True
    )
    what: Mapped[str] = mapped_column(
        String(8), default=What.PAYMENTS.value, server_default=What.PAYMENTS.value
    )
    since: Mapped[str | None]
    """The ERP's mark after which it was asked for changes alone; None where all was."""
    mark: Mapped[str | None]
    """Where the next round may ask for changes from."""
    began: Mapped[datetime] = mapped_column(UtcDateTime)
    ended: Mapped[datetime | None] = mapped_column(UtcDateTime)
    is_whole: Mapped[bool] = mapped_column(default=False)
    """It came to the last page."""
    cursor: Mapped[str | None]
    """Where to go on after a kill."""
    pages: Mapped[int] = mapped_column(default=0)
    read: Mapped[int] = mapped_column(default=0)
    new: Mapped[int] = mapped_column(default=0)
    unreadable: Mapped[int] = mapped_column(default=0)
    failed: Mapped[datetime | None] = mapped_column(UtcDateTime)
    code: Mapped[str | None] = mapped_column(String(40))
    message: Mapped[str | None] = mapped_column(String(500))


class ErpAsking(Table):
    """That somebody had the ERP asked, outside of the times it is asked anyway."""

    __tablename__ = "erp_askings"
    __personal_data__ = PersonalData(Purpose.EVIDENCE, users=("by_id",))
    __table_args__ = (Index("ix_erp_askings_at", "connection_id", "at"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[str] = mapped_column(String(64))
    by_name: Mapped[str]


class ErpFinding(Table):
    """Something the ERP offered that cannot be used, or should be looked at."""

    __tablename__ = "erp_findings"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=("values",),
        nothing=("native_id", "number", "field", "doubt"),
    )
    __table_args__ = (
        UniqueConstraint("connection_id", "native_id", "code", "field"),
        Index("ix_erp_findings_seen", "connection_id", "seen", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    native_id: Mapped[str] = mapped_column(String(80))
    number: Mapped[str] = mapped_column(String(80))
    code: Mapped[str] = mapped_column(String(40))
    """unreadable, unreadable_item, duplicate_number or offered_again."""
    field: Mapped[str] = mapped_column(String(80))
    doubt: Mapped[str] = mapped_column(String(24))
    """The code of the sentence that says what is wrong."""
    values: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    round_id: Mapped[int] = mapped_column(BigId)
    seen: Mapped[datetime] = mapped_column(UtcDateTime)
    """When a round first met it."""


class ErpOrder(Table):
    """Payments that are claimed together and become one payment file."""

    __tablename__ = "erp_orders"
    __personal_data__ = PersonalData(nothing=("our_id", "debtor_account", "company"))
    __table_args__ = (Index("ix_erp_orders_state", "connection_id", "state"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    our_id: Mapped[str] = mapped_column(String(35), unique=True)
    """The claim's name in the ERP, and the file's message id."""
    state: Mapped[str] = mapped_column(String(9))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    """Also what the file says of itself, so that it is the same however often made."""
    debtor_account: Mapped[str] = mapped_column(String(34))
    day: Mapped[date]
    company: Mapped[str] = mapped_column(String(140))
    claimed: Mapped[datetime | None] = mapped_column(UtcDateTime)
    upload_id: Mapped[int | None] = mapped_column(BigId)
    correlation_id: Mapped[str | None] = mapped_column(String(36), index=True)
    followed: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """The journal's last change that was looked at."""
    is_over: Mapped[bool] = mapped_column(default=False)
    """Nothing more is expected of any of its payments."""
    over_since: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ErpOutboxRow(Table):
    """One write to the ERP: what, how far, and why not."""

    __tablename__ = "erp_outbox"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("decided_by",),
        texts=("reason",),
        parties=("content", "label"),
        nothing=("operation", "our_id", "message", "detail", "native_id"),
    )
    __table_args__ = (
        UniqueConstraint("connection_id", "operation", "our_id"),
        Index("ix_erp_outbox_state", "connection_id", "state", "id"),
        Index("ix_erp_outbox_asked", "connection_id", "asked", "id"),
        Index("ix_erp_outbox_payment", "payment_id", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    operation: Mapped[str] = mapped_column(String(9))
    our_id: Mapped[str] = mapped_column(String(80))
    label: Mapped[str] = mapped_column(String(200))
    """What people know it by: a payment's number, an account and its day."""
    payment_id: Mapped[int | None] = mapped_column(BigId)
    order_id: Mapped[int | None] = mapped_column(BigId)
    statement_id: Mapped[int | None] = mapped_column(BigId)
    correlation_id: Mapped[str | None] = mapped_column(String(36), index=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What is told, where it must stay as it was when it was asked for."""
    state: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    asked: Mapped[datetime] = mapped_column(UtcDateTime)
    tries: Mapped[int] = mapped_column(default=0)
    next_try: Mapped[datetime | None] = mapped_column(UtcDateTime)
    code: Mapped[str | None] = mapped_column(String(40))
    message: Mapped[str | None] = mapped_column(String(500))
    detail: Mapped[str | None] = mapped_column(String(1000))
    native_id: Mapped[str | None] = mapped_column(String(80))
    """What stands in the ERP for it."""
    was_there: Mapped[bool] = mapped_column(default=False)
    """An earlier attempt had written it."""
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    reason: Mapped[str | None] = mapped_column(String(500))


class ErpMark(Table):
    """A place in time or in a list that one connection has come to."""

    __tablename__ = "erp_marks"
    __personal_data__ = PersonalData(nothing=("name",))
    __table_args__ = (UniqueConstraint("connection_id", "name"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    name: Mapped[str] = mapped_column(String(12))
    number: Mapped[int] = mapped_column(BigId, default=0)
    at: Mapped[datetime | None] = mapped_column(UtcDateTime)
