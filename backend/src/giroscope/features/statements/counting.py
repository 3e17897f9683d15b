"""Tells how many rows match: exactly where that is quick, else estimated."""

from sqlalchemy import and_, func, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements.narrowing import Condition, is_entry
from giroscope.features.statements.sampling import extent, sample
from giroscope.features.statements.tables import Transaction
from giroscope.features.statements.ways import FEW, Plan, size
from giroscope.kernel.paging import Count


async def count(session: AsyncSession, plan: Plan) -> Count:
    """How many rows match: exact where few or all, else estimated."""
    if plan.beside is not None:
        return Count(await count_all(session, plan), is_exact=True)
    if plan.among is not None:
        query = plan.gather(select(func.count(Transaction.id)))
        total = (await session.execute(query)).scalar_one()
        return Count(int(total), is_exact=True)
    if plan.only is not None:
        total = await size(session, plan.only, FEW + 1)
        if total <= FEW:
            return Count(total, is_exact=True)
    if plan.estimate is not None:
        return Count(_rounded(plan.estimate), is_exact=False)
    return await _looked_at(session, plan.conditions)


async def count_all(session: AsyncSession, plan: Plan) -> int:
    """How many rows match, however long it takes: asked where a list ends."""
    if plan.beside is not None:
        beside = select(func.count()).select_from(plan.beside.subquery())
        return int((await session.execute(beside)).scalar_one())
    counted = select(func.count(Transaction.id))
    query = plan.walk(counted) if plan.among is None else plan.gather(counted)
    return int((await session.execute(query)).scalar_one())


async def _looked_at(session: AsyncSession, conditions: list[Condition]) -> Count:
    there = await extent(session)
    if there.is_countable:
        counted = select(func.count(Transaction.id)).where(is_entry(), *conditions)
        total = (await session.execute(counted)).scalar_one()
        return Count(int(total), is_exact=True)
    if not conditions:
        return Count(there.entries, is_exact=False)
    drawn = await sample(session, there, and_(true(), *conditions))
    return Count(_rounded(drawn.estimates()[0]), is_exact=False)


def _rounded(estimate: int) -> int:
    """Two leading digits: more would pretend to know."""
    scale = 10 ** max(len(str(estimate)) - 2, 0)
    return int(estimate // scale * scale)
