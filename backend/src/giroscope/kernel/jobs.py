"""Durable background work: asked for in a transaction, run by a worker.

A job is a row, written together with what it is about; the engine (DBOS) runs
it, and runs it again when a worker was killed. A sweep starts every queued row
the engine has not heard of, so no row is ever forgotten. Work must be
idempotent: it may begin again at any line.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from threading import Event, Thread
from typing import Any, NamedTuple

import structlog
from dbos import DBOS, DBOSClient, DBOSConfig, run_dbos_database_migrations
from sqlalchemy import Connection, Row, exists, select, update
from sqlalchemy.exc import SQLAlchemyError
from structlog.contextvars import bound_contextvars

from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database, program_of
from giroscope.kernel.engine_waits import bound_waits
from giroscope.kernel.errors import AppError, Conflict
from giroscope.kernel.leases import Lease
from giroscope.kernel.origin import Origin, coming_from, trace_to_hand_on
from giroscope.kernel.outage import DiskFull, Pauses, StoreAway, is_away, persist
from giroscope.kernel.tables import UNFINISHED, Job, JobHold, JobState
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.kernel.traces import tracing
from giroscope.kernel.worker_processes import Doing, LeaseLost

log = structlog.get_logger(__name__)

# An upgrade recovers what the old version left, so the version the engine
# compares is the protocol between rows and work, not the product's.
PROTOCOL = "1"
_QUEUE = "tenant jobs"
_WORKFLOW = "job"
_SCHEMA = "jobs"
_POLL_SECONDS = 0.2
_SWEEP_SECONDS = 3.0
_REPORT_SECONDS = 0.4
_ATTEMPTS = 12
_REPEAT_SECONDS = 1.0
_FORGOTTEN_AT_ONCE = 500
_DEAF_SECONDS = 30.0
_LONGEST_WORK_SECONDS = 30 * 86_400
_IS_HELD = exists(select(JobHold.id))


class AtOnce(NamedTuple):
    """How many jobs one worker does at the same time."""

    all: int
    of_a_realm: int


class JobCancelled(Exception):
    """Somebody asked this job to stop."""


@dataclass(slots=True)
class JobRun:
    """One run of a job: what it works on, and where it reports."""

    database: Database
    realm: str
    job_id: int
    subject: int
    _reported: float = field(default=0.0)
    _stage: str = field(default="")

    def report(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Say how far the work is; cheap enough to call often.

        Raises:
            JobCancelled: Somebody asked the job to stop.
        """
        now = time.monotonic()
        if stage == self._stage and now - self._reported < _REPORT_SECONDS:
            return
        self._stage, self._reported = stage, now
        with self.database.job_connection(self.realm) as connection:
            state = connection.execute(
                update(Job)
                .where(Job.id == self.job_id)
                .values(stage=stage, done=done, total=total)
                .returning(Job.state)
            ).scalar_one()
            connection.commit()
        if state == JobState.CANCELLING:
            raise JobCancelled


Work = Callable[[JobRun], None]
"""Does one job. An `AppError` is a refusal to tell; anything else a fault."""


def new_job(verb: str, subject: int, now: datetime) -> dict[str, Any]:
    """The values of a job row to be inserted with what it is about."""
    return {
        "verb": verb,
        "subject": subject,
        "state": JobState.QUEUED.value,
        "created": now,
        "attempts": 1,
        "done": 0,
        "total": 0,
        "trace": trace_to_hand_on(),
        "parent": tracing().parent(),
    }


def cancelled_state(state: str) -> JobState:
    """What a job becomes when it is cancelled now.

    Raises:
        Conflict: It is over.
    """
    if JobState(state) not in UNFINISHED:
        raise Conflict("This work has ended already")
    if state == JobState.QUEUED:
        return JobState.CANCELLED
    return JobState.CANCELLING


