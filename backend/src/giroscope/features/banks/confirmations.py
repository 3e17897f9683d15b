"""A connection whose bank is known by its host key: two people put it to work.

One account manager asks, with what the connection is to be; another one compares the
fingerprint with the bank's letter and confirms in `replacing`. Until then no key of
ours goes to the server.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select, update

from banklink.protocol import Activation
from giroscope.features.audit import record
from giroscope.features.banks import policy
from giroscope.features.banks.connections import locked, subject_of
from giroscope.features.banks.directory import described
from giroscope.features.banks.errors import (
    ChangedMeanwhile,
    NoReason,
    NotPossibleNow,
)
from giroscope.features.banks.tables import (
    BankConnection,
    BankKey,
    BankKeyRequest,
    ConnectionState,
    KeyState,
    RequestState,
)
from giroscope.features.messages import tell
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from localization import Message

_LONGEST = 500
_ASKABLE = policy.RENEWS | {ConnectionState.KEY_CREATED}


async def ask(
    session: WriteSession,
    actor: Actor,
    connection_id: int,
    told: Mapping[str, str] | None,
    reason: str,
    now: datetime,
) -> int:
    """Ask another account manager to confirm a connection; tells the request's id.

    Without `told` what stands there is confirmed. Nothing changes yet.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: Nothing of it is confirmed, or somebody asked already.
        BadField: A value is not as the bank writes it.
        NoReason: Nobody said why.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    if described(row.type).activation is not Activation.CONFIRMATION:
        raise NotPossibleNow
    policy.ensure_state(row.state, _ASKABLE)
    text = " ".join(reason.split())[:_LONGEST]
    if not text:
        raise NoReason(path="reason")
    parameters = dict(row.parameters)
    if told is not None:
        parameters = policy.parameters(row.type, told)
    waiting = await session.execute(
        select(BankKeyRequest.id).where(
            BankKeyRequest.connection_id == row.id,
            BankKeyRequest.state == RequestState.PENDING.value,
        )
    )
    if waiting.first() is not None:
        raise NotPossibleNow("This waits for another account manager already")
    request = BankKeyRequest(
        connection_id=row.id, state=RequestState.PENDING.value, reason=text,
        parameters=parameters, created=now, expires=now + policy.REQUEST_LIVES,
        requested_by=actor.id, requested_by_name=actor.name,
    )  # fmt: skip
    session.add(request)
    await session.flush()
    told_to_all = Message(
        "banks.confirmation_asked", name=row.name, by=actor.name, reason=text
    )
    await session.run_sync(
        lambda held: tell(
            held.connection(), "INFO", told_to_all, reference=f"bank:{row.id}"
        )
    )
    await record(
        session, actor, "banks.confirmation_asked", subject_of(row),
        now={"parameters": parameters, "reason": text}, at=now,
    )  # fmt: skip
    return request.id


async def put_to_work(
    session: WriteSession,
    actor: Actor,
    row: BankConnection,
    request: BankKeyRequest,
    now: datetime,
) -> None:
    """What was asked for is confirmed: from now on files go this way.

    Raises:
        ChangedMeanwhile: Somebody changed it since it was asked for.
        NotPossibleNow: It has ended.
    """
    policy.ensure_state(row.state, _ASKABLE)
    is_new = row.state == ConnectionState.KEY_CREATED
    confirmed = request.parameters or {}
    # Who changes it after asking would confirm alone what nobody else has seen.
    if is_new and confirmed != row.parameters:
        raise ChangedMeanwhile
    was = dict(row.parameters)
    row.parameters = confirmed
    if is_new:
        await session.execute(
            update(BankKey)
            .where(
                BankKey.connection_id == row.id,
                BankKey.state == KeyState.PENDING.value,
            )
            .values(state=KeyState.CURRENT.value)
        )
        row.state, row.activated = ConnectionState.ACTIVE.value, row.activated or now
        row.next_fetch = now if row.fetch_minutes else None
    row.version += 1
    await record(
        session, actor, "banks.confirmed", subject_of(row),
        was={"parameters": was, "requestedBy": request.requested_by_name},
        now={"parameters": confirmed}, at=now,
    )  # fmt: skip
