"""Danish account numbers and payment slips (FIK), and instant payments."""

import re
from collections.abc import Iterator
from decimal import Decimal

from giroscope.features.payments.checks.case import Hit, Line
from giroscope.features.payments.checks.kinds import DANISH_KINDS, Kind
from giroscope.features.payments.checks.numbers import has_mod10, is_danish
from giroscope.features.payments.checks.rules import (
    ERROR,
    WARNING,
    Rule,
    Words,
    rules,
)

_SLIPS = "Danish payment slips (FI-kort), common rules of the Danish banks"
_FROM_INVOICE = Words(
    "Copy the payment slip's line from the invoice again: +71<…+…<.",
    "Kopiér indbetalingskortets linje fra fakturaen igen: +71<…+…<.",
)

RULES = rules(
    Rule(
        "danish_account_form",
        ERROR,
        Words(
            "A Danish account number is none", "Et dansk kontonummer er ikke gyldigt"
        ),
        Words(
            "Registration number of 4 digits and account of 10, 14 together.",
            "Registreringsnummer på 4 cifre og konto på 10, tilsammen 14.",
        ),
        Words(
            "Fill the account up with zeros in front: 0400 and 0440116243.",
            "Fyld kontoen op med nuller foran: 0400 og 0440116243.",
        ),
        "Finans Danmark: registration and account numbers",
    ),
    Rule(
        "account_scheme_not_danish",
        WARNING,
        Words(
            "A number's scheme is not used in Denmark",
            "Et nummers type bruges ikke i Danmark",
        ),
        Words(
            "Danish accounts are IBAN or BBAN, creditor numbers OCR; BGNR is Swedish.",
            "Danske konti er IBAN eller BBAN, kreditornumre OCR; BGNR er svensk.",
        ),
        Words(
            "Correct the payment method in the accounting system.",
            "Ret betalingsmetoden i økonomisystemet.",
        ),
        "The Danish banks' pain.001 guides",
    ),
    Rule(
        "slip_reference_form",
        ERROR,
        Words(
            "A payment slip's reference is none",
            "Et indbetalingskorts reference er ikke gyldig",
        ),
        Words(
            "Card 71 has 15 digits, 75 and 04 have 16, 73 and 01 have none.",
            "Kortart 71 har 15 cifre, 75 og 04 har 16, 73 og 01 har ingen.",
        ),
        _FROM_INVOICE,
        _SLIPS,
    ),
    Rule(
        "slip_check_digit",
        ERROR,
        Words(
            "A payment slip's check digit is wrong",
            "Et indbetalingskorts kontrolciffer er forkert",
        ),
        Words(
            "The last digit of the payment id is its mod 10 check digit, weights 2 and"
            " 1 from the right.",
            "Betalings-id'ets sidste ciffer er kontrolcifferet, modulus 10 med"
            " vægtene 2 og 1 fra højre.",
        ),
        _FROM_INVOICE,
        _SLIPS,
    ),
    Rule(
        "slip_creditor_form",
        ERROR,
        Words("A creditor number is none", "Et kreditornummer er ikke gyldigt"),
        Words(
            "Cards 71, 73 and 75 go to 8 digits that begin with 8; 01 and 04 to a giro"
            " number of 7 or 8.",
            "Kortart 71, 73 og 75 går til 8 cifre, der begynder med 8; 01 og 04 til et"
            " gironummer på 7 eller 8.",
        ),
        _FROM_INVOICE,
        _SLIPS,
    ),
    Rule(
        "slip_with_text",
        WARNING,
        Words(
            "A payment slip with an id carries a text as well",
            "Et indbetalingskort med betalings-id har også en tekst",
        ),
        Words(
            "Cards 71 and 04 carry the payment id only; some banks refuse a text"
            " beside it.",
            "Kortart 71 og 04 bærer kun betalings-id'et; nogle banker afviser en tekst"
            " ved siden af.",
        ),
        Words("Leave the text (Ustrd) out.", "Udelad teksten (Ustrd)."),
        "Nordea pain.001 guide",
    ),
    Rule(
        "slip_text_missing",
        WARNING,
        Words(
            "A payment slip without id says nothing to the payee",
            "Et indbetalingskort uden betalings-id siger intet til modtageren",
        ),
        Words(
            "Cards 73 and 01 have no payment id; only the text tells what is paid.",
            "Kortart 73 og 01 har intet betalings-id; kun teksten fortæller, hvad der"
            " betales.",
        ),
        Words("Write the invoice number as text.", "Skriv fakturanummeret som tekst."),
        _SLIPS,
    ),
    Rule(
        "instant_amount",
        ERROR,
        Words("An instant payment is too large", "En straksbetaling er for stor"),
        Words(
            "Straksclearing carries up to DKK 500,000.",
            "Straksclearingen fører op til 500.000 kr.",
        ),
        Words(
            "Pay it as a same-day transfer.", "Betal den som en samme dags-overførsel."
        ),
        "Danmarks Nationalbank: settlement of retail payments",
    ),
)

