"""Judges the versions that go to and come from banks by the dates that are known."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from giroscope.features.formats.ends import End, Offer

THRESHOLDS = (0, 7, 30, 90)
"""So many days before the last one people are told, and once it is over."""


class Direction(StrEnum):
    """Which way a file went."""

    SENT = "SENT"
    RECEIVED = "RECEIVED"


class FormatState(StrEnum):
    """How a version stands."""

    NO_END = "NO_END"
    """No date is known."""
    ENDS = "ENDS"
    ENDED = "ENDED"
    """Its last day is over, and it is used still."""
    SUPERSEDED = "SUPERSEDED"
    """Another version of it has come or gone since."""


@dataclass(frozen=True, slots=True)
class Use:
    """One version over one connection, one way."""

    connection_id: int
    connection: str
    country: str
    protocol: str
    direction: Direction
    format: str
    version: str
    files: int
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class Judged:
    """A version's use, and what is known of its end."""

    use: Use
    state: FormatState
    end: End | None
    offer: Offer | None
    days_left: int | None
    """Until the last day; none where no end is known, less than nothing after it."""


def judge(
    uses: Sequence[Use], ends: Sequence[End], offers: Sequence[Offer], today: date
) -> list[Judged]:
    """Each with its state, in their order."""
    return [_judged(use, uses, ends, offers, today) for use in uses]


def threshold(judged: Judged) -> int | None:
    """The step of `THRESHOLDS` that has been reached; None where nobody is told."""
    if judged.state not in {FormatState.ENDS, FormatState.ENDED}:
        return None
    left = judged.days_left
    return next(
        (step for step in THRESHOLDS if left is not None and left <= step), None
    )


def _judged(
    use: Use, uses: Sequence[Use], ends: Sequence[End], offers: Sequence[Offer],
    today: date,
) -> Judged:  # fmt: skip
    end = _end_of(use, ends)
    offer = next(
        (
            one
            for one in offers
            if (one.version, one.protocol) == (use.version, use.protocol)
        ),
        None,
    )
    left = None if end is None else (end.last_day - today).days
    if _is_superseded(use, uses):
        state = FormatState.SUPERSEDED
    elif left is None:
        state = FormatState.NO_END
    else:
        state = FormatState.ENDED if left < 0 else FormatState.ENDS
    return Judged(use, state, end, None if end else offer, left)


def _end_of(use: Use, ends: Sequence[End]) -> End | None:
    words = set(re.findall(r"\w+", use.connection.casefold()))
    fitting = [
        one
        for one in ends
        if use.version in one.versions
        and one.country == use.country
        and (one.bank is None or one.bank.casefold() in words)
    ]
    return min(fitting, key=lambda one: one.bank is None, default=None)


def _is_superseded(use: Use, uses: Sequence[Use]) -> bool:
    """Whether something else of its kind came or went the same way since.

    What is told in another format counts too where that is what a bank gives instead:
    statements in camt.053 after those in MT940.
    """
    return any(
        other.version != use.version
        and (other.connection_id, other.direction) == (use.connection_id, use.direction)
        and _kind(other.format) == _kind(use.format)
        and other.last > use.last
        for other in uses
    )


def _kind(format_: str) -> str:
    return {"MT940": "camt.053", "MT942": "camt.052"}.get(format_, format_)
