"""Why a payment that the ERP offers cannot be used, in words."""

from collections.abc import Mapping
from types import MappingProxyType

from erplink import Doubt, Words

DUPLICATE = "duplicate_number"
"""Its number, payee and amount are those of another."""
NOT_OPEN = "not_open"
"""The ERP offers again what is under way here."""
TOO_LONG = "too_long"
"""A field holds more than is kept of it."""

_SENTENCES = {
    Doubt.NO_RECORD: (
        "What the ERP sent is no payment.",
        "Det, ERP-systemet sendte, er ingen betaling.",
    ),
    Doubt.FIELD_GONE: (
        "The ERP does not send the field {field} any more.",
        "ERP-systemet sender ikke længere feltet {field}.",
    ),
    Doubt.OTHER_KIND: (
        "The field {field} holds something else than it should.",
        "Feltet {field} indeholder noget andet, end det skal.",
    ),
    Doubt.MISSING: ("The field {field} is empty.", "Feltet {field} er tomt."),
    Doubt.NOT_POSITIVE: (
        "The amount is not above zero.", "Beløbet er ikke større end nul."
    ),
    Doubt.SETTLED: (
        "Its invoice was settled another way.",
        "Fakturaen er allerede udlignet på anden vis.",
    ),
    Doubt.NO_INVOICE: (
        "It is applied to no posted invoice, so its currency is not known.",
        "Den er ikke udlignet mod en bogført faktura, så valutaen kendes ikke.",
    ),
    Doubt.NO_SUPPLIER: (
        "Its supplier is not there.", "Leverandøren findes ikke."
    ),
    Doubt.SEVERAL_ACCOUNTS: (
        "Its supplier has several bank accounts in the currency, and none is chosen.",
        "Leverandøren har flere bankkonti i valutaen, og ingen af dem er valgt.",
    ),
    Doubt.UNKNOWN_REFERENCE: (
        "Its reference is of a kind that is not known.",
        "Referencen er af en ukendt slags.",
    ),
    DUPLICATE: (
        "It has the same number, payee and amount as {other}.",
        "Den har samme nummer, modtager og beløb som {other}.",
    ),
    TOO_LONG: (
        "The field {field} holds more than can be kept.",
        "Feltet {field} indeholder mere, end der kan gemmes.",
    ),
    NOT_OPEN: (
        "The ERP offers it although it is under way here.",
        "ERP-systemet tilbyder den, selv om den allerede er på vej her.",
    ),
}  # fmt: skip
_UNTOLD = ("It cannot be used.", "Den kan ikke bruges.")


def doubt_sentence(
    doubt: str, field: str, values: Mapping[str, str] = MappingProxyType({})
) -> Words:
    """What is wrong with a payment, or with one of its fields.

    Fields are told as they are spelled in the ERP.
    """
    en, da = _SENTENCES.get(doubt, _UNTOLD)
    told = {"field": field, "other": "", **values}
    return Words(en.format(**told), da.format(**told))
