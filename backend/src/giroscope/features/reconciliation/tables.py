"""The table of how much a match may leave over."""

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
