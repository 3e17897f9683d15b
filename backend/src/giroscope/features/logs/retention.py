"""How a realm keeps its log: for how long, how much of it, and what it hides."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.features.logs.masking import Choice
from giroscope.features.logs.tables import ONLY_ROW, LogKeeping

USUAL: Mapping[str, Any] = {
    "keep_days": 90,
    "most_megabytes": 2_048,
    "keeps_bytes": True,
    "hides_names": True,
    "hides_accounts": True,
    "hides_amounts": False,
    "hides_texts": False,
    "stored": 0,
    "lost": 0,
    "lost_at": None,
    "version": 1,
}
"""What holds where a realm has said nothing."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a realm has chosen, and how its log stands."""

    keep_days: int
    most_megabytes: int
    keeps_bytes: bool
    choice: Choice
    stored: int
    lost: int
    lost_at: datetime | None
    version: int

    @classmethod
    def of(cls, row: Row[Any] | LogKeeping | None) -> "Keeping":
        """From its row, or as usual."""
        told: dict[str, Any] = {
            name: getattr(row, name) if row else USUAL[name] for name in USUAL
        }
        hides = {
            name.removeprefix("hides_"): told.pop(name)
            for name in list(told)
            if name.startswith("hides_")
        }
        return cls(choice=Choice(**hides), **told)


def keeping_now(connection: Connection) -> Keeping:
    """How the realm keeps its log, for writers and jobs."""
    return Keeping.of(connection.execute(select(LogKeeping.__table__)).one_or_none())


def ensure_row(connection: Connection) -> None:
    """The row, with what is usual, where nothing was said yet."""
    is_sqlite = connection.dialect.name == "sqlite"
    upsert: Any = sqlite.insert if is_sqlite else postgresql.insert
    connection.execute(
        upsert(LogKeeping).values(id=ONLY_ROW, **USUAL).on_conflict_do_nothing()
    )


def count(
    connection: Connection, stored: int, lost: int = 0, at: datetime | None = None
) -> None:
    """Add to what is stored, and to what was lost."""
    ensure_row(connection)
    changed: dict[str, Any] = {"stored": LogKeeping.stored + stored}
    if lost:
        changed |= {"lost": LogKeeping.lost + lost, "lost_at": at}
    connection.execute(
        update(LogKeeping).where(LogKeeping.id == ONLY_ROW).values(**changed)
    )
