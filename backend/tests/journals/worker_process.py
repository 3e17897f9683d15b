"""A real worker in a process of its own, slow enough to be killed in mid-import."""

import sys
import time
from threading import Event

from pydantic import SecretStr

from giroscope.features.statements import load
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun, prepare
from giroscope.settings import Settings
from giroscope.worker import work_until


def main(data_dir: str, key: str, address: str, pause: str) -> None:
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
    work_until(settings, Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
