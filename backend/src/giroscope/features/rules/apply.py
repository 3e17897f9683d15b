"""Applies the rules in force to what a document brought, as it is imported."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Select

from giroscope.features.rules.active_rules import in_force
from giroscope.features.rules.fire import Firing
from giroscope.features.rules.matcher import Matcher
from giroscope.features.rules.sources import Ruling, Source, Told

PORTION = 5_000


def apply_to_document(
    connection: Connection,
    ruling: Ruling,
    document_id: int,
    correlation_id: str,
    now: datetime,
) -> list[Told]:
    """Let the rules do what they say of these records; run again, nothing happens.

    Messages lead to the document's journal. Tells what the journals of the payments
    have to know.
    """
    told: list[Told] = []
    for source in ruling.sources.values():
        rules = in_force(connection, source.subject)
        if not rules:
            continue
        matcher = Matcher([rule.body for rule in rules], source.readings(connection))
        asked = rows_of(source, matcher).where(source.document_id == document_id)
        firing = Firing(connection, source, rules, now)
        for rows in raw_portions(connection, asked):
            firing.take(matcher.fitting(rows))
        firing.notify(correlation_id)
        told += firing.told()
    return told


def rows_of(source: Source, matcher: Matcher) -> Select[Any]:
    """Every record with what the matcher asks of it, in no order."""
    return source.rows([source.record_id, *matcher.columns])


def within(
    asked: Select[Any], source: Source, days: tuple[date | None, date | None]
) -> Select[Any]:
    """Those of some days; both ends belong to them."""
    first, last = days
    if first is not None:
        asked = asked.where(source.day >= first)
    return asked if last is None else asked.where(source.day <= last)


def raw_portions(
    connection: Connection, asked: Select[Any]
) -> Iterator[Sequence[Sequence[Any]]]:
    """The rows as the driver gives them: a million take a second less than as values.

    Amounts are units, and dates text or dates, as `sources.Reading` takes them.
    """
    named = {"literal_binds": True}
    statement = asked.compile(dialect=connection.dialect, compile_kwargs=named)
    driver: Any = connection.connection
    # PostgreSQL would hand all rows over at once to a cursor that has no name.
    is_sqlite = connection.dialect.name == "sqlite"
    cursor = driver.cursor() if is_sqlite else driver.cursor(name="rules")
    try:
        cursor.execute(str(statement))
        while rows := cursor.fetchmany(PORTION):
            yield rows
    finally:
        cursor.close()
