"""Whether a payment can be made the way its mapping says. Decides only.

What is missing in the ERP holds the payment with a code and the facts of its sentence;
nothing is guessed, and nothing goes a way that was not asked for.
"""

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from erplink import OpenPayment
from giroscope.features.erp.mapping.products import PRODUCTS, Product
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import ReferenceRule, Target
from giroscope.features.payments.checks.numbers import (
    has_mod10,
    iban_fault,
    is_bic,
    is_creditor_reference,
    is_danish,
)
from giroscope.features.payments.checks.regions import COUNTRIES, DECIMALS, SEPA

# Straksclearing carries so much (Danmarks Nationalbank); SEPA's limit was lifted 2025.
_MOST_INSTANT = Decimal(500_000)
_LONGEST_NAME, _LONGEST_SEPA_NAME = 140, 70
_CREDITOR = re.compile(r"8[0-9]{7}", re.ASCII)
_GIRO = re.compile(r"[0-9]{7,8}", re.ASCII)
_GIRO_CARDS = frozenset({"01", "04"})
# The line of a slip as it is printed: +71<000000000000018+80012345<
_PRINTED = re.compile(
    r"\+?(01|04|15|71|73|75)\s*[<>/]\s*([0-9]*)\s*(?:\+\s*([0-9]{7,8})\s*<?)?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a payment cannot be made this way."""

    code: str
    field: str
    """What in the ERP mends it."""
    values: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Slip:
    """A payment slip as a file carries it."""

    creditor: str
    id: str


def unfit(payment: OpenPayment, rule: Rule) -> Unfit | None:
    """The first thing that stands in the way; None where nothing does."""
    return next(faults(payment, rule), None)


def faults(payment: OpenPayment, rule: Rule) -> Iterator[Unfit]:
    """Everything that stands in the way."""
    product = PRODUCTS[rule.target]
    yield from _amount(payment, product)
    yield from _name(payment, product)
    if product.is_slip:
        yield from _slip(payment, product)
    else:
        yield from _account(payment, product)
    if rule.reference_rule is ReferenceRule.RF and not is_creditor_reference(
        payment.reference
    ):
        yield Unfit("needs_rf", "reference", {"found": payment.reference[:60]})
    needs_text = product.is_slip and not product.digits
    if needs_text and not text_of(payment):
        yield Unfit("needs_text", "reference", {"card": product.card})


def _amount(payment: OpenPayment, product: Product) -> Iterator[Unfit]:
    if payment.amount <= 0:
        yield Unfit("amount_not_positive", "amount", {"amount": f"{payment.amount:f}"})
    decimals = DECIMALS.get(payment.currency)
    exponent = payment.amount.normalize().as_tuple().exponent
    if decimals is None:
        yield Unfit("currency_unknown", "currency", {"found": payment.currency})
    elif isinstance(exponent, int) and -exponent > decimals:
        yield Unfit("amount_decimals", "amount", {"amount": f"{payment.amount:f}"})
    if product.currency and payment.currency != product.currency:
        yield Unfit(
            "currency_not_carried", "currency",
            {"found": payment.currency, "wanted": product.currency},
        )  # fmt: skip
    if product.target is Target.DK_INSTANT and payment.amount > _MOST_INSTANT:
        yield Unfit("instant_amount", "amount", {"amount": f"{payment.amount:f}"})


def _name(payment: OpenPayment, product: Product) -> Iterator[Unfit]:
    name = payment.creditor.name.strip()
    is_sepa = product.target in {Target.SEPA_CT, Target.SEPA_INSTANT}
    longest = _LONGEST_SEPA_NAME if is_sepa else _LONGEST_NAME
    if not name:
        yield Unfit("needs_name", "creditor.name")
    elif len(name) > longest:
        yield Unfit("name_too_long", "creditor.name", {"most": str(longest)})


def _account(payment: OpenPayment, product: Product) -> Iterator[Unfit]:
    creditor = payment.creditor
    iban, number = account_number(creditor.iban), account_number(creditor.number)
    if iban and (fault := iban_fault(iban)):
        yield Unfit("iban_invalid", "creditor.iban", {"found": iban, "fault": fault})
    elif product.is_danish:
        if not (iban.startswith("DK") or is_danish(number)):
            yield Unfit("needs_danish_account", "creditor.number", {"found": number})
    elif product.target is not Target.CROSS_BORDER:
        if not iban:
            yield Unfit("needs_iban", "creditor.iban")
        elif iban[:2] not in SEPA:
            yield Unfit("not_sepa", "creditor.iban", {"found": iban[:2]})
    else:
        yield from _abroad(payment, iban or number)


def _abroad(payment: OpenPayment, account: str) -> Iterator[Unfit]:
    """SWIFT CBPR+ wants town and country in fields from 14 November 2026."""
    creditor = payment.creditor
    if not account:
        yield Unfit("needs_account", "creditor.iban")
    if creditor.bic and not is_bic(creditor.bic):
        yield Unfit("bic_invalid", "creditor.bic", {"found": creditor.bic})
    elif not creditor.bic and not creditor.iban:
        yield Unfit("needs_bic", "creditor.bic")
    if not creditor.town or creditor.country.upper() not in COUNTRIES:
        yield Unfit("needs_address", "creditor.town")


def _slip(payment: OpenPayment, product: Product) -> Iterator[Unfit]:
    if payment.slip_type and payment.slip_type != product.card:
        yield Unfit(
            "slip_type_differs", "slip_type",
            {"found": payment.slip_type, "card": product.card},
        )  # fmt: skip
        return
    slip = slip_of(payment, product)
    form = _GIRO if product.card in _GIRO_CARDS else _CREDITOR
    if form.fullmatch(slip.creditor) is None:
        yield Unfit(
            "needs_creditor_number", "creditor.giro_creditor",
            {"found": slip.creditor, "card": product.card},
        )  # fmt: skip
    if product.digits and len(slip.id) != product.digits:
        yield Unfit(
            "needs_ocr", "reference",
            {"card": product.card, "digits": str(product.digits)},
        )  # fmt: skip
    elif product.digits and not has_mod10(slip.id):
        yield Unfit("ocr_check_digit", "reference", {"found": slip.id})


def slip_of(payment: OpenPayment, product: Product) -> Slip:
    """The slip of a payment, from its fields or from its printed line.

    An id that the ERP keeps without the zeros in front is filled up: the check digit
    does not change by them.
    """
    creditor = account_number(payment.creditor.giro_creditor)
    reference = payment.reference.strip()
    printed = _PRINTED.fullmatch(reference)
    digits = printed[2] if printed else reference.replace(" ", "")
    if printed and printed[3] and not creditor:
        creditor = printed[3]
    if not product.digits or not digits.isdecimal():
        return Slip(creditor, "")
    return Slip(creditor, digits.zfill(product.digits))


def text_of(payment: OpenPayment) -> str:
    """What the receiver reads: the reference, else the invoices, else the number."""
    reference = " ".join(payment.reference.split())
    if _PRINTED.fullmatch(reference):
        reference = ""
    return reference or ", ".join(payment.invoices) or payment.number


def account_number(text: str) -> str:
    """A number without the signs that people put between its parts."""
    return re.sub(r"[\s.\-]", "", text).upper()
