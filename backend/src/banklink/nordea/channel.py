"""Sends payment files to Nordea and fetches what it holds ready."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from banklink._doubt import in_doubt
from banklink._http import Line
from banklink._identity import own_signer, trust_of
from banklink._inflate import inflated
from banklink._probe import Probe
from banklink._sign import Signer
from banklink._xml import Element, children, decoded, named, optional_named, text_of
from banklink.endpoints import NordeaEndpoint
from banklink.errors import AnswerNotTrusted, NotReady
from banklink.nordea import messages
from banklink.nordea.codes import NOTHING_THERE, OK, file_refusal
from banklink.nordea.messages import Answer
from banklink.nordea.requests import basic_fields, signed_request, upload_fields
from banklink.parameters import NordeaCAParameters
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

_NEW = frozenset({"", "NEW"})
_TRUE = frozenset({"true", "1"})


class NordeaChannel:
    """A `Channel` under one agreement on Corporate Access."""

    def __init__(
        self,
        parameters: NordeaCAParameters,
        endpoint: NordeaEndpoint,
        *,
        witness: Witness = no_witness,
        new_ids: NewIds = fresh_ids,
        clock: Clock = utc_now,
    ) -> None:
        self._parameters = parameters
        self._endpoint = endpoint
        self._line = Line(endpoint, witness)
        self._new_ids = new_ids
        self._clock = clock

    @property
    def sends(self) -> frozenset[FileKind]:
        """The kinds that this endpoint has a type for."""
        return frozenset(self._endpoint.sends)

    @property
    def receives(self) -> frozenset[FileKind]:
        """The kinds that this endpoint has types for."""
        return frozenset(self._endpoint.receives)

    def envelope(self, file: OutgoingFile, ids: Ids) -> bytes:
        """The signed request alone: a Secure Envelope, for other ways to the bank.

        Raises:
            NotReady: As `seal`.
        """
        fields = upload_fields(self._parameters, self._endpoint, file, ids)
        return signed_request(fields, self._signer())

    def seal(self, file: OutgoingFile, ids: Ids) -> Sealed:
        """Sign a file as a Secure Envelope, and that in a signed message."""
        return self._sealed(
            messages.UPLOAD, self.envelope(file, ids), ids, sha256(file.content)
        )

    def deliver(self, sealed: Sealed) -> Receipt:
        """Upload sealed bytes, exactly one attempt."""
        if (
            sealed.operation != messages.UPLOAD
            or sealed.address != self._endpoint.file_service
        ):
            raise NotReady("This request was sealed for another way to a bank.")
        with in_doubt():
            answer, reply = self._exchanged(sealed)
            return _receipt(answer, reply)

    def waiting(
        self, kinds: Collection[FileKind] | None = None, *, everything: bool = False
    ) -> Iterator[Waiting]:
        """List files by type; an empty list is no failure."""
        for kind, file_types in self._endpoint.receives.items():
            if kinds is None or kind in kinds:
                for file_type in file_types:
                    yield from self._listed(kind, file_type, everything=everything)

    def _listed(
        self, kind: FileKind, file_type: str, *, everything: bool
    ) -> Iterator[Waiting]:
        status = "ALL" if everything else "NEW"
        answer, _ = self._asked(
            messages.LIST, "DownloadFileList", FileType=file_type, Status=status
        )
        if answer.code == NOTHING_THERE:
            return
        if answer.code != OK:
            raise file_refusal(answer.code, answer.text)
        listed = optional_named(answer.content, "FileDescriptors")
        for each in () if listed is None else children(listed):
            yield Waiting(
                kind,
                text_of(named(each, "FileReference")).strip(),
                bank_type=_said(each, "FileType") or file_type,
                name=_said(each, "UserFilename"),
                is_new=_said(each, "Status").upper() in _NEW,
            )

    def fetch(self, waiting: Waiting) -> Fetched:
        """Download one file; Nordea then counts it as downloaded."""
        answer, reply = self._asked(
            messages.DOWNLOAD,
            "DownloadFile",
            FileType=waiting.bank_type,
            FileReferences=waiting.reference,
        )
        if answer.code != OK:
            raise file_refusal(answer.code, answer.text)
        if _said(answer.content, "Encrypted").lower() in _TRUE:
            raise AnswerNotTrusted("The file is encrypted, which was never agreed.")
        content = decoded(named(answer.content, "Content"))
        if _said(answer.content, "Compressed").lower() in _TRUE:
            content = inflated(content, self._endpoint.largest_reply)
        return Fetched(
            waiting.kind,
            waiting.reference,
            content,
            reply,
            bank_type=waiting.bank_type,
            name=waiting.name,
        )

    def taken(self, fetched: Fetched) -> None:
        """Nothing to do: Nordea notes the download itself."""

    def probe(self) -> Iterator[ProbeStep]:
        """Look at the way step by step, ending with a question that moves nothing."""

        def ask() -> str:
            answer, _ = self._asked(messages.USER_INFO, "GetUserInfo")
            if answer.code != OK:
                raise file_refusal(answer.code, answer.text)
            return "Nordea knows the agreement."

        probe = Probe(self._endpoint, self._endpoint.file_service, self._clock)
        return probe.steps(self._signer, ask)

    def _asked(
        self, operation: str, command: str, **fields: str
    ) -> tuple[Answer, bytes]:
        ids = self._new_ids()
        asked = basic_fields(self._parameters, self._endpoint, command, ids)
        if operation != messages.USER_INFO:
            asked["TargetId"] = self._parameters.signer_id
        request = signed_request(asked | fields, self._signer())
        return self._exchanged(self._sealed(operation, request, ids))

    def _sealed(
        self, operation: str, request: bytes, ids: Ids, content_digest: str = ""
    ) -> Sealed:
        body = messages.request_message(
            operation, request, ids, self._parameters, self._endpoint, self._signer()
        )
        return Sealed(body, ids, operation, self._endpoint.file_service, content_digest)

    def _exchanged(self, sealed: Sealed) -> tuple[Answer, bytes]:
        # Everything needed to read the answer is made before a byte leaves.
        trust = trust_of(self._endpoint, self._clock())
        signer = self._signer()
        reply = self._line.post(sealed, action="")
        answer = messages.read_answer(
            reply.body, sealed.ids, self._parameters, self._endpoint, trust, signer
        )
        return answer, reply.body

    def _signer(self) -> Signer:
        return own_signer(
            self._parameters.private_key,
            self._parameters.certificates,
            self._clock(),
        )


def _receipt(answer: Answer, reply: bytes) -> Receipt:
    if answer.code != OK:
        raise file_refusal(answer.code, answer.text)
    found = [text_of(each).strip() for each in answer.content.iter("{*}FileReference")]
    # Recorded answers carry totals and no reference; one is taken if it is there.
    reference = found[0] if len(found) == 1 else None
    return Receipt(answer.code, answer.text, reference or None, reply)


def _said(parent: Element, name: str) -> str:
    found = optional_named(parent, name)
    return "" if found is None else text_of(found).strip()
