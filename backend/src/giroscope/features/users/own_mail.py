"""Whose mails are whose: somebody's own address, and who else is reached by it."""

from contextlib import suppress

from sqlalchemy import func, select

from giroscope.features.users import hands
from giroscope.features.users.directory import People
from giroscope.features.users.tables import KnownPerson, TieAct
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import Unavailable


async def mail_address_of(people: People, actor: Actor) -> str:
    """The actor's own address as the provider has it; empty where there is none."""
    # Where it does not answer the copy is what was last seen.
    with suppress(Unavailable):
        await people.note(actor.realm, actor.id)
    async with people.reading(actor.realm) as session:
        found = await session.execute(
            select(KnownPerson.email).where(
                KnownPerson.person_id == actor.id, KnownPerson.gone.is_(None)
            )
        )
        return found.scalar_one_or_none() or ""


async def tie_by_link(people: People, actor: Actor, address: str) -> list[str]:
    """Tie the reader of a sign-in link to others of that address; tells their names."""
    async with people.reading(actor.realm) as session:
        rows = await session.execute(
            select(KnownPerson.person_id, KnownPerson.name)
            .where(
                func.lower(KnownPerson.email) == address.lower(),
                KnownPerson.person_id != actor.id,
            )
            .order_by(KnownPerson.id)
        )
        others = rows.all()
    for person_id, _ in others:
        await hands.tie(people, actor, person_id, TieAct.LINK)
    return [name for _, name in others]
