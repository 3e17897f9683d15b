"""What people do with mappings, told to the trail."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, select

from giroscope.features.audit import Subject, record_now
from giroscope.features.erp.books import books_in_use
from giroscope.features.erp.mapping import saving
from giroscope.features.erp.mapping.knowing import methods_of
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import Act, ErpMapping
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound


def save(
    connection: Connection, actor: Actor, rule: Rule, now: datetime,
    act: Act | None = None,
) -> int:  # fmt: skip
    """Write a mapping down; tells its id.

    Raises: As `saving.save`; NoConfiguration where no ERP is in use.
    """
    books = books_in_use(connection).id
    mapping_id, was = saving.save(connection, books, actor, rule, now, act=act)
    stored = _rule(connection, books, mapping_id)
    if was is None or was.columns() != stored.columns():
        _record(connection, books, actor, "erp.map", was, stored, now)
    return mapping_id


def remove(
    connection: Connection, actor: Actor, mapping_id: int, version: int, now: datetime
) -> None:
    """Take a mapping away.

    Raises: As `saving.remove`; NoConfiguration where no ERP is in use.
    """
    books = books_in_use(connection).id
    seen = replace(_rule(connection, books, mapping_id), version=version)
    was = saving.remove(connection, books, actor, seen, now)
    _record(connection, books, actor, "erp.unmap", was, None, now)


def undo(connection: Connection, actor: Actor, mapping_id: int, now: datetime) -> None:
    """Take back the last change of a mapping.

    Raises: As `saving.undo`; NoConfiguration where no ERP is in use.
    """
    books = books_in_use(connection).id
    was, back = saving.undo(connection, books, actor, mapping_id, now)
    _record(connection, books, actor, "erp.undo_mapping", was, back, now)


def _rule(connection: Connection, books: int, mapping_id: int) -> Rule:
    row = connection.execute(
        select(ErpMapping).where(
            ErpMapping.id == mapping_id, ErpMapping.connection_id == books
        )
    ).one_or_none()
    if row is None:
        raise NotFound("There is no such mapping")
    return Rule.of(row)


def _record(
    connection: Connection, books: int, actor: Actor, verb: str,
    was: Rule | None, now_is: Rule | None, now: datetime,
) -> None:  # fmt: skip
    rule = now_is or was
    codes = {one.native_id: one.code for one in methods_of(connection, books)}
    name = codes.get(rule.method, rule.method) if rule else ""
    subject = Subject("erp-mapping", str(rule.id) if rule else "", name)
    before = was.as_data() if was else None
    after = now_is.as_data() if now_is else None
    record_now(connection, actor, verb, subject, was=before, now=after, at=now)
