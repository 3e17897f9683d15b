"""The operations of Bank Connect and how each is protected, both ways."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from banklink.values import FileKind

SCHEMA = "http://bankconnect.dk/schema/2014"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: what its request and its answer carry.

    Every answer has the bank's business signature. An answer to a request signed
    in its header is signed in its header.
    """

    name: str
    is_encrypted: bool
    is_signed: bool
    answer_is_encrypted: bool

    @property
    def action(self) -> str:
        """Its SOAPAction."""
        return f"urn:CorporateService:{self.name}"

    @property
    def header(self) -> str:
        """The header that says who asks."""
        return "serviceHeader" if self.is_signed else "activationHeader"


def _operation(
    name: str, *, encrypted: bool, signed: bool, answer_encrypted: bool
) -> Operation:
    return Operation(name, encrypted, signed, answer_encrypted)


BANK_CERTIFICATE = _operation(
    "getBankCertificate", encrypted=False, signed=False, answer_encrypted=False
)
ACTIVATE = _operation(
    "activateServiceAgreement", encrypted=True, signed=False, answer_encrypted=False
)
RENEW = _operation(
    "renewCustomerCertificate", encrypted=True, signed=True, answer_encrypted=True
)
TRANSFER = _operation(
    "transferPayment", encrypted=True, signed=True, answer_encrypted=True
)
FETCHES = MappingProxyType(
    {
        kind: _operation(name, encrypted=False, signed=True, answer_encrypted=True)
        for kind, name in (
            (FileKind.STATUS, "getStatus"),
            (FileKind.STATEMENT, "getCustomerStatement"),
            (FileKind.REPORT, "getCustomerAccountReport"),
            (FileKind.NOTIFICATION, "getDebitCreditNotification"),
        )
    }
)
