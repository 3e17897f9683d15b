"""`giroscope process`: the processes that do background work, and draining one.

For the operator: a process works for every tenant, so that each one's trail tells it.
"""

import argparse
import asyncio
from datetime import datetime

from giroscope.cli import OK
from giroscope.cli.output import columns, print_json, print_lines
from giroscope.features.audit import Subject, record_now
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.worker_processes import WorkerProcesses
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which process, and what is to become of it."""
    act = parser.add_mutually_exclusive_group()
    act.add_argument(
        "--drain", metavar="NAME", help="let it end what it has, and begin nothing more"
    )
    act.add_argument("--take-back", metavar="NAME", help="let it begin work again")
    parser.add_argument("--reason", default="", help="why it is drained")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what is asked, and show all."""
    database, now = Database(settings), system_clock()
    reason = str(arguments.reason).strip()
    if arguments.drain and not reason:
        raise InvalidInput("Say why, with --reason")
    try:
        if arguments.drain:
            values = {"reason": reason}
            _change_process(
                database, arguments.drain, now, "debug.process_drained", values
            )
        elif arguments.take_back:
            name = arguments.take_back
            _change_process(database, name, None, "debug.process_taken_back", None)
        found = WorkerProcesses(database).all()
    finally:
        asyncio.run(database.close())
    told = [one._asdict() | {"standing": one.standing(now)} for one in found]
    if arguments.json:
        print_json(told)
    else:
        rows = [
            (one.name, one.standing(now), f"pid {one.pid}", one.version)
            for one in found
        ]
        print_lines(columns(rows) if rows else ["No process does background work."])
    return OK


def _change_process(
    database: Database,
    name: str,
    since: datetime | None,
    verb: str,
    values: dict[str, str] | None,
) -> None:
    """Drain it or take it back, and write that down in every tenant's trail.

    Raises:
        NotFound: There is no such process.
    """
    if not WorkerProcesses(database).drain(name, since):
        raise NotFound(f"There is no process called {name}")
    for realm in database.realms():
        with database.job_connection(realm) as connection:
            subject = Subject("process", name)
            record_now(connection, shell_actor(realm), verb, subject, now=values)
            connection.commit()
