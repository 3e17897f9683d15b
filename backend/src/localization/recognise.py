"""Finds the message that an English text was made of.

For what reaches the product as a text only: the operating system and its encryption
say nothing else, and neither does what an earlier release kept. What raises a failure
of its own says its code instead.
"""

from __future__ import annotations

import errno
import os
import re
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from fluent.syntax import ast

from localization.catalogue import DEFAULT, render, texts_of
from localization.message import Message, verbatim
from localization.words import Words

_DETAIL: Final = r"(?P<detail> \(.*)?"
"""Behind a sentence may stand what another one said, in brackets; whole or cut."""
_LONGEST: Final = 2000
"""A longer text is left alone: to look through it would take too long."""
_REMEMBERED: Final = 4096


class _Pattern(NamedTuple):
    code: str
    openness: int
    expression: re.Pattern[str]


class Recogniser:
    """The messages of some areas, found in their English or another language."""

    def __init__(self, *areas: str, language: str = DEFAULT) -> None:
        self.areas = areas
        self._language = language
        # The same few troubles are told again and again, on every page of a list.
        self._remembered = lru_cache(_REMEMBERED)(self._found)

    def message(self, text: str) -> Message:
        """The message, or the text as it is where it is none of these.

        A value in it may be such a message again, as of an error that caused another.
        """
        found = self._remembered(text) if len(text) <= _LONGEST else None
        return found or verbatim(text)

    def in_both(self, text: str) -> Words:
        """A text in both languages, as far as it is a sentence of these."""
        found = self._remembered(text) if len(text) <= _LONGEST else None
        return Words(text, render(found, "da") if found else text)

    def _found(self, text: str) -> Message | None:
        code = _SYSTEM_TEXTS.get(text)
        if code is not None and "machine" in self.areas:
            return Message(code)
        for pattern in self._patterns:
            match = pattern.expression.fullmatch(text)
            if match is None:
                continue
            values = match.groupdict(default="")
            detail = values.pop("detail")
            told = {name: self._found(value) for name, value in values.items()}
            # A fault is told by its name, or not at all.
            if "fault" in told and told["fault"] is None and _is_of_machine(pattern):
                continue
            message = Message(
                pattern.code, **{name: told[name] or values[name] for name in values}
            )
            if not detail:
                return message
            return Message("general.with_detail", sentence=message, detail=detail[1:])
        return None

    @cached_property
    def _patterns(self) -> tuple[_Pattern, ...]:
        """What leaves the least open comes first: a sentence may fit into another."""
        found = [
            pattern
            for area in self.areas
            for name, entry in texts_of(area, self._language).items()
            if (pattern := _pattern(f"{area}.{name}", entry.value)) is not None
        ]
        return tuple(sorted(found, key=lambda one: one.openness))


def _is_of_machine(pattern: _Pattern) -> bool:
    """Whether the pattern is what the machine says of one of its faults."""
    return pattern.code.startswith("machine.")


def _pattern(code: str, text: Any) -> _Pattern | None:
    """Each value ends where what follows it stands first; only the last looks on.

    To go back to the others finds nothing more, and takes the longer the more often a
    text that others wrote repeats what stands between them. None for a sentence with
    forms, which is said by code alone.
    """
    begins, fixed = "", 0
    values: list[list[str]] = []
    for element in text.elements:
        if isinstance(element, ast.TextElement):
            fixed += len(element.value)
            if values:
                values[-1][1] += element.value
            else:
                begins += element.value
        elif isinstance(element.expression, ast.VariableReference):
            values.append([element.expression.id.name, ""])
        else:
            return None
    groups = [f"(?P<{name}>.*?){re.escape(after)}" for name, after in values]
    body = "".join(f"(?>{one})" for one in groups[:-1]) + "".join(groups[-1:])
    expression = re.compile(re.escape(begins) + body + _DETAIL, re.DOTALL)
    return _Pattern(code, -fixed, expression)


def _system_texts() -> dict[str, str]:
    """What this system calls its faults, which each system does in its own words."""
    known = texts_of("machine", DEFAULT)
    return {
        os.strerror(number): f"machine.{name}"
        for number, name in errno.errorcode.items()
        if name in known
    }


_SYSTEM_TEXTS: Final = _system_texts()
