"""What the operator at the command line does with people, beside the room's actions.

Names them as people do, and gives a password where nobody is left who could sign in.
"""

from collections.abc import Sequence

from sqlalchemy import func, or_, select, true

from giroscope.features.users import as_json, policy, queries
from giroscope.features.users.as_json import Told
from giroscope.features.users.directory import People
from giroscope.features.users.errors import UnknownPerson
from giroscope.features.users.grant import product_roles
from giroscope.features.users.invite import new_password
from giroscope.features.users.queries import Wanted
from giroscope.features.users.sign_in_methods import end_all_sessions
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.access import Actor

_AT_ONCE = 500


async def named(
    people: People, realm: str, who: str, *, with_gone: bool = False
) -> str:
    """The id of the person of this user name, mail address or id.

    Of those whom the provider knows no more only where they are asked for.

    Raises:
        UnknownPerson: It is nobody's, or one person's name and another's address.
    """
    name = who.strip().lower()
    query = select(KnownPerson.person_id).where(
        true() if with_gone else KnownPerson.gone.is_(None),
        or_(
            KnownPerson.person_id == who.strip(),
            func.lower(KnownPerson.username) == name,
            func.lower(KnownPerson.email) == name,
        ),
    )
    async with people.reading(realm) as session:
        found = (await session.execute(query)).scalars().all()
    if len(found) != 1:
        raise UnknownPerson(
            f"“{who[:80]}” is a name of {len(found)} people; give the id of one"
            if found
            else f"Nobody in {realm} is called “{who[:80]}”"
        )
    return found[0]


async def everybody(people: People, actor: Actor, wanted: Wanted) -> Sequence[Told]:
    """The people who fit, by name."""
    actor.ensure("users.read")
    query = queries.people(wanted).order_by(KnownPerson.sort_name, KnownPerson.id)
    described: list[Told] = []
    async with people.reading(actor.realm) as session:
        rows = (await session.execute(query)).scalars().all()
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            described += await as_json.described(session, some, people.clock())
    return described


async def described(people: People, actor: Actor, person_id: str) -> Told:
    """One person.

    Raises:
        NotFound: There is none of this id here.
    """
    actor.ensure("users.read")
    async with people.reading(actor.realm) as session:
        row = await queries.person(session, person_id)
        (found,) = await as_json.described(session, [row], people.clock())
    return found


async def temporary_password(
    people: People, actor: Actor, person_id: str, *, without_second_person: bool = False
) -> str:
    """A password told once, to be changed at the next sign-in; all sessions end.

    Raises:
        OnlyAtTheShell: It is not the command line that asks.
        ApproversAccount: The person has a role that two give together, and nobody
            said to do without the second one.
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.change")
    policy.ensure_at_the_shell(actor)
    api = await people.api(actor.realm)
    roles = await product_roles(api, policy.ensure_person_id(person_id))
    alone = sorted(roles & policy.ALWAYS_FOR_TWO)
    if not without_second_person:
        policy.ensure_unguarded(alone)
    password = new_password()
    await api.set_password(person_id, password, is_temporary=True)
    await end_all_sessions(people, api, person_id)
    now = {"withoutSecondPerson": alone} if alone else None
    await people.changed(actor, "users.password_reset", person_id, now=now)
    return password
