"""CertificateService: the first certificate by a code, the next by the old key.

A wrong name is told once and the code works once more. After a renewal the old
certificate is worthless, except to ask again for the very same key: an answer that
got lost loses nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from lxml import etree

from banksim.bank.customers import (
    ACTIVE,
    OPEN,
    TRIED,
    USED,
    Agreement,
    Issued,
    key_id,
)
from banksim.certificates import KEY_BITS, new_key
from banksim.exchange import (
    CONTENT_LAYER,
    Caller,
    Reply,
    Spoiling,
    held_up,
    leaving,
    refusal,
    soap_fault,
    spoiling,
)
from banksim.fault_kinds import FaultKind
from banksim.house import NORDEA_ISSUER, Bank
from banksim.nordea import codes, envelope
from banksim.nordea.codes import Refused
from banksim.nordea.envelope import Request
from banksim.paths import Environment
from banksim.security.names import DS, Hash
from banksim.security.safe_xml import Unreadable, from_base64, parse, to_base64
from banksim.security.sign import sign_enveloped
from banksim.security.verify import BadSignature, verify_enveloped

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
DATA = "http://filetransfer.nordea.com/xmldata/"
TEST_CODE = "1234567890"
VALID_DAYS = 730
_ORDER = (
    "CustomerId", "Timestamp", "Environment", "SoftwareId", "Command", "Service",
    "Content", "HMAC", "Signature",
)  # fmt: skip
_REQUIRED = ("CustomerId", "Timestamp", "Environment", "SoftwareId", "Content")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A CertApplicationRequest."""

    root: _Element
    fields: Mapping[str, str]
    request: x509.CertificateSigningRequest
    der: bytes

    @property
    def key(self) -> rsa.RSAPublicKey:
        """The key to be certified; it was looked at when the request was read."""
        key = self.request.public_key()
        if not isinstance(key, rsa.RSAPublicKey):
            raise Refused(codes.CUSTOMER_INFORMATION, "The key is not RSA.")
        return key