class JobStarter:
    """Hands queued rows to the engine. Losing a call harms nothing: see sweep."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._client: DBOSClient | None = None

    def start(self, realm: str, job_id: int, attempt: int = 1) -> None:
        """Ask the engine to run a queued job; asking twice runs it once."""
        try:
            self._hand_over(realm, job_id, attempt)
        except Exception as error:
            # The row is committed; the worker's sweep will start it.
            if is_away(error):
                self._database.outage.note(error)
            else:
                log.exception("job.start_failed", realm=realm, job=job_id)

    def sweep(self) -> None:
        """Start every queued job the engine may not have heard of.

        Raises:
            SQLAlchemyError: The database is away.
        """
        for realm in self._database.realms():
            try:
                waiting = self._waiting(realm)
            except (SQLAlchemyError, UnknownRealm) as error:
                if not self._database.is_sqlite and is_away(error):
                    raise
                # It is being made, or was deleted a moment ago; one that is damaged
                # must not keep the others waiting.
                log.warning("jobs.not_swept", realm=realm, reason=type(error).__name__)
                continue
            for job_id, attempts in waiting:
                self.start(realm, job_id, attempts)

    def _hand_over(self, realm: str, job_id: int, attempt: int) -> None:
        self._connected().enqueue(
            {
                "workflow_name": _WORKFLOW,
                "queue_name": _QUEUE,
                # Tenants take turns, however many jobs one of them has waiting.
                "queue_partition_key": realm,
                "workflow_id": f"{realm}:{job_id}:{attempt}",
                "app_version": PROTOCOL,
            },
            realm,
            job_id,
        )

    def _waiting(self, realm: str) -> Sequence[Row[int, int]]:
        with self._database.job_connection(realm) as connection:
            waiting = (Job.state == JobState.QUEUED, ~_IS_HELD)
            query = select(Job.id, Job.attempts).where(*waiting)
            return connection.execute(query).all()

    def forget(self, realm: str) -> None:
        """Have the engine know no job of a realm that is not there.

        A realm made later under the same name counts its jobs from one again, and
        the engine runs nothing twice that it has heard of.
        """
        client = self._connected()
        while known := client.list_workflows(
            workflow_id_prefix=f"{realm}:",
            limit=_FORGOTTEN_AT_ONCE,
            load_input=False,
            load_output=False,
        ):
            client.delete_workflows([one.workflow_id for one in known])

    def close(self) -> None:
        """Give the engine's connections back."""
        if self._client is not None:
            self._client.destroy()

    def _connected(self) -> DBOSClient:
        if self._client is None:
            self._client = DBOSClient(
                system_database_url=self._database.jobs_url,
                dbos_system_schema=_SCHEMA,
                # Whoever asks is answered; the sweep comes again.
                retry_connection_errors=False,
            )
        return self._client


def prepare(database: Database) -> None:
    """Create or migrate the engine's own tables."""
    run_dbos_database_migrations(database.jobs_url, schema=_SCHEMA)


def forget_realm(database: Database, realm: str) -> None:
    """The same for commands: see `JobStarter.forget`."""
    prepare(database)
    starter = JobStarter(database)
    try:
        starter.forget(realm)
    finally:
        starter.close()


def run_worker(
    database: Database,
    works: Mapping[str, Work],
    executor: str,
    stop: Event,
    at_once: AtOnce,
    *,
    before: str | None = None,
    sweep_seconds: float = _SWEEP_SECONDS,
) -> None:
    """Run jobs until told to stop; resumes what workers left that are gone.

    While the process is drained it begins none, and those it has run to their ends.
    A database that is away is waited for, at the start and later. The executor that
    was here before is dead for certain, and is not waited for.

    Raises:
        EngineStopped: The engine takes no jobs any more, which only a new start mends.
        LeaseLost: The process was silent for so long that others do its work.
    """
    engine = _Engine(database, works, executor, at_once, stop)
    lease = Lease(database, executor, lambda: engine.doing)
    starter = JobStarter(database)

    def begin() -> None:
        lease.begin(before)
        engine.take()

    def go_on() -> None:
        starter.sweep()
        engine.turn(is_drained=lease.is_drained)

    pauses = Pauses()
    try:
        wait = 0.0 if persist(database.outage, begin, stop) else sweep_seconds
        lease.keep()
        while not stop.wait(wait):
            lease.ensure_held()
            engine.ensure_running()
            try:
                go_on()
            except LeaseLost:
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the worker goes on
                _note(database, error, "worker.not_heard")
                wait = pauses.next()
            else:
                database.outage.over()
                pauses.begin_again()
                wait = sweep_seconds
    except SQLAlchemyError:
        if not stop.is_set():
            raise
    finally:
        starter.close()
        lease.keep_no_longer()
        engine.leave()
        with suppress(SQLAlchemyError, LeaseLost):
            lease.end()


class EngineStopped(Exception):
    """The job engine of this process has ended by itself."""


def _note(database: Database, error: Exception, what: str) -> None:
    """Say what kept the worker from going on: an outage once, a fault in full."""
    if is_away(error):
        database.outage.note(error)
    else:
        log.error(what, exc_info=error)


