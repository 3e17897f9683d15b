"""Elements and their text: what may stand in one, and how it is spelled in XML."""

from __future__ import annotations

import re
from decimal import Decimal
from xml.sax.saxutils import escape

# Whatever XML 1.0 forbids; line breaks have no place within an element of text either.
_FORBIDDEN = re.compile(r"[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIGITS, _FRACTION = 18, 5


class Unwritable(ValueError):
    """A value that no file may carry: `path` says where, `value` which."""

    def __init__(self, path: str, value: str, reason: str) -> None:
        super().__init__(f"{path} cannot be written: {reason}")
        self.path = path
        self.value = value
        self.reason = reason


class Elements:
    """XML as it grows: elements opened and closed, and leaves of text."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._open: list[str] = []

    def take(self) -> bytes:
        """What has been written since the last time."""
        text = "".join(self._parts)
        self._parts.clear()
        return text.encode()

    def raw(self, text: str) -> None:
        """Something that is XML already."""
        self._parts.append(text)

    def open(self, *names: str) -> None:
        """One within the other."""
        for name in names:
            self._open.append(name)
            self._parts.append(f"<{name}>")

    def close(self, count: int = 1) -> None:
        """The last ones that were opened."""
        for _ in range(count):
            self._parts.append(f"</{self._open.pop()}>")

    def leaf(self, name: str, text: str, longest: int) -> None:
        """An element of text.

        Raises:
            Unwritable: It is empty, too long, or has a sign that XML does not know.
        """
        self._parts.append(f"<{name}>{escape(self._fit(name, text, longest))}</{name}>")

    def maybe(self, name: str, text: str | None, longest: int) -> None:
        """An element of text, where there is one.

        Raises:
            Unwritable: As `leaf`.
        """
        if text:
            self.leaf(name, text, longest)

    def money(self, name: str, amount: Decimal, currency: str) -> None:
        """An amount with its currency.

        Raises:
            Unwritable: It is no amount that a payment can have.
        """
        if re.fullmatch(r"[A-Z]{3}", currency, re.ASCII) is None:
            raise Unwritable(self._at(f"{name}/@Ccy"), currency, "no currency")
        text = plain(amount)
        if not _is_payable(amount):
            raise Unwritable(self._at(name), text, "no amount of a payment")
        self._parts.append(f'<{name} Ccy="{currency}">{text}</{name}>')

    def _fit(self, name: str, text: str, longest: int) -> str:
        return fitting(self._at(name), text, longest)

    def _at(self, name: str) -> str:
        return "/".join((*self._open[1:], name))


def fitting(path: str, text: str, longest: int) -> str:
    """The text, if an element may hold it.

    Raises:
        Unwritable: It is empty, too long, or has a sign that XML does not know.
    """
    if not text.strip():
        raise Unwritable(path, text, "empty")
    if len(text) > longest:
        raise Unwritable(path, text, f"{len(text)} signs, at most {longest}")
    if found := _FORBIDDEN.search(text):
        raise Unwritable(path, text, f"the sign U+{ord(found[0]):04X}")
    return text


def plain(amount: Decimal) -> str:
    """Digits and a point, never an exponent."""
    return f"{amount:f}"


def _is_payable(amount: Decimal) -> bool:
    """Whether the schema's amount can hold it: 18 digits, 5 after the point."""
    exponent = amount.as_tuple().exponent
    return (
        isinstance(exponent, int)
        and amount >= 0
        and -exponent <= _FRACTION
        and len(plain(amount).replace(".", "")) <= _DIGITS
    )
