"""Rules, their versions, what they fitted, and what came of it.

References to records have no foreign keys: records come and go by the hundred thousand,
and whoever takes them back says so (`effects.forget`).
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, foreign, mapped_column, relationship

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose
from giroscope.kernel.tables import Job

_DRAFT = text("number IS NULL")
_STANDING = text("lifted IS NULL")


class RuleState(StrEnum):
    """What a rule does at present."""

    DRAFT = "DRAFT"
    """Nothing; it never was in force."""
    SHADOW = "SHADOW"
    """It notes what it would do."""
    ACTIVE = "ACTIVE"
    ARCHIVED = "ARCHIVED"


class RunKind(StrEnum):
    """Why rules were run over the past."""

    BACKTEST = "BACKTEST"
    PREVIEW = "PREVIEW"
    """What applying one rule would do."""
    APPLY = "APPLY"


class Rule(Table):
    """A rule: its place, its state, and what waits for a second person."""

    __tablename__ = "rules"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("owner_id", "asked_by"),
        nothing=("key", "subject", "name", "asked_state"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    key: Mapped[str] = mapped_column(String(60), unique=True)
    """The same in every tenant it is carried to; never shown to change."""
    subject: Mapped[str] = mapped_column(String(11))
    rank: Mapped[int]
    """Dense, from 1; moves are made one at a time, see `ordering`."""
    state: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(80))
    version_id: Mapped[int | None] = mapped_column(BigId)
    """The version in force, or that was last."""
    revision: Mapped[int]
    """Counts every change, so that nobody overwrites what they have not seen."""
    owner_id: Mapped[str] = mapped_column(String(64))
    owner_name: Mapped[str]
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_state: Mapped[str | None] = mapped_column(String(8))
    """What somebody asked for and another person has to confirm."""
    asked_by: Mapped[str | None] = mapped_column(String(64))
    asked_by_name: Mapped[str | None]
    asked: Mapped[datetime | None] = mapped_column(UtcDateTime)


class RuleVersion(Table):
    """What a rule said once, says, or, as its draft, is to say."""

    __tablename__ = "rule_versions"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("created_by",),
        names=("confirmed_by_name",),
        texts=("note",),
        parties=("body",),
        nothing=("name",),
    )
    __table_args__ = (
        UniqueConstraint("rule_id", "number"),
        Index(
            "ux_rule_versions_draft", "rule_id", unique=True,
            sqlite_where=_DRAFT, postgresql_where=_DRAFT,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    rule_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE")
    )
    number: Mapped[int | None]
    """None for the draft."""
    name: Mapped[str] = mapped_column(String(80))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    note: Mapped[str | None] = mapped_column(String(500))
    restored_from: Mapped[int | None]
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str]
    began: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was put in force first."""
    confirmed_by_name: Mapped[str | None]


class RuleLabel(Table):
    """A label that rules put on records; rules name it by id, so it may be renamed."""

    __tablename__ = "rule_labels"
    __personal_data__ = PersonalData(nothing=("name", "sort_name"))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    sort_name: Mapped[str] = mapped_column(String(80), unique=True)


class RuleFiring(Table):
    """A version fitted a record: once, however often it is run."""

    __tablename__ = "rule_firings"
    __personal_data__ = PersonalData(nothing=("subject",))
    __table_args__ = (
        UniqueConstraint("rule_id", "version", "is_shadow", "record_id"),
        Index("ix_rule_firings_at", "rule_id", "at"),
        Index("ix_rule_firings_record", "subject", "record_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    rule_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE")
    )
    version: Mapped[int]
    is_shadow: Mapped[bool]
    subject: Mapped[str] = mapped_column(String(11))
    record_id: Mapped[int] = mapped_column(BigId)
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class RulePosting(Table):
    """The account and text that the first fitting rule proposes for a transaction."""

    __tablename__ = "rule_postings"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, parties=("text",), nothing=("account",)
    )

    record_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    rule_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE"), index=True
    )
    version: Mapped[int]
    account: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class RuleMark(Table):
    """A record bears a label, put on it first by this version of a rule."""

    __tablename__ = "rule_marks"
    __personal_data__ = PersonalData(nothing=("subject",))
    __table_args__ = (Index("ix_rule_marks_record", "subject", "record_id"),)

    label_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rule_labels.id", ondelete="CASCADE"),
        primary_key=True, autoincrement=False,
    )  # fmt: skip
    subject: Mapped[str] = mapped_column(String(11), primary_key=True)
    record_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    rule_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE"), index=True
    )
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class RuleHold(Table):
    """A payment is held back until a person says why it may leave."""

    __tablename__ = "rule_holds"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("lifted_by",), texts=("reason",)
    )
    __table_args__ = (
        Index(
            "ix_rule_holds_standing", "document_id",
            sqlite_where=_STANDING, postgresql_where=_STANDING,
        ),
        Index("ix_rule_holds_journal", "correlation_id"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    payment_id: Mapped[int] = mapped_column(BigId, index=True)
    document_id: Mapped[int] = mapped_column(BigId)
    correlation_id: Mapped[str] = mapped_column(String(36))
    rule_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE"), index=True
    )
    version: Mapped[int]
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    lifted: Mapped[datetime | None] = mapped_column(UtcDateTime)
    lifted_by: Mapped[str | None] = mapped_column(String(64))
    lifted_by_name: Mapped[str | None]
    reason: Mapped[str | None] = mapped_column(String(500))


class RuleDemand(Table):
    """A payment document needs more approvals because of a rule."""

    __tablename__ = "rule_demands"

    document_id: Mapped[int] = mapped_column(
        BigId, primary_key=True, autoincrement=False
    )
    rule_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE"),
        primary_key=True, autoincrement=False,
    )  # fmt: skip
    version: Mapped[int]
    approvals: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class RuleRun(Table):
    """Rules were run over the past: why, over which days, and what came of it."""

    __tablename__ = "rule_runs"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        users=("asked_by",),
        parties=("rules", "result"),
        nothing=("subject",),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    subject: Mapped[str] = mapped_column(String(11))
    rule_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("rules.id", ondelete="CASCADE")
    )
    revision: Mapped[int | None]
    """Of the rule that a preview shows; another one is not applied by it."""
    from_day: Mapped[date | None]
    to_day: Mapped[date | None]
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """What ran: id, name, version and body of each, in their order."""
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    job_id: Mapped[int] = mapped_column(BigId, index=True)
    asked: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_by: Mapped[str] = mapped_column(String(64))
    asked_by_name: Mapped[str]
    job: Mapped[Job] = relationship(
        primaryjoin=lambda: foreign(RuleRun.job_id) == Job.id,
        viewonly=True, lazy="raise",
    )  # fmt: skip
