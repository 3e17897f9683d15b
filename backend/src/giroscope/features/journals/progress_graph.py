"""A journal's next step, the bank's answers and people's comments in the graph."""

from datetime import date, datetime

import strawberry

from giroscope.features.documents.graph import DocumentNode, document_node
from giroscope.features.journals import comment, next_step
from giroscope.features.journals.answers import Answer, answers
from giroscope.features.journals.settle import settlements
from giroscope.features.journals.situations import next_steps
from giroscope.features.journals.tables import JournalComment
from giroscope.features.payments import STAGES
from giroscope.features.payments.deadline import Deadline
from giroscope.features.payments.graph import StatusReason
from giroscope.features.payments.stages import NAME_CHECKS
from giroscope.kernel.clock import COPENHAGEN
from giroscope.kernel.graph import (
    Info,
    NamedValue,
    Outcome,
    Success,
    loader,
    mutation,
)
from giroscope.kernel.quotas import RealmQuotas
from giroscope.kernel.text import LocalizedText
from localization import Message

strawberry.enum(next_step.Step, name="JournalStep")
strawberry.enum(next_step.Act, name="JournalAct")


@strawberry.type(description="The one thing that comes next, and what can be done.")
class NextStep:
    """What a journal waits for, or what is wrong with it."""

    step: next_step.Step
    values: list[NamedValue]
    reason: LocalizedText | None = strawberry.field(
        description="Why, where the bank or the product said it in a sentence."
    )
    acts: list[next_step.Act]

    @classmethod
    def of(cls, found: next_step.NextStep) -> "NextStep":
        """From the decision."""
        values = {name: str(value) for name, value in found.values.items()}
        reason = found.values.get("reason")
        return cls(
            step=found.step,
            values=NamedValue.of(values),
            reason=LocalizedText.of(reason) if isinstance(reason, Message) else None,
            acts=list(found.acts),
        )


@strawberry.type
class StatusCount:
    """How many payments a document says a code of."""

    code: str
    meaning: str | None
    is_name_check: bool
    count: int

    @classmethod
    def of(cls, code: str, count: int) -> "StatusCount":
        """With the code in words."""
        stage = STAGES.get(code)
        return cls(
            code=code,
            meaning=stage.meaning if stage else None,
            is_name_check=code in NAME_CHECKS,
            count=count,
        )


@strawberry.type
class StatusLine:
    """What a document says of the whole file, or of one batch."""

    batch: str | None = strawberry.field(description="None where it is the file.")
    status: StatusCount | None
    reasons: list[StatusReason]


@strawberry.type
class StatusAnswer:
    """One status document of a journal."""

    answer: strawberry.Private[Answer]
    received: datetime
    stated: datetime | None = strawberry.field(description="When the bank wrote it.")
    lines: list[StatusLine]
    payments: list[StatusCount]
    counting: int = strawberry.field(
        description="Of how many payments its word is the one that counts; a report"
        " that came late counts for none."
    )

    @classmethod
    def of(cls, answer: Answer) -> "StatusAnswer":
        """From what was read."""
        return cls(
            answer=answer,
            received=answer.received,
            stated=answer.stated,
            lines=[
                StatusLine(
                    batch=line.batch_bank_id,
                    status=StatusCount.of(line.status, 1) if line.status else None,
                    reasons=[StatusReason.of(said) for said in line.reasons],
                )
                for line in answer.lines
            ],
            payments=[
                StatusCount.of(code, count) for code, count in answer.payments.items()
            ],
            counting=answer.counting,
        )

    @strawberry.field
    async def document(self, info: Info) -> DocumentNode:
        """The document itself."""
        return await document_node(info, self.answer.document_id)


@strawberry.type(name="JournalComment")
class CommentNode:
    """What a person wrote on a journal."""

    id: strawberry.ID
    at: datetime
    by: str
    text: str

    @classmethod
    def of(cls, row: JournalComment) -> "CommentNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)), at=row.at, by=row.by_name, text=row.text
        )


@strawberry.type(name="JournalSettlement")
class Settlement:
    """A person's word that what is wrong with a journal was settled otherwise."""

    at: datetime
    by: str
    reason: str


@strawberry.type(description="The next cut-off that payments of a journal run against.")
class CutOffClock:
    """The next cut-off that payments of a journal run against."""

    at: datetime
    day: date = strawberry.field(
        description="On which they are carried out when they leave before that."
    )
    wanted: date = strawberry.field(description="On which the file asks for it.")
    batches: int
    zone: str

    @classmethod
    def of(cls, found: Deadline) -> "CutOffClock":
        """From what was decided."""
        return cls(
            at=found.at, day=found.day, wanted=found.wanted, batches=found.batches,
            zone=COPENHAGEN.key,
        )  # fmt: skip


async def settlement_of(info: Info, correlation_id: str) -> Settlement | None:
    """Who settled what is wrong with the journal, if somebody has."""
    found = await loader(info, "settlements", settlements).load(correlation_id)
    return found and Settlement(at=found.at, by=found.by_name, reason=found.reason)


async def step_of(info: Info, correlation_id: str) -> NextStep:
    """The journal's next step, decided together with its neighbours'."""
    return NextStep.of(await loader(info, "next step", next_steps).load(correlation_id))


async def answers_of(info: Info, correlation_id: str) -> list[StatusAnswer]:
    """The journal's status documents."""
    found = await loader(info, "status answers", answers).load(correlation_id)
    return [StatusAnswer.of(answer) for answer in found or ()]


async def comments_of(info: Info, correlation_id: str) -> list[CommentNode]:
    """What was written on the journal."""
    said = loader(info, "journal comments", comment.comments)
    return [CommentNode.of(row) for row in await said.load(correlation_id) or ()]


@strawberry.type
class CommentMutation:
    """What people write on journals."""

    @mutation("journals.comment", "Writes a comment on a journal, for everybody.")
    async def comment_on_journal(
        self, info: Info, correlation_id: strawberry.ID, text: str
    ) -> Outcome:
        """Comment."""
        context = info.context
        quotas = await context.borrow(RealmQuotas).of(context.actor.realm)
        async with context.writing() as session:
            added = await comment.comment(
                session, context.actor, correlation_id, text, context.clock(),
                quotas.comments_per_day,
            )  # fmt: skip
        return Success(id=strawberry.ID(str(added)))
