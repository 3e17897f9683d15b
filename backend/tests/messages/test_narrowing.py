"""Which messages a person finds: of which days, journal, level and state."""

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import func, select, update

from giroscope.features.messages import actions, queries, tell
from giroscope.features.messages.queries import MAX_SIZE, Wanted
from giroscope.features.messages.tables import MessageChange, SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import InvalidInput
from localization import Message

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
REALM = "giroscope"
ANN, BOB = (Actor(one, REALM, one, one, frozenset()) for one in ("ann", "bob"))
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture
def filled(database: Database) -> Database:
    """Four messages: at the ends of two days, of two journals."""
    instants = ((1, 23, 59), (2, 0, 0), (2, 23, 59), (3, 0, 0))
    with database.job_session(REALM) as session:
        own = session.connection()
        for number, (day, hour, minute) in enumerate(instants, 1):
            made = tell(
                own,
                ("INFO", "WARN", "ERROR", "ERROR")[number - 1],
                Message("x", text=f"T{number}"),
                correlation_id=f"c{number % 2}",
                reference=f"r{number}",
            )
            at = datetime(2026, 11, day, hour, minute, tzinfo=UTC)
            session.execute(
                update(SystemMessage).where(SystemMessage.id == made).values(created=at)
            )
    return database


async def _found(database: Database, actor: Actor = ANN, **wanted: Any) -> list[int]:
    async with database.reading(REALM) as session:
        rows = await queries.latest(session, actor, Wanted(**wanted), 0, MAX_SIZE)
        counted = await queries.count(session, actor, Wanted(**wanted))
    assert counted.total == len(rows)
    return sorted(one.message.id for one in rows)


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        ({}, [1, 2, 3, 4]),
        ({"created_from": date(2026, 11, 2)}, [2, 3, 4]),
        ({"created_to": date(2026, 11, 2)}, [1, 2, 3]),
        ({"created_from": date(2026, 11, 2), "created_to": date(2026, 11, 2)}, [2, 3]),
        ({"correlation_id": "c1"}, [1, 3]),
        ({"reference": "r2"}, [2]),
        ({"levels": ["ERROR"]}, [3, 4]),
        ({"levels": ["INFO", "WARN"]}, [1, 2]),
        ({"levels": []}, []),
    ],
)
async def test_a_list_of_messages_is_narrowed(
    filled: Database, wanted: dict[str, Any], ids: list[int]
) -> None:
    assert await _found(filled, **wanted) == ids


async def test_what_one_person_did_is_not_anothers(filled: Database) -> None:
    async with filled.writing(REALM) as change:
        await actions.mark_read(change, ANN, [1])
        await actions.acknowledge(change, ANN, 2, NOW)
        await actions.resolve(change, BOB, 3, None, NOW)
    assert await _found(filled, unread=True) == [3, 4]
    assert await _found(filled, BOB, unread=True) == [1, 2, 3, 4]
    assert await _found(filled, acknowledged=True) == [2]
    assert await _found(filled, acknowledged=False) == [1, 3, 4]
    assert await _found(filled, BOB, acknowledged=True) == []
    assert await _found(filled, BOB, acknowledged=False) == [1, 2, 3, 4]
    # How a message was dealt with is everybody's.
    for actor in (ANN, BOB):
        assert await _found(filled, actor, resolved=True) == [3]
        assert await _found(filled, actor, resolved=False) == [1, 2, 4]


async def test_a_page_of_messages_has_its_bounds(filled: Database) -> None:
    async with filled.reading(REALM) as session:
        for page, size in ((-1, 1), (0, 0), (0, MAX_SIZE + 1)):
            with pytest.raises(InvalidInput):
                await queries.latest(session, ANN, Wanted(), page, size)
        pages = [
            [
                one.message.id
                for one in await queries.latest(session, ANN, Wanted(), n, 3)
            ]
            for n in range(3)
        ]
        assert MAX_SIZE == 200
    assert pages == [[4, 3, 2], [1], []]


async def test_whatever_changes_a_list_lets_every_poll_look_again(
    filled: Database,
) -> None:
    async def noted() -> int:
        async with filled.reading(REALM) as session:
            asked = select(func.count()).select_from(MessageChange)
            return int((await session.execute(asked)).scalar_one())

    acts: list[Callable[[WriteSession], Awaitable[Any]]] = [
        lambda s: actions.mark_read(s, ANN, [1]),
        lambda s: actions.mark_read(s, ANN, None, Wanted(levels=["WARN"])),
        lambda s: actions.mark_read(s, ANN, None),
        lambda s: actions.acknowledge(s, ANN, 2, NOW),
        lambda s: actions.resolve(s, ANN, 3, None, NOW),
        lambda s: actions.reopen(s, ANN, 3),
    ]
    for act in acts:
        before = await noted()
        async with filled.writing(REALM) as session:
            await act(session)
        assert await noted() == before + 1
    before = await noted()
    async with filled.writing(REALM) as session:
        assert await actions.mark_read(session, ANN, [1, 99]) == 0
        assert await actions.mark_read(session, ANN, None) == 0
    assert await noted() == before
