"""A payment as it would be made, in a sentence of either language."""

from datetime import date

from bankfiles.writing import Debit
from erplink import OpenPayment, Words
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import Target

_PRODUCTS = {
    Target.SEPA_CT: ("a SEPA transfer", "en SEPA-overførsel"),
    Target.SEPA_INSTANT: ("an instant SEPA transfer", "en SEPA-straksoverførsel"),
    Target.DK_DOMESTIC: ("a Danish transfer", "en dansk kontooverførsel"),
    Target.DK_INSTANT: ("a Danish instant transfer", "en dansk straksoverførsel"),
    Target.DK_FIK_01: ("a payment slip of type 01", "et indbetalingskort type 01"),
    Target.DK_FIK_04: ("a payment slip of type 04", "et indbetalingskort type 04"),
    Target.DK_FIK_71: ("a payment slip of type 71", "et indbetalingskort type 71"),
    Target.DK_FIK_73: ("a payment slip of type 73", "et indbetalingskort type 73"),
    Target.DK_FIK_75: ("a payment slip of type 75", "et indbetalingskort type 75"),
    Target.CROSS_BORDER: ("a payment abroad", "en udlandsbetaling"),
}
_CHARGES = {
    "SLEV": ("charges shared as SEPA says", "gebyrer delt efter SEPA-reglerne"),
    "SHAR": ("charges shared", "delte gebyrer"),
    "DEBT": ("we pay all charges", "vi betaler alle gebyrer"),
    "CRED": ("the receiver pays all charges", "modtageren betaler alle gebyrer"),
}
PRODUCT_WORDS = {target: Words(*words) for target, words in _PRODUCTS.items()}


def told(payment: OpenPayment, rule: Rule, made: Debit, day: date) -> Words:
    """What the bank would be asked to do."""
    (transfer,) = made.transfers
    receiver = transfer.receiver
    product, charges = _PRODUCTS[rule.target], _CHARGES[rule.charge_bearer]
    what = f"{payment.amount:f} {payment.currency}"
    says = transfer.reference or " / ".join(transfer.lines)
    to, account = receiver.name, receiver.account
    payer = made.sender.account
    return Words(
        f"{what} to {to}, account {account}, as {product[0]} from {payer} on {day};"
        f" {charges[0]}; the receiver reads “{says}”",
        f"{what} til {to}, konto {account}, som {product[1]} fra {payer} den {day};"
        f" {charges[1]}; modtageren læser »{says}«",
    )
