"""Replacing a key that works: one account manager asks, another one decides.

Confirmed, the present key is destroyed at once and a new one made, which needs a new
code from the bank. Who asks and who confirms must have no hand in common, and both
manage accounts at that very moment.
"""

from collections.abc import Collection
from datetime import datetime

from anyio import to_thread
from sqlalchemy import select, update

from giroscope.features.audit import record
from giroscope.features.banks import confirmations, policy
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.connections import locked, subject_of
from giroscope.features.banks.directory import described
from giroscope.features.banks.errors import (
    NoReason,
    NotIndependent,
    NotPossibleNow,
    RequestClosed,
    SecondPersonNeeded,
)
from giroscope.features.banks.pending_key import ensure_pending_key
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankKey,
    BankKeyRequest,
    CertificateKind,
    ConnectionState,
    KeyState,
    RequestState,
)
from giroscope.features.messages import tell
from giroscope.features.users import hands
from giroscope.features.users.errors import RequesterGone
from giroscope.features.users.policy import ensure_manager
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from localization import Message

_LONGEST = 500


async def ask(
    session: WriteSession, actor: Actor, connection_id: int, reason: str, now: datetime
) -> int:
    """Ask for a new key; tells the request's id. Nothing changes yet.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: It has no key at work, or one was asked for already.
        NoReason: Nobody said why.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    policy.ensure_state(row.state, policy.RENEWS)
    if not described(row.type).has_key:
        raise NotPossibleNow("A folder has no key")
    text = " ".join(reason.split())[:_LONGEST]
    if not text:
        raise NoReason(path="reason")
    waiting = await session.execute(
        select(BankKeyRequest.id).where(
            BankKeyRequest.connection_id == row.id,
            BankKeyRequest.state == RequestState.PENDING.value,
        )
    )
    if waiting.first() is not None:
        raise NotPossibleNow("A new key was asked for already")
    request = BankKeyRequest(
        connection_id=row.id, state=RequestState.PENDING.value, reason=text,
        created=now, expires=now + policy.REQUEST_LIVES, requested_by=actor.id,
        requested_by_name=actor.name,
    )  # fmt: skip
    session.add(request)
    await session.flush()
    await session.run_sync(
        lambda held: tell(
held.connection(),
"INFO",
Message("banks.key_replacement_asked", name=row.name, by=actor.name, reason=text),
reference=f"bank:{row.id}",
)
    )  # fmt: skip
    await record(
        session, actor, "banks.key_replacement_asked", subject_of(row),
        now={"reason": text}, at=now,
    )  # fmt: skip
    return request.id


async def confirm(
    session: WriteSession,
    actor: Actor,
    banks: Banks,
    request_id: int,
    *,
    managers: Collection[str],
) -> None:
    """Do what another manager asked: a new key, or what the connection is to be.

    Raises:
        NotFound: There is no such request.
        RequestClosed: It was decided, or its days are over.
        SecondPersonNeeded, NotIndependent: This takes somebody else.
        NoManagerAnyMore, RequesterGone: One of the two has lost the role meanwhile.
        NotPossibleNow: The connection has no key at work any more.
        ChangedMeanwhile: The connection is other than it was when it was asked for.
    """
    actor.ensure("banks.change")
    ensure_manager(actor, managers)
    now = banks.clock()
    request = await _open(session, request_id, now)
    await _ensure_independent(session, request, actor)
    if request.requested_by not in managers:
        raise RequesterGone(
            "Who asked for this is no account manager any more; ask for it anew"
        )
    row = await locked(session, request.connection_id)
    if request.parameters is not None:
        await confirmations.put_to_work(session, actor, row, request, now)
        _decide(request, RequestState.CONFIRMED, actor, now)
        return
    policy.ensure_state(row.state, policy.RENEWS)
    await _retire(session, row, now)
    realm_key = await to_thread.run_sync(banks.key_of, actor.realm)
    key = await ensure_pending_key(session, actor, banks, row, realm_key)
    row.state, row.expires = ConnectionState.KEY_CREATED.value, None
    row.next_fetch = None
    row.version += 1
    _decide(request, RequestState.CONFIRMED, actor, now)
    await record(
        session, actor, "banks.key_replaced", subject_of(row),
        was={"requestedBy": request.requested_by_name, "reason": request.reason},
        now={"keyFingerprint": key.fingerprint}, at=now,
    )  # fmt: skip


async def reject(
    session: WriteSession, actor: Actor, request_id: int, now: datetime
) -> None:
    """Refuse what another account manager asked for.

    Raises:
        NotFound, RequestClosed, SecondPersonNeeded, NotIndependent: As to confirm.
    """
    actor.ensure("banks.change")
    request = await _open(session, request_id, now)
    await _ensure_independent(session, request, actor)
    await _close(session, actor, request, RequestState.REJECTED, now)


async def withdraw(
    session: WriteSession, actor: Actor, request_id: int, now: datetime
) -> None:
    """Ask for it no longer.

    Raises:
        NotFound: There is no such request.
        RequestClosed: It was decided, or its days are over.
        SecondPersonNeeded: Somebody else asked.
    """
    actor.ensure("banks.change")
    request = await _open(session, request_id, now)
    if request.requested_by != actor.id:
        raise SecondPersonNeeded("Only the person who asked withdraws the request")
    await _close(session, actor, request, RequestState.WITHDRAWN, now)


async def _open(
    session: WriteSession, request_id: int, now: datetime
) -> BankKeyRequest:
    request = await session.get(BankKeyRequest, request_id, with_for_update=True)
    if request is None:
        raise NotFound
    if request.state != RequestState.PENDING or request.expires <= now:
        raise RequestClosed
    return request


async def _ensure_independent(
    session: WriteSession, request: BankKeyRequest, actor: Actor
) -> None:
    if request.requested_by == actor.id:
        raise SecondPersonNeeded
    found = await hands.hands_of(session, {request.requested_by, actor.id})
    if found[request.requested_by] & found[actor.id]:
        raise NotIndependent


async def _retire(session: WriteSession, row: BankConnection, now: datetime) -> None:
    """Destroy every key of the connection, the waiting one included."""
    await session.execute(
        update(BankKey)
        .where(BankKey.connection_id == row.id, BankKey.state != KeyState.RETIRED.value)
        .values(
            state=KeyState.RETIRED.value, wrapped=None, wrapped_code=None, retired=now
        )
    )
    await session.execute(
        update(BankCertificate)
        .where(
            BankCertificate.connection_id == row.id,
            BankCertificate.kind != CertificateKind.BANK.value,
            BankCertificate.state == "CURRENT",
        )
        .values(state="FORMER", replaced=now)
    )


_VERBS = {
    RequestState.REJECTED: "banks.key_replacement_rejected",
    RequestState.WITHDRAWN: "banks.key_replacement_withdrawn",
}


async def _close(
    session: WriteSession,
    actor: Actor,
    request: BankKeyRequest,
    state: RequestState,
    now: datetime,
) -> None:
    row = await locked(session, request.connection_id)
    _decide(request, state, actor, now)
    await record(
        session, actor, _VERBS[state],
        subject_of(row), was={"requestedBy": request.requested_by_name}, at=now,
    )  # fmt: skip


def _decide(
    request: BankKeyRequest, state: RequestState, actor: Actor, now: datetime
) -> None:
    request.state, request.decided = state.value, now
    request.decided_by, request.decided_by_name = actor.id, actor.name
