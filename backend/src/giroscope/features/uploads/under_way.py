"""Whether files are being brought in just now: what is missed may be among them."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from giroscope.features.uploads.policy import UploadState
from giroscope.features.uploads.tables import Upload

_AT_MOST = timedelta(minutes=30)
"""A file that stands still for longer holds up no alarm."""
_WAITING = (UploadState.QUEUED.value, UploadState.RUNNING.value)


def is_importing(connection: Connection, now: datetime) -> bool:
    """Whether a file that came of late is not imported yet."""
    waiting = select(Upload.id).where(
        Upload.state.in_(_WAITING), Upload.created > now - _AT_MOST
    )
    return connection.execute(waiting.limit(1)).first() is not None
