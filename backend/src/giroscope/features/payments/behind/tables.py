"""Who stands behind a payment file, kept when the thing happens."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class Part(StrEnum):
    """What somebody has done that a payment file comes from."""

    UPLOADED = "UPLOADED"
    """Handed these bytes in, also as a repeat."""
    RESTARTED = "RESTARTED"
    """Had these bytes imported that were taken back, stopped or refused before."""
    FETCHED = "FETCHED"
    """Had the ERP asked for payments."""
    RELEASED = "RELEASED"
    """Released a payment that was held on its way from the ERP."""
    BOOKS = "BOOKS"
    """Chose the ERP, or which of its books."""
    ADDRESS = "ADDRESS"
    CREDENTIALS = "CREDENTIALS"
    FOLDER = "FOLDER"
    """Chose the folder that is watched for files."""
    ACTIVATED = "ACTIVATED"
    """Prepared or activated the configuration of the ERP."""
    MAPPED = "MAPPED"
    """Mapped a payment method that the file's payments use."""
    DEBTOR_ACCOUNT = "DEBTOR_ACCOUNT"
    """Said from which account a mapping pays."""
    ERP_AUTHOR = "ERP_AUTHOR"
    """Entered a payment in the ERP."""
    ERP_APPROVER = "ERP_APPROVER"
    """Approved a payment in the ERP."""
    RULE = "RULE"
    """Wrote a rule that held the payments or asked for approvals."""
    HOLD_LIFTED = "HOLD_LIFTED"
    """Let payments go that a rule held back."""
    CORRECTED = "CORRECTED"
    """Corrected refused or returned payments to be paid again."""


class PaymentActor(Table):
    """Somebody with a part in a payment file. Uploads tell of their own people."""

    __tablename__ = "payment_actors"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("person_id",), nothing=("part",)
    )
    __table_args__ = (
        UniqueConstraint("document_id", "part", "person_id", "person_name"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id", ondelete="CASCADE")
    )
    part: Mapped[str] = mapped_column(String(14))
    person_id: Mapped[str] = mapped_column(String(64))
    """Empty where an ERP names somebody who has no account here."""
    person_name: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
