"""Between rows and what a connector speaks in."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from erplink import OpenPayment
from giroscope.features.erp.open_payments import ErpPaymentState
from giroscope.kernel.columns import is_storable
from giroscope.kernel.words import searchable

_CREDITOR = (
    "native_id", "name", "country", "street", "building", "postcode", "town", "iban",
    "number", "bic", "giro_creditor",
)  # fmt: skip


def columns_of(payment: OpenPayment, now: datetime) -> dict[str, Any]:
    """What a row keeps of a payment that is open."""
    creditor = payment.creditor
    return {
        "number": payment.number, "amount": payment.amount,
        "currency": payment.currency, "due": payment.due, "method": payment.method,
        "account": payment.account, "creditor_id": creditor.native_id,
        "creditor_name": creditor.name,
        "creditor": {name: getattr(creditor, name) for name in _CREDITOR},
        "reference": payment.reference,
        "reference_kind": payment.reference_kind.name,
        "slip_type": payment.slip_type, "invoices": list(payment.invoices),
        "own_end_to_end_id": payment.end_to_end_id, "raw_sha256": payment.raw_sha256,
        "words": searchable(
            payment.number, creditor.name, payment.reference, creditor.iban,
            creditor.number, creditor.giro_creditor, *payment.invoices,
        ),
        "state": ErpPaymentState.OPEN.value, "since": now, "reason_code": None,
        "reason": None, "values": {}, "mapping_id": None, "mapping_version": None,
        "pays_from": "", "people": _people(payment),
    }  # fmt: skip


def _people(payment: OpenPayment) -> dict[str, dict[str, str]]:
    """Whom the ERP names, each name cut to what a row holds."""
    named = {"author": payment.author, "approver": payment.approver}
    return {
        key: {name: str(text)[:200] for name, text in asdict(user).items()}
        for key, user in named.items()
        if user is not None
    }


_LONGEST = {
    "native_id": 80, "number": 80, "currency": 3, "method": 80, "account": 80,
    "slip_type": 2, "reference": 400, "end_to_end_id": 80, "raw_sha256": 64,
}  # fmt: skip


def unkeepable(payment: OpenPayment) -> str | None:
    """The field that no row can hold; None where all can be kept as they are."""
    for name, longest in _LONGEST.items():
        if len(getattr(payment, name)) > longest:
            return name
    if len(payment.creditor.name) > 200 or len(payment.creditor.native_id) > 80:
        return "creditor"
    return None if is_storable(payment.amount) else "amount"
