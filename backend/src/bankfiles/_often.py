"""Plain shapes that a file repeats most, each told by one expression.

To split an entry at all its texts and to look its shape up costs three times
what it costs to see that it has the shape of one before, and to take from it
only the texts that a plain entry says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from bankfiles._row_plan import Pick

Match = Callable[[str], re.Match[str] | None]

# A shape is worth its expression once it was met so often.
_OFTEN = 16
# Each that is tried in vain costs a little.
_TRIED = 4
_TEXT = r">([^<\n][^<]*)</"
_UNASKED = r">[^<\n][^<]*</"


class Said(NamedTuple):
    """What an entry of such a shape says; texts as they stand in the file."""

    shape: str
    texts: Sequence[str]
    constants: list[Any]
    pick: Pick


class Often:
    """The shapes that were met most lately."""

    def __init__(self) -> None:
        self._met: Counter[str] = Counter()
        self._known: list[tuple[Match, str, list[Any], Pick]] = []

    def meet(self, shape: str) -> bool:
        """Count an entry of a shape; tell whether to learn the shape now."""
        self._met[shape] += 1
        return self._met[shape] == _OFTEN

    def learn(
        self,
        shape: str,
        parts: list[str],
        wanted: Sequence[int],
        constants: list[Any],
        *,
        also: Sequence[int] = (),
    ) -> None:
        """Know the shape by one expression.

        `parts` stand around its texts; `wanted` are the indexes of texts, and
        after them of constants, that a plain entry takes, in its order; `also`
        are taken but not picked.
        """
        texts = len(parts) - 1
        asked = sorted({index for index in (*wanted, *also) if index < texts})
        gaps = [_TEXT if index in asked else _UNASKED for index in range(texts)]
        expression = "".join(
            re.escape(part) + gap for part, gap in zip(parts, [*gaps, ""], strict=True)
        )
        places = {index: place for place, index in enumerate(asked)}
        pick = itemgetter(
            *(places.get(index, len(asked) + index - texts) for index in wanted)
        )
        match = re.compile(expression).fullmatch
        # Should it be forgotten for another, it may be learned anew.
        self._met[shape] = 0
        self._known[_TRIED - 1 :] = [(match, shape, constants, pick)]

    def find(self, entry: str) -> Said | None:
        """What the entry says, if it has one of the shapes."""
        known = self._known
        for place, each in enumerate(known):
            match = each[0](entry)
            if match is not None:
                if place:
                    # What is met most is tried first.
                    known[place - 1], known[place] = each, known[place - 1]
                return Said(each[1], match.groups(), each[2], each[3])
        return None
