"""Roles given and taken, and those that a second account manager confirms."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import select, update

from giroscope.features.users import hands, history, policy, protected_people, queries
from giroscope.features.users.directory import People
from giroscope.features.users.errors import NotRequester
from giroscope.features.users.managers import managers_at
from giroscope.features.users.tables import (
    ONLY_ROW,
    AccessRules,
    HeldRole,
    RequestState,
    RoleRequest,
    TieAct,
)
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor, ActorKind
from giroscope.kernel.database import WriteSession
from giroscope.kernel.identity import AdminApi


@dataclass(frozen=True, slots=True)
class Granted:
    """What was done at once, and what waits for a second person."""

    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    requested: tuple[str, ...] = ()


async def change_roles(
    people: People,
    actor: Actor,
    person_id: str,
    *,
    give: Collection[str] = (),
    take: Collection[str] = (),
    without_second_person: bool = False,
) -> Granted:
    """Give and take roles; those for two are asked for.

    The operator who gives account management without a second person stands for the
    account, also where the role is held already.

    Raises:
        OnlyAtTheShell: A person would go without the second one.
        UnknownRole: One is not the product's to give.
        OwnRights: They are one's own.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        LastManager: Nobody would be left to manage accounts.
        RoleConflict, ManageAndApprove: The realm lets nobody have all these roles.
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.roles")
    policy.ensure_assignable({*give, *take})
    if without_second_person:
        policy.ensure_at_the_shell(actor)
    policy.ensure_not_own_rights(actor, policy.ensure_person_id(person_id))
    api = await people.api(actor.realm)
    async with people.alone(actor.realm):
        managers = await managers_at(people, actor)
        policy.ensure_manager(actor, managers)
        for_two = policy.for_two(
            actor, managers, without_second_person=without_second_person
        )
        had = await product_roles(api, person_id)
        new, old = set(give) - had - set(take), set(take) & had
        if without_second_person:
            new |= {ACCOUNT_MANAGEMENT} & (set(give) - set(take))
        async with people.reading(actor.realm) as session:
            refused = await queries.refused_conflicts(session)
        policy.ensure_fitting(had, (had | new) - old, refused=refused)
        if ACCOUNT_MANAGEMENT in old:
            policy.ensure_a_manager_stays(managers, person_id)
        asked, alone = new & for_two, (new & policy.SECOND_PERSON) - for_two
        await _take(people, actor.realm, api, person_id, old)
        if ACCOUNT_MANAGEMENT in alone:
            await _stand_alone(people, actor, person_id)
        await _give(people, actor, api, person_id, new - asked)
        await _request(people, actor, person_id, asked)
        if alone:
            await close_requests_of(people, actor, person_id, alone)
    granted = Granted(
        tuple(sorted(new - asked)), tuple(sorted(old)), tuple(sorted(asked))
    )
    if granted.given or granted.taken:
        after = (had | set(granted.given)) - old
        skipped = {"withoutSecondPerson": sorted(alone)} if alone else {}
        await people.changed(
            actor, "users.roles_changed", person_id,
            was={"roles": sorted(had)}, now={"roles": sorted(after), **skipped},
        )  # fmt: skip
    return granted


