"""Who may say when statements are expected, and what is written down of it."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import Account
from giroscope.features.journals import habits
from giroscope.features.journals.lateness import Habit
from giroscope.features.uploads import Upload
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import Forbidden, NotFound
from giroscope.settings import Settings
from tests.statements.statement_factory import (
    OTHER_ACCOUNT,
    Sheet,
    camt,
    each_day,
)

Change = Callable[[Callable[[WriteSession, Actor], Awaitable[Any]]], Any]
NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
EIGHT = habits.Wanted(is_watched=True, due="08:00")


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


@pytest.fixture
def change(settings: Settings, realm: str, in_own_loop: Callable[[Any], Any]) -> Change:
    """Do something in one transaction, as the person at the command line."""

    def run(action: Callable[[WriteSession, Actor], Awaitable[Any]]) -> Any:
        async def work() -> Any:
            own = Database(settings)
            try:
                async with own.writing(realm) as session:
                    return await action(session, shell_actor(realm))
            finally:
                await own.close()

        return in_own_loop(work())

    return run


@pytest.fixture
def accounts(
    import_bytes: Callable[..., Upload], database: Database, realm: str
) -> list[int]:
    """A daily account with a statement missing, and one with a single statement."""
    weeks = each_day("2026-02-16", "2026-02-27")
    import_bytes(camt(*weeks, Sheet([], account=OTHER_ACCOUNT)), "both.xml")
    with database.job_session(realm) as session:
        return list(session.scalars(select(Account.id).order_by(Account.number)))


def test_expectations_are_told_of_each_account(
    change: Change, accounts: list[int]
) -> None:
    told = change(lambda s, _: habits.expectations(s, NOW, Habit(time(10))))
    assert [one.account_id for one in told] == accounts
    daily, single = told
    assert (daily.gap, daily.is_watched, daily.is_own) == (1, True, False)
    assert (daily.last_day, daily.missing_since) == (
        date(2026, 2, 27), date(2026, 3, 2),
    )  # fmt: skip
    assert (single.gap, single.is_watched, single.missing_since) == (
        None, False, None,
    )  # fmt: skip
    silent = habits.Wanted(is_watched=False, due="10:00")
    change(lambda s, a: habits.change(s, a, accounts[0], silent, NOW))
    daily, single = change(lambda s, _: habits.expectations(s, NOW, Habit(time(10))))
    assert (daily.is_own, daily.is_watched, daily.missing_since) == (True, False, None)
    assert single.is_own is False


def test_a_change_says_what_was_and_what_is(
    change: Change, accounts: list[int], database: Database, realm: str
) -> None:
    for wish in (EIGHT, habits.Wanted(is_watched=False, due="09:30"), None):
        change(lambda s, a, wish=wish: habits.change(s, a, accounts[0], wish, NOW))
    with database.job_session(realm) as session:
        events = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.verb == "statements.expect")
            .order_by(AuditEvent.id)
        )
        told = [
            (json.loads(one.was or ""), json.loads(one.now or "")) for one in events
        ]
    usual = {"usual": True}
    first = {"due": "08:00", "isWatched": True}
    second = {"due": "09:30", "isWatched": False}
    assert told == [(usual, first), (first, second), (second, usual)]


def test_it_needs_its_role_and_an_account(
    change: Change, accounts: list[int], realm: str
) -> None:
    nobody = Actor("u1", realm, "viewer", "Viewer", frozenset())
    with pytest.raises(Forbidden):
        change(lambda s, _: habits.change(s, nobody, accounts[0], EIGHT, NOW))
    with pytest.raises(NotFound):
        change(lambda s, a: habits.change(s, a, 999, EIGHT, NOW))
