"""The checks in the graph: what each looked at, found, and asks for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import strawberry

from erplink import Section
from giroscope.features.erp.checking.catalogue import BY_NAME, CHECKS, Check
from giroscope.features.erp.checking.result import Tone
from giroscope.features.erp.checking.words import sentence
from giroscope.features.erp.nodes import erp_said
from giroscope.features.erp.tables import ErpCheckResult, Outcome
from giroscope.kernel.tables import Job
from giroscope.kernel.text import LocalizedText
from localization import Words


@strawberry.type(name="ErpCheckItem")
class ItemNode:
    """One of the things a check looked at: an account, a right, a company."""

    id: str
    text: LocalizedText
    tone: Tone


@strawberry.type(name="ErpCheckResult")
class ResultNode:
    """How a check ended, the last time."""

    id: strawberry.ID
    run: strawberry.ID
    outcome: Outcome
    started: datetime
    seconds: float
    found: LocalizedText
    remedy: LocalizedText | None
    items: list[ItemNode]
    said: LocalizedText | None = strawberry.field(
        description="What was met on the way to the ERP."
    )
    detail: str | None = strawberry.field(
        description="What the ERP said itself, word for word."
    )
    detail_said: LocalizedText | None = strawberry.field(
        description="The same, where it was the machine that said it, in words."
    )
    field: str | None = strawberry.field(description="The setting that mends it.")
    call_ids: list[str]
    is_current: bool = strawberry.field(
        description="Whether the configuration is still as it was looked at."
    )

    @classmethod
    def of(cls, row: ErpCheckResult, revision: int) -> "ResultNode":
        """From its row, for the version as it stands."""
        told = sentence(row.finding, row.values)
        outcome = Outcome(row.outcome)
        has_remedy = told.remedy is not None and outcome is not Outcome.PASSED
        return cls(
            id=strawberry.ID(str(row.id)),
            run=strawberry.ID(str(row.run_id)),
            outcome=outcome,
            started=row.started,
            seconds=row.seconds,
            found=LocalizedText.of(told.found),
            remedy=LocalizedText.of(told.remedy)
            if told.remedy and has_remedy
            else None,
            items=[
                ItemNode(
                    # Alone it is the ERP's own, which another check may show too.
                    id=f"{row.id}.{one['id']}",
                    text=LocalizedText.of(Words(str(one["en"]), str(one["da"]))),
                    tone=Tone(one["tone"]),
                )
                for one in row.items
            ],
            said=LocalizedText.of_kept(row.said),
            detail=row.detail,
            detail_said=erp_said(row.detail),
            field=row.field,
            call_ids=row.call_ids,
            is_current=row.revision == revision,
        )


@strawberry.type(name="ErpCheck")
class CheckNode:
    """One check, and how it ended the last time."""

    name: str
    section: Section
    needs: list[str]
    title: LocalizedText
    looks_at: LocalizedText
    matters: LocalizedText
    blocks: bool = strawberry.field(
        description="Whether a failure keeps a draft from being activated."
    )
    result: ResultNode | None
    is_new_trouble: bool = strawberry.field(
        description="It is in trouble now and was not yesterday."
    )

    @classmethod
    def of(
        cls, check: Check, result: ResultNode | None, *, is_new_trouble: bool
    ) -> "CheckNode":
        """From the catalogue and its last result."""
        return cls(
            name=check.name,
            section=check.section,
            needs=list(check.needs),
            title=LocalizedText.of(check.title),
            looks_at=LocalizedText.of(check.looks_at),
            matters=LocalizedText.of(check.matters),
            blocks=check.is_configuration,
            result=result,
            is_new_trouble=is_new_trouble,
        )


@strawberry.type(name="ErpCheckWork")
class WorkNode:
    """Checks that wait or run now."""

    id: strawberry.ID
    state: str
    checks: list[str]
    check: str | None = strawberry.field(description="The one at work.")
    done: int
    total: int

    @classmethod
    def of(cls, run_id: int, checks: Sequence[str], job: Job) -> "WorkNode":
        """From a run and its job."""
        return cls(
            id=strawberry.ID(str(run_id)),
            state=job.state,
            checks=list(checks),
            check=job.stage if job.stage in BY_NAME else None,
            done=int(job.done),
            total=len(checks),
        )


@strawberry.type(name="ErpCheckRun")
class RunNode:
    """One run of checks that is over, or under way."""

    id: strawberry.ID
    started: datetime
    started_by: str
    by_itself: bool
    finished: datetime | None
    checks: list[str]
    passed: int
    warnings: int
    failed: int
    other: int

    @classmethod
    def of(cls, row: Any, outcomes: Sequence[str], *, by_itself: bool) -> "RunNode":
        """From its row and how its checks ended."""
        count = outcomes.count
        well, warned, ill = Outcome.PASSED, Outcome.WARNING, Outcome.FAILED
        return cls(
            id=strawberry.ID(str(row.id)),
            started=row.started,
            started_by=row.started_by_name,
            by_itself=by_itself,
            finished=row.finished,
            checks=list(row.checks),
            passed=count(well),
            warnings=count(warned),
            failed=count(ill),
            other=len(outcomes) - count(well) - count(warned) - count(ill),
        )


def checks_of(
    results: Sequence[ErpCheckResult], revision: int, news: Sequence[str]
) -> list[CheckNode]:
    """Every check with its latest result."""
    by_name = {one.name: one for one in results}
    return [
        CheckNode.of(
            check,
            ResultNode.of(by_name[check.name], revision)
            if check.name in by_name
            else None,
            is_new_trouble=check.name in news,
        )
        for check in CHECKS
    ]
