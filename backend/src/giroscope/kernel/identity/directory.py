"""The people of every realm, for the web application: one client, one per realm.

The secret of a realm's service client is derived from the realm's data key, so it
is stored nowhere and stays the same when the master key is rotated.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from anyio import to_thread

from giroscope.kernel.database import Database
from giroscope.kernel.identity.admin import AdminApi
from giroscope.kernel.identity.calls import new_client
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import derive
from giroscope.kernel.witness import Witness, no_witness
from giroscope.settings import Settings

_PURPOSE = "identity service"
_LOOK_SECONDS = 30.0


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


@dataclass(slots=True)
class _Lent:
    """The Admin API of a realm, and the secret it was made with."""

    api: AdminApi
    secret: str = field(repr=False)
    looked: float


class PeopleDirectory:
    """Lends the Admin API of each realm; close it with the application."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        master_key: bytes,
        *,
        now: Callable[[], float] = time.monotonic,
        witness: Witness = no_witness,
    ) -> None:
        self._witness = witness
        self._settings = settings
        self._database = database
        self._master_key = master_key
        self._now = now
        self._client = new_client()
        self._lent: dict[str, _Lent] = {}
        self._lock = asyncio.Lock()

    async def of(self, realm: str) -> AdminApi:
        """The people of a realm that is known to exist.

        Raises:
            SecretDamaged: The master key is not the one of this realm.
        """
        lent = self._lent.get(realm)
        if lent is None or self._now() - lent.looked >= _LOOK_SECONDS:
            async with self._lock:
                lent = self._lent[realm] = await self._look(realm)
        return lent.api

    def is_silent(self, realm: str) -> bool:
        """Whether the provider left the latest call about this realm unanswered."""
        lent = self._lent.get(realm)
        return lent is not None and lent.api.is_silent

    async def close(self) -> None:
        """Give all connections back."""
        await self._client.aclose()

    async def _look(self, realm: str) -> _Lent:
        """As it was; a realm that was deleted and made again has another secret."""
        lent = self._lent.get(realm)
        if lent is not None and self._now() - lent.looked < _LOOK_SECONDS:
            return lent
        secret = await to_thread.run_sync(
            service_secret, self._settings, self._database, realm, self._master_key
        )
        if lent is not None and lent.secret == secret:
            lent.looked = self._now()
            return lent
        api = AdminApi(
            self._client, self._settings.sign_in_url, realm, secret, self._witness
        )
        return _Lent(api, secret, self._now())
