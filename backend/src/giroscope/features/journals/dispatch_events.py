"""What a file on its way tells its journal: timeline, state, messages, trail.

The room of payments sends and decides; here its outcomes become what people read.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from banklink import FileKind
from giroscope.features.audit import Subject, record_now
from giroscope.features.banks.sources import DEMO
from giroscope.features.journals import tie
from giroscope.features.journals.approve import Desk
from giroscope.features.journals.tables import Journal
from giroscope.features.messages import tell
from giroscope.features.payments.approvals import seal_if_older
from giroscope.features.payments.sending import Outcome, Outlet, SendState, actions
from giroscope.features.payments.sending.actions import Hands, Which
from giroscope.features.payments.sending.policy import NOT_RELEASED
from giroscope.features.users.hands import hands_of
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.text import recognised
from localization import Message


class _Told(NamedTuple):
    """What people are told of an outcome: how bad it is, and its code."""

    level: str
    code: str
    is_message: bool = True


class _Said(NamedTuple):
    """What the timeline tells of a person's act."""

    code: str
    reason: str = ""


_OF_STATE = {
    SendState.SENT: _Told("SUCCESS", "send.sent", is_message=False),
    SendState.REFUSED: _Told("ERROR", "send.refused"),
    SendState.UNKNOWN: _Told("ERROR", "send.unknown"),
    SendState.NOT_TAKEN: _Told("ERROR", "send.gave_up"),
}
_OF_RECALL = {
    SendState.SENT: _Told("SUCCESS", "recall.sent", is_message=False),
    SendState.REFUSED: _Told("ERROR", "recall.send_refused"),
    SendState.UNKNOWN: _Told("ERROR", "recall.unknown"),
    SendState.NOT_TAKEN: _Told("ERROR", "recall.gave_up"),
}
_VERBS = {
    SendState.SENT: "payments.sent",
    SendState.REFUSED: "payments.send_refused",
    SendState.UNKNOWN: "payments.send_unknown",
    SendState.NOT_TAKEN: "payments.send_given_up",
}
_RECALL_VERBS = {
    SendState.SENT: "payments.recall_sent",
    SendState.REFUSED: "payments.recall_refused",
    SendState.UNKNOWN: "payments.recall_unknown",
    SendState.NOT_TAKEN: "payments.recall_given_up",
}
_OF_HOLD = {
    "paused": _Told("INFO", "send.paused"),
    "not_reached": _Told("WARNING", "send.not_reached"),
    "not_ready": _Told("WARNING", "send.not_ready"),
}
_NOT_RELEASED = _Told("ERROR", "send.not_released")
_NO_RECALL = _Told("ERROR", "recall.not_released")
_RECALL_HELD = {
    "paused": _Told("WARNING", "recall.paused"),
    "not_reached": _Told("WARNING", "recall.not_reached"),
    "not_ready": _Told("WARNING", "recall.not_ready"),
}


def sender(outlet: Outlet) -> Callable[[JobRun], None]:
    """The `send` job. The outlet is one that tells `follow`."""

    def send(run: JobRun) -> None:
        run.report("send")
        outlet.send(run)

    return send


def follow(realm: str, connection: Connection, outcome: Outcome, now: datetime) -> None:
    """Tell what came of a run, in the transaction that writes it down."""
    if not outcome.is_news:
        return
    told = _told(outcome)
    message = Message(
        told.code, reason=recognised(outcome.text or ""), bankCode=outcome.code or ""
    )
    tie.note(connection, outcome.correlation_id, now, told.level, message)
    if told.is_message:
        tell(
            connection,
            told.level,
            message,
            correlation_id=outcome.correlation_id,
        )
    tie.refresh(connection, [outcome.correlation_id], now)
    verbs = _VERBS if outcome.kind is FileKind.PAYMENT else _RECALL_VERBS
    if outcome.state in verbs:
        is_withheld = outcome.held == NOT_RELEASED
        verb = "payments.send_withheld" if is_withheld else verbs[outcome.state]
        record_now(
            connection, system_actor(realm), verb,
            Subject("journal", outcome.correlation_id),
            was={"state": outcome.was},
            now={"state": outcome.state, "sha256": outcome.sha256,
                 "attempt": outcome.attempt, "bankCode": outcome.code,
                 # What is made up is never charged.
                 **({"demo": True} if _is_demo(connection, outcome) else {})},
            at=now,
        )  # fmt: skip


def _is_demo(connection: Connection, outcome: Outcome) -> bool:
    found = select(Journal.source).where(
        Journal.correlation_id == outcome.correlation_id
    )
    return connection.execute(found).scalar() == DEMO


def _told(outcome: Outcome) -> _Told:
    is_payment = outcome.kind is FileKind.PAYMENT
    if outcome.held == NOT_RELEASED:
        return _NOT_RELEASED if is_payment else _NO_RECALL
    if outcome.state is SendState.WAITING:
        holds = _OF_HOLD if is_payment else _RECALL_HELD
        return holds[outcome.held or "not_ready"]
    return (_OF_STATE if is_payment else _OF_RECALL)[outcome.state]


async def cancel(desk: Desk, actor: Actor, which: Which, reason: str) -> None:
    """Stop a file of which nothing has left; see `sending.actions.cancel`."""

    def act(connection: Connection, _hands: Hands, now: datetime) -> None:
        actions.cancel(connection, actor, which, reason, now)

    await _act(desk, actor, which, act, _Said("cancelled", reason))


async def decide(
    desk: Desk, actor: Actor, which: Which, reason: str, *, has_arrived: bool
) -> None:
    """Write down what somebody found out; see `sending.actions.decide`."""

    def act(connection: Connection, _hands: Hands, now: datetime) -> None:
        actions.decide(connection, actor, which, reason, now, has_arrived=has_arrived)

    code = "decided_arrived" if has_arrived else "decided_not_arrived"
    await _act(desk, actor, which, act, _Said(code, reason))


async def send_again(desk: Desk, actor: Actor, which: Which) -> None:
    """Put a file in the queue once more; see `sending.actions.send_again`."""

    def act(connection: Connection, hands: Hands, now: datetime) -> None:
        document_id = actions.send_again(connection, actor, which, hands, now)
        if document_id is not None:
            # What was signed before releases were sealed; any other has its seal.
            seal_if_older(connection, actor.realm, document_id)

    await _act(desk, actor, which, act, _Said("again"))


async def _act(
    desk: Desk,
    actor: Actor,
    which: Which,
    act: Callable[[Connection, Hands, datetime], None],
    said: _Said,
) -> None:
    """Do it, tell the timeline, and derive the state anew, all or nothing.

    Raises:
        SessionEnded: The actor's session is over.
        Unavailable: The provider does not answer.
    """
    await desk.live.ensure_live(actor)
    now = desk.clock()

    def do(connection: Connection, hands: Hands) -> None:
        room = "send" if actions.is_payment(connection, which) else "recall"
        tie.note(
            connection,
            which.correlation_id,
            now,
            "WARNING" if said.reason else "INFO",
            Message(f"{room}.{said.code}", reason=said.reason.strip()),
            actor=actor.name,
        )
        act(connection, hands, now)
        tie.refresh(connection, [which.correlation_id], now)

    async with desk.database.writing(actor.realm) as session:
        people = {actor.id, *await actions.deciders(session, which.correlation_id)}
        hands = await hands_of(session, people)
        await session.run_sync(lambda own: do(own.connection(), hands))
