"""Selects over people, their roles and requests, in the actor's own realm."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, false, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.users import policy
from giroscope.features.users.policy import CONFLICTS, INACTIVE_AFTER, Conflicting
from giroscope.features.users.tables import (
    ONLY_ROW,
    AccessRules,
    HeldRole,
    KnownPerson,
    RequestState,
    RoleRequest,
    SignInEvent,
    UserState,
)
from giroscope.kernel.errors import NotFound
from giroscope.kernel.paging import Order

_ORDERS = {
    "NAME": KnownPerson.sort_name,
    "USERNAME": KnownPerson.username,
    "EMAIL": KnownPerson.email,
    "LAST_SIGN_IN": KnownPerson.active_at,
    "CREATED": KnownPerson.created,
}
_LATEST_SIGN_INS = 50
_LOOKED_AT = 500

REQUEST_ORDER = Order("id", RoleRequest.id, RoleRequest.id)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of people is narrowed to."""

    search: str = ""
    roles: Sequence[str] | None = None
    states: Sequence[str] | None = None
    inactive_since: datetime | None = None
    has_second_factor: bool | None = None
    has_roles: bool | None = None
    has_conflict: bool | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Figures over all people of the realm."""

    total: int
    invited: int
    active: int
    locked: int
    disabled: int
    inactive: int
    without_second_factor: int
    conflicts: int
    waiting_requests: int


def order_by(name: str, *, is_descending: bool) -> Order:
    """The order of that name."""
    return Order(name, _ORDERS[name], KnownPerson.id, is_descending=is_descending)


def people(wanted: Wanted) -> Select[Any]:
    """People who fit; who is gone from the provider never does."""
    query = select(KnownPerson).where(KnownPerson.gone.is_(None))
    for word in wanted.search.replace("\0", " ").split()[:8]:
        query = query.where(
            or_(
                KnownPerson.name.icontains(word, autoescape=True),
                KnownPerson.username.icontains(word, autoescape=True),
                KnownPerson.email.icontains(word, autoescape=True),
            )
        )
    if wanted.roles is not None:
        query = query.where(or_(false(), *(_has(role) for role in wanted.roles)))
    if wanted.states is not None:
        query = query.where(KnownPerson.state.in_(wanted.states))
    if wanted.inactive_since is not None:
        query = query.where(_is_inactive(wanted.inactive_since))
    if wanted.has_second_factor is not None:
        query = query.where(KnownPerson.has_second_factor.is_(wanted.has_second_factor))
    if wanted.has_roles is not None:
        any_role = exists().where(HeldRole.person_id == KnownPerson.person_id)
        query = query.where(any_role if wanted.has_roles else ~any_role)
    if wanted.has_conflict is not None:
        conflict = _has_conflict()
        query = query.where(conflict if wanted.has_conflict else ~conflict)
    return query


async def count(session: AsyncSession, rows: Select[Any]) -> int:
    """How many people a list holds on all its pages."""
    bare = rows.order_by(None).subquery()
    found = await session.execute(select(func.count()).select_from(bare))
    return int(found.scalar_one())


async def person(session: AsyncSession, person_id: str) -> KnownPerson:
    """One person of the copy.

    Raises:
        NotFound: There is none of this id here.
    """
    found = await session.execute(
        select(KnownPerson).where(
            KnownPerson.person_id == person_id, KnownPerson.gone.is_(None)
        )
    )
    row = found.scalar_one_or_none()
    if row is None:
        raise NotFound("There is no such person here")
    return row


async def people_by_id(
    session: AsyncSession, person_ids: list[str]
) -> dict[str, KnownPerson]:
    """People by id."""
    rows = await session.execute(
        select(KnownPerson).where(
            KnownPerson.person_id.in_(person_ids), KnownPerson.gone.is_(None)
        )
    )
    return {row.person_id: row for row in rows.scalars()}


async def with_address(session: AsyncSession, *texts: str) -> KnownPerson | None:
    """Somebody whose user name or mail address is one of these."""
    found = await session.execute(
        select(KnownPerson)
        .where(
            KnownPerson.gone.is_(None),
            or_(
                func.lower(KnownPerson.username).in_(texts),
                func.lower(KnownPerson.email).in_(texts),
            ),
        )
        .limit(1)
    )
    return found.scalar_one_or_none()


async def roles_of(
    session: AsyncSession, person_ids: list[str]
) -> dict[str, list[HeldRole]]:
    """The product's roles of each person, by name."""
    rows = await session.execute(
        select(HeldRole)
        .where(HeldRole.person_id.in_(person_ids))
        .order_by(HeldRole.role)
    )
    return _grouped(rows.scalars())


async def waiting_requests_of(
    session: AsyncSession, person_ids: list[str], now: datetime
) -> dict[str, list[RoleRequest]]:
    """Requests for these people that can still be decided."""
    rows = await session.execute(
        select(RoleRequest)
        .where(RoleRequest.person_id.in_(person_ids), _is_waiting(now))
        .order_by(RoleRequest.id)
    )
    return _grouped(rows.scalars())


