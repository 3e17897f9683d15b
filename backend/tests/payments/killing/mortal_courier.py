"""A worker that dies: does jobs in processes of their own that are killed on the way.

Reads lines of `job id, boundaries, milliseconds` and answers with the signal or exit
code of the child that did the job: 9 where it was killed, 0 where it came to its end.
A child dies when it passes the n-th boundary (a commit, or a named step of sending),
or so many milliseconds after bytes were let go; 0 means never.
"""

import gc
import os
import signal
import sys
from itertools import count
from threading import Timer
from typing import Any

from pydantic import SecretStr
from sqlalchemy import Engine, event
from sqlalchemy.orm import configure_mappers

from giroscope.features.banks import Banks, bank_works
from giroscope.features.documents import Vault, open_vault
from giroscope.features.journals import collector, importer
from giroscope.features.journals.dispatch_events import follow, sender
from giroscope.features.payments.sending import SEND_JOB, Outlet
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import Work, perform
from giroscope.settings import Settings


def main(data_dir: str, key: str, realm: str, address: str, port: str) -> None:
    """Serve until the input ends."""
    settings = Settings(
        data_dir=data_dir, master_key=SecretStr(key), database_url=address or None,
        bank_simulator_port=int(port),
    )  # fmt: skip
    # Each child has this from its parent, and need not make it anew.
    configure_mappers()
    gc.freeze()
    for line in sys.stdin:
        job_id, boundaries, milliseconds = map(int, line.split())
        child = os.fork()
        if child == 0:
            _perform(settings, realm, job_id, boundaries, milliseconds)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.WTERMSIG(status) or os.WEXITSTATUS(status)}\n")
        sys.stdout.flush()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _perform(
    settings: Settings, realm: str, job_id: int, boundaries: int, milliseconds: int
) -> None:
    passed = count(1)

    def pass_one(name: str = "commit") -> None:
        if next(passed) == boundaries:
            _die()
        if name == "leaving" and milliseconds:
            Timer(milliseconds / 1000, _die).start()

    @event.listens_for(Engine, "commit")
    def _before(_connection: Any) -> None:
        pass_one()

    database = Database(settings)
    vault = open_vault(settings, database)
    perform(database, _works(settings, database, vault, pass_one), realm, job_id)
    os._exit(0)


def _works(
    settings: Settings, database: Database, vault: Vault, pass_one: Any
) -> dict[str, Work]:
    banks = Banks(settings, database)
    return {
        "import": importer(vault),
        "collect": collector(),
        SEND_JOB: sender(
            Outlet(banks, vault, follow, lambda *_: None, passing=pass_one)
        ),
        **bank_works(banks, vault),
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
