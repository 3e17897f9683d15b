"""A bank of Bank Connect as the facts tell it, made with xmlsec."""

import base64
import gzip
from collections.abc import Callable
from dataclasses import dataclass, field

from cryptography import x509
from lxml import etree

from tests.banklink.link_authority import Authority, Identity
from tests.banklink.link_oracle import (
    DS,
    SOAP,
    WSSE,
    WSU,
    XENC,
    Element,
    encrypt_content,
    ensure_signed,
    open_content,
    sign_beside,
    sign_parts,
)

BC = "http://bankconnect.dk/schema/2014"
_UNSIGNED = {"getBankCertificate", "activateServiceAgreement"}
_ENCRYPTED = {
    "activateServiceAgreement", "renewCustomerCertificate", "transferPayment",
}  # fmt: skip


def put(parent: Element, name: str, text: str | None = None) -> Element:
    child = etree.SubElement(parent, f"{{{BC}}}{name}")
    child.text = text
    return child


@dataclass
class ConnectBank:
    """Answers one request after the other."""

    authority: Authority
    bank: Identity
    customer: Identity | None
    signs_first: bool = False
    function_id: str = "F-1"
    reg_no: str = "8079"
    code: str = "200"
    messages: list[bytes] = field(default_factory=list)
    is_compressed: bool = False
    exception: str = ""
    signer: Identity | None = None
    """Who signs the business signature, when not the bank."""
    message_signer: Identity | None = None
    """Who signs the header, when not the bank."""
    echo: Callable[[str], str] = str
    encrypts: bool = True
    given: tuple[bytes, ...] = ()
    """What is given as the bank's certificate, when not its own."""
    never_ends: bool = False
    change: Callable[[Element], None] = lambda _: None
    seen: list[tuple[str, Element]] = field(default_factory=list)
    """What was asked, by the operation's name, in the clear."""

    def answer(self, data: bytes) -> bytes:
        root = etree.fromstring(data)
        header, body = root
        security = header.find(f"{{{WSSE}}}Security")
        is_signed = header.find(f"{{{BC}}}serviceHeader") is not None
        head = header.find(f"{{{BC}}}serviceHeader")
        if head is None:
            head = header.find(f"{{{BC}}}activationHeader")
        is_encrypted = body.find(f"{{{XENC}}}EncryptedData") is not None
        if is_signed and not (self.signs_first and is_encrypted):
            self._check_header(root, security, body, head)
        if is_encrypted:
            open_content(security, body, self.bank)
        # Read anew: lxml does not find by name what xmlsec has put into its tree.
        root = etree.fromstring(etree.tostring(root))
        header, body = root
        security = header.find(f"{{{WSSE}}}Security")
        if is_signed and self.signs_first and is_encrypted:
            served = header.find(f"{{{BC}}}serviceHeader")
            self._check_header(root, security, body, served)
        asked = body[0]
        name = etree.QName(asked).localname
        assert is_signed is (name not in _UNSIGNED)
        assert is_encrypted is (name in _ENCRYPTED)
        if len(asked) == 2:
            part, signature = asked
            ensure_signed(root, signature, self.customer, [part])
        self.seen.append((name, asked))
        request_id = head.findtext(f"{{{BC}}}endToEndMessageId")
        return self._reply(name, asked, request_id, is_signed=is_signed)

    def _check_header(
        self, root: Element, security: Element, body: Element, head: Element
    ) -> None:
        signature = security.find(f"{{{DS}}}Signature")
        references = signature.findall(f"{{{DS}}}SignedInfo/{{{DS}}}Reference")
        assert {reference.get("URI") for reference in references} == {
            f"#{part.get(f'{{{WSU}}}Id')}" for part in (body, head)
        }
        ensure_signed(root, signature, self.customer, [body, head])

    def _reply(
        self, name: str, asked: Element, request_id: str, *, is_signed: bool
    ) -> bytes:
        root = etree.Element(f"{{{SOAP}}}Envelope", nsmap={"s": SOAP, "bc": BC})
        header = etree.SubElement(root, f"{{{SOAP}}}Header")
        body = etree.SubElement(root, f"{{{SOAP}}}Body")
        body.set(f"{{{WSU}}}Id", "body")
        out = put(body, f"{name}Response")
        part = self._content(name, asked, out, request_id)
        part.set("id", "answer")
        sign_beside(part, self.signer or self.bank)
        if not is_signed:
            self.change(root)
            return etree.tostring(root)
        head = self._head(header, request_id)
        security = etree.SubElement(header, f"{{{WSSE}}}Security")
        signer = self.message_signer or self.bank
        if self.signs_first:
            sign_parts(security, [body, head], signer)
            self._encrypt(security, body)
        else:
            self._encrypt(security, body)
            sign_parts(security, [body, head], signer)
        self.change(root)
        return etree.tostring(root)

    def _encrypt(self, security: Element, body: Element) -> None:
        if self.encrypts:
            encrypt_content(security, body, self.customer)

    def _head(self, header: Element, request_id: str) -> Element:
        head = put(header, "serviceHeader")
        head.set(f"{{{WSU}}}Id", "head")
        organisation = put(head, "organisationIdentification")
        put(organisation, "mainRegistrationNumber", self.reg_no)
        put(organisation, "isoCountryCode", "DK")
        put(head, "functionIdentification", self.function_id)
        put(head, "endToEndMessageId", self.echo(request_id))
        return head

    def _content(
        self, name: str, asked: Element, out: Element, request_id: str
    ) -> Element:
        if self.exception:
            part = put(out, "corporateException")
            put(part, "errorCode", self.exception)
            put(part, "errorText", "No.")
            return part
        if name == "getBankCertificate":
            part = put(out, "bankCertificateMessage")
            for pem in self.given or (self.bank.pem,):
                put(part, "bankCertificate", pem.decode())
            return part
        if name in {"activateServiceAgreement", "renewCustomerCertificate"}:
            part = put(out, "certificateMessage")
            (held,) = asked.iter(f"{{{BC}}}certificateRequest")
            put(part, "certificate", self._issued(base64.b64decode(held.text)).decode())
            return part
        if name == "transferPayment":
            part = put(out, "paymentResponse")
            put(part, "responseCode", self.code)
            put(part, "sender", "bank")
            put(part, "endToEndMessageId", self.echo(request_id))
            put(part, "correlationId", "C-1")
            put(part, "message", "Taken in.")
            return part
        return self._message(out)

    def _message(self, out: Element) -> Element:
        part = put(out, "corporateMessage")
        if not self.messages:
            return part
        content = self.messages[0] if self.never_ends else self.messages.pop(0)
        put(part, "format", "ISO20022")
        put(part, "mimeType", "text/xml")
        put(part, "severalMessages", str(bool(self.messages)).lower())
        put(part, "description", "file.xml")
        put(part, "endToEndMessageId", "bank-1")
        put(part, "compressed", "1" if self.is_compressed else "0")
        data = gzip.compress(content) if self.is_compressed else content
        put(part, "content", base64.b64encode(data).decode())
        return part

    def _issued(self, der: bytes) -> bytes:
        request = x509.load_der_x509_csr(der)
        assert request.is_signature_valid
        (name,) = request.subject
        holder = _Holder(request)
        return self.authority.issue(str(name.value), key=holder).pem


@dataclass
class _Holder:
    """Stands for a key of which only the public half is known."""

    request: x509.CertificateSigningRequest

    def public_key(self) -> object:
        return self.request.public_key()
