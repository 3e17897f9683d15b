"""Amounts as whole numbers of the smallest unit of their currency, and as text.

Whole numbers make sums exact.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

_DIGITS = {"JPY": 0, "ISK": 0}


class BadAmount(Exception):
    """It is no amount of that currency."""


def digits(currency: str) -> int:
    """How many decimals a currency has."""
    return _DIGITS.get(currency, 2)


def from_text(text: str, currency: str) -> int:
    """Minor units of an amount in plain digits.

    Raises:
        BadAmount: No number, or finer than the currency.
    """
    try:
        minor = Decimal(text).scaleb(digits(currency))
    except InvalidOperation as error:
        raise BadAmount(f"{text} is no amount") from error
    if not minor.is_finite() or minor != minor.to_integral_value():
        raise BadAmount(f"{text} is finer than {currency} goes")
    return int(minor)


def to_text(minor: int, currency: str) -> str:
    """An amount in plain digits, without a sign."""
    return f"{Decimal(abs(minor)).scaleb(-digits(currency)):.{digits(currency)}f}"


def signed(minor: int, currency: str) -> str:
    """An amount in plain digits, with a minus where it is less than nothing."""
    return ("-" if minor < 0 else "") + to_text(minor, currency)
