"""Files given by hand, what became of them, and what was found in them."""

from datetime import date, datetime

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, foreign, mapped_column, relationship

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose
from giroscope.kernel.tables import Job


class Upload(Table):
    """One file, handed in once. The same bytes may be handed in again."""

    __tablename__ = "uploads"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        users=("created_by",),
        parties=("name", "totals"),
        contacts=("accounts",),
        nothing=(
            "idempotency_key",
            "counts",
            "wrong_kind",
            "preview",
            "finding_counts",
            "batch_id",
        ),
    )
    __table_args__ = (
        Index("ix_uploads_kind", "kind", "id"),
        Index("ix_uploads_idempotency", "idempotency_key", unique=True),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    job_id: Mapped[int | None] = mapped_column(BigId)
    """The latest job on this upload."""
    name: Mapped[str]
    kind: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10), index=True)
    source: Mapped[str] = mapped_column(String(8))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str]
    idempotency_key: Mapped[str | None] = mapped_column(String(300))
    format: Mapped[str | None] = mapped_column(String(20))
    version: Mapped[str | None] = mapped_column(String(60))
    counts: Mapped[dict[str, int] | None] = mapped_column(JSON)
    totals: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    accounts: Mapped[list[str]] = mapped_column(JSON, default=list)
    from_date: Mapped[date | None]
    to_date: Mapped[date | None]
    correlation_id: Mapped[str | None] = mapped_column(String(36))
    duplicate_of: Mapped[int | None] = mapped_column(BigId)
    wrong_kind: Mapped[str | None] = mapped_column(String(10))
    preview: Mapped[str | None] = mapped_column(String(64))
    """Fingerprint of the changes that were shown before it was uploaded."""
    finding_counts: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    batch_id: Mapped[str | None] = mapped_column(String(36), index=True)
    """The files that were uploaded together with it; without a foreign key, so that
    an upload that is added never waits for the message of its batch."""
    job: Mapped[Job | None] = relationship(
        primaryjoin=lambda: foreign(Upload.job_id) == Job.id,
        viewonly=True, lazy="raise",
    )  # fmt: skip


class UploadRestart(Table):
    """Somebody who had an import run that had been taken back, stopped or refused."""

    __tablename__ = "upload_restarts"
    __personal_data__ = PersonalData(Purpose.EVIDENCE, users=("person_id",))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    upload_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("uploads.id", ondelete="CASCADE"), index=True
    )
    person_id: Mapped[str] = mapped_column(String(64))
    person_name: Mapped[str]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class UploadBatch(Table):
    """Files that were uploaded together, and are told of together."""

    __tablename__ = "upload_batches"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, users=("created_by",), nothing=("id",)
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    size: Mapped[int | None]
    """How many files it has; None while they are still coming in."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    message_id: Mapped[int | None] = mapped_column(BigId)
    """The message that tells what became of them; None until it is written."""


class UploadFinding(Table):
    """Something a person should know about an uploaded file."""

    __tablename__ = "upload_findings"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, parties=("message",), nothing=("severity", "path")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    upload_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("uploads.id", ondelete="CASCADE"), index=True
    )
    severity: Mapped[str] = mapped_column(String(8))
    code: Mapped[str] = mapped_column(String(60))
    message: Mapped[str]
    line: Mapped[int | None] = mapped_column(BigId)
    path: Mapped[str | None]
