"""Messages that belong together, counted: one row for a batch, a journal or a cause.

Groups are made of the newest messages that match, up to a bound, and of the newest
problems that nobody has dealt with, however old: a list of a million answers as fast
as one of a thousand, and no open problem is forgotten below what came since.
"""

from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

import strawberry
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    String,
    and_,
    case,
    cast,
    func,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.queries import (
    Seen,
    Wanted,
    is_open,
    is_unread,
    narrowing,
    says_the_same,
    some,
)
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.paging import Count, Order, Page, PageRequest

GROUPED = 2_000
"""So many of the newest messages are put together."""
_PROBLEMS = 500
"""So many older errors that wait, and as many warnings, besides."""
_RANKS = ("DEBUG", "SUCCESS", "INFO", "WARNING", "ERROR")
_RANK_OF = {level: rank for rank, level in enumerate(_RANKS)}
_OPEN = {"ERROR": 2, "WARNING": 1}
"""Open problems come first, the gravest of all before."""
_PROBLEM_LEVELS = [literal_column(f"'{level}'", String) for level in _OPEN]
_STEP = 10**15
"""More than there will ever be messages."""


@strawberry.enum(
    name="MessageGrouping",
    description="What messages of one group have in common. INBOX: the files uploaded"
    " together, or else the journal, or else the code.",
)
class Grouping(Enum):
    """What messages of one group have in common."""

    INBOX = "INBOX"
    CORRELATION = "CORRELATION"
    CODE = "CODE"
    TEXT = "TEXT"


class Group(NamedTuple):
    """Messages that belong together."""

    latest: Seen
    headline: Seen
    """The newest of the gravest open problems, or else the newest of all."""
    key: str
    """What they have in common."""
    size: int
    unread: int
    problems: int
    """Errors and warnings that count."""
    level: str
    """The gravest of the open problems; where there is none, of all."""
    since: datetime
    """When the earliest of them came."""
    place: int


async def page_of_groups(
    session: AsyncSession,
    actor: Actor,
    wanted: Wanted,
    by: Grouping,
    request: PageRequest,
) -> Page[Group]:
    """Groups: those with open problems first, then the one with the newest message."""
    grouped = _groups(wanted, actor, by).cte("grouped")
    order = Order("place", grouped.c.place, grouped.c.latest)
    totals = [
        select(counted).select_from(grouped).scalar_subquery()
        for counted in (func.count(), func.coalesce(func.sum(grouped.c.size), 0))
    ]
    query = order.apply(select(grouped, *(one.label(None) for one in totals)), request)
    rows = list(await session.execute(query))
    ids = {one for row in rows for one in (row.latest, row.headline % _STEP)}
    seen = await some(session, actor, list(ids))
    groups = [
        Group(
            latest=seen[row.latest],
            headline=seen[row.headline % _STEP],
            key=row.key,
            size=row.size,
            unread=row.unread,
            problems=row.problems,
            level=_RANKS[row.rank % len(_RANKS)],
            since=row.since,
            place=row.place,
        )
        for row in rows
    ]

    async def count() -> Count:
        if rows:
            return _counted(*rows[0][-2:])
        found = await session.execute(select(*totals))
        return _counted(*found.one())

    total = await count()

    async def known() -> Count:
        return total

    page = order.page(groups, request, _place, known)
    # Where older messages are left out, the end of the list is not the end of them.
    page.count = known
    return page


def heads(wanted: Wanted, actor: Actor, by: Grouping) -> tuple[Select[int], Any]:
    """The newest message of each group, and the column its id stands in."""
    grouped = _groups(wanted, actor, by).subquery()
    return select(grouped.c.latest), grouped.c.latest


def members(by: Grouping, latest: SystemMessage) -> list[ColumnElement[bool]]:
    """What a message must be to be of the group whose newest one this is.

    What came since is of another sight of the group, and not meant.
    """
    until = SystemMessage.id <= latest.id
    if by is Grouping.TEXT:
        return [until, *says_the_same(latest.id)]
    if by is Grouping.CODE:
        return [until, SystemMessage.code == latest.code]
    if by is Grouping.INBOX:
        return [until, SystemMessage.thread == latest.thread]
    if latest.correlation_id is None:
        return [SystemMessage.id == latest.id]
    return [until, SystemMessage.correlation_id == latest.correlation_id]


def _groups(wanted: Wanted, actor: Actor, by: Grouping) -> Select[Any]:
    chosen = _chosen(wanted, actor, by)
    # Asked in this order, so that only of problems it is looked up.
    urgency = case(
        (chosen.c.level.not_in(_OPEN), 0),
        (and_(*is_open(actor, chosen.c.id)), case(_OPEN, value=chosen.c.level)),
        else_=0,
    )
    each = (
        select(
            chosen,
            case(_RANK_OF, value=chosen.c.level, else_=0).label("rank"),
            cast(urgency, BigInteger).label("urgency"),
            case((and_(*is_unread(actor, chosen.c.id)), 1), else_=0).label("is_unread"),
        )
        .cte("each")
        # Not looked up anew at each of the places below.
        .prefix_with("MATERIALIZED")
    )
    is_urgent = each.c.urgency > 0
    latest = func.max(each.c.id)
    return select(
        latest.label("latest"),
        func.max(each.c.urgency * _STEP + each.c.id).label("headline"),
        each.c.key,
        func.count().label("size"),
        func.sum(each.c.is_unread).label("unread"),
        func.sum(case((is_urgent, 1), else_=0)).label("problems"),
        func.max(each.c.rank + case((is_urgent, len(_RANKS)), else_=0)).label("rank"),
        func.min(each.c.created).label("since"),
        (func.max(each.c.urgency) * _STEP + latest).label("place"),
    ).group_by(each.c.key)


def _chosen(wanted: Wanted, actor: Actor, by: Grouping) -> Any:
    """The newest that match, and older problems that wait."""
    keys: dict[Grouping, Any] = {
        Grouping.INBOX: SystemMessage.thread,
        # A message of no journal stands for itself.
        Grouping.CORRELATION: func.coalesce(
            SystemMessage.correlation_id, cast(SystemMessage.id, String)
        ),
        Grouping.CODE: SystemMessage.code,
        Grouping.TEXT: SystemMessage.level
        + " "
        + SystemMessage.code
        + " "
        + SystemMessage.values,
    }
    matching = (
        select(
            SystemMessage.id,
            SystemMessage.created,
            SystemMessage.level,
            keys[by].label("key"),
        )
        .where(*narrowing(wanted, actor))
        .order_by(SystemMessage.id.desc())
    )
    newest = matching.limit(GROUPED).cte("newest")
    # Nothing is older where all that match were taken.
    oldest = select(
        case((func.count() == GROUPED, func.min(newest.c.id)), else_=0)
    ).scalar_subquery()
    older = [
        select(
            matching.where(
                SystemMessage.id < oldest,
                # In the words of the index, which holds hardly more than these.
                SystemMessage.is_waiting,
                SystemMessage.level == literal_column(f"'{level}'"),
                SystemMessage.level.in_(_PROBLEM_LEVELS),
            )
            .limit(_PROBLEMS)
            .subquery()
        )
        for level in _OPEN
        if wanted.levels is None or level in wanted.levels
    ]
    return union_all(select(newest), *older).subquery("chosen")


def _counted(groups: int, messages: int) -> Count:
    return Count(int(groups), is_exact=int(messages) < GROUPED)


def _place(group: Group) -> tuple[int, int]:
    return group.place, group.latest.message.id
