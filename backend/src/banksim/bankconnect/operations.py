"""What each operation of Bank Connect is made of: signatures, encryption, answers."""

from __future__ import annotations

from dataclasses import dataclass

from banksim.bank.mailbox import Kind


@dataclass(frozen=True, slots=True)
class Operation:
    """How requests and replies of one operation are protected."""

    name: str
    is_encrypted: bool = False
    is_signed: bool = False
    """With a WS signature over body and service header; so is its reply."""
    business_element: str | None = None
    """The element of the request that carries a business signature."""
    is_reply_encrypted: bool = False
    kind: Kind | None = None
    """What is handed out, where it is a download."""

    @property
    def header(self) -> str:
        """The header by which the caller says who it is."""
        return "serviceHeader" if self.is_signed else "activationHeader"


def _download(name: str, kind: Kind | None) -> Operation:
    return Operation(name, is_signed=True, is_reply_encrypted=True, kind=kind)


OPERATIONS = {
    operation.name: operation
    for operation in (
        Operation("getBankCertificate"),
        Operation("activateServiceAgreement", is_encrypted=True),
        Operation(
            "renewCustomerCertificate",
            is_encrypted=True,
            is_signed=True,
            business_element="certificateRequestMessage",
            is_reply_encrypted=True,
        ),
        Operation(
            "transferPayment",
            is_encrypted=True,
            is_signed=True,
            business_element="paymentMessage",
            is_reply_encrypted=True,
        ),
        _download("getStatus", Kind.STATUS),
        _download("getCustomerStatement", Kind.STATEMENT),
        _download("getCustomerAccountReport", Kind.REPORT),
        _download("getDebitCreditNotification", Kind.NOTIFICATION),
        _download("getAlternate", None),
    )
}
