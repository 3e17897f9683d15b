"""Certificates of Bank Connect: activation by the letter's code, and renewal."""

from __future__ import annotations

from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from lxml import etree

from banksim.bank.customers import ACTIVE, USED, Agreement, Issued, key_id
from banksim.bankconnect.envelope import NAMES, NotTaken, Request
from banksim.certificates import KEY_BITS, Authority, bundle
from banksim.house import Bank
from banksim.security.safe_xml import Unreadable, from_base64, words

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
VALID_DAYS = 3 * 365


@dataclass(frozen=True, slots=True)
class Activation:
    """Issues certificates for one data centre."""

    bank: Bank
    authority: Authority

    def activate(self, request: Request, agreement: Agreement) -> bytes:
        """PEM of a first certificate and its root, for the code of the letter.

        Raises:
            NotTaken: The code or the request for a certificate is not in order.
        """
        part = request.called.find("bc:activationAgreement", NAMES)
        given = _code(words(part, "bc:activationCode", NAMES))
        code = agreement.code.replace("-", "")
        if given != code or not agreement.is_code_valid(self.bank.now()):
            raise NotTaken("The activation code is not valid")
        wanted = _wanted(part)
        names = {f"{agreement.function_id}@{one}" for one in (code, agreement.code)}
        if _common_name(wanted) not in names:
            raise NotTaken("CN is not functionIdentification@activationCode")
        self.bank.customers.set_code_state(agreement.id, USED)
        return self._issue(wanted, agreement)

    def renew(self, request: Request, agreement: Agreement, known: Issued) -> bytes:
        """PEM of the next certificate and its root.

        A certificate that was replaced may ask again for the key that replaced it,
        so that a lost answer loses nothing.

        Raises:
            NotTaken: The request for a certificate is not in order.
        """
        part = request.called.find("bc:certificateRequestMessage", NAMES)
        wanted = _wanted(part)
        if _common_name(wanted) != agreement.function_id:
            raise NotTaken("CN is not the functionIdentification")
        if known.state == ACTIVE:
            return self._issue(wanted, agreement)
        found = self.bank.customers.by_key(
            agreement.id, self.authority.environment.value, key_id(_key(wanted))
        )
        if found is None:
            raise NotTaken("The certificate has been replaced")
        return self._bundle(found.certificate)

    def _issue(
        self, wanted: x509.CertificateSigningRequest, agreement: Agreement
    ) -> bytes:
        now = self.bank.now()
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.COUNTRY_NAME, agreement.country),
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, agreement.customer),
                x509.NameAttribute(NameOID.COMMON_NAME, agreement.function_id or ""),
            ]
        )
        made = self.authority.issue(subject, _key(wanted), now, VALID_DAYS)
        self.bank.customers.keep_certificate(
            agreement.id, self.authority, agreement.function_id or "", made, now
        )
        return self._bundle(made)

    def _bundle(self, certificate: x509.Certificate) -> bytes:
        root = self.authority.root(self.bank.now()).certificate
        return bundle([certificate, root])


def _code(text: str | None) -> str:
    try:
        return from_base64(text).decode("ascii").replace("-", "").strip()
    except (Unreadable, UnicodeDecodeError) as error:
        raise NotTaken("The activation code cannot be read") from error


def _wanted(part: _Element | None) -> x509.CertificateSigningRequest:
    try:
        request = x509.load_der_x509_csr(
            from_base64(words(part, "bc:certificateRequest", NAMES))
        )
    except (Unreadable, ValueError) as error:
        raise NotTaken("certificateRequest is no PKCS#10") from error
    if not request.is_signature_valid or _key(request).key_size < KEY_BITS:
        raise NotTaken("The key or its proof is not valid")
    return request


def _key(request: x509.CertificateSigningRequest) -> rsa.RSAPublicKey:
    key = request.public_key()
    if not isinstance(key, rsa.RSAPublicKey):
        raise NotTaken("The key is not RSA")
    return key


def _common_name(request: x509.CertificateSigningRequest) -> str:
    found = request.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(found[0].value) if len(found) == 1 else ""
