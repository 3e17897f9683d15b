"""Tells people before a version of a file format ends that still goes or comes."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from giroscope.features.formats.ends import ENDS, OFFERS, End
from giroscope.features.formats.policy import (
    THRESHOLDS,
    FormatState,
    Judged,
    judge,
    threshold,
)
from giroscope.features.formats.queries import uses
from giroscope.features.messages import Missing, settle_alarms
from giroscope.kernel.clock import day_of
from localization import Message

LOOK_BACK = timedelta(days=90)
FORMAT_ENDS = "alarm.format_ends"
FORMAT_ENDED = "alarm.format_ended"


def format_turn(_realm: str, connection: Connection, now: datetime) -> None:
    """What the schedule asks once a minute; it commits nothing."""
    watch_formats(connection, now)


def watch_formats(
    connection: Connection, now: datetime, ends: Sequence[End] = ENDS
) -> None:
    """Tell of each step once; what is used no longer is told no longer.

    Banks of countries in which nothing ends soon cost nothing.
    """
    today = day_of(now)
    soon = today + timedelta(days=max(THRESHOLDS))
    countries = {one.country for one in ends if one.last_day <= soon}
    found = uses(connection, now - LOOK_BACK, countries) if countries else []
    told = {
        code: [
            _missing(code, one, one.end, step)
            for one in judge(found, ends, OFFERS, today)
            if one.state is state and one.end is not None
            and (step := threshold(one)) is not None
        ]
        for code, state in (
            (FORMAT_ENDS, FormatState.ENDS), (FORMAT_ENDED, FormatState.ENDED),
        )
    }  # fmt: skip
    for code, missing in told.items():
        settle_alarms(connection, code, missing, now)


def _missing(code: str, one: Judged, end: End, step: int) -> Missing:
    use = one.use
    return Missing(
        f"format:{use.connection_id}:{use.direction}:{use.version}:{step}",
        Message(
            code, name=use.connection, version=use.version, date=end.last_day,
            instead=end.instead,
        ),
        level="ERROR" if step <= THRESHOLDS[1] else "WARNING",
        reference=f"bank:{use.connection_id}",
    )  # fmt: skip
