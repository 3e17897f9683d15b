"""How large the difference of a match may be, and who changed that."""

from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record
from giroscope.features.reconciliation.errors import BadLimit, LimitChanged
from giroscope.features.reconciliation.tables import ONLY_ROW, DifferenceLimit
from giroscope.kernel.access import Actor
from giroscope.kernel.columns import is_storable
from giroscope.kernel.database import WriteSession

_USUAL = Decimal("10.00")
"""What a bank's charge or a rounding comes to, and hardly a payment."""
_MOST = Decimal(10_000)
"""Whatever is more is a wrong match."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What holds now."""

    amount: Decimal = _USUAL
    version: int = 1


def limit_of(session: Session) -> Limit:
    """What the realm has chosen, or what is usual."""
    row = session.get(DifferenceLimit, ONLY_ROW)
    return Limit() if row is None else Limit(row.amount, row.version)


async def change_limit(
    session: WriteSession, actor: Actor, amount: Decimal, version: int, now: datetime
) -> None:
    """Change how large a difference may be; 0 forbids all. Matches stay as they are.

    Raises:
        BadLimit: It is below zero, or too large.
        LimitChanged: Somebody changed it since `version`.
    """
    actor.ensure("reconciliation.limit")
    if not is_storable(amount) or not 0 <= amount <= _MOST:
        raise BadLimit(path="amount")
    await session.run_sync(lambda own: _ensure_row(own.connection()))
    row = await session.get_one(DifferenceLimit, ONLY_ROW, with_for_update=True)
    if row.version != version:
        raise LimitChanged
    if row.amount == amount:
        return
    was, row.amount = row.amount, amount
    row.version += 1
    await record(
        session, actor, "reconciliation.limit", Subject("reconciliation", "limit"),
        was={"amount": was}, now={"amount": amount}, at=now,
    )  # fmt: skip


def _ensure_row(connection: Connection) -> None:
    is_sqlite = connection.dialect.name == "sqlite"
    upsert: Any = sqlite.insert if is_sqlite else postgresql.insert
    row = upsert(DifferenceLimit).values(id=ONLY_ROW, **asdict(Limit()))
    connection.execute(row.on_conflict_do_nothing())
