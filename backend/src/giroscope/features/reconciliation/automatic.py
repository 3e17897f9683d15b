"""From which score entries are matched automatically, and who changed that."""

from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record
from giroscope.features.reconciliation.errors import (
    AutomaticChanged,
    BadLimit,
    BadScore,
)
from giroscope.features.reconciliation.limit import limit_of
from giroscope.features.reconciliation.policy import UNSEEN
from giroscope.features.reconciliation.tables import ONLY_ROW, AutomaticMatching
from giroscope.kernel.access import Actor
from giroscope.kernel.columns import is_storable
from giroscope.kernel.database import WriteSession


@dataclass(frozen=True, slots=True)
class Automatic:
    """What holds now."""

    score: int | None = None
    """None where only people match."""
    charge: Decimal = Decimal("0.00")
    version: int = 1


def automatic_of(session: Session) -> Automatic:
    """What the realm has chosen; before that only people match."""
    row = session.get(AutomaticMatching, ONLY_ROW)
    return Automatic() if row is None else Automatic(row.score, row.charge, row.version)


async def change_automatic(
    session: WriteSession, actor: Actor, wanted: Automatic, now: datetime
) -> None:
    """Change from which score entries are matched; what is matched stays so.

    Whatever waits is looked at once more.

    Raises:
        BadScore: Nobody leaves to a machine what is worth so little.
        BadLimit: The charge is below zero, or more than a difference may be.
        AutomaticChanged: Somebody changed it since the version that is wanted.
    """
    actor.ensure("reconciliation.automatic")
    if wanted.score is not None and wanted.score not in UNSEEN:
        raise BadScore(path="score")
    most = (await session.run_sync(limit_of)).amount
    if not is_storable(wanted.charge) or not 0 <= wanted.charge <= most:
        raise BadLimit(path="charge")
    await session.run_sync(lambda own: _ensure_row(own.connection()))
    row = await session.get_one(AutomaticMatching, ONLY_ROW, with_for_update=True)
    if row.version != wanted.version:
        raise AutomaticChanged
    was = {"score": row.score, "charge": row.charge}
    will = {"score": wanted.score, "charge": wanted.charge}
    if was == will:
        return
    row.score, row.charge = wanted.score, wanted.charge
    row.version += 1
    row.walked_on = None
    await record(
        session, actor, "reconciliation.automatic",
        Subject("reconciliation", "automatic"), was=was, now=will, at=now,
    )  # fmt: skip


def _ensure_row(connection: Connection) -> None:
    is_sqlite = connection.dialect.name == "sqlite"
    upsert: Any = sqlite.insert if is_sqlite else postgresql.insert
    row = upsert(AutomaticMatching).values(
        id=ONLY_ROW,
        entries_seen=0,
        payments_seen=0,
        items_seen=0,
        **asdict(Automatic()),
    )
    connection.execute(row.on_conflict_do_nothing())
