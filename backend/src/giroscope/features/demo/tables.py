"""Sets of demo data, and the files each of them was handed in as."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

SOURCE = "DEMO"
"""What uploads, documents and journals of demo data say of how they came."""


class DemoState(StrEnum):
    """How far a set is."""

    MAKING = "MAKING"
    MADE = "MADE"
    REMOVING = "REMOVING"
    REMOVED = "REMOVED"


class DemoPayments(StrEnum):
    """How far the payments of a set are that really leave."""

    NONE = "NONE"
    """None leaves: its period does not end yesterday, or it has no payments."""
    NO_BANK = "NO_BANK"
    """None leaves: the simulated bank is no part of this installation."""
    SENDING = "SENDING"
    PAID = "PAID"
    FAILED = "FAILED"


class DemoErp(StrEnum):
    """How far a set is with the accounting system."""

    NONE = "NONE"
    """It takes no part, since nothing leaves."""
    NO_ERP = "NO_ERP"
    """It takes no part: no simulated one answers here."""
    TAKEN = "TAKEN"
    """It takes no part: the tenant has one of its own, or another set's."""
    CONNECTING = "CONNECTING"
    CONNECTED = "CONNECTED"
    """Its open bills became the payment files that leave."""
    FAILED = "FAILED"


class DemoSet(Table):
    """One wish, and what became of it."""

    __tablename__ = "demo_sets"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        users=("created_by",),
        nothing=(
            "preset",
            "wish",
            "counts",
            "kept",
            "payments",
            "payments_told",
            "erp",
            "erp_told",
        ),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    preset: Mapped[str] = mapped_column(String(20))
    wish: Mapped[dict[str, Any]] = mapped_column(JSON)
    counts: Mapped[dict[str, int]] = mapped_column(JSON)
    """What it comes to, by the names of `Counts`."""
    state: Mapped[str] = mapped_column(String(8), index=True)
    job_id: Mapped[int | None] = mapped_column(BigId)
    """The latest work on it."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str] = mapped_column(String(200))
    removed: Mapped[datetime | None] = mapped_column(UtcDateTime)
    kept: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Why parts of it could not be removed, in words."""
    payments: Mapped[str] = mapped_column(
        String(8), default=DemoPayments.NONE.value, server_default="NONE"
    )
    """How far those are that really leave: `DemoPayments`."""
    payments_told: Mapped[str | None]
    """Why they went no further, in words."""
    connection_id: Mapped[int | None] = mapped_column(BigId)
    """Over which they leave."""
    erp: Mapped[str] = mapped_column(
        String(10), default=DemoErp.NONE.value, server_default="NONE"
    )
    """How far it is with the accounting system: `DemoErp`."""
    erp_told: Mapped[str | None]
    """Why it went no further, in words."""
    erp_version_id: Mapped[int | None] = mapped_column(BigId)
    """The configuration of the ERP that it began with."""


LEAVES = 1_000_000
"""The position of the first file that really leaves; no story has so many."""


class DemoFile(Table):
    """One file of a set; the tag that everything it brought is known by."""

    __tablename__ = "demo_files"

    set_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("demo_sets.id"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    upload_id: Mapped[int] = mapped_column(BigId, index=True)
