"""Counts units from the audit trail: each is one event, and no event counts twice.

An event that was changed after it was written counts nothing. What demo data caused
says so (`"demo": true` in the event's values) and is counted free of charge, as is a
file that was taken back before its period was settled. What is fetched from a bank
was handed in by nobody, and is no unit.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Row, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.features.audit.actions import CHAIN
from giroscope.features.audit.tables import AuditEvent, AuditOutcome
from giroscope.features.audit.verify import is_genuine
from giroscope.features.banks.sources import BANK
from giroscope.features.billing.tables import FreeOf, Meter, UsageUnit

PORTION = 1_000
HANDED_IN = ("uploads.hand_in", "erp.hand_in")
_TAKEN_BACK = "uploads.take_back"
_METERS = {
    **dict.fromkeys(HANDED_IN, Meter.JOURNALS),
    "payments.sent": Meter.SENDINGS,
    "users.signed_in": Meter.USERS,
}
_VERBS = (*_METERS, _TAKEN_BACK)


class Counting(NamedTuple):
    """What is counted for: a subscription, and its open period."""

    subscription_id: int
    period_start: date


def meter(
    connection: Connection, counting: Counting | None, after: int, until: datetime
) -> int:
    """Count what was recorded after this event and before this instant.

    Without a subscription nothing is counted. Gives the last event that was looked
    at; the caller keeps it in the same transaction, so that nothing counts twice.
    """
    if counting is None:
        return max(after, _newest(connection))
    keys = CHAIN.keys(connection)
    newest = _newest(connection)
    units: list[dict[str, Any]] = []
    for event in _events(connection, after):
        if event.recorded >= until:
            newest = int(event.sequence) - 1
            break
        newest = max(newest, int(event.sequence))
        if event.outcome != AuditOutcome.DONE or not is_genuine(event, keys):
            continue
        if event.verb == _TAKEN_BACK:
            _keep(connection, units)
            _take_back(connection, event)
        elif (unit := _unit(counting, event)) is not None:
            units.append(unit)
    _keep(connection, units)
    return newest


def _newest(connection: Connection) -> int:
    found = connection.execute(select(func.max(AuditEvent.id)))
    return int(found.scalar_one() or 0)


def _events(connection: Connection, after: int) -> Iterator[Row[Any]]:
    """The events of interest after this one, in order, a portion at a time."""
    table = AuditEvent.__table__
    while True:
        rows = connection.execute(
            select(table)
            .where(table.c.sequence > after, table.c.verb.in_(_VERBS))
            .order_by(table.c.sequence)
            .limit(PORTION)
        ).all()
        yield from rows
        if len(rows) < PORTION:
            return
        after = rows[-1].sequence


def _unit(counting: Counting, event: Row[Any]) -> dict[str, Any] | None:
    """The unit that an event is; none for known bytes, or what a bank gave."""
    said: Mapping[str, Any] = orjson.loads(event.now) if event.now else {}
    if said.get("duplicateOf") is not None or said.get("source") == BANK:
        return None
    meter_ = _METERS[event.verb]
    return {
        "subscription_id": counting.subscription_id,
        "period_start": counting.period_start,
        "meter": meter_.value,
        "key": _key(meter_, counting, event),
        "event": event.sequence,
        "at": event.instant,
        "subject_kind": event.subject_kind or "",
        "subject_id": event.subject_id or "",
        "label": event.subject_name or event.actor_name,
        "free": FreeOf.DEMO.value if said.get("demo") is True else None,
    }


def _keep(connection: Connection, units: list[dict[str, Any]]) -> None:
    """Write units down, each key once, and forget the list."""
    if units:
        is_sqlite = connection.dialect.name == "sqlite"
        insert = (sqlite if is_sqlite else postgresql).insert(UsageUnit.__table__)
        connection.execute(insert.on_conflict_do_nothing(index_elements=["key"]), units)
        units.clear()


def _key(meter_: Meter, counting: Counting, event: Row[Any]) -> str:
    """What makes the unit one: a file, a sending, a person in a period."""
    if meter_ is Meter.USERS:
        person = event.subject_id or event.actor_id
        return f"{meter_}:{person}:{counting.period_start.isoformat()}"
    if meter_ is Meter.JOURNALS:
        return f"{meter_}:{event.subject_id}"
    return f"{meter_}:{event.sequence}"


def _take_back(connection: Connection, event: Row[Any]) -> None:
    """A file that was taken back costs nothing, unless it is on an invoice already."""
    connection.execute(
        update(UsageUnit)
        .where(
            UsageUnit.key == f"{Meter.JOURNALS}:{event.subject_id}",
            UsageUnit.line_id.is_(None),
            UsageUnit.free.is_(None),
        )
        .values(free=FreeOf.TAKEN_BACK.value)
    )
