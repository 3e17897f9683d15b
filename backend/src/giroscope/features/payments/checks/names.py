"""How names and references are compared. Decides only.

A key is coarse: names that a person could take for each other share it. Whether two
names of one key are the same, or one only looks like the other, is told here too.
"""

import re
import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {
        # Letters of other alphabets that look like Latin ones.
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x",  # noqa: RUF001
        "і": "i", "ѕ": "s", "ј": "j", "һ": "h", "ԁ": "d", "ո": "n", "ѵ": "v",  # noqa: RUF001
        "α": "a", "ο": "o", "ν": "v", "ρ": "p", "τ": "t", "υ": "u", "ι": "i",  # noqa: RUF001
        "æ": "ae", "ø": "o", "å": "aa", "ß": "ss", "đ": "d", "ł": "l", "œ": "oe",
        "&": " og ",
    }
)  # fmt: skip
# More of them, capitals above all, which stand for Latin ones in Latin words alone:
# names in other alphabets are compared as they are.
_AMONG_LATIN = str.maketrans(
    "АВЕКМНОРСТУХІЅЈԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧкκԛԝıɡɑ",
    "ABEKMHOPCTYXISJQWABEZHIKMNOPTYXkkqwiga",
)
# Digits and letters that are typed for each other.
_ALIKE = str.maketrans("01358ij|", "olesblll")
_FORMS = (
    "aps as ivs is ks ab oy oyj asa gmbh ag kg sa sarl bv nv ltd limited plc inc llc"
    " srl spa sro oo amba fmba smba"
)
_LEGAL = frozenset(_FORMS.split())
_JOINERS = frozenset({"og", "and", "och", "und"})
_WORD = re.compile(r"[a-z0-9|]+")
_SIGNS = re.compile(r"\w+")
_LATIN = re.compile(r"[A-Za-z]")
_DOUBLED = re.compile(r"(.)\1+")
_VOWELS = re.compile(r"[aeouy]+")
_FORM = re.compile(r"\b([a-z])[./]([a-z])(?:[./]([a-z]))?\b\.?")
_LONGEST = 140
_BILL_DIGITS = 4
_LONGEST_IDENTITY = 400
"""What an index holds on every database."""


def hidden_signs(text: str) -> str:
    """The signs of it that nobody sees, or that turn what stands beside them."""
    if text.isprintable():
        return ""
    return "".join(one for one in text if not (one.isprintable() or one.isspace()))


def visible(text: str) -> str:
    """The text without them."""
    hidden = hidden_signs(text)
    return "".join(one for one in text if one not in hidden) if hidden else text


def _as_latin(word: str) -> str:
    latin = word.translate(_AMONG_LATIN)
    return latin if latin.isascii() or _LATIN.search(word) else word


def _plain(name: str) -> str:
    text = unicodedata.normalize("NFKC", visible(name)[:_LONGEST])
    if not text.isascii():
        text = _SIGNS.sub(lambda found: _as_latin(found[0]), text)
    text = text.casefold()
    # Danish letters become what they are written as without them, then marks go.
    text = unicodedata.normalize("NFD", text.translate(_LETTERS))
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    # A/S, I/S and O.Y. are one word.
    return _FORM.sub(lambda found: "".join(filter(None, found.groups())), text)


@lru_cache(maxsize=16384)
def normal_name(name: str) -> str:
    """The name without what does not matter: case, accents, signs, spaces."""
    return " ".join(
        word for word in _WORD.findall(_plain(name)) if word not in _JOINERS
    )


@lru_cache(maxsize=16384)
def payee_key(name: str | None) -> str | None:
    """What a name shares with those that look like it; None where it has no letters.

    Legal forms, word order, doubled letters, vowels, and signs that look alike do
    not tell names apart.
    """
    if name is None:
        return None
    words = _WORD.findall(_plain(name))
    core = [word for word in words if word not in _LEGAL and word not in _JOINERS]
    shapes = sorted(_shape(word) for word in core or words)
    return " ".join(shapes) or None


def payee_identity(name: str | None, account: str | None) -> str | None:
    """What tells one payee from another; None where nobody is named.

    Finer than a key: names that only look alike stay two. Case and spaces do not
    count. Who has no name is told by the account, after a space that begins no name.
    """
    written = " ".join(unicodedata.normalize("NFC", name or "").lower().split())
    if written:
        return written[:_LONGEST_IDENTITY]
    return f" {''.join(account.split()).upper()}" if account else None


def _shape(word: str) -> str:
    """A word by its consonants; `rn` reads as `m`, `vv` as `w`."""
    word = word.translate(_ALIKE).replace("rn", "m").replace("vv", "w")
    return _VOWELS.sub("*", _DOUBLED.sub(r"\1", word))


def look_alike(one: str, other: str) -> bool:
    """Whether two names of one key are different names that a person may confuse."""
    left, right = normal_name(one), normal_name(other)
    if left == right or sorted(left.split()) == sorted(right.split()):
        return False
    return _distance(left.replace(" ", ""), right.replace(" ", "")) <= max(
        2, len(left) // 5
    )


def _distance(one: str, other: str) -> int:
    """How many letters are exchanged, added or left out between the two."""
    row = list(range(len(other) + 1))
    for place, sign in enumerate(one, 1):
        before, row[0] = row[0], place
        for column, against in enumerate(other, 1):
            kept = before if sign == against else before + 1
            before = row[column]
            row[column] = min(kept, row[column] + 1, row[column - 1] + 1)
    return row[-1]


@lru_cache(maxsize=16384)
def reference_key(reference: str | None, text: str | None) -> str:
    """What two payments of one bill share; empty where nothing is said.

    `Faktura 1001`, `INV-1001` and `1001` are one bill. A text without a number
    stands for itself.
    """
    said = reference or text
    if said is None:
        return ""
    digits = "".join(re.findall(r"[0-9]+", said[:_LONGEST]))
    if len(digits) >= _BILL_DIGITS:
        return digits[:_LONGEST]
    return "".join(_WORD.findall(_plain(said)))[:_LONGEST]


def is_numbered(key: str) -> bool:
    """Whether the key is a bill's number, which does not come again each month."""
    return len(key) >= _BILL_DIGITS and key.isdecimal()
