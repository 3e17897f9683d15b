"""Takes the fields of a record that an ERP sent, or tells which one is not as promised.

A name that is missing and a value of another kind are the same to a reader: the
contract has changed. What may be empty is asked for by its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from erplink.errors import ContractChanged
from erplink.values import Doubt, Unreadable

_Value = TypeVar("_Value")

_BY_DOUBT = {
    Doubt.NO_RECORD: "erp_link.no_record",
    Doubt.FIELD_GONE: "erp_link.field_gone",
}


class BadField(ContractChanged):
    """One field of a record is missing, or of another kind than promised."""

    def __init__(
        self, field: str, message: str, doubt: Doubt = Doubt.OTHER_KIND
    ) -> None:
        saying = _BY_DOUBT.get(doubt, "erp_link.field_unfit")
        super().__init__(saying, field, field=field)
        # For whoever mends the connector: which record it was too.
        self.message = message
        self.field = field
        self.doubt = doubt


class Fields:
    """One record; `what` names it in a sentence."""

    def __init__(self, record: Any, what: str) -> None:
        """Hold it.

        Raises:
            BadField: It is no record at all.
        """
        if not isinstance(record, Mapping):
            raise BadField("", f"{what} is no record.", Doubt.NO_RECORD)
        self.record: Mapping[str, Any] = record
        self._what = what

    def text(self, name: str) -> str:
        """A text, which may be empty but not missing.

        Raises:
            BadField: It is not there, or no text.
        """
        value = self._value(name)
        if not isinstance(value, str):
            raise self._bad(name)
        return value

    def given(self, name: str) -> str:
        """A text or a whole number as text; never empty.

        Raises:
            BadField: It is empty, or something else.
        """
        value = self._value(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value.strip():
            raise self._bad(name)
        return value.strip()

    def perhaps(self, name: str) -> str:
        """A text, a whole number as text, or nothing where there is none.

        Raises:
            BadField: It is there and something else.
        """
        value = self.record.get(name)
        return "" if value is None or value == "" else self.given(name)

    def flag(self, name: str) -> bool:
        """Yes or no.

        Raises:
            BadField: It is neither.
        """
        value = self._value(name)
        if not isinstance(value, bool):
            raise self._bad(name)
        return value

    def amount(self, name: str) -> Decimal:
        """An exact number, written as a number or as text.

        Raises:
            BadField: It is none.
        """
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
            raise self._bad(name)
        try:
            found = Decimal(value)
        except InvalidOperation as error:
            raise self._bad(name) from error
        if not found.is_finite():
            raise self._bad(name)
        return found

    def whole(self, name: str) -> int:
        """A whole number.

        Raises:
            BadField: It is none.
        """
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._bad(name)
        return value

    def day(self, name: str) -> date:
        """A day.

        Raises:
            BadField: It is none.
        """
        try:
            return date.fromisoformat(self.text(name))
        except ValueError as error:
            raise self._bad(name) from error

    def moment(self, name: str) -> datetime:
        """A time with its zone.

        Raises:
            BadField: It is none.
        """
        try:
            found = datetime.fromisoformat(self.text(name))
        except ValueError as error:
            raise self._bad(name) from error
        if found.tzinfo is None:
            raise self._bad(name)
        return found

    def inner(self, name: str) -> Fields:
        """A record within.

        Raises:
            BadField: It is none.
        """
        value = self._value(name)
        if not isinstance(value, Mapping):
            raise self._bad(name)
        return Fields(value, f"{self._what}, {name},")

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts.

        Raises:
            BadField: It is none.
        """
        value = self._value(name)
        if not _is_list(value) or not all(isinstance(one, str) for one in value):
            raise self._bad(name)
        return tuple(value)

    def rows(self, name: str) -> Sequence[Any]:
        """A list of whatever.

        Raises:
            BadField: It is none.
        """
        value = self._value(name)
        if not _is_list(value):
            raise self._bad(name)
        found: Sequence[Any] = value
        return found

    def each(self, name: str, what: str) -> Iterator[Fields]:
        """A list of records, one by one.

        Raises:
            BadField: It is none, or one of them is no record.
        """
        for one in self.rows(name):
            yield Fields(one, what)

    def _value(self, name: str) -> Any:
        if name not in self.record:
            message = f"{self._what} has no field {name} any more."
            raise BadField(name, message, Doubt.FIELD_GONE)
        return self.record[name]

    def _bad(self, name: str) -> BadField:
        return BadField(name, f"{self._what} has another kind of {name} than promised.")


def values_of(
    records: Sequence[Any],
    read: Callable[[Any], _Value],
    names: Callable[[Any], tuple[str, str]],
) -> tuple[tuple[_Value, ...], tuple[Unreadable, ...]]:
    """Each record's value, or which field of it cannot be used; none is left out.

    `names` tells the id and the number of a record, as far as it has them.

    Raises:
        ContractChanged: No record of several can be read, all for the same field.
    """
    items: list[_Value] = []
    doubtful: list[Unreadable] = []
    first: BadField | None = None
    for one in records:
        try:
            items.append(read(one))
        except BadField as error:
            first = first or error
            doubtful.append(Unreadable(*names(one), error.field, error.doubt))
    is_general = len(doubtful) > 1 and not items
    if first is not None and is_general and len({one.field for one in doubtful}) == 1:
        raise first
    return tuple(items), tuple(doubtful)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
