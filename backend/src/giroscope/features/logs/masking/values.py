"""Hides single values: how much of a name, an account or an amount stays to be seen."""

import re

from giroscope.features.logs.masking.rules import (
    IBAN,
    MAIL_ADDRESS,
    MOST_SHOWN,
    NUMBER,
    SECRETS,
    Choice,
    Hidden,
)

MASK = "***"
_SHORTEST_LEARNT = 4
_MOST_LEARNT = 2_000
_WORD = re.compile(r"\w+")
_NO_SIGN = re.compile(r"[^A-Za-z0-9]")


def hidden(value: str, why: Hidden) -> str:
    """The value with what must not be seen taken out."""
    if not value.strip():
        return value
    if why is Hidden.NAME:
        first = value.strip()[0]
        return f"{first}{MASK}" if first.isalpha() and len(value.strip()) > 1 else MASK
    return account(value) if why is Hidden.ACCOUNT else MASK


def account(value: str) -> str:
    """Its ends, by which people know an account; its middle is gone."""
    plain = _NO_SIGN.sub("", value)
    shown = min(MOST_SHOWN, len(plain) // 4)
    if shown == 0:
        return MASK
    return f"{plain[:shown]}{MASK}{plain[-shown:]}"


def _is_iban(text: str) -> bool:
    """ISO 13616: the remainder modulo 97 is one."""
    plain = _NO_SIGN.sub("", text).upper()
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def _hidden_iban(found: re.Match[str]) -> str:
    """The account; a word that follows it is no part of it."""
    text, after = found.group(), found.string[found.end() : found.end() + 1]
    for end in range(len(text), 14, -1):
        # It ends where a word ends: within an id, chance makes one in a hundred.
        is_end = not (text[end : end + 1] or after).isalnum()
        if is_end and text[end - 1].isalnum() and _is_iban(text[:end]):
            return account(text[:end]) + text[end:]
    return text


class Text:
    """Hides in running texts; knows the names and accounts of its own message.

    What one field names as a person or an account is hidden in all other texts of
    the message too: people write their names into remittance texts.
    """

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        self._learnt: dict[str, dict[str, str]] = {}
        """By the first word; each with what stands instead."""
        self._count = 0

    def learn(self, value: str, why: Hidden) -> None:
        """Remember a value to be hidden wherever it stands."""
        words = _WORD.findall(value)
        is_short = sum(map(len, words)) < _SHORTEST_LEARNT
        if is_short or self._count >= _MOST_LEARNT:
            return
        known = self._learnt.setdefault(words[0].casefold(), {})
        self._count += " ".join(words).casefold() not in known
        known[" ".join(words).casefold()] = hidden(value, why)

    def hidden(self, text: str, *, has_numbers: bool = True) -> str:
        """The text without what must not be seen.

        `has_numbers` says whether a long number could be an account.
        """
        text = without_secrets(text)
        if self._choice.names:
            text = MAIL_ADDRESS.sub(lambda at: f"{at.group()[0]}{MASK}@", text)
        if self._choice.accounts:
            text = IBAN.sub(_hidden_iban, text)
            if has_numbers:
                text = NUMBER.sub(lambda number: account(number.group()), text)
        return self._without_learnt(text)

    def _without_learnt(self, text: str) -> str:
        """The text without what was learnt, however it is spaced or written.

        Words are looked up one by one: a pattern of all that was learnt would take
        longer with each value.
        """
        if not self._learnt:
            return text
        words = list(_WORD.finditer(text))
        parts, end, place = [], 0, 0
        while place < len(words):
            found = self._met(words, place)
            if found is None:
                place += 1
                continue
            instead, count = found
            last = words[place + count - 1].end()
            parts += [text[end : words[place].start()], instead]
            end, place = last, place + count
        return "".join([*parts, text[end:]])

    def _met(self, words: list[re.Match[str]], place: int) -> tuple[str, int] | None:
        """What begins at this word: what stands instead, and how many words it is."""
        known = self._learnt.get(words[place].group().casefold())
        if known is None:
            return None
        for value in sorted(known, key=len, reverse=True):
            count = value.count(" ") + 1
            some = words[place : place + count]
            if " ".join(word.group() for word in some).casefold() == value:
                return known[value], count
        return None


def without_secrets(text: str) -> str:
    """The text without what lets somebody in."""
    for found, instead in SECRETS:
        text = found.sub(instead, text)
    return text
