"""From a name and a password to a session, too slowly for guessing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from signin.endpoints.call import Call
from signin.events import EventKind, record
from signin.sessions import EndReason, Session, end_session, start_session
from signin.throttle import (
    Throttle,
    address_throttle,
    count_failure,
    device_throttle,
    forget_failures,
    name_throttle,
    place_throttle,
    seconds_to_wait,
)
from signin.users import User, set_password_hash, user_by_name

_IMPOSSIBLE_NAME = re.compile(r"[\x00-\x1f\x7f]|.{256}")


@dataclass(frozen=True, slots=True)
class Refused:
    """Not let in. The answer is the same whether the name exists or not."""

    seconds_to_wait: int = 0


@dataclass(frozen=True, slots=True)
class _Counts:
    """Which counts an attempt belongs to."""

    told: tuple[Throttle, ...]
    """Their wait is told."""
    silent: tuple[Throttle, ...] = ()
    """A mail address is a second name for one account. What the account waits is not
    told, or it would tell whose address it is."""
    forgotten: tuple[Throttle, ...] = ()
    """Begin anew after a success."""
    is_known: bool = False
    """Whether the person has signed in with this browser before."""

    @property
    def all(self) -> tuple[Throttle, ...]:
        """Every one of them, once."""
        return tuple(dict.fromkeys((*self.told, *self.silent)))


def _counts(call: Call, user: User | None, typed: str) -> _Counts:
    realm, address = call.realm.name, call.origin.address
    device = call.device(user.id) if user else None
    if device is not None:
        own = device_throttle(realm, device)
        return _Counts(told=(own,), forgotten=(own,), is_known=True)
    here = place_throttle(realm, typed, address)
    told = here, name_throttle(realm, typed), address_throttle(realm, address)
    if user is None:
        return _Counts(told, forgotten=(here,))
    own = place_throttle(realm, user.username, address)
    silent = own, name_throttle(realm, user.username)
    return _Counts(told, silent, forgotten=(here, own))


async def check_credentials(
    call: Call,
    username: str,
    password: str,
    *,
    failure: EventKind = EventKind.SIGN_IN_FAILED,
) -> User | Refused:
    """Tell who this is, or refuse; failures of the name and of the address are counted.

    Throttles are asked before the password is looked at, so a right guess made too
    early is refused like a wrong one. At a browser the person has signed in with
    before, only what failed at that browser counts: nobody else can make it wait.
    """
    realm, passwords = call.realm.name, call.provider.passwords
    user = None
    if not _IMPOSSIBLE_NAME.search(username):
        async with call.provider.store.reading() as db:
            user = await user_by_name(db, realm, username)
    counts = _counts(call, user, username)
    # Who is known waits behind no crowd of strangers either.
    async with passwords.known_turn if counts.is_known else passwords.turn:
        async with call.provider.store.reading() as db:
            wait = await seconds_to_wait(db, counts.told, now=call.now)
            is_held_up = await seconds_to_wait(db, counts.silent, now=call.now) > 0
        if wait > 0:
            # Nothing is written, so that a flood costs no more than looking.
            return Refused(wait)
        is_right = await passwords.verify(
            user.password_hash if user else None, password, is_known=counts.is_known
        )
        if user is None or not is_right or is_held_up or not user.enabled:
            await _note_failure(call, failure, user, counts.all)
            return Refused()
    new_hash = None
    if user.password_hash and passwords.needs_rehash(user.password_hash):
        new_hash = await passwords.hash(password)
    async with call.provider.store.writing() as db:
        for throttle in counts.forgotten:
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
