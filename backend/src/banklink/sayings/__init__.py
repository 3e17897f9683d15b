"""What this library says of a failure or a look, in both languages.

Errors and steps carry English sentences, which are kept as texts. Here each stands once
with its Danish, and is found again in such a text. What a bank says itself, in its own
words, stays word for word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from banklink.sayings.answers import ANSWERS
from banklink.sayings.machine import MACHINE
from banklink.sayings.ways import WAYS

_HOLE = re.compile(r"\{(\w+)\}")
_OWN = r"(?P<own> \(.*)?"
"""Behind a sentence may stand what the bank said, in brackets; cut short or whole."""
_LONGEST = 2000
"""A longer text of a bank is left alone: to look through it would take too long."""


class Words(NamedTuple):
    """One text in both languages."""

    en: str
    da: str


class Sayings:
    """Sentences by their English, each with its Danish; `{names}` stand for values."""

    def __init__(self, *danish: Mapping[str, str]) -> None:
        self.danish: Mapping[str, str] = MappingProxyType(
            {en: da for one in danish for en, da in one.items()}
        )

    def in_both(self, text: str) -> Words:
        """A text in both languages, as far as it is a sentence of these.

        A value in it may be such a sentence again, as of an error that caused another.
        """
        return Words(text, self._told(text) if len(text) <= _LONGEST else text)

    def _told(self, text: str) -> str:
        for pattern, danish in self._patterns:
            found = pattern.fullmatch(text)
            if found is not None:
                values = found.groupdict(default="")
                own = values.pop("own")
                told = {name: self._told(value) for name, value in values.items()}
                return danish.format_map(told) + own
        return text

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """What leaves the least open comes first: a sentence may fit into another."""
        return tuple(
            (_pattern(en), da) for en, da in sorted(self.danish.items(), key=_openness)
        )


def _openness(pair: tuple[str, str]) -> int:
    return -len(_HOLE.sub("", pair[0]))


def _pattern(template: str) -> re.Pattern[str]:
    parts = _HOLE.split(template)
    body = "".join(
        f"(?P<{part}>.*?)" if at % 2 else re.escape(part)
        for at, part in enumerate(parts)
    )
    return re.compile(body + _OWN, re.DOTALL)


SAYINGS = Sayings(ANSWERS, WAYS, MACHINE)
"""All that this library says."""