class _Engine:
    """The job engine in this process: it takes jobs, or has let go of the queue."""

    def __init__(
        self,
        database: Database,
        works: Mapping[str, Work],
        executor: str,
        at_once: AtOnce,
        stop: Event,
    ) -> None:
        bound_waits()
        self._config: DBOSConfig = {
            "name": "giroscope",
            "system_database_url": database.jobs_url,
            "dbos_system_schema": _SCHEMA,
            "application_version": PROTOCOL,
            "executor_id": executor,
            "log_level": "WARNING",
        }
        if not database.is_sqlite:
            # Its connections end with the lease of this process, like all others.
            program = {"application_name": program_of(executor)}
            self._config["db_engine_kwargs"] = {"connect_args": program}
        self._at_once = at_once
        self._letting_go: Thread | None = None
        self._looking = time.monotonic()
        """When a thread that looks for jobs was seen last."""
        DBOS(config=self._config)

        # `perform` fails only where the row could not be written; it would then say
        # for ever that the job runs.
        @DBOS.step(
            name="work",
            retries_allowed=True,
            max_attempts=_ATTEMPTS,
            interval_seconds=_REPEAT_SECONDS,
        )
        def work(realm: str, job_id: int) -> None:
            # Work may begin again at any line: after an outage it does.
            once = partial(perform, database, works, realm, job_id, executor)
            persist(database.outage, once, stop)

        @DBOS.workflow(name=_WORKFLOW)
        def job(realm: str, job_id: int) -> None:
            work(realm, job_id)

    @property
    def doing(self) -> Doing:
        """What the process does now."""
        if self._letting_go is None:
            return Doing.WORKING
        return Doing.FINISHING if self._letting_go.is_alive() else Doing.ASIDE

    def take(self) -> None:
        """Take jobs from the queue, those that were left behind first."""
        DBOS(config=self._config)
        try:
            DBOS.launch()
            DBOS.register_queue(
                _QUEUE,
                worker_concurrency=self._at_once.all,
                partition_worker_concurrency=min(
                    self._at_once.of_a_realm, self._at_once.all
                ),
                polling_interval_sec=_POLL_SECONDS,
            )
        except BaseException:
            # One that is half there would refuse to be begun again.
            DBOS.destroy(workflow_completion_timeout_sec=0)
            raise
        self._looking = time.monotonic()

    def ensure_running(self) -> None:
        """Pass silently, or refuse.

        Raises:
            EngineStopped: For long nothing has looked for jobs.
        """
        now = time.monotonic()
        names = (thread.name for thread in threading.enumerate())
        if self.doing is not Doing.WORKING or f"queue-worker-{_QUEUE}" in names:
            self._looking = now
        elif now - self._looking > _DEAF_SECONDS:
            raise EngineStopped("The job engine has stopped; start the worker again")

    def turn(self, *, is_drained: bool) -> None:
        """Let go of the queue, or take from it again; what runs ends before that."""
        doing = self.doing
        if is_drained and doing is Doing.WORKING:
            # The engine lets go at once, then waits for what it has.
            self._letting_go = Thread(
                target=DBOS.destroy,
                kwargs={"workflow_completion_timeout_sec": _LONGEST_WORK_SECONDS},
                name="drain",
                daemon=True,
            )
            self._letting_go.start()
            log.info("worker.drained")
        elif not is_drained and doing is Doing.ASIDE:
            self.take()
            self._letting_go = None
            log.info("worker.returned")

    def leave(self) -> None:
        """Wait for nothing: what runs goes on at the next start."""
        if self.doing is Doing.WORKING:
            DBOS.destroy(workflow_completion_timeout_sec=0)


def perform(
    database: Database,
    works: Mapping[str, Work],
    realm: str,
    job_id: int,
    worker: str | None = None,
) -> None:
    """Do one job from its row to its end, whatever that end is.

    Raises:
        SQLAlchemyError: The database is away; it is to be done again.
    """
    row = _begin(database, realm, job_id, worker)
    if row is None:
        return
    run = JobRun(database, realm, job_id, row.subject)
    # What it does is found under the trace of whoever asked for it.
    with (
        coming_from(Origin(trace=row.trace)),
        bound_contextvars(trace=row.trace),
        tracing().job(row.verb, realm, job_id, row.parent),
    ):
        state, message = _outcome(works, row.verb, run)
    with database.job_connection(realm) as connection:
        _set(
            connection, job_id,
            state=state, message=message, stage=None, finished=system_clock(),
        )  # fmt: skip
        connection.commit()


def _begin(
    database: Database, realm: str, job_id: int, worker: str | None
) -> Row[Any] | None:
    """The job, which runs from now on; None where it is over, or may not begin."""
    with database.job_connection(realm) as connection:
        # Locked, so that nobody cancels it while it is being started.
        row = connection.execute(
            select(Job).where(Job.id == job_id).with_for_update()
        ).one_or_none()
        if row is None or JobState(row.state) not in UNFINISHED:
            return None
        if row.state == JobState.QUEUED:
            if connection.execute(select(_IS_HELD)).scalar_one():
                # The engine runs no attempt twice; the sweep starts the next one.
                _set(connection, job_id, attempts=row.attempts + 1)
                connection.commit()
                return None
            _set(connection, job_id, state=JobState.RUNNING, started=system_clock())
        if row.worker != worker:
            _set(connection, job_id, worker=worker)
        connection.commit()
    return row


def _outcome(
    works: Mapping[str, Work], verb: str, run: JobRun
) -> tuple[JobState, str | None]:
    """Do it: how it ended, and what there is to say about that."""
    try:
        works[verb](run)
    except JobCancelled:
        return JobState.CANCELLED, None
    except (StoreAway, DiskFull):
        # It waits for them as for its database, and begins again.
        raise
    except AppError as refusal:
        return JobState.FAILED, refusal.message
    except Exception as error:
        if is_away(error):
            # Nothing is known of how it would have ended; it begins again.
            raise
        incident = f"{run.realm}-{run.job_id}"
        log.exception("job.failed", realm=run.realm, job=run.job_id, incident=incident)
        return (
            JobState.FAILED,
            f"A fault in the product stopped this (incident {incident})",
        )
    return JobState.SUCCEEDED, None


def _set(connection: Connection, job_id: int, **values: object) -> None:
    connection.execute(update(Job).where(Job.id == job_id).values(**values))
