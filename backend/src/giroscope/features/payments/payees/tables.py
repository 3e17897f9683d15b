"""Payees as their payments show them; `keep.py` derives every row."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class PayeeTrust(StrEnum):
    """Whether a payee's accounts are known: `is_known` decides of each."""

    KNOWN = "KNOWN"
    """Every account was paid, or a payment to it released."""
    NEW_ACCOUNT = "NEW_ACCOUNT"
    """One is known, another is not."""
    NEW = "NEW"
    """None is known."""


class Payee(Table):
    """Somebody who is paid, by the name that payment files write."""

    __tablename__ = "payees"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, parties=("identity", "name", "key"), nothing=("trust",)
    )
    __table_args__ = (
        Index("ux_payees_identity", "identity", unique=True),
        Index("ix_payees_name", "identity", "id"),
        Index("ix_payees_key", "key"),
        Index("ix_payees_trust", "trust", "identity", "id"),
        Index("ix_payees_trust_last", "trust", "last_day", "id"),
        Index("ix_payees_trust_payments", "trust", "payments", "id"),
        Index("ix_payees_trust_address_due", "trust", "address_due", "id"),
        Index("ix_payees_last", "last_day", "id"),
        Index("ix_payees_payments", "payments", "id"),
        Index("ix_payees_address_due", "address_due", "id"),
        Index("ix_payees_changed", "changed_day", "identity", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    identity: Mapped[str]
    name: Mapped[str | None]
    key: Mapped[str | None]
    """What names that look alike share."""
    payments: Mapped[int] = mapped_column(BigInteger, default=0)
    accounts: Mapped[int] = mapped_column(BigInteger, default=0)
    trust: Mapped[str] = mapped_column(String(12), default=PayeeTrust.NEW.value)
    first_day: Mapped[date]
    last_day: Mapped[date]
    changed_day: Mapped[date | None]
    """The last execution day of a payment to a changed account."""
    has_address: Mapped[bool] = mapped_column(default=False)
    address_since: Mapped[date | None]
    """From when on banks have told that they refuse the address, if any has."""
    address_due: Mapped[date] = mapped_column(server_default="9999-12-31")
    """By when it is to be corrected: the first `policy.due_of` its addresses have."""


class PayeeSum(Table):
    """What payments to a payee have come to, in one currency."""

    __tablename__ = "payee_sums"
    __table_args__ = (
        Index("ux_payee_sums", "payee_id", "currency", "outcome", unique=True),
        Index("ix_payee_sums_currency", "currency", "payee_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    payee_id: Mapped[int] = mapped_column(BigId)
    currency: Mapped[str] = mapped_column(String(3))
    outcome: Mapped[str] = mapped_column(String(10))
    amount: Mapped[Decimal] = mapped_column(Amount)
    count: Mapped[int] = mapped_column(BigInteger)


class PayeeAddress(Table):
    """The address as the latest payment by one bank and rail writes it."""

    __tablename__ = "payee_addresses"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=("refused_reason",),
        nothing=("bank", "rail", "form", "fault", "refused_journal"),
    )
    __table_args__ = (
        Index("ux_payee_addresses", "payee_id", "bank", "rail", unique=True),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    payee_id: Mapped[int] = mapped_column(BigId)
    bank: Mapped[str]
    """Key of the bank's profile, else its BIC as files name it."""
    rail: Mapped[str] = mapped_column(String(16))
    form: Mapped[str | None] = mapped_column(String(12))
    fault: Mapped[str | None] = mapped_column(String(32))
    since: Mapped[date | None]
    """From when on the bank wants it in fields; none where no date is told."""
    day: Mapped[date]
    payment_id: Mapped[int] = mapped_column(BigId)
    refused_day: Mapped[date | None]
    """Of the latest payment that was refused for its address: see `refusals.py`."""
    refused_journal: Mapped[str | None] = mapped_column(String(36))
    refused_reason: Mapped[dict[str, str | None] | None] = mapped_column(
        JSON(none_as_null=True)
    )


class StalePayee(Table):
    """A payee whose payments went; only added to, so that nobody waits for it."""

    __tablename__ = "stale_payees"
    __personal_data__ = PersonalData(Purpose.BOOKKEEPING, parties=("identity",))
    __table_args__ = (Index("ix_stale_payees_identity", "identity", "id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    identity: Mapped[str]
