"""What is measured of connections to banks."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, func, select

from giroscope.features.banks.tables import BankConnection, ConnectionState
from giroscope.kernel.measures import Family, Joined, Measure, Sample

_COUNT = Family("giroscope_bank_connections", "gauge", "Connections to banks by state.")
_DAYS = Family(
    "giroscope_certificate_days", "gauge",
    "Days left of the certificate in use that ends first; negative when it has.",
    Joined.LEAST,
)  # fmt: skip
_DAY_SECONDS = 86_400


def _of_tenant(connection: Connection, now: datetime) -> Iterator[Sample]:
    rows = connection.execute(
        select(
            BankConnection.state, func.count(), func.min(BankConnection.expires)
        ).group_by(BankConnection.state)
    )
    for state, count, expires in rows:
        yield Sample(_COUNT, count, (("state", state),))
        if expires is not None and state != ConnectionState.REVOKED.value:
            yield Sample(_DAYS, (expires - now).total_seconds() / _DAY_SECONDS)


CONNECTION_MEASURE = Measure((_COUNT, _DAYS), _of_tenant)
