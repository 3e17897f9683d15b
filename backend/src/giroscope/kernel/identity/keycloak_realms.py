"""Realms of a Keycloak, made from the template by an account of its master realm."""

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import httpx2

from giroscope.kernel.errors import Conflict, NotFound
from giroscope.kernel.identity.calls import (
    LONG,
    Grant,
    IdentityCalls,
    IdentityForbids,
    IdentityLocked,
    client_grant,
    new_client,
    password_grant,
)
from giroscope.kernel.identity.realms import MadeRealm, RealmNotOurs
from giroscope.kernel.identity.template import RealmPlan, rendered
from giroscope.settings import Settings

_MASTER = "master"
_PAGE = 100
# These have calls of their own; the rest of the template is the realm itself.
_PARTS = frozenset({"roles", "clients", "users", "scopeMappings"})
_FIRST_NAME = "admin"
_FIRST_PERSON = {
    "username": _FIRST_NAME,
    "firstName": "First",
    "lastName": "Administrator",
    "enabled": True,
}


class KeycloakRealms:
    """The realms of one Keycloak."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        base: str,
        grant: Grant,
        *,
        first_password: str | None = None,
    ) -> None:
        self._calls = IdentityCalls(client, base.rstrip("/"), grant)
        self._first_password = first_password

    async def names(self) -> list[str]:
        """Realms this account sees, in order, without Keycloak's own."""
        try:
            rows = await self._calls.get("/admin/realms", {"briefRepresentation": True})
        except IdentityForbids:
            # What Keycloak says to an account that has made no realm yet.
            return []
        return sorted(row["realm"] for row in rows if row["realm"] != _MASTER)

    async def create(self, plan: RealmPlan) -> MadeRealm:
        """Make the realm and one person with every role, who must change password.

        A realm that is there is left alone.
        """
        root = _root(plan.realm)
        try:
            await self._calls.send(
                "POST", "/admin/realms", body=rendered(plan), patience=LONG
            )
        except Conflict:
            is_new = False
        else:
            is_new = True
            # The rights on a realm that was just made are not in our token yet.
            self._calls.forget_token()
        if await self._calls.get(f"{root}/users/count"):
            return MadeRealm(is_new)
        # Also when an earlier attempt was cut between realm and person.
        return await self._first_person(root, plan, is_new=is_new)

    async def _first_person(
        self, root: str, plan: RealmPlan, *, is_new: bool
    ) -> MadeRealm:
        password = self._first_password or secrets.token_urlsafe(15)
        credential = {"type": "password", "value": password, "temporary": True}
        body = {
            **_FIRST_PERSON,
            "email": f"{_FIRST_NAME}@{plan.realm}.invalid",
            "credentials": [credential],
        }
        made = await self._calls.send("POST", f"{root}/users", body=body)
        person = made.location.rstrip("/").rpartition("/")[2]
        wanted = _role_names(rendered(plan))
        roles = [
            {"id": role["id"], "name": role["name"]}
            for role in await self._calls.get(f"{root}/roles", {"max": _PAGE})
            if role["name"] in wanted
        ]
        await self._calls.send(
            "POST", f"{root}/users/{person}/role-mappings/realm", body=roles
        )
        return MadeRealm(
            is_new,
            (_FIRST_NAME,),
            password,
            is_password_generated=self._first_password is None,
            is_password_temporary=True,
        )

    async def update(self, plan: RealmPlan) -> None:
        """Bring settings, roles and clients to the present template."""
        root, wanted = _root(plan.realm), rendered(plan)
        settings = {name: part for name, part in wanted.items() if name not in _PARTS}
        if plan.display_name is None:
            settings.pop("displayName")
        await self._calls.send("PUT", root, body=settings, patience=LONG)
        present = {
            role["name"]: role
            for role in await self._calls.get(f"{root}/roles", {"max": _PAGE})
        }
        for role in wanted["roles"]["realm"]:
            if role["name"] not in present:
                await self._calls.send("POST", f"{root}/roles", body=role)
        for client in wanted["clients"]:
            await self._put_client(root, client)
        await self._give_rights(root, wanted)

    async def _put_client(self, root: str, wanted: Mapping[str, Any]) -> None:
        present = await self._client(root, wanted["clientId"])
        if present is None:
            await self._calls.send("POST", f"{root}/clients", body=wanted)
            return
        path = f"{root}/clients/{present['id']}"
        mappers = wanted.get("protocolMappers", [])
        held = {mapper["name"]: mapper for mapper in present.get("protocolMappers", [])}
        attributes = {**present.get("attributes", {}), **wanted.get("attributes", {})}
        body = {**present, **wanted, "attributes": attributes}
        # They have addresses of their own, and are left alone here.
        body.pop("protocolMappers", None)
        await self._calls.send("PUT", path, body=body)
        for mapper in mappers:
            await self._put_mapper(f"{path}/protocol-mappers/models", held, mapper)

    async def _put_mapper(
        self, path: str, held: Mapping[str, Any], mapper: Mapping[str, Any]
    ) -> None:
        known = held.get(mapper["name"])
        if known is None:
            await self._calls.send("POST", path, body=mapper)
            return
        body = {**known, **mapper}
        await self._calls.send("PUT", f"{path}/{known['id']}", body=body)

    async def _give_rights(self, root: str, wanted: Mapping[str, Any]) -> None:
        """What the template maps: roles in tokens, and rights of the service."""
        roles = {
            role["name"]: role
            for role in await self._calls.get(f"{root}/roles", {"max": _PAGE})
        }
        for mapping in wanted["scopeMappings"]:
            client = await self._existing(root, mapping["client"])
            await self._calls.send(
                "POST",
                f"{root}/clients/{client}/scope-mappings/realm",
                body=[roles[name] for name in mapping["roles"]],
            )
        for account in wanted["users"]:
            service = await self._existing(root, account["serviceAccountClientId"])
            person = await self._calls.get(
                f"{root}/clients/{service}/service-account-user"
            )
            for name, rights in account["clientRoles"].items():
                owner = await self._existing(root, name)
                known = await self._calls.get(f"{root}/clients/{owner}/roles")
                await self._calls.send(
                    "POST",
                    f"{root}/users/{person['id']}/role-mappings/clients/{owner}",
                    body=[role for role in known if role["name"] in rights],
                )

    async def export(self, realm: str) -> dict[str, Any]:
        """Settings, roles, clients and people with their roles, without secrets."""
        root = _root(realm)
        parts = {"exportClients": True, "exportGroupsAndRoles": True}
        answer = await self._calls.send(
            "POST", f"{root}/partial-export", params=parts, patience=LONG
        )
        exported: dict[str, Any] = answer.json()
        people = {
            person["id"]: {**person, "realmRoles": []}
            for person in await self._pages(f"{root}/users")
        }
        for role in exported.get("roles", {}).get("realm", []):
            name = quote(role["name"], safe="")
            for person in await self._pages(f"{root}/roles/{name}/users"):
                people[person["id"]]["realmRoles"].append(role["name"])
        return {**exported, "users": list(people.values())}

    async def _pages(self, path: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        while True:
            params = {"first": len(rows), "max": _PAGE, "briefRepresentation": False}
            page = await self._calls.get(path, params)
            rows += page
            if len(page) < _PAGE:
                return rows

    async def delete(self, realm: str) -> None:
        """Delete the realm with everybody in it."""
        await self._calls.send("DELETE", _root(realm), patience=LONG)

    async def _client(self, root: str, client_id: str) -> dict[str, Any] | None:
        rows = await self._calls.get(f"{root}/clients", {"clientId": client_id})
        return rows[0] if rows else None

    async def _existing(self, root: str, client_id: str) -> str:
        client = await self._client(root, client_id)
        if client is None:
            raise NotFound(f"The realm has no client {client_id}")
        return str(client["id"])


def _root(realm: str) -> str:
    if realm == _MASTER:
        raise RealmNotOurs(f"“{_MASTER}” is Keycloak itself; choose another name")
    return f"/admin/realms/{quote(realm, safe='')}"


def _role_names(realm: Mapping[str, Any]) -> set[str]:
    return {role["name"] for role in realm["roles"]["realm"]}


def master_grant(settings: Settings) -> Grant:
    """How commands are let in to Keycloak's master realm.

    Raises:
        IdentityLocked: No account was given.
    """
    secret = settings.identity_admin_client_secret
    if settings.identity_admin_client_id and secret:
        return client_grant(
            _MASTER, settings.identity_admin_client_id, secret.get_secret_value()
        )
    password = settings.identity_admin_password
    if settings.identity_admin_user and password:
        return password_grant(
            _MASTER, settings.identity_admin_user, password.get_secret_value()
        )
    raise IdentityLocked(
        "Realms of Keycloak are made by an account of its master realm: set, for"
        " this command only, GIROSCOPE_IDENTITY_ADMIN_CLIENT_ID and"
        " GIROSCOPE_IDENTITY_ADMIN_CLIENT_SECRET, or GIROSCOPE_IDENTITY_ADMIN_USER"
        " and GIROSCOPE_IDENTITY_ADMIN_PASSWORD"
    )


@asynccontextmanager
async def open_keycloak_realms(settings: Settings) -> AsyncIterator[KeycloakRealms]:
    """The realms of the Keycloak that the settings name.

    Raises:
        IdentityLocked: No account to administer it with was given.
    """
    first = settings.admin_password
    async with new_client() as client:
        yield KeycloakRealms(
            client,
            settings.sign_in_url,
            master_grant(settings),
            first_password=first.get_secret_value() if first else None,
        )
