"""Verifies access tokens: the realm of the host decides whose keys count.

Keys come from the realm's configured issuer only, never from an address in
the token. Verified tokens are remembered for a short while, by their hash.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from giroscope.kernel.access import Actor
from giroscope.kernel.errors import Unauthenticated, Unavailable

AUDIENCE = "giroscope-api"
_ALGORITHMS = ["RS256", "ES256"]
_LEEWAY_SECONDS = 30
_KEYS_FRESH_SECONDS = 600
_REFETCH_SECONDS = 30
_REMEMBER_SECONDS = 30
_REMEMBER_TOKENS = 10_000

FetchKeys = Callable[[str], Awaitable[dict[str, Any]]]
"""Gives the JWKS document of a realm; raises OSError when it cannot."""


@dataclass(slots=True)
class _Keys:
    keys: KeySet
    fetched: float


class TokenVerifier:
    """Turns bearer tokens into actors."""

    def __init__(
        self,
        issuer: Callable[[str], str],
        client_id: str,
        fetch_keys: FetchKeys,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._fetch = fetch_keys
        self._now = now
        self._keys: dict[str, _Keys] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._known: OrderedDict[tuple[str, bytes], tuple[Actor, float]] = OrderedDict()

    async def actor(self, realm: str, token: str) -> Actor:
        """The person the token speaks for, in this realm.

        Raises:
            Unauthenticated: Not a valid access token of this realm.
            Unavailable: The provider's keys were never reached.
        """
        key = (realm, hashlib.sha256(token.encode()).digest())
        remembered = self._known.get(key)
        if remembered is not None and self._now() < remembered[1]:
            self._known.move_to_end(key)
            return remembered[0]
        claims = await self._verify(realm, token)
        actor = _actor(realm, claims)
        until = min(float(claims["exp"]), self._now() + _REMEMBER_SECONDS)
        self._known[key] = (actor, until)
        if len(self._known) > _REMEMBER_TOKENS:
            self._known.popitem(last=False)
        return actor

    async def _verify(self, realm: str, token: str) -> dict[str, Any]:
        keys = await self._realm_keys(realm)
        try:
            decoded = self._decode(token, keys.keys)
        except (JoseError, ValueError):
            # A key may be newer than our copy: look once more, not too often.
            if self._now() - keys.fetched < _REFETCH_SECONDS:
                raise Unauthenticated from None
            keys = await self._realm_keys(realm, newer_than=keys.fetched)
            try:
                decoded = self._decode(token, keys.keys)
            except (JoseError, ValueError) as error:
                raise Unauthenticated from error
        self._check(realm, decoded.claims)
        return decoded.claims

    def _decode(self, token: str, keys: KeySet) -> jwt.Token:
        decoded = jwt.decode(token, keys, algorithms=_ALGORITHMS)
        if not isinstance(decoded.claims, dict):
            raise TypeError("claims are no object")
        return decoded

    def _check(self, realm: str, claims: dict[str, Any]) -> None:
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        expiry, issued = claims.get("exp"), claims.get("iat")
        fits = (
            claims.get("iss") == self._issuer(realm)
            and AUDIENCE in audiences
            and claims.get("azp") == self._client_id
            and claims.get("typ") == "Bearer"
            and isinstance(claims.get("sub"), str)
            and isinstance(claims.get("sid"), str)
            and isinstance(expiry, int | float)
            and expiry + _LEEWAY_SECONDS > self._now()
            and isinstance(issued, int | float)
            and issued - _LEEWAY_SECONDS <= self._now()
        )
        if not fits:
            raise Unauthenticated

    async def _realm_keys(self, realm: str, newer_than: float = 0) -> _Keys:
        held = self._keys.get(realm)
        fresh_from = max(newer_than, self._now() - _KEYS_FRESH_SECONDS)
        if held is not None and held.fetched > fresh_from:
            return held
        async with self._locks.setdefault(realm, asyncio.Lock()):
            held = self._keys.get(realm)
            if held is not None and held.fetched > fresh_from:
                return held
            try:
                document = await self._fetch(realm)
                held = _Keys(KeySet.import_key_set(document), self._now())  # type: ignore[arg-type]
            except (OSError, JoseError, ValueError) as error:
                if held is None:
                    raise Unavailable(
                        "The sign-in service does not answer; try again in a moment"
                    ) from error
                return held
            self._keys[realm] = held
            return held


def _actor(realm: str, claims: dict[str, Any]) -> Actor:
    access = claims.get("realm_access")
    roles = access.get("roles", []) if isinstance(access, dict) else []
    username = str(claims.get("preferred_username") or claims["sub"])
    return Actor(
        id=str(claims["sub"]),
        realm=realm,
        username=username,
        name=str(claims.get("name") or username),
        roles=frozenset(role for role in roles if isinstance(role, str)),
    )
