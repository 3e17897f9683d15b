"""What is measured of files that were handed in."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, func, select

from giroscope.features.uploads.tables import Upload
from giroscope.kernel.measures import Family, Measure, Sample

_COUNT = Family("giroscope_uploads", "gauge", "Files that were handed in, by state.")


def _of_tenant(connection: Connection, _now: datetime) -> Iterator[Sample]:
    counted = select(Upload.state, func.count()).group_by(Upload.state)
    for state, count in connection.execute(counted):
        yield Sample(_COUNT, count, (("state", state),))


UPLOAD_MEASURE = Measure((_COUNT,), _of_tenant)
