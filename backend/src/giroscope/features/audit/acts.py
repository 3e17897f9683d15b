"""What was acted upon lately, for whoever keeps a picture of it up to date."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit.tables import AuditEvent

_LATELY = 500
"""So many acts are looked through; whoever looks often misses none."""


def newest_act() -> Any:
    """The number of the latest act, to be selected with other things."""
    return select(func.coalesce(func.max(AuditEvent.id), 0)).scalar_subquery()


async def latest_acts(session: AsyncSession) -> dict[str, int]:
    """The kinds of things acted upon lately, each with the number of its latest act."""
    kind = AuditEvent.subject_kind
    lately = AuditEvent.id > newest_act() - _LATELY
    rows = await session.execute(
        select(kind, func.max(AuditEvent.id))
        .where(lately, kind.is_not(None))
        .group_by(kind)
    )
    return {str(row[0]): int(row[1]) for row in rows}
