"""Amounts in minor units, and the bank's rates of exchange.

Within the bank an amount is a whole number of the smallest unit of its currency, so
that sums are exact.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

_DIGITS = {"JPY": 0, "ISK": 0}
_RATES = {
    "DKK": Decimal("1.0000"),
    "EUR": Decimal("7.4600"),
    "SEK": Decimal("0.6520"),
    "NOK": Decimal("0.6350"),
    "USD": Decimal("6.8700"),
    "GBP": Decimal("8.7200"),
    "CHF": Decimal("7.9600"),
    "PLN": Decimal("1.7550"),
}
"""Kroner for one unit, on every day."""


class BadAmount(Exception):
    """It is no amount of that currency."""


def digits(currency: str) -> int:
    """How many decimals a currency has."""
    return _DIGITS.get(currency, 2)


def is_traded(currency: str) -> bool:
    """Whether the bank pays in it."""
    return currency in _RATES


def from_text(text: str, currency: str) -> int:
    """Minor units of an amount as ISO 20022 writes it.

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
    """An amount as ISO 20022 writes it, without a sign."""
    return f"{Decimal(abs(minor)).scaleb(-digits(currency)):.{digits(currency)}f}"


def exchanged(minor: int, currency: str, into: str) -> int:
    """The same value in another currency, rounded to its smallest unit."""
    if currency == into:
        return minor
    kroner = Decimal(minor).scaleb(-digits(currency)) * _RATES[currency]
    return int(
        (kroner / _RATES[into])
        .scaleb(digits(into))
        .to_integral_value(rounding=ROUND_HALF_UP)
    )


def rate(currency: str, into: str) -> str:
    """Units of one currency for one unit of the other, as statements show it."""
    return f"{_RATES[currency] / _RATES[into]:.6f}"
