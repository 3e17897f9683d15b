"""CorporateService: what a data centre does with each operation."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass, replace

from cryptography import x509
from lxml import etree

from banksim.bank import accounts
from banksim.bank.customers import ACTIVE, OPEN, Agreement, Issued
from banksim.bank.days import last_leg
from banksim.bank.mailbox import File, Kind, NewFile
from banksim.bank.payment_file import FileRefused
from banksim.bank.reception import Arrival
from banksim.bankconnect import envelope
from banksim.bankconnect.activation import Activation
from banksim.bankconnect.envelope import NAMES, Header, NotTaken, Request
from banksim.bankconnect.messages import (
    ACCEPTED,
    Letter,
    corporate_message,
    payment_response,
)
from banksim.certificates import bundle
from banksim.exchange import (
    Caller,
    Reply,
    Spoiling,
    held_up,
    leaving,
    refusal,
    soap_fault,
    spoiling,
)
from banksim.fault_kinds import FaultKind
from banksim.house import Bank, issuer_of
from banksim.paths import Centre, Environment
from banksim.security.safe_xml import MAX_BYTES, Unreadable, from_base64, words

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_DUPLICATE, _BAD_CONTENT, _FAILED = "409", "400", "500"
_RENEWAL = "renewCustomerCertificate"
_OTHER_FUNCTION = "FX00000017"
_CANCELLATION_MARK = b"camt.055"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a request led to: the answer, and the file that goes with it."""

    message: _Element
    file: File | None = None


