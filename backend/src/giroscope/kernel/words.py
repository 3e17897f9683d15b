"""What text filters look in: words folded alike in rows and in questions."""

from collections.abc import Sequence

_WORDS_LIMIT = 20_000
# PostgreSQL indexes no word of more than 2 046 bytes.
_WORD_LIMIT = 400
# No longer reference is looked up in its own column: an index of PostgreSQL does not
# take texts of any length.
REFERENCE_LIMIT = 64
# No database would take a text with it, and no word holds it.
_BETWEEN = "\0"


class _Folding(dict[int, int]):
    """Maps what is no letter or digit to a space; learns signs as they come."""

    def __missing__(self, sign: int) -> int:
        folded = sign if chr(sign).isalnum() else ord(" ")
        self[sign] = folded
        return folded


_FOLDING = _Folding()
_SHARP_S = "ß".encode("latin-1")
# Folded it is Greek, and so no Latin any more.
_MICRO = "µ".encode("latin-1")
# Latin text, which most is, is folded many times faster as bytes.
_LATIN_FOLDING = bytearray(range(256))
for _sign in {*range(1, 256)} - {*_SHARP_S, *_MICRO}:
    _LATIN_FOLDING[_sign] = _FOLDING[ord(chr(_sign).casefold())]


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
    words = _latin_words(texts) or [_words(text) for text in texts]
    return [_shortened(each) if len(each) > _WORD_LIMIT else each for each in words]


def among_words(reference: str | None) -> str | None:
    """The reference, if it must stand among a row's words; None if its column does.

    Most references are capitals and digits without a gap. Such a one is a word of its
    own in nearly every row, which an index of words takes long to learn; an index of
    the column finds it by its beginning in a fraction of the time.
    """
    if reference is None or (
        reference.isascii()
        and reference.isalnum()
        and reference.upper() == reference
        and len(reference) <= REFERENCE_LIMIT
    ):
        return None
    return reference


def as_reference(word: str) -> str | None:
    """How references begin in their column that begin with a word of a question.

    None if none does that `among_words` leaves to its column.
    """
    return word.upper() if word.isascii() and len(word) <= REFERENCE_LIMIT else None


def latin_joined(texts: Sequence[str], signs: bytes | bytearray) -> str | None:
    """Texts that are all Latin as one, each sign as `signs` has it; else None.

    Between two of them stands a zero among spaces, of which no two follow each other.
    A sharp s is two signs before it is looked up.
    """
    try:
        joined = _BETWEEN.join(texts).encode("latin-1")
    except UnicodeEncodeError:
        return None
    if _MICRO in joined or joined.count(_BETWEEN.encode()) >= len(texts):
        return None
    mapped = joined.replace(_SHARP_S, b"ss").translate(signs)
    mapped = mapped.replace(b"\0", b" \0 ")
    while b"  " in mapped:
        mapped = mapped.replace(b"  ", b" ")
    return mapped.decode("latin-1").strip()


def _latin_words(texts: Sequence[str]) -> list[str] | None:
    """The words of texts that are all Latin, or None."""
    joined = latin_joined(texts, _LATIN_FOLDING)
    if joined is None:
        return None
    return [each or " " for each in f" {joined}".split(f" {_BETWEEN}")]


def _words(text: str) -> str:
    one = _latin_words([text])
    if one is not None:
        return one[0]
    return " " + " ".join(text.casefold().translate(_FOLDING).split())


def _shortened(words: str) -> str:
    return " " + " ".join(word[:_WORD_LIMIT] for word in words.split())
