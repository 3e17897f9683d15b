"""Views of lists that people saved, the one each begins with, and orders of rows."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import JSON, ColumnElement, ForeignKey, FromClause, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


def _is_shared(views: FromClause) -> ColumnElement[bool]:
    shared: ColumnElement[bool] = views.c.shared.is_(True)
    return shared


class SavedView(Table):
    """One view of one list, of one person."""

    __tablename__ = "saved_views"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT,
        own=("owner",),
        about=("state",),
        nothing=("name",),
        stays=_is_shared,
    )
    __table_args__ = (Index("ix_saved_views_list", "list", "owner"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    list: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    owner: Mapped[str] = mapped_column(String(64))
    owner_name: Mapped[str] = mapped_column(String(200))
    shared: Mapped[bool]
    """Whether the whole realm sees it."""
    state: Mapped[str]
    """A JSON object, as the console wrote it."""
    version: Mapped[int]
    """Of the form of the state."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    updated: Mapped[datetime] = mapped_column(UtcDateTime)


class DefaultView(Table):
    """The view a person begins with in a list: their own, or a shared one."""

    __tablename__ = "default_views"
    __personal_data__ = PersonalData(Purpose.ACCOUNT, own=("person",))
    __table_args__ = (Index("ux_default_views_person", "person", "list", unique=True),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person: Mapped[str] = mapped_column(String(64))
    list: Mapped[str] = mapped_column(String(40))
    view_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("saved_views.id", ondelete="CASCADE"), index=True
    )


class Arrangement(Table):
    """The order in which a person wants the rows of a list."""

    __tablename__ = "arrangements"
    __personal_data__ = PersonalData(Purpose.ACCOUNT, own=("person",), nothing=("ids",))
    __table_args__ = (Index("ux_arrangements_person", "person", "list", unique=True),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person: Mapped[str] = mapped_column(String(64))
    list: Mapped[str] = mapped_column(String(40))
    ids: Mapped[Sequence[str]] = mapped_column(JSON)
