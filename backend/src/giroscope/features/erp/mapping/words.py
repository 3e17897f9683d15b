"""What keeps a mapping from being saved or a payment from being made, in words.

Each code has a sentence and, for payments, what to do about it.
"""

from collections.abc import Mapping
from types import MappingProxyType

from erplink import Words

_FLAWS = {
    "method_unknown": (
        "The ERP has no payment method {method}",
        "ERP-systemet har ingen betalingsmetode {method}",
    ),
    "method_inbound": (
        "{method} is a method for money that comes in",
        "{method} er en metode til indbetalinger",
    ),
    "method_gone": (
        "The ERP has this payment method no more",
        "ERP-systemet har ikke længere denne betalingsmetode",
    ),
    "method_inactive": (
        "{method} is not in use in the ERP",
        "{method} er ikke i brug i ERP-systemet",
    ),
    "method_currency": (
        "The method is for {wanted} only, not for {found}",
        "Metoden er kun til {wanted}, ikke til {found}",
    ),
    "account_unknown": (
        "The ERP has no such account",
        "ERP-systemet har ingen sådan konto",
    ),
    "account_gone": (
        "The ERP has this account no more",
        "ERP-systemet har ikke længere denne konto",
    ),
    "account_by_payment": (
        "Which account pays is told by each payment; one without an account is held",
        "Hver betaling siger, hvilken konto der betaler; en uden konto holdes tilbage",
    ),
    "account_without_bank": (
        "No connection to a bank pays from {account}",
        "Ingen bankforbindelse betaler fra {account}",
    ),
    "not_carried_by_bank": (
        "{bank} does not carry this product",
        "{bank} fører ikke dette produkt",
    ),
    "code_not_taken_by_bank": (
        "{bank} does not take {found}; it takes: {taken}",
        "{bank} tager ikke imod {found}; den tager imod: {taken}",
    ),
    "not_of_product": (
        "{found} does not go with this product; what goes: {taken}",
        "{found} passer ikke til dette produkt; det gør: {taken}",
    ),
    "currency_unknown": (
        "{found} is no currency", "{found} er ingen valuta",
    ),
    "currency_not_carried": (
        "The product carries {wanted} only, not {found}",
        "Produktet fører kun {wanted}, ikke {found}",
    ),
    "country_unknown": ("{found} is no country", "{found} er intet land"),
    "matcher_unknown": (
        "There is no such kind of reference or slip",
        "Der findes ingen sådan reference- eller korttype",
    ),
    "slip_type_differs": (
        "A slip of type {found} does not go as one of type {card}",
        "Et indbetalingskort type {found} kan ikke betales som type {card}",
    ),
    "amounts_crossed": (
        "The lowest amount is above the highest, or below zero",
        "Det laveste beløb er over det højeste eller under nul",
    ),
    "dates_crossed": (
        "It ends before it begins", "Den ophører, før den begynder",
    ),
    "conflict": (
        "Another mapping is for the very same payments; the first one takes them",
        "En anden tilknytning gælder præcis de samme betalinger; den første får dem",
    ),
    "shadowed": (
        "An earlier mapping takes everything this one is for",
        "En tidligere tilknytning får alt det, denne gælder for",
    ),
    "not_yet": ("It counts from {day}", "Den gælder fra {day}"),
    "ended": ("It counted until {day}", "Den gjaldt til {day}"),
}  # fmt: skip

_HELD = {
    "no_method": (
        "The ERP has set no payment method",
        "ERP-systemet har ingen betalingsmetode sat",
    ),
    "no_mapping": (
        "No mapping takes payments of {method} like this one",
        "Ingen tilknytning gælder for betalinger med {method} som denne",
    ),
    "no_account": (
        "Neither the mapping nor the ERP says which account pays",
        "Hverken tilknytningen eller ERP-systemet siger, hvilken konto der betaler",
    ),
    "payer_iban_invalid": (
        "{found}, the account that pays, is no IBAN",
        "{found}, kontoen der betales fra, er ikke et IBAN",
    ),
    "amount_not_positive": (
        "The amount is {amount}", "Beløbet er {amount}",
    ),
    "amount_decimals": (
        "{amount} has more decimals than the currency",
        "{amount} har flere decimaler end valutaen",
    ),
    "instant_amount": (
        "{amount} is more than an instant payment carries (500,000)",
        "{amount} er mere, end en straksbetaling fører (500.000)",
    ),
    "needs_name": ("The payee has no name", "Modtageren har intet navn"),
    "name_too_long": (
        "The payee's name has more than {most} characters",
        "Modtagerens navn er på mere end {most} tegn",
    ),
    "iban_invalid": (
        "{found} is no IBAN", "{found} er ikke et IBAN",
    ),
    "needs_danish_account": (
        "The payee has no Danish account", "Modtageren har ingen dansk konto",
    ),
    "needs_iban": ("The payee has no IBAN", "Modtageren har intet IBAN"),
    "not_sepa": (
        "{found} is outside SEPA", "{found} ligger uden for SEPA",
    ),
    "needs_account": ("The payee has no account", "Modtageren har ingen konto"),
    "needs_bic": (
        "An account without IBAN needs the bank's BIC",
        "En konto uden IBAN kræver bankens BIC",
    ),
    "bic_invalid": ("{found} is no BIC", "{found} er ikke en BIC"),
    "needs_address": (
        "A payment abroad needs the payee's town and country",
        "En udlandsbetaling kræver modtagerens by og land",
    ),
    "needs_creditor_number": (
        "A slip of type {card} needs the payee's creditor number",
        "Et indbetalingskort type {card} kræver modtagerens kreditornummer",
    ),
    "needs_ocr": (
        "A slip of type {card} needs its payment id of {digits} digits",
        "Et indbetalingskort type {card} kræver et betalings-id på {digits} cifre",
    ),
    "ocr_check_digit": (
        "The check digit of the payment id {found} is wrong",
        "Kontrolcifferet i betalings-id {found} er forkert",
    ),
    "needs_rf": (
        "The mapping asks for an RF reference; there is none",
        "Tilknytningen kræver en RF-reference; der er ingen",
    ),
    "needs_text": (
        "A slip of type {card} needs a text to the payee",
        "Et indbetalingskort type {card} kræver en tekst til modtageren",
    ),
    "unwritable": (
        "A payment file cannot carry {field}: {why}",
        "En betalingsfil kan ikke indeholde {field}: {why}",
    ),
    "duplicate_number": (
        "The same number, payee and amount as payment {other}",
        "Samme nummer, modtager og beløb som betaling {other}",
    ),
    "changed_in_erp": (
        "It was changed in the ERP; it is read again",
        "Den er ændret i ERP-systemet; den læses igen",
    ),
    "claim_refused": (
        "The ERP does not let it be paid", "ERP-systemet tillader ikke, at den betales",
    ),
    "failed_before": (
        "It was not paid before, and the ERP offers it just as it was",
        "Den blev ikke betalt før, og ERP-systemet udbyder den, som den var",
    ),
    "left_to_erp": (
        "Somebody left it to the ERP", "Nogen har overladt den til ERP-systemet",
    ),
    "taken": (
        "Somebody else has taken it in the ERP",
        "En anden har taget den i ERP-systemet",
    ),
    "not_offered": (
        "The ERP does not offer it any more", "ERP-systemet udbyder den ikke længere",
    ),
    "import_failed": (
        "The payment file was not imported", "Betalingsfilen blev ikke importeret",
    ),
    "FILE_REFUSED": (
        "The bank refused the whole file", "Banken afviste hele filen",
    ),
    "CALLED_OFF": ("Somebody called it off", "Nogen har standset den"),
    "NOT_APPROVED": ("An approver rejected it", "En godkender afviste den"),
    "DATE_PASSED": (
        "Its date passed before it was approved",
        "Dens dato gik, før den blev godkendt",
    ),
}  # fmt: skip

