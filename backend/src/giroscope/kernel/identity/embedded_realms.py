"""Realms of the embedded provider, through the door of its package."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from giroscope.kernel.errors import NotFound
from giroscope.kernel.identity.calls import IdentityRefused
from giroscope.kernel.identity.realms import MadeRealm
from giroscope.kernel.identity.template import RealmPlan, rendered
from signin import (
    InvalidRealmName,
    Provider,
    SigninSettings,
    UnknownRealmName,
    delete_realm,
    ensure_realm,
    ensure_service_client,
    export_realm,
    list_realms,
    open_provider,
    retire_keys,
    rotate_keys,
    update_realm,
)

# What the provider can be told of the template; the rest is how it always is.
_SETTINGS = (
    "displayName",
    "accessTokenLifespan",
    "accessCodeLifespan",
    "ssoSessionIdleTimeout",
    "ssoSessionMaxLifespan",
)


class EmbeddedRealms:
    """The realms of the provider inside."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    async def names(self) -> list[str]:
        """Realms there are, in order."""
        return list(await list_realms(self._provider))

    async def create(self, plan: RealmPlan) -> MadeRealm:
        """Make the realm and its first people; one that is there stays."""
        is_new = plan.realm not in await self.names()
        try:
            made = await ensure_realm(
                self._provider, plan.realm, display_name=plan.display_name
            )
        except InvalidRealmName as error:
            raise IdentityRefused(
                f"“{plan.realm}” cannot be the name of a realm"
            ) from error
        await ensure_service_client(self._provider, plan.realm, plan.secret)
        return MadeRealm(
            is_new,
            made.created,
            made.password,
            is_password_generated=made.is_password_generated,
        )

    async def update(self, plan: RealmPlan) -> None:
        """Bring settings and the service's secret to the present template."""
        wanted = rendered(plan)
        settings = {name: wanted[name] for name in _SETTINGS}
        if plan.display_name is None:
            settings.pop("displayName")
        try:
            await update_realm(self._provider, plan.realm, settings)
        except UnknownRealmName as error:
            raise _no_such_realm(plan.realm) from error
        await ensure_service_client(self._provider, plan.realm, plan.secret)

    async def export(self, realm: str) -> dict[str, Any]:
        """Settings, roles, clients and people, without any secret."""
        try:
            return await export_realm(self._provider, realm)
        except UnknownRealmName as error:
            raise _no_such_realm(realm) from error

    async def rotate_keys(self, realm: str) -> str:
        """Sign with a new key from now on; tells its id."""
        try:
            return await rotate_keys(self._provider, realm)
        except UnknownRealmName as error:
            raise _no_such_realm(realm) from error

    async def retire_keys(self, realm: str) -> int:
        """Drop earlier keys that no token needs any more; tells how many."""
        try:
            return await retire_keys(self._provider, realm)
        except UnknownRealmName as error:
            raise _no_such_realm(realm) from error

    async def delete(self, realm: str) -> None:
        """Delete the realm with everybody in it."""
        if not await delete_realm(self._provider, realm):
            raise _no_such_realm(realm)


def _no_such_realm(realm: str) -> NotFound:
    return NotFound(f"The sign-in has no realm named {realm}")


@asynccontextmanager
async def open_embedded_realms(
    settings: SigninSettings,
) -> AsyncIterator[EmbeddedRealms]:
    """The realms of the provider with these settings, whether it runs or not."""
    async with open_provider(settings) as provider:
        yield EmbeddedRealms(provider)
