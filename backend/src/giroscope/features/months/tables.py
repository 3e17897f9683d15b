"""The tables of closed months, of proposals to close them, and of who closes them."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import Index, String, text, true
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.features.months.policy import Month
from giroscope.kernel.columns import BigId, SignedAmount, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_IN_FORCE = text("reopened_at IS NULL")
_PROPOSED = text("state = 'PROPOSED'")
_ACTIVE = text("state = 'ACTIVE'")


class ProposalState(StrEnum):
    """What became of a proposal to close a month."""

    PROPOSED = "PROPOSED"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"


class MonthClosing(Table):
    """That a person closed an account's month, with what it came to, until reopened."""

    __tablename__ = "month_closings"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("closed_by", "proposed_by", "reopened_by"),
        texts=("reason", "reopened_reason"),
    )
    __table_args__ = (
        Index(
            "ux_month_closings_in_force", "account_id", "month", unique=True,
            sqlite_where=_IN_FORCE, postgresql_where=_IN_FORCE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId)
    month: Mapped[date]
    """Its first day."""
    entries: Mapped[int] = mapped_column(BigId)
    total: Mapped[Decimal] = mapped_column(SignedAmount)
    """What its entries added up to."""
    closing: Mapped[Decimal | None] = mapped_column(SignedAmount)
    is_due: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether what it came to may have changed since it was last looked at: also by
    what was on its way when it was closed."""
    closed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_by: Mapped[str] = mapped_column(String(64))
    closed_by_name: Mapped[str]
    """Where two closed it, the one who confirmed."""
    proposed_by: Mapped[str | None] = mapped_column(String(64))
    proposed_by_name: Mapped[str | None]
    reason: Mapped[str | None]
    """Why, though statements were missing or did not add up."""
    reopened_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    reopened_by: Mapped[str | None] = mapped_column(String(64))
    reopened_by_name: Mapped[str | None]
    reopened_reason: Mapped[str | None]

    def differs_from(self, month: Month) -> bool:
        """Whether the month is not what it was closed with."""
        kept = (self.entries, self.total, self.closing)
        return kept != (month.entries, month.total, month.closing)


class MonthProposal(Table):
    """That a person asks another to close an account's month, with what they saw."""

    __tablename__ = "month_proposals"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("proposed_by", "decided_by"),
        texts=("reason", "decided_reason"),
    )
    __table_args__ = (
        Index(
            "ux_month_proposals_waiting", "account_id", "month", unique=True,
            sqlite_where=_PROPOSED, postgresql_where=_PROPOSED,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId)
    month: Mapped[date]
    """Its first day."""
    state: Mapped[str] = mapped_column(String(9))
    entries: Mapped[int] = mapped_column(BigId)
    unmatched: Mapped[int] = mapped_column(BigId)
    total: Mapped[Decimal] = mapped_column(SignedAmount)
    closing: Mapped[Decimal | None] = mapped_column(SignedAmount)
    is_complete: Mapped[bool | None]
    adds_up: Mapped[bool | None]
    differences: Mapped[int] = mapped_column(BigId)
    difference: Mapped[Decimal | None] = mapped_column(SignedAmount)
    reason: Mapped[str | None]
    """Why, though statements were missing or did not add up."""
    proposed: Mapped[datetime] = mapped_column(UtcDateTime)
    proposed_by: Mapped[str] = mapped_column(String(64))
    proposed_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    decided_reason: Mapped[str | None]
    """Of a rejection."""


class MonthRule(Table):
    """Whether two close a month, as an account manager proposed it; kept for good."""

    __tablename__ = "month_rules"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("proposed_by", "decided_by")
    )
    __table_args__ = (
        Index(
            "ux_month_rules_proposed", "state", unique=True,
            sqlite_where=_PROPOSED, postgresql_where=_PROPOSED,
        ),
        Index(
            "ux_month_rules_active", "state", unique=True,
            sqlite_where=_ACTIVE, postgresql_where=_ACTIVE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    state: Mapped[str] = mapped_column(String(9))
    """As of the rules of approving: `VersionState`."""
    needs_second: Mapped[bool]
    proposed: Mapped[datetime] = mapped_column(UtcDateTime)
    proposed_by: Mapped[str] = mapped_column(String(64))
    proposed_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
