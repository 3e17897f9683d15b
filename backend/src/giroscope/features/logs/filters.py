"""What a list of entries is narrowed to, and what an entry must be for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement

from giroscope.features.logs.tables import LogEntry


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of entries is narrowed to."""

    types: Sequence[str] | None = None
    directions: Sequence[str] | None = None
    statuses: Sequence[int] | None = None
    failed: bool | None = None
    text: str | None = None
    """Words that begin words of what may be seen."""
    uri: str | None = None
    """A part of the address that begins at a word."""
    peer: str | None = None
    correlation_id: str | None = None
    cause: str | None = None
    from_: datetime | None = None
    to: datetime | None = None

    @property
    def words(self) -> str:
        """What is looked up by words."""
        return " ".join(filter(None, (self.text, self.uri)))


def matching(wanted: Wanted, entry: Any = LogEntry) -> list[ColumnElement[bool]]:
    """What an entry must be, its words left aside."""
    found = _of_kind(wanted, entry) + _when(wanted, entry) + _naming(wanted, entry)
    if wanted.uri:
        found.append(entry.uri.icontains(wanted.uri, autoescape=True))
    return found


def nearest(wanted: Wanted) -> list[ColumnElement[bool]]:
    """The part of it that one index answers in the order of time.

    That of fewest entries is taken: those of a journal, of a cause, that failed, of a
    status, of a type.
    """
    alone = (
        Wanted(correlation_id=wanted.correlation_id),
        Wanted(cause=wanted.cause),
        Wanted(failed=wanted.failed or None),
        Wanted(statuses=_only(wanted.statuses)),
        Wanted(types=_only(wanted.types)),
    )
    one = next((part for part in alone if part != Wanted()), Wanted())
    return matching(one) + _when(wanted, LogEntry)


def _only(values: Sequence[Any] | None) -> Sequence[Any] | None:
    return values if values is not None and len(values) == 1 else None


def _of_kind(wanted: Wanted, entry: Any) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    for column, values in (
        (entry.log_type, wanted.types),
        (entry.direction, wanted.directions),
        (entry.status, wanted.statuses),
    ):
        if values is not None:
            found.append(
                column == values[0] if len(values) == 1 else column.in_(values)
            )
    if wanted.failed is not None:
        is_bad = entry.cause.is_not(None)
        found.append(is_bad if wanted.failed else ~is_bad)
    return found


def _when(wanted: Wanted, entry: Any) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.from_ is not None:
        found.append(entry.created >= wanted.from_)
    if wanted.to is not None:
        found.append(entry.created <= wanted.to)
    return found


def _naming(wanted: Wanted, entry: Any) -> list[ColumnElement[bool]]:
    """What names one thing that entries are about."""
    found: list[ColumnElement[bool]] = []
    if wanted.peer is not None:
        found.append(entry.peer == wanted.peer)
    if wanted.correlation_id is not None:
        found.append(entry.correlation_id == wanted.correlation_id)
    if wanted.cause is not None:
        # Said twice, so that the index of those that have one answers.
        found += [entry.cause == wanted.cause, entry.cause.is_not(None)]
    return found
