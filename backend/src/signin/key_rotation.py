"""New signing keys for a realm, while tokens of the old ones are still about."""

from __future__ import annotations

from signin.events import EventKind, record
from signin.provider import Provider
from signin.realm_changes import UnknownRealmName
from signin.realms import realm_by_name


async def rotate_keys(provider: Provider, realm: str) -> str:
    """Sign with a new key from now on; returns its id.

    Earlier keys stay published until their last token is worthless, and those that
    have come so far are dropped. Nobody is signed out. Raises `UnknownRealmName`.
    """
    before = await _worthless_before(provider, realm)
    now = provider.store.now()
    async with provider.store.writing() as db:
        kid = await provider.keyring.rotate(db, realm)
        await provider.keyring.drop_retired(db, realm, before=before)
        await record(
            db, EventKind.KEYS_ROTATED, realm=realm, now=now, detail=f"new key {kid}"
        )
    provider.keyring.forget(realm)
    return kid


async def retire_keys(provider: Provider, realm: str) -> int:
    """Drop the keys whose last token is worthless; returns how many there were.

    Raises `UnknownRealmName`.
    """
    before = await _worthless_before(provider, realm)
    async with provider.store.writing() as db:
        dropped = await provider.keyring.drop_retired(db, realm, before=before)
    provider.keyring.forget(realm)
    return dropped


async def _worthless_before(provider: Provider, realm: str) -> int:
    """When a key must have retired for all its tokens to be worthless by now.

    An ID token is a hint at signing out as long as its session may live; and another
    process may have signed with the key for a minute after its end.
    """
    found = await realm_by_name(provider, realm)
    if found is None:
        raise UnknownRealmName(realm)
    lifetimes = found.lifetimes
    return provider.store.now() - max(lifetimes.session, lifetimes.access) - 60
