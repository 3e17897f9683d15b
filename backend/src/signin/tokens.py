"""The three tokens, as Keycloak shapes them, and their verification.

All three look like JWTs because keycloak-js reads the payload of each. Access and ID
tokens are signed with the realm's RS256 key; a refresh token only with a key of the
provider's own, so that it can never pass for an access token elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import uuid
from dataclasses import dataclass
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, OctKey

from signin.keys import ALGORITHM, Keyring, RealmKeys
from signin.roles import stable_id
from signin.sessions import Session
from signin.settings import Lifetimes, SigninSettings
from signin.users import User

_REFRESH_ALGORITHM = "HS256"

# Keycloak's name for the client that stands for a realm's administration.
_ADMIN_AUDIENCE = "realm-management"

SERVICE_SCOPE = "email profile"
CLIENT_SECONDS = 300
"""A program's token lives no longer: it gets a new one whenever it wants."""

Claims = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSubject:
    """Whom tokens speak of, and on whose behalf they were asked for."""

    user: User
    session: Session
    issuer: str
    scope: str
    nonce: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSubject:
    """The product itself, or a program of the realm, signed in by a secret."""

    realm: str
    issuer: str
    client_id: str
    address: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSet:
    """The answer of the token endpoint."""

    access_token: str
    refresh_token: str
    id_token: str
    access_lifetime: int
    refresh_lifetime: int
    session_state: str
    scope: str

    def as_json(self) -> dict[str, str | int]:
        """Spell the answer as RFC 6749 §5.1 and Keycloak do."""
        return {
            "access_token": self.access_token,
            "expires_in": self.access_lifetime,
            "refresh_token": self.refresh_token,
            "refresh_expires_in": self.refresh_lifetime,
            "id_token": self.id_token,
            "token_type": "Bearer",
            "not-before-policy": 0,
            "session_state": self.session_state,
            "scope": self.scope,
        }


class TokenMint:
    """Makes and reads the tokens of every realm."""

    def __init__(self, settings: SigninSettings, keyring: Keyring) -> None:
        """Sign with the keyring's keys."""
        self._settings = settings
        self._keyring = keyring

    async def issue(
        self, subject: TokenSubject, lifetimes: Lifetimes, *, now: int
    ) -> TokenSet:
        """Make all three tokens; none outlives the session."""
        keys = await self._keyring.of_realm(subject.session.realm)
        left = subject.session.absolute_until - now
        access_lifetime = min(lifetimes.access, left)
        refresh_lifetime = min(lifetimes.idle, left)
        base = self._base_claims(subject, now)
        access = _sign(keys, self._access_claims(base, subject, now + access_lifetime))
        identity = _sign(
            keys, self._id_claims(base, subject, now + access_lifetime, access)
        )
        refresh = jwt.encode(
            {"alg": _REFRESH_ALGORITHM, "typ": "JWT"},
            _refresh_claims(base, subject, now + refresh_lifetime),
            self._keyring.refresh_key(subject.session.realm),
            algorithms=[_REFRESH_ALGORITHM],
        )
        return TokenSet(
            access_token=access,
            refresh_token=refresh,
            id_token=identity,
            access_lifetime=access_lifetime,
            refresh_lifetime=refresh_lifetime,
            session_state=subject.session.sid,
            scope=subject.scope,
        )

    async def issue_for_service(
        self, service: ServiceSubject, *, lifetime: int, now: int
    ) -> str:
        """Make an access token for the product itself; it has no session."""
        keys = await self._keyring.of_realm(service.realm)
        claims = {
            **_account_claims(service, now, now + lifetime),
            "aud": _ADMIN_AUDIENCE,
            "resource_access": {_ADMIN_AUDIENCE: {"roles": list(service.roles)}},
            "scope": SERVICE_SCOPE,
            "email_verified": False,
        }
        return _sign(keys, claims)

    async def issue_for_client(
        self, client: ServiceSubject, *, lifetime: int, now: int
    ) -> str:
        """Make an access token for a program: it names the API, and holds no role."""
        keys = await self._keyring.of_realm(client.realm)
        claims = {
            **_account_claims(client, now, now + lifetime),
            "aud": [self._settings.audience],
            "scope": "",
        }
        return _sign(keys, claims)

    async def logout_token(self, claims: Claims, realm: str) -> str:
        """Sign what tells the application of a session's end."""
        keys = await self._keyring.of_realm(realm)
        return _sign(keys, claims, kind="logout+jwt")

    async def read_bearer_token(
        self, realm: str, issuer: str, token: str, *, now: int
    ) -> Claims | None:
        """Verify an access token of a person or of a service."""
        claims = await self._read(realm, issuer, token, kind="Bearer")
        return claims if claims is not None and _is_in_time(claims, now) else None

    async def read_access_token(
        self, realm: str, issuer: str, token: str, *, now: int
    ) -> Claims | None:
        """Verify a person's access token; None when it is anything else."""
        claims = await self.read_bearer_token(realm, issuer, token, now=now)
        return claims if claims is not None and _has_session(claims) else None

    async def read_id_token_hint(
        self, realm: str, issuer: str, token: str
    ) -> Claims | None:
        """Verify an ID token given as a hint; it may have expired."""
        claims = await self._read(realm, issuer, token, kind="ID")
        return (
            claims
            if claims is not None
            and _has_session(claims)
            and claims.get("azp") == self._settings.client_id
            else None
        )

    def realm_named_in(self, token: str, prefix: str) -> str | None:
        """Read, unverified, which realm a token says it is from."""
        issuer = _part(token, 1).get("iss")
        if not isinstance(issuer, str) or not issuer.startswith(prefix):
            return None
        return issuer.removeprefix(prefix)

    def is_refresh_token(self, realm: str, token: str) -> bool:
        """Tell whether a refresh token is of this provider's making."""
        claims = _decode(token, self._keyring.refresh_key(realm), _REFRESH_ALGORITHM)
        return claims is not None and claims.get("typ") == "Refresh"

    async def _read(
        self, realm: str, issuer: str, token: str, *, kind: str
    ) -> Claims | None:
        keys = await self._keyring.of_realm_with(realm, _key_id(token))
        claims = _decode(token, keys.verifying, ALGORITHM)
        if claims is None or claims.get("iss") != issuer or claims.get("typ") != kind:
            return None
        return claims

    def _base_claims(self, subject: TokenSubject, now: int) -> Claims:
        return {
            "iat": now,
            "iss": subject.issuer,
            "sub": subject.user.id,
            "azp": self._settings.client_id,
            "sid": subject.session.sid,
            "session_state": subject.session.sid,
        }

    def _access_claims(
        self, base: Claims, subject: TokenSubject, expires_at: int
    ) -> Claims:
        return {
            **base,
            "jti": str(uuid.uuid4()),
            "exp": expires_at,
            "typ": "Bearer",
            "aud": [self._settings.audience],
            "auth_time": subject.session.started_at,
            "scope": subject.scope,
            "realm_access": {"roles": list(subject.user.roles)},
            **profile_claims(subject.user),
        }

    def _id_claims(
        self, base: Claims, subject: TokenSubject, expires_at: int, access_token: str
    ) -> Claims:
        claims = {
            **base,
            "jti": str(uuid.uuid4()),
            "exp": expires_at,
            "typ": "ID",
            "aud": self._settings.client_id,
            "auth_time": subject.session.started_at,
            "at_hash": _half_hash(access_token),
            "realm_access": {"roles": list(subject.user.roles)},
            **profile_claims(subject.user),
        }
        # A refreshed ID token carries no nonce (OpenID Connect Core §12.2).
        return claims if subject.nonce is None else {**claims, "nonce": subject.nonce}