_SUPPLIER = (
    "Correct the supplier in the ERP; it is read again by itself.",
    "Ret leverandøren i ERP-systemet; den læses igen af sig selv.",
)
_PAYMENT = (
    "Correct the payment in the ERP; it is read again by itself.",
    "Ret betalingen i ERP-systemet; den læses igen af sig selv.",
)
_MAPPING = (
    "Save a mapping that takes it.", "Gem en tilknytning, der gælder for den.",
)  # fmt: skip
_OTHER_WAY = (
    "Map it to a product that carries it, or correct the payment in the ERP.",
    "Vælg et produkt, der kan føre den, eller ret betalingen i ERP-systemet.",
)
_BANK = (
    "Connect the bank of the account, or choose another account.",
    "Tilslut kontoens bank, eller vælg en anden konto.",
)
_LOOK = (
    "Check whether it is owed twice; then release it, or leave it in the ERP.",
    "Skyldes den to gange? Frigiv den, eller lad den blive i ERP-systemet.",
)
_FILE = (
    "Open the file on the upload page; import it again, or undo it.",
    "Åbn filen på siden med uploads; importér den igen, eller fortryd den.",
)
_SEND = (
    "Open the journal; send the file again, or call it off.",
    "Åbn journalen; send filen igen, eller stands den.",
)
_REMEDIES = {
    **dict.fromkeys(
        ("needs_name", "name_too_long", "iban_invalid", "needs_danish_account",
         "needs_iban", "needs_account", "needs_bic", "bic_invalid", "needs_address",
         "needs_creditor_number"),
        _SUPPLIER,
    ),
    **dict.fromkeys(
        ("no_method", "amount_not_positive", "amount_decimals", "needs_ocr",
         "ocr_check_digit", "needs_rf", "needs_text", "unwritable", "currency_unknown"),
        _PAYMENT,
    ),
    "no_mapping": _MAPPING,
    "no_account": _MAPPING,
    **dict.fromkeys(
        ("currency_not_carried", "instant_amount", "not_sepa", "slip_type_differs",
         "not_carried_by_bank"),
        _OTHER_WAY,
    ),
    "account_without_bank": _BANK,
    "payer_iban_invalid": (
        "Correct the company's bank account in the ERP.",
        "Ret firmaets bankkonto i ERP-systemet.",
    ),
    "duplicate_number": _LOOK,
    "claim_refused": (
        "Read what the ERP says, correct it there, then try again.",
        "Læs, hvad ERP-systemet siger, ret det dér, og prøv igen.",
    ),
    "failed_before": (
        "Correct the cause in the ERP, or release it as it is.",
        "Ret årsagen i ERP-systemet, eller frigiv den, som den er.",
    ),
    "import_failed": _FILE,
    "FILE_REFUSED": _SEND,
}  # fmt: skip
SENTENCES: Mapping[str, Words] = MappingProxyType(
    {code: Words(*text) for code, text in {**_FLAWS, **_HELD}.items()}
)


class _Blank(dict[str, str]):
    """A value that is not known is left out."""

    def __missing__(self, key: str) -> str:
        return "…"


def sentence(code: str, values: Mapping[str, str]) -> Words:
    """The sentence of a code with its values; a code without one is shown itself."""
    found = SENTENCES.get(code)
    if found is None:
        return Words(code, code)
    known = _Blank(values)
    return Words(found.en.format_map(known), found.da.format_map(known))


def remedy(code: str) -> Words | None:
    """What to do about a payment that waits; None where nothing can be done here."""
    found = _REMEDIES.get(code)
    return Words(*found) if found else None
