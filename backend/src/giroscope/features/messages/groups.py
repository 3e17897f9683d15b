"""Messages that belong together, counted: one row for a journal, or for one sentence.

Groups are made of the newest messages that match, up to a bound, so that a list of a
million answers as fast as one of a thousand.
"""

from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

import strawberry
from sqlalchemy import Select, String, and_, case, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.queries import (
    Seen,
    Wanted,
    is_unread,
    narrowing,
    some,
)
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.paging import Count, Order, Page, PageRequest

GROUPED = 10_000
"""So many of the newest messages are put together."""
_RANKS = ("DEBUG", "SUCCESS", "INFO", "WARNING", "ERROR")


@strawberry.enum(
    name="MessageGrouping", description="What messages of one group have in common."
)
class Grouping(Enum):
    """What messages of one group have in common."""

    CORRELATION = "CORRELATION"
    TEXT = "TEXT"


class Group(NamedTuple):
    """Messages that belong together."""

    latest: Seen
    size: int
    unread: int
    level: str
    """The gravest of theirs."""
    since: datetime
    """When the earliest of them came."""


async def page_of_groups(
    session: AsyncSession,
    actor: Actor,
    wanted: Wanted,
    by: Grouping,
    request: PageRequest,
) -> Page[Group]:
    """Groups, the one with the newest message first."""
    grouped = _groups(wanted, actor, by).subquery()
    order = Order("latest", grouped.c.latest, grouped.c.latest)
    rows = list(await session.execute(order.apply(select(grouped), request)))
    latest = await some(session, actor, [row.latest for row in rows])
    groups = [
        Group(latest[row.latest], row.size, row.unread, _RANKS[row.rank], row.since)
        for row in rows
    ]
    total = await _count(session, grouped)

    async def count() -> Count:
        return total

    page = order.page(groups, request, _place, count)
    # Where older messages are left out, the end of the list is not the end of them.
    page.count = count
    return page


def _groups(
    wanted: Wanted, actor: Actor, by: Grouping
) -> Select[Any, int, Any, Any, Any]:
    keys: dict[Grouping, Any] = {
        # A message of no journal stands for itself.
        Grouping.CORRELATION: func.coalesce(
            SystemMessage.correlation_id, cast(SystemMessage.id, String)
        ),
        Grouping.TEXT: SystemMessage.level
        + " "
        + SystemMessage.code
        + " "
        + SystemMessage.values,
    }
    ranks = {level: rank for rank, level in enumerate(_RANKS)}
    newest = (
        select(
            SystemMessage.id,
            SystemMessage.created,
            keys[by].label("key"),
            case(ranks, value=SystemMessage.level, else_=0).label("rank"),
            case((and_(*is_unread(actor)), 1), else_=0).label("is_unread"),
        )
        .where(*narrowing(wanted, actor))
        .order_by(SystemMessage.id.desc())
        .limit(GROUPED)
        .subquery()
    )
    return select(
        func.max(newest.c.id).label("latest"),
        func.count().label("size"),
        func.sum(newest.c.is_unread).label("unread"),
        func.max(newest.c.rank).label("rank"),
        func.min(newest.c.created).label("since"),
    ).group_by(newest.c.key)


async def _count(session: AsyncSession, grouped: Any) -> Count:
    query = select(func.count(), func.coalesce(func.sum(grouped.c.size), 0))
    groups, messages = (await session.execute(query.select_from(grouped))).one()
    return Count(int(groups), is_exact=int(messages) < GROUPED)


def _place(group: Group) -> tuple[int, int]:
    return group.latest.message.id, group.latest.message.id
