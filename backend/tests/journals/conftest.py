"""Lets the tests of this room import the factories of the rooms below it, and undo."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job


@pytest.fixture
def undo(
    database: Database, realm: str, works: dict[str, jobs.Work]
) -> Callable[[Upload], str | None]:
    """Undo an upload as its job does; gives back why not, if it cannot be."""

    def run(upload: Upload) -> str | None:
        with database.job_session(realm) as session:
            job = Job(**jobs.new_job("undo", upload.id, system_clock()))
            session.add(job)
            session.flush()
            job_id = job.id
        jobs.perform(database, works, realm, job_id)
        with database.job_session(realm) as session:
            row = session.scalars(select(Job).where(Job.id == job_id)).one()
            return row.message

    return run
