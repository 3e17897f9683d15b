"""Selects over the configuration. None of them names a column that holds a secret."""

from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.erp.tables import ErpVersion, VersionState

MOST = 200
"""Versions that are listed."""


def version_in(state: VersionState) -> Select[Any]:
    """The draft, or the version in use."""
    return select(ErpVersion).where(ErpVersion.state == state.value)


def versions() -> Select[Any]:
    """Every version that is or was in use, the newest first."""
    return (
        select(ErpVersion)
        .where(ErpVersion.number.is_not(None))
        .order_by(ErpVersion.number.desc())
        .limit(MOST)
    )


async def current(session: AsyncSession, state: VersionState) -> ErpVersion | None:
    """The draft, or the version in use, only to look at."""
    found = await session.execute(version_in(state))
    row: ErpVersion | None = found.scalar_one_or_none()
    return row
