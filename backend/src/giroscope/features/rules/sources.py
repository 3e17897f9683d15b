"""What other rooms lend, so that rules can look at their records and act on them.

This room stands below those whose records it looks at. Each of them says here where
its records are and what of them is which field; the room above all, journals, puts the
parts together.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, select

from giroscope.features.banks import account_names, normalised
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.rules.model import Field, Subject
from giroscope.features.rules.texts import all_folded, folded
from giroscope.kernel.units import unpacked

Value = Hashable
"""A folded text, a code or an id; of an amount currency and units; None if empty."""


_BEGINNING = 6
"""Four letters and digits of an account's number, however they are spaced."""


class Reading(NamedTuple):
    """From which columns a field is read, as the driver gives them, and how."""

    columns: tuple[Any, ...]
    read: Callable[[Any], Value]
    """Takes the value of the one column, or a tuple of all."""
    read_all: Callable[[Sequence[Any]], Sequence[Any]] | None = None
    """The same of many values, where that is faster; a text if empty is no None."""


Readings = Mapping[Field, Reading]
"""How each field of a kind of record is read."""


class Place(NamedTuple):
    """Where a payment stands."""

    document_id: int
    correlation_id: str
    is_free: bool
    """Whether it has not been signed, so that it can still be held back."""


def _no_places(_connection: Connection, _ids: Sequence[int]) -> Mapping[int, Place]:
    return {}


def _no_journals(_connection: Connection, _ids: Sequence[int]) -> Mapping[int, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Source:
    """The records of one subject."""

    subject: Subject
    record_id: Any
    document_id: Any
    day: Any
    """The day by which the past is bounded."""
    rows: Callable[[Iterable[Any]], Select[Any]]
    """These columns of every record that rules look at, in no order."""
    readings: Callable[[Connection], Readings]
    """How each field is read in this realm at this moment."""
    places: Callable[[Connection, Sequence[int]], Mapping[int, Place]] = _no_places
    """Where records stand that can still be held back."""
    journals: Callable[[Connection, Sequence[int]], Mapping[int, str]] = _no_journals
    """The journals whose timelines tell what rules did to records."""


class Told(NamedTuple):
    """What applying rules did to a journal, for its timeline and for messages."""

    correlation_id: str
    rule: str
    version: int
    held: int = 0
    approvals: int = 0
    marked: int = 0
    labels: tuple[int, ...] = ()
    """What the marked ones bear, by id."""

    @property
    def is_in_the_way(self) -> bool:
        """Whether the journal stands otherwise by it."""
        return bool(self.held or self.approvals)


Follow = Callable[[Connection, Collection[Told], datetime], None]
"""Takes care of journals whose payments rules marked, held, or would have approved."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """Every source, and what follows in the rooms above."""

    sources: Mapping[Subject, Source]
    follow: Follow


def text_of(column: Any) -> Reading:
    """A text, read as texts are compared."""
    return Reading((column,), read_text, _read_texts)


def read_text(raw: str | None) -> str | None:
    """A text as texts are compared."""
    return folded(raw) if raw else None


def _read_texts(raw: Sequence[str | None]) -> Sequence[str]:
    return all_folded([text or "" for text in raw])


def read_account(raw: Any) -> str | None:
    """An account's number as numbers are compared."""
    return normalised(raw) if raw else None


def read_day(raw: Any) -> str | None:
    """A date as both drivers give it, as ISO text."""
    if raw is None:
        return None
    return raw if isinstance(raw, str) else str(raw.isoformat())


def read_amount(raw: tuple[str, Any]) -> tuple[str, int]:
    """Currency and units, whatever the driver gives for these."""
    currency, units = raw
    return currency, unpacked(units)


def read_weekday(raw: Any) -> str | None:
    """The weekday, 1 for Monday."""
    day = read_day(raw)
    return None if day is None else str(date.fromisoformat(day).isoweekday())


def country_of(account: Any) -> Reading:
    """The country of an IBAN: its beginning, which many have, tells it."""
    return Reading((func.substr(account, 1, _BEGINNING),), read_country)


def read_country(raw: Any) -> str | None:
    """The country of an IBAN; a national number tells none."""
    number = normalised(raw or "")
    is_iban = number[:2].isalpha() and number[2:4].isdigit()
    return number[:2] if is_iban and number.isascii() else None


def account_ids(connection: Connection) -> dict[str, str]:
    """The own account of each of its names."""
    found: dict[str, str] = {}
    named = account_names()
    rows = connection.execute(select(named).order_by(named.c.account_id))
    for row in rows:
        found.setdefault(row.name, str(row.account_id))
    return found


def serving(connection: Connection) -> dict[str, str]:
    """The connection that serves each own account, by the account's id."""
    accounts = account_ids(connection)
    served: dict[str, str] = {}
    rows = connection.execute(
        select(ServedAccount.number, ServedAccount.connection_id).order_by(
            ServedAccount.pays.desc(), ServedAccount.connection_id
        )
    )
    for number, connection_id in rows:
        if account := accounts.get(number):
            served.setdefault(account, str(connection_id))
    return served
