"""What a file's name for an account says: an IBAN, or a national number and its bank.

Reads and derives only; whether two names are of one account is decided in
`account_identity`. Structures, check digits and banks' codes are schwifty's.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from schwifty import BIC, IBAN
from schwifty.exceptions import SchwiftyException

_BIC = re.compile(r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?", re.ASCII)
_LOOKS_LIKE_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{8,30}", re.ASCII)
_SEPARATOR = re.compile(r"[-/]")
_NO_PART_OF_A_NUMBER = re.compile(r"[^A-Z0-9]", re.ASCII)
_DIGITS = re.compile(r"\d+", re.ASCII)

# Countries whose numbers carry check digits that are known here. Germany has over a
# hundred ways, told by the bank code.
_CHECKED = frozenset(
    {"BA", "BE", "CZ", "DE", "EE", "ES", "FI", "FR", "IS", "IT"}
    | {"MC", "ME", "MK", "NO", "PL", "PT", "RS", "SI", "SK", "SM", "TN"}
)
# Digits of an account where people write it behind its bank's code, often without
# its first zeros.
_PARTED = {"DK": 10, "DE": 10, "AT": 11}
_SORT_CODES = frozenset({"GB", "IE"})
# Crown dependencies have BICs of their own, and British IBANs.
_IBAN_COUNTRY = {"GG": "GB", "JE": "GB", "IM": "GB"}
_LEAST_DUTCH = 7
"""The shortest Dutch number there was: a giro account."""

# Which bank a Swedish clearing number is of, by its code in IBANs (Bankinfrastruktur,
# "IBAN och svenskt nationellt kontonummer"). Others are left to the IBANs themselves.
_CLEARING = (
    (1100, 1199, "300"), (1200, 1399, "120"), (1400, 2099, "300"), (2400, 2499, "120"),
    (3000, 3399, "300"), (3410, 4999, "300"), (5000, 5999, "500"), (6000, 6999, "600"),
    (7000, 8999, "800"), (9180, 9189, "120"),
)  # fmt: skip
# Accounts that stand in an IBAN without their clearing number.
_WITHOUT_CLEARING = ((3300, 3300), (3782, 3782), (6000, 6999), (9180, 9189))
_FIVE_DIGITS = (8000, 8999)
"""Swedbank's clearing numbers have a fifth digit, which belongs to them."""


class AccountName(NamedTuple):
    """A name of an account, and what it says of country and bank."""

    text: str
    """Without spaces, in capitals, and without the BIC before it."""
    iban: str | None = None
    """The IBAN it is, or the only one it can mean at its bank."""
    is_iban: bool = False
    """Whether the name is an IBAN itself."""
    bic: str | None = None
    """Eight characters: bank, country and place, without the branch."""
    bank_code: str | None = None
    """The national code of the bank, where it is told apart from the number."""

    @property
    def key(self) -> str:
        """The name that is kept: with the bank, where the bank is told."""
        return self.text if self.is_iban or not self.bic else f"{self.bic}/{self.text}"

    @property
    def number(self) -> str:
        """Letters and digits alone."""
        return _NO_PART_OF_A_NUMBER.sub("", self.text)

    @property
    def parts(self) -> tuple[str, str] | None:
        """Bank code and account, where one separator or the file tells them apart."""
        parts = _SEPARATOR.split(self.text)
        if len(parts) == 2 and all(parts):
            return parts[0], _NO_PART_OF_A_NUMBER.sub("", parts[1])
        return (self.bank_code, self.number) if self.bank_code else None

    @property
    def country(self) -> str | None:
        """The country of the bank that is named; never told from digits."""
        return country_of(self.bic) if self.bic else None


class IbanParts(NamedTuple):
    """What an IBAN is made of; the account with the check digits that belong to it."""

    country: str
    bank: str
    branch: str
    account: str
    bban: str

    @property
    def banks(self) -> frozenset[str]:
        """The bank as it is written before the account, without zeros to fill it up."""
        codes = {self.bank, self.bank + self.branch}
        if self.country in _SORT_CODES:
            codes.add(self.branch)
        return frozenset(map(without_zeros, codes))


def normalised(number: str) -> str:
    """The number as accounts are compared: no spaces, capitals."""
    return "".join(number.split()).upper()


@lru_cache(maxsize=8192)
def name_of(text: str, servicer: str | None = None) -> AccountName:
    """What the name says, together with the bank that the file says keeps the account.

    The IBAN is derived only where a BIC tells the country, and the number says bank
    and account in the one way that country has. A text that looks like an IBAN and
    whose check digits are wrong is a name like any other.
    """
    told = normalised(servicer or "")
    bic, code = _bic(told), told if _DIGITS.fullmatch(told) else None
    text = normalised(text)
    before, slash, behind = text.partition("/")
    if slash and _bic(before):
        bic, text = _bic(before), behind
    iban = valid_iban(text)
    if iban is not None:
        return AccountName(iban, iban, is_iban=True, bic=bic)
    name = AccountName(text, bic=bic, bank_code=code)
    return name._replace(iban=_derived(name))


def valid_iban(text: str) -> str | None:
    """The same text if it is an IBAN of its country whose check digits are right."""
    if _LOOKS_LIKE_IBAN.fullmatch(text) is None:
        return None
    try:
        return str(IBAN(text))
    except SchwiftyException:
        return None


