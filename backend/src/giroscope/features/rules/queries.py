"""Selects over rules, their versions, runs and hits."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from giroscope.features.rules.model import Subject
from giroscope.features.rules.tables import (
    Rule,
    RuleFiring,
    RuleRun,
    RuleState,
    RuleVersion,
    RunKind,
)
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import Job, JobState

ORDER = Order("rank", Rule.rank, Rule.id, is_descending=False)
RUN_ORDER = Order("id", RuleRun.id, RuleRun.id)


class Hits(NamedTuple):
    """How often a rule fitted lately, and when last."""

    lately: int
    last: datetime | None


def rules(
    states: Collection[RuleState] | None,
    subject: Subject | None,
    text: str | None = None,
) -> Select[Any]:
    """Rules of these states; all but archived ones unless told otherwise."""
    asked = select(Rule)
    if states is None:
        asked = asked.where(Rule.state != RuleState.ARCHIVED.value)
    else:
        asked = asked.where(Rule.state.in_([state.value for state in states]))
    if text:
        asked = asked.where(Rule.name.icontains(text, autoescape=True))
    return asked if subject is None else asked.where(Rule.subject == subject.value)


async def hits(
    session: AsyncSession, ids: Collection[int], since: datetime
) -> dict[int, Hits]:
    """The hits of each rule since then, in force or in shadow, and its last ever."""
    lately = (
        select(func.count())
        .where(RuleFiring.rule_id == Rule.id, RuleFiring.at >= since)
        .scalar_subquery()
    )
    last = (
        select(func.max(RuleFiring.at))
        .where(RuleFiring.rule_id == Rule.id)
        .scalar_subquery()
    )
    rows = await session.execute(select(Rule.id, lately, last).where(Rule.id.in_(ids)))
    return {row[0]: Hits(*row[1:]) for row in rows}


async def versions(
    session: AsyncSession, ids: Collection[int]
) -> dict[int, list[RuleVersion]]:
    """Every version of each rule, its draft first, then the latest."""
    rows = await session.execute(
        select(RuleVersion)
        .where(RuleVersion.rule_id.in_(ids))
        .order_by(RuleVersion.id.desc())
    )
    found: dict[int, list[RuleVersion]] = {}
    for row in rows.scalars():
        found.setdefault(row.rule_id, []).append(row)
    for own in found.values():
        own.sort(key=lambda one: (one.number is not None, -(one.number or 0)))
    return found


def standing(rule: Rule, versions: Sequence[RuleVersion]) -> RuleVersion | None:
    """What the rule is to say, or else what it says or said last."""
    draft = next((one for one in versions if one.number is None), None)
    return draft or next((one for one in versions if one.id == rule.version_id), None)


def runs(rule_id: int | None, kind: RunKind | None = None) -> Select[Any]:
    """Runs over the past, with their jobs; of one rule, those about it alone.

    Asked for one after the other, a run that ends in between would be over without
    anything that came of it.
    """
    asked = select(RuleRun).options(joinedload(RuleRun.job))
    if kind is not None:
        asked = asked.where(RuleRun.kind == kind.value)
    return asked if rule_id is None else asked.where(RuleRun.rule_id == rule_id)


async def last_backtest(session: AsyncSession) -> dict[str, RuleRun]:
    """The latest back-test that ended well, of each kind of record."""
    latest = (
        select(func.max(RuleRun.id))
        .join(Job, Job.id == RuleRun.job_id)
        .where(
            RuleRun.kind == RunKind.BACKTEST.value,
            Job.state == JobState.SUCCEEDED.value,
        )
        .group_by(RuleRun.subject)
    )
    rows = await session.execute(select(RuleRun).where(RuleRun.id.in_(latest)))
    return {row.subject: row for row in rows.scalars()}
