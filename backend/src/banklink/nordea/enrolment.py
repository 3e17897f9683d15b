"""Gets Nordea's certificate for an agreement: the first by code, the next by the last.

The certificate request is sealed with a ten-digit code that came by text message
and is valid for seven days.
"""

from __future__ import annotations

import base64
import re

from cryptography import x509
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.x509.oid import NameOID
from lxml import etree

from banklink import _certificates, _soap
from banklink._certificates import given_certificates, private_key
from banklink._csr import certificate_request, issued_for
from banklink._http import Line
from banklink._identity import own_signer, trust_of
from banklink._sign import sign_enveloped
from banklink._verify import verify_enveloped
from banklink._xml import (
    Element,
    children,
    decoded,
    named,
    optional_named,
    parse,
    serialised,
)
from banklink.endpoints import HmacHash, NordeaEndpoint
from banklink.errors import (
    AnswerNotTrusted,
    LinkError,
    NotReady,
    RefusalKind,
    Refused,
    WrongName,
)
from banklink.nordea.codes import OK, certificate_refusal
from banklink.nordea.messages import code_of, fault_code
from banklink.nordea.requests import CERTIFICATES, moment, put
from banklink.parameters import NordeaCAParameters
from banklink.values import (
    Clock,
    Ids,
    Issued,
    Sealed,
    Witness,
    no_witness,
    utc_now,
)

_SERVICE = "http://bxd.fi/CertificateService"
_GET = "getCertificate"
_CODE = re.compile(r"[0-9]{10}")
_HASHES: dict[HmacHash, hashes.HashAlgorithm] = {
    HmacHash.SHA1: hashes.SHA1(),  # noqa: S303 - the service's own, over a public key
    HmacHash.SHA256: hashes.SHA256(),
}