@lru_cache(maxsize=8192)
def parts_of(iban: str) -> IbanParts:
    """What a valid IBAN is made of."""
    whole = IBAN(iban)
    bban = whole.bban
    account = bban.account_code
    if whole.country_code == "SE":
        account += bban.national_checksum_digits
    return IbanParts(
        whole.country_code, bban.bank_code, bban.branch_code, account, str(bban)
    )


@lru_cache(maxsize=1024)
def institutions(iban: str) -> frozenset[str]:
    """The first four letters of the BICs that IBANs with this bank code may have."""
    known = parts_of(iban)
    code = known.branch if known.country in _SORT_CODES else known.bank
    try:
        found = BIC.candidates_from_bank_code(known.country, code)
    except SchwiftyException:
        found = []
    letters = {str(each)[:4] for each in found}
    # Where the code is the bank's letters, it says it itself.
    return frozenset(letters | ({known.bank} if known.bank.isalpha() else set()))


def country_of(bic: str) -> str:
    """The country whose IBANs accounts at this bank have."""
    return _IBAN_COUNTRY.get(bic[4:6], bic[4:6])


def ibans(name: AccountName, country: str, letters: str | None) -> set[str]:
    """Every IBAN that the national number can mean in this country.

    It says the bank itself, or `letters` do, where IBANs begin with a bank's letters.
    """
    numbers = {*_whole(name, country), *_parted(name, country)}
    if letters:
        numbers.update(_behind_letters(name.number, country, letters))
    return {iban for bban in numbers if (iban := _iban(country, bban))}


def swedish_bank(clearing: str) -> str | None:
    """The code that IBANs have for the bank of a Swedish clearing number."""
    number = int(clearing[:4])
    fitting = (code for first, last, code in _CLEARING if first <= number <= last)
    return next(fitting, None)


def without_zeros(number: str) -> str:
    """The number without the zeros that only fill it up."""
    return number.lstrip("0")


def says_bank_and_account(name: AccountName, known: IbanParts) -> bool:
    """Whether the number says both as the IBAN does, however it is filled up."""
    if name.number == known.bban:
        return True
    account, number = without_zeros(known.account), name.number
    if name.parts and without_zeros(name.parts[0]) in known.banks:
        return without_zeros(name.parts[1]) == account
    return (
        known.country in _PARTED
        and number.startswith(known.bank)
        and without_zeros(number[len(known.bank) :]) == account
    )


def _bic(text: str) -> str | None:
    return text[:8] if _BIC.fullmatch(text) else None


def _derived(name: AccountName) -> str | None:
    """The IBAN, if the number can mean but one at the bank that is named."""
    if name.bic is None or name.country is None:
        return None
    letters = name.bic[:4] if name.bic[:4] in _bank_codes(name.bic) else None
    found = ibans(name, name.country, letters)
    if name.country == "SE":
        found = {iban for iban in found if iban[4:7] in _bank_codes(name.bic)}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=1024)
def _bank_codes(bic: str) -> frozenset[str]:
    try:
        return frozenset(BIC(bic).domestic_bank_codes)
    except SchwiftyException:
        return frozenset()


def _iban(country: str, bban: str) -> str | None:
    try:
        return str(IBAN.from_bban(country, bban, validate_bban=country in _CHECKED))
    except SchwiftyException:
        return None


def _whole(name: AccountName, country: str) -> Iterator[str]:
    """The number as the whole that stands in an IBAN."""
    if country == "FI":
        yield from _finnish(name.number)
    elif country == "SE":
        yield from _swedish(name.number)
    yield name.number


def _parted(name: AccountName, country: str) -> Iterator[str]:
    if name.parts and country in _PARTED:
        bank, account = name.parts
        yield bank + account.zfill(_PARTED[country])


def _behind_letters(number: str, country: str, letters: str) -> Iterator[str]:
    """Dutch and British accounts: IBANs begin with letters that the bank's BIC has."""
    if country == "NL" and _LEAST_DUTCH <= len(number) <= 10:
        yield letters + number.zfill(10)
    elif country in _SORT_CODES:
        yield letters + number


def _finnish(number: str) -> Iterator[str]:
    """The old form, filled up behind the sixth digit or a savings bank's seventh."""
    if _DIGITS.fullmatch(number) and 8 <= len(number) < 14:
        head = 7 if number[0] in "45" else 6
        yield number[:head] + number[head:].zfill(14 - head)


def _swedish(number: str) -> Iterator[str]:
    """Clearing number and account, by the three ways in which banks fill them up."""
    if not _DIGITS.fullmatch(number) or not 5 <= len(number) <= 15:
        return
    bank, clearing = swedish_bank(number), int(number[:4])
    if bank is None:
        return
    if any(first <= clearing <= last for first, last in _WITHOUT_CLEARING):
        yield bank + number[4:].zfill(17)
    elif _FIVE_DIGITS[0] <= clearing <= _FIVE_DIGITS[1]:
        yield bank + (number[:5] + number[5:].zfill(10)).zfill(17)
    elif len(number) == 11:  # four of clearing, seven of account
        yield bank + number.zfill(17)
