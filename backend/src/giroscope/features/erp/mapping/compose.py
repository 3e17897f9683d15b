"""Makes of payments and their mappings what a payment file says. Decides only."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bankfiles import Address, PaymentType
from bankfiles.writing import Debit, Receiver, Sender, Transfer
from erplink import Creditor, OpenPayment
from giroscope.features.erp.mapping.fitness import account_number, slip_of, text_of
from giroscope.features.erp.mapping.products import PRODUCTS, Product
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import ReferenceRule
from giroscope.features.payments.checks.profiles import Profile

_WIDEST = 140


@dataclass(frozen=True, slots=True)
class Ordered:
    """A payment on its way into a file."""

    payment: OpenPayment
    rule: Rule
    end_to_end_id: str


def debit(
    debit_id: str,
    day: date,
    sender: Sender,
    payments: Sequence[Ordered],
    profile: Profile | None,
) -> Debit:
    """One block of payments that the same mapping has taken."""
    rule = payments[0].rule
    how = PaymentType(
        rule.instruction_priority or None,
        rule.service_level or None,
        rule.local_instrument or None,
        rule.category_purpose or None,
    )
    return Debit(
        id=debit_id,
        day=day,
        sender=sender,
        transfers=tuple(transfer(one, profile) for one in payments),
        type=how,
        charge_bearer=rule.charge_bearer,
        batch_booking=rule.batch_booking,
    )


def transfer(ordered: Ordered, profile: Profile | None) -> Transfer:
    """One payment as its mapping has it made."""
    payment, rule = ordered.payment, ordered.rule
    product = PRODUCTS[rule.target]
    lines, reference = _told(payment, rule, product, profile)
    return Transfer(
        end_to_end_id=ordered.end_to_end_id,
        amount=payment.amount,
        currency=payment.currency,
        receiver=_receiver(payment, product),
        lines=lines,
        reference=reference,
    )


def _told(
    payment: OpenPayment, rule: Rule, product: Product, profile: Profile | None
) -> tuple[tuple[str, ...], str]:
    """Free lines and structured reference."""
    if product.digits:
        # What the id says needs no words, and some banks refuse both together.
        return (), f"{product.card}/{slip_of(payment, product).id}"
    if rule.reference_rule is ReferenceRule.RF:
        return (), payment.reference.replace(" ", "").upper()
    width = min(profile.text_width if profile else _WIDEST, _WIDEST)
    if product.currency == "EUR":
        width = _WIDEST
    lines = tuple(textwrap.wrap(text_of(payment), width))
    return lines, f"{product.card}/" if product.is_slip else ""


def _receiver(payment: OpenPayment, product: Product) -> Receiver:
    creditor = payment.creditor
    name, address = creditor.name.strip(), _address(creditor)
    if product.is_slip:
        number = slip_of(payment, product).creditor
        return Receiver(name, number, "OCR", address=address)
    iban = account_number(creditor.iban)
    number, scheme = (iban, "IBAN") if iban else (_domestic(creditor, product), "BBAN")
    # Within Denmark and SEPA the number tells the bank, and a second word may differ.
    bic = "" if product.currency else creditor.bic
    return Receiver(name, number, scheme, bic, address)


def _domestic(creditor: Creditor, product: Product) -> str:
    """A Danish number has 4 and 10 digits, with zeros in front of the account."""
    number = account_number(creditor.number)
    return number[:4] + number[4:].zfill(10) if product.is_danish else number


def _address(creditor: Creditor) -> Address | None:
    """In fields, and only where it is one: a part of an address is refused."""
    if not creditor.town or not creditor.country:
        return None
    return Address(
        street=creditor.street or None,
        building=creditor.building or None,
        post_code=creditor.postcode or None,
        town=creditor.town,
        country=creditor.country.upper(),
    )
