"""The confidential client with which the product administers a realm."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.provider import Provider
from signin.realms import realm_by_name
from signin.secret_values import fingerprint, is_same
from signin.tables import service_clients

SERVICE_CLIENT = "giroscope-service"

SERVICE_ROLES = (
    "manage-clients",
    "manage-users",
    "query-users",
    "view-events",
    "view-realm",
    "view-users",
)

SHORTEST_SECRET = 32
_NO_SECRET = "0" * 64


async def ensure_service_client(provider: Provider, realm: str, secret: str) -> None:
    """Let the product sign in as itself with a secret; only its hash is kept.

    The secret must be random, since it is not hashed slowly: 32 characters at least.
    Raises `ValueError` for a shorter one and `LookupError` for an unknown realm.
    """
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"a secret needs {SHORTEST_SECRET} characters at least")
    if await realm_by_name(provider, realm) is None:
        raise LookupError(f"there is no realm named {realm!r}")
    values = {
        "realm": realm,
        "client_id": SERVICE_CLIENT,
        "secret_hash": fingerprint(secret),
    }
    async with provider.store.writing() as db:
        await db.execute(
            insert(service_clients)
            .values(**values)
            .on_conflict_do_update(
                index_elements=["realm", "client_id"],
                set_={"secret_hash": values["secret_hash"]},
            )
        )


async def is_secret_of(
    db: AsyncConnection, realm: str, client_id: str, secret: str
) -> bool:
    """Tell whether a secret is the client's; an unknown client takes as long."""
    stored = await db.scalar(
        select(service_clients.c.secret_hash).where(
            service_clients.c.realm == realm, service_clients.c.client_id == client_id
        )
    )
    is_right = is_same(stored or _NO_SECRET, fingerprint(secret))
    return is_right and stored is not None
