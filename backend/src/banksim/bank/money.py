"""Amounts in minor units, and the bank's rates of exchange.

Within the bank an amount is a whole number of the smallest unit of its currency, so
that sums are exact.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from simulating.amounts import digits

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


def is_traded(currency: str) -> bool:
    """Whether the bank pays in it."""
    return currency in _RATES


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
