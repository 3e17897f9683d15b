"""The validation of the configuration in the graph: its standing, runs, and report."""

from collections.abc import Sequence
from enum import Enum

import strawberry
from sqlalchemy import select

from erplink import Section
from giroscope.features.erp.checking import run
from giroscope.features.erp.checking.catalogue import of_section
from giroscope.features.erp.checking.nodes import (
    CheckNode,
    RunNode,
    WorkNode,
    checks_of,
)
from giroscope.features.erp.checking.report import Reported, report
from giroscope.features.erp.checking.run import Which
from giroscope.features.erp.checking.status import (
    Validity,
    latest_results,
    new_troubles,
    results_before,
    start_of_day,
    unfinished_run,
    validity,
    verdict,
)
from giroscope.features.erp.configuration.queries import current
from giroscope.features.erp.errors import NothingToCheck
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import (
    ErpCheckResult,
    ErpCheckRun,
    ErpVersion,
    Verdict,
    VersionState,
)
from giroscope.kernel.access import ActorKind
from giroscope.kernel.company_names import CompanyNames
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, Outcome, Success, mutation, query

strawberry.enum(Which, name="ErpWhichChecks")
_RUNS = 20
_SYSTEM = ActorKind.SYSTEM.value.lower()


@strawberry.enum(name="ErpChecked")
class Checked(Enum):
    """Which configuration is looked at."""

    ACTIVE = "ACTIVE"
    DRAFT = "DRAFT"


@strawberry.type(name="ErpValidation")
class ValidationNode:
    """How a configuration stands, by its checks."""

    row: strawberry.Private[ErpVersion]
    version: strawberry.ID
    number: int | None
    revision: int
    connector: str
    validity: Validity
    verdict: Verdict | None = strawberry.field(
        description="What the latest results say together, old ones among them."
    )
    checks: list[CheckNode]
    new_since_yesterday: int
    work: WorkNode | None = strawberry.field(description="Checks that wait or run now.")

    @strawberry.field
    async def runs(self, info: Info) -> list[RunNode]:
        """The latest runs, the newest first."""
        async with info.context.reading() as session:
            return await _runs(session, self.row.id)

    @strawberry.field
    async def report(self, info: Info, language: str = "en") -> str:
        """Everything as plain text, for the ERP partner; no secret is in it."""
        context = info.context
        erp = context.borrow(Erp)
        async with context.reading() as session:
            found = (await session.execute(latest_results(self.row.id))).scalars().all()
        company = await context.borrow(CompanyNames).of(context.actor.realm)
        about = Reported(erp.description(self.row.kind), self.row, found, company)
        return report(about, language, context.clock())


@strawberry.type
class ErpCheckQuery:
    """Questions about the checks."""

    @query("erp.read", "How the configuration stands; None where there is none.")
    async def erp_validation(
        self, info: Info, of: Checked = Checked.ACTIVE
    ) -> ValidationNode | None:
        """The draft's, or that of what is in use."""
        context = info.context
        async with context.reading() as session:
            row = await current(session, VersionState(of.value))
            if row is None:
                return None
            return await _standing(info, session, row)


@strawberry.type
class ErpCheckMutation:
    """Running checks."""

    @mutation("erp.test", "Runs all checks of the draft.")
    async def validate_erp_draft(self, info: Info) -> Outcome:
        """Validate."""
        return await _begun(info, Checked.DRAFT, Which.ALL)

    @mutation("erp.test", "Runs the checks of one section.")
    async def test_erp_section(
        self, info: Info, section: Section, of: Checked = Checked.DRAFT
    ) -> Outcome:
        """Test."""
        names = of_section(section)
        if not names:
            raise NothingToCheck("Nothing of this section can be tested")
        return await _begun(info, of, names)

    @mutation("erp.test", "Runs the checks named, those that failed, or all.")
    async def run_erp_checks(
        self,
        info: Info,
        of: Checked = Checked.ACTIVE,
        which: Which | None = None,
        checks: list[str] | None = None,
    ) -> Outcome:
        """Run."""
        names: Sequence[str] | Which = which or Which.ALL
        return await _begun(info, of, names if checks is None else checks)

    @mutation("erp.test", "Stops the checks that wait or run.")
    async def cancel_erp_checks(
        self, info: Info, of: Checked = Checked.ACTIVE
    ) -> Outcome:
        """Cancel."""
        context = info.context
        async with context.writing() as session:
            await run.cancel(session, context.actor, VersionState(of.value))
        return Success()


async def _begun(info: Info, of: Checked, names: Sequence[str] | Which) -> Outcome:
    context = info.context
    async with context.writing() as session:
        job_id = await run.begin_run(
            session, context.actor, VersionState(of.value), names, context.clock()
        )
    await context.start_job(job_id)
    return Success(id=strawberry.ID(str(job_id)))


async def _standing(
    info: Info, session: ReadSession, row: ErpVersion
) -> ValidationNode:
    erp, now = info.context.borrow(Erp), info.context.clock()
    results = (await session.execute(latest_results(row.id))).scalars().all()
    work = (await session.execute(unfinished_run(row.id))).first()
    news: list[str] = []
    if row.connection_id is not None:
        before = results_before(row.connection_id, start_of_day(now))
        earlier = (await session.execute(before)).scalars().all()
        news = new_troubles(results, earlier)
    maker = erp.makers.get(row.kind)
    return ValidationNode(
        row=row,
        version=strawberry.ID(str(row.id)),
        number=row.number,
        revision=row.revision,
        connector=maker.description.name if maker else row.kind,
        validity=validity(results, row.revision, is_running=work is not None),
        verdict=verdict({one.name: one.outcome for one in results}),
        checks=checks_of(results, row.revision, news),
        new_since_yesterday=len(news),
        work=WorkNode.of(work[0], work[1], work[2]) if work else None,
    )


async def _runs(session: ReadSession, version_id: int) -> list[RunNode]:
    rows = (
        await session.execute(
            select(ErpCheckRun)
            .where(ErpCheckRun.version_id == version_id)
            .order_by(ErpCheckRun.id.desc())
            .limit(_RUNS)
        )
    ).scalars()
    found = list(rows)
    outcomes: dict[int, list[str]] = {one.id: [] for one in found}
    results = await session.execute(
        select(ErpCheckResult.run_id, ErpCheckResult.outcome).where(
            ErpCheckResult.run_id.in_(outcomes)
        )
    )
    for run_id, outcome in results:
        outcomes[run_id].append(outcome)
    return [
        RunNode.of(one, outcomes[one.id], by_itself=one.started_by == _SYSTEM)
        for one in found
    ]
