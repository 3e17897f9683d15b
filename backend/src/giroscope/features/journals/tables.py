"""Journals: payment, status and statement documents under one correlation id."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, SortedAmount, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose
from localization import Message


class Journal(Table):
    """One correlation id. Its state and figures are derived by `policy.py`."""

    __tablename__ = "journals"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=("words", "totals"),
        nothing=("trouble", "message_id"),
    )
    __table_args__ = (
        Index("ix_journals_created", "created", "id"),
        Index("ix_journals_updated", "updated", "id"),
        Index("ix_journals_execution", "execution_day", "id"),
        Index("ix_journals_amount", "amount", "id"),
        Index("ix_journals_state", "state", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), unique=True)
    state: Mapped[str] = mapped_column(String(20))
    needs_attention: Mapped[bool] = mapped_column(index=True)
    trouble: Mapped[str] = mapped_column(default="")
    """What needs attention, in short; what people settle is compared with it."""
    source: Mapped[str] = mapped_column(String(8))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    updated: Mapped[datetime] = mapped_column(UtcDateTime)
    message_id: Mapped[str | None] = mapped_column(index=True)
    account_id: Mapped[int | None] = mapped_column(BigId, index=True)
    execution_date: Mapped[date | None]
    execution_day: Mapped[date]
    """The execution date, else the day of creation, so that it can be sorted."""
    amount: Mapped[Decimal] = mapped_column(SortedAmount, default=Decimal(0))
    """Greatest of the totals below, to sort and filter by."""
    totals: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """Sum and count per currency."""
    payments: Mapped[int] = mapped_column(BigId, default=0)
    accepted: Mapped[int] = mapped_column(BigId, default=0)
    rejected: Mapped[int] = mapped_column(BigId, default=0)
    pending: Mapped[int] = mapped_column(BigId, default=0)
    booked: Mapped[int] = mapped_column(BigId, default=0)
    returned: Mapped[int] = mapped_column(BigId, default=0)
    has_status: Mapped[bool] = mapped_column(default=False)
    has_statement: Mapped[bool] = mapped_column(default=False)
    words: Mapped[str] = mapped_column(default="")
    """What the text filter looks in."""
    payments_kept_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its payments were last set to how far they are; a release that knows nothing
    of it leaves it behind `updated`."""


class JournalDocument(Table):
    """A document belongs to a journal. A statement may belong to several."""

    __tablename__ = "journal_documents"
    __table_args__ = (
        Index("ux_journal_documents", "correlation_id", "document_id", unique=True),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36))
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    kind: Mapped[str] = mapped_column(String(12))
    added: Mapped[datetime] = mapped_column(UtcDateTime)


class JournalEvent(Table):
    """One line of a journal's timeline."""

    __tablename__ = "journal_events"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, names=("actor",), parties=("text", "values")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    level: Mapped[str] = mapped_column(String(8))
    code: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(default="", deferred=True)
    """The sentence, where the release before this one wrote it."""
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What its sentence is filled with, as JSON keeps the values of a message."""
    actor: Mapped[str | None]
    document_id: Mapped[int | None] = mapped_column(BigId, index=True)

    @property
    def message(self) -> Message:
        """What there is to say, in any language."""
        return Message.filled(self.code, self.values)


class JournalComment(Table):
    """What a person wrote on a journal."""

    __tablename__ = "journal_comments"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("by_id",), texts=("text",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[str] = mapped_column(String(64))
    by_name: Mapped[str] = mapped_column(String(200))
    text: Mapped[str]


class JournalSettlement(Table):
    """A person's word that what is wrong with a journal was settled elsewhere."""

    __tablename__ = "journal_settlements"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("by_id",),
        names=("undone_by_name",),
        texts=("reason",),
        nothing=("trouble",),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_id: Mapped[str] = mapped_column(String(64))
    by_name: Mapped[str] = mapped_column(String(200))
    reason: Mapped[str] = mapped_column(String(500))
    trouble: Mapped[str]
    """What was wrong then; anything else asks for a person again."""
    undone: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by_name: Mapped[str | None] = mapped_column(String(200))
