"""The people of every realm, for the web application: one client, one per realm.

The secret of a realm's service client is derived from the realm's data key, so it
is stored nowhere and stays the same when the master key is rotated.
"""

import asyncio

from anyio import to_thread

from giroscope.kernel.database import Database
from giroscope.kernel.identity.admin import AdminApi
from giroscope.kernel.identity.calls import new_client
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import derive
from giroscope.settings import Settings

_PURPOSE = "identity service"


def service_secret(
    settings: Settings, database: Database, realm: str, master_key: bytes
) -> str:
    """What the product proves itself with at a realm of the identity provider.

    Raises:
        SecretDamaged: The master key is not the one of this realm.
    """
    if settings.identity_service_secret is not None:
        return settings.identity_service_secret.get_secret_value()
    return derive(realm_key(database, realm, master_key), _PURPOSE).hex()


class PeopleDirectory:
    """Lends the Admin API of each realm; close it with the application."""

    def __init__(
        self, settings: Settings, database: Database, master_key: bytes
    ) -> None:
        self._settings = settings
        self._database = database
        self._master_key = master_key
        self._client = new_client()
        self._apis: dict[str, AdminApi] = {}
        self._lock = asyncio.Lock()

    async def of(self, realm: str) -> AdminApi:
        """The people of a realm that is known to exist.

        Raises:
            SecretDamaged: The master key is not the one of this realm.
        """
        if realm not in self._apis:
            async with self._lock:
                secret = await to_thread.run_sync(
                    service_secret,
                    self._settings,
                    self._database,
                    realm,
                    self._master_key,
                )
                self._apis[realm] = AdminApi(
                    self._client, self._settings.sign_in_url, realm, secret
                )
        return self._apis[realm]

    async def close(self) -> None:
        """Give all connections back."""
        await self._client.aclose()
