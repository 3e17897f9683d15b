"""A text in each language as the graph gives it: the screen shows the reader's."""

from typing import Annotated, Self

import strawberry

from giroscope.kernel.text.recognised import in_both
from localization import LANGUAGES, PSEUDO, Message, Words, render


def in_each_language(message: Message) -> dict[str, str]:
    """The sentence by the languages' codes, where JSON is answered."""
    return {language: render(message, language) for language in LANGUAGES}


@strawberry.type(name="Words", description="One text in each language.")
class LocalizedText:
    """One text in each language, put together for those that are asked for."""

    message: strawberry.Private[Message | Words]

    @classmethod
    def of(cls, message: Message | Words) -> Self:
        """Of a message, or of what is known in both languages."""
        return cls(message=message)

    @classmethod
    def of_kept(cls, message: Message | None) -> Self | None:
        """Of a message, where there is one."""
        return cls(message=message) if message else None

    @classmethod
    def of_text(cls, text: str | None) -> Self | None:
        """Of what was kept as a text, where there is one and as far as it is known."""
        return cls(message=in_both(text)) if text else None

    @strawberry.field
    def en(self) -> str:
        """In English."""
        return self._in("en")

    @strawberry.field
    def da(self) -> str:
        """In Danish."""
        return self._in("da")

    @strawberry.field(  # type: ignore[untyped-decorator]
        description="In a language by its code, such as `da`; English where there is"
        " no such language."
    )
    def text(
        self, language: Annotated[str, strawberry.argument(description="Its code.")]
    ) -> str:
        """In a language by its code."""
        return self._in(language if language in {*LANGUAGES, PSEUDO} else "en")

    def _in(self, language: str) -> str:
        if isinstance(self.message, Words):
            return self.message.da if language == "da" else self.message.en
        return render(self.message, language)
