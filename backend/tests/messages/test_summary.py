"""What counts for whom, by level, and what changed by topic."""

from unittest.mock import Mock

import pytest
from sqlalchemy import insert, update

from giroscope.features.messages import actions, summary
from giroscope.features.messages.moments import Moments
from giroscope.features.messages.topics import Topic, versions
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import new_job
from giroscope.kernel.latest_jobs import JobsOfVerb
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from giroscope.worker import works
from localization import Message
from tests.messages.test_moments import ANN, BOB, FOR_EVER, NOW, REALM


def _say(database: Database, *levels: str) -> None:
    with database.job_session(REALM) as session:
        for level in levels:
            actions.tell(session.connection(), level, Message("test.said"))


async def _counts(moments: Moments, actor: Actor) -> tuple[int, str | None]:
    moments.forget(REALM)
    view = await moments.view(await moments.now(REALM), actor)
    return view.summary.total, view.summary.maximum


async def test_what_is_resolved_counts_for_nobody_and_what_is_noted_not_for_its_reader(
    database: Database,
) -> None:
    moments = Moments(database, FOR_EVER)
    assert await _counts(moments, ANN) == (0, None)
    _say(database, "SUCCESS", "INFO", "WARNING", "ERROR")
    assert await _counts(moments, ANN) == (4, "ERROR")
    async with database.writing(REALM) as change:
        await actions.acknowledge(change, ANN, 4, NOW)
        await actions.resolve(change, BOB, 3, None, NOW)
    assert await _counts(moments, ANN) == (2, "INFO")
    assert await _counts(moments, BOB) == (3, "ERROR")
    # What is both is taken away once.
    async with database.writing(REALM) as change:
        await actions.resolve(change, BOB, 4, None, NOW)
    assert await _counts(moments, ANN) == await _counts(moments, BOB) == (2, "INFO")
    # Reading alone does not make a message handled.
    async with database.writing(REALM) as change:
        await actions.mark_read(change, ANN, None)
    assert (await _counts(moments, ANN))[0] == 2


async def test_that_one_file_went_in_well_does_not_count(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary, "_STEP", 3)
    moments = Moments(database, FOR_EVER)
    with database.job_session(REALM) as session:
        for code in ("import.done",) * 7 + ("import.batch", "journal.done"):
            actions.tell(session.connection(), "SUCCESS", Message(code))
    assert await _counts(moments, ANN) == (2, "DEBUG")
    async with database.writing(REALM) as change:
        await actions.acknowledge(change, ANN, 1, NOW)
        await actions.resolve(change, BOB, 2, None, NOW)
        await actions.resolve(change, BOB, 8, None, NOW)
    assert await _counts(moments, ANN) == await _counts(moments, BOB) == (1, "DEBUG")


async def test_messages_are_counted_however_many_there_are(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary, "_STEP", 3)
    moments = Moments(database, 0)
    for total in range(1, 14):
        _say(database, "ERROR" if total == 1 else "INFO")
        view = await moments.view(await moments.now(REALM), ANN)
        assert (view.summary.total, view.summary.maximum) == (total, "ERROR")


def test_topics_follow_acts_messages_and_jobs() -> None:
    jobs = {"send": JobsOfVerb(5, 1), "trim-logs": JobsOfVerb(6, 1)}
    first = versions({"bank": 3, "passkey": 9}, [("import.done", 7)], jobs)
    assert first[Topic.BANKS] == "3.0.5.1"
    assert first[Topic.BALANCES] == first[Topic.IMPORTS] == "0.7.0.0"
    assert first[Topic.USERS] == "9.0.0.0"
    assert first[Topic.MESSAGES] == "0.7.0.0"
    assert Topic.BILLING not in first
    later = versions({"bank": 3, "journal": 10}, [("import.done", 7)], jobs)
    assert later[Topic.JOURNALS] == "10.7.5.1" != first[Topic.JOURNALS]
    assert later[Topic.BALANCES] == first[Topic.BALANCES]
    jobs = {"bank-fetch": JobsOfVerb(7, 2), "send": JobsOfVerb(5, 0)}
    ended = versions({"bank": 3}, [], jobs)
    assert ended[Topic.BANKS] == "3.0.7.2"
    assert ended[Topic.JOURNALS] == "0.0.5.0"


def test_work_whose_end_can_be_seen_is_of_a_topic(settings: Settings) -> None:
    silent = {"approval_mail", "message-mail", "trim-logs", "anchor-audit"}
    vault, banks, erp = Mock(), Mock(), Mock()
    for verb in works(settings, vault, banks, erp, Mock()):
        told = versions({}, [], {verb: JobsOfVerb(1, 1)})
        assert bool(told) is (verb not in silent), verb


async def test_work_that_begins_and_ends_is_told_without_a_message(
    database: Database,
) -> None:
    moments = Moments(database, 0)
    seen = [await moments.now(REALM)]
    with database.job_session(REALM) as session:
        session.execute(insert(Job).values(**new_job("send", 1, NOW)))
    seen.append(await moments.now(REALM))
    with database.job_session(REALM) as session:
        session.execute(update(Job).values(state="SUCCEEDED"))
    seen.append(await moments.now(REALM))
    told = [moment.topics.get(Topic.PAYMENTS) for moment in seen]
    assert told == [None, "0.0.1.1", "0.0.1.0"]


async def test_an_act_of_somebody_is_told_without_a_message(database: Database) -> None:
    _say(database, "INFO")
    moments = Moments(database, 0)
    before = await moments.now(REALM)
    async with database.writing(REALM) as change:
        await actions.resolve(change, BOB, 1, None, NOW)
    after = await moments.now(REALM)
    assert after.version.act == before.version.act + 1
    assert after.topics[Topic.MESSAGES] != before.topics.get(Topic.MESSAGES)
