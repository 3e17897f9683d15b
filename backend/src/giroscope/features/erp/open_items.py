"""What is owed to and by the company, as the ERP told it, until it is settled there.

Whoever exchanges with the ERP changes it; whoever matches entries looks at it.
"""

import re
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_OPEN = text("state = 'OPEN'")
_CLOSED = text("state = 'CLOSED'")
IS_OPEN = text("erp_open_items.state = 'OPEN'")
IS_CLOSED = text("erp_open_items.state = 'CLOSED'")
"""As the indices say it: SQLite compares the two word by word."""
_SIGNS = re.compile(r"[^0-9a-z]+")


class ItemSide(StrEnum):
    """Which way the money of an open item goes."""

    RECEIVABLE = "RECEIVABLE"
    """A customer owes it: money comes in."""
    PAYABLE = "PAYABLE"
    """It is owed to a supplier: money goes out."""


class ItemState(StrEnum):
    """Whether the ERP still tells of an item."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"


def _open_index(name: str, *columns: str) -> Index:
    return Index(
        f"ix_erp_open_items_{name}", *columns,
        sqlite_where=_OPEN, postgresql_where=_OPEN,
    )  # fmt: skip


class ErpOpenItem(Table):
    """A receivable or a payable that the ERP told of."""

    __tablename__ = "erp_open_items"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=("party_id", "party", "accounts", "texts", "words"),
        nothing=("native_id", "side", "number", "number_key", "reference_key"),
    )
    __table_args__ = (
        UniqueConstraint("connection_id", "native_id"),
        _open_index(
            "amount", "connection_id", "side", "currency", "amount", "expected", "id"
        ),
        _open_index("expected", "connection_id", "side", "currency", "expected", "id"),
        _open_index("number", "number_key"),
        _open_index("reference", "reference_key"),
        Index("ix_erp_open_items_round", "connection_id", "round_id"),
        Index(
            "ix_erp_open_items_closed", "since",
            sqlite_where=_CLOSED, postgresql_where=_CLOSED,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("erp_connections.id"))
    native_id: Mapped[str] = mapped_column(String(80))
    side: Mapped[str] = mapped_column(String(10))
    number: Mapped[str] = mapped_column(String(80))
    amount: Mapped[Decimal] = mapped_column(Amount)
    """What of it is open: what the ERP says, less the parts that are matched and of
    which it does not know."""
    currency: Mapped[str] = mapped_column(String(3))
    day: Mapped[date]
    due: Mapped[date | None]
    expected: Mapped[date]
    """The day it is due, else its own."""
    party_id: Mapped[str] = mapped_column(String(80))
    party: Mapped[str] = mapped_column(String(200))
    accounts: Mapped[list[str]] = mapped_column(JSON, default=list)
    """The party's."""
    texts: Mapped[list[str]] = mapped_column(JSON, default=list)
    """References that the other side may write on its payment."""
    number_key: Mapped[str] = mapped_column(String(80))
    reference_key: Mapped[str] = mapped_column(String(80))
    """The number, and the longest of the references, as entries are searched for
    them."""
    words: Mapped[str]
    """What the text filter looks in."""
    raw_sha256: Mapped[str] = mapped_column(String(64))
    round_id: Mapped[int] = mapped_column(BigId)
    """The round that last met it."""
    fetched: Mapped[datetime] = mapped_column(UtcDateTime)
    state: Mapped[str] = mapped_column(String(6))
    since: Mapped[datetime] = mapped_column(UtcDateTime)


def key_of(told: str | None) -> str:
    """A number or reference as it is compared: small letters and digits alone."""
    return _SIGNS.sub("", (told or "").casefold())[:80]
