"""How the requests of journals stand: what people wait for, and what banks answered."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from giroscope.features.payments.recalls.actions import RECALL_JOB
from giroscope.features.payments.recalls.answers import (
    answer_lines,
    counting_of,
    recalled_rows,
)
from giroscope.features.payments.recalls.policy import RecallAnswer, Said
from giroscope.features.payments.recalls.tables import Recall, RecallState
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.payments.tables import StatusReport
from giroscope.kernel.schedule import add_job

_IN_TROUBLE = frozenset({SendState.UNKNOWN, SendState.REFUSED, SendState.NOT_TAKEN})


@dataclass(frozen=True, slots=True)
class RecallStanding:
    """How the requests of one journal stand, taken together."""

    is_asked: bool = False
    """One waits for a second person."""
    in_trouble: SendState | None = None
    """One did not get to the bank, or may not have."""
    silent: int = 0
    """Payments that the bank has not answered for in the end."""
    refused: int = 0
    """Payments that the bank has not given back."""
    accepted: int = 0
    reason: str | None = None
    """The first refused payment's reason code."""

    @property
    def needs_attention(self) -> bool:
        """Whether a person has something to do about it."""
        return self.is_asked or self.in_trouble is not None or self.refused > 0


@dataclass(slots=True)
class Answers:
    """What the bank says of the payments of one request."""

    counts: Counter[RecallAnswer | None] = field(default_factory=Counter)
    """None where it has said nothing."""
    reasons: Counter[tuple[RecallAnswer, str | None, str | None]] = field(
        default_factory=Counter
    )
    last: datetime | None = None


def answers_of(recalled: Sequence[Any], lines: Sequence[Any]) -> dict[int, Answers]:
    """What is said of each request's payments."""
    counting = counting_of(recalled, lines)
    found: dict[int, Answers] = defaultdict(Answers)
    for one in recalled:
        of = found[one.recall_id]
        said = counting.get((one.recall_id, one.position))
        of.counts[said.answer if said else None] += 1
        if said is not None:
            of.reasons[said.answer, said.reason, said.text] += 1
            of.last = max(filter(None, (of.last, said.stated)), default=None)
    return dict(found)


def standings(
    connection: Connection, journals: Sequence[str]
) -> dict[str, RecallStanding]:
    """How the requests of these journals stand; none for a journal without any."""
    recalls = connection.execute(
        select(
            Recall.id, Recall.correlation_id, Recall.state, Sending.state.label("way")
        )
        .outerjoin(Sending, Sending.id == Recall.sending_id)
        .where(Recall.correlation_id.in_(list(journals)))
        .order_by(Recall.id)
    ).all()
    if not recalls:
        return {}
    asked = sorted({one.correlation_id for one in recalls})
    recalled = connection.execute(recalled_rows(Recall.correlation_id.in_(asked))).all()
    lines = connection.execute(
        answer_lines(StatusReport.correlation_id.in_(asked))
    ).all()
    latest = _latest(recalled, counting_of(recalled, lines))
    found: dict[str, RecallStanding] = {}
    for one in recalls:
        found[one.correlation_id] = _with(
            found.get(one.correlation_id, RecallStanding()), one
        )
    live = {
        one.id
        for one in recalls
        if one.state == RecallState.CONFIRMED and one.way != SendState.CANCELLED
    }
    for (correlation_id, _), (recall_id, said) in latest.items():
        if recall_id in live:
            found[correlation_id] = _counted(found[correlation_id], said)
    return found


def _latest(
    recalled: Sequence[Any], counting: dict[tuple[int, int], Said]
) -> dict[tuple[str, int], tuple[int, Said | None]]:
    """Of each payment its newest request: an earlier one's refusal is history."""
    return {
        (one.correlation_id, one.position): (
            one.recall_id, counting.get((one.recall_id, one.position))
        )
        for one in recalled
    }  # fmt: skip


def _with(standing: RecallStanding, recall: Any) -> RecallStanding:
    if recall.state == RecallState.ASKED:
        return replace(standing, is_asked=True)
    if recall.way in _IN_TROUBLE:
        return replace(standing, in_trouble=SendState(recall.way))
    return standing


def _counted(standing: RecallStanding, said: Said | None) -> RecallStanding:
    if said is None or said.answer is RecallAnswer.PENDING:
        return replace(standing, silent=standing.silent + 1)
    if said.answer is RecallAnswer.ACCEPTED:
        return replace(standing, accepted=standing.accepted + 1)
    return replace(
        standing, refused=standing.refused + 1, reason=standing.reason or said.reason
    )


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Have confirmed requests written that are not yet."""
    del realm
    waiting = connection.execute(
        select(Recall.id).where(
            Recall.state == RecallState.CONFIRMED.value, Recall.sending_id.is_(None)
        )
    ).scalars()
    for recall_id in waiting.all():
        add_job(connection, RECALL_JOB, recall_id, now)
