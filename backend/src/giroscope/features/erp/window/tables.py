"""The tenant's list of origins."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class ErpWindowOrigin(Table):
    """An origin whose pages may open the window, and who said so."""

    __tablename__ = "erp_window_origins"
    __personal_data__ = PersonalData(
        Purpose.OPERATION, users=("added_by",), nothing=("origin",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    origin: Mapped[str] = mapped_column(String(280), unique=True)
    added: Mapped[datetime] = mapped_column(UtcDateTime)
    added_by: Mapped[str] = mapped_column(String(64))
    added_by_name: Mapped[str]
