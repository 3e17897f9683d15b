"""Tells passwords that others would guess among the first.

Common passwords of twelve characters and more are words that everybody thinks of, put
together and dressed up: a capital, a year, `1234!`, `0` for `o`. So a password is taken
apart into such words, runs of keys, repeats and the rest, in the way that takes fewest
guesses; NIST SP 800-63B asks for no more than that it be none of these. What is left of
chance in it counts as chance.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

BITS = 33.0
"""A password that fewer guesses find is common: eight billion."""
LISTED = 10_000
SHORTEST = 12
_WORD, _RUN, _YEAR, _AGAIN = 9.0, 5.0, 7.0, 2.0
_LETTER, _DIGIT, _SIGN = 4.7, 3.4, 4.0
_SHORTEST_RUN = 3
_LIKE = str.maketrans("0134578!|@$€+", "oieastbiiaset")
"""Signs that stand for letters; i and l are one, since 1 stands for both."""
_YEAR_AT = re.compile(r"(?:19|20)\d\d")
_KEYS = (
    "01234567890", "abcdefghijklmnopqrstuvwxyzæøå", "qwertyuiopåasdfghjklæøzxcvbnm",
    "qazwsxedcrfvtgbyhnujmikolp", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "147258369", "!@#$%^&*()",
)  # fmt: skip
_RUNS = tuple(run for keys in _KEYS for run in (keys, keys[::-1]))
_ENDS = (
    "", "1", "12", "123", "1234", "12345", "123456", "123456789", "!", "1!", "123!",
    "01", "007", "69", "99", "2020", "2021", "2022", "2023", "2024", "2025", "2026",
    "2024!", "2025!", "2026!", "@123", "#1",
)  # fmt: skip


def is_common(password: str, about: Collection[str] = ()) -> bool:
    """Whether it is one of the first that others would guess.

    `about` is what everybody knows of the person: their names, and their company's.
    """
    folded = password.casefold()
    together = "".join(sign for sign in folded if sign.isalnum())
    known = _parts(about)
    return min(bits_of(folded, known), bits_of(together, known) + _SIGN) < BITS


def _parts(about: Collection[str]) -> frozenset[str]:
    words = (word for text in about for word in re.split(r"[\W_]+", text.casefold()))
    return frozenset(_fold(word) for word in words if len(word) > 1)


def bits_of(text: str, known: frozenset[str] = frozenset()) -> float:
    """How much chance there is in it, in bits, by the way of fewest guesses."""
    least = [0.0]
    for end in range(1, len(text) + 1):
        ways = [least[end - 1] + _alone(text[end - 1])]
        ways += (
            least[start] + bits
            for start in range(max(0, end - _longest()), end)
            for bits in _as_one(text[start:end], known)
        )
        ways += _repeats(text, end, least)
        least.append(min(ways))
    return least[-1]


def listed() -> list[str]:
    """Ten thousand of them, for a provider that takes a list and knows no rules."""
    found: dict[str, None] = {}
    for candidate in _candidates():
        if len(candidate) >= SHORTEST:
            found.setdefault(candidate)
        if len(found) == LISTED:
            break
    return [*found]


def _candidates() -> Iterator[str]:
    words = _words()
    for keys in _RUNS:
        yield from (keys[:length] for length in range(SHORTEST, len(keys) + 1))
    for end, word in product(_ENDS, words):
        yield word + end
    for end, word in product(_ENDS[:12], words):
        yield word * 2 + end
    for first, second in product(words[:80], words[:80]):
        yield first + second
    for end, word in product(_ENDS, words):
        yield word.translate(str.maketrans("aeios", "43105")) + end
        yield f"{word}{word[::-1]}{end}"


def _alone(sign: str) -> float:
    if sign.isdigit():
        return _DIGIT
    return _LETTER if sign.isalpha() else _SIGN


def _as_one(part: str, known: frozenset[str]) -> Iterator[float]:
    """What a part costs as a word, a year or a run of keys."""
    folded = _fold(part)
    if folded in known:
        yield _AGAIN
    if folded in _folded() or folded[::-1] in _folded():
        yield _WORD
    if _YEAR_AT.fullmatch(part):
        yield _YEAR
    if len(part) >= _SHORTEST_RUN and any(part in run for run in _RUNS):
        yield _RUN


def _repeats(text: str, end: int, least: list[float]) -> Iterator[float]:
    """What it costs where the last signs say again what stands before them."""
    for length in range(1, end // 2 + 1):
        start = end - length
        if text[start:end] == text[start - length : start]:
            yield least[start] + _AGAIN


def _fold(text: str) -> str:
    return text.translate(_LIKE).replace("l", "i")


@cache
def _words() -> tuple[str, ...]:
    asset = files("signin").joinpath("assets", "common-words.txt")
    return tuple(asset.read_text("utf-8").split())


@cache
def _folded() -> frozenset[str]:
    return frozenset(_fold(word) for word in _words())


@cache
def _longest() -> int:
    return max(map(len, (*_words(), *_KEYS)))
