"""What an account manager changes about a person: names, may they sign in, must wait.

Each action asks the identity provider first; the history follows when that is done.
"""

from giroscope.features.users import policy, queries
from giroscope.features.users.directory import People
from giroscope.features.users.managers import managers_at
from giroscope.kernel.access import Actor
from giroscope.kernel.identity import PersonChange


async def change(
    people: People,
    actor: Actor,
    person_id: str,
    *,
    given_name: str | None = None,
    family_name: str | None = None,
    email: str | None = None,
) -> None:
    """Change a name or the mail address.

    Raises:
        NotFound: There is no such person here.
        BadMail: The address is none.
        ApproversAccount: The address of an approver would change.
        Conflict: Somebody else has this address.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.change")
    wanted = PersonChange(
        given_name=given_name and policy.person_name(given_name, "givenName"),
        family_name=family_name and policy.person_name(family_name, "familyName"),
        email=email and policy.mail_address(email),
    )
    api = await people.api(actor.realm)
    before = await api.person(policy.ensure_person_id(person_id))
    had = PersonChange(
        given_name=before.given_name,
        family_name=before.family_name,
        email=before.email,
    )
    was, now = had.raw(), wanted.raw()
    different = {name for name in now if now[name] != was[name]}
    if not different:
        return
    if "email" in different:
        policy.ensure_no_approver([one.name for one in await api.roles_of(person_id)])
    await api.change(person_id, wanted)
    await people.changed(
        actor,
        "users.changed",
        person_id,
        was={name: was[name] for name in sorted(different)},
        now={name: now[name] for name in sorted(different)},
    )


async def disable(people: People, actor: Actor, person_id: str) -> None:
    """Let somebody sign in no more, and end every session at once.

    Raises:
        OwnAccount: It is oneself.
        LastManager: Nobody would be left to manage accounts.
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.disable")
    policy.ensure_not_oneself(actor, policy.ensure_person_id(person_id))
    api = await people.api(actor.realm)
    async with people.alone(actor.realm):
        managers = await managers_at(people, actor)
        policy.ensure_manager(actor, managers)
        policy.ensure_a_manager_stays(managers, person_id)
        await api.disable(person_id)
    await people.changed(
        actor,
        "users.disabled",
        person_id,
        was={"enabled": True},
        now={"enabled": False},
    )


async def enable(people: People, actor: Actor, person_id: str) -> None:
    """Let somebody sign in again, with the roles they had.

    Raises:
        OwnAccount: It is oneself.
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.disable")
    policy.ensure_not_oneself(actor, policy.ensure_person_id(person_id))
    api = await people.api(actor.realm)
    await api.change(person_id, PersonChange(is_enabled=True))
    await people.changed(
        actor, "users.enabled", person_id, was={"enabled": False}, now={"enabled": True}
    )


async def unlock(people: People, actor: Actor, person_id: str) -> None:
    """Forget wrong passwords, so that the person need not wait.

    Raises:
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.unlock")
    api = await people.api(actor.realm)
    await api.person(policy.ensure_person_id(person_id))
    await api.unlock(person_id)
    await people.changed(actor, "users.unlocked", person_id)


async def known(people: People, actor: Actor, person_id: str) -> str:
    """How the person stands, after looking.

    Raises:
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    await people.note(actor.realm, policy.ensure_person_id(person_id))
    async with people.reading(actor.realm) as session:
        return (await queries.person(session, person_id)).state
