"""A real worker in a process of its own, slow enough to be killed in mid-import."""

import socket
import sys
import time
from datetime import timedelta

from pydantic import SecretStr

from giroscope.features.statements import load
from giroscope.kernel import logs, worker_processes
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun, prepare
from giroscope.serve.parts import run_worker
from giroscope.settings import Settings


def main(
    data_dir: str, key: str, address: str, pause: str, host: str, lease: str
) -> None:
    """Work until killed."""
    settings = Settings(
        data_dir=data_dir, master_key=SecretStr(key), database_url=address or None
    )
    load.PORTION_ROWS = 10

    # Between two portions the import holds no lock, and may take its time.
    at_once = JobRun.report

    def report(run: JobRun, stage: str, done: int = 0, total: int = 0) -> None:
        time.sleep(float(pause))
        at_once(run, stage, done, total)

    JobRun.report = report  # type: ignore[method-assign]
    prepare(Database(settings))
    logs.configure("json")
    worker_processes.GONE_AFTER = timedelta(seconds=float(lease))
    socket.gethostname = lambda: host
    run_worker(settings)


if __name__ == "__main__":
    main(*sys.argv[1:])