class NordeaEnrolment:
    """An `Enrolment` at Nordea's certificate service."""

    def __init__(
        self,
        parameters: NordeaCAParameters,
        endpoint: NordeaEndpoint,
        *,
        witness: Witness = no_witness,
        clock: Clock = utc_now,
    ) -> None:
        self._parameters = parameters
        self._endpoint = endpoint
        self._line = Line(endpoint, witness)
        self._clock = clock

    def new_key(self) -> bytes:
        """A private key, PEM, not encrypted; store it before asking."""
        return _certificates.new_key()

    def request(self, key: bytes, code: str, ids: Ids) -> Sealed:
        """A request sealed with the activation code of ten digits.

        Raises:
            NotReady: Key, code or name are not as they have to be.
        """
        digits = "".join(code.split())
        if not _CODE.fullmatch(digits):
            raise NotReady("An activation code of Nordea has ten digits.")
        asked = self._certificate_request(key)
        seal = hmac.HMAC(digits.encode(), _HASHES[self._endpoint.hmac_hash])
        seal.update(asked)
        root = self._fields(asked, ids, command="GetCertificate")
        sealed = base64.b64encode(seal.finalize()).decode()
        put(root, f"{{{CERTIFICATES}}}HMAC", sealed)
        return self._sealed(root, ids)

    def renewal(self, new_key: bytes, ids: Ids) -> Sealed:
        """A request signed with the present key instead of a code.

        Raises:
            NotReady: The present key or certificate does not hold any more.
        """
        signer = own_signer(
            self._parameters.private_key,
            self._parameters.certificates,
            self._clock(),
        )
        root = self._fields(self._certificate_request(new_key), ids)
        sign_enveloped(root, signer)
        return self._sealed(root, ids)

    def obtain(self, sealed: Sealed, key: bytes) -> Issued:
        """Ask once and take the certificate that belongs to `key`.

        Raises:
            WrongName: The bank names another name; the code works once more.
            LinkError: As `Channel.deliver`, and `AnswerNotTrusted`.
        """
        if sealed.operation != _GET or (
            sealed.address != self._endpoint.certificate_service
        ):
            raise NotReady("This request was sealed for another way to a bank.")
        own = private_key(key)
        trust = trust_of(self._endpoint, self._clock())
        reply = self._line.post(sealed, action="")
        try:
            message = _soap.read(reply.body, largest=self._endpoint.largest_reply)
        except _soap.Fault as fault:
            code, text = fault_code(fault)
            raise self._refusal(code, text) if code else _soap.refused(fault) from fault
        body = message.body
        if message.is_secured:
            body = _soap.verify(message, [body], trust).part
        found = self._found(_soap.only_child(body), sealed.ids)
        certificates = issued_for(own, found, trust)
        self._ensure_for_us(certificates[0])
        return Issued(certificates)

    def _found(self, out: Element, ids: Ids) -> list[x509.Certificate]:
        if out.tag != f"{{{_SERVICE}}}{_GET}out":
            raise AnswerNotTrusted("The answer is of another service.")
        header = optional_named(out, "ResponseHeader")
        if header is not None:
            echoed = optional_named(header, "RequestId")
            if echoed is not None and echoed.text != ids.request_id:
                raise AnswerNotTrusted("The answer is for another request.")
            self._ensure_ok(header)
        response = parse(
            decoded(named(out, "ApplicationResponse")),
            largest=self._endpoint.largest_reply,
        )
        trust = trust_of(self._endpoint, self._clock())
        response = verify_enveloped(response, trust).part
        if response.tag != f"{{{CERTIFICATES}}}CertApplicationResponse":
            raise AnswerNotTrusted("The answer holds something other than a response.")
        self._ensure_ok(response)
        held = named(response, "Certificates")
        return [
            certificate
            for each in children(held)
            for certificate in given_certificates(decoded(named(each, "Certificate")))
        ]

    def _ensure_ok(self, parent: Element) -> None:
        code, text = code_of(parent)
        if code != OK:
            raise self._refusal(code, text)

    def _refusal(self, code: str, text: str) -> LinkError:
        refusal = certificate_refusal(code, text)
        if isinstance(refusal, Refused) and refusal.kind is RefusalKind.NAME:
            found = re.search(self._endpoint.name_pattern, text)
            named_so = next((g for g in found.groups() if g), None) if found else None
            return WrongName(
                refusal.message,
                bank_code=code,
                bank_text=text,
                right_name=named_so and named_so.strip(),
            )
        return refusal

    def _ensure_for_us(self, certificate: bytes) -> None:
        subject = x509.load_pem_x509_certificate(certificate).subject
        numbers = subject.get_attributes_for_oid(NameOID.SERIAL_NUMBER)
        if [str(n.value) for n in numbers] != [self._parameters.signer_id]:
            raise AnswerNotTrusted("The certificate is for another signer id.")

    def _certificate_request(self, key: bytes) -> bytes:
        name = self._parameters.name
        # A company certificate's name may not have it (service description).
        if not name.strip() or "/" in name:
            raise NotReady("The name has to be the agreement's, without a slash.")
        return certificate_request(
            private_key(key),
            (
                (NameOID.COUNTRY_NAME, self._parameters.country_code),
                (NameOID.COMMON_NAME, name),
                (NameOID.SERIAL_NUMBER, self._parameters.signer_id),
            ),
        )

    def _fields(self, asked: bytes, ids: Ids, command: str = "") -> Element:
        root = etree.Element(
            f"{{{CERTIFICATES}}}CertApplicationRequest", nsmap={"cer": CERTIFICATES}
        )
        software = f"{self._endpoint.software_id} {self._endpoint.software_version}"
        for name, value in (
            ("CustomerId", self._parameters.signer_id),
            ("Timestamp", moment(ids.timestamp)),
            ("Environment", self._endpoint.environment.value),
            ("SoftwareId", software[:80]),
            ("Command", command),
            ("Service", "service"),
            ("Content", base64.b64encode(asked).decode()),
        ):
            if value:
                put(root, f"{{{CERTIFICATES}}}{name}", value)
        return root

    def _sealed(self, root: Element, ids: Ids) -> Sealed:
        message = _soap.new_message()
        asked = etree.SubElement(
            message.body, f"{{{_SERVICE}}}{_GET}in", nsmap={"cer": _SERVICE}
        )
        header = etree.SubElement(asked, f"{{{_SERVICE}}}RequestHeader")
        # Both ids of a certificate request are those of whom it is for.
        put(header, f"{{{_SERVICE}}}SenderId", self._parameters.signer_id)
        put(header, f"{{{_SERVICE}}}RequestId", ids.request_id)
        put(header, f"{{{_SERVICE}}}Timestamp", moment(ids.timestamp))
        inner = base64.b64encode(serialised(root)).decode()
        put(asked, f"{{{_SERVICE}}}ApplicationRequest", inner)
        body = serialised(message.root)
        return Sealed(body, ids, _GET, self._endpoint.certificate_service)
