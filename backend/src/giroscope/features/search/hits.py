"""What a search finds: hits of one kind, the wholly fitting first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote


class Kind(StrEnum):
    """What kind of record a hit is."""

    JOURNAL = "JOURNAL"
    PAYMENT = "PAYMENT"
    TRANSACTION = "TRANSACTION"
    STATEMENT = "STATEMENT"
    ACCOUNT = "ACCOUNT"
    UPLOAD = "UPLOAD"
    MESSAGE = "MESSAGE"
    USER = "USER"


class Sum(NamedTuple):
    """An amount in its currency."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A record that was found; its words are the record's own, in no language."""

    kind: Kind
    id: str
    title: str
    detail: str
    address: str
    """Where the console shows it."""
    sum: Sum | None = None
    day: date | None = None
    is_exact: bool = False
    """Whether the text is an id or a reference of the record, as a whole."""


@dataclass(frozen=True, slots=True)
class Group:
    """Hits of one kind."""

    kind: Kind
    hits: list[Hit]
    has_more: bool

    @property
    def is_exact(self) -> bool:
        """Whether one of them fits as a whole."""
        return any(hit.is_exact for hit in self.hits)


def grouped(kind: Kind, found: Iterable[Hit], most: int) -> Group:
    """The first of them, each once, with those that fit as a whole in front."""
    hits = list(_once(found))
    hits.sort(key=lambda hit: not hit.is_exact)
    return Group(kind, hits[:most], len(hits) > most)


def _once(found: Iterable[Hit]) -> Iterator[Hit]:
    seen: set[str] = set()
    for hit in found:
        if hit.id not in seen:
            seen.add(hit.id)
            yield hit


def joined(*parts: object) -> str:
    """The parts that there are, in one line."""
    return " · ".join(str(part) for part in parts if part not in {None, ""})


def address(path: str, **query: object) -> str:
    """An address of the console."""
    said = "&".join(f"{name}={quote(str(value))}" for name, value in query.items())
    return f"{path}?{said}" if said else path
