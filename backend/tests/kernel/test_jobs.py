"""A job ends once, whatever its end; queued rows are never forgotten."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text, update

from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict
from giroscope.kernel.jobs import (
    JobRun,
    JobStarter,
    Work,
    cancelled_state,
    forget_realm,
    new_job,
    perform,
    prepare,
)
from giroscope.kernel.tables import Job, JobHold, JobState

pytestmark = pytest.mark.both_stores


def _ask(database: Database, realm: str, verb: str = "test") -> int:
    values = new_job(verb, 1, system_clock())
    with database.job_connection(realm) as connection:
        row = connection.execute(insert(Job).values(**values).returning(Job.id))
        job_id = int(row.scalar_one())
        connection.commit()
        return job_id


def _row(database: Database, realm: str, job_id: int) -> Any:
    with database.job_connection(realm) as connection:
        return connection.execute(select(Job).where(Job.id == job_id)).one()


def _refuse(_run: JobRun) -> None:
    raise Conflict("Something depends on it")


def _break(_run: JobRun) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("work", "state", "message"),
    [
        (lambda _run: None, "SUCCEEDED", None),
        (_refuse, "FAILED", "Something depends on it"),
        (
            _break,
            "FAILED",
            "A fault in the product stopped this (incident giroscope-1)",
        ),
    ],
)
async def test_end_of_a_job_is_told(
    database: Database, realm: str, work: Work, state: str, message: str | None
) -> None:
    job_id = _ask(database, realm)
    perform(database, {"test": work}, realm, job_id)
    row = _row(database, realm, job_id)
    assert (row.state, row.message) == (state, message)
    assert row.finished is not None


async def test_job_that_ended_is_not_done_again(database: Database, realm: str) -> None:
    runs = []
    job_id = _ask(database, realm)
    for _ in range(2):
        perform(database, {"test": runs.append}, realm, job_id)
    assert len(runs) == 1


async def test_the_number_of_forgotten_work_is_not_given_again(
    database: Database, realm: str
) -> None:
    forgotten = _ask(database, realm)
    with database.job_connection(realm) as connection:
        connection.execute(delete(Job).where(Job.id == forgotten))
        connection.commit()
    assert _ask(database, realm) > forgotten


async def test_nothing_begins_while_work_is_held_and_goes_on_after(
    database: Database, realm: str
) -> None:
    runs: list[JobRun] = []
    job_id = _ask(database, realm)
    with database.job_connection(realm) as connection:
        held = {"id": 1, "since": system_clock(), "by_name": "Eva", "reason": "Upgrade"}
        connection.execute(insert(JobHold).values(held))
        connection.commit()
    perform(database, {"test": runs.append}, realm, job_id)
    row = _row(database, realm, job_id)
    # The engine has seen the first attempt end; the next one has a name of its own.
    assert (runs, row.state, row.attempts) == ([], "QUEUED", 2)
    with database.job_connection(realm) as connection:
        connection.execute(delete(JobHold))
        connection.commit()
    perform(database, {"test": runs.append}, realm, job_id)
    assert (len(runs), _row(database, realm, job_id).state) == (1, "SUCCEEDED")


async def test_job_is_told_to_stop_when_it_reports(
    database: Database, realm: str
) -> None:
    def stop_then_report(run: JobRun) -> None:
        with database.job_connection(realm) as connection:
            connection.execute(update(Job).values(state=JobState.CANCELLING))
            connection.commit()
        run.report("read", 1, 2)

    job_id = _ask(database, realm)
    perform(database, {"test": stop_then_report}, realm, job_id)
    row = _row(database, realm, job_id)
    assert (row.state, row.done, row.total) == ("CANCELLED", 1, 2)


# Of SQLite's writers the second begins when the first is done.
@pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
def test_a_job_that_is_cancelled_at_this_moment_does_not_begin(
    database: Database, realm: str
) -> None:
    runs: list[JobRun] = []
    job_id = _ask(database, realm)
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with ThreadPoolExecutor(1) as thread, database.job_connection(realm) as first:
        first.execute(select(Job).where(Job.id == job_id).with_for_update())
        first.execute(update(Job).values(state=JobState.CANCELLED))
        works = {"test": runs.append}
        second = thread.submit(perform, database, works, realm, job_id)
        with database.job_connection(realm) as looking:
            while not second.done() and not looking.execute(asked).scalar_one():
                looking.rollback()
                sleep(0.01)
        first.commit()
        second.result()
    assert (runs, _row(database, realm, job_id).state) == ([], "CANCELLED")


@pytest.mark.parametrize("state", list(JobState))
def test_what_has_ended_is_not_cancelled(state: JobState) -> None:
    wanted = {
        JobState.QUEUED: JobState.CANCELLED, JobState.RUNNING: JobState.CANCELLING,
        JobState.CANCELLING: JobState.CANCELLING,
    }  # fmt: skip
    if state in wanted:
        assert cancelled_state(state.value) is wanted[state]
        return
    with pytest.raises(Conflict):
        cancelled_state(state.value)


def test_waiting_job_is_cancelled_at_once_and_a_running_one_asked() -> None:
    assert cancelled_state("QUEUED") is JobState.CANCELLED
    assert cancelled_state("RUNNING") is JobState.CANCELLING
    with pytest.raises(Conflict):
        cancelled_state("SUCCEEDED")


@pytest.fixture
def starter(database: Database) -> Iterator[JobStarter]:
    prepare(database)
    made = JobStarter(database)
    yield made
    made.close()


def _heard_of(starter: JobStarter, realm: str) -> list[str]:
    found = starter._connected().list_workflows(workflow_id_prefix=f"{realm}:")
    return sorted(one.workflow_id for one in found)


async def test_realm_in_the_making_holds_up_no_other(
    database: Database, realm: str, starter: JobStarter
) -> None:
    database.create_realm("a-half-made-one")
    job_id = _ask(database, realm)
    starter.sweep()
    assert _heard_of(starter, realm) == [f"{realm}:{job_id}:1"]


async def test_engine_forgets_a_realm_and_no_other(
    database: Database, starter: JobStarter
) -> None:
    for name in ("acme", "acme-two"):
        for number in range(1, 4):
            starter.start(name, number)
    forget_realm(database, "acme")
    assert _heard_of(starter, "acme") == []
    assert _heard_of(starter, "acme-two") == [f"acme-two:{n}:1" for n in (1, 2, 3)]
    forget_realm(database, "nobody")
