"""When payments may be corrected, and what of them. Decides only."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from bankfiles import Address
from bankfiles.writing import Account
from giroscope.features.banks.account_names import valid_iban
from giroscope.features.payments.corrections import errors
from giroscope.features.payments.policy import PaymentState
from giroscope.features.payments.progress import PaymentProgress
from giroscope.features.payments.reasons import Remedy, remedy_of
from giroscope.features.payments.stages import Doubt
from giroscope.kernel.banking_days import calendars_of, is_closed, next_open
from giroscope.kernel.errors import AppError

MOST: Final = 200
"""Payments that are corrected at once."""
_FINAL = frozenset({PaymentState.REJECTED, PaymentState.RETURNED})
STOPPED: Final = frozenset({PaymentProgress.INVALID, PaymentProgress.CANCELLED})
"""A replacement that is this far was not paid and will not be."""
_FURTHEST = timedelta(days=365)


class CorrectedField(StrEnum):
    """What of a payment can be corrected."""

    ACCOUNT = "ACCOUNT"
    ADDRESS = "ADDRESS"
    DATE = "DATE"


_DOUBTED = {
    Doubt.CONTRADICTED: errors.InDoubt,
    Doubt.DUPLICATE: errors.SeenBefore,
    Doubt.UNKNOWN: errors.UnknownAnswer,
}
_POINTS_TO = {
    Remedy.ACCOUNT: CorrectedField.ACCOUNT,
    Remedy.OTHER_ACCOUNT: CorrectedField.ACCOUNT,
    Remedy.BANK: CorrectedField.ACCOUNT,
    Remedy.ADDRESS: CorrectedField.ADDRESS,
    Remedy.DATE: CorrectedField.DATE,
}
_OWN_ADDRESS = frozenset({"BE07", "BE10", "RR02"})
"""Reasons about the payer's own address, which the file's maker corrects."""
_BBAN = re.compile(r"[0-9]{6,30}", re.ASCII)
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?", re.ASCII)
_COUNTRY = re.compile(r"[A-Z]{2}", re.ASCII)


def fields_of(codes: Iterable[str | None]) -> list[CorrectedField]:
    """The fields that these reasons point to, each once."""
    found = {
        _POINTS_TO.get(remedy): None
        for code in codes
        if code not in _OWN_ADDRESS and (remedy := remedy_of(code)) is not None
    }
    return [one for one in found if one is not None]


def against_correcting(
    state: PaymentState,
    *,
    doubt: Doubt | None,
    is_recalled: bool,
    is_replaced: bool,
) -> type[AppError] | None:
    """Why a payment may not be corrected, or None.

    `state` is the bank's word: a file that the bank did not take can be sent again.
    """
    refusal: type[AppError] | None = None
    if is_replaced:
        refusal = errors.AlreadyCorrected
    elif state not in _FINAL:
        refusal = errors.NotFinal
    elif doubt is not None:
        refusal = _DOUBTED[doubt]
    elif is_recalled:
        refusal = errors.InRecall
    return refusal


@dataclass(frozen=True, slots=True)
class Today:
    """By which days an execution date is judged."""

    today: date
    country: str | None
    """Of the account that is paid from."""

    def first_day(self, currency: str, day: date | None) -> date:
        """The banking day that is proposed: the original's, or the next there is."""
        calendars = calendars_of(self.country, currency)
        return next_open(max(day or self.today, self.today), calendars)

    def ensure_day(self, day: date, currency: str, path: str) -> date:
        """The same day, if banks can execute on it.

        Raises:
            DayPast: It is over, or too far ahead.
            DayClosed: No banking day.
        """
        if not self.today <= day <= self.today + _FURTHEST:
            raise errors.DayPast(path=path)
        if is_closed(day, calendars_of(self.country, currency)):
            raise errors.DayClosed(path=path)
        return day


def account_of(number: str, bic: str, path: str, *, was_iban: bool) -> Account:
    """The account as it is written.

    Raises:
        InvalidAccount: No IBAN, and no number of the scheme the original has.
        InvalidBic: The BIC has a wrong form.
    """
    compact = "".join(number.split()).upper()
    bank = "".join(bic.split()).upper()
    if bank and _BIC.fullmatch(bank) is None:
        raise errors.InvalidBic(path=f"{path}.bic")
    iban = valid_iban(compact)
    if iban is None and (was_iban or _BBAN.fullmatch(compact) is None):
        raise errors.InvalidAccount(path=f"{path}.account")
    return Account(iban or compact, iban is not None, bank)


def address_of(
    street: str, building: str, post_code: str, town: str, country: str, path: str
) -> Address:
    """The address in fields of their own.

    Raises:
        InvalidAddress: Town or country is missing.
    """
    code = country.strip().upper()
    if not town.strip() or _COUNTRY.fullmatch(code) is None:
        at = "town" if not town.strip() else "country"
        raise errors.InvalidAddress(path=f"{path}.{at}")
    return Address(
        street.strip() or None, building.strip() or None, post_code.strip() or None,
        town.strip(), code,
    )  # fmt: skip