async def confirm(people: People, actor: Actor, request_id: int) -> None:
    """Give the role that another account manager asked for.

    Raises:
        NotFound: There is no such request, or no such person any more.
        AlreadyDecided: The request is closed.
        SamePerson: A second person has to do it.
        NotIndependent: One person could be both who asked and who confirms.
        RequesterGone: Who asked is no account manager any more.
        RoleConflict, ManageAndApprove: The realm lets nobody have all these roles.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.roles")
    api = await people.api(actor.realm)
    async with people.alone(actor.realm):
        request = await _open_request(people, actor, request_id)
        managers = await managers_at(people, actor)
        policy.ensure_manager(actor, managers)
        policy.ensure_second_person(request, actor, managers)
        await _ensure_independent(people, actor, request)
        had = await product_roles(api, request.person_id)
        async with people.reading(actor.realm) as session:
            refused = await queries.refused_conflicts(session)
        will_have = had | {request.role}
        policy.ensure_fitting(had, will_have, refused=refused)
        # Given before it is written: a request that stays open can be confirmed again.
        await _give(people, actor, api, request.person_id, {request.role})
        if request.role == ACCOUNT_MANAGEMENT:
            # Whoever had a say in the account, one of the two is somebody else.
            await hands.let_go(people, actor.realm, request.person_id)
        await _close(people, actor, request, RequestState.CONFIRMED)
    await people.changed(
        actor, "users.roles_changed", request.person_id,
        was={"roles": sorted(had)}, now={"roles": sorted(will_have)},
    )  # fmt: skip


async def reject(
    people: People, actor: Actor, request_id: int, reason: str | None = None
) -> None:
    """Refuse what another account manager asked for.

    Raises:
        NotFound: There is no such request.
        AlreadyDecided: The request is closed.
        SamePerson: A second person has to do it.
        NotIndependent: One person could be both who asked and who refuses.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.roles")
    async with people.alone(actor.realm):
        request = await _open_request(people, actor, request_id)
        policy.ensure_manager(actor, await managers_at(people, actor))
        policy.ensure_second_person(request, actor, {request.requested_by})
        await _ensure_independent(people, actor, request)
        await _close(people, actor, request, RequestState.REJECTED, reason)


async def withdraw(people: People, actor: Actor, request_id: int) -> None:
    """Ask no longer for a role.

    Raises:
        NotFound: There is no such request.
        AlreadyDecided: The request is closed.
        NotRequester: Somebody else asked.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.roles")
    async with people.alone(actor.realm):
        policy.ensure_manager(actor, await managers_at(people, actor))
        request = await _open_request(people, actor, request_id)
        if request.requested_by != actor.id:
            raise NotRequester
        await _close(people, actor, request, RequestState.WITHDRAWN)


async def set_rules(people: People, actor: Actor, *, refuse_conflicts: bool) -> None:
    """Say whether one person may upload and approve in this realm.

    Raises:
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.roles")
    await protected_people.ensure_manager_now(people, actor)
    async with people.writing(actor.realm) as session:
        row = await session.get(AccessRules, ONLY_ROW, with_for_update=True)
        was = row is not None and row.refuse_conflicts
        if row is None:
            session.add(AccessRules(id=ONLY_ROW, refuse_conflicts=refuse_conflicts))
        else:
            row.refuse_conflicts = refuse_conflicts
        if was != refuse_conflicts:
            await history.record(
                session, actor, "users.rules_changed", "",
                was={"refuseConflicts": was},
                now={"refuseConflicts": refuse_conflicts},
            )  # fmt: skip


