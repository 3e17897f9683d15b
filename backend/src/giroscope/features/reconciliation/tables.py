"""The tables of how much a match may leave over, and what is matched automatically."""

from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId
from giroscope.kernel.database import Table

ONLY_ROW = 1


class DifferenceLimit(Table):
    """How large the difference of a match may be: one row."""

    __tablename__ = "difference_limits"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    amount: Mapped[Decimal] = mapped_column(Amount)
    """In the currency of each entry."""
    version: Mapped[int]


class AutomaticMatching(Table):
    """From which score entries are matched automatically: one row."""

    __tablename__ = "automatic_matching"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    score: Mapped[int | None]
    """None where only people match."""
    charge: Mapped[Decimal] = mapped_column(Amount)
    """How much more than its payment an entry may be; in its own currency."""
    version: Mapped[int]
    entries_seen: Mapped[int] = mapped_column(BigId)
    """Every entry up to this one was looked at, today."""
    payments_seen: Mapped[int] = mapped_column(BigId)
    """For every payment up to this one the entries of its amount were."""
    items_seen: Mapped[int] = mapped_column(BigId)
    """For every open item of the ERP, too."""
    walked_on: Mapped[date | None]
    """The day on which the walk began anew with the first entry."""
