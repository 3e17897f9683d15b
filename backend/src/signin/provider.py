"""The provider put together: settings, store, keys, passwords and rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from signin.background import Background
from signin.keys import Keyring
from signin.mail import Mailer, mailer_of
from signin.passwords import Passwords
from signin.redirects import RedirectRules
from signin.settings import Clock, SigninSettings, system_clock
from signin.store import Store, open_store
from signin.tokens import TokenMint


@dataclass(frozen=True, slots=True)
class Provider:
    """All an endpoint needs."""

    settings: SigninSettings
    store: Store
    keyring: Keyring
    tokens: TokenMint
    passwords: Passwords
    redirects: RedirectRules
    mailer: Mailer
    background: Background


@asynccontextmanager
async def open_provider(
    settings: SigninSettings, *, clock: Clock = system_clock
) -> AsyncIterator[Provider]:
    """Open the database, migrate it, and lend the provider until the block ends."""
    async with open_store(settings.database_url, clock=clock) as store:
        keyring = Keyring(store, settings.encryption_key)
        background = Background()
        try:
            yield Provider(
                settings=settings,
                store=store,
                keyring=keyring,
                tokens=TokenMint(settings, keyring),
                passwords=Passwords(settings.hash_cost),
                redirects=RedirectRules(settings.redirect_patterns()),
                mailer=mailer_of(settings),
                background=background,
            )
        finally:
            await background.finish()
