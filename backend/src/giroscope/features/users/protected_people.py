"""Keeps the mailbox and password of those who hold much from being another's choice.

Who could sign in as an approver would approve alone; who could as an account manager
would be the second person to their own requests.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import select

from giroscope.features.users import policy
from giroscope.features.users.directory import People
from giroscope.features.users.managers import managers_at
from giroscope.features.users.tables import RequestState, RoleRequest
from giroscope.kernel.access import Actor
from giroscope.kernel.identity import AdminApi


@asynccontextmanager
async def managing(people: People, actor: Actor) -> AsyncIterator[AdminApi]:
    """Change somebody alone, as an account manager of this very moment.

    Raises:
        NoManagerAnyMore: The actor's role was taken since the token was made.
        Unavailable: The provider does not answer.
    """
    api = await people.api(actor.realm)
    async with people.alone(actor.realm):
        policy.ensure_manager(actor, await managers_at(people, actor))
        yield api


async def ensure_manager_now(people: People, actor: Actor) -> None:
    """Pass silently, or refuse: as `managing`, where nobody has to be alone.

    Raises:
        NoManagerAnyMore: The actor's role was taken since the token was made.
        Unavailable: The provider does not answer.
    """
    policy.ensure_manager(actor, await managers_at(people, actor))


async def ensure_keys_are_ours(
    people: People, actor: Actor, api: AdminApi, person_id: str
) -> None:
    """Pass silently, or refuse: roles held, in whatever way, or asked for count.

    Raises:
        ApproversAccount: The person has a role that protects their account.
        NotFound: There is no such person here.
    """
    held = {role.name for role in await api.effective_roles_of(person_id)}
    async with people.reading(actor.realm) as session:
        asked = await session.execute(
            select(RoleRequest.role).where(
                RoleRequest.person_id == person_id,
                RoleRequest.state == RequestState.PENDING.value,
                RoleRequest.expires > people.clock(),
            )
        )
    policy.ensure_unguarded(held.union(asked.scalars()))
