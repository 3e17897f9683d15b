"""A sign-in service that exists in memory: keys and tokens of made-up realms."""

import time
import uuid
from typing import Any

from joserfc import jwt
from joserfc.jwk import Key, RSAKey

# Nothing listens there: what asks it anyway is told at once.
IDENTITY = "http://127.0.0.1:9"
UPLOADER = "giroscope-upload"
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"


class Issuer:
    """Makes tokens as Keycloak does, right ones and wrong ones."""

    def __init__(self) -> None:
        self.keys = {
            realm: RSAKey.generate_key(2048, {"kid": f"{realm}-1", "use": "sig"})
            for realm in ("giroscope", "acme")
        }
        self.asked: list[str] = []
        self.is_down = False

    async def fetch(self, realm: str) -> dict[str, Any]:
        self.asked.append(realm)
        if self.is_down:
            raise OSError("the provider is down")
        return self.jwks(realm)

    def jwks(self, realm: str) -> dict[str, Any]:
        return {"keys": [self.keys[realm].as_dict(private=False)]}

    def claims(self, realm: str = "giroscope", *roles: str) -> dict[str, Any]:
        now = int(time.time())
        return {
            "iss": f"{IDENTITY}/realms/{realm}",
            "aud": ["giroscope-api", "account"],
            "azp": "giroscope-console",
            "typ": "Bearer",
            "sub": "user-1",
            "sid": "session-1",
            "iat": now,
            "exp": now + 300,
            "preferred_username": "operator",
            "name": "Olga Operator",
            "realm_access": {"roles": list(roles)},
        }

    def token(
        self,
        realm: str = "giroscope",
        *roles: str,
        signed_by: Key | None = None,
        algorithm: str = "RS256",
        header: dict[str, Any] | None = None,
        **changes: Any,
    ) -> str:
        said = {"alg": algorithm, "kid": self.keys[realm].kid} | (header or {})
        claims = self.claims(realm, *roles) | changes
        return _signed(said, claims, signed_by or self.keys[realm])

    def notice(
        self,
        realm: str = "giroscope",
        *,
        signed_by: Key | None = None,
        header: dict[str, Any] | None = None,
        **changes: Any,
    ) -> str:
        """Tells that a session has ended, as Keycloak does."""
        now = int(time.time())
        claims = {
            "iss": f"{IDENTITY}/realms/{realm}",
            "aud": "giroscope-console",
            "typ": "Logout",
            "iat": now,
            "exp": now + 120,
            "jti": uuid.uuid4().hex,
            "sub": "user-1",
            "sid": "session-1",
            "events": {LOGOUT_EVENT: {}},
        }
        said = {"alg": "RS256", "kid": self.keys[realm].kid, "typ": "logout+jwt"}
        key = signed_by or self.keys[realm]
        return _signed(said | (header or {}), claims | changes, key)


def _signed(header: dict[str, Any], claims: dict[str, Any], key: Key) -> str:
    present = {name: value for name, value in claims.items() if value is not None}
    return jwt.encode(header, present, key, algorithms=[header["alg"]])
