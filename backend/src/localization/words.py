"""A text in English and Danish at once, as the graph has told it from the beginning."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """One text in both languages."""

    en: str
    da: str

    @classmethod
    def as_it_is(cls, text: str) -> Words:
        """A text that is the same to everybody, as a name is."""
        return cls(text, text)
