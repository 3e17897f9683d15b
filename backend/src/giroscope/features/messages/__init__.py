"""System messages. Lends `tell`, by which other rooms speak to people, and alarms."""

from giroscope.features.messages.actions import tell
from giroscope.features.messages.alarms import (
    Missing,
    alarms_of,
    clear_alarm,
    open_alarms,
    raise_alarm,
    settle_alarms,
    told_by_open_alarms,
)
from giroscope.features.messages.tables import Alarm

__all__ = [
    "Alarm",
    "Missing",
    "alarms_of",
    "clear_alarm",
    "open_alarms",
    "raise_alarm",
    "settle_alarms",
    "tell",
    "told_by_open_alarms",
]
