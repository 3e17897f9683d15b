"""Selects over uploads and their jobs."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from giroscope.features.uploads.tables import Upload, UploadFinding
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import Job

ORDER = Order("id", Upload.id, Upload.id)
NAME_ORDER = Order("name", Upload.name, Upload.id)
JOB_ORDER = Order("id", Job.id, Job.id)


def with_jobs() -> Select[Any]:
    """Uploads with their latest job, both as they were at one moment.

    Asked for one after the other, an import that is taken back in between would
    still be imported, with nothing at work on it: a page that believes that never
    asks again.
    """
    return select(Upload).options(joinedload(Upload.job))


def uploads(
    kind: str | None, states: Sequence[str] | None, batch_id: str | None = None
) -> Select[Any]:
    """Uploads given on one page or both, or together."""
    query = with_jobs()
    if kind is not None:
        query = query.where(Upload.kind == kind)
    if states is not None:
        query = query.where(Upload.state.in_(states))
    if batch_id is not None:
        query = query.where(Upload.batch_id == batch_id)
    return query


def jobs(states: Sequence[str] | None) -> Select[Any]:
    """Background work."""
    query = select(Job)
    return query if states is None else query.where(Job.state.in_(states))


async def uploads_by_id(session: AsyncSession, ids: list[int]) -> dict[int, Upload]:
    """Uploads by id."""
    rows = await session.execute(with_jobs().where(Upload.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


async def jobs_by_id(session: AsyncSession, ids: list[int]) -> dict[int, Job]:
    """Jobs by id."""
    rows = await session.execute(select(Job).where(Job.id.in_(ids)))
    return {row.id: row for row in rows.scalars()}


async def findings(
    session: AsyncSession, upload_ids: list[int]
) -> dict[int, list[UploadFinding]]:
    """What was found in each upload, in the order of the file."""
    rows = await session.execute(
        select(UploadFinding)
        .where(UploadFinding.upload_id.in_(upload_ids))
        .order_by(UploadFinding.id)
    )
    found: dict[int, list[UploadFinding]] = {}
    for row in rows.scalars():
        found.setdefault(row.upload_id, []).append(row)
    return found