@dataclass(frozen=True, slots=True)
class CorporateService:
    """The service at one address."""

    bank: Bank
    environment: Environment
    centre: Centre

    def answer(self, data: bytes, action: str) -> Reply:
        """The reply to a request."""
        self.bank.catch_up()
        try:
            request = envelope.read(data, action)
        except NotTaken as error:
            return soap_fault("soapenv:Client", str(error))
        named = self._named(request.header)
        caller = Caller(named.id if named else None, request.operation.name)
        if (reply := held_up(self.bank, caller)) is not None:
            return reply
        made = spoiling(self.bank, caller, self._issuer(), self.environment)
        with self.bank.store.transaction():
            try:
                request = envelope.opened(
                    request, made.signer.key, is_signed_inside=self._is_bec()
                )
                outcome = self._outcome(request, named, caller, made)
            except NotTaken as error:
                # What was noted of it stays: faults that were due, ids that were seen.
                self._note(caller, f"SOAP fault: {error}")
                return soap_fault("soapenv:Client", str(error))
            self._note(caller, "taken")
        reply = leaving(self.bank, caller, self._built(request, caller, outcome, made))
        if outcome.file is not None and not reply.is_dropped:
            # A file counts as fetched when its answer leaves: nobody can ask for
            # it by name again.
            with self.bank.store.transaction():
                self.bank.mailbox.fetch(
                    outcome.file.agreement, outcome.file.reference, self.bank.now()
                )
        return reply

    def _named(self, header: Header) -> Agreement | None:
        return self.bank.customers.by_function(
            self.centre.value, header.function_id, header.reg_no
        )

    def _issuer(self) -> str:
        return issuer_of(self.centre)

    def _is_bec(self) -> bool:
        return self.centre is Centre.BEC

    def _note(self, caller: Caller, text: str) -> None:
        at = self.bank.now().isoformat(timespec="seconds")
        self.bank.store.note(at, caller.operation, caller.agreement, text)

    def _outcome(
        self,
        request: Request,
        agreement: Agreement | None,
        caller: Caller,
        made: Spoiling,
    ) -> _Outcome:
        if agreement is None or agreement.country != request.header.country:
            raise NotTaken("The function is not known at this bank")
        if agreement.state != OPEN:
            raise NotTaken("The agreement is not open")
        known = self._known(request, agreement)
        name = request.operation.name
        told = refusal(self.bank, caller, _FAILED)
        if told is None and request.operation.is_signed:
            told = self._duplicate(request, agreement)
        if name == "transferPayment":
            return _Outcome(self._payment(request, agreement, told))
        if told is not None:
            raise NotTaken(f"{told[0]} {told[1]}".strip())
        if name == "getBankCertificate":
            return _Outcome(self._letter(request, agreement, made, self._own(made)))
        if name == "activateServiceAgreement":
            issued = self._activation().activate(request, agreement)
            return _Outcome(self._letter(request, agreement, made, issued))
        if known is None:
            raise NotTaken("The signature's certificate is not the agreement's")
        if name == _RENEWAL:
            issued = self._activation().renew(request, agreement, known)
            return _Outcome(self._letter(request, agreement, made, issued))
        return self._handed_out(request, agreement, made)

    def _known(self, request: Request, agreement: Agreement) -> Issued | None:
        """What the bank knows of the signer, who must be the agreement's."""
        if request.signer is None:
            return None
        known = self.bank.customers.issued(request.signer)
        if (
            known is None
            or known.agreement != agreement.id
            or known.environment != self.environment.value
            or known.expires <= self.bank.now()
            or (known.state != ACTIVE and request.operation.name != _RENEWAL)
        ):
            raise NotTaken("The signature's certificate is not the agreement's")
        return known

    def _duplicate(
        self, request: Request, agreement: Agreement
    ) -> tuple[str, str] | None:
        is_new = self.bank.store.changed(
            "INSERT INTO seen VALUES ('message', ?, ?, ?) ON CONFLICT DO NOTHING",
            agreement.id,
            request.header.message_id,
            self.bank.now().isoformat(),
        )
        return None if is_new else (_DUPLICATE, "endToEndMessageId has been used")

    def _activation(self) -> Activation:
        authority = self.bank.authority(self._issuer(), self.environment)
        return Activation(self.bank, authority)

    def _own(self, made: Spoiling) -> bytes:
        """The bank's certificate, the leaf first."""
        authority = self.bank.authority(self._issuer(), self.environment)
        root = authority.root(self.bank.now()).certificate
        return bundle([made.signer.certificate, root])

    def _payment(
        self, request: Request, agreement: Agreement, told: tuple[str, str] | None
    ) -> _Element:
        header, correlation = request.header, ""
        if told is None:
            try:
                correlation = self._take(request, agreement)
                told = (ACCEPTED, "OK")
            except FileRefused as refused:
                told = (_BAD_CONTENT, refused.text)
        return payment_response(
            agreement.bank, header.message_id, told[0], correlation, told[1]
        )

    def _take(self, request: Request, agreement: Agreement) -> str:
        """Take the file in; tells the bank's number for it."""
        content = _content(request.called.find("bc:paymentMessage", NAMES))
        if _CANCELLATION_MARK in content[:1000]:
            self.bank.cancel(agreement.id, content)
            return request.header.message_id
        arrival = Arrival(
            agreement.id,
            self.environment.value,
            request.operation.name,
            "pain.001",
            request.header.message_id,
            content,
        )
        return f"{self.bank.receive(arrival).upload:012d}"

    def _handed_out(
        self, request: Request, agreement: Agreement, made: Spoiling
    ) -> _Outcome:
        """The oldest file of the operation's kind that was not fetched yet."""
        kind, name = request.operation.kind, request.operation.name
        take = self.bank.faults.take
        is_empty = take(FaultKind.EMPTY_LIST, agreement.id, name) is not None
        if kind is None or is_empty:
            return _Outcome(self._letter(request, agreement, made, None))
        whose = agreement.id
        if take(FaultKind.OTHER_AGREEMENT, agreement.id, name) is not None:
            whose = next(
                one.id for one in self.bank.customers.all() if one.id != agreement.id
            )
        if kind is Kind.REPORT:
            self._lay_reports(agreement)
        kinds = [kind, Kind.CANCELLATION] if kind is Kind.STATUS else [kind]
        waiting = self.bank.mailbox.waiting(
            whose, self.bank.now(), self.bank.today(), kinds=kinds, limit=2
        )
        if not waiting:
            return _Outcome(self._letter(request, agreement, made, None))
        message = self._letter(
            request, agreement, made, waiting[0].content, has_more=len(waiting) > 1
        )
        return _Outcome(message, waiting[0] if whose == agreement.id else None)

    def _lay_reports(self, agreement: Agreement) -> None:
        """A report of each account on which something happened since the last."""
        store, now, today = self.bank.store, self.bank.now(), self.bank.today()
        for account in accounts.of_agreement(store, agreement.id):
            name = f"reported {account.iban}"
            since = int(store.value(name) or "0")
            rows = self.bank.ledger.entries(account.iban, today, today, after_leg=since)
            if not rows:
                continue
            store.keep(name, str(last_leg(store)))
            content = self.bank.reporting.so_far(account, today, now)
            file = NewFile(agreement.id, Kind.REPORT, "camt.052", content, account.iban)
            self.bank.mailbox.lay(file, now, today)

    def _letter(
        self,
        request: Request,
        agreement: Agreement,
        made: Spoiling,
        content: bytes | None,
        *,
        has_more: bool = False,
    ) -> _Element:
        is_iso = request.operation.kind is not None
        letter = Letter(
            agreement.bank,
            request.operation.name,
            request.header.message_id,
            envelope.danish_time(self.bank.now()),
            content,
            has_more=has_more,
            mime_type="text/xml" if is_iso else "text/plain",
            format="ISO20022" if is_iso else "PEM",
        )
        return corporate_message(letter, is_packed=made.is_gzip)

    def _built(
        self, request: Request, caller: Caller, outcome: _Outcome, made: Spoiling
    ) -> bytes:
        header = request.header
        if request.operation.kind is None and self._is_for_another(caller):
            header = replace(header, function_id=_OTHER_FUNCTION)
        reader: x509.Certificate | None = None
        if request.operation.is_reply_encrypted:
            reader = request.signer
        return envelope.build(
            request.operation,
            header,
            outcome.message,
            made,
            reader,
            is_signed_inside=self._is_bec() or made.is_bec_order,
            now=self.bank.now(),
        )

    def _is_for_another(self, caller: Caller) -> bool:
        fault = self.bank.faults.take(
            FaultKind.OTHER_AGREEMENT, caller.agreement, caller.operation
        )
        return fault is not None


def _content(message: _Element | None) -> bytes:
    """The file of a payment message, unpacked where it is packed.

    Raises:
        FileRefused: It is no ISO 20022 file in base64.
    """
    if words(message, "bc:format", NAMES) != "ISO20022":
        raise FileRefused("FF01", "format is not ISO20022")
    if words(message, "bc:mimeType", NAMES) != "text/xml":
        raise FileRefused("FF01", "mimeType is not text/xml")
    try:
        content = from_base64(words(message, "bc:content", NAMES))
    except Unreadable as error:
        raise FileRefused("FF01", "content is not base64") from error
    if words(message, "bc:compressed", NAMES) != "1":
        return content
    try:
        unpacked = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise FileRefused("FF01", "content is not gzip") from error
    if len(unpacked) > MAX_BYTES:
        raise FileRefused("FF01", "content is too large")
    return unpacked
