"""Who manages accounts at this very moment, asked of the identity provider."""

from collections.abc import Collection

from sqlalchemy import select

from giroscope.features.users import snapshot
from giroscope.features.users.directory import People
from giroscope.features.users.tables import KnownPerson, UserState
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor


async def managers_at(people: People, actor: Actor) -> frozenset[str]:
    """The ids of account managers who can sign in.

    Who was invited and never came does not count: the mail may never have arrived.

    Raises:
        Unavailable: The provider does not answer.
    """
    api = await people.api(actor.realm)
    holders = await snapshot.managers_of(api, ACCOUNT_MANAGEMENT)
    for person_id in await _invited(people, actor.realm, holders):
        # The copy may not know yet that they have come.
        await people.note(actor.realm, person_id)
    return frozenset(holders) - await _invited(people, actor.realm, holders)


async def _invited(
    people: People, realm: str, person_ids: Collection[str]
) -> frozenset[str]:
    async with people.reading(realm) as session:
        rows = await session.execute(
            select(KnownPerson.person_id).where(
                KnownPerson.person_id.in_(person_ids),
                KnownPerson.state == UserState.INVITED.value,
            )
        )
        return frozenset(rows.scalars())
