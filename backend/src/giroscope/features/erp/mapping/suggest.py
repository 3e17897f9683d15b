"""What a payment method of the ERP is likely to be, and why. Decides only.

By its code, its name and its currency; what was paid with it so far outweighs them. A
suggestion is shown and never taken by itself.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from erplink import OpenPayment, PaymentMethod
from giroscope.features.erp.mapping.tables import Target


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is suggested."""

    code: str
    """by_code, by_name, by_currency or by_payments."""
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A product, and every reason for it."""

    target: Target
    reasons: tuple[Reason, ...]


_SLIPS = {
    "01": Target.DK_FIK_01,
    "04": Target.DK_FIK_04,
    "71": Target.DK_FIK_71,
    "73": Target.DK_FIK_73,
    "75": Target.DK_FIK_75,
}
_CARD = re.compile(r"(?:^|[^0-9])\+?(01|04|71|73|75)(?:$|[^0-9])", re.ASCII)
_SLIP_WORDS = re.compile(
    r"\bfik|fi-?kort|girokort|giro|indbetalingskort|\+\d\d", re.IGNORECASE
)
_WORDS = (
    (Target.DK_INSTANT, re.compile(r"straks|instant", re.IGNORECASE)),
    (Target.SEPA_CT, re.compile(r"sepa|eur\b", re.IGNORECASE)),
    (
        Target.CROSS_BORDER,
        re.compile(
            r"udland|foreign|cross.?border|international|swift|abroad", re.IGNORECASE
        ),
    ),
    (
        Target.DK_DOMESTIC,
        re.compile(
            r"bank.?overf|konto|indland|domestic|bank.?transfer|netbank|bank",
            re.IGNORECASE,
        ),
    ),
)


def suggested(method: PaymentMethod, paid: Sequence[OpenPayment]) -> Suggestion | None:
    """The product the method most likely is; None where nothing tells."""
    if not method.is_outbound:
        return None
    texts = _by_text(method)
    # What was paid looks the same, however fast the money was to be there.
    is_instant = any(one is Target.DK_INSTANT for one, _ in texts)
    found: list[tuple[Target, Reason]] = [
        *_by_payments(paid, is_instant=is_instant), *texts, *_by_currency(method),
    ]  # fmt: skip
    if not found:
        return None
    target = _in_euro(found[0][0], method)
    return Suggestion(
        target,
        tuple(reason for one, reason in found if _in_euro(one, method) == target),
    )


def _by_payments(
    paid: Sequence[OpenPayment], *, is_instant: bool
) -> list[tuple[Target, Reason]]:
    """What all payments with it so far could be."""
    targets = {_of_payment(payment) for payment in paid}
    if len(targets) != 1 or None in targets:
        return []
    (target,) = targets
    reason = Reason("by_payments", {"count": str(len(paid))})
    if is_instant and target is Target.DK_DOMESTIC:
        target = Target.DK_INSTANT
    return [] if target is None else [(target, reason)]


def _of_payment(payment: OpenPayment) -> Target | None:
    if payment.slip_type in _SLIPS:
        return _SLIPS[payment.slip_type]
    creditor = payment.creditor
    if creditor.giro_creditor:
        return None
    country = (creditor.iban[:2] or creditor.country).upper()
    if payment.currency == "DKK" and (creditor.number or country == "DK"):
        return Target.DK_DOMESTIC
    if payment.currency == "EUR" and creditor.iban:
        return Target.SEPA_CT
    return Target.CROSS_BORDER if country and country != "DK" else None


def _by_text(method: PaymentMethod) -> list[tuple[Target, Reason]]:
    found = []
    for code, text in (("by_code", method.code), ("by_name", method.name)):
        target = _of_text(text, f"{method.code} {method.name}")
        if target is not None:
            found.append((target, Reason(code, {"text": text})))
    return found


def _of_text(text: str, whole: str) -> Target | None:
    card = _CARD.search(text)
    if card and _SLIP_WORDS.search(whole):
        return _SLIPS[card[1]]
    return next((target for target, words in _WORDS if words.search(text)), None)


def _by_currency(method: PaymentMethod) -> list[tuple[Target, Reason]]:
    # A slip is no transfer, whichever its type; only payments tell that.
    if _SLIP_WORDS.search(f"{method.code} {method.name}"):
        return []
    target = {"EUR": Target.SEPA_CT, "DKK": Target.DK_DOMESTIC}.get(method.currency)
    if target is None and method.currency:
        target = Target.CROSS_BORDER
    reason = Reason("by_currency", {"currency": method.currency})
    return [] if target is None else [(target, reason)]


def _in_euro(target: Target, method: PaymentMethod) -> Target:
    """The same in the method's currency: what is instant in kroner is so in euro."""
    if method.currency == "EUR" and target is Target.DK_INSTANT:
        return Target.SEPA_INSTANT
    return target
