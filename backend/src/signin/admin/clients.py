"""API clients through the Admin API: made, read, changed, removed.

The part of Keycloak's client administration that the product needs. What else a
representation says is how these clients always are; their secret is never told.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from signin.admin.call import MANAGE_CLIENTS, AdminCall, admin_call, answer, done
from signin.admin.problems import not_found, refused
from signin.admin.user_fields import flag
from signin.api_clients import (
    ApiClient,
    add_client,
    change_client,
    client_by_id,
    is_client,
    new_id,
    remove_client,
)
from signin.endpoints.problems import NO_STORE
from signin.service_clients import SERVICE_CLIENT, SHORTEST_SECRET

_LONGEST_ID = 100
_LONGEST = 255


async def create(request: Request) -> Response:
    """Answer `POST clients`: 201 with the address of the new client."""
    asked = await admin_call(request, MANAGE_CLIENTS)
    body = await asked.json(dict)
    client_id, secret = _text(body, "clientId", _LONGEST_ID), _secret(body)
    if not client_id or secret is None:
        raise refused(400, "A client needs a clientId and a secret")
    client = ApiClient(
        new_id(),
        client_id,
        _text(body, "name", _LONGEST) or "",
        flag(body, "enabled") is not False,
    )
    known = (SERVICE_CLIENT, asked.provider.settings.client_id)
    async with asked.provider.store.writing() as db:
        if client_id in known or await is_client(db, asked.realm, client_id):
            raise refused(409, f"Client {client_id} already exists")
        await add_client(db, asked.realm, client, secret, now=asked.now)
        await asked.note(db, "CREATE", "CLIENT", f"clients/{client.id}")
    location = f"{asked.call.base_url}/admin/realms/{asked.realm}/clients/{client.id}"
    return Response(status_code=201, headers={**NO_STORE, "Location": location})


async def one(request: Request) -> Response:
    """Answer `GET clients/{id}`."""
    asked = await admin_call(request, MANAGE_CLIENTS)
    async with asked.provider.store.reading() as db:
        return answer(_representation(await _named(asked, db)))


async def change(request: Request) -> Response:
    """Answer `PUT clients/{id}`; what is not given stays as it is."""
    asked = await admin_call(request, MANAGE_CLIENTS)
    body = await asked.json(dict)
    secret, enabled = _secret(body), flag(body, "enabled")
    name = _text(body, "name", _LONGEST)
    async with asked.provider.store.writing() as db:
        client = await _named(asked, db)
        await change_client(db, client, name=name, enabled=enabled, secret=secret)
        await asked.note(db, "UPDATE", "CLIENT", f"clients/{client.id}")
    return done()


async def remove(request: Request) -> Response:
    """Answer `DELETE clients/{id}`."""
    asked = await admin_call(request, MANAGE_CLIENTS)
    async with asked.provider.store.writing() as db:
        client = await _named(asked, db)
        await remove_client(db, client)
        await asked.note(db, "DELETE", "CLIENT", f"clients/{client.id}")
    return done()


async def _named(asked: AdminCall, db: AsyncConnection) -> ApiClient:
    """Find the client the address names; raises `AdminProblem`."""
    found = await client_by_id(db, asked.realm, asked.call.request.path_params["id"])
    if found is None:
        raise not_found("Could not find client")
    return found


def _representation(client: ApiClient) -> dict[str, Any]:
    return {
        "id": client.id,
        "clientId": client.client_id,
        "name": client.name,
        "enabled": client.enabled,
        "protocol": "openid-connect",
        "publicClient": False,
        "serviceAccountsEnabled": True,
        "standardFlowEnabled": False,
        "implicitFlowEnabled": False,
        "directAccessGrantsEnabled": False,
        "fullScopeAllowed": False,
    }


def _text(body: dict[str, Any], name: str, longest: int) -> str | None:
    value = body.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise refused(400, f"{name} is no text of at most {longest} characters")
    return value


def _secret(body: dict[str, Any]) -> str | None:
    """Read a secret, which has to be random since it is not hashed slowly."""
    secret = _text(body, "secret", _LONGEST)
    if secret is not None and len(secret) < SHORTEST_SECRET:
        raise refused(400, f"A secret needs {SHORTEST_SECRET} characters at least")
    return secret
