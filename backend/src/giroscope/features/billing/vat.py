"""Who owes the VAT of a service, at which rate, and whether numbers can be right.

The seller is established in Denmark. A business in another country of the EU that has
a VAT number accounts for the VAT itself (momsloven § 16, stk. 1; directive
2006/112/EC, articles 44 and 196); outside the EU no Danish VAT is due; everybody else
pays Danish VAT. Numbers are checked by their form alone, as no one is asked: the form
of each country is that which the Commission publishes for VIES.
"""

import re
from decimal import ROUND_HALF_UP, Decimal

from giroscope.features.billing.tables import VatTreatment

CENT = Decimal("0.01")
HUNDRED = Decimal(100)
_GREECE = {"GR": "EL"}
_FORMS = {
    "AT": r"U\d{8}", "BE": r"[01]\d{9}", "BG": r"\d{9,10}", "CY": r"\d{8}[A-Z]",
    "CZ": r"\d{8,10}", "DE": r"\d{9}", "DK": r"\d{8}", "EE": r"\d{9}", "EL": r"\d{9}",
    "ES": r"[A-Z0-9]\d{7}[A-Z0-9]", "FI": r"\d{8}", "FR": r"[A-HJ-NP-Z0-9]{2}\d{9}",
    "HR": r"\d{11}", "HU": r"\d{8}", "IE": r"\d[A-Z0-9+*]\d{5}[A-Z]{1,2}",
    "IT": r"\d{11}", "LT": r"\d{9}(\d{3})?", "LU": r"\d{8}", "LV": r"\d{11}",
    "MT": r"\d{8}", "NL": r"[A-Z0-9+*]{10}\d{2}", "PL": r"\d{10}", "PT": r"\d{9}",
    "RO": r"\d{2,10}", "SE": r"\d{12}", "SI": r"\d{8}", "SK": r"\d{10}",
}  # fmt: skip
_CVR_WEIGHTS = (2, 7, 6, 5, 4, 3, 2, 1)
_EAN_WEIGHTS = (1, 3) * 6


def rounded(amount: Decimal) -> Decimal:
    """To the cent; a half goes away from zero."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def vat_of(net: Decimal, rate: Decimal) -> Decimal:
    """The VAT of a sum; it is rounded once, for the whole of a rate."""
    return rounded(net * rate / HUNDRED)


def plain_number(text: str) -> str:
    """A number without spaces, points and dashes, in capitals."""
    return re.sub(r"[\s.\-]", "", text).upper()


def prefix_of(country: str) -> str:
    """What the VAT numbers of a country begin with."""
    return _GREECE.get(country, country)


def is_in_eu(country: str) -> bool:
    """Whether the country belongs to the EU's area of VAT."""
    return prefix_of(country) in _FORMS


def is_vat_number(number: str, country: str) -> bool:
    """Whether it has the form of a VAT number of that country."""
    prefix = prefix_of(country)
    form = _FORMS.get(prefix)
    if form is None or re.fullmatch(prefix + form, number) is None:
        return False
    return prefix != "DK" or is_cvr(number.removeprefix("DK"))


def is_cvr(number: str) -> bool:
    """Whether it is a Danish company number: eight digits that weigh in at 11."""
    return _weighs(number, _CVR_WEIGHTS, 11)


def is_ean(number: str) -> bool:
    """Whether it is a location number of thirteen digits (GS1), of any country."""
    return _weighs(number, (*_EAN_WEIGHTS, 1), 10)


def treatment(seller: str, buyer: str, vat_number: str) -> VatTreatment:
    """Who owes the VAT, by the countries of both and the buyer's number."""
    if buyer == seller:
        return VatTreatment.DOMESTIC
    if not is_in_eu(buyer):
        return VatTreatment.OUTSIDE_EU
    if vat_number and is_vat_number(vat_number, buyer):
        return VatTreatment.REVERSE_CHARGE
    # Without a number the buyer counts as a private person, and our VAT is due.
    return VatTreatment.DOMESTIC


def _weighs(number: str, weights: tuple[int, ...], modulus: int) -> bool:
    if len(number) != len(weights) or not (number.isascii() and number.isdecimal()):
        return False
    pairs = zip(number, weights, strict=True)
    return sum(int(sign) * weight for sign, weight in pairs) % modulus == 0