def profile_claims(user: User) -> Claims:
    """What the `profile` and `email` scopes tell of a person."""
    return {
        "preferred_username": user.username,
        "name": user.name,
        "given_name": user.given_name,
        "family_name": user.family_name,
        "email": user.email,
        "email_verified": user.email_verified,
    }


def _refresh_claims(base: Claims, subject: TokenSubject, expires_at: int) -> Claims:
    return {
        **base,
        "jti": str(uuid.uuid4()),
        "exp": expires_at,
        "typ": "Refresh",
        "aud": subject.issuer,
        "scope": subject.scope,
    }


def _account_claims(service: ServiceSubject, now: int, expires_at: int) -> Claims:
    """What is told of whoever signs in by a secret and has no session."""
    return {
        "iat": now,
        "exp": expires_at,
        "jti": str(uuid.uuid4()),
        "iss": service.issuer,
        "sub": stable_id(service.realm, "service account", service.client_id),
        "typ": "Bearer",
        "azp": service.client_id,
        "acr": "1",
        "clientHost": service.address,
        "clientAddress": service.address,
        "client_id": service.client_id,
        "preferred_username": f"service-account-{service.client_id}",
    }


def admin_roles(claims: Claims) -> frozenset[str]:
    """What a token allows in the administration of its realm."""
    access = claims.get("resource_access")
    mine = access.get(_ADMIN_AUDIENCE) if isinstance(access, dict) else None
    roles = mine.get("roles") if isinstance(mine, dict) else None
    return frozenset(roles) if isinstance(roles, list) else frozenset()


def _is_in_time(claims: Claims, now: int) -> bool:
    expires_at = claims.get("exp")
    return isinstance(expires_at, int) and expires_at > now


def _has_session(claims: Claims) -> bool:
    return isinstance(claims.get("sid"), str)


def _sign(keys: RealmKeys, claims: Claims, *, kind: str = "JWT") -> str:
    header = {"alg": ALGORITHM, "typ": kind, "kid": keys.signing.kid}
    return jwt.encode(header, claims, keys.signing, algorithms=[ALGORITHM])


def _decode(token: str, key: OctKey | KeySet, algorithm: str) -> Claims | None:
    try:
        return dict(jwt.decode(token, key, algorithms=[algorithm]).claims)
    except (JoseError, ValueError, TypeError, KeyError):
        # The library reports malformed input in several ways; all of them mean "not
        # ours".
        return None


def _key_id(token: str) -> object:
    return _part(token, 0).get("kid")


def _part(token: str, number: int) -> Claims:
    """Read one part of a token, unverified; an unreadable one says nothing."""
    try:
        text = token.split(".")[number]
        told = json.loads(base64.urlsafe_b64decode(text + "=="))
    except (ValueError, LookupError):
        return {}
    return told if isinstance(told, dict) else {}


def _half_hash(token: str) -> str:
    """The `at_hash` of OpenID Connect Core §3.1.3.6 for RS256."""
    half = hashlib.sha256(token.encode()).digest()[:16]
    return base64.urlsafe_b64encode(half).rstrip(b"=").decode()
