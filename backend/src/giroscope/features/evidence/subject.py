"""What a pack can be about, and what is asked for by an address or a command."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection

from giroscope.kernel.export import Export
from giroscope.kernel.graph import Context


class Held(NamedTuple):
    """What stands in tables about it, as it is at one moment."""

    told: Mapping[str, Any]
    """Parts of the record."""
    documents: Sequence[Any]
    """The files that are its originals, in order."""
    about: Collection[tuple[str, str]]
    """Whom events of the trail are about: the kind and id of each."""


class Listed(NamedTuple):
    """A list that lies in the pack."""

    name: str
    export: Export
    filter: Any


class Subject(Protocol):
    """A record, or a part of the ledger, of which all that is known leaves."""

    @property
    def kind(self) -> str:
        """What it is: a key of `layout.RECORDS`."""

    @property
    def id(self) -> str:
        """What it is called by in the product, and in the name of the file."""

    @property
    def verbs(self) -> Sequence[str]:
        """What who takes it has to be allowed."""

    @property
    def noted(self) -> Mapping[str, str]:
        """What the trail says: its subject first, and then which part of it."""

    async def asked(self, context: Context) -> Mapping[str, Any]:
        """What the screens show of it.

        Raises:
            NotFound: There is no such thing in this realm.
        """

    def held(self, connection: Connection, now: datetime) -> Held:
        """What else is known of it.

        Raises:
            NotFound: There is no such thing in this realm.
        """

    def name(self, record: Mapping[str, Any]) -> str | None:
        """What people call it."""

    def lists(self) -> Sequence[Listed]:
        """The lists that go with it."""
