"""People, roles and requests as plain HTTP tells them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.users import queries
from giroscope.features.users.directory import Freshness
from giroscope.features.users.grant import Granted
from giroscope.features.users.invite import Invitation
from giroscope.features.users.policy import conflicts_of
from giroscope.features.users.tables import (
    HeldRole,
    KnownPerson,
    RequestState,
    RoleRequest,
)
from giroscope.kernel.identity import Session

Told = dict[str, Any]


def person(row: KnownPerson, held: list[HeldRole], waiting: list[RoleRequest]) -> Told:
    """Somebody, with roles and what waits for a second account manager."""
    return {
        "id": row.person_id,
        "username": row.username,
        "givenName": row.given_name,
        "familyName": row.family_name,
        "name": row.name,
        "email": row.email,
        "language": row.language,
        "state": row.state,
        "secondFactor": row.has_second_factor,
        "requiredSteps": row.required_actions,
        "lastSignIn": _instant(row.last_sign_in),
        "created": _instant(row.created),
        "createdBy": row.created_by_name,
        "roles": [
            {
                "role": one.role,
                "since": _instant(one.since),
                "givenBy": one.given_by_name,
            }
            for one in held
        ],
        "requestedRoles": [one.role for one in waiting],
        "otherRoles": row.other_roles,
        "conflicts": [one.code for one in conflicts_of({one.role for one in held})],
    }


async def described(
    session: AsyncSession, rows: Sequence[KnownPerson], now: datetime
) -> list[Told]:
    """People, in the order they come."""
    ids = [row.person_id for row in rows]
    roles = await queries.roles_of(session, ids)
    waiting = await queries.waiting_requests_of(session, ids, now)
    return [
        person(row, roles.get(row.person_id, []), waiting.get(row.person_id, []))
        for row in rows
    ]


def freshness(found: Freshness) -> Told:
    """How old the list is; with a problem, changes are refused at the moment."""
    problem = found.problem
    return {
        "fetched": _instant(found.fetched),
        "complete": found.is_complete,
        "problem": problem and {"code": problem.code, "detail": problem.message},
    }


def session(one: Session) -> Told:
    """Where somebody is signed in."""
    return {
        "id": one.id,
        "started": _instant(one.started),
        "lastSeen": _instant(one.used),
        "address": one.address,
        "clients": list(one.clients),
    }


def invitation(one: Invitation) -> Told:
    """What became of an invitation."""
    return {
        "id": one.person_id,
        "email": one.email,
        "outcome": one.outcome.value,
        "requestedRoles": list(one.requested),
        "problem": one.code and {"code": one.code, "detail": one.message},
    }


def granted(done: Granted) -> Told:
    """What was given and taken, and what waits."""
    return {
        "given": list(done.given),
        "taken": list(done.taken),
        "requested": list(done.requested),
    }


def request(row: RoleRequest, now: datetime) -> Told:
    """A role that waits, or waited, for a second account manager."""
    is_over = row.state == RequestState.PENDING.value and row.expires <= now
    return {
        "id": str(row.id),
        "userId": row.person_id,
        "role": row.role,
        "state": RequestState.EXPIRED.value if is_over else row.state,
        "created": _instant(row.created),
        "expires": _instant(row.expires),
        "requestedBy": row.requested_by_name,
        "decided": _instant(row.decided),
        "decidedBy": row.decided_by_name,
        "reason": row.reason,
    }


def _instant(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()
