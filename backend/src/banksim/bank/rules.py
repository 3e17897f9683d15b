"""Why the bank refuses a payment: decides only, changes nothing.

Reasons are those of the ISO 20022 external list.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from banksim.bank.accounts import Account, is_account
from banksim.bank.payment_file import Batch, Order

_OLDEST = timedelta(days=30)
_FARTHEST = timedelta(days=366)
_SLIP_WEIGHTS = (1, 2)
_REFERENCE_LENGTHS = {"71": 15, "75": 16, "04": 16}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with what the bank adds in words."""

    reason: str
    text: str


def batch_refusal(
    batch: Batch, account: Account | None, agreement: str, today: date
) -> Refusal | None:
    """Why a whole batch is refused, or None."""
    if account is None:
        return Refusal("AC02", "The debtor account is not known to the bank")
    if account.agreement != agreement:
        return Refusal("AG01", "The agreement gives no right to the debtor account")
    if not today - _OLDEST <= batch.day <= today + _FARTHEST:
        return Refusal("DT01", f"{batch.day} is too far from the bank's {today}")
    return None


def order_refusal(order: Order) -> Refusal | None:
    """Why a single payment is refused at reception, or None."""
    if order.problem is not None:
        return Refusal(*order.problem)
    if order.amount <= 0:
        return Refusal("AM01", "The amount is zero")
    if not is_account(order.creditor_scheme, order.creditor_account):
        return Refusal("AC01", f"{order.creditor_account} is no account number")
    if not _is_reference(order.reference):
        return Refusal("NARR", f"Payment reference {order.reference} is not valid")
    return None


def cover_refusal(amount: int, balance: int, overdraft: int) -> Refusal | None:
    """Why a payment is refused when it is due, or None."""
    if amount > balance + overdraft:
        return Refusal("AM04", "There is no cover on the account")
    return None


def _is_reference(reference: str | None) -> bool:
    """Whether a Danish payment-slip reference has its length and check digit."""
    if reference is None or "/" not in reference:
        return True
    kind, digits = reference.split("/", 1)
    if kind not in _REFERENCE_LENGTHS:
        return True
    if not digits.isdigit() or len(digits) != _REFERENCE_LENGTHS[kind]:
        return False
    return _slip_sum(digits) % 10 == 0


def _slip_sum(digits: str) -> int:
    """Modulus 10: weights 1, 2 from the right, check digit included."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        product = int(digit) * _SLIP_WEIGHTS[place % 2]
        total += product // 10 + product % 10
    return total