@dataclass(frozen=True, slots=True)
class CertificateService:
    """The service at one address."""

    bank: Bank
    environment: Environment
    algorithms: Hash

    def answer(self, data: bytes) -> Reply:
        """The reply to a request."""
        self.bank.catch_up()
        try:
            request = envelope.read(data, envelope.CERTIFICATES)
        except Unreadable as error:
            return soap_fault("soapenv:Client", f"The request cannot be read: {error}")
        named = self.bank.customers.by_user(request.sender_id)
        caller = Caller(named.id if named else None, request.operation)
        if (reply := held_up(self.bank, caller)) is not None:
            return reply
        certificate: x509.Certificate | None = None
        with self.bank.store.transaction():
            try:
                certificate = self._issued(request, caller)
                code, text = codes.OK, "OK"
            except Refused as refused:
                code, text = refused.code, refused.text
            at = self.bank.now().isoformat(timespec="seconds")
            self.bank.store.note(
                at, caller.operation, caller.agreement, f"{code} {text}"
            )
        body = self._built(request, caller, (code, text), certificate)
        return leaving(self.bank, caller, body)

    def _issued(self, request: Request, caller: Caller) -> x509.Certificate:
        if request.operation != "getCertificate":
            raise Refused(codes.OPERATION)
        if (told := refusal(self.bank, caller, "36")) is not None:
            raise Refused(told[0], told[1] or None)
        asked = _read(request.application)
        if asked.fields["Environment"] != self.environment.value:
            raise Refused(codes.PARAMETERS, f"This is {self.environment.value}.")
        agreement = self.bank.customers.by_user(asked.fields["CustomerId"])
        if agreement is None or agreement.state != OPEN:
            raise Refused(codes.CONTRACT)
        if "HMAC" in asked.fields:
            return self._activated(asked, agreement, caller)
        return self._renewed(asked, agreement)

    def _activated(
        self, asked: _Asked, agreement: Agreement, caller: Caller
    ) -> x509.Certificate:
        """A certificate for the code of the letter."""
        if self.environment is Environment.TEST and _is_made_with(asked, TEST_CODE):
            # A certificate to try the format with: it is not for the caller's key.
            return self._certificate(agreement, new_key().public_key())
        if not agreement.is_code_valid(self.bank.now()):
            raise Refused(codes.CONTRACT)
        if not _is_made_with(asked, agreement.code):
            raise Refused(codes.CONTRACT)
        is_told_wrong = self.bank.faults.take(
            FaultKind.NAME_ERROR, agreement.id, caller.operation
        )
        if is_told_wrong is not None or not _names(asked, agreement):
            is_last = agreement.code_state == TRIED and is_told_wrong is None
            state = USED if is_last else TRIED
            self.bank.customers.set_code_state(agreement.id, state)
            said = f"Error in customer information. Name is {agreement.customer}"
            raise Refused(codes.CUSTOMER_INFORMATION, said)
        self.bank.customers.set_code_state(agreement.id, USED)
        return self._kept(asked, agreement)

    def _renewed(self, asked: _Asked, agreement: Agreement) -> x509.Certificate:
        """The next certificate, for who still has the key of the present one."""
        try:
            old = verify_enveloped(asked.root, self.algorithms)
        except BadSignature as error:
            raise Refused(codes.CONTENT_SIGNATURE) from error
        known = self.bank.customers.issued(old)
        if known is None or not self._is_own(known, agreement):
            raise Refused(codes.CONTENT_CERTIFICATE)
        if known.state != ACTIVE:
            return self._given_again(asked, agreement)
        if not _names(asked, agreement):
            raise Refused(codes.CUSTOMER_INFORMATION)
        return self._kept(asked, agreement)

    def _given_again(self, asked: _Asked, agreement: Agreement) -> x509.Certificate:
        found = self.bank.customers.by_key(
            agreement.id, self.environment.value, key_id(asked.key)
        )
        if found is None:
            raise Refused(codes.CERTIFICATE)
        return found.certificate

    def _is_own(self, known: Issued, agreement: Agreement) -> bool:
        return (
            known.agreement == agreement.id
            and known.environment == self.environment.value
            and known.expires > self.bank.now()
        )

    def _kept(self, asked: _Asked, agreement: Agreement) -> x509.Certificate:
        made = self._certificate(agreement, asked.key)
        self.bank.customers.keep_certificate(
            agreement.id,
            self.bank.authority(NORDEA_ISSUER, self.environment),
            agreement.signer_id or "",
            made,
            self.bank.now(),
        )
        return made

    def _certificate(
        self, agreement: Agreement, key: rsa.RSAPublicKey
    ) -> x509.Certificate:
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.COUNTRY_NAME, agreement.country),
                x509.NameAttribute(NameOID.COMMON_NAME, agreement.customer),
                x509.NameAttribute(NameOID.SERIAL_NUMBER, agreement.signer_id or ""),
            ]
        )
        authority = self.bank.authority(NORDEA_ISSUER, self.environment)
        return authority.issue(subject, key, self.bank.now(), VALID_DAYS)

    def _built(
        self,
        request: Request,
        caller: Caller,
        told: tuple[str, str],
        certificate: x509.Certificate | None,
    ) -> bytes:
        now = self.bank.now()
        made = spoiling(self.bank, caller, NORDEA_ISSUER, self.environment)
        answer = envelope.Answer(
            envelope.CERTIFICATES,
            request.operation,
            request.sender_id,
            request.request_id,
            None,
            *told,
            _response(
                request.sender_id, told, certificate, made, self.algorithms,
                now.isoformat(timespec="seconds"),
            ),
        )  # fmt: skip
        return envelope.build(answer, made, self.algorithms, now)


