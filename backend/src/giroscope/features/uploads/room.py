"""Tells a tenant while the disk has no room for what is handed in.

What is looked at is what refuses uploads; the message is resolved by itself when
there is room again.
"""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from giroscope.features.messages import Missing, settle_alarms
from giroscope.kernel.set_up import has_room_for
from giroscope.settings import Settings
from localization import Message

NO_ROOM = "import.no_room"
_DISK = "disk"


def room_watcher(settings: Settings) -> Callable[[str, Connection, datetime], None]:
    """What the schedule asks once a minute; it commits nothing."""

    def look(_realm: str, connection: Connection, now: datetime) -> None:
        is_full = not has_room_for(settings, 0)
        told = [Missing(_DISK, Message(NO_ROOM), level="ERROR")] if is_full else []
        settle_alarms(connection, NO_ROOM, told, now)

    return look
