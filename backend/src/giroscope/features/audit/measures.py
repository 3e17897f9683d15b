"""What is measured of the audit trail."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from giroscope.features.audit.actions import CHAIN
from giroscope.features.audit.daily_anchor import ANCHOR_JOB, day_number
from giroscope.kernel.measures import Family, Joined, Measure, Sample, seconds_since
from giroscope.kernel.tables import ChainHead, Job, JobState

_EVENTS = Family(
    "giroscope_audit_events_total", "counter", "Events in the audit trails."
)
_ANCHOR = Family(
    "giroscope_audit_anchor_seconds", "gauge",
    "How long ago the trail was anchored that was so last; at most a month.",
    Joined.MOST,
)  # fmt: skip
_LONGEST = timedelta(days=31)


def _of_tenant(connection: Connection, now: datetime) -> Iterator[Sample]:
    length = connection.execute(
        select(ChainHead.length).where(ChainHead.name == CHAIN.name)
    ).scalar_one_or_none()
    yield Sample(_EVENTS, length or 0)
    if not length:
        return
    anchored = connection.execute(
        select(func.max(Job.finished)).where(
            Job.subject >= day_number(now - _LONGEST),
            Job.verb == ANCHOR_JOB,
            Job.state == JobState.SUCCEEDED.value,
        )
    ).scalar_one()
    yield Sample(_ANCHOR, seconds_since(anchored or now - _LONGEST, now))


AUDIT_MEASURE = Measure((_EVENTS, _ANCHOR), _of_tenant)
