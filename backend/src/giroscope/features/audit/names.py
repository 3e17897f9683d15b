"""Names of what the trail mentions, where it holds an id only.

The rooms know the names; the application hands their lookups in.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

PERSON = "user"
"""The kind of subject that an actor is, too."""

Lookup = Callable[[AsyncSession, Sequence[str]], Awaitable[Mapping[str, str]]]
Reference = tuple[str, str]
"""The kind and the id of a subject."""


class Naming(NamedTuple):
    """How subjects of a kind are named."""

    lookup: Lookup
    is_preferred: bool = False
    """Whether the name as it is today is shown rather than what was written down."""


class SubjectNames:
    """Finds names for ids, by kind of subject."""

    def __init__(self, namings: Mapping[str, Naming]) -> None:
        self._namings = namings

    def is_needed(self, kind: str, id_: str, written: str | None) -> bool:
        """Whether a name has to be looked up."""
        naming = self._namings.get(kind)
        return naming is not None and (
            naming.is_preferred or written is None or written == id_
        )

    async def names(
        self, session: AsyncSession, asked: Sequence[Reference]
    ) -> dict[Reference, str]:
        """The names that are known, one question for each kind."""
        found: dict[Reference, str] = {}
        for kind, naming in self._namings.items():
            if ids := [id_ for other, id_ in asked if other == kind]:
                names = await naming.lookup(session, ids)
                found.update(((kind, id_), name) for id_, name in names.items())
        return found
