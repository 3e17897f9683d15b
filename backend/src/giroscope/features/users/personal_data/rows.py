"""Finds the rows that name a person, and erases what no law keeps of them.

Asks nobody and decides nothing: who may have somebody erased is told in `erase`.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    String,
    Text,
    and_,
    cast,
    delete,
    false,
    func,
    not_,
    or_,
    select,
    update,
)

from giroscope.features.logs import forget_entries
from giroscope.features.logs.tables import LogEntry
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import (
    KEPT,
    Purpose,
    Registered,
    UserColumns,
    register,
)
from giroscope.kernel.words import searchable


class RowOutcome(StrEnum):
    """What becomes of rows when a person is erased."""

    DELETED = "DELETED"
    REPLACED = "REPLACED"
    """The row stays, and a pseudonym stands for the person."""
    KEPT = "KEPT"
    """The law wants the name until the keeping period ends."""
    EXPIRES = "EXPIRES"
    """It goes by itself within hours."""


class Outcome(NamedTuple):
    """Rows of one table with one outcome."""

    table: str
    purpose: Purpose
    outcome: RowOutcome
    rows: int


class Known(NamedTuple):
    """A person as rows name them."""

    id: str
    names: tuple[str, ...]
    """Every name they stand under that is nobody else's too."""


def known_as(connection: Connection, person_id: str) -> Known:
    """The person with every name that rows have of them.

    A name that two people share stays where it stands without an id: it may be the
    other one's.
    """
    people = KnownPerson.__table__
    found = set(
        connection.execute(
            select(people.c.name).where(people.c.person_id == person_id)
        ).scalars()
    )
    beside = [
        (table.table.c[user.id], table.table.c[user.name])
        for table in register()
        for user in table.users()
        if user.id is not None and user.name is not None
    ]
    for key, name in beside:
        query = select(name).where(key == person_id, name.isnot(None)).distinct()
        found.update(connection.execute(query).scalars())
    taken: set[str] = set()
    for key, name in [(people.c.person_id, people.c.name), *beside]:
        # Another one may have been erased before: then only evidence has their name.
        query = select(name).where(key != person_id, name.in_(found)).distinct()
        taken.update(connection.execute(query).scalars())
    return Known(person_id, tuple(sorted(name for name in found - taken if name)))


def outcomes(connection: Connection, person: Known) -> list[Outcome]:
    """What would become of each table's rows, by the table's name."""
    return [
        Outcome(table.name, table.says.purpose, outcome, count)
        for table in register()
        if table.says.purpose is not None
        for outcome, count in _counts(connection, table, person)
        if count
    ]


def erase(connection: Connection, person: Known, pseudonym: str) -> list[Outcome]:
    """Delete and replace what no law keeps, in this transaction; tells what became.

    Done again it finds nothing but what is kept.
    """
    done = outcomes(connection, person)
    tables = {table.name: table for table in register()}
    ordered = [tables[one.name] for one in Table.metadata.sorted_tables]
    for table in reversed(ordered):
        if table.says.purpose is not None:
            _delete(connection, table, person)
    for table in ordered:
        if table.says.purpose is not None and table.says.purpose not in KEPT:
            _replace(connection, table, person, pseudonym)
    return done


def names(table: Registered, person: Known) -> ColumnElement[bool]:
    """Rows that name the person by id, or by name where no id stands beside it."""
    return or_(false(), *(_is(table, user, person) for user in table.users()))


def is_named(user: UserColumns, row: Mapping[str, Any], person: Known) -> bool:
    """Whether this way of naming a user names the person in this row."""
    if user.id is not None:
        return bool(row[user.id] == person.id)
    return row[user.name or ""] in person.names


def _counts(
    connection: Connection, table: Registered, person: Known
) -> Iterable[tuple[RowOutcome, int]]:
    gone = _gone(table, person)
    named = and_(names(table, person), not_(gone))
    rest = {
        Purpose.BOOKKEEPING: RowOutcome.KEPT,
        Purpose.EVIDENCE: RowOutcome.KEPT,
        Purpose.SECURITY: RowOutcome.EXPIRES,
    }.get(table.says.purpose or Purpose.OPERATION, RowOutcome.REPLACED)
    yield RowOutcome.DELETED, _count(connection, table.table, gone)
    count = _count(connection, table.table, named)
    if rest is RowOutcome.REPLACED:
        count += len(_quoting(connection, table, person))
    yield rest, count


def _count(
    connection: Connection, table: FromClause, condition: ColumnElement[bool]
) -> int:
    query = select(func.count()).select_from(table).where(condition)
    return int(connection.execute(query).scalar_one())


def _gone(table: Registered, person: Known) -> ColumnElement[bool]:
    """Rows that go with the person."""
    says, columns = table.says, table.table.c
    own = or_(false(), *(columns[name] == person.id for name in says.own))
    if says.stays is not None:
        return and_(own, not_(says.stays(table.table)))
    if says.purpose in KEPT:
        return false()
    quoted = (
        cast(columns[name], Text).contains(person.id, autoescape=True)
        for name in says.quotes
    )
    return or_(own, *quoted)


def _is(table: Registered, user: UserColumns, person: Known) -> ColumnElement[bool]:
    columns = table.table.c
    found: ColumnElement[bool]
    if user.id is not None:
        found = columns[user.id] == person.id
    else:
        found = columns[user.name or ""].in_(person.names)
    return found


def _delete(connection: Connection, table: Registered, person: Known) -> None:
    gone = _gone(table, person)
    if table.name == LogEntry.__tablename__:
        forget_entries(connection, gone)
    else:
        connection.execute(delete(table.table).where(gone))  # type: ignore[arg-type]


def _replace(
    connection: Connection, table: Registered, person: Known, pseudonym: str
) -> None:
    for user in table.users():
        values = {name: pseudonym for name in user[:2] if name is not None}
        connection.execute(
            update(table.table)  # type: ignore[arg-type]
            .where(_is(table, user, person))
            .values(values)
        )
    for key, texts in _quoting(connection, table, person).items():
        values = dict(texts)
        for name in person.names:
            for column, text in values.items():
                values[column] = _without(name, text, pseudonym)
        connection.execute(
            update(table.table)  # type: ignore[arg-type]
            .where(table.table.c.id == key)
            .values(values)
        )


def _quoting(
    connection: Connection, table: Registered, person: Known
) -> dict[int, dict[str, str]]:
    """Texts of rows that have the person's name amid other things, by their ids."""
    columns = [table.table.c[name] for name in table.says.quotes]
    columns = [column for column in columns if isinstance(column.type, String)]
    found: dict[int, dict[str, str]] = {}
    for name in person.names if columns else ():
        spellings = {name, searchable(name).strip()} - {""}
        query = select(table.table.c.id, *columns).where(
            or_(
                *(
                    column.contains(spelling, autoescape=True)
                    for column in columns
                    for spelling in spellings
                )
            )
        )
        for row in connection.execute(query).mappings():
            texts = {one.name: row[one.name] for one in columns if row[one.name]}
            if any(_without(name, text, "") != text for text in texts.values()):
                found[row["id"]] = texts
    return found


def _without(name: str, text: str, pseudonym: str) -> str:
    """The text with a pseudonym where the name stands as words of its own."""
    folded = searchable(name).strip(), searchable(pseudonym).strip()
    for spelling, instead in ((name, pseudonym), folded):
        if spelling:
            there = re.compile(rf"(?<!\w){re.escape(spelling)}(?!\w)")
            text = there.sub(instead, text)
    return text
