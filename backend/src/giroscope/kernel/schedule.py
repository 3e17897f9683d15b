"""What is done without being asked: every minute, once for each realm.

Rooms register what may be due. A turn is a row of the realm that is taken and
answered in one transaction, so that of several workers one does it, and a worker
that is killed in the middle leaves the turn to another. What is due is never done
here: it becomes rows of jobs, which are durable by themselves.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from threading import Event

import structlog
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobStarter, new_job
from giroscope.kernel.outage import Pauses, is_away
from giroscope.kernel.tables import UNFINISHED, Job, JobState, ScheduleTurn
from giroscope.kernel.tenancy import UnknownRealm

log = structlog.get_logger(__name__)

Due = Callable[[str, Connection, datetime], None]
"""Inserts what is due in the realm at this instant, by `add_job`; commits nothing."""

TURN = timedelta(minutes=1)
_LOOK_SECONDS = 1.0


def add_job(connection: Connection, verb: str, subject: int, now: datetime) -> int:
    """A job of that verb on that subject: the one that waits or runs, or a new one.

    The caller holds the lock that keeps two from adding at one moment: the turn's,
    or the row of what the job works on.
    """
    waiting = connection.execute(
        select(Job.id)
        .where(
            Job.verb == verb,
            Job.subject == subject,
            Job.state.in_([state.value for state in UNFINISHED]),
        )
        .order_by(Job.id)
        .limit(1)
    ).scalar()
    if waiting is not None:
        return int(waiting)
    added = connection.execute(
        insert(Job).values(**new_job(verb, subject, now)).returning(Job.id)
    )
    return int(added.scalar_one())


def forget_done(connection: Connection, verbs: Sequence[str], before: datetime) -> None:
    """Let go of jobs of these verbs that ended well, which nobody asks about."""
    connection.execute(
        delete(Job).where(
            Job.verb.in_(verbs),
            Job.state == JobState.SUCCEEDED.value,
            Job.finished < before,
            # The newest stays: SQLite would give its number away again, and the
            # engine runs nothing twice that it has heard of.
            Job.id < select(func.max(Job.id)).scalar_subquery(),
        )
    )


def take_turns(
    database: Database, rooms: Mapping[str, Due], now: datetime
) -> Sequence[str]:
    """Ask every room of every realm once in this minute; tells what was asked.

    Raises:
        SQLAlchemyError: The database is away.
    """
    taken: list[str] = []
    for realm in database.realms():
        for name, due in rooms.items():
            try:
                if _take(database, realm, name, due, now):
                    taken.append(f"{realm}:{name}")
            except UnknownRealm:
                # It was deleted a moment ago.
                continue
            except Exception as error:
                if not database.is_sqlite and is_away(error):
                    raise
                # What is wrong in one room or realm must not stop the others.
                log.exception("schedule.failed", realm=realm, room=name)
    return taken


def _take(database: Database, realm: str, name: str, due: Due, now: datetime) -> bool:
    """One room's turn in one realm, if nobody has taken it."""
    minute = now.replace(second=0, microsecond=0)
    with database.job_connection(realm) as connection:
        dialect = sqlite if database.is_sqlite else postgresql
        connection.execute(
            dialect.insert(ScheduleTurn)
            .values(name=name, taken=minute - TURN)
            .on_conflict_do_nothing()
        )
        found = connection.execute(
            select(ScheduleTurn.taken)
            .where(ScheduleTurn.name == name)
            .with_for_update()
        ).scalar_one()
        # A clock that was put back waits at most until the new time has caught up.
        if minute <= found < minute + 2 * TURN:
            connection.rollback()
            return False
        connection.execute(
            update(ScheduleTurn).where(ScheduleTurn.name == name).values(taken=minute)
        )
        due(realm, connection, now)
        connection.commit()
    return True


def run_schedule(
    database: Database,
    rooms: Mapping[str, Due],
    stop: Event,
    clock: Clock = system_clock,
) -> None:
    """Take turns until told to stop; what became due is started at once."""
    starter, pauses = JobStarter(database), Pauses(_LOOK_SECONDS)
    last, wait = None, _LOOK_SECONDS
    try:
        while not stop.wait(wait):
            now = clock()
            minute = now.replace(second=0, microsecond=0)
            wait = _LOOK_SECONDS
            try:
                if minute != last and take_turns(database, rooms, now):
                    starter.sweep()
            except Exception as error:
                # The minute is not over: its turns are taken as soon as they can be.
                wait = pauses.next()
                if is_away(error):
                    database.outage.note(error)
                else:
                    log.exception("schedule.not_looked")
                continue
            pauses.begin_again()
            last = minute
    finally:
        starter.close()
