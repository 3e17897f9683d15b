"""Bank accounts, as the files of the banks name them."""

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId
from giroscope.kernel.database import Table


class Account(Table):
    """One account in one currency."""

    __tablename__ = "accounts"
    __table_args__ = (UniqueConstraint("number", "currency"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    number: Mapped[str] = mapped_column(String(70))
    """IBAN or domestic number, without spaces, in capitals."""
    iban: Mapped[str | None] = mapped_column(String(34))
    name: Mapped[str | None]
    owner: Mapped[str | None]
    currency: Mapped[str] = mapped_column(String(3))
    servicer: Mapped[str | None] = mapped_column(String(40))
