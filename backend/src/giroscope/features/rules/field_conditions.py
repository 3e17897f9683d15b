"""All conditions on one field, asked of the values that a portion of records has there.

Where values come again and again, what each of them fits is found once, as its class;
where nearly every record has a value of its own, each condition is asked of all of
them. Both say the same.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate
from operator import xor
from typing import Any, Literal

from giroscope.features.rules.fields import KINDS, FieldKind
from giroscope.features.rules.model import Condition, Operator
from giroscope.features.rules.sources import Reading, Value
from giroscope.kernel.columns import to_units
from giroscope.kernel.units import GREATEST, unpacked

ORDER: Literal["little"] = "little"
"""A byte for each record, together as one number: the first record is the lowest."""
_MOST_REMEMBERED = 200_000
"""Values kept of one field; texts that never come again would fill the memory."""
_MOST_BYTES = 256
_NEVER_UNITS = GREATEST + 1
_SOME = 1_000
"""So many values tell whether they come again."""


class _Spans:
    """Spans of amounts in one currency, or of days: which of them a value lies in.

    Between two neighbouring ends, all values lie in the same ones.
    """

    def __init__(self, spans: Iterable[tuple[Any, Any, int]]) -> None:
        turns: dict[Any, int] = {}
        for low, high, bit in spans:
            # The next number, or the next text there is.
            after = high + "\0" if isinstance(high, str) else high + 1
            turns[low] = turns.get(low, 0) ^ bit
            turns[after] = turns.get(after, 0) ^ bit
        self._ends = sorted(turns)
        self._between = list(accumulate(map(turns.get, self._ends), xor, initial=0))

    def fits(self, value: Any) -> int:
        """The spans that the value lies in, as bits."""
        return self._between[bisect_right(self._ends, value)]


_NO_SPANS = _Spans(())


class _Classes(dict[int, int]):
    """The number of each set of conditions that hold, given as bits."""

    def __missing__(self, fits: int) -> int:
        """A set that was not met before has the next number."""
        self[fits] = number = len(self)
        return number


class Asked(dict[Any, int]):
    """The conditions on a field; and the class of each of its values met so far.

    Values of one class fit the same conditions.
    """

    def __init__(
        self, reading: Reading, places: Sequence[int], conditions: Sequence[Condition]
    ) -> None:
        super().__init__()
        self._places = places
        self._read = reading.read
        self._read_all = reading.read_all
        self._conditions = conditions
        self._kind = KINDS[conditions[0].field]
        self._exact: dict[Value, int] = defaultdict(int)
        self._within: list[tuple[str, int]] = []
        self._starts: list[tuple[str, int]] = []
        self._empty = 0
        self._flipped = 0
        self._classes = _Classes()
        spans: dict[str, list[tuple[Any, Any, int]]] = defaultdict(list)
        for place, condition in enumerate(conditions):
            bit, operator = 1 << place, condition.operator
            if condition.is_negated:
                self._flipped |= bit
            if operator is Operator.EMPTY:
                self._empty |= bit
            elif self._kind in {FieldKind.AMOUNT, FieldKind.DATE}:
                spans[condition.currency].append((*_span(self._kind, condition), bit))
            elif operator is Operator.CONTAINS:
                self._within.append((condition.values[0], bit))
            elif operator is Operator.STARTS_WITH:
                self._starts.append((condition.values[0], bit))
            else:
                for value in condition.values:
                    self._exact[value] |= bit
        self._spans = {group: _Spans(some) for group, some in spans.items()}

    def __missing__(self, raw: Any) -> int:
        """The class of a value that was not met before."""
        self[raw] = number = self._classes[self._fits(self._read(raw))]
        return number

    def holding(self, columns: Sequence[Sequence[Any]]) -> Mapping[Condition, int]:
        """For each condition a byte for each record, together as one number."""
        values = self._values(columns)
        if not _is_varied(values) or self._kind is FieldKind.DATE:
            if len(self) > _MOST_REMEMBERED:
                self.clear()
            return self._by_class(list(map(self.__getitem__, values)))
        if self._kind is FieldKind.AMOUNT:
            spans, flipped, classes = self._spans, self._flipped, self._classes
            return self._by_class(
                [
                    classes[
                        spans.get(currency, _NO_SPANS).fits(
                            units if type(units) is int else unpacked(units)
                        )
                        ^ flipped
                    ]
                    for currency, units in values
                ]
            )
        return self._one_by_one(values)

    def said(self, row: Sequence[Any]) -> Value:
        """What a record says in this field."""
        (raw,) = self._values([(told,) for told in row])
        return self._read(raw)

    def _values(self, columns: Sequence[Sequence[Any]]) -> Sequence[Any]:
        if len(self._places) == 1:
            return columns[self._places[0]]
        return list(zip(*(columns[place] for place in self._places), strict=True))

    def _fits(self, value: Any) -> int:
        """The conditions that hold for a value, as bits."""
        if value is None or value == "":
            return self._empty ^ self._flipped
        if self._spans:
            group, place = value if isinstance(value, tuple) else ("", value)
            return self._spans.get(group, _NO_SPANS).fits(place) ^ self._flipped
        fits = self._exact.get(value, 0)
        for text, bit in self._within:
            if text in value:
                fits |= bit
        for text, bit in self._starts:
            if value.startswith(text):
                fits |= bit
        return fits ^ self._flipped

    def _by_class(self, numbers: Sequence[int]) -> dict[Condition, int]:
        is_small = len(self._classes) <= _MOST_BYTES
        classes = bytes(numbers) if is_small else b""
        found = {}
        for place, condition in enumerate(self._conditions):
            # Classes stand in the order of their numbers.
            fits = bytes(known >> place & 1 for known in self._classes)
            if is_small:
                row = classes.translate(fits.ljust(_MOST_BYTES, b"\0"))
            else:
                row = bytes(map(fits.__getitem__, numbers))
            found[condition] = int.from_bytes(row, ORDER)
        return found

    def _one_by_one(self, values: Sequence[Any]) -> dict[Condition, int]:
        read, every = self._read, int.from_bytes(b"\1" * len(values), ORDER)
        if self._read_all is not None:
            told = self._read_all(values)
        else:
            told = ["" if (one := read(raw)) is None else one for raw in values]
        found = {}
        for condition in self._conditions:
            holds = int.from_bytes(bytes(_each_holds(condition, told)), ORDER)
            found[condition] = holds ^ every if condition.is_negated else holds
        return found


def _is_varied(values: Sequence[Any]) -> bool:
    """Whether most records have a value of their own."""
    some = values[:_SOME]
    return 2 * len(set(some)) > len(some)


def _each_holds(condition: Condition, told: Sequence[Any]) -> list[bool]:
    """Of each value whether the condition holds, were it not negated."""
    operator = condition.operator
    if operator is Operator.EMPTY:
        return [not value for value in told]
    if operator is Operator.CONTAINS:
        text = condition.values[0]
        return [text in value for value in told]
    if operator is Operator.STARTS_WITH:
        text = condition.values[0]
        return [value.startswith(text) for value in told]
    wanted = frozenset(condition.values)
    return [value in wanted for value in told]


def _span(kind: FieldKind, condition: Condition) -> tuple[Any, Any]:
    """The first and the last value that fit."""
    low: Any = ""
    high: Any = "9999-99-99"
    values: list[Any] = list(condition.values)
    if kind is FieldKind.AMOUNT:
        low, high = -1, _NEVER_UNITS
        values = [to_units(Decimal(one)) for one in condition.values]
    if condition.operator is Operator.AT_LEAST:
        return values[0], high
    if condition.operator is Operator.AT_MOST:
        return low, values[0]
    return values[0], values[-1]
