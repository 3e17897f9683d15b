"""Selects over API clients. The database is the actor's own realm's."""

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.kernel.errors import NotFound
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import ApiClient

ORDER = Order("name", ApiClient.sort_name, ApiClient.id, is_descending=False)


def living() -> Select[ApiClient]:
    """API clients that were not deleted."""
    return select(ApiClient).where(ApiClient.deleted.is_(None))


async def one(session: AsyncSession, row_id: int) -> ApiClient:
    """One of them.

    Raises:
        NotFound: There is none, or it was deleted.
    """
    found = await session.execute(living().where(ApiClient.id == row_id))
    row = found.scalar_one_or_none()
    if row is None:
        raise NotFound
    return row
