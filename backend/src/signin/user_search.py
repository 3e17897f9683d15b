"""Finding people by parts of their names, with Keycloak's rules of matching.

A search is split at spaces and every word has to be found; a word matches from the
start of a field, `*` stands for anything, and quotes ask for the whole field.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.tables import users
from signin.users import User, with_roles

_SEARCHED = (
    users.c.username,
    users.c.email,
    users.c.given_name,
    users.c.family_name,
)
_FIELDS = {
    "username": users.c.username,
    "email": users.c.email,
    "firstName": users.c.given_name,
    "lastName": users.c.family_name,
}
_BY_ID = "id:"


@dataclass(frozen=True, slots=True, kw_only=True)
class UserSearch:
    """Whom to look for; without anything it is everybody."""

    search: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    exact: bool = False
    enabled: bool | None = None
    email_verified: bool | None = None


async def find_users(
    db: AsyncConnection, realm: str, wanted: UserSearch, *, first: int, most: int
) -> list[User]:
    """List the people found, by name."""
    query = select(users).where(_condition(realm, wanted))
    rows = await db.execute(query.order_by(users.c.username).offset(first).limit(most))
    return await with_roles(db, rows.all())


async def count_users(db: AsyncConnection, realm: str, wanted: UserSearch) -> int:
    """Count the people found."""
    query = select(func.count()).select_from(users)
    return await db.scalar(query.where(_condition(realm, wanted))) or 0


def _condition(realm: str, wanted: UserSearch) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [users.c.realm == realm]
    if wanted.search.startswith(_BY_ID):
        conditions.append(users.c.id == wanted.search.removeprefix(_BY_ID).strip())
    else:
        conditions += [_word(word) for word in wanted.search.split()]
    conditions += [
        _field(_FIELDS[name], text, is_exact=wanted.exact)
        for name, text in wanted.fields
    ]
    if wanted.enabled is not None:
        conditions.append(users.c.enabled.is_(wanted.enabled))
    if wanted.email_verified is not None:
        conditions.append(users.c.email_verified.is_(wanted.email_verified))
    return and_(true(), *conditions)


def _word(word: str) -> ColumnElement[bool]:
    if len(word) > 1 and word[0] == word[-1] == '"':
        return or_(*(func.lower(field) == word[1:-1].lower() for field in _SEARCHED))
    pattern = _escaped(word).replace("*", "%")
    if not pattern.endswith("%"):
        pattern += "%"
    return or_(*(func.lower(field).like(pattern, escape="\\") for field in _SEARCHED))


def _field(
    column: ColumnElement[str], text: str, *, is_exact: bool
) -> ColumnElement[bool]:
    if is_exact:
        return func.lower(column) == text.lower()
    return func.lower(column).like(f"%{_escaped(text)}%", escape="\\")


def _escaped(text: str) -> str:
    lowered = text.lower()
    for special in ("\\", "%", "_"):
        lowered = lowered.replace(special, f"\\{special}")
    return lowered
