"""The inbox: a row for a batch, a journal or a cause, and one act on all of it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.messages import (
    Missing,
    actions,
    clear_alarm,
    queries,
    raise_alarm,
    tell,
)
from giroscope.features.messages.errors import (
    MessageAlreadyResolved,
    MessageNotResolved,
)
from giroscope.features.messages.groups import (
    Group,
    Grouping,
    members,
    page_of_groups,
)
from giroscope.features.messages.queries import Wanted
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.paging import PageRequest
from localization import Message

pytestmark = pytest.mark.both_stores

ANN = Actor("ann", "giroscope", "ann", "Ann Berg", frozenset())
BOB = Actor("bob", "giroscope", "bob", "Bob", frozenset())
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
GROUPS = "giroscope.features.messages.groups"


def _say(database: Database, level: str, code: str, **of: str | None) -> int:
    with database.job_session("giroscope") as session:
        return tell(session.connection(), level, Message(code, name="a"), **of)


async def _inbox(
    database: Database, actor: Actor = ANN, wanted: Wanted | None = None
) -> list[Group]:
    async with database.reading("giroscope") as session:
        page = await page_of_groups(
            session, actor, wanted or Wanted(), Grouping.INBOX, PageRequest()
        )
    return page.rows


async def _which(database: Database, latest: int, by: Grouping) -> list[Any]:
    async with database.reading("giroscope") as session:
        found = await session.get_one(SystemMessage, latest)
        return members(by, found)


def _told(groups: Sequence[Group]) -> list[tuple[object, ...]]:
    return [
        (one.key, one.headline.message.id, one.size, one.problems, one.level)
        for one in groups
    ]


async def test_problems_come_first_and_what_belongs_together_is_one_row(
    database: Database,
) -> None:
    _say(database, "ERROR", "import.refused", batch_id="d1", correlation_id="c1")
    _say(database, "WARNING", "alarm.statement_missing")
    _say(database, "WARNING", "alarm.statement_missing")
    _say(database, "SUCCESS", "import.batch", batch_id="d1")
    _say(database, "SUCCESS", "journal.done", correlation_id="c1")
    _say(database, "INFO", "demo.done")
    assert _told(await _inbox(database)) == [
        ("batch:d1", 1, 2, 1, "ERROR"),
        ("cause:alarm.statement_missing", 3, 2, 2, "WARNING"),
        ("cause:demo.done", 6, 1, 0, "INFO"),
        ("journal:c1", 5, 1, 0, "SUCCESS"),
    ]
    errors = await _inbox(database, wanted=Wanted(levels=["ERROR"]))
    assert _told(errors) == [("batch:d1", 1, 1, 1, "ERROR")]


async def test_a_problem_that_is_dealt_with_is_no_problem_of_its_group(
    database: Database,
) -> None:
    _say(database, "ERROR", "x", correlation_id="c1")
    _say(database, "WARNING", "x", correlation_id="c1")
    _say(database, "INFO", "x", correlation_id="c1")
    async with database.writing("giroscope") as session:
        await actions.resolve(session, ANN, 1, None, NOW)
        await actions.acknowledge(session, ANN, 2, NOW)
    assert _told(await _inbox(database)) == [("journal:c1", 3, 3, 0, "ERROR")]
    assert _told(await _inbox(database, BOB)) == [("journal:c1", 2, 3, 1, "WARNING")]
    async with database.writing("giroscope") as session:
        await actions.reopen(session, ANN, 1)
    assert _told(await _inbox(database)) == [("journal:c1", 1, 3, 1, "ERROR")]


async def test_an_open_problem_stays_in_sight_however_much_comes_after_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{GROUPS}.GROUPED", 2)
    with database.job_session("giroscope") as session:
        missing = Missing("a1", Message("alarm.statement_missing", name="a"))
        raise_alarm(session.connection(), missing, NOW)
    _say(database, "ERROR", "x", correlation_id="old")
    for number in range(3):
        _say(database, "INFO", "x", correlation_id=f"c{number}")
    keys = [group.key for group in await _inbox(database)]
    alarm = "cause:alarm.statement_missing"
    assert keys == ["journal:old", alarm, "journal:c2", "journal:c1"]

    async with database.writing("giroscope") as session:
        await actions.resolve(session, ANN, 2, None, NOW)
    with database.job_session("giroscope") as session:
        clear_alarm(session.connection(), "alarm.statement_missing", "a1", NOW)
    keys = [group.key for group in await _inbox(database)]
    assert keys == ["journal:c2", "journal:c1"]

    async with database.writing("giroscope") as session:
        await actions.reopen(session, ANN, 2)
    assert (await _inbox(database))[0].key == "journal:old"


async def test_the_filter_of_a_group_leaves_just_its_messages(
    database: Database,
) -> None:
    _say(database, "INFO", "x", batch_id="d1", correlation_id="c1")
    _say(database, "INFO", "x", correlation_id="c1")
    _say(database, "INFO", "x")
    _say(database, "INFO", "y")
    found: dict[str, list[int]] = {}
    async with database.reading("giroscope") as session:
        for group in await _inbox(database):
            wanted = Wanted(thread=group.key)
            rows = await queries.latest(session, ANN, wanted, 0, 9)
            found[group.key] = [one.message.id for one in rows]
        of_code = await queries.latest(session, ANN, Wanted(code="x"), 0, 9)
    assert found == {
        "cause:y": [4], "cause:x": [3], "journal:c1": [2], "batch:d1": [1]
    }  # fmt: skip
    assert [one.message.id for one in of_code] == [3, 2, 1]


async def test_a_group_is_resolved_once_and_what_came_since_is_not(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in ("ERROR", "WARNING", "INFO"):
        _say(database, level, "x", correlation_id="c1")
    _say(database, "ERROR", "x", correlation_id="c2")
    which = await _which(database, 3, Grouping.INBOX)
    _say(database, "ERROR", "x", correlation_id="c1")
    async with database.writing("giroscope") as session:
        await actions.resolve(session, BOB, 2, "before", NOW)
        done = await actions.resolve_all(session, ANN, 3, which, " paid ", NOW)
    assert done == 2
    async with database.reading("giroscope") as session:
        rows = await queries.latest(session, ANN, Wanted(), 0, 9)
        acts = await session.execute(select(AuditEvent.now).order_by(AuditEvent.id))
        told = acts.scalars().all()[-1]
    notes = {one.message.id: one.resolution and one.resolution.note for one in rows}
    assert notes == {5: None, 4: None, 3: "paid", 2: "before", 1: "paid"}
    assert told is not None
    assert '"messages":2' in told.replace(" ", "")
    with pytest.raises(MessageAlreadyResolved):
        async with database.writing("giroscope") as session:
            await actions.resolve_all(session, ANN, 3, which, None, NOW)
    # Of older ones the index knows which wait still.
    monkeypatch.setattr(f"{GROUPS}.GROUPED", 1)
    assert _told(await _inbox(database)) == [
        ("journal:c1", 5, 1, 1, "ERROR"), ("journal:c2", 4, 1, 1, "ERROR")
    ]  # fmt: skip
    async with database.writing("giroscope") as session:
        assert await actions.reopen_all(session, ANN, 3, which) == 3
    assert (await _inbox(database))[0].problems == 3
    with pytest.raises(MessageNotResolved):
        async with database.writing("giroscope") as session:
            await actions.reopen_all(session, ANN, 3, which)


async def test_a_group_is_acknowledged_for_oneself_and_the_first_time_stays(
    database: Database,
) -> None:
    for text in ("a", "b"):
        with database.job_session("giroscope") as session:
            tell(session.connection(), "ERROR", Message("x", text=text))
    earlier = NOW.replace(hour=8)
    async with database.writing("giroscope") as session:
        await actions.acknowledge(session, ANN, 1, earlier)
        await actions.mark_read(session, ANN, [2])
    which = await _which(database, 2, Grouping.CODE)
    for expected in (1, 0):
        async with database.writing("giroscope") as session:
            assert await actions.acknowledge_all(session, ANN, which, NOW) == expected
    async with database.reading("giroscope") as session:
        rows = await queries.latest(session, ANN, Wanted(), 0, 9)
        acts = await session.execute(select(func.count(AuditEvent.id)))
    assert [one.acknowledged for one in rows] == [NOW, earlier]
    assert acts.scalar_one() == 0
    assert (await _inbox(database, BOB))[0].problems == 2


async def test_members_are_those_of_the_grouping(database: Database) -> None:
    of = [
        ("x", "c1", "d1"), ("y", "c1", "d1"), ("x", "c1", None), ("x", None, None),
        ("x", "c1", "d1"),
    ]  # fmt: skip
    for code, journal, batch in of:
        _say(database, "INFO", code, correlation_id=journal, batch_id=batch)
    found = {}
    for by in Grouping:
        which = await _which(database, 5, by)
        async with database.reading("giroscope") as session:
            rows = await session.execute(select(SystemMessage.id).where(*which))
        found[by] = sorted(rows.scalars())
    assert found == {
        Grouping.INBOX: [1, 2, 5],
        Grouping.CORRELATION: [1, 2, 3, 5],
        Grouping.CODE: [1, 3, 4, 5],
        Grouping.TEXT: [1, 3, 4, 5],
    }
    alone = await _which(database, 4, Grouping.CORRELATION)
    async with database.reading("giroscope") as session:
        rows = await session.execute(select(SystemMessage.id).where(*alone))
    assert rows.scalars().all() == [4]