NO_DANISH = Words(
    "No payment in kroner from a Danish account.",
    "Ingen betaling i kroner fra en dansk konto.",
)
_MOST_INSTANT = Decimal(500_000)
_SLIP = re.compile(r"\+?(01|04|71|73|75)[/<]?\s*([0-9]*)", re.ASCII)
_ID_DIGITS = {"71": 15, "75": 16, "04": 16, "73": 0, "01": 0}
_CREDITOR = re.compile(r"8[0-9]{7}", re.ASCII)
_GIRO = re.compile(r"[0-9]{7,8}", re.ASCII)
_GIRO_CARDS = frozenset({"01", "04"})
_FOREIGN_SCHEMES = frozenset({"BGNR", "PLGI"})


def of_payment(line: Line) -> Iterator[Hit]:
    """One payment, if it is a Danish one."""
    if line.kind not in DANISH_KINDS:
        return
    payment, scheme = line.payment, line.payment.creditor_named.account
    number = payment.creditor.account
    if line.kind is Kind.SLIP:
        yield from _slip(line)
    elif scheme == "BBAN" and number is not None and not _is_full(number):
        yield Hit("danish_account_form", line.at("CdtrAcct/Id/Othr/Id"), number)
    elif scheme in _FOREIGN_SCHEMES:
        yield Hit(
            "account_scheme_not_danish", line.at("CdtrAcct/Id/Othr/SchmeNm"), scheme
        )
    if line.kind is Kind.INSTANT and payment.amount > _MOST_INSTANT:
        yield Hit("instant_amount", line.at("Amt/InstdAmt"), f"{payment.amount:f}")


def _is_full(number: str) -> bool:
    return len(number) == 14 and is_danish(number)


def _slip(line: Line) -> Iterator[Hit]:
    payment = line.payment
    reference = (payment.reference or "").strip()
    match = _SLIP.fullmatch(reference)
    path = line.at("RmtInf/Strd/CdtrRefInf/Ref")
    if match is None:
        yield Hit("slip_reference_form", path, reference or None)
        return
    card, digits = match[1], match[2]
    wanted = _ID_DIGITS[card]
    if len(digits) != wanted:
        yield Hit(
            "slip_reference_form", path, reference,
            Words(
                f"card {card} has {wanted} digits, here are {len(digits)}",
                f"kortart {card} har {wanted} cifre, her er {len(digits)}",
            ),
        )  # fmt: skip
    elif wanted and not has_mod10(digits):
        yield Hit("slip_check_digit", path, reference)
    creditor = payment.creditor.account or ""
    form = _GIRO if card in _GIRO_CARDS else _CREDITOR
    if form.fullmatch(creditor) is None:
        yield Hit(
            "slip_creditor_form", line.at("CdtrAcct/Id/Othr/Id"), creditor or None
        )
    has_text = bool(payment.unstructured)
    profile = line.batch.profile
    if wanted == 0 and not has_text:
        yield Hit("slip_text_missing", line.at("RmtInf/Ustrd"))
    elif wanted and has_text and profile is not None and not profile.slip_with_text:
        yield Hit("slip_with_text", line.at("RmtInf/Ustrd"), payment.unstructured[0])
