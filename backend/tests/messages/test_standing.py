"""Read, acknowledged, resolved: whose it is, what it narrows, and on both databases."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.messages import actions, queries, tell
from giroscope.features.messages.errors import (
    MessageAlreadyResolved,
    MessageNotResolved,
    NoteTooLong,
)
from giroscope.features.messages.groups import Grouping, page_of_groups
from giroscope.features.messages.queries import Wanted
from giroscope.features.messages.tables import MessageChange, MessageRead
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound
from giroscope.kernel.paging import PageRequest
from localization import Message

pytestmark = pytest.mark.both_stores

ANN = Actor("ann", "giroscope", "ann", "Ann Berg", frozenset())
BOB = Actor("bob", "giroscope", "bob", "Bob", frozenset())
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)


def _say(database: Database, *texts: str, correlation_id: str | None = None) -> None:
    with database.job_session("giroscope") as session:
        for text in texts:
            level = "ERROR" if "refused" in text else "INFO"
            tell(
                session.connection(), level, Message("x", text=text),
                correlation_id=correlation_id, reference=f"upload:{len(text)}",
            )  # fmt: skip


async def _texts(database: Database, actor: Actor, **wanted: object) -> list[str]:
    async with database.reading("giroscope") as session:
        narrowed = Wanted(**wanted)  # type: ignore[arg-type]  # a test's own words
        found = await queries.latest(session, actor, narrowed, 0, 200)
    return [str(seen.message.message) for seen in found]


async def test_who_has_read_all_is_noted_by_one_number_and_stays_right(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "UNSETTLED", 2)
    _say(database, "a", "b", "c", "d", "e")
    async with database.writing("giroscope") as change:
        await actions.acknowledge(change, ANN, 1, NOW)
        assert await actions.mark_read(change, ANN, [2]) == 1
        assert await actions.mark_read(change, ANN, None) == 3
        rows = await change.execute(select(MessageRead.message_id))
        assert sorted(rows.scalars()) == [1, 4, 5]
    assert await _texts(database, ANN, unread=True) == []
    assert len(await _texts(database, BOB, unread=True)) == 5
    _say(database, "f")
    assert await _texts(database, ANN, unread=True) == ["f"]
    async with database.writing("giroscope") as change:
        assert await actions.mark_read(change, ANN, None) == 1
        assert await actions.mark_read(change, ANN, [1, 2, 3]) == 0
    async with database.reading("giroscope") as session:
        seen = await queries.some(session, ANN, [1, 3, 6])
    assert {key: one.is_read for key, one in seen.items()} == {
        1: True,
        3: True,
        6: True,
    }
    assert seen[1].acknowledged == NOW
    assert seen[3].acknowledged is None


async def test_acknowledging_is_each_person_s_own_and_the_first_time_counts(
    database: Database,
) -> None:
    _say(database, "a", "b")
    async with database.writing("giroscope") as change:
        await actions.mark_read(change, ANN, [1])
        await actions.acknowledge(change, ANN, 1, NOW)
    async with database.writing("giroscope") as change:
        await actions.acknowledge(change, ANN, 1, NOW.replace(hour=15))
        with pytest.raises(NotFound):
            await actions.acknowledge(change, ANN, 77, NOW)
    assert await _texts(database, ANN, acknowledged=True) == ["a"]
    assert await _texts(database, ANN, acknowledged=False) == ["b"]
    assert await _texts(database, BOB, acknowledged=True) == []
    async with database.reading("giroscope") as session:
        one = await queries.one(session, ANN, 1)
    assert one is not None
    assert (one.is_read, one.acknowledged) == (True, NOW)


async def test_resolving_is_everybody_s_and_is_written_down_with_its_undo(
    database: Database,
) -> None:
    _say(database, "a refused", "b")
    async with database.writing("giroscope") as change:
        await actions.resolve(change, ANN, 1, "  sent again \n", NOW)
    async with database.writing("giroscope") as change:
        with pytest.raises(MessageAlreadyResolved):
            await actions.resolve(change, BOB, 1, None, NOW)
        with pytest.raises(MessageNotResolved):
            await actions.reopen(change, BOB, 2)
        with pytest.raises(NoteTooLong):
            await actions.resolve(change, BOB, 2, "x" * 1001, NOW)
    assert await _texts(database, BOB, resolved=True) == ["a refused"]
    assert await _texts(database, BOB, resolved=False) == ["b"]
    async with database.reading("giroscope") as session:
        one = await queries.one(session, BOB, 1)
    assert one is not None
    assert one.resolution is not None
    end = one.resolution
    assert (end.by_name, end.note, end.at) == ("Ann Berg", "sent again", NOW)
    async with database.writing("giroscope") as change:
        await actions.reopen(change, BOB, 1)
    assert await _texts(database, ANN, resolved=True) == []
    async with database.reading("giroscope") as session:
        told = await session.execute(
            select(AuditEvent.verb, AuditEvent.was, AuditEvent.now).order_by(
                AuditEvent.id
            )
        )
    assert [tuple(row) for row in told] == [
        ("messages.resolve", None, '{"note":"sent again"}'),
        ("messages.reopen", '{"by":"Ann Berg","note":"sent again"}', None),
    ]


async def test_a_change_is_seen_by_the_poll_and_leaves_no_growing_heap(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "_KEPT_CHANGES", 2)
    _say(database, "a")
    seen = set()
    for _ in range(3):
        async with database.writing("giroscope") as change:
            await actions.resolve(change, ANN, 1, None, NOW)
        async with database.reading("giroscope") as session:
            seen.add(await queries.version(session))
        async with database.writing("giroscope") as change:
            await actions.reopen(change, ANN, 1)
        async with database.reading("giroscope") as session:
            seen.add(await queries.version(session))
    assert len(seen) == 6
    async with database.reading("giroscope") as session:
        left = await session.execute(select(func.count()).select_from(MessageChange))
    assert left.scalar_one() == 3


async def test_a_list_is_narrowed_by_reference_by_words_in_it_and_by_what_is_said(
    database: Database,
) -> None:
    _say(database, "file one", "file two!", "file one", "one refused")
    assert await _texts(database, ANN, reference="upload:9") == ["file two!"]
    assert await _texts(database, ANN, text="UPLOAD:9") == ["file two!"]
    assert await _texts(database, ANN, same_text_as=1) == ["file one", "file one"]
    assert await _texts(database, ANN, same_text_as=99) == []


async def test_messages_are_put_together_by_journal_or_by_what_they_say(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    _say(database, "read", "refused", correlation_id="c1")
    _say(database, "read", correlation_id="c2")
    _say(database, "read", "refused")
    async with database.writing("giroscope") as change:
        await actions.mark_read(change, ANN, [1, 3])

    async def groups(by: Grouping, request: PageRequest) -> list[tuple[object, ...]]:
        async with database.reading("giroscope") as session:
            page = await page_of_groups(session, ANN, Wanted(), by, request)
            told.append((len(page.rows), await page.count(), page.has_next))
        cursors.append(page.cursors)
        return [(g.latest.message.id, g.size, g.unread, g.level) for g in page.rows]

    told: list[object] = []
    cursors: list[list[str]] = []
    assert await groups(Grouping.TEXT, PageRequest()) == [
        (5, 2, 2, "ERROR"),
        (4, 3, 1, "INFO"),
    ]
    assert await groups(Grouping.CORRELATION, PageRequest(first=2)) == [
        (5, 1, 1, "ERROR"),
        (2, 2, 1, "ERROR"),
    ]
    rest = await groups(Grouping.CORRELATION, PageRequest(after=cursors[-1][-1]))
    assert rest == [(4, 1, 1, "INFO"), (3, 1, 0, "INFO")]
    assert told == [(2, (2, True), False), (2, (4, True), True), (2, (4, True), False)]

    monkeypatch.setattr("giroscope.features.messages.groups.GROUPED", 3)
    assert await groups(Grouping.TEXT, PageRequest()) == [
        (5, 2, 2, "ERROR"),
        (4, 2, 1, "INFO"),
    ]
    assert told[-1] == (2, (2, False), False)
