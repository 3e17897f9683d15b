"""Nordea's side as the facts tell it, made with xmlsec: checks a request, answers it.

A test replaces what it wants to see handled; everything else is as an honest bank does.
"""

import base64
import gzip
import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.x509.oid import NameOID
from lxml import etree

from tests.banklink.link_authority import Authority, Identity
from tests.banklink.link_oracle import (
    DS,
    SOAP,
    WSSE,
    WSU,
    Element,
    ensure_signed,
    sign_enveloped,
    sign_parts,
)

FILES = "http://bxd.fi/CorporateFileService"
CERTS = "http://bxd.fi/CertificateService"
MODEL = "http://model.bxd.fi"
BXD = "http://bxd.fi/xmldata/"
CERT_DATA = "http://filetransfer.nordea.com/xmldata/"
STAMP = "2026-11-21T12:00:00Z"


def put(parent: Element, tag: str, text: str | None = None) -> Element:
    child = etree.SubElement(parent, tag)
    child.text = text
    return child


@dataclass
class NordeaBank:
    """Answers one request after the other."""

    bank: Identity
    customer: Identity
    sender_id: str = "11111111111"
    code: str = "00"
    text: str = "OK."
    header_code: str | None = None
    content: bytes = b""
    is_compressed: bool = False
    descriptors: Sequence[dict[str, str]] = ()
    has_reference: bool = False
    echo: Callable[[str], str] = str
    customer_id: str | None = None
    signer: Identity | None = None
    change_response: Callable[[Element], None] = lambda _: None
    change_message: Callable[[Element], None] = lambda _: None
    seen: list[Element] = field(default_factory=list)
    """The application requests, verified."""

    def answer(self, data: bytes) -> bytes:
        root = etree.fromstring(data)
        header, body = root
        signature = header.find(f"{{{WSSE}}}Security/{{{DS}}}Signature")
        ensure_signed(root, signature, self.customer, [body])
        asked = body[0]
        inner = etree.fromstring(
            base64.b64decode(asked.findtext(f"{{{MODEL}}}ApplicationRequest"))
        )
        ensure_signed(inner, inner.find(f"{{{DS}}}Signature"), self.customer)
        self.seen.append(inner)
        request_id = asked.findtext(f"{{{MODEL}}}RequestHeader/{{{MODEL}}}RequestId")
        name = etree.QName(asked).localname
        return self.message(name.removesuffix("in") + "out", request_id)

    def message(self, name: str, request_id: str) -> bytes:
        root = etree.Element(f"{{{SOAP}}}Envelope", nsmap={"s": SOAP})
        security = put(put(root, f"{{{SOAP}}}Header"), f"{{{WSSE}}}Security")
        stamp = put(security, f"{{{WSU}}}Timestamp")
        stamp.set(f"{{{WSU}}}Id", "stamp")
        put(stamp, f"{{{WSU}}}Created", STAMP)
        put(stamp, f"{{{WSU}}}Expires", "2026-11-21T12:05:00Z")
        body = put(root, f"{{{SOAP}}}Body")
        body.set(f"{{{WSU}}}Id", "body")
        out = put(body, f"{{{FILES}}}{name}")
        header = put(out, f"{{{MODEL}}}ResponseHeader")
        for tag, text in (
            ("SenderId", self.sender_id),
            ("RequestId", self.echo(request_id)),
            ("Timestamp", STAMP),
            ("ResponseCode", self.header_code or self.code),
            ("ResponseText", self.text),
            ("ReceiverId", "NDEADKKK"),
        ):
            put(header, f"{{{MODEL}}}{tag}", text)
        held = put(out, f"{{{MODEL}}}ApplicationResponse")
        held.text = base64.b64encode(self.response()).decode()
        sign_parts(security, [body, stamp], self.signer or self.bank)
        self.change_message(root)
        return etree.tostring(root)

    def response(self) -> bytes:
        root = etree.Element(f"{{{BXD}}}ApplicationResponse", nsmap={None: BXD})
        put(root, f"{{{BXD}}}CustomerId", self.customer_id or self.sender_id)
        put(root, f"{{{BXD}}}Timestamp", STAMP)
        put(root, f"{{{BXD}}}ResponseCode", self.code)
        put(root, f"{{{BXD}}}ResponseText", self.text)
        put(root, f"{{{BXD}}}Encrypted", "false")
        put(root, f"{{{BXD}}}Compressed", str(self.is_compressed).lower())
        if self.descriptors:
            listed = put(root, f"{{{BXD}}}FileDescriptors")
            for each in self.descriptors:
                one = put(listed, f"{{{BXD}}}FileDescriptor")
                for tag, text in each.items():
                    put(one, f"{{{BXD}}}{tag}", text)
        if self.has_reference:
            put(root, f"{{{BXD}}}FileReference", "REF1")
        if self.content:
            data = gzip.compress(self.content) if self.is_compressed else self.content
            put(root, f"{{{BXD}}}Content", base64.b64encode(data).decode())
        sign_enveloped(root, self.signer or self.bank)
        self.change_response(root)
        return etree.tostring(root)