async def allow_combining(people: People, actor: Actor, reason: str | None) -> None:
    """Say why one person may manage accounts and approve payments, or refuse it again.

    Raises:
        InvalidInput: The reason says nothing.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.roles")
    said = policy.combine_reason(reason)
    await protected_people.ensure_manager_now(people, actor)
    async with people.writing(actor.realm) as session:
        row = await session.get(AccessRules, ONLY_ROW, with_for_update=True)
        if row is None:
            row = AccessRules(id=ONLY_ROW, refuse_conflicts=False)
            session.add(row)
        was = row.combine_reason
        if was == said:
            return
        row.combine_reason, row.combined = said, people.clock()
        row.combined_by_name = actor.name
        await history.record(
            session, actor, "users.rules_changed", "",
            was={"manageAndApprove": was}, now={"manageAndApprove": said},
        )  # fmt: skip


async def product_roles(api: AdminApi, person_id: str) -> set[str]:
    """The product's roles of a person at this moment.

    Raises:
        NotFound: Nobody has this id.
        Unavailable: The provider does not answer.
    """
    held = {role.name for role in await api.roles_of(person_id)}
    return held & set(policy.ASSIGNABLE)


async def _give(
    people: People, actor: Actor, api: AdminApi, person_id: str, names: Collection[str]
) -> None:
    if not names:
        return
    await api.give(person_id, [one for one in await api.roles() if one.name in names])
    async with people.writing(actor.realm) as session:
        rows = await session.execute(
            select(HeldRole).where(
                HeldRole.person_id == person_id, HeldRole.role.in_(names)
            )
        )
        for row in rows.scalars():
            await session.delete(row)
        await session.flush()
        for name in sorted(names):
            session.add(
                HeldRole(
                    person_id=person_id, role=name, since=people.clock(),
                    given_by=actor.id, given_by_name=actor.name,
                )
            )  # fmt: skip


async def _stand_alone(people: People, actor: Actor, person_id: str) -> None:
    """Before an account manager is made by one: who answers for the account."""
    if actor.kind is ActorKind.SHELL:
        await hands.let_go(people, actor.realm, person_id)
    else:
        await hands.tie(people, actor, person_id, TieAct.ROLE)


async def _ensure_independent(
    people: People, actor: Actor, request: RoleRequest
) -> None:
    async with people.reading(actor.realm) as session:
        found = await hands.hands_of(session, {request.requested_by, actor.id})
    policy.ensure_independent(found[request.requested_by], found[actor.id])


async def _take(
    people: People, realm: str, api: AdminApi, person_id: str, names: Collection[str]
) -> None:
    """Take roles away; tokens that still say them count without them."""
    if names:
        roles = [one for one in await api.roles() if one.name in names]
        await api.take(person_id, roles)
        await people.ended(realm, person_id, roles=names)


async def _request(
    people: People, actor: Actor, person_id: str, names: Collection[str]
) -> None:
    """Ask for roles; a request that waits already is not made twice."""
    if not names:
        return
    now = people.clock()
    async with people.writing(actor.realm) as session:
        waiting = await _waiting(session, person_id, names)
        for row in waiting:
            if row.expires <= now:
                row.state, row.decided = RequestState.EXPIRED.value, row.expires
        await session.flush()
        open_already = {row.role for row in waiting if row.expires > now}
        for name in sorted(set(names) - open_already):
            session.add(
                RoleRequest(
                    person_id=person_id, role=name, state=RequestState.PENDING.value,
                    created=now, expires=now + policy.REQUEST_LIVES,
                    requested_by=actor.id, requested_by_name=actor.name,
                )
            )  # fmt: skip
            await history.record(
                session, actor, "users.role_requested", person_id, now={"role": name}
            )


async def close_requests_of(
    people: People,
    actor: Actor,
    person_id: str,
    roles: Collection[str] = policy.ASSIGNABLE,
) -> None:
    """Withdraw what waits for somebody who is not coming, or needs it no more."""
    async with people.writing(actor.realm) as session:
        await session.execute(
            update(RoleRequest)
            .where(
                RoleRequest.person_id == person_id,
                RoleRequest.role.in_(roles),
                RoleRequest.state == RequestState.PENDING.value,
            )
            .values(
                state=RequestState.WITHDRAWN.value, decided=people.clock(),
                decided_by=actor.id, decided_by_name=actor.name,
            )
        )  # fmt: skip


async def _waiting(
    session: WriteSession, person_id: str, names: Collection[str]
) -> Sequence[RoleRequest]:
    rows = await session.execute(
        select(RoleRequest).where(
            RoleRequest.person_id == person_id,
            RoleRequest.role.in_(names),
            RoleRequest.state == RequestState.PENDING.value,
        )
    )
    return rows.scalars().all()


async def _open_request(people: People, actor: Actor, request_id: int) -> RoleRequest:
    async with people.reading(actor.realm) as session:
        request = await queries.request(session, request_id)
    policy.ensure_open(request, people.clock())
    return request


async def _close(
    people: People,
    actor: Actor,
    request: RoleRequest,
    state: RequestState,
    reason: str | None = None,
) -> None:
    async with people.writing(actor.realm) as session:
        await session.execute(
            update(RoleRequest)
            .where(RoleRequest.id == request.id)
            .values(
                state=state.value, decided=people.clock(), decided_by=actor.id,
                decided_by_name=actor.name, reason=reason and reason.strip()[:500],
            )
        )  # fmt: skip
        await history.record(
            session, actor, f"users.role_{state.value.lower()}", request.person_id,
            was={"role": request.role, "requestedBy": request.requested_by_name},
            now={"reason": reason} if reason else None,
        )  # fmt: skip
