"""What a file on its way tells its journal: timeline, state, messages, trail.

The room of payments sends and decides; here its outcomes become what people read.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from banklink import FileKind
from giroscope.features.audit import Subject, record_now
from giroscope.features.banks.sayings import reasons
from giroscope.features.banks.sources import DEMO
from giroscope.features.journals import tie
from giroscope.features.journals.approving import Desk
from giroscope.features.journals.tables import Journal
from giroscope.features.messages import tell
from giroscope.features.payments.approvals import seal_if_older
from giroscope.features.payments.sending import Outcome, Outlet, SendState, actions
from giroscope.features.payments.sending.actions import Hands, Which
from giroscope.features.payments.sending.policy import NOT_RELEASED
from giroscope.features.payments.sending.sayings import SAYINGS
from giroscope.features.users.hands import hands_of
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.jobs import JobRun


class _Told(NamedTuple):
    """What people are told of an outcome: how bad it is, its code, its sentence."""

    level: str
    code: str
    text: str
    is_message: bool = True


class _Said(NamedTuple):
    """What the timeline tells of a person's act."""

    code: str
    text: str
    reason: str = ""


_OF_STATE = {
    SendState.SENT: _Told(
        "SUCCESS", "send.sent", "The bank has the payment file",
        is_message=False,
    ),
    SendState.REFUSED: _Told(
        "ERROR", "send.refused",
        "The bank refused the payment file; nothing of it is paid",
    ),
    SendState.UNKNOWN: _Told(
        "ERROR", "send.unknown",
        "Nobody knows whether the bank has the payment file. It is not sent again:"
        " ask the bank, then decide",
    ),
    SendState.NOT_TAKEN: _Told(
        "ERROR", "send.gave_up",
        "The bank could not be reached for a day. The payment file has not left;"
        " send it again when the bank answers",
    ),
}  # fmt: skip
_OF_RECALL = {
    SendState.SENT: _Told(
        "SUCCESS", "recall.sent", "The bank has the request for recall",
        is_message=False,
    ),
    SendState.REFUSED: _Told(
        "ERROR", "recall.send_refused",
        "The bank refused the request for recall; phone it",
    ),
    SendState.UNKNOWN: _Told(
        "ERROR", "recall.unknown",
        "Nobody knows whether the bank has the request for recall. It is not sent"
        " again: ask the bank, then decide",
    ),
    SendState.NOT_TAKEN: _Told(
        "ERROR", "recall.gave_up",
        "The bank could not be reached for a day. The request for recall has not"
        " left; phone the bank",
    ),
}  # fmt: skip
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
    "paused": _Told(
        "INFO", "send.paused", "The payment file waits until the bank's pause ends"
    ),
    "not_reached": _Told(
        "WARNING", "send.not_reached",
        "The bank was not reached. The payment file has not left and is tried again",
    ),
    "not_ready": _Told(
        "WARNING", "send.not_ready",
        "The payment file cannot leave yet and is tried again",
    ),
}  # fmt: skip
_NOT_RELEASED = _Told(
    "ERROR", "send.not_released",
    "The payment file was withheld: its approvals do not verify. Nothing of it has"
    " left; find out who changed them before it is sent again",
)  # fmt: skip
_RECALL_HELD = {
    "paused": _Told(
        "WARNING", "recall.paused",
        "The request for recall waits until the bank's pause ends; phone the bank",
    ),
    "not_reached": _Told(
        "WARNING", "recall.not_reached",
        "The bank was not reached. The request for recall is tried again",
    ),
    "not_ready": _Told(
        "WARNING", "recall.not_ready",
        "The request for recall cannot leave yet and is tried again",
    ),
}  # fmt: skip


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
    own = f": {outcome.text}" if outcome.text and told.level != "SUCCESS" else ""
    text = told.text + own.rstrip(".")
    values = reasons(outcome.text or "", SAYINGS) | {"bankCode": outcome.code or ""}
    tie.note(
        connection, outcome.correlation_id, now, told.level, told.code, text,
        **values,
    )  # fmt: skip
    if told.is_message:
        tell(
            connection, told.level, told.code, text,
            correlation_id=outcome.correlation_id, **values,
        )  # fmt: skip
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
        return _NOT_RELEASED
    if outcome.state is SendState.WAITING:
        holds = _OF_HOLD if is_payment else _RECALL_HELD
        return holds[outcome.held or "not_ready"]
    return (_OF_STATE if is_payment else _OF_RECALL)[outcome.state]


async def cancel(desk: Desk, actor: Actor, which: Which, reason: str) -> None:
    """Stop a file of which nothing has left; see `sending.actions.cancel`."""

    def act(connection: Connection, _hands: Hands, now: datetime) -> None:
        actions.cancel(connection, actor, which, reason, now)

    text = f"Stopped before anything left: {reason.strip()}"
    await _act(desk, actor, which, act, _Said("cancelled", text, reason))


async def decide(
    desk: Desk, actor: Actor, which: Which, reason: str, *, has_arrived: bool
) -> None:
    """Write down what somebody found out; see `sending.actions.decide`."""

    def act(connection: Connection, _hands: Hands, now: datetime) -> None:
        actions.decide(connection, actor, which, reason, now, has_arrived=has_arrived)

    found = "has" if has_arrived else "does not have"
    code = "decided_arrived" if has_arrived else "decided_not_arrived"
    text = f"Decided that the bank {found} the file: {reason.strip()}"
    await _act(desk, actor, which, act, _Said(code, text, reason))


async def send_again(desk: Desk, actor: Actor, which: Which) -> None:
    """Put a file in the queue once more; see `sending.actions.send_again`."""

    def act(connection: Connection, hands: Hands, now: datetime) -> None:
        document_id = actions.send_again(connection, actor, which, hands, now)
        if document_id is not None:
            # What was signed before releases were sealed; any other has its seal.
            seal_if_older(connection, actor.realm, document_id)

    await _act(desk, actor, which, act, _Said("again", "Put in the queue once more"))


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
            connection, which.correlation_id, now,
            "WARNING" if said.reason else "INFO", f"{room}.{said.code}", said.text,
            actor=actor.name, reason=said.reason.strip(),
        )  # fmt: skip
        act(connection, hands, now)
        tie.refresh(connection, [which.correlation_id], now)

    async with desk.database.writing(actor.realm) as session:
        people = {actor.id, *await actions.deciders(session, which.correlation_id)}
        hands = await hands_of(session, people)
        await session.run_sync(lambda own: do(own.connection(), hands))
