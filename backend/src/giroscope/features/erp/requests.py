"""Requests to change where payments come from, which another account manager confirms.

As replacing a bank's key: who asks and who confirms must have no hand in common, and
whoever decides is an account manager at that very moment. Nothing changes until then.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record, record_now
from giroscope.features.erp.errors import (
    NoManager,
    NotIndependent,
    NotRequester,
    RequesterGone,
    RequestOver,
    SamePerson,
)
from giroscope.features.erp.tables import ErpRequest, RequestKind, RequestState
from giroscope.features.messages import tell
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent
from giroscope.features.users.tables import HeldRole, KnownPerson, UserState
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from localization import Message

LIVES = timedelta(days=7)
REFERENCE = "erp"


def ask(
    connection: Connection,
    actor: Actor,
    kind: RequestKind,
    changes: Collection[str],
    now: datetime,
    **about: Any,
) -> int:
    """Write a request down; one that waits for the same is replaced. Tells its id."""
    same = [
        ErpRequest.kind == kind.value,
        ErpRequest.state == RequestState.PENDING.value,
    ]
    if kind is RequestKind.DEBTOR_ACCOUNT:
        # Of new mappings several may wait: of none is there an id yet.
        same.append(ErpRequest.mapping_id == about["mapping_id"])
    connection.execute(
        update(ErpRequest)
        .where(*same)
        .values(state=RequestState.REPLACED.value, decided=now)
    )
    request_id = connection.execute(
        insert(ErpRequest)
        .values(
            kind=kind.value, state=RequestState.PENDING.value, changes=list(changes),
            created=now, expires=now + LIVES, requested_by=actor.id,
            requested_by_name=actor.name, **about,
        )
        .returning(ErpRequest.id)
    ).scalar_one()  # fmt: skip
    tell(
        connection,
        "INFO",
        Message(f"erp.asked_{kind.value.lower()}", by=actor.name),
        reference=REFERENCE,
    )
    record_now(
        connection, actor, "erp.request", Subject("erp-request", str(request_id)),
        now={"kind": kind, "changes": list(changes)}, at=now,
    )  # fmt: skip
    return int(request_id)


async def taken_up(
    session: WriteSession,
    actor: Actor,
    request_id: int,
    managers: Collection[str],
    now: datetime,
) -> ErpRequest:
    """The request, locked, of which this person may be the second one.

    Raises:
        NotFound, RequestOver: There is none that waits.
        NoManager: The actor's role was taken meanwhile.
        SamePerson, NotIndependent: It takes somebody else.
        RequesterGone: Who asked manages accounts no longer.
    """
    actor.ensure("erp.activate")
    request = await _pending(session, request_id, now)
    if actor.id not in managers:
        raise NoManager
    refusal = await against_deciding(session, actor, request)
    if refusal is not None:
        raise refusal
    if request.requested_by not in managers:
        raise RequesterGone
    return request


async def against_deciding(
    session: AsyncSession, actor: Actor, request: ErpRequest
) -> type[SamePerson] | type[NotIndependent] | None:
    """Why this person is not the second one, or None."""
    if request.requested_by == actor.id:
        return SamePerson
    hands = await hands_of(session, {actor.id, request.requested_by})
    is_independent = are_independent(hands[actor.id], hands[request.requested_by])
    return None if is_independent else NotIndependent


async def confirmers(session: AsyncSession, request: ErpRequest) -> list[str]:
    """Who can confirm it, by name: account managers independent of who asked."""
    rows = await session.execute(
        select(KnownPerson.person_id, KnownPerson.name)
        .join(HeldRole, HeldRole.person_id == KnownPerson.person_id)
        .where(
            HeldRole.role == ACCOUNT_MANAGEMENT,
            KnownPerson.gone.is_(None),
            KnownPerson.state == UserState.ACTIVE.value,
            KnownPerson.person_id != request.requested_by,
        )
        .order_by(KnownPerson.sort_name, KnownPerson.id)
    )
    people = rows.all()
    hands = await hands_of(session, {request.requested_by, *(one[0] for one in people)})
    asker = hands[request.requested_by]
    return [name for who, name in people if are_independent(hands[who], asker)]


async def waiting(session: AsyncSession, now: datetime) -> list[ErpRequest]:
    """What waits for a second person, the oldest first."""
    rows = await session.execute(
        select(ErpRequest)
        .where(ErpRequest.state == RequestState.PENDING.value, ErpRequest.expires > now)
        .order_by(ErpRequest.id)
    )
    return list(rows.scalars())


async def withdraw(
    session: WriteSession, actor: Actor, request_id: int, now: datetime
) -> None:
    """Ask for it no longer.

    Raises:
        NotFound, RequestOver: There is none that waits.
        NotRequester: Somebody else asked.
    """
    actor.ensure("erp.change")
    request = await _pending(session, request_id, now)
    if request.requested_by != actor.id:
        raise NotRequester
    decide(request, RequestState.WITHDRAWN, actor, now)
    await _note_decision(session, actor, request, now)


async def reject(
    session: WriteSession,
    actor: Actor,
    request_id: int,
    managers: Collection[str],
    now: datetime,
) -> None:
    """Refuse what another account manager asked for.

    Raises: As `taken_up`.
    """
    request = await taken_up(session, actor, request_id, managers, now)
    decide(request, RequestState.REJECTED, actor, now)
    await _note_decision(session, actor, request, now)


def decide(
    request: ErpRequest, state: RequestState, actor: Actor, now: datetime
) -> None:
    """Write down who decided what."""
    request.state, request.decided = state.value, now
    request.decided_by, request.decided_by_name = actor.id, actor.name


async def _pending(session: WriteSession, request_id: int, now: datetime) -> ErpRequest:
    request = await session.get(ErpRequest, request_id, with_for_update=True)
    if request is None:
        raise NotFound
    if request.state != RequestState.PENDING.value or request.expires <= now:
        raise RequestOver
    return request


_VERBS = {
    RequestState.REJECTED: "erp.request_rejected",
    RequestState.WITHDRAWN: "erp.request_withdrawn",
}


async def _note_decision(
    session: WriteSession, actor: Actor, request: ErpRequest, now: datetime
) -> None:
    await record(
        session, actor, _VERBS[RequestState(request.state)],
        Subject("erp-request", str(request.id)),
        was={"requestedBy": request.requested_by_name, "kind": request.kind}, at=now,
    )  # fmt: skip
