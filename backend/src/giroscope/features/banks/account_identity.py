"""Whether two names are of one account, and which known account a file speaks of.

Decides only. What is not certain is another account: two accounts are joined by a
person, and statements of two accounts under one would have to be told apart again.
"""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import NamedTuple

from giroscope.features.banks.account_names import (
    AccountName,
    country_of,
    ibans,
    institutions,
    name_of,
    parts_of,
    says_bank_and_account,
    swedish_bank,
    without_zeros,
)
from giroscope.features.banks.tables import UNKNOWN_CURRENCY

# Countries in which an account's number is also written without its bank.
_ALONE = frozenset({"DK", "DE", "AT", "CH", "LI", "NL", "GB", "IE", "SE"})
_TELLING = 5
"""Digits that a number has to have to mean an account without a bank's code."""


class Verdict(Enum):
    """What two names say of each other."""

    SAME = "SAME"
    OTHER = "OTHER"
    """Nothing: they may be two accounts, or two names of one."""
    CONTRADICTION = "CONTRADICTION"
    """They cannot be one account."""


class Candidate(NamedTuple):
    """A known account that a name may mean."""

    id: int
    currency: str
    """The account's; XXX while no file has stated one."""
    name_currency: str
    """The one in which the name means it."""


class Choice(NamedTuple):
    """The account that is meant."""

    id: int
    takes_currency: bool = False
    """Whether it was known without a currency and now has the one stated."""


def same_account(said: AccountName, known: Sequence[AccountName]) -> bool:
    """Whether the name is one of the account known by these: one fits, none forbids."""
    if said.iban and said.iban in {name.iban for name in known}:
        # A person may have joined accounts with two IBANs: each stands for itself.
        return True
    verdicts = [compare(said, name) for name in known]
    return Verdict.SAME in verdicts and Verdict.CONTRADICTION not in verdicts


def strangers(names: Collection[str], known: Collection[str]) -> set[str]:
    """Those of the names that the account known by these cannot have."""
    own = [name_of(name) for name in known]
    return {
        name
        for name in names
        if name not in known
        and any(compare(name_of(name), one) is Verdict.CONTRADICTION for one in own)
    }


def compare(one: AccountName, other: AccountName) -> Verdict:
    """What two names say of each other; the same whichever of them comes first."""
    if one.iban and other.iban:
        is_same = one.iban == other.iban
        return Verdict.SAME if is_same else Verdict.CONTRADICTION
    if one.iban and one.is_iban:
        return _with_iban(other, one.iban)
    if other.iban and other.is_iban:
        return _with_iban(one, other.iban)
    return _national(one, other)


def choose(found: Sequence[Candidate], currency: str | None) -> Choice | None:
    """The account that is meant among those of the name; None where none is certain.

    Without a currency it is the only account, or the one that is known without. An
    account that is known without takes a currency when there is no other to mean.
    """
    ids = {candidate.id for candidate in found}
    if currency is None:
        unknown = {c.id for c in found if c.name_currency == UNKNOWN_CURRENCY}
        meant = unknown or ids
        return Choice(meant.pop()) if len(meant) == 1 else None
    exact = {candidate.id for candidate in found if candidate.currency == currency}
    if exact:
        return Choice(exact.pop()) if len(exact) == 1 else None
    if len(ids) == 1 and found[0].currency == UNKNOWN_CURRENCY:
        return Choice(ids.pop(), takes_currency=True)
    return None


def _with_iban(name: AccountName, iban: str) -> Verdict:
    """What a national number says of an account whose IBAN is known."""
    known = parts_of(iban)
    if name.bic and country_of(name.bic) != known.country:
        return Verdict.CONTRADICTION
    if says_bank_and_account(name, known) or iban in ibans(name, known.country, None):
        return Verdict.SAME
    if not _is_of_bank(name, iban):
        return Verdict.CONTRADICTION
    letters = known.bank if known.bank.isalpha() else None
    if iban in ibans(name, known.country, letters) or _is_alone(name, iban):
        return Verdict.SAME
    return Verdict.OTHER


def _is_alone(name: AccountName, iban: str) -> bool:
    """Whether it is the account's number, written without its bank."""
    known = parts_of(iban)
    number = without_zeros(name.number)
    return (
        known.country in _ALONE
        and len(number) >= _TELLING
        and number == without_zeros(known.account)
    )


def _is_of_bank(name: AccountName, iban: str) -> bool:
    """Whether the bank that is named beside the number can be that of the IBAN."""
    known = parts_of(iban)
    if name.bic:
        banks = institutions(iban)
        return not banks or name.bic[:4] in banks
    if name.bank_code is None:
        return True
    if known.country == "SE":
        return swedish_bank(name.bank_code) in {known.bank, None}
    return without_zeros(name.bank_code) in known.banks


def _national(one: AccountName, other: AccountName) -> Verdict:
    """What two national numbers say of each other."""
    if one.bic and other.bic and one.bic[:6] != other.bic[:6]:
        return Verdict.CONTRADICTION
    codes = {without_zeros(x.bank_code) for x in (one, other) if x.bank_code}
    if len(codes) > 1:
        return Verdict.CONTRADICTION
    if one.text == other.text:
        return Verdict.SAME
    numbers = without_zeros(one.number), without_zeros(other.number)
    if len(numbers[0]) >= _TELLING and numbers[0] == numbers[1]:
        return Verdict.SAME
    return Verdict.SAME if _same_parts(one, other) else Verdict.OTHER


def _same_parts(one: AccountName, other: AccountName) -> bool:
    """Whether bank code and account are the same, or the account where one has none."""
    if one.parts and other.parts:
        return [*map(without_zeros, one.parts)] == [*map(without_zeros, other.parts)]
    parted, whole = (one, other) if one.parts else (other, one)
    if parted.parts is None:
        return False
    number = without_zeros(whole.number)
    return len(number) >= _TELLING and number == without_zeros(parted.parts[1])
