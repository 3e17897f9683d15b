"""A worker that dies: performs a job in a process of its own, up to the n-th commit.

Reads lines of `job id, number of commits`, forks for each, and answers with the
exit code of the child: 9 where it was killed, 0 where the job came to its end.
"""

import gc
import os
import signal
import sys
from itertools import count
from typing import Any

from pydantic import SecretStr
from sqlalchemy import Engine, event
from sqlalchemy.orm import configure_mappers

from giroscope.features.banks import Banks
from giroscope.features.erp.open_connection import Erp
from giroscope.features.statements import load
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import perform
from giroscope.settings import Settings
from giroscope.worker import open_vault, works


def main(data_dir: str, key: str, realm: str, address: str) -> None:
    """Serve until the input ends."""
    settings = Settings(
        data_dir=data_dir, master_key=SecretStr(key), database_url=address or None
    )
    load.PORTION_ROWS = 10
    # Each child has this from its parent, and need not make it anew.
    configure_mappers()
    gc.freeze()
    for line in sys.stdin:
        job_id, commits = map(int, line.split())
        child = os.fork()
        if child == 0:
            _perform(settings, realm, job_id, commits)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.WTERMSIG(status) or os.WEXITSTATUS(status)}\n")
        sys.stdout.flush()


def _perform(settings: Settings, realm: str, job_id: int, commits: int) -> None:
    left = count(1)

    @event.listens_for(Engine, "commit")
    def _die(_connection: Any) -> None:
        if next(left) > commits:
            os.kill(os.getpid(), signal.SIGKILL)

    database = Database(settings)
    vault, banks = open_vault(settings, database), Banks(settings, database)
    doing = works(settings, vault, banks, Erp(settings, database))
    perform(database, doing, realm, job_id)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
