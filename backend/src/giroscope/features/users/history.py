"""What was done to people and what they did at the sign-in, written into the audit."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import (
    AuditOutcome,
    OutsideEvent,
    Subject,
    ingest,
)
from giroscope.features.audit import (
    record as record_act,
)
from giroscope.features.audit.policy import SecretInAudit, canonical
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.identity import Event

Facts = Mapping[str, object] | None
"""What was, or what is, by name."""
SUBJECT = "user"

_VERBS = {
    "LOGIN": "users.signed_in",
    "LOGIN_ERROR": "users.sign_in_failed",
    "LOGOUT": "users.signed_out",
    "UPDATE_PASSWORD": "users.password_changed",
    "UPDATE_PASSWORD_ERROR": "users.password_change_failed",
    "UPDATE_CREDENTIAL": "users.credential_changed",
    "REMOVE_CREDENTIAL": "users.credential_removed",
    "UPDATE_TOTP": "users.second_factor_added",
    "REMOVE_TOTP": "users.second_factor_removed",
    "VERIFY_EMAIL": "users.email_verified",
    "UPDATE_EMAIL": "users.email_changed",
    "UPDATE_PROFILE": "users.profile_changed",
    "REFRESH_TOKEN_ERROR": "users.session_refused",
    "CODE_TO_TOKEN_ERROR": "users.sign_in_refused",
    "USER_DISABLED_BY_TEMPORARY_LOCKOUT": "users.locked",
}
"""Events that are written into the audit, and what they are called there."""
_LOOKED_UP = 500
_TAKEN_IN = 1_000
_SHOWN = 100


def ensure_recordable(was: Facts, now: Facts) -> None:
    """Pass silently, or refuse what the audit would: nothing is done unrecorded.

    Raises:
        InvalidInput: A value looks like a password, key or token.
    """
    try:
        for facts in (was, now):
            canonical(facts)
    except SecretInAudit as error:
        raise InvalidInput("This looks like a password, key or token") from error


async def record(
    session: WriteSession,
    actor: Actor,
    verb: str,
    person_id: str,
    *,
    was: Facts = None,
    now: Facts = None,
) -> None:
    """Write down what was done to somebody, or to the realm's rules."""
    names = await person_names(session, {person_id})
    subject = Subject(SUBJECT, person_id, names.get(person_id)) if person_id else None
    await record_act(session, actor, verb, subject, was=was, now=now)


async def record_sign_ins(
    session: WriteSession, events: Sequence[Event], names: Mapping[str, str]
) -> None:
    """Write down what happened at the sign-in; each event comes in once."""
    gone = {one.person_id for one in events} - names.keys()
    names = {**await person_names(session, gone), **names}
    told = [
        _outside(one, names.get(one.person_id, one.person_id), one.time)
        for one in events
        if one.kind in _VERBS and one.time is not None
    ]
    for start in range(0, len(told), _TAKEN_IN):
        await ingest(session, told[start : start + _TAKEN_IN])


async def of_person(session: AsyncSession, person_id: str) -> list[AuditEvent]:
    """What was done to somebody, and what they did at the sign-in, newest first."""
    rows = await session.execute(
        select(AuditEvent)
        .where(AuditEvent.subject_kind == SUBJECT, AuditEvent.subject_id == person_id)
        .order_by(AuditEvent.id.desc())
        .limit(_SHOWN)
    )
    return list(rows.scalars())


def _outside(event: Event, name: str, instant: datetime) -> OutsideEvent:
    is_failure = bool(event.error)
    return OutsideEvent(
        outside_id=f"sign-in {event.id}"[:200],
        instant=instant,
        actor_id=event.person_id,
        actor_name=name,
        verb=_VERBS[event.kind],
        subject=Subject(SUBJECT, event.person_id, name),
        now={"reason": event.error} if is_failure else None,
        outcome=AuditOutcome.REFUSED if is_failure else AuditOutcome.DONE,
        address=event.address or None,
    )


async def person_names(
    session: AsyncSession, person_ids: Collection[str]
) -> dict[str, str]:
    """The names of those who were ever seen at the identity provider, by id."""
    found: dict[str, str] = {}
    ids = sorted(person_ids)
    for start in range(0, len(ids), _LOOKED_UP):
        rows = await session.execute(
            select(KnownPerson.person_id, KnownPerson.name).where(
                KnownPerson.person_id.in_(ids[start : start + _LOOKED_UP])
            )
        )
        found.update((person_id, name) for person_id, name in rows)
    return found
