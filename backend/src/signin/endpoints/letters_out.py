"""Making a link and sending the mail that carries it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from signin.action_links import make_link
from signin.endpoints.call import Call
from signin.events import EventKind, record
from signin.letters import (
    actions_letter,
    password_letter,
    verification_letter,
    words_of,
)
from signin.mail import Mail, MailNotSent
from signin.required_actions import UPDATE_PASSWORD, VERIFY_EMAIL
from signin.users import User


async def send_actions(
    call: Call,
    user: User,
    actions: Sequence[str],
    *,
    lifespan: int,
    client_id: str,
    redirect_uri: str,
) -> None:
    """Send what an administrator wants of a person; raises `MailNotSent`."""
    expires_at = call.now + lifespan
    link = await _link(
        call,
        user,
        actions,
        expires_at=expires_at,
        client_id=client_id,
        redirect_uri=redirect_uri,
    )
    letter = actions_letter(
        user,
        words_of(user),
        call.provider.settings.branding,
        actions=actions,
        link=link,
        expires_at=expires_at,
    )
    await _send(call, user, letter, EventKind.ACTIONS_SENT)


async def send_new_password(
    call: Call, user: User, *, client_id: str, redirect_uri: str
) -> None:
    """Send the link of a forgotten password; what fails is recorded."""
    expires_at = call.now + call.realm.lifetimes.own_link
    link = await _link(
        call,
        user,
        [UPDATE_PASSWORD],
        expires_at=expires_at,
        client_id=client_id,
        redirect_uri=redirect_uri,
    )
    letter = password_letter(
        user,
        words_of(user, call.words.language),
        call.provider.settings.branding,
        link=link,
        expires_at=expires_at,
    )
    await _try(call, user, letter, EventKind.RESET_ASKED)


async def send_verification(
    call: Call, user: User, *, client_id: str, redirect_uri: str
) -> None:
    """Send the link that proves a mail address; what fails is recorded."""
    expires_at = call.now + call.realm.lifetimes.own_link
    link = await _link(
        call,
        user,
        [VERIFY_EMAIL],
        expires_at=expires_at,
        client_id=client_id,
        redirect_uri=redirect_uri,
    )
    letter = verification_letter(
        user,
        words_of(user, call.words.language),
        call.provider.settings.branding,
        link=link,
        expires_at=expires_at,
    )
    await _try(call, user, letter, EventKind.VERIFICATION_SENT)


async def _link(
    call: Call,
    user: User,
    actions: Sequence[str],
    *,
    expires_at: int,
    client_id: str,
    redirect_uri: str,
) -> str:
    async with call.provider.store.writing() as db:
        key = await make_link(
            db,
            user,
            actions,
            expires_at=expires_at,
            client_id=client_id,
            redirect_uri=redirect_uri,
        )
    return f"{call.issuer}/login-actions/action-token?{urlencode({'key': key})}"


async def _try(call: Call, user: User, letter: Mail, kind: EventKind) -> None:
    try:
        await _send(call, user, letter, kind)
    except MailNotSent:
        # Recorded by then, and the person is told the same either way.
        return


async def _send(call: Call, user: User, letter: Mail, kind: EventKind) -> None:
    try:
        await call.provider.mailer.send(letter)
    except MailNotSent as problem:
        await _record(call, user, EventKind.MAIL_FAILED, str(problem))
        raise
    await _record(call, user, kind)


async def _record(call: Call, user: User, kind: EventKind, detail: str = "") -> None:
    async with call.provider.store.writing() as db:
        await record(
            db,
            kind,
            realm=call.realm.name,
            now=call.now,
            client_id=call.provider.settings.client_id,
            user_id=user.id,
            address=call.origin.address,
            detail=detail,
        )
