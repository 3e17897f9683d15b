"""A ticket counts for a minute, once, for who asked; the store does not keep it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from giroscope.kernel.access import UPLOAD, Actor
from giroscope.kernel.database import Database
from giroscope.kernel.export import tickets
from giroscope.kernel.export.tickets import TicketUsed, TooManyTickets
from giroscope.kernel.tables import ExportTicket
from giroscope.settings import Settings

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
REALM = "giroscope"


def _actor(person: str = "u1") -> Actor:
    return Actor(
        person, REALM, "olga", "Olga", frozenset({UPLOAD}), session="s1", signed_in=5.0
    )


@pytest.fixture
async def here(sqlite_settings: Settings) -> AsyncIterator[Database]:
    made = Database(sqlite_settings)
    yield made
    await made.close()


async def _issue(here: Database, person: str = "u1", now: datetime = NOW) -> str:
    said = {"format": "csv"}
    ticket, expires = await tickets.issue(here, _actor(person), "journals", said, now)
    assert expires == now + 60 * SECOND
    return ticket


async def test_a_ticket_says_who_asked_for_what(here: Database) -> None:
    found = await tickets.look(here, REALM, await _issue(here), NOW)
    assert found == tickets.Ticket(_actor(), "journals", {"format": "csv"})
    assert (found.actor.session, found.actor.signed_in) == ("s1", 5.0)


@pytest.mark.parametrize(("after", "counts"), [(0, True), (60, True), (61, False)])
async def test_a_ticket_counts_for_a_minute(
    here: Database, after: int, counts: bool
) -> None:
    ticket = await _issue(here)
    if counts:
        await tickets.look(here, REALM, ticket, NOW + after * SECOND)
        return
    with pytest.raises(TicketUsed):
        await tickets.look(here, REALM, ticket, NOW + after * SECOND)


async def test_a_ticket_is_spent_once(here: Database) -> None:
    ticket, other = await _issue(here), await _issue(here)
    async with here.writing(REALM) as session:
        await tickets.spend(session, ticket)
        with pytest.raises(TicketUsed):
            await tickets.spend(session, ticket)
    await tickets.look(here, REALM, other, NOW)
    for wrong in (ticket, "", "x" * 43, "x" * 65):
        with pytest.raises(TicketUsed):
            await tickets.look(here, REALM, wrong, NOW)


async def test_a_person_holds_twenty_tickets_and_a_neighbour_as_many(
    here: Database,
) -> None:
    for _ in range(20):
        await _issue(here)
    with pytest.raises(TooManyTickets):
        await _issue(here)
    for person in ("u", "u10", "u_", "%"):
        await _issue(here, person)
    # Those that are over are forgotten when the next one is asked for.
    await _issue(here, now=NOW + 61 * SECOND)


async def test_the_store_keeps_no_ticket(here: Database) -> None:
    ticket = await _issue(here)
    async with here.reading(REALM) as session:
        row = (await session.execute(select(ExportTicket.__table__))).one()
    assert ticket not in str(tuple(row))
    assert len(row.digest) == 64
