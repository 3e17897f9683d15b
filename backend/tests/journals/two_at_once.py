"""Two who act on the same rows: the second begins before the first has committed.

On PostgreSQL alone, where both could read before either has written; of SQLite's
writers the second begins when the first is done.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, text

from giroscope.kernel.database import Database

ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
_PATIENCE = 120.0
_WAITING = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@contextmanager
def in_thread(
    database: Database, realm: str, act: Callable[[], Any]
) -> Iterator["Future[Any]"]:
    """Do something in a thread; the block begins when that waits for others, or ended.

    What it waits for must end before, or with, the block.
    """
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(act)
        _await_waiting(database, realm, running)
        yield running


@contextmanager
def first(
    database: Database, realm: str, act: Callable[[Connection], object]
) -> Iterator[Callable[[Callable[[], Any]], Any]]:
    """Do the first thing and keep it uncommitted; the block does the second.

    What the block is given runs the second in a thread, commits the first when the
    second waits for it (or is done without waiting), and tells what came of the second.
    """
    with database.job_connection(realm) as connection:
        act(connection)

        def then(second: Callable[[], Any]) -> Any:
            with in_thread(database, realm, second) as running:
                connection.commit()
            return running.result()

        yield then


def _await_waiting(database: Database, realm: str, running: "Future[Any]") -> None:
    deadline = time.monotonic() + _PATIENCE
    with database.job_connection(realm) as observer:
        while not running.done():
            assert time.monotonic() < deadline, "it neither waits nor ends"
            waiting = observer.execute(_WAITING).scalar_one()
            observer.rollback()
            if waiting:
                return
            time.sleep(0.01)
