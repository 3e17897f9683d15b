"""Sends payment files over Bank Connect and fetches what the bank has for us.

The bank keeps no list: asking for a kind gives the next message of it, if any.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from banklink._doubt import in_doubt
from banklink._http import Line
from banklink._identity import own_signer, trust_of
from banklink._inflate import inflated
from banklink._kinds import kind_of
from banklink._probe import Probe
from banklink._signing import Signer
from banklink._xml import Element, decoded, optional_named, text_of
from banklink.bankconnect.answers import ACCEPTED, Reader
from banklink.bankconnect.bank_certificate import BankCertificate
from banklink.bankconnect.operations import FETCHES, TRANSFER, Operation
from banklink.bankconnect.requests import Sealer, payment_message
from banklink.endpoints import BankConnectEndpoint
from banklink.errors import AnswerNotTrusted, NotReady, NotSent, Refused
from banklink.parameters import BankConnectParameters
from banklink.values import (
    Clock,
    Fetched,
    FileKind,
    Ids,
    NewIds,
    OutgoingFile,
    ProbeStep,
    Receipt,
    Sealed,
    Waiting,
    Witness,
    fresh_ids,
    no_witness,
    sha256,
    utc_now,
)

_TRUE = frozenset({"true", "1"})


class BankConnectChannel:
    """A `Channel` under one agreement on Bank Connect.

    `bank_certificates` are the bank's, PEM, as enrolment gave them; they are
    fetched and checked against the roots when there are none or they ran out.
    """

    sends = frozenset({FileKind.PAYMENT})
    receives = frozenset(FETCHES)

    def __init__(
        self,
        parameters: BankConnectParameters,
        endpoint: BankConnectEndpoint,
        *,
        bank_certificates: Sequence[bytes] = (),
        witness: Witness = no_witness,
        new_ids: NewIds = fresh_ids,
        clock: Clock = utc_now,
    ) -> None:
        self._parameters = parameters
        self._endpoint = endpoint
        self._line = Line(endpoint, witness)
        self._new_ids = new_ids
        self._clock = clock
        self._sealer = Sealer(parameters, endpoint)
        self._bank = BankCertificate(
            parameters,
            endpoint,
            bank_certificates,
            line=self._line,
            new_ids=new_ids,
            clock=clock,
        )
        self._held: dict[str, Fetched] = {}

    def seal(self, file: OutgoingFile, ids: Ids) -> Sealed:
        """Sign a file, encrypt it for the bank and sign the message."""
        if file.kind not in self.sends:
            raise NotReady(f"Files of kind {file.kind} are not sent to this bank.")
        content = payment_message(file, self._endpoint)
        signer = self._signer()
        return self._sealer.sealed(
            TRANSFER,
            content,
            ids,
            signer=signer,
            recipient=self._bank.current(),
            content_digest=sha256(file.content),
        )

    def deliver(self, sealed: Sealed) -> Receipt:
        """Transfer sealed bytes, exactly one attempt."""
        if (
            sealed.operation != TRANSFER.name
            or sealed.address != self._endpoint.address
        ):
            raise NotReady("This request was sealed for another way to a bank.")
        try:
            reader = self._reader()
        except AnswerNotTrusted as error:
            raise NotSent(f"The bank is not the bank: {error.message}") from error
        try:
            with in_doubt():
                return self._transferred(sealed, reader)
        except Refused:
            # It may not have been able to read us.
            self._bank.forget()
            raise

    def _transferred(self, sealed: Sealed, reader: Reader) -> Receipt:
        reply = self._line.post(sealed, TRANSFER.action)
        part = reader.answer(TRANSFER, reply.body, sealed.ids)
        _ensure_echo(part, sealed.ids)
        code, said = _said(part, "responseCode"), _said(part, "message")
        if code != ACCEPTED:
            raise reader.refusal(code, said)
        reference = _said(part, "correlationId") or None
        return Receipt(code, said, reference, reply.body)

    def waiting(
        self, kinds: Collection[FileKind] | None = None, *, everything: bool = False
    ) -> Iterator[Waiting]:
        """Ask for each kind until the bank has no more; `fetch` gives what came.

        The bank keeps nothing it has given, so that `everything` is what is new.
        """
        del everything
        for kind, operation in FETCHES.items():
            if kinds is None or kind in kinds:
                yield from self._asked_for(kind, operation)

    def _asked_for(self, kind: FileKind, operation: Operation) -> Iterator[Waiting]:
        last = ""
        for _ in range(self._endpoint.most_messages):
            part, reply = self._asked(operation)
            content = self._content(part)
            # A bank that gives the same again would be asked for ever.
            if not content or sha256(content) == last:
                return
            last = sha256(content)
            told = kind_of(content)
            found = kind if told is FileKind.OTHER else told
            name = _said(part, "description")
            self._held[last] = Fetched(
                found, last, content, reply, bank_type=operation.name, name=name
            )
            yield Waiting(found, last, bank_type=operation.name, name=name)
            if _said(part, "severalMessages").lower() not in _TRUE:
                return

    def _content(self, part: Element) -> bytes:
        held = optional_named(part, "content")
        if held is None:
            return b""
        content = decoded(held)
        if content and _said(part, "compressed").lower() in _TRUE:
            return inflated(content, self._endpoint.largest_reply)
        return content

    def fetch(self, waiting: Waiting) -> Fetched:
        """Give the message that came when it was listed by this channel.

        Raises:
            NotReady: It was listed by another, or taken already.
        """
        try:
            return self._held[waiting.reference]
        except KeyError as error:
            raise NotReady("This message has to be asked for anew.") from error

    def taken(self, fetched: Fetched) -> None:
        """Forget the message."""
        self._held.pop(fetched.reference, None)

    def probe(self) -> Iterator[ProbeStep]:
        """Look at the way step by step, ending with a question that moves nothing."""

        def ask() -> str:
            self._bank.renewed()
            return "The bank knows the agreement and has a certificate to encrypt for."

        probe = Probe(self._endpoint, self._endpoint.address, self._clock)
        return probe.steps(self._signer, ask)

    def _asked(self, operation: Operation) -> tuple[Element, bytes]:
        reader = self._reader()
        sealed = self._sealer.sealed(
            operation, None, self._new_ids(), signer=self._signer()
        )
        reply = self._line.post(sealed, operation.action)
        return reader.answer(operation, reply.body, sealed.ids), reply.body

    def _reader(self) -> Reader:
        # Everything needed to read an answer is there before a byte leaves.
        signer = self._signer()
        return Reader(
            self._parameters,
            self._endpoint,
            trust_of(self._endpoint, self._clock()),
            (signer.key,),
            bank=self._bank.current(),
            own=signer.certificate,
        )

    def _signer(self) -> Signer:
        return own_signer(
            self._parameters.private_key,
            self._parameters.certificates,
            self._clock(),
        )


def _ensure_echo(part: Element, ids: Ids) -> None:
    if _said(part, "endToEndMessageId") != ids.request_id:
        raise AnswerNotTrusted("The answer is for another request.")


def _said(parent: Element, name: str) -> str:
    found = optional_named(parent, name)
    return "" if found is None else text_of(found).strip()
