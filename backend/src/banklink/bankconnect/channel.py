"""Sends payment files over Bank Connect and fetches what the bank has for us.

The bank keeps no list: asking for a kind gives the next message of it, if any.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from banklink._doubt import in_doubt
from banklink._identity import trust_of
from banklink._inflate import inflated
from banklink._kinds import kind_of
from banklink._probe import Probe
from banklink._xml import Element, decoded, optional_named, text_of
from banklink.bankconnect.answers import ACCEPTED, Reader
from banklink.bankconnect.operations import FETCHES, TRANSFER
from banklink.bankconnect.party import Party
from banklink.bankconnect.requests import payment_message
from banklink.errors import (
    AnswerNotTrusted,
    LinkError,
    NotReady,
    NotSent,
    OutcomeUnknown,
    Refused,
)
from banklink.safe import NoSafe, Question, Safe
from banklink.values import (
    Fetched,
    FileKind,
    Ids,
    OutgoingFile,
    ProbeStep,
    Receipt,
    Sealed,
    Waiting,
    sha256,
)

_TRUE = frozenset({"true", "1"})


class _Message(NamedTuple):
    """What was in an answer, and whether the bank has said that there is more."""

    file: Fetched | None
    has_more: bool


class BankConnectChannel(Party):
    """A `Channel` under one agreement on Bank Connect."""

    sends = frozenset({FileKind.PAYMENT})
    receives = frozenset(FETCHES)

    _safe: Safe = NoSafe()

    def keep_in(self, safe: Safe) -> None:
        """Have every answer kept there first: the bank gives it only once."""
        self._safe = safe

    @cached_property
    def _held(self) -> dict[str, tuple[Fetched, list[Question]]]:
        """Messages that were listed and not taken yet, with what brought them."""
        return {}

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

        What came earlier and was not taken is first. The bank keeps nothing it has
        given, so that `everything` is what is new.
        """
        del everything
        for kind in FETCHES:
            if kinds is None or kind in kinds:
                yield from self._kept(kind)
                yield from self._asked_for(kind)

    def _kept(self, kind: FileKind) -> Iterator[Waiting]:
        """What is in answers that somebody kept and was stopped before taking."""
        for question, reply in self._safe.unread(kind):
            reader, found = self._reader(), None
            # What such an answer is worth the safe is told.
            with suppress(AnswerNotTrusted, Refused, OutcomeUnknown):
                found = self._read(reader, question, reply).file
            if found is not None:
                yield self._hold(question, found)

    def _asked_for(self, kind: FileKind) -> Iterator[Waiting]:
        last = ""
        for _ in range(self._endpoint.most_messages):
            reader, question, reply = self._asked(kind)
            message = self._read(reader, question, reply)
            if message.file is None:
                return
            if message.file.reference == last:
                # A bank that gives the same again would be asked for ever.
                self._safe.forget(question)
                return
            last = message.file.reference
            yield self._hold(question, message.file)
            if not message.has_more:
                return

    def _asked(self, kind: FileKind) -> tuple[Reader, Question, bytes]:
        operation = FETCHES[kind]
        # Everything needed to read an answer is there before a byte leaves.
        reader = self._reader()
        sealed = self._sealer.sealed(
            operation, None, self._new_ids(), signer=self._signer()
        )
        question = Question(kind, sealed.ids)
        self._safe.expect(question)
        try:
            reply = self._line.post(sealed, operation.action)
        except (NotReady, NotSent):
            self._safe.forget(question)
            raise
        self._safe.keep(question, reply.body)
        return reader, question, reply.body

    def _read(self, reader: Reader, question: Question, reply: bytes) -> _Message:
        try:
            part = reader.answer(FETCHES[question.kind], reply, question.ids)
            content = self._content(part)
        except AnswerNotTrusted as error:
            self._safe.doubt(question, error)
            raise
        except LinkError:
            # The bank said no, or nothing that decides: no file came with that.
            self._safe.forget(question)
            raise
        has_more = _said(part, "severalMessages").lower() in _TRUE
        if not content:
            self._safe.forget(question)
            return _Message(None, has_more)
        told = kind_of(content)
        file = Fetched(
            question.kind if told is FileKind.OTHER else told,
            sha256(content),
            content,
            reply,
            bank_type=FETCHES[question.kind].name,
            name=_said(part, "description"),
        )
        return _Message(file, has_more)

    def _hold(self, question: Question, file: Fetched) -> Waiting:
        self._held.setdefault(file.reference, (file, []))[1].append(question)
        return Waiting(file.kind, file.reference, file.bank_type, file.name)

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
            return self._held[waiting.reference][0]
        except KeyError as error:
            raise NotReady("This message has to be asked for anew.") from error

    def taken(self, fetched: Fetched) -> None:
        """Forget the message, and its answer in the safe."""
        _, questions = self._held.pop(fetched.reference, (fetched, []))
        for question in questions:
            self._safe.forget(question)

    def probe(self) -> Iterator[ProbeStep]:
        """Look at the way step by step, ending with a question that moves nothing."""

        def ask() -> str:
            self._bank.renewed()
            return "The bank knows the agreement and has a certificate to encrypt for."

        probe = Probe(self._endpoint, self._endpoint.address, self._clock)
        return probe.steps(self._signer, ask)

    def _reader(self) -> Reader:
        signer = self._signer()
        return Reader(
            self._parameters,
            self._endpoint,
            trust_of(self._endpoint, self._clock()),
            (signer.key,),
            bank=self._bank.current(),
            own=signer.certificate,
        )


def _ensure_echo(part: Element, ids: Ids) -> None:
    if _said(part, "endToEndMessageId") != ids.request_id:
        raise AnswerNotTrusted("The answer is for another request.")


def _said(parent: Element, name: str) -> str:
    found = optional_named(parent, name)
    return "" if found is None else text_of(found).strip()
