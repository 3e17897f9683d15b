"""Runs of rules over the past, as the graph shows them."""

from datetime import date, datetime

import strawberry

from giroscope.features.rules.model import Subject
from giroscope.features.rules.tables import RuleRun, RunKind
from giroscope.kernel.tables import UNFINISHED, JobState
from giroscope.kernel.text import LocalizedText


@strawberry.type(description="What a run found of one rule.")
class RuleTally:
    """What a run found of one rule."""

    rule_id: strawberry.ID
    name: str
    version: int | None = strawberry.field(description="Null where a draft was tried.")
    hits: int
    first: int = strawberry.field(
        description="Records of which it is the first rule that fits."
    )
    alone: int = strawberry.field(description="Records that no other rule fits.")
    samples: list[strawberry.ID] = strawberry.field(
        description="Some of the records, by id."
    )


@strawberry.type(description="Two rules that fit the same records.")
class RulePair:
    """Two rules that fit the same records."""

    first_id: strawberry.ID
    second_id: strawberry.ID
    count: int


@strawberry.type(name="RuleRun", description="Rules run over the past.")
class RuleRunNode:
    """A run over the past."""

    row: strawberry.Private[RuleRun]
    id: strawberry.ID
    kind: RunKind
    subject: Subject
    rule_id: strawberry.ID | None
    from_day: date | None
    to_day: date | None
    asked: datetime
    asked_by: str
    state: JobState
    done: int
    total: int
    message: str | None
    said: LocalizedText | None = strawberry.field(description="The message, in words.")

    @classmethod
    def of(cls, row: RuleRun) -> "RuleRunNode":
        """From its row, read with its job."""
        job = row.job
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            kind=RunKind(row.kind),
            subject=Subject(row.subject),
            rule_id=strawberry.ID(str(row.rule_id)) if row.rule_id else None,
            from_day=row.from_day,
            to_day=row.to_day,
            asked=row.asked,
            asked_by=row.asked_by_name,
            state=JobState(job.state),
            done=job.done,
            total=job.total,
            message=job.message,
            said=LocalizedText.of_text(job.message),
        )

    @strawberry.field
    def is_over(self) -> bool:
        """Whether it has ended, well or not."""
        return self.state not in UNFINISHED

    @strawberry.field
    def finished(self) -> datetime | None:
        """When it ended."""
        return self.row.job.finished

    @strawberry.field
    def read(self) -> int | None:
        """How many records were looked at."""
        return self._figure("read")

    @strawberry.field
    def fitting(self) -> int | None:
        """How many of them fit any rule."""
        return self._figure("fitting")

    @strawberry.field
    def new(self) -> int | None:
        """Of a preview, how many the rule would act on; of an application, has."""
        return self._figure("new")

    @strawberry.field
    def rules(self) -> list[RuleTally]:
        """What was found of each rule, in their order."""
        return [
            RuleTally(
                rule_id=strawberry.ID(str(one["id"])),
                name=one["name"],
                version=one["version"] or None,
                hits=one["hits"],
                first=one["first"],
                alone=one["alone"],
                samples=[strawberry.ID(str(record)) for record in one["samples"]],
            )
            for one in (self.row.result or {}).get("rules", [])
        ]

    @strawberry.field
    def overlaps(self) -> list[RulePair]:
        """Rules that fit the same records, most first."""
        return [
            RulePair(
                first_id=strawberry.ID(str(one["first"])),
                second_id=strawberry.ID(str(one["second"])),
                count=one["count"],
            )
            for one in (self.row.result or {}).get("overlaps", [])
        ]

    def _figure(self, name: str) -> int | None:
        return None if self.row.result is None else int(self.row.result[name])
