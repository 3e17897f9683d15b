"""A new password: judged, stored, and everything ended that the old one had begun."""

from __future__ import annotations

from signin.begun import end_everything_of
from signin.endpoints.call import Call
from signin.events import EventKind, record
from signin.passwords import MAX_LENGTH, MIN_LENGTH, PasswordFlaw, flaw_of
from signin.required_actions import UPDATE_PASSWORD
from signin.sessions import EndReason
from signin.users import User, require_actions, set_password_hash
from signin.words import Words


def problem_of_password(call: Call, user: User, new: str, repeated: str) -> str | None:
    """Say what is wrong with a new password, if anything."""
    words, branding = call.words, call.provider.settings.branding
    if new != repeated:
        return words.password_differs
    about = (user.given_name, user.family_name, call.realm.name)
    flaw = flaw_of(new, username=user.username, branding=branding, about=about)
    return None if flaw is None else _in_words(flaw, words, branding)


async def is_the_old_one(call: Call, user: User, new: str) -> bool:
    """Tell whether somebody chose the password they were to replace."""
    passwords = call.provider.passwords
    async with passwords.turn:
        return await passwords.verify(user.password_hash, new)


async def store_password(
    call: Call,
    user: User,
    new: str,
    *,
    keep: str | None = None,
    pending: str = "",
) -> None:
    """Store a new password; other sessions, links and begun sign-ins end."""
    password_hash = await call.provider.passwords.hash(new)
    async with call.provider.store.writing() as db:
        await set_password_hash(db, user.id, password_hash, changed_at=call.now)
        await require_actions(db, user, done=UPDATE_PASSWORD)
        await end_everything_of(
            db,
            user.id,
            EndReason.PASSWORD_CHANGED,
            now=call.now,
            keep=keep,
            but=pending,
        )
        await record(
            db,
            EventKind.PASSWORD_CHANGED,
            realm=call.realm.name,
            now=call.now,
            client_id=call.provider.settings.client_id,
            user_id=user.id,
            sid=keep,
            address=call.origin.address,
        )


def _in_words(flaw: PasswordFlaw, words: Words, branding: str) -> str:
    match flaw:
        case PasswordFlaw.TOO_SHORT:
            return words.password_too_short.format(length=MIN_LENGTH)
        case PasswordFlaw.TOO_LONG:
            return words.password_too_long.format(length=MAX_LENGTH)
        case PasswordFlaw.TOO_COMMON:
            return words.password_common
        case PasswordFlaw.CONTAINS_NAME:
            return words.password_has_name.format(branding=branding)
