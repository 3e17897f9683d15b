"""Takes a trusted answer out of a Bank Connect message.

Believed is only what carries the bank's business signature, from the bank whose
certificate is known, in a message for this agreement and this request.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa

from banklink import _soap
from banklink._certificates import Trust, given_certificates
from banklink._encryption import is_encrypted, opened
from banklink._verify import verify_beside
from banklink._xml import Element, children, only, optional_named, text, text_of
from banklink.bankconnect.operations import SCHEMA, Operation
from banklink.bankconnect.requests import signs_first
from banklink.endpoints import BankConnectEndpoint
from banklink.errors import (
    AnswerNotTrusted,
    LinkError,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)
from banklink.parameters import BankConnectParameters
from banklink.values import Ids

_NS = f"{{{SCHEMA}}}"
ACCEPTED = "200"
_PEM = b"-----BEGIN CERTIFICATE-----"


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the answers to requests of one agreement.

    `bank` is the bank's certificate where it is known already, `own` the subject
    that an answer may not be signed by.
    """

    parameters: BankConnectParameters
    endpoint: BankConnectEndpoint
    trust: Trust
    keys: Sequence[rsa.RSAPrivateKey]
    bank: x509.Certificate | None = None
    own: x509.Certificate | None = None

    def answer(self, operation: Operation, reply: bytes, ids: Ids) -> Element:
        """The element that the bank's business signature covers.

        Raises:
            AnswerNotTrusted: A signature does not hold, or it is for another.
            Refused: The bank says no, in a fault or a signed exception.
            OutcomeUnknown: It says something that decides nothing.
        """
        try:
            message = _soap.read(reply, largest=self.endpoint.largest_reply)
        except _soap.Fault as fault:
            raise self._judged(fault) from fault
        if operation.answer_is_encrypted != is_encrypted(message.body):
            raise AnswerNotTrusted("The answer is not protected as was agreed.")
        if operation.is_signed:
            message = self._verified(operation, message, ids)
        out = _soap.only_child(message.body)
        if out.tag != f"{_NS}{operation.name}Response":
            raise AnswerNotTrusted("The answer is of another operation.")
        signed = verify_beside(children(out)[0], self.trust) if len(out) else None
        if signed is None or len(children(out)) != _SIGNED_AND_SIGNATURE:
            raise AnswerNotTrusted("The answer has no signature of the bank beside it.")
        self._ensure_bank(signed.signer)
        if signed.part.tag == f"{_NS}corporateException":
            raise self._exception(signed.part)
        return signed.part

    def _verified(
        self, operation: Operation, message: _soap.Message, ids: Ids
    ) -> _soap.Message:
        if operation.answer_is_encrypted and signs_first(self.endpoint):
            message = self._opened(message)
        service = only(message.header, f"{_NS}serviceHeader")
        signed = _soap.verify(message, [message.body, service], self.trust)
        self._ensure_bank(signed.signer)
        self._ensure_for_us(signed.parts[1], ids)
        if operation.answer_is_encrypted and not signs_first(self.endpoint):
            message = self._opened(message)
        return message

    def _opened(self, message: _soap.Message) -> _soap.Message:
        root = opened(
            message.security,
            message.body,
            self.keys,
            largest=self.endpoint.largest_reply,
        )
        return _soap.taken_apart(root)

    def _ensure_for_us(self, header: Element, ids: Ids) -> None:
        expected = {
            "functionIdentification": self.parameters.function_id,
            "endToEndMessageId": ids.request_id if self.endpoint.echoes_id else "",
        }
        for name, ours in expected.items():
            found = optional_named(header, name)
            if ours and (found is None or text_of(found).strip() != ours):
                raise AnswerNotTrusted(f"The answer's {name} is not ours.")
        number = header.find(f"{_NS}organisationIdentification")
        if number is not None and self.parameters.reg_no != text(
            number, f"{_NS}mainRegistrationNumber"
        ):
            raise AnswerNotTrusted("The answer is of another bank.")

    def _ensure_bank(self, signer: x509.Certificate) -> None:
        if self.bank is not None and signer.subject != self.bank.subject:
            raise AnswerNotTrusted("The answer is signed by somebody else.")
        if self.own is not None and signer.subject == self.own.subject:
            raise AnswerNotTrusted("The answer is signed in our own name.")

    def _judged(self, fault: _soap.Fault) -> LinkError:
        for name in ("responseCode", "code", "errorCode"):
            if name in fault.detail:
                code = fault.detail[name]
                told = _soap.refused(fault)
                is_certain = isinstance(told, Refused)
                return self.refusal(code, fault.reason, is_certain=is_certain)
        return _soap.refused(fault)

    def _exception(self, exception: Element) -> LinkError:
        said = [text_of(e).strip() for e in exception.iter("*") if not len(e)]
        code = next((s for s in said if s.isdigit()), "")
        return self.refusal(code, " ".join(s for s in said if s))

    def refusal(self, code: str, said: str, *, is_certain: bool = False) -> LinkError:
        """What a code means that is not 200."""
        message = f"The bank answered {code or 'with an exception'}: {said}"
        if is_certain or code in self.endpoint.refusal_codes:
            return Refused(
                message, bank_code=code, bank_text=said, kind=RefusalKind.REVIEW
            )
        return OutcomeUnknown(message, bank_code=code, bank_text=said)


_SIGNED_AND_SIGNATURE = 2


def held_certificates(part: Element) -> list[x509.Certificate]:
    """The certificates whose PEM text stands anywhere in a signed part.

    The elements' names are not published. Base64 around the text is undone.

    Raises:
        AnswerNotTrusted: There are none.
    """
    found: list[x509.Certificate] = []
    for each in part.iter("*"):
        if children(each):
            continue
        data = text_of(each).encode()
        if _PEM not in data:
            data = _from_base64(data)
        if _PEM in data:
            found += given_certificates(data)
    if not found:
        raise AnswerNotTrusted("The answer holds no certificate.")
    return found


def _from_base64(data: bytes) -> bytes:
    try:
        return base64.b64decode(b"".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""
