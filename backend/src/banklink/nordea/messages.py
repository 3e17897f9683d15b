"""Nordea's SOAP messages: a signed request put in, a trusted answer taken out.

An answer is believed when the bank signed the message and the response inside it,
and both are for the request that was sent.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

from lxml import etree

from banklink import _soap
from banklink._certificates import Trust
from banklink._identity import ensure_not_ours
from banklink._sign import Signer
from banklink._verify import verify_enveloped
from banklink._xml import (
    Element,
    decoded,
    named,
    optional_named,
    parse,
    serialised,
    text_of,
)
from banklink.endpoints import AgreementPlace, NordeaEndpoint
from banklink.errors import AnswerNotTrusted, LinkError, OutcomeUnknown
from banklink.nordea.codes import OK, file_refusal
from banklink.nordea.requests import BXD, moment, put
from banklink.parameters import NordeaCAParameters
from banklink.values import Ids

_SERVICE = "http://bxd.fi/CorporateFileService"
_MODEL = "http://model.bxd.fi"

UPLOAD = "uploadFile"
LIST = "downloadFileList"
DOWNLOAD = "downloadFile"
USER_INFO = "getUserInfo"


@dataclass(frozen=True, slots=True)
class Answer:
    """A trusted answer of the file service."""

    code: str
    text: str
    content: Element
    """The signed ApplicationResponse."""


def request_message(
    operation: str,
    request: bytes,
    ids: Ids,
    parameters: NordeaCAParameters,
    endpoint: NordeaEndpoint,
    signer: Signer,
) -> bytes:
    """A signed SOAP message around a signed request."""
    message = _soap.new_message()
    asked = etree.SubElement(
        message.body,
        f"{{{_SERVICE}}}{operation}in",
        nsmap={"cor": _SERVICE, "mod": _MODEL},
    )
    receiver = endpoint.receiver_id
    if endpoint.agreement_place is AgreementPlace.RECEIVER_ID:
        receiver = parameters.agreement_id
    header = etree.SubElement(asked, f"{{{_MODEL}}}RequestHeader")
    for name, value in (
        ("SenderId", parameters.sender_id),
        ("RequestId", ids.request_id),
        ("Timestamp", moment(ids.timestamp)),
        ("Language", endpoint.language),
        ("UserAgent", f"{endpoint.software_id} {endpoint.software_version}"[:80]),
        ("ReceiverId", receiver),
    ):
        put(header, f"{{{_MODEL}}}{name}", value)
    put(asked, f"{{{_MODEL}}}ApplicationRequest", base64.b64encode(request).decode())
    _soap.sign(message, [message.body], signer)
    return serialised(message.root)


def read_answer(
    reply: bytes,
    ids: Ids,
    parameters: NordeaCAParameters,
    endpoint: NordeaEndpoint,
    trust: Trust,
    signer: Signer,
) -> Answer:
    """Verify both signatures of an answer, and that it answers this request.

    Raises:
        AnswerNotTrusted: One does not hold, or it is for something else.
        Refused: The bank says no, in a fault or in a signed answer.
        OutcomeUnknown: It says something that decides nothing.
    """
    try:
        message = _soap.read(reply, largest=endpoint.largest_reply)
    except _soap.Fault as fault:
        raise refusal_of(fault) from fault
    signed = _soap.verify(message, [message.body], trust)
    ensure_not_ours(signed.signer, signer.certificate)
    out = _soap.only_child(signed.part)
    if not str(out.tag).startswith(f"{{{_SERVICE}}}"):
        raise AnswerNotTrusted("The answer is of another service.")
    header = named(out, "ResponseHeader")
    _ensure_same(header, "RequestId", ids.request_id)
    _ensure_same(header, "SenderId", parameters.sender_id)
    code, text = code_of(header)
    held = optional_named(out, "ApplicationResponse")
    if held is None:
        if code == OK:
            raise AnswerNotTrusted("The answer has no response inside.")
        raise file_refusal(code, text)
    content = _response(decoded(held), parameters, endpoint, trust, signer)
    inner_code, inner_text = code_of(content)
    if inner_code == OK != code:
        raise OutcomeUnknown(
            f"Nordea answered both {code} and {inner_code}: {text}",
            bank_code=code,
            bank_text=text,
        )
    return Answer(inner_code, inner_text, content)


def _response(
    data: bytes,
    parameters: NordeaCAParameters,
    endpoint: NordeaEndpoint,
    trust: Trust,
    signer: Signer,
) -> Element:
    root = parse(data, largest=endpoint.largest_reply)
    signed = verify_enveloped(root, trust)
    ensure_not_ours(signed.signer, signer.certificate)
    if signed.part.tag != f"{{{BXD}}}ApplicationResponse":
        raise AnswerNotTrusted("The answer holds something other than a response.")
    _ensure_same(signed.part, "CustomerId", parameters.sender_id)
    return signed.part


def _ensure_same(parent: Element, name: str, expected: str) -> None:
    found = text_of(named(parent, name)).strip()
    if found != expected:
        raise AnswerNotTrusted(f"The answer is for {name} {found!r}, not for ours.")


def code_of(parent: Element) -> tuple[str, str]:
    """Code and text of a header or a response, codes always of two digits."""
    text = optional_named(parent, "ResponseText")
    code = text_of(named(parent, "ResponseCode")).strip()
    return code.zfill(2), "" if text is None else text_of(text).strip()


def refusal_of(fault: _soap.Fault) -> LinkError:
    """What a fault means for the request that it answers."""
    code, text = fault_code(fault)
    return file_refusal(code, text) if code else _soap.refused(fault)


def fault_code(fault: _soap.Fault) -> tuple[str, str]:
    """The response code in a fault, empty where there is none, and its text.

    A detail of letters tells what the fault is about; the fault itself decides.
    """
    for name in ("code", "Code", "ResponseCode"):
        code = fault.detail.get(name, "")
        if code.isdigit():
            return code.zfill(2), fault.reason
    return "", fault.reason
