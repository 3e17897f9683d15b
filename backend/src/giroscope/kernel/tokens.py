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

import structlog
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from giroscope.kernel.access import Actor
from giroscope.kernel.errors import Unauthenticated, Unavailable

log = structlog.get_logger(__name__)

AUDIENCE = "giroscope-api"
_ALGORITHMS = ["RS256", "ES256"]
_LEEWAY_SECONDS = 30
_KEY_TYPES = {"RSA", "EC"}
_KEYS_FRESH_SECONDS = 600
_KEYS_STALE_SECONDS = 3600
"""How long old keys go on while the provider does not answer."""
_REFETCH_SECONDS = 30
_RETRY_SECONDS = 1
_LONGEST_NAME = 64
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
        self._asked: dict[str, float] = {}
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
            claims = _decode(token, keys)
        except InvalidKeyIdError:
            # A key may be newer than our copy: look once more, not too often.
            claims = _decode_or_refuse(token, await self._newer_keys(realm, keys))
        self._check(realm, claims)
        return claims

    def _check(self, realm: str, claims: dict[str, Any]) -> None:
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        expiry, issued = claims.get("exp"), claims.get("iat")
        fits = (
            claims.get("iss") == self._issuer(realm)
            and AUDIENCE in audiences
            and claims.get("azp") == self._client_id
            and claims.get("typ") == "Bearer"
            and _is_name(claims.get("sub"))
            and _is_name(claims.get("sid"))
            and isinstance(expiry, int | float)
            and expiry + _LEEWAY_SECONDS > self._now()
            and isinstance(issued, int | float)
            and issued - _LEEWAY_SECONDS <= self._now()
        )
        if not fits:
            raise Unauthenticated

    async def _realm_keys(self, realm: str) -> KeySet:
        """The realm's keys; old ones while the provider does not answer."""
        lock = self._locks.setdefault(realm, asyncio.Lock())
        held = self._keys.get(realm)
        if held is not None and (
            self._age(held) < _KEYS_FRESH_SECONDS
            # Another request is asking for new ones: the old will do meanwhile.
            or (lock.locked() and self._age(held) < _KEYS_STALE_SECONDS)
        ):
            return held.keys
        async with lock:
            held = self._keys.get(realm)
            if held is None or self._age(held) >= _KEYS_FRESH_SECONDS:
                held = await self._fetched(realm, held)
            if held is None or self._age(held) >= _KEYS_STALE_SECONDS:
                raise Unavailable(
                    "The sign-in service does not answer; try again in a moment"
                )
            return held.keys

    async def _newer_keys(self, realm: str, known: KeySet) -> KeySet:
        """The keys fetched after those, if they may be fetched again."""
        async with self._locks[realm]:
            held = self._keys[realm]
            if held.keys is known:
                held = await self._fetched(realm, held) or held
            return held.keys

    async def _fetched(self, realm: str, held: _Keys | None) -> _Keys | None:
        """Ask the provider, or keep what is held. Call with the realm's lock."""
        now = self._now()
        pause = _RETRY_SECONDS if held is None else _REFETCH_SECONDS
        if now - self._asked.get(realm, -pause) < pause:
            return held
        self._asked[realm] = now
        try:
            keys = _key_set(await self._fetch(realm))
        except (OSError, JoseError, ValueError, LookupError, TypeError) as error:
            log.warning("keys.unreachable", realm=realm, reason=str(error))
            return held
        self._keys[realm] = _Keys(keys, now)
        return self._keys[realm]

    def _age(self, held: _Keys) -> float:
        return self._now() - held.fetched


def _decode(token: str, keys: KeySet) -> dict[str, Any]:
    """The claims of a token that one of the keys signed.

    Raises:
        InvalidKeyIdError: It names a key that is not among them.
        Unauthenticated: It is no such token.
    """
    try:
        return jwt.decode(token, keys, algorithms=_ALGORITHMS).claims
    except InvalidKeyIdError:
        raise
    except (JoseError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unauthenticated from error


def _decode_or_refuse(token: str, keys: KeySet) -> dict[str, Any]:
    try:
        return _decode(token, keys)
    except InvalidKeyIdError as error:
        raise Unauthenticated from error


def _key_set(document: dict[str, Any]) -> KeySet:
    """The keys that sign; a provider may publish others beside them.

    Raises:
        JoseError: A key is damaged, or none is left.
    """
    signing = [
        key
        for key in document["keys"]
        if isinstance(key, dict)
        and key.get("kty") in _KEY_TYPES
        and key.get("use", "sig") == "sig"
    ]
    return KeySet.import_key_set({"keys": signing})


def _is_name(claim: object) -> bool:
    return isinstance(claim, str) and 0 < len(claim) <= _LONGEST_NAME


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
