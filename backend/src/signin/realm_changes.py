"""Changing and removing whole realms, and taking one out as Keycloak's JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.events import EventKind, record
from signin.keycloak_hash import split_hash
from signin.provider import Provider
from signin.realm_settings import check_settings, lifetimes_as_settings
from signin.realms import Realm, realm_by_name
from signin.roles import roles_of, stable_id
from signin.second_factors import factors_of, secret_of
from signin.service_clients import SERVICE_CLIENT
from signin.sessions import EndReason, end_sessions_of_realm
from signin.tables import events, logout_notices, realms, users
from signin.users import User, with_roles


class UnknownRealmName(LookupError):
    """No realm has this name."""

    def __init__(self, name: str) -> None:
        """Name what was looked for."""
        super().__init__(f"there is no realm named {name!r}")


async def update_realm(
    provider: Provider,
    realm: str,
    settings: Mapping[str, Any],
    *,
    template_version: int | None = None,
) -> bool:
    """Set what a realm sets for itself; tell whether anything was changed.

    With a `template_version` it happens only once: a realm that has had this version
    or a later one stays as people have set it since. Disabling a realm ends all its
    sessions. Raises `UnknownRealmName` and `InvalidRealmSetting`.
    """
    check_settings(settings)
    found = await _existing(provider, realm)
    now = provider.store.now()
    own = {**found.settings, **settings}
    values: dict[str, Any] = {
        "display_name": own.pop("displayName", found.display_name),
        "enabled": own.pop("enabled", found.enabled),
        "settings": json.dumps(own),
    }
    condition = realms.c.name == realm
    if template_version is not None:
        values["template_version"] = template_version
        condition &= realms.c.template_version < template_version
    async with provider.store.writing() as db:
        changed = await db.execute(update(realms).where(condition).values(**values))
        if not changed.rowcount:
            return False
        if not values["enabled"]:
            await end_sessions_of_realm(db, realm, EndReason.DISABLED, now=now)
        await record(db, EventKind.REALM_CHANGED, realm=realm, now=now)
    return True


async def delete_realm(provider: Provider, realm: str) -> bool:
    """Remove a realm with its people, keys and events; tell whether it was there."""
    async with provider.store.writing() as db:
        now = provider.store.now()
        await end_sessions_of_realm(db, realm, EndReason.DELETED, now=now)
        # With the keys gone, nothing about the realm can be signed any more.
        for table in (events, logout_notices):
            await db.execute(delete(table).where(table.c.realm == realm))
        removed = await db.execute(delete(realms).where(realms.c.name == realm))
    provider.keyring.forget(realm)
    return removed.rowcount == 1


async def export_realm(
    provider: Provider, realm: str, *, with_secrets: bool = False
) -> dict[str, Any]:
    """Write a realm as Keycloak imports it; password hashes only when asked for.

    Signing keys and the service client's secret never leave. Raises
    `UnknownRealmName`.
    """
    found = await _existing(provider, realm)
    async with provider.store.reading() as db:
        query = select(users).where(users.c.realm == realm).order_by(users.c.username)
        people = await with_roles(db, (await db.execute(query)).all())
        written = [
            await _person(provider, db, person, with_secrets=with_secrets)
            for person in people
        ]
    roles = [
        {"id": role.id, "name": role.name, "description": role.description}
        for role in roles_of(realm)
    ]
    return {
        **realm_representation(found),
        "roles": {"realm": roles},
        "clients": [_console(provider, realm), _service_client()],
        "users": written,
    }


def realm_representation(realm: Realm) -> dict[str, Any]:
    """What Keycloak tells an administrator of a realm."""
    return {
        "id": stable_id(realm.name, "realm", realm.name),
        "realm": realm.name,
        "displayName": realm.display_name,
        "enabled": realm.enabled,
        "sslRequired": "external",
        "registrationAllowed": False,
        "resetPasswordAllowed": True,
        "bruteForceProtected": True,
        "permanentLockout": False,
        "revokeRefreshToken": True,
        "refreshTokenMaxReuse": 0,
        "eventsEnabled": True,
        "adminEventsEnabled": True,
        "internationalizationEnabled": True,
        "supportedLocales": ["da", "en"],
        "defaultLocale": "en",
        **lifetimes_as_settings(realm.lifetimes),
        "attributes": {"giroscope.template.version": str(realm.template_version)},
    }


async def _existing(provider: Provider, realm: str) -> Realm:
    found = await realm_by_name(provider, realm)
    if found is None:
        raise UnknownRealmName(realm)
    return found


async def _person(
    provider: Provider, db: AsyncConnection, user: User, *, with_secrets: bool
) -> dict[str, Any]:
    person: dict[str, Any] = {
        "id": user.id,
        "username": user.username,
        "firstName": user.given_name,
        "lastName": user.family_name,
        "email": user.email,
        "emailVerified": user.email_verified,
        "enabled": user.enabled,
        "createdTimestamp": user.created_at * 1000,
        "requiredActions": list(user.required_actions),
        "attributes": dict(user.attributes),
        "realmRoles": list(user.roles),
    }
    if with_secrets:
        stored = user.password_hash
        credentials = [] if stored is None else [_password(user, stored)]
        for factor in await factors_of(db, user.id):
            secret = secret_of(provider.keyring, factor)
            credentials.append(
                {
                    "type": "otp",
                    "userLabel": factor.label,
                    "createdDate": factor.created_at * 1000,
                    "secretData": json.dumps({"value": secret}),
                    "credentialData": factor.credential_data,
                }
            )
        person["credentials"] = credentials
    return person


def _password(user: User, password_hash: str) -> dict[str, Any]:
    secret, data = split_hash(password_hash)
    return {
        "type": "password",
        "createdDate": user.password_changed_at * 1000,
        "secretData": secret,
        "credentialData": data,
    }


def _console(provider: Provider, realm: str) -> dict[str, Any]:
    return {
        "clientId": provider.settings.client_id,
        "enabled": True,
        "protocol": "openid-connect",
        "publicClient": True,
        "standardFlowEnabled": True,
        "implicitFlowEnabled": False,
        "directAccessGrantsEnabled": False,
        "redirectUris": [
            pattern.replace("{realm}", realm)
            for pattern in provider.settings.redirect_patterns()
        ],
        "webOrigins": sorted(provider.redirects.origins(realm)),
        "attributes": {"pkce.code.challenge.method": "S256"},
    }


def _service_client() -> dict[str, Any]:
    return {
        "clientId": SERVICE_CLIENT,
        "enabled": True,
        "protocol": "openid-connect",
        "publicClient": False,
        "standardFlowEnabled": False,
        "directAccessGrantsEnabled": False,
        "serviceAccountsEnabled": True,
    }
