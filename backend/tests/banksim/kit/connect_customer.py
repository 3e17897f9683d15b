"""A customer of Bank Connect, built from the published facts."""

import base64
import gzip
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from lxml import etree

from banksim.demo import BankConnectDemo
from tests.banksim.kit import customer_signatures as cs

BC = "http://bankconnect.dk/schema/2014"
Post = Callable[[str, bytes, str], bytes]
_numbers = count(1)


@dataclass
class Reply:
    """What the bank answered, opened and verified."""

    message: Any
    header: Any
    signer: x509.Certificate

    def get(self, name: str) -> str | None:
        found = self.message.findtext(f"{{{BC}}}{name}")
        return str(found) if found is not None else None

    @property
    def content(self) -> bytes | None:
        text = self.get("content")
        if text is None:
            return None
        data = base64.b64decode(text)
        return gzip.decompress(data) if self.get("compressed") == "1" else data


@dataclass
class ConnectCustomer:
    """One installation with its key and the certificates it has."""

    post: Post
    demo: BankConnectDemo
    key: rsa.RSAPrivateKey
    certificate: x509.Certificate | None = None
    bank: x509.Certificate | None = None
    prefix: str = ""
    is_signed_inside: bool | None = None

    @property
    def path(self) -> str:
        centre = self.demo.centre.value
        return f"{self.prefix}/bank-connect/{centre}/2019/04/04/CorporateService"

    @property
    def me(self) -> cs.Identity:
        assert self.certificate is not None
        return cs.Identity(self.key, self.certificate)

    @property
    def signs_inside(self) -> bool:
        if self.is_signed_inside is not None:
            return self.is_signed_inside
        return self.demo.centre.value == "bec"

    def envelope(self, operation: str, header: str, **told: str) -> tuple[Any, Any]:
        """An envelope without security, and the element of the operation."""
        names = {"soap": cs.SOAP, "bc": BC}
        envelope = etree.Element(f"{{{cs.SOAP}}}Envelope", nsmap=names)
        head = etree.SubElement(envelope, f"{{{cs.SOAP}}}Header")
        etree.SubElement(head, f"{{{BC}}}technicalAddress")
        part = etree.SubElement(head, f"{{{BC}}}{header}")
        organisation = put(part, "organisationIdentification")
        put(organisation, "mainRegistrationNumber", self.demo.reg_no)
        put(organisation, "isoCountryCode", self.demo.country_code)
        put(part, "functionIdentification", self.demo.function_id)
        erp = put(part, "erpInformation")
        put(erp, "erpsystem", "kit")
        put(erp, "erpversion", "1")
        if header == "serviceHeader":
            put(part, "format", "ISO20022")
        message_id = told.get("message_id", f"KIT{next(_numbers):012d}")
        put(part, "endToEndMessageId", message_id)
        put(part, "createDateTime", "2026-11-21T09:00:00.000+01:00")
        body = etree.SubElement(envelope, f"{{{cs.SOAP}}}Body")
        return envelope, etree.SubElement(body, f"{{{BC}}}{operation}")

    def signed(self, envelope: Any, *, is_encrypted: bool) -> bytes:
        body = envelope.find("s:Body", cs.NS)
        header = envelope.find(f"s:Header/{{{BC}}}serviceHeader", cs.NS)

        def encrypt() -> None:
            if is_encrypted:
                assert self.bank is not None
                cs.encrypt_body(envelope, self.bank)

        def sign() -> None:
            cs.sign_envelope(envelope, [body, header], self.me)

        for step in (sign, encrypt) if self.signs_inside else (encrypt, sign):
            step()
        return etree.tostring(envelope)

    def send(self, operation: str, data: bytes) -> bytes:
        return self.post(self.path, data, f'"urn:CorporateService:{operation}"')

    # --- certificates ---

    def get_bank_certificate(self) -> Reply:
        envelope, _called = self.envelope("getBankCertificate", "activationHeader")
        reply = self.read(
            self.send("getBankCertificate", etree.tostring(envelope)),
            "activationHeader",
        )
        assert reply.content is not None
        self.bank = x509.load_pem_x509_certificates(reply.content)[0]
        return reply

    def csr(self, key: rsa.RSAPrivateKey, name: str) -> str:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = x509.CertificateSigningRequestBuilder().subject_name(subject)
        made = builder.sign(key, hashes.SHA256())
        return cs.b64(made.public_bytes(Encoding.DER))

    def ask_activation(self, code: str | None = None) -> Reply:
        code = (code or self.demo.activation_code).replace("-", "")
        envelope, called = self.envelope("activateServiceAgreement", "activationHeader")
        part = put(called, "activationAgreement")
        put(part, "activationCode", cs.b64(code.encode()))
        name = f"{self.demo.function_id}@{code}"
        put(part, "certificateRequest", self.csr(self.key, name))
        assert self.bank is not None
        cs.encrypt_body(envelope, self.bank)
        data = self.send("activateServiceAgreement", etree.tostring(envelope))
        return self.read(data, "activationHeader")

    def activate(self) -> None:
        self.get_bank_certificate()
        reply = self.ask_activation()
        self.certificate = mine(reply, self.key)

    def renew(self, key: rsa.RSAPrivateKey) -> Reply:
        envelope, called = self.envelope("renewCustomerCertificate", "serviceHeader")
        part = put(called, "certificateRequestMessage")
        part.set("id", f"CR{next(_numbers)}")
        put(part, "certificateRequest", self.csr(key, self.demo.function_id))
        cs.sign_beside(part, self.me)
        data = self.signed(envelope, is_encrypted=True)
        return self.read(self.send("renewCustomerCertificate", data), "serviceHeader")

    # --- files ---

    def payment_message(
        self, content: bytes, *, is_packed: bool = False, **told: str
    ) -> bytes:
        envelope, called = self.envelope("transferPayment", "serviceHeader", **told)
        part = put(called, "paymentMessage")
        part.set("id", f"PM{next(_numbers)}")
        put(part, "format", "ISO20022")
        put(part, "mimeType", "text/xml")
        put(part, "compressed", "1" if is_packed else "0")
        put(part, "content", cs.b64(gzip.compress(content) if is_packed else content))
        cs.sign_beside(part, self.me)
        return self.signed(envelope, is_encrypted=True)

    def transfer(
        self, content: bytes, *, is_packed: bool = False, **told: str
    ) -> Reply:
        data = self.payment_message(content, is_packed=is_packed, **told)
        return self.read(self.send("transferPayment", data), "serviceHeader")

    def fetch(self, operation: str, **told: str) -> Reply:
        envelope, _called = self.envelope(operation, "serviceHeader", **told)
        data = self.signed(envelope, is_encrypted=False)
        return self.read(self.send(operation, data), "serviceHeader")

    def everything(self, operation: str) -> list[bytes]:
        """What the bank hands out until it has no more."""
        found = []
        while (content := self.fetch(operation).content) is not None:
            found.append(content)
        return found

    def read(self, data: bytes, header: str) -> Reply:
        """A reply: WS signature where it is due, opened, business signature."""
        envelope = etree.fromstring(data)
        assert envelope.find("s:Body/s:Fault", cs.NS) is None, data.decode()
        is_closed = envelope.find("s:Body/x:EncryptedData", cs.NS) is not None
        if is_closed and self.signs_inside:
            envelope = cs.decrypt_body(envelope, self.key)
        signers = []
        if header == "serviceHeader":
            parts = [
                envelope.find("s:Body", cs.NS),
                envelope.find(f"s:Header/{{{BC}}}serviceHeader", cs.NS),
            ]
            signers.append(cs.verify_envelope(envelope, parts))
        if is_closed and not self.signs_inside:
            envelope = cs.decrypt_body(envelope, self.key)
        message = envelope.find("s:Body", cs.NS)[0][0]
        signers.append(cs.verify_beside(message))
        assert len(set(signers)) == 1
        own = envelope.find(f"s:Header/{{{BC}}}{header}", cs.NS)
        return Reply(message, own, signers[0])


def put(parent: Any, name: str, text: str | None = None) -> Any:
    made = etree.SubElement(parent, f"{{{BC}}}{name}")
    made.text = text
    return made


def mine(reply: Reply, key: rsa.RSAPrivateKey) -> x509.Certificate:
    """Of the certificates in a reply, the one for this key."""
    assert reply.content is not None
    found = x509.load_pem_x509_certificates(reply.content)
    [own] = [one for one in found if one.public_key() == key.public_key()]
    return own
