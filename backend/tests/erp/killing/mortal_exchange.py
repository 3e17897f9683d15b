"""A worker that dies: does jobs of the exchange in processes that are killed.

Reads lines of `job id, boundaries` and answers with the signal or exit code of the
child that did the job: 9 where it was killed, 0 where it came to its end. A child dies
when it passes the n-th boundary: a commit, or a call to the ERP before or after its
effect; 0 means never.
"""

import gc
import os
import signal
import sys
from itertools import count
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from sqlalchemy import Engine, event
from sqlalchemy.orm import configure_mappers

from giroscope.features.documents import open_vault
from giroscope.features.erp.exchange.jobs import exchange_works
from giroscope.features.erp.open_connection import Erp
from giroscope.features.journals import importer
from giroscope.features.payments.approvals import MAIL_JOB
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import perform
from giroscope.settings import Settings
from tests.erp.exchange.ledger_erp import LedgerErp


def main(data_dir: str, key: str, realm: str, address: str, ledger: str) -> None:
    """Serve until the input ends."""
    settings = Settings(
        data_dir=Path(data_dir), master_key=SecretStr(key), database_url=address or None
    )
    # Each child has this from its parent, and need not make it anew.
    configure_mappers()
    gc.freeze()
    for line in sys.stdin:
        job_id, boundaries = map(int, line.split())
        child = os.fork()
        if child == 0:
            _perform(settings, realm, Path(ledger), job_id, boundaries)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.WTERMSIG(status) or os.WEXITSTATUS(status)}\n")
        sys.stdout.flush()


def _perform(
    settings: Settings, realm: str, ledger: Path, job_id: int, boundaries: int
) -> None:
    # What is logged must not be taken for an answer.
    os.dup2(2, 1)
    passed = count(1)

    def pass_one(name: str = "commit") -> None:
        del name
        if next(passed) == boundaries:
            os.kill(os.getpid(), signal.SIGKILL)

    @event.listens_for(Engine, "commit")
    def _before(_connection: Any) -> None:
        pass_one()

    database = Database(settings)
    vault = open_vault(settings, database)
    erp = Erp(
        settings, database, makers={"ledger": LedgerErp(ledger, pass_one, page=2)}
    )
    works = {
        **exchange_works(erp, vault),
        "import": importer(vault),
        MAIL_JOB: lambda _run: None,
    }
    perform(database, works, realm, job_id)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
