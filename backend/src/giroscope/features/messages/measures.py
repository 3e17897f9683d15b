"""What is measured of what should have happened and has not."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, func, select

from giroscope.features.messages.tables import Alarm
from giroscope.kernel.measures import Family, Measure, Sample

_OPEN = Family(
    "giroscope_alarms_open", "gauge",
    "What should have happened and has not, by kind: a status report, a statement.",
)  # fmt: skip


def _of_tenant(connection: Connection, _now: datetime) -> Iterator[Sample]:
    counted = (
        select(Alarm.kind, func.count())
        .where(Alarm.cleared.is_(None))
        .group_by(Alarm.kind)
    )
    for kind, count in connection.execute(counted):
        yield Sample(_OPEN, count, (("kind", kind.removeprefix("alarm.")),))


ALARM_MEASURE = Measure((_OPEN,), _of_tenant)
