"""What is measured of files on their way to banks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from giroscope.features.payments.sending.tables import Sending, SendState
from giroscope.kernel.measures import Family, Joined, Measure, Sample, seconds_since

_COUNT = Family("giroscope_sends", "gauge", "Files for banks by how far they are.")
_AGE = Family(
    "giroscope_send_oldest_seconds", "gauge",
    "For how long the oldest file has been waiting, leaving, or of unknown outcome.",
    Joined.MOST,
)  # fmt: skip
_OPEN = (SendState.WAITING, SendState.LEAVING, SendState.UNKNOWN)


def _of_tenant(connection: Connection, now: datetime) -> Iterator[Sample]:
    rows = connection.execute(
        select(Sending.state, func.count(), func.min(Sending.since)).group_by(
            Sending.state
        )
    )
    found: dict[str, Any] = {state: told for state, *told in rows}
    for state in SendState:
        count, since = found.get(state.value, (0, None))
        labels = (("state", state.value),)
        yield Sample(_COUNT, count, labels)
        if state in _OPEN:
            yield Sample(_AGE, seconds_since(since, now), labels)


SEND_MEASURE = Measure((_COUNT, _AGE), _of_tenant)
