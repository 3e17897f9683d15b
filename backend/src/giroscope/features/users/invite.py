"""Invites people: made at the provider with their roles, and asked by mail to come.

Several are invited at once, and each has an outcome of their own. A password is told
only where a mail could not be sent.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from sqlalchemy import update

from giroscope.features.users import hands, policy, protected_people, queries
from giroscope.features.users.change_person import known
from giroscope.features.users.directory import People
from giroscope.features.users.errors import BadMail, MailWorks
from giroscope.features.users.grant import change_roles, close_requests_of
from giroscope.features.users.tables import KnownPerson, TieAct
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import (
    AppError,
    Conflict,
    InvalidInput,
    NotFound,
    Unavailable,
)
from giroscope.kernel.identity import MailNotSent, NewPerson

FIRST_STEPS = ("UPDATE_PASSWORD",)
_LANGUAGES = frozenset({"en", "da"})
_PASSWORD_BYTES = 15


class InvitationOutcome(StrEnum):
    """What became of one invitation."""

    INVITED = "INVITED"
    MAIL_FAILED = "MAIL_FAILED"
    ALREADY_THERE = "ALREADY_THERE"
    BAD_MAIL = "BAD_MAIL"
    REFUSED = "REFUSED"
    UNAVAILABLE = "UNAVAILABLE"


@dataclass(frozen=True, slots=True)
class Invited:
    """Who is to be invited, as it was typed."""

    email: str
    given_name: str
    family_name: str
    roles: tuple[str, ...] = ()
    language: str | None = None
    username: str | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """What became of it, and with whom."""

    email: str
    outcome: InvitationOutcome
    person_id: str | None = None
    requested: tuple[str, ...] = field(default_factory=tuple)
    """Roles that wait for a second account manager."""
    code: str | None = None
    message: str | None = None


async def invite(
    people: People, actor: Actor, wanted: Sequence[Invited]
) -> list[Invitation]:
    """Invite each; what is wrong with one keeps nobody else from being invited.

    Raises:
        InvalidInput: Nobody, or too many at once.
        UnknownRole: One of the roles is not the product's to give.
    """
    actor.ensure("users.invite")
    if not 1 <= len(wanted) <= policy.MOST_INVITED:
        raise InvalidInput(f"Invite 1 to {policy.MOST_INVITED} people at once")
    for one in wanted:
        policy.ensure_assignable(one.roles)
    await people.ensure_fresh(actor.realm)
    return [await _invite_one(people, actor, one) for one in wanted]


async def resend(people: People, actor: Actor, person_id: str) -> None:
    """Send the mail again.

    Raises:
        NotFound: There is no such person here.
        NotInvited: The person has come already, or may not.
        MailNotSent: The provider could not send it.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.invite")
    await protected_people.ensure_manager_now(people, actor)
    policy.ensure_invited(await known(people, actor, person_id))
    await _send(people, actor, person_id)
    await people.changed(actor, "users.invited_again", person_id)


async def revoke(people: People, actor: Actor, person_id: str) -> None:
    """Take an invitation back that nobody followed: the person is removed.

    Nothing was ever done under that name, so that nothing is lost; everybody else
    is disabled and stays.

    Raises:
        NotFound: There is no such person here.
        NotInvited: The person has come already, or is disabled.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.invite")
    async with protected_people.managing(people, actor) as api:
        policy.ensure_invited(await known(people, actor, person_id))
        async with people.reading(actor.realm) as session:
            email = (await queries.person(session, person_id)).email
        await api.delete(person_id)
    await close_requests_of(people, actor, person_id)
    await people.changed(
        actor, "users.invitation_revoked", person_id, was={"email": email}
    )


async def temporary_password(people: People, actor: Actor, person_id: str) -> str:
    """A password for the first sign-in, told once; the person must change it then.

    Raises:
        NotFound: There is no such person here.
        NotInvited: The person has come already, or may not.
        MailWorks: The invitation went out by mail.
        ApproversAccount: The person has, or is to get, a role that protects them.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.invite")
    policy.ensure_invited(await known(people, actor, person_id))
    async with people.reading(actor.realm) as session:
        has_mail_failed = (await queries.person(session, person_id)).has_mail_failed
    if not has_mail_failed:
        raise MailWorks
    password = new_password()
    async with protected_people.managing(people, actor) as api:
        await protected_people.ensure_keys_are_ours(people, actor, api, person_id)
        await hands.tie(people, actor, person_id, TieAct.PASSWORD)
        await api.set_password(person_id, password, is_temporary=True)
    await people.changed(actor, "users.begins_with_password", person_id)
    return password


