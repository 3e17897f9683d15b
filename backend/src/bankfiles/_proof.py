"""Spares the gate what is proved already: entries of runs that it has seen.

What stands between the texts of an entry (see `_walk`) stood, sign by sign, inside the
same elements in entries that the gate has seen. Where the texts hold no `<`, no sign
that XML forbids and no reference but to an ampersand, the entry is as well-formed as
those. The gate is then shown its lines instead, so that it names the right ones.
"""

from __future__ import annotations

from bankfiles._gate import Gate

_FORBIDDEN = bytes(sign for sign in range(0x20) if chr(sign) not in "\t\n\r")


class Proof:
    """What the gate was shown of one message.

    Without a gate all is proved: somebody else shows it every byte.
    """

    def __init__(self, gate: Gate | None) -> None:
        self._gate = gate
        self._lines = 0
        self.is_new = False
        """Whether a run was learned since the gate was last shown anything."""

    def show(self, data: bytes) -> None:
        """Show bytes that nothing else proves, on the lines they stand on.

        Raises:
            BankFileError: They are no part of a well-formed, harmless document.
        """
        if self._gate is None:
            return
        if self._lines:
            data, self._lines = b"\n" * self._lines + data, 0
        self.is_new = False
        self._gate.feed(data)

    def spares(self, data: bytes, text: str) -> bool:
        """Whether entries of these bytes may be proved by their runs; else shows all.

        Raises:
            BankFileError: They are no part of a well-formed, harmless document.
        """
        if self._gate is None:
            return False
        if _is_allowed(data, text):
            return True
        self.show(data)
        return False

    def awaits(self, entry: str, end_tag: str) -> bool:
        """Whether an entry may be proved by its runs; else shows it.

        Raises:
            BankFileError: It is no part of a well-formed, harmless document.
        """
        if "&" not in entry or "&" not in entry.replace("&amp;", ""):
            return True
        self.show((entry + end_tag).encode())
        return False

    def prove(self, entry: str, end_tag: str, lines: int) -> None:
        """Take an entry for proved whose runs are known, unless one is new.

        Raises:
            BankFileError: It is no part of a well-formed, harmless document.
        """
        if self.is_new:
            self.show((entry + end_tag).encode())
        else:
            self._lines += lines


def _is_allowed(data: bytes, text: str) -> bool:
    """Whether a text, given as UTF-8 too, holds no sign that XML forbids.

    Nor the end of a CDATA section, which may not stand alone.
    """
    return (
        len(data.translate(None, _FORBIDDEN)) == len(data)
        and "]]>" not in text
        and "\ufffe" not in text
        and "\uffff" not in text
    )
