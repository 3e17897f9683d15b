"""What the lines of an invoice say, in the language of the invoice and in others.

An invoice keeps its lines as it was issued; what they say in another language is found
by their text.
"""

from functools import cache
from typing import Final

from localization import Message, Words, render
from localization.recognise import Recogniser

_AREA: Final = "billing_line"
_UNITS: Final = ("month", "year", "seat", "part", "journals", "sendings", "users")
_FROM_ENGLISH: Final = Recogniser(_AREA)
_FROM_DANISH: Final = Recogniser(_AREA, language="da")


def unit(name: str, language: str, count: int = 1) -> str:
    """What so many are called."""
    return render(Message(f"{_AREA}.unit_{name.lower()}", count=count), language)


def say(name: str, language: str, **values: object) -> str:
    """The text of a line."""
    told = {name: str(value) for name, value in values.items()}
    return render(Message(f"{_AREA}.{name.lower()}", **told), language)


def in_both(text: str) -> Words:
    """A line or a unit of an invoice in either language; names stay as they are."""
    if text in _units():
        return _units()[text]
    told = _FROM_ENGLISH.in_both(text)
    if told.da != text:
        return told
    return Words(render(_FROM_DANISH.message(text), "en"), text)


@cache
def _units() -> dict[str, Words]:
    """Every unit by what it is called in either language."""
    forms = [
        Words(unit(name, "en", count), unit(name, "da", count))
        for count in (2, 1)
        for name in _UNITS
    ]
    # Of a word that is the same for many, as år, one is meant: no line has more.
    return {text: words for words in forms for text in words}
