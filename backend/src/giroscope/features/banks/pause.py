"""Standing still: one connection, or all banks of the realm, and going on again.

While it is paused nothing is fetched and nothing is sent; what waits keeps waiting.
"""

from datetime import datetime

from sqlalchemy import delete, select

from giroscope.features.audit import Subject, record
from giroscope.features.banks.connections import locked, next_look, subject_of
from giroscope.features.banks.errors import NotPaused, NotPossibleNow, Paused
from giroscope.features.banks.tables import (
    ONLY_ROW,
    BankPause,
    ConnectionState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession

_LONGEST = 500
_ALL = Subject("banks", "all", "All banks")


async def pause(
    session: WriteSession,
    actor: Actor,
    connection_id: int,
    reason: str | None,
    now: datetime,
) -> None:
    """Have the connection stand still.

    Raises:
        NotFound: There is no such connection.
        Paused: It does so already.
        NotPossibleNow: It has ended.
    """
    actor.ensure("banks.pause")
    row = await locked(session, connection_id)
    if row.state == ConnectionState.REVOKED:
        raise NotPossibleNow
    if row.paused is not None:
        raise Paused("This connection is paused already")
    row.paused, row.paused_by_name = now, actor.name
    row.pause_reason = _short(reason)
    row.version += 1
    await record(
        session, actor, "banks.pause", subject_of(row),
        now={"reason": row.pause_reason}, at=now,
    )  # fmt: skip


async def resume(
    session: WriteSession, actor: Actor, connection_id: int, now: datetime
) -> None:
    """Go on; the bank is looked at in the next minute.

    Raises:
        NotFound: There is no such connection.
        NotPaused: It does not stand still.
    """
    actor.ensure("banks.pause")
    row = await locked(session, connection_id)
    if row.paused is None:
        raise NotPaused
    was = {"since": row.paused, "by": row.paused_by_name, "reason": row.pause_reason}
    row.paused = row.paused_by_name = row.pause_reason = None
    if row.next_fetch is not None:
        row.next_fetch = min(row.next_fetch, now)
    elif row.activated is not None:
        row.next_fetch = next_look(row, now)
    row.version += 1
    await record(session, actor, "banks.resume", subject_of(row), was=was, at=now)


async def pause_all(
    session: WriteSession, actor: Actor, reason: str | None, now: datetime
) -> None:
    """Have all connections of the realm stand still.

    Raises:
        Paused: They do so already.
    """
    actor.ensure("banks.pause")
    if await session.get(BankPause, ONLY_ROW, with_for_update=True) is not None:
        raise Paused("All banks are paused already")
    session.add(
        BankPause(
            id=ONLY_ROW, paused=now, paused_by=actor.id, paused_by_name=actor.name,
            reason=_short(reason),
        )
    )  # fmt: skip
    await record(
        session, actor, "banks.pause", _ALL, now={"reason": _short(reason)}, at=now
    )


async def resume_all(session: WriteSession, actor: Actor, now: datetime) -> None:
    """Let all connections go on that are not paused themselves.

    Raises:
        NotPaused: They do not stand still.
    """
    actor.ensure("banks.pause")
    found = await session.execute(select(BankPause).with_for_update())
    row = found.scalar_one_or_none()
    if row is None:
        raise NotPaused
    was = {"since": row.paused, "by": row.paused_by_name, "reason": row.reason}
    await session.execute(delete(BankPause))
    await record(session, actor, "banks.resume", _ALL, was=was, at=now)


def _short(reason: str | None) -> str | None:
    text = " ".join((reason or "").split())[:_LONGEST]
    return text or None
