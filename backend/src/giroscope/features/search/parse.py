"""What a searched text may mean: words, a reference, an account number, an amount."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from giroscope.features.payments.checks.regions import DECIMALS
from giroscope.kernel.columns import FRACTION_DIGITS, is_storable
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import row_id
from giroscope.kernel.words import searchable

LONGEST = 200
_SHORTEST = 2
_SHORTEST_NUMBER = 6
"""Signs of an account number or a reference that is written in groups."""
_MOST_DIGITS = 9
"""Of a whole number that may be an amount; a longer one is a reference."""
_BETWEEN = re.compile(r"[\s.\-/]+")
# An IBAN, or a number of digits alone.
_GROUPED = re.compile(
    r"(?:[A-Za-z]{2}\d{2}[\s.-]?)?(?:[A-Za-z]{4}[\s.-]?)?\d{1,18}(?:[\s.\-/]\d{1,18})*"
)
_ID = re.compile(r"#\s*(\d{1,18})")
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_AMOUNT = re.compile(
    r"(?P<before>[A-Za-z]{3})?\s*[-+\u2212]?\s*"
    r"(?P<digits>\d(?:[\d.,'\u2019\s]*\d)?)\s*(?P<after>[A-Za-z]{3}|kr\.?)?"
)
_GROUP_MARKS = re.compile(r"['\u2019\s]")
_ABOUT = re.compile(
    r"(?:^|\s)(?:[~\u2248]|(?:ca|approx)\b\.?|(?:circa|cirka|omkring|about|around)\s)"
    r"\s*(?P<amount>(?:[A-Za-z]{3}\s)?\d[\d.,'\u2019]*(?:\s\d{3}\b)*"
    r"(?:\s(?:[A-Z]{3}|kr\.?)(?!\S))?)(?=\s|$)",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?<!\S)(?!0\d)\d[\d.,'\u2019]*(?:\s\d{3}(?!\d))*(?:[.,]\d+)?(?!\S)"
)
_KRONER = frozenset({"kr", "kr."})
_LAST_FRACTION = 1 - Decimal(1).scaleb(-FRACTION_DIGITS)
"""Who says a whole number may have left out the fraction, up to this one."""
_MARGIN = Decimal("0.1")
"""Who says "about" so much may be a tenth off, either way."""


class TooShort(InvalidInput):
    """Search for at least two characters."""

    code = "search.too_short"


@dataclass(frozen=True, slots=True)
class Reading:
    """A searched text, and what it may mean."""

    text: str
    words: tuple[str, ...]
    """Folded as the rows' words are; the beginnings of words."""
    compact: str
    """Without what stands between groups, in capitals: IBANs and references."""
    amounts: tuple[Decimal, ...]
    currency: str | None
    about: tuple[Decimal, Decimal] | None
    """From and to, where an amount stands with a text or is only known about."""
    number: int | None
    """The number of a row, where the text can be one."""
    is_number_meant: bool
    """Whether it is said to be one, as `#12`."""

    @property
    def texts(self) -> list[str]:
        """What to look for among the words of rows, one after the other until found."""
        if any("." in str(amount) for amount in self.amounts):
            # `1.234,56` is no words.
            return []
        if self.is_grouped:
            return [self.compact]
        may_be_one = self.has_compact and self.compact != self.text.upper()
        return [self.text, self.compact] if may_be_one else [self.text]

    @property
    def is_grouped(self) -> bool:
        """Whether it is a number of an account, written in groups or not."""
        return self.has_compact and _GROUPED.fullmatch(self.text) is not None

    @property
    def has_compact(self) -> bool:
        """Whether it may be a number or reference written in groups."""
        return (
            len(self.compact) >= _SHORTEST_NUMBER
            and any(map(str.isdigit, self.compact))
            and self.compact.isalnum()
        )


