"""Tells how many rows match: exactly where that is quick, else estimated."""

from random import Random

from sqlalchemy import and_, func, select, text, true
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.statements.narrowing import Condition, is_entry
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.features.statements.ways import FEW, Plan, size
from giroscope.kernel.paging import Count

# A table up to this size is counted; beyond, the number of matching rows is
# estimated from a sample of this size, unless a selective filter leaves few.
_COUNTED = 50_000
_SAMPLED = 1_000


async def count(session: AsyncSession, plan: Plan) -> Count:
    """How many rows match: exact where few or all, else estimated."""
    if plan.among is not None:
        query = plan.gather(select(func.count(Transaction.id)))
        total = (await session.execute(query)).scalar_one()
        return Count(int(total), is_exact=True)
    if plan.only is not None:
        total = await size(session, plan.only, FEW + 1)
        if total <= FEW:
            return Count(total, is_exact=True)
    return await _estimate(session, plan.conditions)


async def _estimate(session: AsyncSession, conditions: list[Condition]) -> Count:
    """How many match: counted among few rows, else told by a sample of ids.

    The sample is drawn, not stepped: entries and details often take turns, and
    even steps would meet only one of the two.
    """
    booked, last = (
        await session.execute(
            select(
                select(func.coalesce(func.sum(Statement.entries), 0)).scalar_subquery(),
                select(func.coalesce(func.max(Transaction.id), 0)).scalar_subquery(),
            )
        )
    ).one()
    fits = and_(true(), *conditions)
    if last <= _COUNTED:
        counted = select(func.count(Transaction.id)).where(is_entry(), fits)
        total = (await session.execute(counted)).scalar_one()
        return Count(int(total), is_exact=True)
    if not conditions:
        return Count(int(booked), is_exact=False)
    drawn = Random(last).sample(range(1, last + 1), _SAMPLED)  # noqa: S311 - no secret
    # Written out: a thousand bound values cost more than the look-ups do.
    listed = text(f"transactions.id IN ({','.join(map(str, drawn))})")
    sample = (
        select(fits.label("fits"))
        .where(is_entry(), listed)
        .with_hint(Transaction, "NOT INDEXED", "sqlite")
        .subquery()
    )
    looked, fitting = (
        await session.execute(
            select(func.count(), func.count().filter(sample.c.fits)).select_from(sample)
        )
    ).one()
    return Count(_rounded(booked * fitting // max(looked, 1)), is_exact=False)


def _rounded(estimate: int) -> int:
    """Two leading digits: more would pretend to know."""
    scale = 10 ** max(len(str(estimate)) - 2, 0)
    return int(estimate // scale * scale)
