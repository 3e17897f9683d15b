"""Which way a payment goes, told from what it says. Decides only."""

from enum import StrEnum

from giroscope.features.payments.checks.regions import SEPA


class Kind(StrEnum):
    """The payment types whose rules and times differ."""

    DANISH = "danish"
    SAME_DAY = "danishSameDay"
    INSTANT = "danishInstant"
    SLIP = "danishSlip"
    SEPA = "sepa"
    SWEDISH = "swedish"
    NORWEGIAN = "norwegian"
    CROSS_BORDER = "crossBorder"


DANISH_KINDS = frozenset({Kind.DANISH, Kind.SAME_DAY, Kind.INSTANT, Kind.SLIP})
_DOMESTIC = {
    ("SE", "SEK"): Kind.SWEDISH,
    ("NO", "NOK"): Kind.NORWEGIAN,
}
# Local instruments and service levels, as Danish banks read them.
_SAME_DAY = frozenset({"SDCL", "SDVA", "URGP"})
_INSTANT = frozenset({"INST", "INSTANT", "STRAKS"})
_NATIONAL_SCHEMES = frozenset({"BBAN", "OCR", "BGNR", "PLGI"})


def kind_of(
    *,
    debtor_country: str | None,
    creditor_country: str | None,
    currency: str | None,
    account_scheme: str | None,
    service_level: str | None,
    local_instrument: str | None,
) -> Kind:
    """The kind of one payment.

    A domestic account number without a country is taken to lie in the payer's own.
    """
    if account_scheme == "OCR" and currency == "DKK":
        return Kind.SLIP
    if creditor_country is None and account_scheme in _NATIONAL_SCHEMES:
        creditor_country = debtor_country
    is_home = debtor_country == creditor_country
    if debtor_country == "DK" and currency == "DKK" and is_home:
        if local_instrument in _INSTANT or service_level in _INSTANT:
            return Kind.INSTANT
        if local_instrument in _SAME_DAY or service_level in _SAME_DAY:
            return Kind.SAME_DAY
        return Kind.DANISH
    if is_home and (found := _DOMESTIC.get((debtor_country or "", currency or ""))):
        return found
    if currency == "EUR" and debtor_country in SEPA and creditor_country in SEPA:
        return Kind.SEPA
    return Kind.CROSS_BORDER
