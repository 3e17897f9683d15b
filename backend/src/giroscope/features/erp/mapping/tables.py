"""What is kept about mapping: the ERP's own lists as last read, and the mapping rows.

A list is shown as it was read, with its age, whether the ERP answers or not. A row
that is removed stays, so that it can be put back and payments can name it.
"""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class Target(StrEnum):
    """The bank's product that a payment becomes."""

    SEPA_CT = "SEPA_CT"
    SEPA_INSTANT = "SEPA_INSTANT"
    DK_DOMESTIC = "DK_DOMESTIC"
    DK_INSTANT = "DK_INSTANT"
    DK_FIK_01 = "DK_FIK_01"
    DK_FIK_04 = "DK_FIK_04"
    DK_FIK_71 = "DK_FIK_71"
    DK_FIK_73 = "DK_FIK_73"
    DK_FIK_75 = "DK_FIK_75"
    CROSS_BORDER = "CROSS_BORDER"


class ReferenceRule(StrEnum):
    """What the receiver is told, and what a payment must have for it."""

    FREE = "FREE"
    """Text: the ERP's reference, else its invoice numbers."""
    RF = "RF"
    """A creditor reference of ISO 11649."""
    OCR = "OCR"
    """The id of a payment slip."""


class Act(StrEnum):
    """What was done to a mapping."""

    CREATED = "CREATED"
    CHANGED = "CHANGED"
    REMOVED = "REMOVED"
    RESTORED = "RESTORED"
    IMPORTED = "IMPORTED"


class Listed(StrEnum):
    """A list of the ERP's."""

    METHODS = "METHODS"
    ACCOUNTS = "ACCOUNTS"
    COMPANIES = "COMPANIES"


class ErpReading(Table):
    """When one of the ERP's lists was last read, and how the last attempt failed."""

    __tablename__ = "erp_readings"
    __personal_data__ = PersonalData(nothing=("message", "company"))
    __table_args__ = (UniqueConstraint("connection_id", "list"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    list: Mapped[str] = mapped_column(String(10))
    read: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failed: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Of the last attempt, where it failed."""
    code: Mapped[str | None] = mapped_column(String(40))
    message: Mapped[str | None] = mapped_column(String(500))
    company: Mapped[str | None] = mapped_column(String(140))
    """The name under which the company pays; of the list of companies alone."""


class ErpMethod(Table):
    """A payment method of the ERP."""

    __tablename__ = "erp_methods"
    __personal_data__ = PersonalData(nothing=("native_id", "name", "bank_account"))
    __table_args__ = (UniqueConstraint("connection_id", "native_id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    native_id: Mapped[str] = mapped_column(String(80))
    code: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(200))
    currency: Mapped[str] = mapped_column(String(3))
    is_outbound: Mapped[bool]
    is_active: Mapped[bool]
    bank_account: Mapped[str] = mapped_column(String(80))
    is_gone: Mapped[bool] = mapped_column(default=False)
    """The ERP does not name it any more."""


class ErpOwnAccount(Table):
    """A bank account of the company, as the ERP has it."""

    __tablename__ = "erp_own_accounts"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        contacts=("name", "iban", "number"),
        nothing=("native_id", "bic", "statement_journal"),
    )
    __table_args__ = (UniqueConstraint("connection_id", "native_id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    native_id: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(200))
    currency: Mapped[str] = mapped_column(String(3))
    iban: Mapped[str] = mapped_column(String(34))
    number: Mapped[str] = mapped_column(String(34))
    bic: Mapped[str] = mapped_column(String(11))
    statement_journal: Mapped[str] = mapped_column(String(80))
    is_blocked: Mapped[bool]
    is_gone: Mapped[bool] = mapped_column(default=False)


class _Rule:
    """What a mapping says; an empty string matches or leaves out everything."""

    method: Mapped[str] = mapped_column(String(80))
    """Native id of the payment method."""
    account: Mapped[str] = mapped_column(String(80), default="")
    """Native id of the ERP's account it is an exception for; empty: the default."""
    position: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3), default="")
    creditor_country: Mapped[str] = mapped_column(String(2), default="")
    reference_kind: Mapped[str] = mapped_column(String(4), default="")
    slip_type: Mapped[str] = mapped_column(String(2), default="")
    amount_from: Mapped[Decimal | None] = mapped_column(Amount)
    amount_to: Mapped[Decimal | None] = mapped_column(Amount)
    debtor_account: Mapped[str] = mapped_column(String(34), default="")
    """The account here that pays; empty: the one the ERP has chosen."""
    target: Mapped[str] = mapped_column(String(12))
    charge_bearer: Mapped[str] = mapped_column(String(4))
    service_level: Mapped[str] = mapped_column(String(4), default="")
    local_instrument: Mapped[str] = mapped_column(String(35), default="")
    category_purpose: Mapped[str] = mapped_column(String(4), default="")
    instruction_priority: Mapped[str] = mapped_column(String(4), default="NORM")
    batch_booking: Mapped[bool | None]
    reference_rule: Mapped[str] = mapped_column(String(4))
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]
    is_enabled: Mapped[bool] = mapped_column(default=True)


class ErpMapping(_Rule, Table):
    """Which payments of a method become which product of the bank."""

    __tablename__ = "erp_mappings"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("changed_by",),
        nothing=(
            "method",
            "account",
            "creditor_country",
            "reference_kind",
            "slip_type",
            "debtor_account",
            "target",
            "charge_bearer",
            "service_level",
            "local_instrument",
            "category_purpose",
            "instruction_priority",
            "reference_rule",
        ),
    )
    __table_args__ = (
        Index("ix_erp_mappings_asked", "connection_id", "method", "position"),
        Index("ix_erp_mappings_changed", "connection_id", "changed", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    version: Mapped[int] = mapped_column(default=1)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_by: Mapped[str] = mapped_column(String(64))
    changed_by_name: Mapped[str]
    removed: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ErpMappingVersion(Table):
    """A mapping as somebody left it."""

    __tablename__ = "erp_mapping_versions"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("by_id", "confirmed_by"), nothing=("act", "rule")
    )
    __table_args__ = (UniqueConstraint("mapping_id", "number"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    mapping_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_mappings.id", ondelete="CASCADE")
    )
    number: Mapped[int]
    act: Mapped[str] = mapped_column(String(8))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[str] = mapped_column(String(64))
    by_name: Mapped[str]
    confirmed_by: Mapped[str | None] = mapped_column(String(64))
    """Who confirmed the account it pays from."""
    confirmed_by_name: Mapped[str | None]
    rule: Mapped[dict[str, Any]] = mapped_column(JSON)
