"""The keys each realm signs with, and reading what they have signed.

Keys come from the realm's configured issuer only, never from an address or a key
in the token. Each key signs with one algorithm, so a token cannot choose another.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey
from joserfc.jws import JWSRegistry

from giroscope.kernel.errors import Unauthenticated, Unavailable

log = structlog.get_logger(__name__)

LEEWAY_SECONDS = 30
"""How far the clocks of provider and product may differ."""
_FRESH_SECONDS = 600
_STALE_SECONDS = 3600
"""How long old keys go on while the provider does not answer."""
_REFETCH_SECONDS = 30
_RETRY_SECONDS = 1
_MOST_KEYS = 32
_LONGEST_NAME = 255

FetchKeys = Callable[[str], Awaitable[dict[str, Any]]]
"""Gives the JWKS document of a realm; raises OSError when it cannot."""


class _Pinned(JWSRegistry):
    """Knows one algorithm: that of the key at hand."""

    def __init__(self, algorithm: str) -> None:
        super().__init__(algorithms=[algorithm])
        self.algorithm = algorithm

    def get_alg(self, name: str) -> Any:
        """The one algorithm.

        The name EdDSA is discouraged (RFC 9864) because it leaves the curve open;
        here the key has settled the curve.
        """
        if name != self.algorithm:
            raise Unauthenticated
        return self.algorithms[name]


_REGISTRIES = {name: _Pinned(name) for name in ("RS256", "PS256", "ES256", "EdDSA")}


@dataclass(frozen=True, slots=True)
class _SigningKey:
    key: Key
    registry: _Pinned


KeysById = Mapping[str, _SigningKey]


@dataclass(frozen=True, slots=True)
class Signed:
    """What a key of the realm has signed."""

    header: dict[str, Any]
    claims: dict[str, Any]


@dataclass(slots=True)
class _Held:
    keys: KeysById
    fetched: float


class RealmKeys:
    """Reads what realms have signed; asks for keys once, however many wait."""

    def __init__(
        self, fetch: FetchKeys, *, now: Callable[[], float] = time.time
    ) -> None:
        self._fetch = fetch
        self._now = now
        self._held: dict[str, _Held] = {}
        self._asked: dict[str, float] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def read(self, realm: str, token: str) -> Signed:
        """What the token says, which a key of this realm has signed.

        Raises:
            Unauthenticated: It was not signed by a key of the realm, or as agreed.
            Unavailable: The realm's keys were never reached.
        """
        keys = await self._keys(realm)
        named = _key_named_in(token)
        if named not in keys:
            # A key may be newer than our copy: look once more, not too often.
            keys = await self._newer_keys(realm, keys)
        if named not in keys:
            raise Unauthenticated
        return _verified(token, keys[named])

    async def _keys(self, realm: str) -> KeysById:
        """The realm's keys; old ones while the provider does not answer."""
        lock = self._locks.setdefault(realm, asyncio.Lock())
        held = self._held.get(realm)
        if held is not None and (
            self._age(held) < _FRESH_SECONDS
            # Another request is asking for new ones: the old will do meanwhile.
            or (lock.locked() and self._age(held) < _STALE_SECONDS)
        ):
            return held.keys
        async with lock:
            held = self._held.get(realm)
            if held is None or self._age(held) >= _FRESH_SECONDS:
                held = await self._fetched(realm, held)
            if held is None or self._age(held) >= _STALE_SECONDS:
                raise Unavailable(
                    "The sign-in service does not answer; try again in a moment"
                )
            return held.keys

    async def _newer_keys(self, realm: str, known: KeysById) -> KeysById:
        """The keys fetched after those, if they may be fetched again."""
        async with self._locks[realm]:
            held = self._held[realm]
            if held.keys is known:
                held = await self._fetched(realm, held) or held
            return held.keys

    async def _fetched(self, realm: str, held: _Held | None) -> _Held | None:
        """Ask the provider, or keep what is held. Call with the realm's lock."""
        now = self._now()
        pause = _RETRY_SECONDS if held is None else _REFETCH_SECONDS
        if now - self._asked.get(realm, -pause) < pause:
            return held
        self._asked[realm] = now
        try:
            keys = _signing_keys(await self._fetch(realm))
        except (OSError, JoseError, ValueError, LookupError, TypeError) as error:
            log.warning("keys.unreachable", realm=realm, reason=str(error))
            return held
        self._held[realm] = _Held(keys, now)
        return self._held[realm]

    def _age(self, held: _Held) -> float:
        return self._now() - held.fetched


def _key_named_in(token: str) -> str:
    """The key the header names; nothing else of the header is believed.

    Raises:
        Unauthenticated: It is no signed token, or wants to be read in its own way.
    """
    try:
        header = jws.extract_compact(token.encode()).protected
    except (JoseError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unauthenticated from error
    named = header.get("kid")
    if not isinstance(named, str) or "crit" in header:
        raise Unauthenticated
    return named


def _verified(token: str, signing: _SigningKey) -> Signed:
    try:
        read = jwt.decode(token, signing.key, registry=signing.registry)
    except (JoseError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unauthenticated from error
    return Signed(dict(read.header), read.claims)


def _signing_keys(document: dict[str, Any]) -> KeysById:
    """The keys that sign; a provider may publish others beside them.

    Raises:
        ValueError: None is left, or there is no end of them.
        JoseError: One is damaged.
    """
    if len(document["keys"]) > _MOST_KEYS:
        raise ValueError("the provider publishes keys without end")
    found = {}
    for published in document["keys"]:
        algorithm = _algorithm(published) if isinstance(published, dict) else None
        if algorithm is not None:
            key = _imported(published)
            found[str(published["kid"])] = _SigningKey(key, _REGISTRIES[algorithm])
    if not found:
        raise ValueError("the provider publishes no key that signs")
    return found


def _algorithm(key: dict[str, Any]) -> str | None:
    """The one algorithm a published key signs with; None when it is of no use here."""
    usual = {"RSA": "RS256", "EC": "ES256", "OKP": "EdDSA"}.get(str(key.get("kty")))
    allowed = {"RS256", "PS256"} if usual == "RS256" else {usual}
    algorithm = key.get("alg", usual)
    fits = (
        usual is not None
        and algorithm in allowed
        and key.get("use", "sig") == "sig"
        and key.get("crv") in {None, "P-256", "Ed25519"}
        and isinstance(key.get("kid"), str)
        and 0 < len(key["kid"]) <= _LONGEST_NAME
    )
    return algorithm if fits else None


def _imported(published: dict[str, Any]) -> Key:
    kinds: dict[str, type[Key]] = {"RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}
    kind = kinds[published["kty"]]
    # What a key says of itself beyond its numbers is decided here, not there.
    numbers: dict[str, Any] = {
        str(name): published[name]
        for name in ("kty", "crv", "n", "e", "x", "y")
        if name in published
    }
    return kind.import_key(numbers)
