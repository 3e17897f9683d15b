"""The tables of what people have matched: a match, and each of its sides."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Index, String, exists, text
from sqlalchemy.orm import Mapped, aliased, mapped_column

from giroscope.kernel.columns import BigId, SignedAmount, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

_DIFFERS = text("difference IS NOT NULL")
_DUE = text("erp_state = 'DUE'")
_ENDED = text("ended_by IS NOT NULL")
_STANDS = text("stands")
_WHOLE = text("stands AND settles IS NULL")
IS_DUE = text("entry_matches.erp_state = 'DUE'")
STANDS = text("entry_match_sides.stands")
"""As the indices say it: SQLite compares the two word by word."""


class MatchKind(StrEnum):
    """What a person said an entry is."""

    PAYMENT = "PAYMENT"
    """It books a payment of ours."""
    BATCH = "BATCH"
    """It books the payments of a batch of ours together."""
    CHOSEN = "CHOSEN"
    """Alone or with other entries it books payments of ours, or settles open items,
    that a person chose."""
    RETURN = "RETURN"
    """It gives back the money of a payment of ours."""
    TRANSFER = "TRANSFER"
    """It is one side of a transfer between two accounts of ours."""
    REVERSAL = "REVERSAL"
    """It takes back another entry of its account, or is taken back by it."""
    OPEN_ITEM = "OPEN_ITEM"
    """It settles what the ERP says is owed."""


class ErpState(StrEnum):
    """How far the ERP knows of a match with its open items."""

    DUE = "DUE"
    """It is to be told, of the match or of its end, and nobody has asked for that."""
    ASKED = "ASKED"
    """It is being told, or tried to."""
    TOLD = "TOLD"
    WITHDRAWN = "WITHDRAWN"
    """The match has ended, and the ERP was told of that too."""
    FAILED = "FAILED"
    """The ERP does not take it; a person decides in the queue."""
    UNTOLD = "UNTOLD"
    """It is not told, or was not before the match ended."""


class DifferenceReason(StrEnum):
    """Why an entry is not what its payments come to."""

    CHARGE = "CHARGE"
    EXCHANGE = "EXCHANGE"
    ROUNDING = "ROUNDING"
    OTHER = "OTHER"
    """As the note says."""


class EntryMatch(Table):
    """That a person matched an entry, until it was ended; never deleted."""

    __tablename__ = "entry_matches"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("matched_by", "ended_by"),
        texts=("difference_note",),
        parties=("reasons",),
        nothing=("difference_reason", "erp_state"),
    )
    __table_args__ = (
        Index(
            "ix_entry_matches_difference", "id",
            sqlite_where=_DIFFERS, postgresql_where=_DIFFERS,
        ),
        Index(
            "ix_entry_matches_erp", "id", sqlite_where=_DUE, postgresql_where=_DUE,
        ),
        Index(
            "ix_entry_matches_ended", "id",
            sqlite_where=_ENDED, postgresql_where=_ENDED,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    score: Mapped[int]
    """What the candidate was held to be worth when it was accepted; 0 of chosen ones,
    which nobody scores."""
    reasons: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """Why, as messages."""
    difference: Mapped[Decimal | None] = mapped_column(SignedAmount)
    """By how much its entries are more than its payments, where that is not nothing."""
    currency: Mapped[str | None] = mapped_column(String(3))
    """The difference's."""
    difference_reason: Mapped[str | None] = mapped_column(String(10))
    difference_note: Mapped[str | None] = mapped_column(String(500))
    erp_state: Mapped[str | None] = mapped_column(String(10))
    """Of a match with open items."""
    matched_at: Mapped[datetime] = mapped_column(UtcDateTime)
    matched_by: Mapped[str] = mapped_column(String(64))
    matched_by_name: Mapped[str]
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ended_by: Mapped[str | None] = mapped_column(String(64))
    ended_by_name: Mapped[str | None]
    """None where its entry or payment went away."""


class MatchSide(Table):
    """An entry, a payment or an open item that a match speaks of.

    The first entry of a match is the one that a person matched: with it the payments
    and the difference are told. Others that were chosen with it come after it.
    An entry stands in one match at a time, and so does an open item unless matches
    settle parts of it; a payment in one that books it and one that gives it back.
    """

    __tablename__ = "entry_match_sides"
    __personal_data__ = PersonalData(nothing=("about",))
    __table_args__ = (
        Index(
            "ux_entry_match_sides_entry", "entry_id", unique=True,
            sqlite_where=_STANDS, postgresql_where=_STANDS,
        ),
        Index(
            "ux_entry_match_sides_payment", "payment_id", "is_return", unique=True,
            sqlite_where=_STANDS, postgresql_where=_STANDS,
        ),
        Index(
            "ux_entry_match_sides_open_item", "open_item_id", unique=True,
            sqlite_where=_WHOLE, postgresql_where=_WHOLE,
        ),
        Index("ix_entry_match_sides_open_item", "open_item_id"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    match_id: Mapped[int] = mapped_column(BigId, index=True)
    entry_id: Mapped[int | None] = mapped_column(BigId)
    payment_id: Mapped[int | None] = mapped_column(BigId)
    open_item_id: Mapped[int | None] = mapped_column(BigId)
    settles: Mapped[Decimal | None] = mapped_column(SignedAmount)
    """How much of the open item, below zero where it is deducted as a credit note is;
    None where it settles all that was open and nothing was matched with it before."""
    is_known: Mapped[bool] = mapped_column(default=False)
    """Whether what the ERP says is open is without what this settles."""
    is_return: Mapped[bool]
    about: Mapped[str]
    """Day, amount and whom, as people know it when it is gone."""
    stands: Mapped[bool]
    """Whether its match has not ended."""


_Other = aliased(MatchSide)
IS_FIRST = ~exists().where(
    _Other.match_id == MatchSide.match_id, _Other.entry_id.is_not(None),
    _Other.id < MatchSide.id,
)  # fmt: skip
"""Of an entry's side: whether it is the first of its match."""
