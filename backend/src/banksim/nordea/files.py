"""CorporateFileService: uploads, lists, downloads, and what a user may do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from banksim.bank.customers import (
    Agreement,
)
from banksim.bank.mailbox import DOWNLOADED, NEW, File
from banksim.bank.payment_file import FileRefused
from banksim.bank.reception import Arrival
from banksim.exchange import (
    Caller,
    Reply,
    held_up,
    leaving,
    refusal,
    soap_fault,
    spoiling,
)
from banksim.fault_kinds import FaultKind
from banksim.house import NORDEA_ISSUER, Bank
from banksim.nordea import application, codes, envelope
from banksim.nordea.application import ApplicationRequest, ApplicationResponse
from banksim.nordea.codes import Refused
from banksim.nordea.envelope import Request
from banksim.nordea.gate import CANCELLATIONS, FILE_TYPES, BadSender, Gate
from banksim.paths import Environment
from banksim.security.names import Hash
from banksim.security.safe_xml import Unreadable

_STATES = {
    None: (NEW, DOWNLOADED),
    "ALL": (NEW, DOWNLOADED),
    "NEW": (NEW,),
    "DOWNLOADED": (DOWNLOADED,),
    "DLD": (DOWNLOADED,),
}
_MAX_CONTENT = 50 << 20
_OTHER_CUSTOMER = "99000000017"


@dataclass(frozen=True, slots=True)
class FileService:
    """The service at one address."""

    bank: Bank
    environment: Environment
    algorithms: Hash

    def answer(self, data: bytes) -> Reply:
        """The reply to a request."""
        self.bank.catch_up()
        try:
            request = envelope.read(data, envelope.FILES)
        except Unreadable as error:
            return soap_fault("soapenv:Client", f"The request cannot be read: {error}")
        named = self.bank.customers.by_sender(request.sender_id)
        caller = Caller(named.id if named else None, request.operation)
        if (reply := held_up(self.bank, caller)) is not None:
            return reply
        with self.bank.store.transaction():
            try:
                response = self._outcome(request, caller)
            except BadSender as error:
                self._note(caller, f"SOAP fault: {error}")
                return soap_fault("soapenv:Client", str(error), ("Security", "CERT"))
            self._note(caller, f"{response.code} {response.text}")
        return leaving(self.bank, caller, self._built(request, caller, response))

    def _note(self, caller: Caller, text: str) -> None:
        at = self.bank.now().isoformat(timespec="seconds")
        self.bank.store.note(at, caller.operation, caller.agreement, text)

    def _outcome(self, request: Request, caller: Caller) -> ApplicationResponse:
        customer_id = request.sender_id
        gate = Gate(self.bank, self.environment, self.algorithms)
        try:
            told = refusal(self.bank, caller, codes.TECHNICAL)
            agreement = gate.admit(request, told)
            asked = application.read(request.application)
            customer_id = asked.get("CustomerId") or customer_id
            gate.ensure_signed(asked, agreement)
            gate.ensure_unseen(
                "application", customer_id, asked.get("Timestamp") or "",
                codes.DUPLICATE_REQUEST,
            )  # fmt: skip
            gate.ensure_sensible(asked, request, agreement)
            return self._done(asked, request, agreement)
        except Refused as refused:
            return ApplicationResponse(customer_id, refused.code, refused.text)

    def _done(
        self, asked: ApplicationRequest, request: Request, agreement: Agreement
    ) -> ApplicationResponse:
        customer_id = asked.get("CustomerId") or ""
        response = ApplicationResponse(
            customer_id, codes.OK, codes.TEXTS[codes.OK],
            target_id=agreement.signer_id or "", file_type=asked.get("FileType"),
        )  # fmt: skip
        if request.operation == "uploadFile":
            return self._upload(asked, request, agreement, response)
        if request.operation == "downloadFileList":
            return self._list(asked, agreement, response)
        if request.operation == "downloadFile":
            return self._download(asked, agreement, response)
        if request.operation == "deleteFile":
            return self._delete(asked, agreement, response)
        return replace(response, user_file_types=FILE_TYPES)

    def _upload(
        self,
        asked: ApplicationRequest,
        request: Request,
        agreement: Agreement,
        response: ApplicationResponse,
    ) -> ApplicationResponse:
        content = application.content_of(asked)
        if not content or len(content) > _MAX_CONTENT:
            said = "Content is missing." if not content else "Content is over 50 MB."
            raise Refused(codes.CONTENT, said)
        if asked.get("FileType") == CANCELLATIONS:
            try:
                self.bank.cancel(agreement.id, content)
            except FileRefused as refused:
                raise Refused(codes.CONTENT, refused.text) from refused
            return response
        arrival = Arrival(
            agreement.id,
            self.environment.value,
            request.operation,
            asked.get("FileType") or "",
            request.request_id,
            content,
        )
        receipt = self.bank.receive(arrival)
        return replace(
            response, amount_total=receipt.total, transaction_count=receipt.count
        )

    def _list(
        self,
        asked: ApplicationRequest,
        agreement: Agreement,
        response: ApplicationResponse,
    ) -> ApplicationResponse:
        status = asked.get("Status")
        if status not in _STATES:
            raise Refused(codes.PARAMETERS, "Status is NEW, DOWNLOADED or ALL.")
        if self._takes(FaultKind.EMPTY_LIST, agreement, "downloadFileList"):
            raise Refused(codes.NOT_FOUND)
        whose = self._whose(agreement, "downloadFileList")
        found = self.bank.mailbox.waiting(
            whose,
            self.bank.now(),
            self.bank.today(),
            states=_STATES[status],
            file_type=asked.get("FileType"),
        )
        first, last = asked.get("StartDate"), asked.get("EndDate")
        found = [
            file
            for file in found
            if file.file_type == asked.get("FileType") and _is_within(file, first, last)
        ]
        if not found:
            raise Refused(codes.NOT_FOUND)
        return replace(response, files=found)

    def _download(
        self,
        asked: ApplicationRequest,
        agreement: Agreement,
        response: ApplicationResponse,
    ) -> ApplicationResponse:
        if len(asked.references) != 1:
            raise Refused(codes.PARAMETERS, "One FileReference is asked for.")
        whose = self._whose(agreement, "downloadFile")
        if whose != agreement.id:
            return replace(response, content=self._of_another(whose))
        reference = asked.references[0]
        named = self.bank.mailbox.by_reference(reference)
        if named is None or named.file_type != asked.get("FileType"):
            raise Refused(codes.NOT_FOUND)
        file = self.bank.mailbox.fetch(agreement.id, reference, self.bank.now())
        if file is None:
            raise Refused(codes.NOT_FOUND)
        return replace(response, content=file.content)

    def _delete(
        self,
        asked: ApplicationRequest,
        agreement: Agreement,
        response: ApplicationResponse,
    ) -> ApplicationResponse:
        if not asked.references:
            raise Refused(codes.PARAMETERS, "FileReferences are missing.")
        named = [self.bank.mailbox.by_reference(one) for one in asked.references]
        if any(
            file is None or file.agreement != agreement.id or file.state != NEW
            for file in named
        ):
            raise Refused(codes.NOT_DELETED)
        for reference in asked.references:
            self.bank.mailbox.delete(agreement.id, reference)
        return response

    def _takes(self, kind: FaultKind, agreement: Agreement, operation: str) -> bool:
        return self.bank.faults.take(kind, agreement.id, operation) is not None

    def _whose(self, agreement: Agreement, operation: str) -> str:
        """Whose files are given: the caller's, unless a fault says another's."""
        if not self._takes(FaultKind.OTHER_AGREEMENT, agreement, operation):
            return agreement.id
        others = [one.id for one in self.bank.customers.all() if one.id != agreement.id]
        return others[0]

    def _of_another(self, agreement: str) -> bytes:
        files = [one for one in self.bank.mailbox.all() if one.agreement == agreement]
        return files[0].content

    def _built(
        self, request: Request, caller: Caller, response: ApplicationResponse
    ) -> bytes:
        now = self.bank.now()
        made = spoiling(self.bank, caller, NORDEA_ISSUER, self.environment)
        sender_id = request.sender_id
        if self._is_for_another(caller):
            sender_id = _OTHER_CUSTOMER
            response = replace(response, customer_id=_OTHER_CUSTOMER)
        answer = envelope.Answer(
            envelope.FILES,
            request.operation,
            sender_id,
            request.request_id,
            request.receiver_id,
            response.code,
            response.text,
            application.build(response, made, self.algorithms, now),
        )
        return envelope.build(answer, made, self.algorithms, now)

    def _is_for_another(self, caller: Caller) -> bool:
        """Only answers without files: with files, the files are another's."""
        if caller.operation not in {"uploadFile", "getUserInfo", "deleteFile"}:
            return False
        fault = self.bank.faults.take(
            FaultKind.OTHER_AGREEMENT, caller.agreement, caller.operation
        )
        return fault is not None


def _is_within(file: File, first: str | None, last: str | None) -> bool:
    """Whether a file was made within the dates asked for.

    Raises:
        Refused: 29 where they are no dates.
    """
    day = date.fromisoformat(file.created[:10])
    try:
        if first and day < date.fromisoformat(first[:10]):
            return False
        return not (last and day > date.fromisoformat(last[:10]))
    except ValueError as error:
        raise Refused(codes.PARAMETERS, "A date is none.") from error
