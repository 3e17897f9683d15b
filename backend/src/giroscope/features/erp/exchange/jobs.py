"""What a worker does for the exchange: fetch, plan, write, follow."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, select

from erplink import ErpError, Operation
from giroscope.features.documents import Vault
from giroscope.features.erp.books import FETCH_JOB, LISTS_JOB
from giroscope.features.erp.configuration.own import OwnSettings
from giroscope.features.erp.errors import NoConversation
from giroscope.features.erp.exchange import lines, outbox, settlements
from giroscope.features.erp.exchange.assign import assign
from giroscope.features.erp.exchange.fetch import Fetching
from giroscope.features.erp.exchange.fetch_items import FetchingItems, forget_closed
from giroscope.features.erp.exchange.files import FileRound, exchanges_files, has_new
from giroscope.features.erp.exchange.follow import (
    FOLLOW_JOB,
    Following,
    changed_orders,
    forget_watched,
)
from giroscope.features.erp.exchange.plan_orders import plan
from giroscope.features.erp.exchange.rounds import is_due
from giroscope.features.erp.exchange.settings_in_use import own_settings
from giroscope.features.erp.exchange.tables import ErpRound
from giroscope.features.erp.exchange.write_back import Writer, holds
from giroscope.features.erp.mapping.lists import read_lists
from giroscope.features.erp.open_connection import Erp, Opened
from giroscope.features.erp.outcomes import note_contact, note_failure
from giroscope.features.erp.tables import BooksState, ErpConnection
from giroscope.kernel.clock import COPENHAGEN
from giroscope.kernel.jobs import JobRun, Work
from giroscope.kernel.schedule import add_job, forget_done

PLAN_JOB = "erp_plan"
_ROUNDS_KEPT = timedelta(days=30)
_JOBS_KEPT = timedelta(days=2)
_VERBS = (FETCH_JOB, LISTS_JOB, PLAN_JOB, FOLLOW_JOB, outbox.WRITE_JOB)


def exchange_works(erp: Erp, vault: Vault) -> Mapping[str, Work]:
    """Every verb of the exchange, and what does it."""
    return {
        FETCH_JOB: _fetcher(erp, vault),
        LISTS_JOB: _lister(erp),
        PLAN_JOB: lambda run: plan_now(erp, run),
        FOLLOW_JOB: _follower(erp),
        outbox.WRITE_JOB: Writer(erp, vault).write,
    }


def _fetcher(erp: Erp, vault: Vault) -> Work:
    def fetch(run: JobRun) -> None:
        opened = erp.opened(run.realm, run.subject)
        with _Conversation(erp, run):
            if exchanges_files(opened.description):
                FileRound(
                    run.database, vault, run.realm, run.subject, opened, erp.clock
                ).run(run)
                return
            _read_lists(erp, run, opened)
            _read(erp, run, opened, Operation.FETCH_PAYMENTS, Fetching)
        plan_now(erp, run)
        # What is to be paid does not wait for what is owed.
        with _Conversation(erp, run):
            _read(erp, run, opened, Operation.FETCH_OPEN_ITEMS, FetchingItems)

    return fetch


def _lister(erp: Erp) -> Work:
    def read(run: JobRun) -> None:
        opened = erp.opened(run.realm, run.subject)
        with _Conversation(erp, run):
            _read_lists(erp, run, opened)
        plan_now(erp, run)

    return read


def _read_lists(erp: Erp, run: JobRun, opened: Opened) -> None:
    run.report("lists")
    failure = read_lists(run.database, run.realm, run.subject, opened, erp.clock())
    if failure is not None:
        raise failure


def _read(
    erp: Erp, run: JobRun, opened: Opened, able: Operation,
    kind: type[Fetching | FetchingItems],
) -> None:  # fmt: skip
    if able not in opened.description.operations:
        return
    reading = kind(run.database, run.realm, run.subject, opened, erp.clock)
    try:
        reading.run(run)
    except ErpError as error:
        reading.note_failure(error)
        raise


def plan_now(erp: Erp, run: JobRun) -> None:
    """Decide on all that is open, and put what can be paid into orders."""
    run.report("plan")
    now = erp.clock()
    with run.database.job_connection(run.realm) as connection:
        assign(connection, run.subject, now)
        connection.commit()
        if _is_in_use(run, connection):
            plan(connection, run.subject, now)
            connection.commit()


def _is_in_use(run: JobRun, connection: Connection) -> bool:
    """Whether these are the books in use: nothing new is paid for others."""
    state = connection.execute(
        select(ErpConnection.state).where(ErpConnection.id == run.subject)
    ).scalar_one()
    return bool(state == BooksState.ACTIVE)


def _follower(erp: Erp) -> Work:
    def follow(run: JobRun) -> None:
        opened = erp.opened(run.realm, run.subject)
        able, own = opened.description.operations, opened.own
        tells = own.writes_status and Operation.PUSH_STATUS in able
        with run.database.job_connection(run.realm) as connection:
            for number, order in enumerate(changed_orders(connection, run.subject)):
                connection.commit()
                run.report("follow", number)
                Following(connection, run.subject, order, erp.clock(), tells).run()
                connection.commit()
            writes = own.writes_statement_lines
            writes &= Operation.PUSH_STATEMENT_LINES in able
            if writes:
                lines.ask_for_new(connection, run.subject, erp.clock())
                connection.commit()
            settlements.ask_for_due(
                connection, run.subject, erp.clock(),
                tells=writes and Operation.SETTLE in able,
                waits=writes and lines.has_new(connection, run.subject, erp.clock()),
            )  # fmt: skip
            connection.commit()

    return follow


class _Conversation:
    """Notes on the connection how a conversation went; a failure ends the job."""

    def __init__(self, erp: Erp, run: JobRun) -> None:
        self._erp = erp
        self._run = run

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if error is not None and not isinstance(error, ErpError):
            return
        now, run = self._erp.clock(), self._run
        with run.database.job_connection(run.realm) as connection:
            if error is None:
                note_contact(connection, run.subject, now)
            else:
                note_failure(connection, run.subject, error.message, now)
            connection.commit()
        if error is not None:
            raise NoConversation(error.message) from error


def exchange_due(erp: Erp) -> Callable[[str, Connection, datetime], None]:
    """What a turn of the exchange does."""

    def turn(realm: str, connection: Connection, now: datetime) -> None:
        del realm
        forget_watched(connection, now)
        _forget(connection, now)
        forget_closed(connection, now)
        for row in connection.execute(select(ErpConnection)).all():
            if not holds(connection, row.id, now) and outbox.next_row(
                connection, row.id, now
            ):
                add_job(connection, outbox.WRITE_JOB, row.id, now)
            if row.kind in erp.makers:
                _look(erp, connection, row.id, row.kind, row.state, now)

    return turn


def _look(
    erp: Erp, connection: Connection, books: int, kind: str, state: str, now: datetime
) -> None:
    own = own_settings(erp, connection, books)
    is_active = state == BooksState.ACTIVE
    if own is None:
        return
    if (
        is_active
        and _is_time(own, now)
        and is_due(connection, books, own.fetch_minutes, now)
    ):
        add_job(connection, FETCH_JOB, books, now)
    if exchanges_files(erp.description(kind)):
        if is_active and has_new(connection, books, now):
            add_job(connection, FETCH_JOB, books, now)
    elif (
        changed_orders(connection, books)
        or settlements.has_due(connection, books)
        or (
            is_active
            and own.writes_statement_lines
            and lines.has_new(connection, books, now)
        )
    ):
        add_job(connection, FOLLOW_JOB, books, now)


def _is_time(own: OwnSettings, now: datetime) -> bool:
    there = now.astimezone(COPENHAGEN)
    is_day = own.fetches_on_weekends or there.weekday() < 5
    return (
        own.fetch_minutes > 0 and is_day and own.fetch_from <= there.hour < own.fetch_to
    )


def _forget(connection: Connection, now: datetime) -> None:
    """Let go of old rounds and jobs."""
    newest = select(func.max(ErpRound.id)).scalar_subquery()
    connection.execute(
        delete(ErpRound).where(
            ErpRound.ended < now - _ROUNDS_KEPT, ErpRound.id < newest
        )
    )
    forget_done(connection, _VERBS, now - _JOBS_KEPT)
