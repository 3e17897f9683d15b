"""Verifies access tokens: the realm of the host decides whose keys count.

Verified tokens are remembered for a short while, by their hash; whether their
session was ended or a role taken meanwhile is looked up every time.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple, TypeGuard

from giroscope.kernel.access import Actor, ActorKind
from giroscope.kernel.api_clients import PREFIX, ApiClients
from giroscope.kernel.ended_sessions import EndedSessions
from giroscope.kernel.errors import Unauthenticated
from giroscope.kernel.signing_keys import LEEWAY_SECONDS, RealmKeys, Signed

AUDIENCE = "giroscope-api"
LONGEST_LIFE_SECONDS = 12 * 3600
"""No access token lives longer, so none outlives the memory of its session's end."""
_LONGEST_TOKEN = 16_384
_LONGEST_NAME = 64
_REMEMBER_SECONDS = 30
_REMEMBER_TOKENS = 10_000
# RFC 9068 gives access tokens a type of their own; Keycloak says JWT by default.
_HEADER_TYPES = frozenset({None, "jwt", "at+jwt", "application/at+jwt"})


Key = tuple[str, bytes]
"""A realm, and the hash of a token."""
_NOBODY = (None, 0.0)


class Known(NamedTuple):
    """Somebody whose token was verified, and by what that is remembered."""

    actor: Actor
    key: Key


class TokenVerifier:
    """Turns bearer tokens into actors."""

    def __init__(
        self,
        issuer: Callable[[str], str],
        client_id: str,
        keys: RealmKeys,
        ended: EndedSessions,
        *,
        clients: ApiClients | None = None,
        now: Callable[[], float] = time.time,
        most_remembered: int = _REMEMBER_TOKENS,
    ) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._keys = keys
        self._ended = ended
        self._clients = clients
        self._now = now
        self._most = most_remembered
        self._known: OrderedDict[Key, tuple[Actor, float]] = OrderedDict()

    async def actor(self, realm: str, token: str) -> Actor:
        """The person or program the token speaks for, in this realm.

        Raises:
            Unauthenticated: Not a valid access token of this realm, or its session
                was ended, or the program may call no more.
            Unavailable: The provider's keys were never reached.
        """
        key = _key(realm, token)
        actor = self._remembered(key)
        if actor is None:
            actor = await self._verify(realm, token, key)
        return await self.as_of_now(actor)

    def known(self, realm: str, token: str) -> Known | None:
        """Whom a token speaks for, where that is certain without asking anybody."""
        key = _key(realm, token)
        actor = self._remembered(key)
        known = None if actor is None else Known(actor, key)
        return known if known is not None and self.still_knows(known) else None

    def still_knows(self, known: Known) -> bool:
        """Whether that is certain still: verified a moment ago, and not ended since."""
        actor, until = self._known.get(known.key, _NOBODY)
        return (
            actor is known.actor
            # What a program may do is looked up every time.
            and actor.kind is ActorKind.PERSON
            and self._now() < until
            and self._ended.knows_open(known.actor)
        )

    async def as_of_now(self, actor: Actor) -> Actor:
        """Who showed a token a while ago, without the roles that were taken since.

        Raises:
            Unauthenticated: The session was ended since, or the program may not call.
        """
        if actor.kind is ActorKind.CLIENT:
            if self._clients is None:
                raise Unauthenticated
            return await self._clients.as_of_now(actor)
        return await self._ended.as_of_now(actor)

    def _remembered(self, key: Key) -> Actor | None:
        known = self._known.get(key)
        if known is None or self._now() >= known[1]:
            return None
        self._known.move_to_end(key)
        return known[0]

    async def _verify(self, realm: str, token: str, key: Key) -> Actor:
        if len(token) > _LONGEST_TOKEN:
            raise Unauthenticated
        signed = await self._keys.read(realm, token)
        self._check(realm, signed)
        actor = _actor(realm, signed.claims, token)
        until = min(float(signed.claims["exp"]), self._now() + _REMEMBER_SECONDS)
        self._known[key] = (actor, until)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return actor

    def _check(self, realm: str, signed: Signed) -> None:
        claims = signed.claims
        fits = (
            header_type(signed) in _HEADER_TYPES
            and claims.get("iss") == self._issuer(realm)
            and AUDIENCE in audiences(claims)
            and claims.get("typ") == "Bearer"
            and (self._is_of_a_person(claims) or is_of_a_client(claims))
            and self._is_in_time(claims)
        )
        if not fits:
            raise Unauthenticated

    def _is_of_a_person(self, claims: dict[str, Any]) -> bool:
        return (
            claims.get("azp") == self._client_id
            and is_name(claims.get("sub"), _LONGEST_NAME)
            and is_name(claims.get("sid"), _LONGEST_NAME)
        )

    def _is_in_time(self, claims: dict[str, Any]) -> bool:
        now = self._now()
        expiry, issued = claims.get("exp"), claims.get("iat")
        begins = claims.get("nbf", issued)
        return (
            is_instant(expiry)
            and is_instant(issued)
            and is_instant(begins)
            and expiry + LEEWAY_SECONDS > now
            and max(issued, begins) - LEEWAY_SECONDS <= now
            and expiry - issued <= LONGEST_LIFE_SECONDS
        )


def _key(realm: str, token: str) -> Key:
    return realm, hashlib.sha256(token.encode()).digest()


def audiences(claims: dict[str, Any]) -> list[Any]:
    """Whom a token is meant for: one name, or several."""
    audience = claims.get("aud")
    return audience if isinstance(audience, list) else [audience]


def header_type(signed: Signed) -> str | None:
    """What kind of token the header says it is, in lower case; None when nothing."""
    said = signed.header.get("typ")
    return None if said is None else str(said).lower()


def is_instant(claim: Any) -> TypeGuard[float]:
    """Whether it is a time as tokens write it; `true` is no number here."""
    return isinstance(claim, int | float) and not isinstance(claim, bool)


def is_name(claim: object, longest: int) -> bool:
    """Whether it is a text of a sensible length."""
    return isinstance(claim, str) and 0 < len(claim) <= longest


def is_of_a_client(claims: dict[str, Any]) -> bool:
    """Whether a token is an API client's, whatever else it says."""
    named = claims.get("azp")
    return (
        is_name(named, _LONGEST_NAME)
        and str(named).startswith(PREFIX)
        and str(named) != PREFIX
    )


def _actor(realm: str, claims: dict[str, Any], token: str) -> Actor:
    if is_of_a_client(claims):
        # Its roles, if a provider gave it any, are nobody's.
        named = str(claims["azp"])
        return Actor(
            named, realm, named, named, frozenset(), ActorKind.CLIENT,
            signed_in=float(claims["iat"]), token=token,
        )  # fmt: skip
    access = claims.get("realm_access")
    roles = access.get("roles", []) if isinstance(access, dict) else []
    username = str(claims.get("preferred_username") or claims["sub"])
    return Actor(
        id=str(claims["sub"]),
        realm=realm,
        username=username,
        name=str(claims.get("name") or username),
        roles=frozenset(role for role in roles if isinstance(role, str)),
        session=str(claims["sid"]),
        signed_in=float(claims["iat"]),
        proved_at=_proved_at(claims),
        token=token,
    )


def _proved_at(claims: dict[str, Any]) -> float:
    """When the person signed in by password; for ever ago where nothing is said.

    A provider that says a time to come says nothing either.
    """
    said, issued = claims.get("auth_time"), float(claims["iat"])
    return float(said) if is_instant(said) and said <= issued + LEEWAY_SECONDS else 0.0
