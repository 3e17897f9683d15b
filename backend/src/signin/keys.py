"""The realms' signing keys: RS256, private halves sealed in the database."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any, cast

from anyio import to_thread
from joserfc.jwk import KeyParameters, KeySet, OctKey, RSAKey
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.secret_values import derive, seal, unseal
from signin.store import Store
from signin.tables import signing_keys

ALGORITHM = "RS256"
_KEY_BITS = 2048

# Another process may have changed the keys; a minute is how long it may go unnoticed.
_REMEMBERED_SECONDS = 60

# Tokens that name keys nobody has cost no more than one look in this time.
_RELOAD_SECONDS = 5


@dataclass(frozen=True, slots=True)
class RealmKeys:
    """What one realm signs with and what its tokens are checked against."""

    signing: RSAKey
    verifying: KeySet
    published: tuple[dict[str, Any], ...]
    loaded_at: int


class Keyring:
    """Lends the keys of each realm, decrypted once and remembered for a minute."""

    def __init__(self, store: Store, encryption_key: bytes) -> None:
        """Read keys from the store; unseal them with the given key."""
        self._store = store
        self._encryption_key = encryption_key
        self._remembered: dict[str, RealmKeys] = {}
        self.form_key = derive(encryption_key, purpose="signin forms")
        self.device_key = derive(encryption_key, purpose="signin devices")
        self.recovery_key = derive(encryption_key, purpose="signin recovery codes")

    def seal(self, content: bytes, *, purpose: str) -> bytes:
        """Encrypt for storage, for one purpose."""
        return seal(self._encryption_key, content, purpose=purpose)

    def unseal(self, sealed: bytes, *, purpose: str) -> bytes:
        """Decrypt what `seal` made; raises `InvalidTag` for another purpose."""
        return unseal(self._encryption_key, sealed, purpose=purpose)

    def forget(self, realm: str) -> None:
        """Look a realm's keys up again when they are needed next."""
        self._remembered.pop(realm, None)

    async def create(self, db: AsyncConnection, realm: str) -> str:
        """Give a realm a new signing key and return its id; the newest one signs."""
        kid = uuid.uuid4().hex
        parameters: KeyParameters = {"kid": kid, "use": "sig", "alg": ALGORITHM}
        key = await to_thread.run_sync(
            lambda: RSAKey.generate_key(_KEY_BITS, parameters=parameters)
        )
        await db.execute(
            insert(signing_keys).values(
                kid=kid,
                realm=realm,
                public_jwk=json.dumps(key.as_dict(private=False)),
                sealed_private=seal(
                    self._encryption_key,
                    json.dumps(key.as_dict(private=True)).encode(),
                    purpose=_purpose(realm, kid),
                ),
                created_at=self._store.now(),
            )
        )
        self._remembered.pop(realm, None)
        return kid

    async def rotate(self, db: AsyncConnection, realm: str) -> str:
        """Let a new key sign; the others only verify from now on."""
        await db.execute(
            update(signing_keys)
            .where(signing_keys.c.realm == realm, signing_keys.c.retired_at.is_(None))
            .values(retired_at=self._store.now())
        )
        return await self.create(db, realm)

    async def drop_retired(
        self, db: AsyncConnection, realm: str, *, before: int
    ) -> int:
        """Remove the keys that retired before an instant."""
        dropped = await db.execute(
            delete(signing_keys).where(
                signing_keys.c.realm == realm, signing_keys.c.retired_at < before
            )
        )
        return dropped.rowcount

    async def of_realm_with(self, realm: str, kid: object) -> RealmKeys:
        """Lend the keys of a realm, looked up again for a key made elsewhere."""
        known = await self.of_realm(realm)
        is_there = any(jwk["kid"] == kid for jwk in known.published)
        if is_there or self._store.now() - known.loaded_at < _RELOAD_SECONDS:
            return known
        self.forget(realm)
        return await self.of_realm(realm)

    async def of_realm(self, realm: str) -> RealmKeys:
        """Lend the keys of a realm that exists."""
        known = self._remembered.get(realm)
        if known is None or self._store.now() - known.loaded_at >= _REMEMBERED_SECONDS:
            known = await self._load(realm)
            self._remembered[realm] = known
        return known

    def refresh_key(self, realm: str) -> OctKey:
        """Lend the key of refresh tokens, which only this provider reads."""
        return OctKey.import_key(
            derive(self._encryption_key, purpose=f"signin refresh {realm}")
        )

    async def _load(self, realm: str) -> RealmKeys:
        query = (
            select(signing_keys)
            .where(signing_keys.c.realm == realm)
            .order_by(signing_keys.c.created_at.desc(), signing_keys.c.kid)
        )
        async with self._store.reading() as db:
            rows = (await db.execute(query)).all()
        newest = next((row for row in rows if row.retired_at is None), None)
        if newest is None:
            raise LookupError(f"realm {realm!r} has no signing key")
        private = unseal(
            self._encryption_key,
            newest.sealed_private,
            purpose=_purpose(realm, newest.kid),
        )
        public = tuple(
            cast("dict[str, Any]", json.loads(row.public_jwk)) for row in rows
        )
        return RealmKeys(
            signing=RSAKey.import_key(json.loads(private)),
            verifying=KeySet([RSAKey.import_key(dict(jwk)) for jwk in public]),
            published=public,
            loaded_at=self._store.now(),
        )


def _purpose(realm: str, kid: str) -> str:
    return f"signin signing key {realm} {kid}"
