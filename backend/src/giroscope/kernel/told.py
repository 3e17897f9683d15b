"""A text in both languages as the graph tells it: the screen shows the reader's."""

from typing import Self

import strawberry

from sayings import Sayings, Words


@strawberry.type(name="Words", description="One text in both languages.")
class Told:
    """One text in both languages."""

    en: str
    da: str

    @classmethod
    def of(cls, words: Words) -> Self:
        """What is known in both."""
        return cls(en=words.en, da=words.da)

    @classmethod
    def found(cls, text: str | None, sayings: Sayings) -> Self | None:
        """What was kept as a text, where there is one and as far as it is known."""
        return cls.of(sayings.in_both(text)) if text else None