def _read(data: bytes) -> _Asked:
    try:
        root = parse(data)
    except Unreadable as error:
        raise Refused(codes.SCHEMA, f"Schema validation failed: {error}") from error
    if root.tag != f"{{{DATA}}}CertApplicationRequest":
        raise Refused(codes.SCHEMA)
    fields = _fields(root)
    try:
        der = from_base64(fields["Content"])
        request = x509.load_der_x509_csr(der)
    except (Unreadable, ValueError) as error:
        raise Refused(codes.CUSTOMER_INFORMATION, "No PKCS#10 request.") from error
    asked = _Asked(root, fields, request, der)
    if not request.is_signature_valid or asked.key.key_size < KEY_BITS:
        raise Refused(codes.CUSTOMER_INFORMATION, "The key or its proof is not valid.")
    return asked


def _fields(root: _Element) -> dict[str, str]:
    """The elements of the request, in their order."""
    fields: dict[str, str] = {}
    place = 0
    for child in root.iterchildren(etree.Element):
        name = etree.QName(child)
        expected = DS if name.localname == "Signature" else DATA
        if name.namespace != expected or name.localname not in _ORDER[place:]:
            said = f"Schema validation failed: {name.localname} is not expected here."
            raise Refused(codes.SCHEMA, said)
        place = _ORDER.index(name.localname) + 1
        fields[name.localname] = (child.text or "").strip()
    if missing := [name for name in _REQUIRED if not fields.get(name)]:
        said = f"Schema validation failed: {missing[0]} is missing."
        raise Refused(codes.SCHEMA, said)
    return fields


def _is_made_with(asked: _Asked, code: str) -> bool:
    """Whether the HMAC over the request is the code's.

    Nordea says SHA-1; whether the newer path takes SHA-256 is not published.
    """
    try:
        given = from_base64(asked.fields["HMAC"])
    except Unreadable:
        return False
    return any(
        hmac.compare_digest(given, hmac.digest(code.encode(), asked.der, algorithm))
        for algorithm in (hashlib.sha1, hashlib.sha256)
    )


def _names(asked: _Asked, agreement: Agreement) -> bool:
    """Whether the request names the customer as the agreement does."""

    def named(oid: x509.ObjectIdentifier) -> str:
        found = asked.request.subject.get_attributes_for_oid(oid)
        return str(found[0].value) if len(found) == 1 else ""

    return (
        named(NameOID.COMMON_NAME) == agreement.customer
        and named(NameOID.SERIAL_NUMBER) == agreement.signer_id
        and named(NameOID.COUNTRY_NAME) == agreement.country
    )


def _response(
    customer_id: str,
    told: tuple[str, str],
    certificate: x509.Certificate | None,
    made: Spoiling,
    algorithms: Hash,
    at: str,
) -> bytes:
    root = etree.Element(f"{{{DATA}}}CertApplicationResponse", nsmap={"bxd": DATA})
    for name, value in (
        ("CustomerId", customer_id),
        ("Timestamp", at),
        ("ResponseCode", told[0]),
        ("ResponseText", told[1]),
    ):
        etree.SubElement(root, f"{{{DATA}}}{name}").text = value
    if certificate is not None:
        listed = etree.SubElement(root, f"{{{DATA}}}Certificates")
        one = etree.SubElement(listed, f"{{{DATA}}}Certificate")
        etree.SubElement(one, f"{{{DATA}}}Name")
        value = to_base64(certificate.public_bytes(Encoding.DER))
        etree.SubElement(one, f"{{{DATA}}}Certificate").text = value
        etree.SubElement(one, f"{{{DATA}}}CertificateFormat").text = "X509v3"
    if made.signs(CONTENT_LAYER):
        sign_enveloped(root, made.signer, algorithms)
        made.spoil_digest(CONTENT_LAYER, root)
    if made.is_altered:
        text = root.find(f"{{{DATA}}}ResponseText")
        if text is not None:
            text.text = f"{text.text} Altered."
    return etree.tostring(root)
