"""Values that both parts of this room show: words in two languages."""

import strawberry

from erplink import Section, Words

strawberry.enum(Section, name="ErpSection")


@strawberry.type(name="ErpWords", description="One text in both languages.")
class WordsNode:
    """One text in both languages."""

    en: str
    da: str

    @classmethod
    def of(cls, words: Words) -> "WordsNode":
        """From the words of a connector or of this room."""
        return cls(en=words.en, da=words.da)
