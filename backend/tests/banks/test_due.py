"""What is due to the minute, and what a look leaves where it breaks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from banklink import Fetched, FileKind, NotSent
from giroscope.features.banks import pause
from giroscope.features.banks.due import due
from giroscope.features.banks.fetch import VERB as FETCH
from giroscope.features.banks.outcomes import note_contact, note_failure
from giroscope.features.banks.renew import VERB as RENEW
from giroscope.features.banks.tables import BankConnection, BankFile, BankKey
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from tests.banks.bank_desk import ANNA, NOON, BankDesk
from tests.uploads.bank_samples import statement

MINUTE = timedelta(minutes=1)


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def asked_for(desk: BankDesk) -> list[str]:
    """The verbs of the jobs that a turn of the schedule adds."""
    known = {job.id for job in desk.all(Job)}
    with desk.database.job_connection("giroscope") as connection:
        due("giroscope", connection, desk.now)
        connection.commit()
    return [job.verb for job in desk.all(Job) if job.id not in known]


def leave(desk: BankDesk, table: Any, **values: Any) -> None:
    """Have rows stand as something else would have left them."""
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(table).values(**values))
        connection.commit()


@pytest.mark.parametrize(
    ("days_before", "left", "is_asked"),
    [(45, 46, False), (45, 45, True), (45, 0, True), (45, -1, False), (2, 3, False)],
)
async def test_the_next_certificate_is_asked_for_so_many_days_before(
    desk: BankDesk, days_before: int, left: int, *, is_asked: bool
) -> None:
    desk.connected()
    leave(desk, BankConnection, renew_days_before=days_before, next_fetch=None)
    leave(desk, BankKey, asked=NOON - timedelta(days=1))
    desk.now = desk.paper.until - timedelta(days=left, hours=1)
    leave(desk, BankKey, asked=desk.now - timedelta(days=1))
    assert (RENEW in asked_for(desk)) is is_asked


async def test_nothing_is_asked_of_a_bank_that_stands_still(desk: BankDesk) -> None:
    bank_id = desk.connected()
    desk.now = desk.paper.until - timedelta(days=30)
    leave(desk, BankKey, asked=NOON)
    desk.act(lambda s: pause.pause(s, ANNA, bank_id, None, desk.now))
    assert asked_for(desk) == []
    desk.act(lambda s: pause.resume(s, ANNA, bank_id, desk.now))
    desk.act(lambda s: pause.pause_all(s, ANNA, None, desk.now))
    assert asked_for(desk) == []
    desk.act(lambda s: pause.resume_all(s, ANNA, desk.now))
    assert sorted(asked_for(desk)) == [FETCH, RENEW]


@pytest.mark.parametrize(
    ("since", "is_asked"),
    [(timedelta(hours=12) - MINUTE, False), (timedelta(hours=12), True)],
)
async def test_a_renewal_that_failed_is_tried_again_after_half_a_day(
    desk: BankDesk, since: timedelta, *, is_asked: bool
) -> None:
    desk.connected()
    desk.now = desk.paper.until - timedelta(days=30)
    leave(desk, BankKey, asked=desk.now - since)
    assert (RENEW in asked_for(desk)) is is_asked


@pytest.mark.parametrize(("after", "is_due"), [(-MINUTE, False), (0 * MINUTE, True)])
async def test_a_bank_is_looked_at_when_its_time_has_come(
    desk: BankDesk, after: timedelta, *, is_due: bool
) -> None:
    desk.connect("folder", parameters={}, name="Folder")
    leave(desk, BankConnection, next_fetch=desk.now - after)
    assert (FETCH in asked_for(desk)) is is_due


async def test_a_bank_that_is_away_is_told_after_ten_minutes_and_once(
    desk: BankDesk,
) -> None:
    bank_id = desk.connect("folder", parameters={}, name="Folder")

    def at(minutes: float, note: Callable[..., None], *said: str) -> int:
        with desk.database.job_connection("giroscope") as connection:
            note(connection, bank_id, *said, NOON + minutes * MINUTE)
            connection.commit()
        return len(desk.codes())

    told = [at(m, note_failure, "No line.") for m in (0, 9.99, 10, 11)]
    assert told == [0, 0, 1, 1]
    assert at(20, note_contact) == 2
    assert desk.codes() == ["banks.failing", "banks.recovered"]
    assert at(21, note_contact) == 2
    # What was never told needs no end.
    assert [at(30, note_failure, "No line."), at(31, note_contact)] == [2, 2]


async def test_a_file_that_could_not_be_kept_is_not_called_taken(
    desk: BankDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank_id = desk.connected()
    desk.paper.files = [
        Fetched(FileKind.STATEMENT, "F1", statement(), b"<reply>", name="F1")
    ]
    keep = desk.vault.keep_now

    def full(*_: Any) -> Any:
        raise NotSent("The disk is full.")

    monkeypatch.setattr(desk.vault, "keep_now", full)
    with desk.database.job_connection("giroscope") as connection:
        due("giroscope", connection, desk.now)
        connection.commit()
    desk.work_all()
    assert (desk.paper.taken_names, desk.all(BankFile)) == ([], [])
    assert desk.bank(bank_id).fetch_began is not None
    monkeypatch.setattr(desk.vault, "keep_now", keep)
    desk.now += timedelta(minutes=16)
    desk.paper.fetched.clear()
    with desk.database.job_connection("giroscope") as connection:
        due("giroscope", connection, desk.now)
        connection.commit()
    desk.work_all()
    assert desk.paper.taken_names == ["F1"]
    assert desk.one(BankFile).reference == "F1"
