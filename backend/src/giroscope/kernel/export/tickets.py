"""Tickets: a file a person may take once, by an address that carries no token.

A browser that streams a file to the disk sends no bearer token. So the console asks
for a ticket first, which counts once, for a minute, for the one who asked.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson
from sqlalchemy import delete, func, insert, select

from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import NotFound, RateLimited
from giroscope.kernel.tables import ExportTicket

LIFE = timedelta(seconds=60)
MOST_OPEN = 20
"""Tickets one person may hold at one moment."""
_BYTES = 32
_LONGEST = 64


class TicketUsed(NotFound):
    """This download address was used, or is too old; ask for the file again."""

    code = "ticket_used"


class TooManyTickets(RateLimited):
    """You have asked for many files within a minute; take those first."""

    code = "too_many_tickets"


class Ticket(NamedTuple):
    """What a ticket was given for."""

    actor: Actor
    name: str
    said: dict[str, Any]


async def issue(
    database: Database, actor: Actor, name: str, said: dict[str, Any], now: datetime
) -> tuple[str, datetime]:
    """A new ticket, and when it counts no more. Only its hash is kept.

    Raises:
        TooManyTickets: This person holds too many already.
    """
    ticket = secrets.token_urlsafe(_BYTES)
    person = {
        "id": actor.id, "username": actor.username, "name": actor.name,
        "roles": sorted(actor.roles), "session": actor.session,
        "signed_in": actor.signed_in,
    }  # fmt: skip
    async with database.writing(actor.realm) as session:
        await session.execute(delete(ExportTicket).where(ExportTicket.expires < now))
        # The id stands first, so all tickets of a person begin alike.
        own = orjson.dumps({"id": actor.id}).decode().removesuffix("}")
        held = select(func.count()).where(
            ExportTicket.person.startswith(f"{own},", autoescape=True)
        )
        if (await session.execute(held)).scalar_one() >= MOST_OPEN:
            raise TooManyTickets
        await session.execute(
            insert(ExportTicket).values(
                digest=_digest(ticket), expires=now + LIFE, name=name,
                person=orjson.dumps(person).decode(), said=orjson.dumps(said).decode(),
            )
        )  # fmt: skip
    return ticket, now + LIFE


async def look(database: Database, realm: str, ticket: str, now: datetime) -> Ticket:
    """What the ticket was given for; it still counts.

    Raises:
        TicketUsed: It counts no more already, or never did.
    """
    if len(ticket) > _LONGEST:
        raise TicketUsed
    async with database.reading(realm) as session:
        # Whoever tries tickets at random must not hold up those who write.
        found = await session.execute(
            select(ExportTicket.name, ExportTicket.person, ExportTicket.said).where(
                ExportTicket.digest == _digest(ticket), ExportTicket.expires >= now
            )
        )
        row = found.one_or_none()
    if row is None:
        raise TicketUsed
    person = orjson.loads(row.person)
    person["roles"] = frozenset(person["roles"])
    return Ticket(Actor(realm=realm, **person), row.name, orjson.loads(row.said))


async def spend(session: WriteSession, ticket: str) -> None:
    """The ticket counts no more.

    Raises:
        TicketUsed: Somebody else was quicker.
    """
    spent = await session.execute(
        delete(ExportTicket)
        .where(ExportTicket.digest == _digest(ticket))
        .returning(ExportTicket.id)
    )
    if spent.one_or_none() is None:
        raise TicketUsed


def _digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()
