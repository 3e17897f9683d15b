"""Sentences in both languages of the console, found again in a text that was kept.

Whatever fails says so in English, and that is kept as a text. Each such sentence stands
once with its Danish, in the package that says it; here is how it is told to whoever
reads. What others say in their own words, as a bank or an ERP, stays word for word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from sayings.machine import MACHINE

_HOLE = re.compile(r"\{(\w+)\}")
_OWN = r"(?P<own> \(.*)?"
"""Behind a sentence may stand what another one said, in brackets; whole or cut."""
_LONGEST = 2000
"""A longer text is left alone: to look through it would take too long."""
_REMEMBERED = 4096


class Words(NamedTuple):
    """One text in both languages."""

    en: str
    da: str

    @classmethod
    def as_it_is(cls, text: str) -> Words:
        """A text that is the same to everybody, as a name is."""
        return cls(text, text)


class Sayings:
    """Sentences by their English, each with its Danish; `{names}` stand for values."""

    def __init__(self, *danish: Mapping[str, str]) -> None:
        self.danish: Mapping[str, str] = MappingProxyType(
            {en: da for one in danish for en, da in one.items()}
        )
        # The same few troubles are told again and again, on every page of a list.
        self._remembered = lru_cache(_REMEMBERED)(self._told)

    def in_both(self, text: str) -> Words:
        """A text in both languages, as far as it is a sentence of these.

        A value in it may be such a sentence again, as of an error that caused another.
        """
        return Words(text, self._remembered(text) if len(text) <= _LONGEST else text)

    def _told(self, text: str) -> str:
        for pattern, danish in self._patterns:
            found = pattern.fullmatch(text)
            if found is not None:
                values = found.groupdict(default="")
                own = values.pop("own")
                told = {name: self._told(value) for name, value in values.items()}
                return danish.format_map(_Told(told)) + own
        return text

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """What leaves the least open comes first: a sentence may fit into another."""
        return tuple(
            (_pattern(en), da) for en, da in sorted(self.danish.items(), key=_openness)
        )


class _Told(dict[str, str]):
    """Values by name; the Danish of a value, `{x_da}`, is the value as it was told."""

    def __missing__(self, name: str) -> str:
        return self[name.removesuffix("_da")]


def _openness(pair: tuple[str, str]) -> int:
    return -len(_HOLE.sub("", pair[0]))


def _pattern(template: str) -> re.Pattern[str]:
    """Each value ends where what follows it stands first; only the last looks on.

    To go back to the others finds nothing more, and takes the longer the more often a
    text that others wrote repeats what stands between them.
    """
    begins, *rest = _HOLE.split(template)
    values = [
        f"(?P<{name}>.*?){re.escape(after)}"
        for name, after in zip(rest[::2], rest[1::2], strict=True)
    ]
    body = "".join(f"(?>{one})" for one in values[:-1]) + "".join(values[-1:])
    return re.compile(re.escape(begins) + body + _OWN, re.DOTALL)


__all__ = ["MACHINE", "Sayings", "Words"]
