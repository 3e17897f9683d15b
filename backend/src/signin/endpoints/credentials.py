"""From a name and a password to a session, too slowly for guessing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from signin.endpoints.call import Call
from signin.events import EventKind, record
from signin.sessions import EndReason, Session, end_session, start_session
from signin.throttle import (
    Throttle,
    account_throttle,
    address_throttle,
    count_failure,
    forget_failures,
    seconds_to_wait,
)
from signin.users import User, set_password_hash, user_by_name

_IMPOSSIBLE_NAME = re.compile(r"[\x00-\x1f\x7f]|.{256}")


@dataclass(frozen=True, slots=True)
class Refused:
    """Not let in. The answer is the same whether the name exists or not."""

    seconds_to_wait: int = 0


async def check_credentials(
    call: Call,
    username: str,
    password: str,
    *,
    failure: EventKind = EventKind.SIGN_IN_FAILED,
) -> User | Refused:
    """Tell who this is, or refuse; failures of the name and of the address are counted.

    Throttles are asked before the password is looked at, so a right guess made too
    early is refused like a wrong one.
    """
    realm, passwords = call.realm.name, call.provider.passwords
    typed = account_throttle(realm, username)
    seen = (typed, address_throttle(realm, call.origin.address))
    async with passwords.turn:
        async with call.provider.store.reading() as db:
            wait = await seconds_to_wait(db, seen, now=call.now)
            user = None
            if not _IMPOSSIBLE_NAME.search(username):
                user = await user_by_name(db, realm, username)
            # A mail address is a second name for one account. Its wait is not told,
            # or it would tell whose address it is.
            account = account_throttle(realm, user.username) if user else typed
            is_held_up = await seconds_to_wait(db, (account,), now=call.now) > 0
        if wait > 0:
            # Nothing is written, so that a flood costs no more than looking.
            return Refused(wait)
        is_right = await passwords.verify(
            user.password_hash if user else None, password
        )
        if user is None or not is_right or is_held_up or not user.enabled:
            counted = seen if account == typed else (*seen, account)
            await _note_failure(call, failure, user, counted)
            return Refused()
    new_hash = None
    if user.password_hash and passwords.needs_rehash(user.password_hash):
        new_hash = await passwords.hash(password)
    async with call.provider.store.writing() as db:
        for throttle in {account, typed}:
            await forget_failures(db, throttle)
        if new_hash is not None:
            await set_password_hash(db, user.id, new_hash, changed_at=None)
    return user


async def begin_session(call: Call, user: User) -> tuple[Session, str]:
    """Sign a person in with a new secret, and end the browser's old session."""
    now = call.now
    async with call.provider.store.writing() as db:
        old = await call.session(db)
        if old is not None:
            await end_session(db, old.sid, EndReason.REPLACED, now=now)
        session, secret = await start_session(
            db,
            call.realm.name,
            user.id,
            call.origin,
            call.realm.lifetimes,
            now=now,
        )
        await record(
            db,
            EventKind.SIGNED_IN,
            realm=call.realm.name,
            now=now,
            client_id=call.provider.settings.client_id,
            user_id=user.id,
            sid=session.sid,
            address=call.origin.address,
        )
    return session, secret


async def _note_failure(
    call: Call, kind: EventKind, user: User | None, counted: tuple[Throttle, ...]
) -> None:
    async with call.provider.store.writing() as db:
        wait = await count_failure(db, counted, now=call.now)
        await record(
            db,
            kind,
            realm=call.realm.name,
            now=call.now,
            client_id=call.provider.settings.client_id,
            user_id=user.id if user else None,
            address=call.origin.address,
            detail=f"next attempt in {wait} s" if wait else "",
        )
