"""How somebody signs in and where they are signed in, as an account manager sees it."""

from collections.abc import Awaitable, Callable, Sequence

from giroscope.features.users import hands, policy, protected_people
from giroscope.features.users.directory import People
from giroscope.features.users.tables import TieAct
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.identity import AdminApi, PersonChange, Session

SECOND_FACTORS = frozenset({"otp", "webauthn", "recovery-authn-codes"})
STEPS = ("UPDATE_PASSWORD", "CONFIGURE_TOTP", "VERIFY_EMAIL")
"""What somebody can be asked to do, as Keycloak calls it."""


async def sessions(people: People, actor: Actor, person_id: str) -> list[Session]:
    """Where somebody is signed in, the latest first.

    Raises:
        NotFound: There is no such person here.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.sessions")
    await protected_people.ensure_manager_now(people, actor)
    api = await people.api(actor.realm)
    found = await api.sessions(policy.ensure_person_id(person_id))
    return sorted(found, key=lambda one: str(one.used or ""), reverse=True)


async def sign_out(
    people: People, actor: Actor, person_id: str, session_id: str | None = None
) -> None:
    """End one session of somebody, or all.

    Raises:
        NotFound: There is no such person, or it is no session of theirs.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.sessions")
    await protected_people.ensure_manager_now(people, actor)
    api = await people.api(actor.realm)
    person_id = policy.ensure_person_id(person_id)
    if session_id is None:
        await end_all_sessions(people, api, person_id)
    elif session_id in {one.id for one in await api.sessions(person_id)}:
        await api.end_session(session_id)
        await people.ended(actor.realm, person_id, sessions=[session_id])
    else:
        raise NotFound("This session is over already")
    ended = "all" if session_id is None else "one"
    await people.changed(
        actor, "users.signed_out_by", person_id, now={"sessions": ended}
    )


async def end_all_sessions(
    people: People,
    api: AdminApi,
    person_id: str,
    end: Callable[[str], Awaitable[None]] | None = None,
) -> None:
    """End all that somebody has at the provider, and believe none of them again.

    Each by its name too: Keycloak goes on renewing a session whose token was renewed
    in the moment of its end, and lists it no more.

    Raises:
        NotFound: There is no such person.
        Unavailable: The provider does not answer.
    """
    ended = [one.id for one in await api.sessions(person_id)]
    await (end or api.sign_out)(person_id)
    await people.ended(api.realm, person_id)
    await people.ended(api.realm, person_id, sessions=ended)


async def reset_second_factor(people: People, actor: Actor, person_id: str) -> None:
    """Take every second factor away, as when a phone is lost; all sessions end.

    Raises:
        OwnAccount: It is one's own.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        NotFound: There is no such person here, or no second factor.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.change")
    policy.ensure_not_oneself(actor, policy.ensure_person_id(person_id))
    async with protected_people.managing(people, actor) as api:
        factors = [
            one
            for one in await api.credentials(person_id)
            if one.kind in SECOND_FACTORS
        ]
        if not factors:
            raise NotFound("This person has no second factor")
        # Before the first is gone: a tie too many is mended, one too few is not seen.
        await hands.tie(people, actor, person_id, TieAct.SECOND_FACTOR)
        for factor in factors:
            await api.remove_credential(person_id, factor.id)
        await end_all_sessions(people, api, person_id)
    kinds = sorted({one.kind for one in factors})
    await people.changed(
        actor, "users.second_factor_reset", person_id, was={"factors": kinds}
    )


async def ask_by_mail(
    people: People, actor: Actor, person_id: str, steps: Sequence[str]
) -> None:
    """Mail a link by which the person changes the password or sets up a factor.

    Raises:
        InvalidInput: Nothing is asked for.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        NotFound: There is no such person here.
        MailNotSent: The provider could not send it.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.change")
    asked = _steps(steps)
    await protected_people.ensure_manager_now(people, actor)
    api = await people.api(actor.realm)
    await api.send_actions(
        policy.ensure_person_id(person_id),
        asked,
        client_id=people.client_id,
        return_to=people.console(actor.realm),
    )
    await people.changed(actor, "users.asked_by_mail", person_id, now={"steps": asked})


async def ask_at_sign_in(
    people: People, actor: Actor, person_id: str, steps: Sequence[str]
) -> None:
    """Have the person do it at the next sign-in, before anything else.

    Raises:
        InvalidInput: Nothing is asked for.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        NotFound: There is no such person here.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.change")
    asked = _steps(steps)
    await protected_people.ensure_manager_now(people, actor)
    api = await people.api(actor.realm)
    present = await api.person(policy.ensure_person_id(person_id))
    all_steps = tuple(dict.fromkeys((*present.required_actions, *asked)))
    await api.change(person_id, PersonChange(required_actions=all_steps))
    await people.changed(
        actor, "users.asked_at_sign_in", person_id,
        was={"steps": sorted(present.required_actions)},
        now={"steps": sorted(all_steps)},
    )  # fmt: skip


def _steps(steps: Sequence[str]) -> list[str]:
    if not steps or set(steps) - set(STEPS):
        raise InvalidInput("Say what the person is to do", path="steps")
    return list(dict.fromkeys(steps))
