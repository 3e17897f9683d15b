"""What an account manager changes about a person: names, may they sign in, must wait.

Each action asks the identity provider first; the history follows when that is done.
"""

from giroscope.features.users import hands, history, policy, protected_people, queries
from giroscope.features.users.directory import People
from giroscope.features.users.managers import managers_at
from giroscope.features.users.personal_data.finish import forget_begun
from giroscope.features.users.sign_in_methods import end_all_sessions
from giroscope.features.users.tables import TieAct
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
        BadMail: The address is none, or a name looks like a secret.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        ApproversAccount: The address of a protected person would change.
        Conflict: Somebody else has this address.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.change")
    wanted = PersonChange(
        given_name=given_name and policy.person_name(given_name, "givenName"),
        family_name=family_name and policy.person_name(family_name, "familyName"),
        email=email and policy.mail_address(email),
    )
    async with protected_people.managing(people, actor) as api:
        before = await api.person(policy.ensure_person_id(person_id))
        had = PersonChange(
            given_name=before.given_name,
            family_name=before.family_name,
            email=before.email,
        ).raw()
        now = {name: it for name, it in wanted.raw().items() if it != had[name]}
        was = {name: had[name] for name in now}
        if not now:
            return
        if "email" in now:
            await protected_people.ensure_keys_are_ours(people, actor, api, person_id)
        history.ensure_recordable(was, now)
        if "email" in now:
            # Tied first: an address that somebody chose must never stand without it.
            await hands.tie(people, actor, person_id, TieAct.MAIL)
        await api.change(person_id, wanted)
    await people.changed(actor, "users.changed", person_id, was=was, now=now)


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
        await end_all_sessions(people, api, person_id, api.disable)
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
    async with protected_people.managing(people, actor) as api:
        await api.change(person_id, PersonChange(is_enabled=True))
        async with people.writing(actor.realm) as session:
            await forget_begun(session, person_id)
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
    async with protected_people.managing(people, actor) as api:
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
