"""What background work began or ended lately, for whoever keeps a picture of it."""

from typing import Any, NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.kernel.tables import UNFINISHED, Job

_LATELY = 500
"""So many jobs are looked through; whoever looks often misses none."""
_IS_UNFINISHED = Job.state.in_([state.value for state in UNFINISHED])


class JobsOfVerb(NamedTuple):
    """Differs whenever one of them began or ended."""

    newest: int
    unfinished: int


def newest_job() -> Any:
    """The number of the latest job, to be selected with other things."""
    return select(func.coalesce(func.max(Job.id), 0)).scalar_subquery()


def unfinished_jobs() -> Any:
    """How many have not ended, to be selected with other things."""
    return select(func.count()).where(_IS_UNFINISHED).scalar_subquery()


async def latest_jobs(session: AsyncSession) -> dict[str, JobsOfVerb]:
    """By verb, what is known of the latest."""
    unfinished = func.sum(case((_IS_UNFINISHED, 1), else_=0))
    rows = await session.execute(
        select(Job.verb, func.max(Job.id), unfinished)
        .where(Job.id > newest_job() - _LATELY)
        .group_by(Job.verb)
    )
    return {str(row[0]): JobsOfVerb(int(row[1]), int(row[2])) for row in rows}
