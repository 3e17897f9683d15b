"""What people do with mappings, told to the trail."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, select

from giroscope.features.audit import Subject, record_now
from giroscope.features.erp import requests
from giroscope.features.erp.books import books_in_use
from giroscope.features.erp.errors import AccountNeedsRequest, RequestOver
from giroscope.features.erp.mapping import save as saved_mappings
from giroscope.features.erp.mapping.context import methods_of
from giroscope.features.erp.mapping.errors import ChangedMeanwhile
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import Act, ErpMapping
from giroscope.features.erp.tables import ErpRequest, RequestKind
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound


def save(
    connection: Connection, actor: Actor, rule: Rule, now: datetime,
    act: Act | None = None,
) -> int | None:  # fmt: skip
    """Write a mapping down; tells its id, None where it waits for a second person.

    One that pays from another account than before is asked for as a whole.

    Raises: As `saving.save`; NoConfiguration where no ERP is in use.
    """
    books = books_in_use(connection).id
    if saved_mappings.pays_from_another(connection, books, rule):
        _ask(connection, books, actor, rule, now)
        return None
    mapping_id, was = saved_mappings.save(connection, books, actor, rule, now, act=act)
    stored = _rule(connection, books, mapping_id)
    if was is None or was.columns() != stored.columns():
        _record(connection, books, actor, "erp.map", was, stored, now)
    return mapping_id


def confirm(
    connection: Connection, actor: Actor, request: ErpRequest, now: datetime
) -> int:
    """Write the mapping down that another account manager asked for; tells its id.

    Raises:
        RequestOver: Other books are in use by now, or the mapping was changed.
        AppError: As `save`.
    """
    books = books_in_use(connection).id
    if request.connection_id != books or request.rule is None:
        raise RequestOver
    rule = replace(
        Rule.from_data(request.rule),
        id=request.mapping_id or 0, version=request.revision or 0,
    )  # fmt: skip
    asker = Actor(
        request.requested_by, actor.realm, "", request.requested_by_name, frozenset()
    )
    try:
        mapping_id, was = saved_mappings.save(connection, books, asker, rule, now)
    except (ChangedMeanwhile, NotFound) as error:
        raise RequestOver from error
    saved_mappings.note_confirmed(connection, mapping_id, actor)
    stored = _rule(connection, books, mapping_id)
    _record(
        connection, books, actor, "erp.map", was, stored, now, requested_by=asker.name
    )
    return mapping_id


def _ask(
    connection: Connection, books: int, actor: Actor, rule: Rule, now: datetime
) -> None:
    whole = saved_mappings.ensure_savable(connection, books, rule)
    requests.ask(
        connection, actor, RequestKind.DEBTOR_ACCOUNT, ["DEBTOR_ACCOUNT"], now,
        connection_id=books, mapping_id=rule.id or None,
        revision=rule.version if rule.id else None, rule=whole.as_data(),
    )  # fmt: skip


def remove(
    connection: Connection, actor: Actor, mapping_id: int, version: int, now: datetime
) -> None:
    """Take a mapping away.

    Raises: As `saving.remove`; NoConfiguration where no ERP is in use.
    """
    books = books_in_use(connection).id
    seen = replace(_rule(connection, books, mapping_id), version=version)
    was = saved_mappings.remove(connection, books, actor, seen, now)
    _record(connection, books, actor, "erp.unmap", was, None, now)


def undo(connection: Connection, actor: Actor, mapping_id: int, now: datetime) -> None:
    """Take back the last change of a mapping.

    Raises: As `saving.undo`; NoConfiguration where no ERP is in use;
        AccountNeedsRequest where another account would pay.
    """
    books = books_in_use(connection).id
    if saved_mappings.undoing_pays_from_another(connection, mapping_id):
        raise AccountNeedsRequest
    was, back = saved_mappings.undo(connection, books, actor, mapping_id, now)
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
    was: Rule | None, now_is: Rule | None, now: datetime, *,
    requested_by: str | None = None,
) -> None:  # fmt: skip
    rule = now_is or was
    codes = {one.native_id: one.code for one in methods_of(connection, books)}
    name = codes.get(rule.method, rule.method) if rule else ""
    subject = Subject("erp-mapping", str(rule.id) if rule else "", name)
    before = was.as_data() if was else None
    after = now_is.as_data() if now_is else None
    if after and requested_by:
        after["requestedBy"] = requested_by
    record_now(connection, actor, verb, subject, was=before, now=after, at=now)
