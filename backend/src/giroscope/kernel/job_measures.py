"""What is measured of background work."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from giroscope.kernel.measures import (
    Family,
    Joined,
    Measure,
    Sample,
    seconds_since,
)
from giroscope.kernel.tables import Job, JobState

_COUNT = Family("giroscope_jobs", "gauge", "Jobs of all tenants by state.")
_AGE = Family(
    "giroscope_job_oldest_seconds", "gauge",
    "For how long the oldest job has been waiting, or been at work.", Joined.MOST,
)  # fmt: skip
_STATES = (JobState.QUEUED, JobState.RUNNING, JobState.FAILED)


def _of_tenant(connection: Connection, now: datetime) -> Iterator[Sample]:
    rows = connection.execute(
        select(Job.state, func.count(), func.min(Job.created), func.min(Job.started))
        .where(Job.state.in_([one.value for one in _STATES]))
        .group_by(Job.state)
    )
    found: dict[str, Any] = {state: told for state, *told in rows}
    for state in _STATES:
        count, created, started = found.get(state.value, (0, None, None))
        labels = (("state", state.value),)
        yield Sample(_COUNT, count, labels)
        if state is not JobState.FAILED:
            since = created if state is JobState.QUEUED else started
            yield Sample(_AGE, seconds_since(since, now), labels)


JOB_MEASURE = Measure((_COUNT, _AGE), _of_tenant)
