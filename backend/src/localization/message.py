"""A text as a code with named values, in memory and as it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final, TypeAlias

TEXT: Final = "text"
"""The code, and the one value, of a text that has no other code."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money."""

    amount: Decimal
    currency: str


class Message:
    """What there is to say: a code of the catalogue, and the values of its sentence.

    Two of the same code and values are equal.
    """

    __slots__ = ("code", "values")

    def __init__(self, code: str, /, **values: Value) -> None:
        self.code = code
        self.values: Mapping[str, Value] = MappingProxyType(values)

    @classmethod
    def from_json(cls, kept: Any) -> Message:
        """A message that was kept by `as_json`; a bare text is one as well."""
        if not isinstance(kept, Mapping) or "code" not in kept:
            return verbatim(str(kept))
        return cls.filled(kept["code"], kept.get("values") or {})

    @classmethod
    def filled(cls, code: str, values: Mapping[str, Any]) -> Message:
        """From a code and values as JSON keeps them."""
        return cls(code, **{name: _value(kept) for name, kept in values.items()})

    def as_json(self) -> dict[str, Any]:
        """What JSON keeps."""
        return {"code": self.code, "values": self.values_as_json()}

    def values_as_json(self) -> dict[str, Any]:
        """The values alone, where the code has a place of its own."""
        return {name: _kept(value) for name, value in self.values.items()}

    def plain_values(self) -> dict[str, str]:
        """Each value as a text without a language: messages in English, days as ISO."""
        plain: dict[str, str] = {}
        for name, value in self.values.items():
            plain[name] = _plain(value)
            if isinstance(value, Amount):
                plain["currency"] = value.currency
        return plain

    def __str__(self) -> str:
        """In English, for logs and for whoever knows no language."""
        # Catalogues are made of messages: they can only be met when both are there.
        from localization.catalogue import render  # noqa: PLC0415

        return render(self)

    def __repr__(self) -> str:
        filled = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Message({self.code!r}{filled})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return self.code == other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.code, *sorted((n, repr(v)) for n, v in self.values.items())))


Value: TypeAlias = (
    "str | int | Decimal | date | datetime | Amount | Message | Sequence[Message | str]"
)
"""A name or a text from outside, a count, a number, a day, an instant, money, or what
is said in a catalogue as well; a list is told with commas."""


def verbatim(text: str) -> Message:
    """A text in somebody's own words, the same in every language."""
    return Message(TEXT, text=text)


def _kept(value: Value) -> Any:
    if isinstance(value, Message):
        # A text alone is kept as one.
        return value.values[TEXT] if value.code == TEXT else value.as_json()
    if isinstance(value, Amount):
        return {"amount": str(value.amount), "currency": value.currency}
    if isinstance(value, datetime):
        return {"instant": value.astimezone(UTC).isoformat()}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, Decimal):
        return {"number": str(value)}
    if isinstance(value, (str, int)):
        return value
    return [_kept(each) for each in value]


def _value(kept: Any) -> Any:
    if isinstance(kept, list):
        return tuple(_value(each) for each in kept)
    if not isinstance(kept, Mapping):
        return kept
    if "code" in kept:
        return Message.from_json(kept)
    if "currency" in kept:
        return Amount(Decimal(kept["amount"]), kept["currency"])
    if "instant" in kept:
        return datetime.fromisoformat(kept["instant"])
    if "date" in kept:
        return date.fromisoformat(kept["date"])
    return Decimal(kept["number"])


def _plain(value: Value) -> str:
    if isinstance(value, Amount):
        return str(value.amount)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="minutes")
    if isinstance(value, (str, int, Decimal, date, Message)):
        return str(value)
    return ", ".join(map(_plain, value))
