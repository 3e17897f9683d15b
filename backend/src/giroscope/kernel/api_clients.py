"""API clients: programs of a tenant that call the product, known as they are now.

A token says which program calls and nothing else. What it is allowed, and whether it
still may call at all, stands in the realm's database and is looked at again every two
seconds, so that a change there counts although tokens live some minutes longer.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import NamedTuple

import structlog
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock, day_of
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Unauthenticated, Unavailable
from giroscope.kernel.tables import ApiClient

log = structlog.get_logger(__name__)

PREFIX = "giroscope-api-"
"""What the name of every API client begins with, at either provider."""
MOST = 50
"""API clients of one tenant."""
_LOOK_SECONDS = 2.0
"""How long a program may go on after its rights were taken."""


class ClientRefused(Unauthenticated):
    """This API client may not call now; its administrator can tell why."""

    code = "api_client_refused"


class KnownClient(NamedTuple):
    """An API client that was not deleted."""

    client_id: str
    name: str
    scopes: frozenset[str]
    is_on: bool
    expires: date | None
    secret_since: datetime
    last_used: date | None


Load = Callable[[str], Awaitable[Sequence[KnownClient]]]
"""Gives a realm's API clients."""
Touch = Callable[[str, str, date], Awaitable[None]]
"""Notes the day on which a realm's API client called."""


@dataclass(slots=True)
class _Known:
    looked: float = float("-inf")
    clients: dict[str, KnownClient] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class ApiClients:
    """The API clients of every realm, as of two seconds ago at most."""

    def __init__(
        self,
        load: Load,
        touch: Touch,
        clock: Clock,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._load = load
        self._touch = touch
        self._clock = clock
        self._now = now
        self._realms: dict[str, _Known] = {}

    async def as_of_now(self, actor: Actor) -> Actor:
        """The program with its name and what it is allowed at this moment.

        Raises:
            ClientRefused: It may not call in this realm, or no more.
            Unavailable: It cannot be known.
        """
        known = self._realms.setdefault(actor.realm, _Known())
        async with known.lock:
            if self._now() - known.looked >= _LOOK_SECONDS:
                await self._look(known, actor.realm)
        client = known.clients.get(actor.id)
        today = day_of(self._clock())
        if client is None or not _may_call(client, actor, today):
            raise ClientRefused
        if client.last_used != today:
            await self._note(known, actor.realm, client, today)
        return replace(actor, name=shown_name(client.name), scopes=client.scopes)

    async def _look(self, known: _Known, realm: str) -> None:
        try:
            found = await self._load(realm)
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable from error
        known.clients = {one.client_id: one for one in found}
        known.looked = self._now()

    async def _note(
        self, known: _Known, realm: str, client: KnownClient, today: date
    ) -> None:
        known.clients[client.client_id] = client._replace(last_used=today)
        try:
            await self._touch(realm, client.client_id, today)
        except (SQLAlchemyError, OSError) as error:
            log.warning("api_clients.not_noted", realm=realm, reason=str(error))


def shown_name(name: str) -> str:
    """What an API client is called where people are called by their names."""
    return f"API client: {name}"


def _may_call(client: KnownClient, actor: Actor, today: date) -> bool:
    return (
        client.is_on
        and (client.expires is None or client.expires >= today)
        # Tokens tell whole seconds.
        and actor.signed_in >= int(client.secret_since.timestamp())
    )


async def stored_clients(database: Database, realm: str) -> list[KnownClient]:
    """The API clients that the realm's database knows."""
    async with database.reading(realm) as session:
        rows = await session.execute(
            select(ApiClient).where(ApiClient.deleted.is_(None))
        )
        return [
            KnownClient(
                row.client_id,
                row.name,
                frozenset(row.scopes),
                row.is_on,
                row.expires,
                row.secret_since,
                row.last_used,
            )
            for row in rows.scalars()
        ]


async def note_use(database: Database, realm: str, client_id: str, day: date) -> None:
    """Keep the day on which an API client called last."""
    async with database.writing(realm) as session:
        await session.execute(
            update(ApiClient)
            .where(ApiClient.client_id == client_id)
            .values(last_used=day)
        )
