"""The SOAP envelope of Bank Connect: opening a request, building a reply.

Requests are business-signed, encrypted and then WS-signed; at BEC they are WS-signed
before they are encrypted. Replies are made in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from lxml import etree

from banksim.bank.days import COPENHAGEN
from banksim.bankconnect.operations import OPERATIONS, Operation
from banksim.exchange import CONTENT_LAYER, SOAP_LAYER, Spoiling, serialised
from banksim.security.encryption import (
    CannotDecrypt,
    decrypt_body,
    encrypt_body,
    is_encrypted,
)
from banksim.security.names import SOAP, Hash
from banksim.security.safe_xml import Unreadable, parse, words
from banksim.security.sign import sign_beside, sign_envelope
from banksim.security.verify import BadSignature, verify_beside, verify_envelope

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
BC = "http://bankconnect.dk/schema/2014"
NAMES = {"soap": SOAP, "bc": BC}
_ACTION = "urn:CorporateService:"
_ID_LENGTH = 35


class NotTaken(Exception):
    """The envelope is not one the bank takes; it is answered with a SOAP fault."""


@dataclass(frozen=True, slots=True)
class Header:
    """Who calls, as the header says."""

    function_id: str
    reg_no: str
    country: str
    erp: tuple[str, str]
    message_id: str
    made: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request; its body may still be closed."""

    envelope: _Element
    operation: Operation
    header: Header
    signer: x509.Certificate | None = None

    @property
    def called(self) -> _Element:
        """The operation's element in the body."""
        return self.envelope.find("soap:Body", NAMES)[0]  # type: ignore[index]


def read(data: bytes, action: str) -> Request:
    """The envelope of a request, not yet opened.

    Raises:
        NotTaken: It is none, or its header is not whole.
    """
    name = action.strip('"').removeprefix(_ACTION)
    operation = OPERATIONS.get(name)
    if operation is None or not action.strip('"').startswith(_ACTION):
        raise NotTaken(f"SOAPAction {action} is not known")
    try:
        envelope = parse(data)
    except Unreadable as error:
        raise NotTaken(f"The request cannot be read: {error}") from error
    body = envelope.find("soap:Body", NAMES)
    if envelope.tag != f"{{{SOAP}}}Envelope" or body is None or len(body) != 1:
        raise NotTaken("no SOAP envelope with one element in its body")
    found = envelope.findall(f"soap:Header/bc:{operation.header}", NAMES)
    if len(found) != 1:
        raise NotTaken(f"there is not exactly one {operation.header}")
    return Request(envelope, operation, _header(found[0]))


def _header(element: _Element) -> Header:
    def told(path: str) -> str:
        return words(element, "/".join(f"bc:{p}" for p in path.split("/")), NAMES) or ""

    header = Header(
        told("functionIdentification"),
        told("organisationIdentification/mainRegistrationNumber"),
        told("organisationIdentification/isoCountryCode"),
        (told("erpInformation/erpsystem"), told("erpInformation/erpversion")),
        told("endToEndMessageId"),
        told("createDateTime"),
    )
    if not (header.function_id and header.reg_no and header.country):
        raise NotTaken("the header does not say who calls")
    if not 0 < len(header.message_id) <= _ID_LENGTH:
        raise NotTaken("endToEndMessageId has 1 to 35 characters")
    try:
        has_offset = datetime.fromisoformat(header.made).tzinfo is not None
    except ValueError as error:
        raise NotTaken("createDateTime is no time") from error
    if not has_offset:
        raise NotTaken("createDateTime has no offset")
    return header


def opened(
    request: Request, key: rsa.RSAPrivateKey, *, is_signed_inside: bool
) -> Request:
    """The request decrypted, with the certificate that signed all of it.

    Raises:
        NotTaken: It is not protected as its operation has to be.
    """
    operation = request.operation
    if is_encrypted(request.envelope) != operation.is_encrypted:
        raise NotTaken(
            "the body is not encrypted"
            if operation.is_encrypted
            else "the body is encrypted, which this operation is not"
        )
    try:
        if not is_signed_inside:
            request = _ws_verified(request)
        if operation.is_encrypted:
            decrypt_body(request.envelope, key)
            # What xmlsec put in is looked at only after it was read again.
            request = replace(request, envelope=parse(serialised(request.envelope)))
        if is_signed_inside:
            request = _ws_verified(request)
        _ensure_called(request)
        return _business_verified(request)
    except (BadSignature, CannotDecrypt, Unreadable) as error:
        raise NotTaken(str(error)) from error


