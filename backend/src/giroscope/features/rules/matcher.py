"""Asks many rules of many records in one pass.

A portion of records is looked at column by column. A condition is a byte for each
record, and blocks and rules are `and` and `or` of such rows of bytes. The same code
looks at one record and at millions, on both databases.
"""

import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Any

from giroscope.features.rules.field_conditions import ORDER, Asked
from giroscope.features.rules.model import Body, Condition, Field, Match
from giroscope.features.rules.sources import Reading, Readings, Value

_BITS = 8
_BYTES = 8
_WORD = _BITS * _BYTES


class Matcher:
    """Rules, ready to be asked of rows."""

    def __init__(self, bodies: Sequence[Body], readings: Readings) -> None:
        self.columns: list[Any] = []
        """What a row consists of, after the id of its record."""
        self._bodies = bodies
        by_field: dict[Field, list[Condition]] = defaultdict(list)
        for condition in dict.fromkeys(_conditions_of(bodies)):
            by_field[condition.field].append(condition)
        self._asked = {
            field: self._asking(readings[field], conditions)
            for field, conditions in by_field.items()
        }

    def conditions_of(self, row: Sequence[Any]) -> set[Condition]:
        """Which conditions hold for one record."""
        holding = self._holding([(told,) for told in row])
        return {condition for condition, holds in holding.items() if holds}

    def said(self, row: Sequence[Any], field: Field) -> Value:
        """What one record says in a field that is asked about."""
        return self._asked[field].said(row)

    def fitting(self, rows: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
        """The records that any rule fits, by id, and which rules do, as bits."""
        if not rows or not self._bodies:
            return []
        columns = list(zip(*rows, strict=True))
        holding = self._holding(columns)
        found = [_fits(body, holding) for body in self._bodies]
        if not any(found):
            return []
        bits = _bits_of_each(found, len(rows))
        return list(zip(compress(columns[0], bits), filter(None, bits), strict=True))

    def _holding(self, columns: Sequence[Sequence[Any]]) -> dict[Condition, int]:
        holding: dict[Condition, int] = {}
        for asked in self._asked.values():
            holding |= asked.holding(columns)
        return holding

    def _asking(self, reading: Reading, conditions: Sequence[Condition]) -> Asked:
        places = [self._place(column) for column in reading.columns]
        return Asked(reading, places, conditions)

    def _place(self, column: Any) -> int:
        """Where the column stands in a row; the id of the record is the first."""
        for place, known in enumerate(self.columns):
            if known is column:
                return place + 1
        self.columns.append(column)
        return len(self.columns)


def _conditions_of(bodies: Iterable[Body]) -> Iterator[Condition]:
    for body in bodies:
        for block in body.blocks:
            yield from block.conditions


def _fits(body: Body, holding: dict[Condition, int]) -> int:
    """The records that the rule fits."""
    return _joined(
        body.match,
        [
            _joined(block.match, [holding[one] for one in block.conditions])
            for block in body.blocks
        ],
    )


def _joined(match: Match, parts: Sequence[int]) -> int:
    found = parts[0]
    for part in parts[1:]:
        found = found & part if match is Match.ALL else found | part
    return found


def _bits_of_each(found: Sequence[int], size: int) -> Sequence[int]:
    """Which rules fit each record, as bits: columns of bytes turned into rows."""
    words = [
        _words_of(found[start : start + _WORD], size)
        for start in range(0, len(found), _WORD)
    ]
    if len(words) == 1:
        return words[0]
    return [
        sum(word << number * _WORD for number, word in enumerate(each))
        for each in zip(*words, strict=True)
    ]


def _words_of(found: Sequence[int], size: int) -> Sequence[int]:
    """The same of at most as many rules as a word has bits."""
    packed = bytearray(size * _BYTES)
    for place in range(0, len(found), _BITS):
        some = 0
        for bit, fits in enumerate(found[place : place + _BITS]):
            some |= fits << bit
        packed[place // _BITS :: _BYTES] = some.to_bytes(size, ORDER)
    return struct.unpack(f"<{size}Q", packed)


def places_of(rules: int) -> list[int]:
    """The places of the rules in a number of bits, the first one first."""
    found = []
    while rules:
        lowest = rules & -rules
        found.append(lowest.bit_length() - 1)
        rules ^= lowest
    return found