def read(text: str) -> Reading:
    """What the text may mean.

    Raises:
        TooShort: It is too short to be worth a search.
        InvalidInput: It is longer than anything that is looked for.
    """
    line = " ".join(text.replace("\0", " ").split())
    if len(line) > LONGEST:
        raise InvalidInput(f"Search for at most {LONGEST} characters", path="text")
    if len(line) < _SHORTEST:
        raise TooShort(path="text")
    line, about, currency = _about(line)
    said = _ID.fullmatch(line)
    amounts: tuple[Decimal, ...] = ()
    if about is None:
        amounts, currency = _amounts(line)
    return Reading(
        text=line,
        # A correlation id stands in no text that people wrote.
        words=() if _UUID.fullmatch(line) else tuple(searchable(line).split()),
        compact=_BETWEEN.sub("", line).upper(),
        amounts=amounts,
        currency=currency,
        about=about,
        number=row_id(said[1] if said else line),
        is_number_meant=said is not None,
    )


def named_amount(asked: Reading) -> Reading | None:
    """The text as a name with one amount beside it; None where it can be no such.

    With decimals the amount is exact; a whole number is the whole part of it.
    """
    found = list(_BESIDE.finditer(asked.text))
    if asked.about or len(found) != 1:
        return None
    start, end = found[0].span()
    before, after = asked.text[:start].split(), asked.text[end:].split()
    said = ""
    if after and _is_currency(after[0]):
        said = after.pop(0)
    elif before and _is_currency(before[-1]):
        said = before.pop()
    name = " ".join([*before, *after])
    amounts, currency = _amounts(f"{found[0][0]} {said}".strip())
    if not amounts or len(name) < _SHORTEST or not any(map(str.isalpha, name)):
        return None
    least = max(amounts)
    is_whole = least.as_tuple().exponent == 0
    span = (least, least + _LAST_FRACTION if is_whole else least)
    return replace(read(name), amounts=(), about=span, currency=currency)


def _is_currency(word: str) -> bool:
    """Whether a word beside an amount is its currency; names begin with a capital."""
    if word.lower() in _KRONER:
        return True
    return word in {word.upper(), word.lower()} and word.upper() in DECIMALS


def _about(
    line: str,
) -> tuple[str, tuple[Decimal, Decimal] | None, str | None]:
    """What else is said, the span of an amount that is only known about, its currency.

    Of two readings the greater is meant: nobody says about 4.000 of four kroner.
    """
    found = _ABOUT.search(line)
    amounts, currency = _amounts(found["amount"]) if found else ((), None)
    if found is None or not amounts:
        return line, None, None
    rest = " ".join(f"{line[: found.start()]} {line[found.end() :]}".split())
    meant = max(amounts)
    span = (meant * (1 - _MARGIN), meant * (1 + _MARGIN))
    if not all(map(is_storable, span)):
        return line, None, None
    return rest, span, currency


def _amounts(line: str) -> tuple[tuple[Decimal, ...], str | None]:
    """The amounts the text may be, without sign, and its currency."""
    found = _AMOUNT.fullmatch(line)
    if found is None:
        return (), None
    currency = (found["before"] or found["after"] or "").strip(".").upper()
    if currency == "KR":
        currency = "DKK"
    digits = _GROUP_MARKS.sub("", found["digits"])
    if digits.isdigit() and len(digits) > _MOST_DIGITS and not currency:
        return (), None
    read_as = [Decimal(one) for one in _readings(digits)]
    return tuple(one for one in read_as if is_storable(one)), currency or None


def _readings(digits: str) -> list[str]:
    """The number in program's notation; two where a mark may be either.

    `1.234` is a thousand and more to a Dane and little more than one elsewhere.
    """
    marks = [sign for sign in digits if sign in ".,"]
    if not marks:
        return [digits]
    last = marks[-1]
    whole, _, rest = digits.rpartition(last)
    as_decimal = f"{whole.replace('.', '').replace(',', '')}.{rest}"
    as_groups = digits.replace(".", "").replace(",", "")
    if marks.count(last) > 1:
        # A decimal mark stands once.
        return [as_groups] if len(set(marks)) == 1 else []
    if len(set(marks)) == 1 and len(rest) == 3 and 1 <= len(whole) <= 3:
        return [as_groups, as_decimal]
    return [as_decimal]