def _ws_verified(request: Request) -> Request:
    if not request.operation.is_signed:
        return request
    body = request.envelope.find("soap:Body", NAMES)
    header = request.envelope.find("soap:Header/bc:serviceHeader", NAMES)
    if body is None or header is None:
        raise BadSignature("body or service header is missing")
    signer = verify_envelope(request.envelope, [body, header], Hash.SHA256)
    return replace(request, signer=signer)


def _ensure_called(request: Request) -> None:
    if request.called.tag != f"{{{BC}}}{request.operation.name}":
        raise NotTaken("the body is not that of the SOAPAction")


def _business_verified(request: Request) -> Request:
    name = request.operation.business_element
    if name is None:
        return request
    found = request.called.findall(f"bc:{name}", NAMES)
    if len(found) != 1:
        raise BadSignature(f"there is not exactly one {name}")
    signer = verify_beside(found[0])
    if signer != request.signer:
        raise BadSignature("the two signatures are of different signers")
    return request


def build(
    operation: Operation,
    header: Header,
    message: _Element,
    spoiling: Spoiling,
    reader: x509.Certificate | None,
    *,
    is_signed_inside: bool,
    now: datetime,
) -> bytes:
    """The signed and, for a reader, encrypted envelope of a reply."""
    envelope = etree.Element(f"{{{SOAP}}}Envelope", nsmap={"soap": SOAP, "bc": BC})
    head = etree.SubElement(envelope, f"{{{SOAP}}}Header")
    etree.SubElement(head, f"{{{BC}}}technicalAddress")
    own = _put_header(head, operation, header, now)
    body = etree.SubElement(envelope, f"{{{SOAP}}}Body")
    called = etree.SubElement(body, f"{{{BC}}}{operation.name}Response")
    called.append(message)
    if spoiling.signs(CONTENT_LAYER):
        sign_beside(message, spoiling.signer)
        spoiling.spoil_digest(CONTENT_LAYER, called)
    if spoiling.is_altered:
        _alter(message)

    def encrypt() -> None:
        if reader is not None:
            encrypt_body(envelope, reader)

    def sign() -> None:
        if operation.is_signed and spoiling.signs(SOAP_LAYER):
            sign_envelope(envelope, [body, own], spoiling.signer, Hash.SHA256)
            spoiling.spoil_digest(SOAP_LAYER, head)

    for step in (sign, encrypt) if is_signed_inside else (encrypt, sign):
        step()
    return serialised(envelope)


def _put_header(
    head: _Element, operation: Operation, header: Header, now: datetime
) -> _Element:
    own = etree.SubElement(head, f"{{{BC}}}{operation.header}")

    def put(parent: _Element, name: str, text: str | None = None) -> _Element:
        made = etree.SubElement(parent, f"{{{BC}}}{name}")
        made.text = text
        return made

    organisation = put(own, "organisationIdentification")
    put(organisation, "mainRegistrationNumber", header.reg_no)
    put(organisation, "isoCountryCode", header.country)
    put(own, "functionIdentification", header.function_id)
    erp = put(own, "erpInformation")
    put(erp, "erpsystem", header.erp[0])
    put(erp, "erpversion", header.erp[1])
    if operation.is_signed:
        put(own, "format", "ISO20022")
    put(own, "endToEndMessageId", header.message_id)
    put(own, "createDateTime", danish_time(now))
    return own


def danish_time(now: datetime) -> str:
    """A time as Danish clocks show it, with its offset."""
    return now.astimezone(COPENHAGEN).isoformat(timespec="milliseconds")


def _alter(message: _Element) -> None:
    """Change a sign of the content, or of what is said instead of one."""
    for name in ("content", "message", "description"):
        found = message.find(f"{{{BC}}}{name}")
        if found is not None and found.text:
            first = "B" if found.text[0] != "B" else "A"
            found.text = first + found.text[1:]
            return