def fault(code: str, text: str, detail: str = "") -> bytes:
    return (
        f'<s:Envelope xmlns:s="{SOAP}"><s:Body><s:Fault><faultcode>{code}</faultcode>'
        f"<faultstring>{text}</faultstring>{detail}</s:Fault></s:Body></s:Envelope>"
    ).encode()


@dataclass
class NordeaCertificates:
    """The certificate service: checks the seal or the old signature, then issues."""

    authority: Authority
    bank: Identity
    secret: str = "1234567890"
    right_name: str = "Company ApS"
    signer_id: str = "1234567890"
    holder: Identity | None = None
    """Whose signature a renewal has to carry."""
    issuer: Authority | None = None
    serial_number: str | None = None
    wrong_key: bool = False
    is_signed: bool = True
    seen: list[Element] = field(default_factory=list)

    def answer(self, data: bytes) -> bytes:
        root = etree.fromstring(data)
        asked = root.find(f"{{{SOAP}}}Body")[0]
        inner = etree.fromstring(
            base64.b64decode(asked.findtext(f"{{{CERTS}}}ApplicationRequest"))
        )
        self.seen.append(inner)
        der = base64.b64decode(inner.findtext(f"{{{CERT_DATA}}}Content"))
        seal = inner.findtext(f"{{{CERT_DATA}}}HMAC")
        if seal is None:
            assert self.holder is not None
            ensure_signed(inner, inner.find(f"{{{DS}}}Signature"), self.holder)
        elif base64.b64decode(seal) != self._seal(der):
            return self.refusal("34", "MAC error")
        request = x509.load_der_x509_csr(der)
        assert request.is_signature_valid
        (name,) = request.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        if name.value != self.right_name:
            return self.refusal(
                "33", f"Name of the certificate must be '{self.right_name}'"
            )
        (number,) = request.subject.get_attributes_for_oid(NameOID.SERIAL_NUMBER)
        assert number.value == self.signer_id
        return self.issued(request)

    def _seal(self, der: bytes) -> bytes:
        return hmac.digest(self.secret.encode(), der, hashlib.sha1)

    def refusal(self, code: str, text: str) -> bytes:
        detail = (
            f'<detail><c:CertificateFault xmlns:c="{CERTS}"><c:category>CUST'
            f"</c:category><c:code>{code}</c:code></c:CertificateFault></detail>"
        )
        return fault("s:Server", text, detail)

    def issued(self, request: x509.CertificateSigningRequest) -> bytes:
        key = None if self.wrong_key else request.public_key()
        made = (self.issuer or self.authority).issue(
            self.right_name,
            serial_number=self.serial_number or self.signer_id,
            key=key and _Public(key),
        )
        inner = etree.Element(
            f"{{{CERT_DATA}}}CertApplicationResponse", nsmap={None: CERT_DATA}
        )
        put(inner, f"{{{CERT_DATA}}}CustomerId", self.signer_id)
        put(inner, f"{{{CERT_DATA}}}Timestamp", STAMP)
        put(inner, f"{{{CERT_DATA}}}ResponseCode", "00")
        put(inner, f"{{{CERT_DATA}}}ResponseText", "OK.")
        one = put(
            put(inner, f"{{{CERT_DATA}}}Certificates"), f"{{{CERT_DATA}}}Certificate"
        )
        put(one, f"{{{CERT_DATA}}}Name", self.right_name)
        der = base64.b64encode(made.der).decode()
        put(one, f"{{{CERT_DATA}}}Certificate", der)
        put(one, f"{{{CERT_DATA}}}CertificateFormat", "X509v3")
        if self.is_signed:
            sign_enveloped(inner, self.bank)
        root = etree.Element(f"{{{SOAP}}}Envelope", nsmap={"s": SOAP})
        out = put(put(root, f"{{{SOAP}}}Body"), f"{{{CERTS}}}getCertificateout")
        header = put(out, f"{{{CERTS}}}ResponseHeader")
        put(header, f"{{{CERTS}}}ResponseCode", "00")
        put(header, f"{{{CERTS}}}ResponseText", "OK.")
        held = put(out, f"{{{CERTS}}}ApplicationResponse")
        held.text = base64.b64encode(etree.tostring(inner)).decode()
        return etree.tostring(root)


@dataclass
class _Public:
    """Stands for a key of which only the public half is known."""

    public: object

    def public_key(self) -> object:
        return self.public
