"""Putting an accounting system on the list, and taking it off."""

from datetime import datetime

from sqlalchemy import delete, select

from giroscope.features.audit import Subject, record
from giroscope.features.erp.errors import TooManyOrigins
from giroscope.features.erp.window.origins import origin_of
from giroscope.features.erp.window.tables import ErpWindowOrigin
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession

MOST = 20
"""Origins of one tenant: all of them stand in one header."""


async def allow(
    session: WriteSession,
    actor: Actor,
    told: str,
    now: datetime,
    *,
    allows_local: bool,
) -> str:
    """Let pages of an origin open and frame the window; once more changes nothing.

    Raises:
        BadOrigin, OriginNotSecure: It can be no origin of an accounting system.
        TooManyOrigins: The list is full.
    """
    actor.ensure("erp.window")
    origin = origin_of(told, allows_local=allows_local)
    known = select(ErpWindowOrigin.origin).with_for_update()
    present = set((await session.execute(known)).scalars())
    if origin in present:
        return origin
    if len(present) >= MOST:
        raise TooManyOrigins(f"There are {MOST} origins already", most=MOST)
    session.add(
        ErpWindowOrigin(
            origin=origin, added=now, added_by=actor.id, added_by_name=actor.name
        )
    )
    await session.flush()
    await record(
        session, actor, "erp.window_allow", _subject(origin),
        now={"origin": origin}, at=now,
    )  # fmt: skip
    return origin


async def forbid(
    session: WriteSession, actor: Actor, origin: str, now: datetime
) -> None:
    """Take an origin off the list; one that is not on it changes nothing."""
    actor.ensure("erp.window")
    gone = await session.execute(
        delete(ErpWindowOrigin)
        .where(ErpWindowOrigin.origin == origin)
        .returning(ErpWindowOrigin.id)
    )
    if gone.first() is not None:
        await record(
            session, actor, "erp.window_forbid", _subject(origin),
            was={"origin": origin}, at=now,
        )  # fmt: skip


def _subject(origin: str) -> Subject:
    return Subject("erp window", origin, origin)
