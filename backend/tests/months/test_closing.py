"""Months are closed by a person, opened again, and tell what came afterwards."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import Account
from giroscope.features.journals.lateness import Habit
from giroscope.features.messages import Alarm
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.months.tables import MonthClosing
from giroscope.features.months.watch import watch_months
from giroscope.features.uploads import Upload
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from tests.months.closing_desk import CLOSE, NOW, Desk, Import, statement
from tests.statements.statement_factory import Line, Sheet, camt
from tests.statements.test_statements_count import counted

Undo = Callable[[Upload], str | None]
Watched = Callable[[], list[tuple[str, bool]]]


@pytest.fixture
def desk(database: Database, realm: str) -> Desk:
    return Desk(database, realm)


@pytest.fixture
def world(import_bytes: Import) -> None:
    """All of DK1 is here; of DK2 the end is missing."""
    statement(import_bytes, "DK1", 2, 31)
    statement(import_bytes, "DK2", 2, 20)


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_a_closed_month_tells_who_closed_it_with_which_balance_until_reopened(
    desk: Desk, database: Database, realm: str
) -> None:
    assert await desk.close("DK1") == {"__typename": "Success"}
    closed = (await desk.months())["DK1"]["closed"]
    assert closed == {
        "closedBy": "Command line", "reason": None, "closing": "1003.00",
        "isChanged": False,
    }  # fmt: skip
    assert (await desk.months("2026-02-01"))["DK1"]["closed"] is None
    assert (await desk.close("DK1"))["code"] == "months.closed"

    assert (await desk.reopen("DK1", " "))["path"] == "reason"
    assert await desk.reopen("DK1", "A fee is missing") == {"__typename": "Success"}
    assert (await desk.months())["DK1"]["closed"] is None
    assert (await desk.reopen("DK1", "Again"))["code"] == "months.open"
    assert await desk.close("DK1") == {"__typename": "Success"}
    with database.job_session(realm) as session:
        rows = session.scalars(select(MonthClosing).order_by(MonthClosing.id)).all()
        assert [(row.closed_at, row.reopened_reason) for row in rows] == [
            (NOW, "A fee is missing"), (NOW, None),
        ]  # fmt: skip
        written = session.scalars(select(AuditEvent).order_by(AuditEvent.id))
        assert [row.verb for row in written if "month" in row.verb] == [
            "statements.close_month", "statements.reopen_month",
            "statements.close_month",
        ]  # fmt: skip


@pytest.mark.usefixtures("world")
async def test_what_is_missing_takes_a_reason_and_none_is_closed_without(
    desk: Desk,
) -> None:
    refused = await desk.close("DK1", "DK2", reason="  ")
    assert (refused["code"], refused["path"]) == ("months.not_complete", "reason")
    assert {one["closed"] for one in (await desk.months()).values()} == {None}
    await desk.close("DK1", "DK2", reason="The account was closed on the 20th")
    months = await desk.months()
    # A month that needs none has none.
    assert months["DK1"]["closed"]["reason"] is None
    assert months["DK2"]["closed"] == {
        "closedBy": "Command line", "reason": "The account was closed on the 20th",
        "closing": None, "isChanged": False,
    }  # fmt: skip


@pytest.mark.usefixtures("world")
async def test_only_a_month_that_is_over_is_closed_and_only_of_accounts_that_are_here(
    desk: Desk,
) -> None:
    desk.now = datetime(2026, 3, 31, 12, tzinfo=UTC)
    assert (await desk.close("DK1", reason="x"))["code"] == "months.not_over"
    desk.now = NOW
    gone = await desk.ask(CLOSE, ids=["1", "999"], month="2026-03-01", reason="x")
    assert gone["code"] == "not_found"
    assert {one["closed"] for one in (await desk.months()).values()} == {None}


@pytest.mark.usefixtures("world")
async def test_who_may_not_decide_about_statements_closes_nothing(
    desk: Desk, realm: str
) -> None:
    desk.actor = Actor("p", realm, "p", "Viewer", frozenset())
    assert (await desk.close("DK1"))["code"] == "forbidden"


@pytest.fixture
def watched(database: Database, realm: str) -> Watched:
    """Look twice, as the schedule does; each alarm with whether it is open."""

    def look() -> list[tuple[str, bool]]:
        with database.job_connection(realm) as connection:
            for minutes in range(2):
                watch_months(connection, NOW + timedelta(minutes=minutes), Habit())
            connection.commit()
        with database.job_session(realm) as session:
            alarms = session.scalars(select(Alarm).order_by(Alarm.id)).all()
            return [
                (one.subject, one.cleared is None)
                for one in alarms
                if one.kind == "alarm.month_changed"
            ]

    return look


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_what_comes_for_a_closed_month_is_told_once_until_somebody_looks(
    desk: Desk, import_bytes: Import, database: Database, realm: str, watched: Watched
) -> None:
    await desk.close("DK1", "DK2", reason="Nothing more is expected")

    assert watched() == []
    # What comes for a later month is looked at only where March may be part of a hole.
    for name, on, looks in (("A", "2026-04-01", True), ("B", "2026-04-02", False)):
        april = Sheet(
            [], name, "1003.00", "1003.00", first=on, last=on, account="DK1"
        )  # fmt: skip
        import_bytes(camt(april, message=name), f"{name}.xml")
        with counted() as asked:
            assert watched() == []
        assert any("FROM transactions" in sql for sql in asked) is looks
    statement(import_bytes, "DK2", 3, 31)
    with database.job_session(realm) as session:
        [late] = session.scalars(select(Account.id).where(Account.number == "DK2"))
    subject = f"month:2026-03:{late}"
    assert watched() == [(subject, True)]
    months = await desk.months()
    assert [months[name]["closed"]["isChanged"] for name in ("DK1", "DK2")] == [
        False, True,
    ]  # fmt: skip
    with database.job_session(realm) as session:
        told = session.scalars(
            select(SystemMessage).where(SystemMessage.reference == subject)
        ).all()
        assert [one.code for one in told] == ["alarm.month_changed"]
    await desk.reopen("DK2", "A statement came")
    assert watched() == [(subject, False)]


@pytest.mark.usefixtures("world")
async def test_what_is_taken_back_of_a_closed_month_is_told(
    desk: Desk, import_bytes: Import, undo: Undo, watched: Watched,
    database: Database, realm: str,
) -> None:  # fmt: skip
    sheet = Sheet(
        [Line("5.00", day="2026-03-31", reference="twice")], "31", "1021.00",
        "1026.00", first="2026-03-21", last="2026-03-31", account="DK2",
    )  # fmt: skip
    rest = import_bytes(camt(sheet, message="REST"), "rest.xml")
    assert await desk.close("DK1", "DK2", reason="All is said") == {
        "__typename": "Success"
    }
    assert watched() == []
    assert undo(rest) is None
    with database.job_session(realm) as session:
        [late] = session.scalars(select(Account.id).where(Account.number == "DK2"))
    assert watched() == [(f"month:2026-03:{late}", True)]
    import_bytes(camt(sheet, message="REST"), "rest.xml")
    assert watched() == [(f"month:2026-03:{late}", False)]


@pytest.mark.usefixtures("world")
async def test_what_was_on_its_way_when_a_month_was_closed_is_told(
    desk: Desk, watched: Watched, database: Database, realm: str
) -> None:
    await desk.close("DK1")
    with database.job_session(realm) as session:
        closing = session.scalars(select(MonthClosing)).one()
        closing.entries += 1
    assert [is_open for _, is_open in watched()] == [True]


async def test_a_hole_that_begins_in_a_closed_month_is_told(
    desk: Desk, import_bytes: Import, watched: Watched
) -> None:
    statement(import_bytes, "DK1", 2, 27)

    def april(name: str, day: str, balance: str) -> None:
        sheet = Sheet(
            [], name, balance, balance, first=day, last=day, account="DK1"
        )  # fmt: skip
        import_bytes(camt(sheet, message=name), f"{name}.xml")

    april("M", "2026-04-30", "1003.00")
    assert await desk.close("DK1") == {"__typename": "Success"}
    assert watched() == []
    april("L", "2026-04-07", "7.00")
    assert [is_open for _, is_open in watched()] == [True]
