"""Confidential clients of a realm: programs that sign in by themselves.

Their tokens say who they are and name the product's API as audience. They hold no
role, neither of people nor of the administration: what a program may do, the API
decides.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.secret_values import fingerprint, is_same
from signin.tables import api_clients

_NO_SECRET = "0" * 64


@dataclass(frozen=True, slots=True)
class ApiClient:
    """A program of a realm; its secret is known by a hash alone."""

    id: str
    client_id: str
    name: str
    enabled: bool


async def client_by_id(db: AsyncConnection, realm: str, id: str) -> ApiClient | None:
    """Find a client by the name its address has."""
    found = await db.execute(
        select(api_clients).where(api_clients.c.realm == realm, api_clients.c.id == id)
    )
    row = found.one_or_none()
    return None if row is None else _client(row)


async def is_client(db: AsyncConnection, realm: str, client_id: str) -> bool:
    """Tell whether a client calls itself so."""
    found = await db.scalar(
        select(api_clients.c.id).where(
            api_clients.c.realm == realm, api_clients.c.client_id == client_id
        )
    )
    return found is not None


async def add_client(
    db: AsyncConnection, realm: str, client: ApiClient, secret: str, *, now: int
) -> None:
    """Keep a new client."""
    await db.execute(
        insert(api_clients).values(
            id=client.id,
            realm=realm,
            client_id=client.client_id,
            name=client.name,
            enabled=client.enabled,
            secret_hash=fingerprint(secret),
            created_at=now,
        )
    )


async def change_client(
    db: AsyncConnection,
    client: ApiClient,
    *,
    name: str | None = None,
    enabled: bool | None = None,
    secret: str | None = None,
) -> None:
    """Change what is given; an earlier secret counts no more at once."""
    values: dict[str, str | bool | None] = {
        "name": name,
        "enabled": enabled,
        "secret_hash": None if secret is None else fingerprint(secret),
    }
    given = {column: value for column, value in values.items() if value is not None}
    if given:
        await db.execute(
            update(api_clients).where(api_clients.c.id == client.id).values(**given)
        )


async def remove_client(db: AsyncConnection, client: ApiClient) -> None:
    """Forget a client."""
    await db.execute(delete(api_clients).where(api_clients.c.id == client.id))


async def is_secret_of_client(
    db: AsyncConnection, realm: str, client_id: str, secret: str
) -> bool:
    """Tell whether a client may sign in by this secret; unknown ones take as long."""
    stored = await db.scalar(
        select(api_clients.c.secret_hash).where(
            api_clients.c.realm == realm,
            api_clients.c.client_id == client_id,
            api_clients.c.enabled,
        )
    )
    is_right = is_same(stored or _NO_SECRET, fingerprint(secret))
    return is_right and stored is not None


def new_id() -> str:
    """Make the name by which a client's address calls it."""
    return str(uuid.uuid4())


def _client(row: Row[tuple[object, ...]]) -> ApiClient:
    return ApiClient(row.id, row.client_id, row.name, row.enabled)
