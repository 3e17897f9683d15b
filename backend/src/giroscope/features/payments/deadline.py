"""Until when payments have to be signed to be carried out on their day. Decides only.

The times are those that the check of the file found for its batches: of the agreement
with the debtor's bank, else as that bank publishes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from giroscope.features.payments import calendars_of, is_closed
from giroscope.kernel.clock import COPENHAGEN, day_of

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The next cut-off that payments of a file run against."""

    at: datetime
    day: date
    """On which they are carried out when they leave before that."""
    wanted: date
    """On which the file asks for it."""
    batches: int
    """How many of the file's batches share this moment."""


def deadline_of(batches: Iterable[Mapping[str, Any]], now: datetime) -> Deadline | None:
    """The first cut-off ahead, of batches as the check tells them; None if unknown."""
    found = [one for batch in batches if (one := _of_batch(batch, now))]
    if not found:
        return None
    first = min(found, key=lambda one: (one.at, one.wanted))
    return Deadline(
        first.at, first.day, first.wanted,
        sum(one.at == first.at for one in found),
    )  # fmt: skip


def _of_batch(batch: Mapping[str, Any], now: datetime) -> Deadline | None:
    told, asked = batch.get("releaseBy"), batch.get("executionDate")
    if told is None or asked is None:
        return None
    last, wanted = (
        datetime.fromisoformat(told).astimezone(COPENHAGEN),
        date.fromisoformat(asked),
    )
    # A cut-off at midnight is told as the first moment of the day after.
    span = _DAY if last.time() == time() else timedelta()
    day = last.date() - span
    if now < last:
        return Deadline(last, day, wanted, 1)
    country = (batch.get("debtorAccount") or "")[:2]
    currencies = [one["currency"] for one in batch["counted"]["currencies"]]
    calendars = frozenset[Any]().union(
        *(calendars_of(country, currency) for currency in currencies or [""])
    )
    day = max(day, day_of(now))
    while is_closed(day, calendars) or _at(day + span, last) <= now:
        day += _DAY
    return Deadline(_at(day + span, last), day, wanted, 1)


def _at(day: date, like: datetime) -> datetime:
    """That day at the same time by the bank's clock, whatever the season."""
    return datetime.combine(day, like.time(), COPENHAGEN)
