"""What the identity provider tells of people, as typed values.

Names are ours, not Keycloak's; what it leaves out is empty, and what it adds is
left alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Raw = Mapping[str, Any]
_CLIENT_SECONDS = 300
"""So long a program's token lives."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sign in to a realm."""

    id: str
    username: str
    given_name: str
    family_name: str
    email: str
    is_enabled: bool
    is_email_verified: bool
    required_actions: tuple[str, ...]
    has_second_factor: bool
    locale: str | None
    created: datetime | None

    @property
    def name(self) -> str:
        """The name shown to people."""
        return f"{self.given_name} {self.family_name}".strip() or self.username

    @classmethod
    def of(cls, raw: Raw) -> "Person":
        """From what the provider tells."""
        locale = (raw.get("attributes") or {}).get("locale")
        return cls(
            id=str(raw["id"]),
            username=str(raw["username"]),
            given_name=str(raw.get("firstName") or ""),
            family_name=str(raw.get("lastName") or ""),
            email=str(raw.get("email") or ""),
            is_enabled=bool(raw.get("enabled")),
            is_email_verified=bool(raw.get("emailVerified")),
            required_actions=tuple(raw.get("requiredActions") or ()),
            has_second_factor=bool(raw.get("totp")),
            locale=locale[0] if locale else None,
            created=_instant(raw.get("createdTimestamp")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPerson:
    """Somebody to be made, without a password yet."""

    username: str
    given_name: str
    family_name: str
    email: str
    required_actions: tuple[str, ...] = ()
    is_enabled: bool = True
    is_email_verified: bool = False
    locale: str | None = None

    def raw(self) -> dict[str, Any]:
        """As the provider takes it."""
        attributes = {} if self.locale is None else {"locale": [self.locale]}
        return {
            "username": self.username,
            "firstName": self.given_name,
            "lastName": self.family_name,
            "email": self.email,
            "enabled": self.is_enabled,
            "emailVerified": self.is_email_verified,
            "requiredActions": list(self.required_actions),
            "attributes": attributes,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonChange:
    """What is to become different; None leaves it as it is."""

    given_name: str | None = None
    family_name: str | None = None
    email: str | None = None
    is_enabled: bool | None = None
    required_actions: tuple[str, ...] | None = None

    def raw(self) -> dict[str, Any]:
        """As the provider takes it, without what stays."""
        actions = self.required_actions
        values = {
            "firstName": self.given_name,
            "lastName": self.family_name,
            "email": self.email,
            "enabled": self.is_enabled,
            "requiredActions": None if actions is None else list(actions),
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class NewClient:
    """A program to be made: it signs in by its secret, and in no other way."""

    client_id: str
    name: str
    audience: str
    """Whom its tokens are for; they hold no role."""
    secret: str = field(repr=False)

    def raw(self) -> dict[str, Any]:
        """As the provider takes it."""
        return {
            "clientId": self.client_id,
            "name": self.name,
            "enabled": True,
            "protocol": "openid-connect",
            "publicClient": False,
            "clientAuthenticatorType": "client-secret",
            "secret": self.secret,
            "serviceAccountsEnabled": True,
            "standardFlowEnabled": False,
            "implicitFlowEnabled": False,
            "directAccessGrantsEnabled": False,
            "fullScopeAllowed": False,
            "frontchannelLogout": False,
            "redirectUris": [],
            "webOrigins": [],
            "attributes": {
                "access.token.lifespan": str(_CLIENT_SECONDS),
                "client_credentials.use_refresh_token": "false",
                "oauth2.device.authorization.grant.enabled": "false",
                "oidc.ciba.grant.enabled": "false",
            },
            "defaultClientScopes": ["basic"],
            "optionalClientScopes": [],
            "protocolMappers": [
                {
                    "name": "audience of the API",
                    "protocol": "openid-connect",
                    "protocolMapper": "oidc-audience-mapper",
                    "config": {
                        "included.custom.audience": self.audience,
                        "access.token.claim": "true",
                        "id.token.claim": "false",
                    },
                }
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientChange:
    """What is to become different about a program; None leaves it as it is."""

    name: str | None = None
    is_enabled: bool | None = None
    secret: str | None = field(default=None, repr=False)

    def raw(self) -> dict[str, Any]:
        """As the provider takes it, without what stays."""
        values = {
            "name": self.name,
            "enabled": self.is_enabled,
            "secret": self.secret,
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Role:
    """A role of the realm."""

    id: str
    name: str
    description: str

    @classmethod
    def of(cls, raw: Raw) -> "Role":
        """From what the provider tells."""
        return cls(str(raw["id"]), str(raw["name"]), str(raw.get("description") or ""))

    def raw(self) -> dict[str, Any]:
        """As the provider takes it where roles are given and taken."""
        return {"id": self.id, "name": self.name}


@dataclass(frozen=True, slots=True)
class Session:
    """A sign-in that still lives."""

    id: str
    person_id: str
    address: str
    started: datetime | None
    used: datetime | None
    clients: tuple[str, ...]

    @classmethod
    def of(cls, raw: Raw) -> "Session":
        """From what the provider tells."""
        return cls(
            id=str(raw["id"]),
            person_id=str(raw.get("userId") or ""),
            address=str(raw.get("ipAddress") or ""),
            started=_instant(raw.get("start")),
            used=_instant(raw.get("lastAccess")),
            clients=tuple((raw.get("clients") or {}).values()),
        )


@dataclass(frozen=True, slots=True)
class Credential:
    """A password or a second factor, without its secret."""

    id: str
    kind: str
    """`password`, `otp`, `webauthn`, `recovery-authn-codes`, as Keycloak says."""
    label: str
    created: datetime | None

    @classmethod
    def of(cls, raw: Raw) -> "Credential":
        """From what the provider tells."""
        return cls(
            str(raw["id"]),
            str(raw["type"]),
            str(raw.get("userLabel") or ""),
            _instant(raw.get("createdDate")),
        )


@dataclass(frozen=True, slots=True)
class Lockout:
    """What the provider holds against guessing."""

    is_waiting: bool
    failures: int

    @classmethod
    def of(cls, raw: Raw) -> "Lockout":
        """From what the provider tells."""
        return cls(bool(raw.get("disabled")), int(raw.get("numFailures") or 0))


@dataclass(frozen=True, slots=True)
class Event:
    """Something a person did at the sign-in."""

    id: str
    time: datetime | None
    kind: str
    person_id: str
    session_id: str
    client_id: str
    address: str
    error: str
    details: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, raw: Raw) -> "Event":
        """From what the provider tells."""
        return cls(
            id=str(raw.get("id") or ""),
            time=_instant(raw.get("time")),
            kind=str(raw.get("type") or ""),
            person_id=str(raw.get("userId") or ""),
            session_id=str(raw.get("sessionId") or ""),
            client_id=str(raw.get("clientId") or ""),
            address=str(raw.get("ipAddress") or ""),
            error=str(raw.get("error") or ""),
            details=dict(raw.get("details") or {}),
        )


@dataclass(frozen=True, slots=True)
class AdminEvent:
    """Something that was changed about people or settings."""

    time: datetime | None
    operation: str
    """`CREATE`, `UPDATE`, `DELETE` or `ACTION`."""
    resource: str
    path: str
    by_person_id: str
    by_client_id: str
    error: str

    @classmethod
    def of(cls, raw: Raw) -> "AdminEvent":
        """From what the provider tells."""
        by = raw.get("authDetails") or {}
        return cls(
            time=_instant(raw.get("time")),
            operation=str(raw.get("operationType") or ""),
            resource=str(raw.get("resourceType") or ""),
            path=str(raw.get("resourcePath") or ""),
            by_person_id=str(by.get("userId") or ""),
            by_client_id=str(by.get("clientId") or ""),
            error=str(raw.get("error") or ""),
        )


def _instant(milliseconds: object) -> datetime | None:
    if not isinstance(milliseconds, int | float) or milliseconds <= 0:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
