"""What the text filter looks in: words folded alike in rows and in questions."""

from collections.abc import Sequence

_WORDS_LIMIT = 20_000
# PostgreSQL indexes no word of more than 2 046 bytes.
_WORD_LIMIT = 400
# No database would take a text with it, and no word holds it.
_BETWEEN = "\0"


class _Folding(dict[int, int]):
    """Maps what is no letter or digit to a space; learns signs as they come."""

    def __missing__(self, sign: int) -> int:
        folded = sign if chr(sign).isalnum() else ord(" ")
        self[sign] = folded
        return folded


_FOLDING = _Folding({ord(_BETWEEN): ord(_BETWEEN)})
_LATIN_FOLDING = bytes(_FOLDING[sign] for sign in range(256))


def searchable(*texts: str | None) -> str:
    """The words of the texts: case folded, letters and digits, one space before each.

    The text filter folds its question in the same way, so that both databases
    and both ways of looking give the same answer.
    """
    return folded([" ".join(filter(None, texts))])[0]


def folded(texts: Sequence[str]) -> list[str]:
    """The words of each text, as `searchable` gives them.

    Many texts are folded as one, which takes a fraction of the time.
    """
    if not texts:
        return []
    if max(map(len, texts)) > _WORDS_LIMIT:
        texts = [text[:_WORDS_LIMIT] for text in texts]
    if any(_BETWEEN in text for text in texts):
        texts = [text.replace(_BETWEEN, " ") for text in texts]
    words = _words(f"{_BETWEEN} {f' {_BETWEEN} '.join(texts)}".casefold())
    return [_shortened(each) if len(each) > _WORD_LIMIT else each for each in words]


def _words(joined: str) -> list[str]:
    try:
        # Most text is Latin, whose bytes are folded several times faster.
        signs = joined.encode("latin-1").translate(_LATIN_FOLDING).decode("latin-1")
    except UnicodeEncodeError:
        signs = joined.translate(_FOLDING)
    # The first stands before the first separator, where there is nothing.
    words = f" {' '.join(signs.split())}".split(f" {_BETWEEN}")[1:]
    return [each or " " for each in words]


def _shortened(words: str) -> str:
    return " " + " ".join(word[:_WORD_LIMIT] for word in words.split())
