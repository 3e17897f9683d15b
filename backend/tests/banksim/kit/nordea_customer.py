"""A customer of Corporate Access, built from the published facts."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from lxml import etree

from banksim import NORDEA_DEMO
from tests.banksim.kit import customer_signatures as cs

MODEL = "http://model.bxd.fi"
FILES = "http://bxd.fi/CorporateFileService"
CERTIFICATES = "http://bxd.fi/CertificateService"
DATA = "http://bxd.fi/xmldata/"
CERT_DATA = "http://filetransfer.nordea.com/xmldata/"
COMMANDS = {
    "uploadFile": "UploadFile",
    "downloadFileList": "DownloadFileList",
    "downloadFile": "DownloadFile",
    "getUserInfo": "GetUserInfo",
    "deleteFile": "DeleteFile",
}
Post = Callable[[str, bytes], bytes]
_numbers = count(1)
_START = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)


@dataclass
class Reply:
    """What the bank answered, verified on both layers."""

    code: str
    text: str
    header: dict[str, str]
    root: Any
    signers: list[x509.Certificate] = field(default_factory=list)

    def get(self, name: str) -> str | None:
        found = self.root.find(f"{{{DATA}}}{name}")
        return None if found is None else found.text

    @property
    def content(self) -> bytes:
        return base64.b64decode(self.get("Content") or "")

    @property
    def references(self) -> list[str]:
        return [one.text for one in self.root.iter(f"{{{DATA}}}FileReference")]


@dataclass
class NordeaCustomer:
    """One installation with its key and, once it has one, its certificate."""

    post: Post
    key: rsa.RSAPrivateKey
    certificate: x509.Certificate | None = None
    files: str = "/nordea/CorporateFileService/sha2"
    issuing: str = "/nordea/CertificateService/sha2"
    environment: str = "PRODUCTION"
    family: cs.Family = cs.SHA256

    @property
    def me(self) -> cs.Identity:
        assert self.certificate is not None
        return cs.Identity(self.key, self.certificate)

    # --- certificates ---

    def csr(self, key: rsa.RSAPrivateKey, name: str = NORDEA_DEMO.name) -> bytes:
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.COMMON_NAME, name),
                x509.NameAttribute(NameOID.SERIAL_NUMBER, NORDEA_DEMO.signer_id),
                x509.NameAttribute(NameOID.COUNTRY_NAME, "DK"),
            ]
        )
        builder = x509.CertificateSigningRequestBuilder().subject_name(subject)
        return builder.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)

    def ask_certificate(
        self,
        code: str = NORDEA_DEMO.activation_code,
        name: str = NORDEA_DEMO.name,
    ) -> "Reply":
        der = self.csr(self.key, name)
        mac = hmac.digest(code.encode(), der, hashlib.sha1)
        fields = {"Command": "GetCertificate", "Service": "service"}
        fields |= {"Content": cs.b64(der), "HMAC": cs.b64(mac)}
        return self._certificate_reply(self.certificate_request(fields))

    def renew(self, key: rsa.RSAPrivateKey) -> "Reply":
        der = self.csr(key)
        root = self.certificate_request({"Service": "service", "Content": cs.b64(der)})
        cs.sign_enveloped(root, self.me, self.family)
        return self._certificate_reply(root)

    def certificate_request(self, fields: dict[str, str]) -> Any:
        root = etree.Element(f"{{{CERT_DATA}}}CertApplicationRequest")
        told = {
            "CustomerId": NORDEA_DEMO.signer_id,
            "Timestamp": moment(),
            "Environment": self.environment,
            "SoftwareId": "kit",
            **fields,
        }
        for name, text in told.items():
            etree.SubElement(root, f"{{{CERT_DATA}}}{name}").text = text
        return root

    def _certificate_reply(self, root: Any) -> Reply:
        envelope = soap(CERTIFICATES, CERTIFICATES, "getCertificate", root, {})
        return self._read(self.post(self.issuing, etree.tostring(envelope)))

    def activate(self) -> None:
        reply = self.ask_certificate()
        assert reply.code == "00", reply.text
        self.certificate = certificate_in(reply)

    # --- files ---

    def application(self, operation: str, **fields: str) -> Any:
        """An ApplicationRequest with the elements in their order, not yet signed."""
        told = {
            "CustomerId": NORDEA_DEMO.sender_id,
            "Command": COMMANDS.get(operation, operation),
            "Timestamp": moment(),
            "StartDate": None,
            "EndDate": None,
            "Status": None,
            "Environment": self.environment,
            "FileReferences": None,
            "TargetId": NORDEA_DEMO.signer_id,
            "Encryption": None,
            "Compression": None,
            "CompressionMethod": None,
            "SoftwareId": "kit",
            "FileType": None,
            "Content": None,
        } | fields
        root = etree.Element(f"{{{DATA}}}ApplicationRequest", nsmap={None: DATA})
        for name, text in told.items():
            if not text:
                continue
            made = etree.SubElement(root, f"{{{DATA}}}{name}")
            if name == "FileReferences":
                for one in text.split():
                    etree.SubElement(made, f"{{{DATA}}}FileReference").text = one
            else:
                made.text = text
        return root

    def message(
        self, operation: str, root: Any, header: dict[str, str] | None = None
    ) -> bytes:
        """The bytes that leave: application signed, envelope signed."""
        cs.sign_enveloped(root, self.me, self.family)
        envelope = soap(FILES, MODEL, operation, root, header or {})
        cs.sign_envelope(
            envelope, [envelope.find("s:Body", cs.NS)], self.me, self.family
        )
        return etree.tostring(envelope)

    def ask(
        self, operation: str, header: dict[str, str] | None = None, **fields: str
    ) -> Reply:
        data = self.message(operation, self.application(operation, **fields), header)
        return self._read(self.post(self.files, data))

    def upload(self, content: bytes, **fields: str) -> Reply:
        given = {"FileType": "NDCAPXMLI", "Content": cs.b64(content), **fields}
        return self.ask("uploadFile", **given)

    def listed(self, file_type: str = "NDCAPXMLO", **fields: str) -> Reply:
        return self.ask("downloadFileList", FileType=file_type, **fields)

    def download(self, reference: str, file_type: str = "NDCAPXMLO") -> Reply:
        return self.ask("downloadFile", FileType=file_type, FileReferences=reference)

    def statuses(self) -> list[bytes]:
        """Every new pain.002, in the order of the list."""
        listed = self.listed(Status="NEW")
        if listed.code == "24":
            return []
        return [self.download(reference).content for reference in listed.references]

    def _read(self, data: bytes) -> Reply:
        return read(data, self.family)


def read(data: bytes, family: cs.Family = cs.SHA256) -> Reply:
    """A reply verified on both layers."""
    envelope = etree.fromstring(data)
    body = envelope.find("s:Body", cs.NS)
    stamp = envelope.find("s:Header/w:Security/u:Timestamp", cs.NS)
    outer = cs.verify_envelope(envelope, [stamp, body], family)
    header = {
        etree.QName(one).localname: one.text or ""
        for one in body[0][0].iterchildren(etree.Element)
    }
    root = etree.fromstring(base64.b64decode(body[0][1].text))
    inner = cs.verify_enveloped(root, family)
    assert header["ResponseCode"] == root.findtext("{*}ResponseCode")
    text = root.findtext("{*}ResponseText")
    return Reply(header["ResponseCode"], text, header, root, [outer, inner])


def certificate_in(reply: Reply) -> x509.Certificate:
    text = reply.root.findtext(".//{*}Certificate/{*}Certificate")
    return x509.load_der_x509_certificate(base64.b64decode(text))


def soap(
    service: str, model: str, operation: str, root: Any, header: dict[str, str]
) -> Any:
    envelope = etree.Element(f"{{{cs.SOAP}}}Envelope", nsmap={"soapenv": cs.SOAP})
    etree.SubElement(envelope, f"{{{cs.SOAP}}}Header")
    body = etree.SubElement(envelope, f"{{{cs.SOAP}}}Body")
    called = etree.SubElement(body, f"{{{service}}}{operation}in")
    part = etree.SubElement(called, f"{{{model}}}RequestHeader")
    sender = NORDEA_DEMO.sender_id if service == FILES else NORDEA_DEMO.signer_id
    told = {
        "SenderId": sender,
        "RequestId": f"KIT{next(_numbers):010d}",
        "Timestamp": moment(),
        "Language": "EN",
        "UserAgent": "kit",
        "ReceiverId": "NDEADKKK",
    } | header
    for name, text in told.items():
        etree.SubElement(part, f"{{{model}}}{name}").text = text
    content = etree.SubElement(called, f"{{{model}}}ApplicationRequest")
    content.text = cs.b64(etree.tostring(root))
    return envelope


def moment() -> str:
    """A time that was not told before."""
    return (_START + timedelta(milliseconds=next(_numbers))).isoformat()
