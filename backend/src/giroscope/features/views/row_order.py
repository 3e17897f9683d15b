"""The order in which a person wants the rows of a list to stand.

It names the rows that were arranged; others follow them as they would anyway, and ids
of rows that are gone do no harm.
"""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.views.policy import BadView
from giroscope.features.views.tables import Arrangement
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession

MOST = 500
"""Rows that a person arranges by hand."""
_LONGEST_ID = 64


async def arranged(
    session: AsyncSession, actor: Actor, list_name: str
) -> Sequence[str]:
    """The ids of the list in this person's order; none where nothing was arranged."""
    found = await _own(session, actor, list_name)
    return [] if found is None else found.ids


async def arrange(
    session: WriteSession, actor: Actor, list_name: str, ids: Sequence[str]
) -> None:
    """Remember the order; without ids, the list stands as it would anyway.

    Raises:
        BadView: These are too many ids, or none that a row could have.
    """
    wanted = list(dict.fromkeys(ids))
    if len(wanted) > MOST or not all(map(_is_id, wanted)):
        raise BadView(f"At most {MOST} rows are arranged, by their ids", path="ids")
    own = await _own(session, actor, list_name)
    if own is None:
        session.add(Arrangement(person=actor.id, list=list_name, ids=wanted))
    else:
        own.ids = wanted
    subject = Subject("list", list_name)
    await record(
        session, actor, "views.arranged", subject, now={"rows": len(wanted)},
    )  # fmt: skip


async def _own(
    session: AsyncSession, actor: Actor, list_name: str
) -> Arrangement | None:
    found = await session.execute(
        select(Arrangement).where(
            Arrangement.person == actor.id, Arrangement.list == list_name
        )
    )
    return found.scalar_one_or_none()


def _is_id(text: str) -> bool:
    return 1 <= len(text) <= _LONGEST_ID and text.isprintable()
