"""Tickets: a file a person may take once, by an address that carries no token.

A browser that streams a file to the disk sends no bearer token. So the console asks
for a ticket first, which counts once, for a minute, for the one who asked.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson
from sqlalchemy import delete, insert, select

from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound
from giroscope.kernel.tables import ExportTicket

LIFE = timedelta(seconds=60)
_BYTES = 32
_LONGEST = 64


class TicketUsed(NotFound):
    """This download address was used, or is too old; ask for the file again."""

    code = "ticket_used"


class Redeemed(NamedTuple):
    """What a ticket was given for."""

    actor: Actor
    name: str
    said: dict[str, Any]


async def issue(
    database: Database, actor: Actor, name: str, said: dict[str, Any], now: datetime
) -> tuple[str, datetime]:
    """A new ticket, and when it counts no more. Only its hash is kept."""
    ticket = secrets.token_urlsafe(_BYTES)
    person = {
        "id": actor.id, "username": actor.username, "name": actor.name,
        "roles": sorted(actor.roles), "session": actor.session,
        "signed_in": actor.signed_in,
    }  # fmt: skip
    async with database.writing(actor.realm) as session:
        await session.execute(delete(ExportTicket).where(ExportTicket.expires < now))
        await session.execute(
            insert(ExportTicket).values(
                digest=_digest(ticket), expires=now + LIFE, name=name,
                person=orjson.dumps(person).decode(), said=orjson.dumps(said).decode(),
            )
        )  # fmt: skip
    return ticket, now + LIFE


async def redeem(
    database: Database, realm: str, ticket: str, now: datetime
) -> Redeemed:
    """What the ticket was given for; it counts no more.

    Raises:
        TicketUsed: It counts no more already, or never did.
    """
    digest = _digest(ticket)
    async with database.reading(realm) as session:
        # Whoever tries tickets at random must not hold up those who write.
        found = select(ExportTicket.id).where(ExportTicket.digest == digest)
        if len(ticket) > _LONGEST or (await session.execute(found)).first() is None:
            raise TicketUsed
    async with database.writing(realm) as session:
        taken = await session.execute(
            delete(ExportTicket)
            .where(ExportTicket.digest == digest)
            .returning(
                ExportTicket.name,
                ExportTicket.person,
                ExportTicket.said,
                ExportTicket.expires,
            )
        )
        row = taken.one_or_none()
    if row is None or row.expires < now:
        raise TicketUsed
    person = orjson.loads(row.person)
    person["roles"] = frozenset(person["roles"])
    return Redeemed(Actor(realm=realm, **person), row.name, orjson.loads(row.said))


def _digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()
