"""What is kept about approving payment documents, and what was released for sending.

An approval belongs to the sha256 of the document's bytes. Nothing is ever overwritten:
an approval taken back stays with the time at which it was.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_STANDING = text("undone IS NULL")
_PROPOSED = text("state = 'PROPOSED'")
_ACTIVE = text("state = 'ACTIVE'")


class CaseState(StrEnum):
    """How far a payment document is on its way to the bank, as people decide it."""

    OPEN = "OPEN"
    """Approvals are missing."""
    APPROVED = "APPROVED"
    """All are there; somebody has to sign."""
    REJECTED = "REJECTED"
    EXPIRED = "EXPIRED"
    RELEASED = "RELEASED"
    """Signed; nothing of it can be taken back here any more."""
    ANSWERED = "ANSWERED"
    """A bank spoke of the payments before anybody signed: they went another way."""


class Expiry(StrEnum):
    """Why a document can be approved no longer."""

    WAITED_TOO_LONG = "WAITED_TOO_LONG"
    EXECUTION_DATE_PASSED = "EXECUTION_DATE_PASSED"


class VersionState(StrEnum):
    """What became of a version of the realm's policies."""

    PROPOSED = "PROPOSED"
    ACTIVE = "ACTIVE"
    REPLACED = "REPLACED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"


class ApprovalCase(Table):
    """One payment document that waits, or waited, for approval."""

    __tablename__ = "approval_cases"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("decided_by",),
        quotes=("rules", "told"),
        texts=("reason",),
        nothing=("connection_name",),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), unique=True
    )
    sha256: Mapped[str] = mapped_column(String(64))
    connection_id: Mapped[int] = mapped_column(BigId)
    """By which it would leave."""
    connection_name: Mapped[str]
    state: Mapped[str] = mapped_column(String(8), index=True)
    opened: Mapped[datetime] = mapped_column(UtcDateTime)
    expires: Mapped[datetime] = mapped_column(UtcDateTime)
    execution_date: Mapped[date | None]
    """The earliest of its batches."""
    policy_version: Mapped[int | None]
    """The realm's version that was in force; none where it has none."""
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """The rules of that version that apply, or the one of four eyes."""
    told: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Who was mailed about it."""
    is_told: Mapped[bool] = mapped_column(default=False)
    """Whether everybody who can act on it as it stands was."""
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    reason: Mapped[str | None] = mapped_column(String(500))
    """Of a rejection; of an expiry, which one."""


class Approval(Table):
    """That somebody approved these very bytes."""

    __tablename__ = "approvals"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("person_id", "for_id"), texts=("reason",)
    )
    __table_args__ = (
        Index(
            "ux_approvals_person", "case_id", "person_id", unique=True,
            sqlite_where=_STANDING, postgresql_where=_STANDING,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    case_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("approval_cases.id", ondelete="CASCADE"), index=True
    )
    sha256: Mapped[str] = mapped_column(String(64))
    person_id: Mapped[str] = mapped_column(String(64))
    person_name: Mapped[str]
    for_id: Mapped[str | None] = mapped_column(String(64))
    """Whose place the person took, by a delegation."""
    for_name: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    reason: Mapped[str | None] = mapped_column(String(500))
    undone: Mapped[datetime | None] = mapped_column(UtcDateTime)
    proof_id: Mapped[int | None] = mapped_column(BigId)
    """What the person's device signed, where it was given by passkey."""


class ApprovalDelegation(Table):
    """That one approver acts for another on some days."""

    __tablename__ = "approval_delegations"
    __personal_data__ = PersonalData(Purpose.ACCOUNT, own=("from_id", "to_id"))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    from_id: Mapped[str] = mapped_column(String(64), index=True)
    from_name: Mapped[str]
    to_id: Mapped[str] = mapped_column(String(64), index=True)
    to_name: Mapped[str]
    from_day: Mapped[date]
    to_day: Mapped[date]
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    ended: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ApprovalPolicyVersion(Table):
    """All rules of the realm as somebody proposed them; its id is its number."""

    __tablename__ = "approval_policy_versions"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("proposed_by", "decided_by"),
        quotes=("rules",),
        texts=("note", "reason"),
    )
    __table_args__ = (
        Index(
            "ux_approval_policies_proposed", "state", unique=True,
            sqlite_where=_PROPOSED, postgresql_where=_PROPOSED,
        ),
        Index(
            "ux_approval_policies_active", "state", unique=True,
            sqlite_where=_ACTIVE, postgresql_where=_ACTIVE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    state: Mapped[str] = mapped_column(String(9))
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    note: Mapped[str | None] = mapped_column(String(500))
    proposed: Mapped[datetime] = mapped_column(UtcDateTime)
    proposed_by: Mapped[str] = mapped_column(String(64))
    proposed_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    reason: Mapped[str | None] = mapped_column(String(500))


class Release(Table):
    """A payment document that was signed: who let it leave, and as which file."""

    __tablename__ = "releases"
    __personal_data__ = PersonalData(Purpose.EVIDENCE, users=("signed_by",))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), unique=True
    )
    sha256: Mapped[str] = mapped_column(String(64))
    connection_id: Mapped[int] = mapped_column(BigId)
    signed: Mapped[datetime] = mapped_column(UtcDateTime)
    signed_by: Mapped[str] = mapped_column(String(64))
    signed_by_name: Mapped[str]
    sending_id: Mapped[int] = mapped_column(BigId)
    """What becomes of it on its way."""
    proof_id: Mapped[int | None] = mapped_column(BigId)
    """What the signer's device signed, where it was by passkey."""
    seal: Mapped[str | None] = mapped_column(String(100))
    """Keyed hash of what was released on whose approvals; see `evidence`."""