async def sign_ins_of(session: AsyncSession, person_id: str) -> list[SignInEvent]:
    """What a person did lately at the sign-in, newest first."""
    rows = await session.execute(
        select(SignInEvent)
        .where(SignInEvent.person_id == person_id)
        .order_by(SignInEvent.time.desc(), SignInEvent.id.desc())
        .limit(_LATEST_SIGN_INS)
    )
    return list(rows.scalars())


def requests(states: Sequence[str] | None, now: datetime) -> Select[Any]:
    """Role requests; one whose days are over counts as expired."""
    query = select(RoleRequest)
    if states is None:
        return query
    is_over: ColumnElement[bool] = (RoleRequest.state == RequestState.PENDING.value) & (
        RoleRequest.expires <= now
    )
    settled = set(states) - {RequestState.PENDING.value}
    condition: ColumnElement[bool] = RoleRequest.state.in_(settled)
    if RequestState.PENDING.value in states:
        condition |= _is_waiting(now)
    if RequestState.EXPIRED.value in states:
        condition |= is_over
    return query.where(condition)


async def request(session: AsyncSession, request_id: int) -> RoleRequest:
    """One request.

    Raises:
        NotFound: There is none of this number.
    """
    row = await session.get(RoleRequest, request_id)
    if row is None:
        raise NotFound("There is no such request")
    return row


async def access_rules(session: AsyncSession) -> AccessRules:
    """What this realm wants of its account managers, or what holds by default."""
    row = await session.get(AccessRules, ONLY_ROW)
    return row or AccessRules(refuse_conflicts=False)


async def refused_conflicts(session: AsyncSession) -> frozenset[str]:
    """The codes of the conflicting duties that this realm gives nobody."""
    rules = await access_rules(session)
    return policy.refused_conflicts(
        refuses_conflicts=rules.refuse_conflicts,
        allows_combining=bool(rules.combine_reason),
    )


async def counts(session: AsyncSession, now: datetime) -> Counts:
    """Figures for the tabs and the review, in one walk."""
    states = {state: KnownPerson.state == state.value for state in UserState}
    is_enabled = ~states[UserState.DISABLED]
    parts = [
        *(states[state] for state in UserState),
        _is_inactive(now - INACTIVE_AFTER) & is_enabled,
        KnownPerson.has_second_factor.is_(False) & is_enabled,
        _has_conflict() & is_enabled,
    ]
    waiting = select(func.count()).select_from(RoleRequest).where(_is_waiting(now))
    row = await session.execute(
        select(
            func.count(),
            *(func.count().filter(part) for part in parts),
            waiting.scalar_subquery(),
        )
        .select_from(KnownPerson)
        .where(KnownPerson.gone.is_(None))
    )
    return Counts(*map(int, row.one()))


async def holders(session: AsyncSession) -> dict[str, int]:
    """How many people who may sign in have each role."""
    rows = await session.execute(
        select(HeldRole.role, func.count())
        .join(KnownPerson, KnownPerson.person_id == HeldRole.person_id)
        .where(
            KnownPerson.gone.is_(None),
            KnownPerson.state != UserState.DISABLED.value,
        )
        .group_by(HeldRole.role)
    )
    return {role: int(number) for role, number in rows}


async def with_conflict(
    session: AsyncSession, wanted: Conflicting
) -> list[KnownPerson]:
    """People whose duties conflict in this way, by name."""
    query = select(KnownPerson).where(
        KnownPerson.gone.is_(None), *(_has(role) for role in sorted(wanted.roles))
    )
    rows = await session.execute(
        query.order_by(KnownPerson.sort_name, KnownPerson.id).limit(_LOOKED_AT)
    )
    return list(rows.scalars())


async def in_pieces(
    session: AsyncSession, after: int
) -> list[tuple[KnownPerson, list[HeldRole]]]:
    """Some people after a row, each with their roles, for a report of everybody."""
    rows = await session.execute(
        select(KnownPerson)
        .where(KnownPerson.gone.is_(None), KnownPerson.id > after)
        .order_by(KnownPerson.id)
        .limit(_LOOKED_AT)
    )
    found = list(rows.scalars())
    roles = await roles_of(session, [one.person_id for one in found])
    return [(one, roles.get(one.person_id, [])) for one in found]


def _has(role: str) -> ColumnElement[bool]:
    return exists().where(
        HeldRole.person_id == KnownPerson.person_id, HeldRole.role == role
    )


def _has_conflict() -> ColumnElement[bool]:
    alternatives = []
    for one in CONFLICTS:
        first, *others = sorted(one.roles)
        condition = _has(first)
        for role in others:
            condition &= _has(role)
        alternatives.append(condition)
    return or_(*alternatives)


def _is_inactive(since: datetime) -> ColumnElement[bool]:
    return KnownPerson.active_at < since


def _is_waiting(now: datetime) -> ColumnElement[bool]:
    return (RoleRequest.state == RequestState.PENDING.value) & (
        RoleRequest.expires > now
    )


def inactive_since(now: datetime, days: int) -> datetime:
    """The instant that many days ago."""
    return now - timedelta(days=days)


def _grouped(rows: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.person_id, []).append(row)
    return found
