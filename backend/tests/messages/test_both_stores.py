"""Messages on SQLite and PostgreSQL: what is new, whose, and read by whom."""

from typing import Any

import pytest

from giroscope.features.messages import actions, queries, tell
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from localization import Message

pytestmark = pytest.mark.both_stores

ANN = Actor("ann", "giroscope", "ann", "Ann", frozenset())
BOB = Actor("bob", "giroscope", "bob", "Bob", frozenset())


def _say(database: Database, text: str, correlation_id: str) -> None:
    with database.job_session("giroscope") as session:
        tell(
            session.connection(),
            "INFO",
            Message("x", text=text),
            correlation_id=correlation_id,
        )


async def test_the_version_changes_with_every_message_and_every_reading(
    database: Database,
) -> None:
    seen = set()
    for step in range(3):
        _say(database, f"message {step}", "c")
        async with database.reading("giroscope") as session:
            seen.add(await queries.version(session))
    for actor in (ANN, BOB):
        async with database.writing("giroscope") as change:
            assert await actions.mark_read(change, actor, [1, 2, 99]) == 2
        async with database.writing("giroscope") as change:
            assert await actions.mark_read(change, actor, None) == 1
            assert await actions.mark_read(change, actor, None) == 0
        async with database.reading("giroscope") as session:
            seen.add(await queries.version(session))
    assert len(seen) == 5


async def test_each_journal_gets_its_own_latest_messages(
    database: Database, monkeypatch: Any
) -> None:
    monkeypatch.setattr(queries, "_OF_JOURNAL", 2)
    for number in range(6):
        _say(database, f"message {number}", "even" if number % 2 == 0 else "odd")
    async with database.reading("giroscope") as session:
        found = await queries.of_journals(session, ANN, ["even", "odd", "none"])
    told = {
        name: [str(one.message.message) for one in seen] for name, seen in found.items()
    }
    assert told == {
        "even": ["message 4", "message 2"],
        "odd": ["message 5", "message 3"],
    }
