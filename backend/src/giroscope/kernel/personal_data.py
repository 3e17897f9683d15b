"""What personal data each table keeps, whose it is, and what it is kept for.

Every table says it once, beside its columns, as `__personal_data__`. From that come
the register in docs/data-protection.md, what a person is given who asks for their data,
and what becomes of each row when a person is erased. A column that may hold text and is
not classified fails the tests.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import JSON, Column, ColumnElement, FromClause, LargeBinary, String
from sqlalchemy.types import NullType, TypeDecorator, TypeEngine

from giroscope.kernel.database import Table


class Purpose(StrEnum):
    """What a row is kept for, which decides how long."""

    BOOKKEEPING = "BOOKKEEPING"
    """Accounting material: five years from the end of the financial year."""
    EVIDENCE = "EVIDENCE"
    """Who decided, approved, signed or changed what payments depend on: as long."""
    SECURITY = "SECURITY"
    """That something counts no more. It goes by itself within hours."""
    ACCOUNT = "ACCOUNT"
    """What lets somebody use the console: as long as the account is there."""
    OPERATION = "OPERATION"
    """Running the product, for which nobody's name is needed."""


KEPT_BY_LAW = frozenset({Purpose.BOOKKEEPING, Purpose.EVIDENCE})
KEPT = KEPT_BY_LAW | {Purpose.SECURITY}
"""What stays with the name when a person is erased."""


class Whose(StrEnum):
    """Whom a column tells of."""

    USER = "USER"
    """Somebody who uses the console."""
    PARTY = "PARTY"
    """A payee or a payer."""
    CONTACT = "CONTACT"
    """A holder of an account, a buyer, or somebody to be reached at a company."""
    NOBODY = "NOBODY"


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What one table keeps of people, by the names of its columns."""

    purpose: Purpose | None = None
    """None where it keeps nothing of anybody."""
    own: tuple[str, ...] = ()
    """Ids of the users whose row this is. It goes with them where no law keeps it."""
    users: tuple[str, ...] = ()
    """Ids of users who did something to the row, or to whom it was done."""
    names: tuple[str, ...] = ()
    """Names of users that stand without an id."""
    about: tuple[str, ...] = ()
    """What else is told of the first of those users."""
    quotes: tuple[str, ...] = ()
    """Text in which a user's id or name may stand amid other things."""
    texts: tuple[str, ...] = ()
    """What users wrote freely, which may name anybody."""
    parties: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()
    nothing: tuple[str, ...] = ()
    """Holds no personal data."""
    stays: "Callable[[FromClause], ColumnElement[bool]] | None" = field(
        default=None, compare=False
    )
    """Which of somebody's own rows stay, because others need them."""


NOTHING = PersonalData()

# Codes, digests and ids of records: wherever a column is called so, it means the same
# and tells of nobody. What people or other systems write is never among them.
_NEVER = frozenset({
    "code", "correlation_id", "currency", "digest", "encoding", "fingerprint", "format",
    "hash", "kind", "language", "level", "list", "outcome", "progress", "raw_sha256",
    "reply_sha256", "request_id", "request_sha256", "role", "seal", "sha256", "source",
    "stage", "state", "status", "trace", "type", "verb", "verdict", "version",
})  # fmt: skip
_MAY_HOLD_TEXT = (String, JSON, LargeBinary, NullType)


class UserColumns(NamedTuple):
    """How a user is named in a row: by id and name, or by one of them."""

    id: str | None
    name: str | None
    is_own: bool = False


class Registered(NamedTuple):
    """A table with what it says of itself."""

    table: FromClause
    says: PersonalData
    summary: str

    @property
    def name(self) -> str:
        """The table's name."""
        return str(self.table.name)  # type: ignore[attr-defined]

    def users(self) -> Iterator[UserColumns]:
        """Each way in which the table names a user."""
        for column in self.says.own:
            yield UserColumns(column, self._name_beside(column), is_own=True)
        for column in self.says.users:
            yield UserColumns(column, self._name_beside(column))
        for column in self.says.names:
            yield UserColumns(None, column)

    def whose(self, column: str) -> Whose | None:
        """Whom a column tells of; None where nobody has said so."""
        says = self.says
        named = {part for one in self.users() for part in one[:2]}
        if column in {*named, *says.about, *says.quotes, *says.texts}:
            return Whose.USER
        if column in says.parties:
            return Whose.PARTY
        if column in says.contacts:
            return Whose.CONTACT
        if column in says.nothing or column in _NEVER:
            return Whose.NOBODY
        kept = self.table.c[column]
        return None if _may_hold_text(kept.type) and not kept.foreign_keys else (
            Whose.NOBODY
        )  # fmt: skip

    def _name_beside(self, column: str) -> str | None:
        for name in (f"{column}_name", f"{column.removesuffix('_id')}_name"):
            if name in self.table.c:
                return name
        return None


@cache
def register() -> tuple[Registered, ...]:
    """Every table of a tenant, by name."""
    found = [
        Registered(
            mapper.local_table,
            getattr(mapper.class_, "__personal_data__", NOTHING),
            (mapper.class_.__doc__ or "").partition("\n")[0],
        )
        for mapper in Table.registry.mappers
    ]
    return tuple(sorted(found, key=lambda one: one.name))


def columns_of(table: FromClause) -> "list[Column[Any]]":
    """The columns of a table, in order."""
    return [column for column in table.c if isinstance(column, Column)]


def _may_hold_text(kind: "TypeEngine[Any]") -> bool:
    plain = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    return isinstance(plain, _MAY_HOLD_TEXT)