def new_password() -> str:
    """A password that nobody guesses, to be changed at the first sign-in."""
    return secrets.token_urlsafe(_PASSWORD_BYTES)


async def _invite_one(people: People, actor: Actor, wanted: Invited) -> Invitation:
    told = wanted.email.strip()[:255]
    try:
        person_id = await _make(people, actor, wanted)
    except BadMail as flaw:
        return _refused(told, InvitationOutcome.BAD_MAIL, flaw)
    except Conflict as flaw:
        return _refused(told, InvitationOutcome.ALREADY_THERE, flaw)
    except Unavailable as flaw:
        return _refused(told, InvitationOutcome.UNAVAILABLE, flaw)
    except AppError as flaw:
        return _refused(told, InvitationOutcome.REFUSED, flaw)
    requested: tuple[str, ...] = ()
    outcome = InvitationOutcome.INVITED
    problem: AppError | None = None
    try:
        if wanted.roles:
            granted = await change_roles(people, actor, person_id, give=wanted.roles)
            requested = granted.requested
        await _send(people, actor, person_id)
    except MailNotSent as flaw:
        outcome, problem = InvitationOutcome.MAIL_FAILED, flaw
    except Unavailable as flaw:
        outcome, problem = InvitationOutcome.UNAVAILABLE, flaw
    except AppError as flaw:
        outcome, problem = InvitationOutcome.REFUSED, flaw
    return Invitation(
        told, outcome, person_id, requested,
        code=problem.code if problem else None,
        message=problem.message if problem else None,
    )  # fmt: skip


async def _make(people: People, actor: Actor, wanted: Invited) -> str:
    email = policy.mail_address(wanted.email)
    username = (wanted.username or email).strip().lower()
    if wanted.language is not None and wanted.language not in _LANGUAGES:
        raise InvalidInput("Mails are written in en or da", path="language")
    person = NewPerson(
        username=username,
        given_name=policy.person_name(wanted.given_name, "givenName"),
        family_name=policy.person_name(wanted.family_name, "familyName"),
        email=email,
        required_actions=FIRST_STEPS,
        locale=wanted.language,
    )
    async with people.reading(actor.realm) as session:
        if await queries.with_address(session, email, username) is not None:
            raise Conflict("Somebody here has this mail address or user name already")
    await protected_people.ensure_manager_now(people, actor)
    api = await people.api(actor.realm)
    person_id = await api.create(person)
    await hands.tie(people, actor, person_id, TieAct.MADE)
    await people.changed(
        actor, "users.invited", person_id,
        now={"email": email, "username": username, "roles": sorted(wanted.roles)},
    )  # fmt: skip
    async with people.writing(actor.realm) as session:
        await session.execute(
            update(KnownPerson)
            .where(KnownPerson.person_id == person_id)
            .values(created_by=actor.id, created_by_name=actor.name)
        )
    return person_id


async def _send(people: People, actor: Actor, person_id: str) -> None:
    """Mail the first steps, and remember whether that worked."""
    api = await people.api(actor.realm)
    has_failed = True
    try:
        await api.send_actions(
            person_id,
            FIRST_STEPS,
            client_id=people.client_id,
            return_to=people.console(actor.realm),
        )
        has_failed = False
    except NotFound as error:
        raise NotFound("There is no such person here") from error
    finally:
        async with people.writing(actor.realm) as session:
            await session.execute(
                update(KnownPerson)
                .where(KnownPerson.person_id == person_id)
                .values(has_mail_failed=has_failed)
            )


def _refused(email: str, outcome: InvitationOutcome, flaw: AppError) -> Invitation:
    return Invitation(email, outcome, code=flaw.code, message=flaw.message)
