"""How a conversation with a bank may fail: one named class per thing that is certain.

    LinkError
    ├── NotReady           keys, certificates or settings do not allow it; nothing left
    ├── NotSent            no byte of the request left this machine
    ├── Refused            the bank says no, for certain
    │   └── WrongName      the certificate's name is not the agreement's
    ├── OutcomeUnknown     bytes left, and what became of them is not known
    └── AnswerNotTrusted   an answer came and cannot be believed

Only `NotReady`, `NotSent` and `Refused` make it safe to send the same file again.
"""

from __future__ import annotations

from enum import StrEnum


class RefusalKind(StrEnum):
    """What a bank refuses for, so that a person is told what to mend."""

    SIGNATURE = "signature"
    CERTIFICATE = "certificate"
    CUSTOMER = "customer"
    AGREEMENT = "agreement"
    AUTHORISATION = "authorisation"
    CONTENT = "content"
    REQUEST = "request"
    NAME = "name"
    TECHNICAL = "technical"
    DUPLICATE = "duplicate"
    NOTHING_THERE = "nothing_there"
    REVIEW = "review"
    """A code nobody has told us about: a person has to look."""


class LinkError(Exception):
    """A conversation with a bank failed. `message` is a sentence fit for a person."""

    code = "failed"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotReady(LinkError):
    """Keys, certificates or settings do not allow this; nothing was sent."""

    code = "not_ready"


class NotSent(LinkError):
    """No byte of the request left this machine; sending it again is safe."""

    code = "not_sent"


class Refused(LinkError):
    """The bank says no, for certain, in an answer that can be believed.

    `bank_code` and `bank_text` are the bank's own, as they came.
    """

    code = "refused"

    def __init__(
        self, message: str, *, bank_code: str, bank_text: str, kind: RefusalKind
    ) -> None:
        super().__init__(message)
        self.bank_code = bank_code
        self.bank_text = bank_text
        self.kind = kind


class WrongName(Refused):
    """The name in the certificate request is not that of the agreement.

    The same activation code works once more with `right_name`, which is None
    where the bank's text could not be read; a second failure is final
    (banks' service description of 2017, certificate service).
    """

    code = "wrong_name"

    def __init__(
        self, message: str, *, bank_code: str, bank_text: str, right_name: str | None
    ) -> None:
        super().__init__(
            message, bank_code=bank_code, bank_text=bank_text, kind=RefusalKind.NAME
        )
        self.right_name = right_name


class OutcomeUnknown(LinkError):
    """Bytes left, and the bank's decision is not known. Never send again on this.

    `bank_code` and `bank_text` are there when the bank did answer, but with
    something that decides nothing: a technical error, a code of unknown meaning,
    or a duplicate, which says that a message with the same ids came before.
    """

    code = "outcome_unknown"

    def __init__(
        self, message: str, *, bank_code: str | None = None, bank_text: str = ""
    ) -> None:
        super().__init__(message)
        self.bank_code = bank_code
        self.bank_text = bank_text


class AnswerNotTrusted(LinkError):
    """An answer came and is not what a bank of ours would have signed for us."""

    code = "answer_not_trusted"
