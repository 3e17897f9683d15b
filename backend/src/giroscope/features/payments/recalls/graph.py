"""Requests for recall in the graph: how each stands, and who may do what about it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import select

from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.recalls import policy
from giroscope.features.payments.recalls.actions import way_of
from giroscope.features.payments.recalls.answers import (
    answer_lines,
    counting_of,
    recalled_rows,
)
from giroscope.features.payments.recalls.policy import RecallAnswer, Said
from giroscope.features.payments.recalls.queries import Answers, answers_of
from giroscope.features.payments.recalls.reasons import (
    ADVICE,
    MEANINGS,
    Advice,
    RecallReason,
    refusal_of,
)
from giroscope.features.payments.recalls.tables import (
    Recall,
    RecalledPayment,
    RecallState,
)
from giroscope.features.payments.sending.graph import SendingNode, sending_by_id
from giroscope.features.payments.sending.tables import IS_PAYMENT, Sending
from giroscope.features.payments.tables import StatusReport
from giroscope.features.users.hands import hands_of
from giroscope.kernel.access import APPROVER
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import AppError
from giroscope.kernel.graph import Info, loader

strawberry.enum(RecallReason, name="RecallReason")
strawberry.enum(RecallState, name="RecallState")
strawberry.enum(RecallAnswer, name="RecallAnswer")
strawberry.enum(Advice, name="RecallAdvice")


@strawberry.type
class RecallCount:
    """Of how many payments the bank says the same, and what to do about it."""

    answer: RecallAnswer | None = strawberry.field(
        description="None where the bank has not answered."
    )
    code: str | None
    text: str | None
    meaning: str | None
    advice_code: Advice | None
    advice: str | None
    count: int

    @classmethod
    def of(
        cls, answer: RecallAnswer | None, code: str | None, text: str | None, count: int
    ) -> "RecallCount":
        """With the code in words."""
        known = refusal_of(code)
        is_refused = answer is RecallAnswer.REJECTED
        advice = known.advice if known else Advice.ASK_BANK if is_refused else None
        return cls(
            answer=answer,
            code=code,
            text=text,
            meaning=known.meaning if known else None,
            advice_code=advice,
            advice=ADVICE[advice] if advice else None,
            count=count,
        )


@strawberry.type(description="Why the caller may not do one of the things.")
class RecallObstacle:
    """Why the caller may not do one of the things."""

    act: str = strawberry.field(description="CONFIRM DECLINE WITHDRAW")
    code: str
    message: str


@strawberry.type(name="Recall", description="A request to have payments back.")
class RecallNode:
    """A request to have payments back."""

    row: strawberry.Private[Recall]
    id: strawberry.ID
    state: RecallState
    case_id: str = strawberry.field(description="By which the bank answers.")
    bank: str
    is_whole: bool = strawberry.field(description="All payments of the file.")
    payments: int
    reason: RecallReason
    reason_text: str
    note: str
    asked: datetime
    asked_by: str
    decided: datetime | None
    decided_by: str | None
    decision: str | None

    @classmethod
    def of(cls, row: Recall) -> "RecallNode":
        """From its row."""
        reason = RecallReason(row.reason)
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            state=RecallState(row.state),
            case_id=row.case_id,
            bank=row.connection_name,
            is_whole=row.is_whole,
            payments=row.payments,
            reason=reason,
            reason_text=MEANINGS[reason],
            note=row.note,
            asked=row.asked,
            asked_by=row.asked_by_name,
            decided=row.decided,
            decided_by=row.decided_by_name,
            decision=row.decision,
        )

    @strawberry.field
    async def sending(self, info: Info) -> SendingNode | None:
        """How far it is on its way, once it is confirmed."""
        return await sending_by_id(info, self.row.sending_id)

    @strawberry.field
    async def answered(self, info: Info) -> datetime | None:
        """When the bank wrote its latest answer."""
        return (await _answers(info, self.row.id)).last

    @strawberry.field
    async def answers(self, info: Info) -> list[RecallCount]:
        """What the bank says, of how many payments."""
        found = await _answers(info, self.row.id)
        told = [
            RecallCount.of(*said, count) for said, count in sorted(
                found.reasons.items(), key=lambda item: str(item[0])
            )
        ]  # fmt: skip
        silent = found.counts[None]
        return told + ([RecallCount.of(None, None, None, silent)] if silent else [])

    @strawberry.field
    async def obstacles(self, info: Info) -> list[RecallObstacle]:
        """What the caller may not do about it, and why."""
        actor, row = info.context.actor, self.row
        state = RecallState(row.state)
        hands = await loader(info, "recall hands", _hands).load(row.asked_by)
        own = await loader(info, "recall hands", _hands).load(actor.id)
        who = Somebody(
            actor.id,
            APPROVER in actor.roles,
            hands={row.asked_by: hands, actor.id: own},
        )
        asked: dict[str, tuple[str, Callable[[], type[AppError] | None]]] = {
            act: (
                "payments.sign",
                lambda: policy.against_deciding(state, row.asked_by, who),
            )
            for act in ("CONFIRM", "DECLINE")
        }
        asked["WITHDRAW"] = (
            "payments.recall",
            lambda: policy.against_withdrawing(state, row.asked_by, actor.id),
        )
        found = []
        for act, (verb, against) in asked.items():
            refusal = against()
            if not actor.may(verb):
                found.append(RecallObstacle(act=act, code="forbidden", message=""))
            elif refusal is not None:
                said = refusal()
                found.append(
                    RecallObstacle(act=act, code=said.code, message=said.message)
                )
        return found


@strawberry.type(description="Whether payments of a journal can be asked back.")
class Recallable:
    """Whether payments of a journal can be asked back."""

    bank: str | None
    code: str | None = strawberry.field(description="Why not; none where they can be.")
    message: str | None


@strawberry.type
class PaymentRecall:
    """How one payment that is asked back stands."""

    recall_id: strawberry.ID
    state: RecallState
    answer: RecallCount


async def recalls_of(info: Info, correlation_id: str) -> list[RecallNode]:
    """The requests of a journal, oldest first."""
    found = await loader(info, "recalls", _by_journal).load(correlation_id)
    return [RecallNode.of(row) for row in found or ()]


async def recallable_of(info: Info, correlation_id: str) -> Recallable:
    """Whether payments of the journal can be asked back, loaded with its neighbours."""
    found: Recallable = await loader(info, "recallable", _recallable).load(
        correlation_id
    )
    return found


async def recall_of_payment(
    info: Info, correlation_id: str, position: int
) -> PaymentRecall | None:
    """How the newest request for a payment stands."""
    found: PaymentRecall | None = await loader(
        info, "payment recall", _of_payments
    ).load((correlation_id, position))
    return found


async def _answers(info: Info, recall_id: int) -> Answers:
    found: Answers | None = await loader(info, "recall answers", _told).load(recall_id)
    return found or Answers()


async def _by_journal(session: ReadSession, ids: list[str]) -> dict[str, list[Recall]]:
    rows = await session.execute(
        select(Recall).where(Recall.correlation_id.in_(ids)).order_by(Recall.id)
    )
    found: dict[str, list[Recall]] = {}
    for row in rows.scalars():
        found.setdefault(row.correlation_id, []).append(row)
    return found


async def _hands(session: ReadSession, ids: list[str]) -> dict[str, frozenset[str]]:
    return await hands_of(session, ids)


async def _told(session: ReadSession, ids: list[int]) -> dict[int, Answers]:
    recalled = (await session.execute(recalled_rows(Recall.id.in_(ids)))).all()
    cases = sorted({row.case_id for row in recalled})
    lines = await session.execute(answer_lines(StatusReport.case_id.in_(cases)))
    return answers_of(recalled, lines.all())


async def _recallable(session: ReadSession, ids: list[str]) -> dict[str, Recallable]:
    def look(own: Any) -> dict[str, Recallable]:
        connection = own.connection()
        rows = connection.execute(
            select(Sending)
            .where(Sending.correlation_id.in_(ids), IS_PAYMENT)
            .order_by(Sending.id)
        )
        newest = {row.correlation_id: row for row in rows}
        return {one: _look(connection, newest.get(one)) for one in ids}

    return await session.run_sync(look)


def _look(connection: Any, sending: Any) -> Recallable:
    way = way_of(connection, sending)
    said = way.refusal() if way.refusal is not None else None
    return Recallable(
        bank=way.row.name if way.row is not None else None,
        code=said.code if said else None,
        message=said.message if said else None,
    )


async def _of_payments(
    session: ReadSession, keys: list[tuple[str, int]]
) -> dict[tuple[str, int], PaymentRecall]:
    journals = sorted({journal for journal, _ in keys})
    recalls = {
        row.id: row
        for rows in (await _by_journal(session, journals)).values()
        for row in rows
    }
    if not recalls:
        return {}
    places = sorted({position for _, position in keys})
    recalled = (
        await session.execute(
            recalled_rows(
                RecalledPayment.correlation_id.in_(journals)
                & RecalledPayment.position.in_(places)
            )
        )
    ).all()
    lines = await session.execute(
        answer_lines(StatusReport.correlation_id.in_(journals))
    )
    counting = counting_of(recalled, lines.all())
    return {
        (one.correlation_id, one.position): PaymentRecall(
            recall_id=strawberry.ID(str(one.recall_id)),
            state=RecallState(recalls[one.recall_id].state),
            answer=_count(counting.get((one.recall_id, one.position))),
        )
        for one in recalled
    }


def _count(said: Said | None) -> RecallCount:
    if said is None:
        return RecallCount.of(None, None, None, 1)
    return RecallCount.of(said.answer, said.reason, said.text, 1)
