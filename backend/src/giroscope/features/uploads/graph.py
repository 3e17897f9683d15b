"""Uploads and jobs in the graph."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.documents import meaning
from giroscope.features.documents.graph import DocumentNode, document_node
from giroscope.features.uploads import actions, policy, queries
from giroscope.features.uploads.tables import Upload, UploadFinding
from giroscope.kernel.graph import (
    Connection,
    CurrencyTotal,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    loader,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.sorting import SortDirection
from giroscope.kernel.tables import UNFINISHED, Job, JobState
from giroscope.kernel.text import LocalizedText

strawberry.enum(policy.Kind, name="UploadKind")
strawberry.enum(policy.UploadState, name="UploadState")
strawberry.enum(JobState, name="JobState")


_ON_UPLOADS = frozenset({"import", "undo"})
"""The verbs of jobs whose subject is an upload; others work on a bank or an order."""


@strawberry.enum
class Severity(Enum):
    """How bad a finding is."""

    ERROR = "ERROR"
    WARNING = "WARNING"
    INFO = "INFO"


@strawberry.type
class Finding:
    """One thing about a file that a person should know."""

    severity: Severity
    code: str
    message: str
    said: LocalizedText = strawberry.field(
        description="What it means, in each language."
    )
    line: int | None
    path: str | None

    @classmethod
    def of(cls, row: UploadFinding) -> "Finding":
        """From its row."""
        return cls(
            severity=Severity(row.severity),
            code=row.code,
            said=LocalizedText.of(meaning(row.code, row.message)),
            message=row.message,
            line=row.line,
            path=row.path,
        )


@strawberry.type
class FindingCounts:
    """How many findings of each severity there are, kept or only counted."""

    error: int
    warning: int
    info: int


@strawberry.type
class ImportCounts:
    """What an import read, and what became of it."""

    statements: int
    read: int = strawberry.field(description="Entries in the file.")
    new: int = strawberry.field(description="Entries that were not here before.")
    known: int = strawberry.field(description="Entries that were here already.")
    confirmed: int = strawberry.field(
        description="Provisional entries that a statement of the file booked."
    )
    replaced: int = strawberry.field(
        description="Entries of earlier versions that are no longer shown."
    )
    possible_duplicates: int = strawberry.field(
        description="Entries that may be the same as others, and are all kept."
    )
    disputed: int = strawberry.field(
        description="Statements that contradict others, and do not count until somebody"
        " decides."
    )
    payments: int
    statuses: int

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "ImportCounts":
        """From what the upload keeps; older ones counted less."""
        return cls(
            statements=counts["statements"],
            read=counts["read"],
            new=counts["new"],
            known=counts["known"],
            confirmed=counts.get("confirmed", 0),
            replaced=counts.get("replaced", 0),
            possible_duplicates=counts.get("doubted", 0),
            disputed=counts.get("disputed", 0),
            payments=counts["payments"],
            statuses=counts["statuses"],
        )


@strawberry.type(name="Job")
class JobNode:
    """Background work."""

    id: strawberry.ID
    verb: str
    state: JobState
    stage: str | None
    progress: float | None
    done: str
    total: str
    message: str | None
    said: LocalizedText | None = strawberry.field(description="The message, in words.")
    created: datetime
    started: datetime | None
    finished: datetime | None
    attempts: int
    upload_id: strawberry.ID | None
    cancellable: bool

    @classmethod
    def of(cls, row: Job) -> "JobNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            verb=row.verb,
            state=JobState(row.state),
            stage=row.stage,
            progress=min(row.done / row.total, 1.0) if row.total else None,
            done=str(row.done),
            total=str(row.total),
            message=row.message,
            said=LocalizedText.of_text(row.message),
            created=row.created,
            started=row.started,
            finished=row.finished,
            attempts=row.attempts,
            upload_id=strawberry.ID(str(row.subject))
            if row.verb in _ON_UPLOADS
            else None,
            cancellable=row.verb == "import" and JobState(row.state) in UNFINISHED,
        )


@strawberry.type(name="Upload")
class UploadNode:
    """A file given by hand, and what became of it."""

    row: strawberry.Private[Upload]
    id: strawberry.ID
    name: str
    kind: policy.Kind
    state: policy.UploadState
    created: datetime
    created_by: str
    format: str | None
    version: str | None
    totals: list[CurrencyTotal]
    accounts: list[str]
    from_date: date | None
    to_date: date | None
    correlation_id: strawberry.ID | None
    wrong_kind: policy.Kind | None = strawberry.field(
        description="The page it belongs on; `moveUpload` puts it there."
    )
    finding_counts: FindingCounts
    counts: ImportCounts | None
    undoable: bool
    batch_id: strawberry.ID | None = strawberry.field(
        description="The files it was uploaded together with; one message tells of all."
    )

    @classmethod
    def of(cls, row: Upload) -> "UploadNode":
        """From its row."""
        found = row.finding_counts or {}
        correlation_id = row.correlation_id
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            name=row.name,
            kind=policy.Kind(row.kind),
            state=policy.UploadState(row.state),
            created=row.created,
            created_by=row.created_by_name,
            format=row.format,
            version=row.version,
            totals=CurrencyTotal.of(row.totals or []),
            accounts=row.accounts or [],
            from_date=row.from_date,
            to_date=row.to_date,
            correlation_id=strawberry.ID(correlation_id) if correlation_id else None,
            wrong_kind=policy.Kind(row.wrong_kind) if row.wrong_kind else None,
            finding_counts=FindingCounts(
                error=found.get("error", 0),
                warning=found.get("warning", 0),
                info=found.get("info", 0),
            ),
            counts=ImportCounts.of(row.counts) if row.counts else None,
            undoable=row.state == policy.UploadState.IMPORTED,
            batch_id=strawberry.ID(row.batch_id) if row.batch_id else None,
        )

    @strawberry.field
    async def document(self, info: Info) -> DocumentNode:
        """Its bytes."""
        return await document_node(info, self.row.document_id)

    @strawberry.field
    async def size(self, info: Info) -> str:
        """Its length in bytes."""
        return (await document_node(info, self.row.document_id)).size

    @strawberry.field
    async def sha256(self, info: Info) -> str:
        """The hash of its bytes."""
        return (await document_node(info, self.row.document_id)).sha256

    @strawberry.field
    def job(self) -> JobNode | None:
        """The latest work on it."""
        return JobNode.of(self.row.job) if self.row.job else None

    @strawberry.field
    async def findings(self, info: Info, first: int | None = None) -> list[Finding]:
        """What was found in it; very frequent findings are only counted."""
        found = await loader(info, "findings", queries.findings).load(self.row.id)
        return [Finding.of(row) for row in (found or [])[: first or 200]]

    @strawberry.field
    async def duplicate_of(self, info: Info) -> "UploadNode | None":
        """The earlier upload of the same bytes."""
        if self.row.duplicate_of is None:
            return None
        found = await loader(info, "upload", queries.uploads_by_id).load(
            self.row.duplicate_of
        )
        return UploadNode.of(found) if found else None


@strawberry.input
class UploadFilter:
    """What the list of uploads is narrowed to."""

    kind: policy.Kind | None = None
    states: list[policy.UploadState] | None = None
    batch: strawberry.ID | None = strawberry.field(
        default=None, description="Only files that were uploaded together."
    )

    def rows(self) -> Select[Any]:
        """As a select."""
        return queries.uploads(
            self.kind.value if self.kind else None,
            None if self.states is None else [one.value for one in self.states],
            self.batch,
        )


@strawberry.enum
class UploadOrderField(Enum):
    """What uploads can be sorted by."""

    CREATED = "CREATED"
    NAME = "NAME"


@strawberry.input
class UploadOrder:
    """How the list is sorted."""

    field: UploadOrderField
    direction: SortDirection

    @classmethod
    def of(cls, asked: "UploadOrder | None") -> Order:
        """As the query takes it; newest first unless told otherwise."""
        if asked is None:
            return queries.ORDER
        is_name = asked.field is UploadOrderField.NAME
        order = queries.NAME_ORDER if is_name else queries.ORDER
        return replace(order, is_descending=asked.direction is SortDirection.DESC)


@strawberry.input
class JobFilter:
    """What the list of jobs is narrowed to."""

    states: list[JobState] | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        states = self.states
        return queries.jobs(None if states is None else [one.value for one in states])


@strawberry.type
class UploadQuery:
    """Questions about uploads and jobs."""

    @list_query("uploads.read")
    async def uploads(
        self,
        info: Info,
        request: PageRequest,
        filter: UploadFilter | None = None,
        order_by: UploadOrder | None = None,
    ) -> Connection[UploadNode]:
        """Uploads, newest first."""
        rows = (filter or UploadFilter()).rows()
        order = UploadOrder.of(order_by)
        return await listed(info, rows, order, request, UploadNode.of)

    @query("uploads.read")
    async def upload(self, info: Info, id: strawberry.ID) -> UploadNode | None:
        """One upload."""
        found = await loader(info, "upload", queries.uploads_by_id).load(number(id))
        return UploadNode.of(found) if found else None

    @list_query("uploads.read")
    async def jobs(
        self,
        info: Info,
        request: PageRequest,
        filter: JobFilter | None = None,
    ) -> Connection[JobNode]:
        """Background work, newest first."""
        rows = (filter or JobFilter()).rows()
        return await listed(info, rows, queries.JOB_ORDER, request, JobNode.of)

    @query("uploads.read")
    async def job(self, info: Info, id: strawberry.ID) -> JobNode | None:
        """One piece of background work."""
        found = await loader(info, "job", queries.jobs_by_id).load(number(id))
        return JobNode.of(found) if found else None


@strawberry.type
class UploadMutation:
    """What people do with uploads."""

    @mutation("uploads.cancel", "Stops an import that waits or runs.")
    async def cancel_job(self, info: Info, id: strawberry.ID) -> Outcome:
        """Cancel."""
        async with info.context.writing() as session:
            await actions.cancel(session, info.context.actor, number(id))
        return Success(id=id)

    @mutation("uploads.create", "Runs an import again that did not succeed.")
    async def retry_job(self, info: Info, id: strawberry.ID) -> Outcome:
        """Retry."""
        context = info.context
        async with context.writing() as session:
            done = await actions.retry(
                session, context.actor, number(id), context.clock()
            )
        return await _started(info, done)

    @mutation("uploads.create", "Puts a file on the page it belongs to.")
    async def move_upload(self, info: Info, id: strawberry.ID) -> Outcome:
        """Move."""
        context = info.context
        async with context.writing() as session:
            done = await actions.move(
                session, context.actor, number(id), context.clock()
            )
        return await _started(info, done)


async def _started(info: Info, done: actions.HandedIn) -> Success:
    """Start the job of an action whose transaction is committed."""
    if done.job_id is not None:
        await info.context.start_job(done.job_id)
    return Success(id=strawberry.ID(str(done.upload_id)))
