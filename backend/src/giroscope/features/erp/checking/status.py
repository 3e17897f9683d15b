"""How a version stands: its latest results, verdict, validity, what is new."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.erp.checking.catalogue import CHECKS, NAMES
from giroscope.features.erp.tables import (
    ErpCheckResult,
    ErpCheckRun,
    ErpVersion,
    Outcome,
    Verdict,
)
from giroscope.kernel.clock import COPENHAGEN, day_of
from giroscope.kernel.tables import UNFINISHED, Job

VERB = "erp-check"
"""The job that runs checks; its subject is the run."""
_TROUBLE = frozenset({Outcome.WARNING, Outcome.FAILED, Outcome.UNKNOWN})
_OTHERS_NEED = frozenset(name for check in CHECKS for name in check.needs)


class Validity(StrEnum):
    """How far a draft is on its way to use."""

    DRAFT = "DRAFT"
    """Never validated."""
    VALIDATING = "VALIDATING"
    VALID = "VALID"
    WARNINGS = "WARNINGS"
    INVALID = "INVALID"
    UNKNOWN = "UNKNOWN"
    """The ERP did not answer when it was validated."""
    STALE = "STALE"
    """Changed since it was validated."""


def verdict(outcomes: Mapping[str, str]) -> Verdict | None:
    """What the outcomes of some checks say together; None where there is none.

    Silence of a check that others stand on leaves nothing known about these.
    """
    if not outcomes:
        return None
    found = set(outcomes.values())
    if Outcome.FAILED in found:
        return Verdict.INVALID
    silent = {name for name, one in outcomes.items() if one == Outcome.UNKNOWN}
    if silent & _OTHERS_NEED:
        return Verdict.UNKNOWN
    return Verdict.WARNINGS if found & _TROUBLE else Verdict.VALID


def validity(results: Iterable[Any], revision: int, *, is_running: bool) -> Validity:
    """How far a version is, by the latest result of each check."""
    if is_running:
        return Validity.VALIDATING
    latest = list(results)
    current = {one.name: one.outcome for one in latest if one.revision == revision}
    wanted = {check.name for check in CHECKS if check.is_configuration}
    if not wanted <= current.keys():
        return Validity.STALE if latest else Validity.DRAFT
    found = verdict({name: current[name] for name in wanted})
    return Validity(found.value) if found else Validity.DRAFT


async def validity_of(session: AsyncSession, row: ErpVersion) -> Validity:
    """The same, for a version as it stands."""
    results = (await session.execute(latest_results(row.id))).scalars().all()
    running = (await session.execute(unfinished_run(row.id))).first()
    return validity(results, row.revision, is_running=running is not None)


def latest_results(version_id: int) -> Select[Any]:
    """The latest result of each check of a version."""
    newest = (
        select(func.max(ErpCheckResult.id))
        .where(ErpCheckResult.version_id == version_id)
        .group_by(ErpCheckResult.name)
    )
    return select(ErpCheckResult).where(ErpCheckResult.id.in_(newest))


def results_before(connection_id: int, instant: datetime) -> Select[Any]:
    """The last result of each check of some books, as it was at an instant."""
    newest = (
        select(func.max(ErpCheckResult.id))
        .join(ErpVersion, ErpVersion.id == ErpCheckResult.version_id)
        .where(
            ErpVersion.connection_id == connection_id,
            ErpCheckResult.started < instant,
        )
        .group_by(ErpCheckResult.name)
    )
    return select(ErpCheckResult).where(ErpCheckResult.id.in_(newest))


def unfinished_run(version_id: int) -> Select[Any, Any, Any]:
    """The run that is waiting or at work, with its job."""
    return (
        select(ErpCheckRun.id, ErpCheckRun.checks, Job)
        .join(Job, (Job.subject == ErpCheckRun.id) & (Job.verb == VERB))
        .where(
            ErpCheckRun.version_id == version_id,
            ErpCheckRun.finished.is_(None),
            Job.state.in_([state.value for state in UNFINISHED]),
        )
        .order_by(ErpCheckRun.id.desc())
        .limit(1)
    )


def new_troubles(now: Sequence[Any], before: Sequence[Any]) -> list[str]:
    """The checks that trouble now and did not before, in their order.

    A check that was never run before is no news of the ERP's.
    """
    known = {one.name: one.outcome for one in before}
    troubled = {
        one.name
        for one in now
        if one.outcome in _TROUBLE
        and one.name in known
        and known[one.name] not in _TROUBLE
    }
    return [name for name in NAMES if name in troubled]


def start_of_day(now: datetime) -> datetime:
    """When today began in Copenhagen."""
    today = day_of(now)
    return datetime.combine(today, time(), COPENHAGEN).astimezone(now.tzinfo)


def verdict_of(connection: Connection, version_id: int) -> Verdict | None:
    """What the latest results of a version say together, for jobs."""
    rows = connection.execute(latest_results(version_id)).all()
    return verdict({row.name: row.outcome for row in rows})
