"""Real workers in processes of their own, slow enough to be killed in mid-import.

Reads lines of JSON: what a worker is told is answered with its process id, and a
process id with its status: none while it runs, negative where a signal ended it. Each
is forked, since to load the product takes longer than what most of them are to do.
"""

import json
import os
import socket
import sys
import time
from datetime import timedelta
from typing import Any

from pydantic import SecretStr
from sqlalchemy.orm import configure_mappers

from giroscope.features.statements import load
from giroscope.kernel import logs, worker_processes
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun, prepare
from giroscope.serve.parts import run_worker
from giroscope.settings import Settings


def main() -> None:
    """Serve until the input ends."""
    configure_mappers()
    for line in sys.stdin:
        asked = json.loads(line)
        answer = _status(asked) if isinstance(asked, int) else _start(asked)
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


def _start(told: dict[str, Any]) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        _work(**told)
        code = 0
    except SystemExit as asked:
        code = int(asked.code or 0)
    finally:
        os._exit(code)


def _status(child: int) -> int | None:
    ended, status = os.waitpid(child, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _work(
    settings: dict[str, str], key: str, pause: float, host: str, lease: float, log: str
) -> None:
    """Work until killed."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), 2)
    told = Settings(**settings, master_key=SecretStr(key))
    load.PORTION_ROWS = 10

    # Between two portions the import holds no lock, and may take its time.
    at_once = JobRun.report

    def report(run: JobRun, stage: str, done: int = 0, total: int = 0) -> None:
        time.sleep(pause)
        at_once(run, stage, done, total)

    JobRun.report = report  # type: ignore[method-assign]
    prepare(Database(told))
    logs.configure("json")
    worker_processes.GONE_AFTER = timedelta(seconds=lease)
    socket.gethostname = lambda: host
    run_worker(told)


if __name__ == "__main__":
    main()
