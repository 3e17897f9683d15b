"""Who may pass: signatures, certificates, rights, and what was asked before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from banksim.bank.customers import (
    ACTIVE,
    LOCKED,
    NORDEA,
    OUTDATED,
    Agreement,
    Issued,
)
from banksim.house import Bank
from banksim.nordea import codes
from banksim.nordea.application import ApplicationRequest
from banksim.nordea.codes import Refused
from banksim.nordea.envelope import Request
from banksim.paths import Environment
from banksim.security.names import Hash
from banksim.security.verify import BadSignature, verify_envelope, verify_enveloped

COMMANDS = {
    "uploadFile": "UploadFile",
    "downloadFileList": "DownloadFileList",
    "downloadFile": "DownloadFile",
    "getUserInfo": "GetUserInfo",
    "deleteFile": "DeleteFile",
}
PAYMENTS, CANCELLATIONS = "NDCAPXMLI", "NDCAPCANXMLI"
FILE_TYPES = (
    (PAYMENTS, "Payments (pain.001)", "Upload"),
    (CANCELLATIONS, "Cancellations (camt.055)", "Upload"),
    ("NDCAPXMLO", "Payment status (pain.002)", "Download"),
    ("NDCAPXMLD54O", "Debit notification (camt.054)", "Download"),
    ("NDCAPCANXMLO", "Cancellation status (camt.029)", "Download"),
    ("NDARCRAXMLO", "Credit notification (camt.054)", "Download"),
    ("NDARSTXMLO", "Account statement (camt.053)", "Download"),
)
DIRECTIONS = {name: direction for name, _words, direction in FILE_TYPES}
_SEEN_FOR = timedelta(days=92)
_REQUEST_ID_LENGTH = 35


class BadSender(Exception):
    """The certificate of the envelope is none the bank trusts."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The checks of one address, in the order in which Nordea makes them."""

    bank: Bank
    environment: Environment
    algorithms: Hash

    def admit(self, request: Request, told: tuple[str, str] | None) -> Agreement:
        """The agreement of a request that was not made before.

        Raises:
            BadSender: As below.
            Refused: As below, or as a fault has it, 12, or 31.
        """
        agreement = self.authenticated(request)
        if told is not None:
            raise Refused(told[0], told[1] or None)
        if len(request.request_id) > _REQUEST_ID_LENGTH:
            raise Refused(codes.SCHEMA, "Schema validation failed: RequestId.")
        self.ensure_unseen(
            "request", request.sender_id, request.request_id, codes.DUPLICATE_MESSAGE
        )
        return agreement

    def authenticated(self, request: Request) -> Agreement:
        """The agreement whose sender signed the envelope.

        Raises:
            BadSender: The certificate is not one the bank trusts.
            Refused: Its signature or its rights are not in order.
        """
        may = [request.timestamp] if request.timestamp is not None else []
        try:
            certificate = verify_envelope(
                request.envelope, [request.body], self.algorithms, may=may
            )
        except BadSignature as error:
            said = f"SOAP signature error: {error}."
            raise Refused(codes.SOAP_SIGNATURE, said) from error
        issued = self.bank.customers.issued(certificate)
        if issued is None or not self._is_valid(issued):
            raise BadSender("The sender certificate is not valid")
        agreement = self.bank.customers.by_sender(request.sender_id)
        if agreement is None or agreement.channel != NORDEA:
            raise Refused(codes.SENDER_UNKNOWN)
        if issued.agreement != agreement.id:
            raise Refused(codes.NOT_FOR_ID)
        if agreement.state == LOCKED:
            raise Refused(codes.SENDER_LOCKED)
        if agreement.state == OUTDATED:
            raise Refused(codes.SENDER_OUTDATED)
        if request.operation not in COMMANDS:
            raise Refused(codes.OPERATION)
        return agreement

    def _is_valid(self, issued: Issued) -> bool:
        return (
            issued.state == ACTIVE
            and issued.environment == self.environment.value
            and issued.expires > self.bank.now()
        )

    def ensure_unseen(self, kind: str, who: str, value: str, code: str) -> None:
        """Note an id, or refuse what was seen in the last three months.

        Raises:
            Refused: With the code given.
        """
        store, now = self.bank.store, self.bank.now()
        store.run(
            "DELETE FROM seen WHERE kind = ? AND at < ?",
            kind,
            (now - _SEEN_FOR).isoformat(),
        )
        if not store.changed(
            "INSERT INTO seen VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            kind,
            who,
            value,
            now.isoformat(),
        ):
            raise Refused(code)

    def ensure_signed(self, asked: ApplicationRequest, agreement: Agreement) -> None:
        """Pass silently, or refuse what the agreement's signer did not sign.

        Raises:
            Refused: 18, 19 or 13.
        """
        try:
            certificate = verify_enveloped(asked.root, self.algorithms)
        except BadSignature as error:
            said = f"Content digital signature not valid: {error}."
            raise Refused(codes.CONTENT_SIGNATURE, said) from error
        issued = self.bank.customers.issued(certificate)
        if issued is None or not self._is_valid(issued):
            raise Refused(codes.CONTENT_CERTIFICATE)
        if issued.agreement != agreement.id:
            raise Refused(codes.CONTENT_CERTIFICATE)
        if asked.get("CustomerId") != agreement.sender_id:
            raise Refused(codes.CUSTOMER_UNKNOWN)

    def ensure_sensible(
        self, asked: ApplicationRequest, request: Request, agreement: Agreement
    ) -> None:
        """Pass silently, or refuse parameters that do not fit together.

        Raises:
            Refused: 29, 20 or 06.
        """
        operation = request.operation
        if asked.get("Command") not in {None, COMMANDS[operation]}:
            raise Refused(codes.PARAMETERS, "Command is not that of the operation.")
        if asked.get("Environment") != self.environment.value:
            said = f"This address is for {self.environment.value}."
            raise Refused(codes.PARAMETERS, said)
        if asked.is_true("Encryption"):
            raise Refused(codes.PARAMETERS, "Encryption is not offered.")
        if asked.is_true("Compression") and operation != "uploadFile":
            raise Refused(codes.PARAMETERS, "Compression is for uploads only.")
        if operation == "getUserInfo":
            return
        if asked.get("TargetId") != agreement.signer_id:
            raise Refused(codes.PARAMETERS, "TargetId is not that of the signer.")
        if operation != "deleteFile":
            _ensure_file_type(
                asked.get("FileType"), is_upload=operation == "uploadFile"
            )


def _ensure_file_type(file_type: str | None, *, is_upload: bool) -> None:
    if file_type is None:
        raise Refused(codes.PARAMETERS, "FileType is missing.")
    if file_type not in DIRECTIONS:
        raise Refused(codes.CONTENT_TYPE)
    if (DIRECTIONS[file_type] == "Upload") != is_upload:
        raise Refused(codes.RESTRICTED)
