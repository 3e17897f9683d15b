"""Tries a rule on one record: what of it holds, and what the record says there."""

from typing import NamedTuple

from sqlalchemy import Connection

from giroscope.features.rules.apply import rows_of
from giroscope.features.rules.matcher import Matcher
from giroscope.features.rules.model import Body, Condition, Field
from giroscope.features.rules.sources import Source
from giroscope.kernel.columns import from_units
from giroscope.kernel.errors import NotFound


class Tried(NamedTuple):
    """Whether a rule fits a record, and why or why not."""

    fits: bool
    blocks: tuple[tuple[bool, ...], ...]
    """For every condition of every block whether it holds."""
    said: dict[Field, str]
    """What the record says in each field that is asked about; empty for nothing."""


def tried(connection: Connection, source: Source, body: Body, record_id: int) -> Tried:
    """Try the rule on the record.

    Raises:
        NotFound: There is no such record, or rules do not look at it.
    """
    readings = source.readings(connection)
    matcher = Matcher([body], readings)
    asked = rows_of(source, matcher).where(source.record_id == record_id)
    # As the driver gives it, as in the runs over the past.
    row = connection.execute(asked).cursor.fetchone()
    if row is None:
        raise NotFound
    holding = matcher.conditions_of(row)
    fits = bool(matcher.fitting([row]))
    blocks = tuple(
        tuple(condition in holding for condition in block.conditions)
        for block in body.blocks
    )
    return Tried(fits, blocks, _said(matcher, row, body))


def _said(matcher: Matcher, row: tuple[object, ...], body: Body) -> dict[Field, str]:
    asked: list[Condition] = [c for block in body.blocks for c in block.conditions]
    return {one.field: _shown(matcher.said(row, one.field)) for one in asked}


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        currency, units = value
        return f"{from_units(units)} {currency}"
    return "" if value is None else str(value)
