"""Selects over saved views, always those a person may see."""

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.views.tables import DefaultView, SavedView
from giroscope.kernel.access import Actor

_MOST_SHOWN = 1_000


async def visible(
    session: AsyncSession, actor: Actor, list_name: str
) -> list[SavedView]:
    """A list's views: this person's own and the shared ones, by name."""
    rows = await session.execute(
        select(SavedView)
        .where(
            SavedView.list == list_name,
            or_(SavedView.owner == actor.id, SavedView.shared),
        )
        .order_by(func.lower(SavedView.name), SavedView.id)
        .limit(_MOST_SHOWN)
    )
    return list(rows.scalars())


async def default_id(session: AsyncSession, actor: Actor, list_name: str) -> int | None:
    """The view this person begins with."""
    found = await session.execute(
        select(DefaultView.view_id).where(
            DefaultView.person == actor.id, DefaultView.list == list_name
        )
    )
    return found.scalar_one_or_none()


async def own_counts(
    session: AsyncSession, actor: Actor, list_name: str
) -> tuple[int, int]:
    """How many views are this person's: of the list, and of all lists."""
    of_list = func.count().filter(SavedView.list == list_name)
    found = await session.execute(
        select(of_list, func.count()).where(SavedView.owner == actor.id)
    )
    of_this, of_all = found.one()
    return int(of_this), int(of_all)


async def named(
    session: AsyncSession, owner: str, list_name: str, name: str
) -> SavedView | None:
    """A person's view of that name, whatever its capitals."""
    found = await session.execute(
        select(SavedView)
        .where(
            SavedView.list == list_name,
            SavedView.owner == owner,
            func.lower(SavedView.name) == name.lower(),
        )
        .limit(1)
    )
    return found.scalar_one_or_none()
