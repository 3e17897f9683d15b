"""Every exchange with banks, ERPs, the sign-in and the mail server, masked.

Lends `Recorder` and `Witnesses`, which take exchanges in without slowing them; `about`
and `correlate`, which tie them to a journal; `named`, which finds them by an id of
their own; `forget_entries`, which deletes them before their time; and the table for
rooms above.
"""

from giroscope.features.logs.correlation import about, correlate
from giroscope.features.logs.erase import forget_entries
from giroscope.features.logs.exchange import Captured
from giroscope.features.logs.queries import named
from giroscope.features.logs.recorder import Recorder
from giroscope.features.logs.tables import LogBytes, LogDirection, LogEntry, LogType
from giroscope.features.logs.witnesses import Witnesses

__all__ = [
    "Captured",
    "LogBytes",
    "LogDirection",
    "LogEntry",
    "LogType",
    "Recorder",
    "Witnesses",
    "about",
    "correlate",
    "forget_entries",
    "named",
]
