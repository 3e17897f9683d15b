"""Keys and certificates: reading them, and believing only what leads to a root.

A chain is walked from a bank's certificate to one of the configured roots, each
link checked for signature, dates, authority and use (RFC 5280, section 6, without
policies and name constraints: a critical extension not known here is refused).
Nothing is ever trusted because it came first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import ExtensionOID, NameOID

from banklink.errors import AnswerNotTrusted, NotReady

KEY_BITS = 2048
_OLD_KEY_BITS = 1024
_LONGEST_CHAIN = 5
_MOST_CERTIFICATES = 10
_KNOWN_CRITICAL = frozenset(
    {
        ExtensionOID.BASIC_CONSTRAINTS,
        ExtensionOID.KEY_USAGE,
        ExtensionOID.EXTENDED_KEY_USAGE,
        ExtensionOID.SUBJECT_ALTERNATIVE_NAME,
        ExtensionOID.CERTIFICATE_POLICIES,
    }
)
# Everything by which `cryptography` says that it cannot read a certificate.
_BROKEN = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.InvalidVersion,
    x509.DuplicateExtension,
    x509.UnsupportedGeneralNameType,
)
_GOOD_HASHES = (hashes.SHA256, hashes.SHA384, hashes.SHA512)
_PEM = re.compile(
    rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL
)


def new_key() -> bytes:
    """A fresh RSA key, PEM, not encrypted."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def private_key(pem: bytes) -> rsa.RSAPrivateKey:
    """The RSA key of a PEM, whose numbers were tried when it came to be kept.

    Raises:
        NotReady: It is none, or too short.
    """
    try:
        # A key is loaded for every call, and trying its primes anew would take longer
        # than the call's signature. Who keeps it has seen to that it is whole and is
        # the one it was; a signature by another would not fit its certificate.
        key = serialization.load_pem_private_key(
            pem, None, unsafe_skip_rsa_key_validation=True
        )
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        # The reason could quote the key; the chain of causes is not shown to people.
        raise NotReady("The private key cannot be read.") from error
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < KEY_BITS:
        raise NotReady(f"The private key is no RSA key of {KEY_BITS} bits or more.")
    return key


def own_certificates(pems: Iterable[bytes]) -> list[x509.Certificate]:
    """Certificates of ours or of the settings.

    Raises:
        NotReady: One of them cannot be read.
    """
    try:
        found = [c for pem in pems for c in x509.load_pem_x509_certificates(pem)]
        return list(map(_whole, found))
    except _BROKEN as error:
        raise NotReady("A certificate of the settings cannot be read.") from error


def given_certificates(data: bytes) -> list[x509.Certificate]:
    """Certificates from outside: PEM text, DER, or PKCS#7.

    Raises:
        AnswerNotTrusted: They cannot be read, or are too many.
    """
    try:
        found = list(map(_whole, _read(data)))
    except _BROKEN as error:
        raise AnswerNotTrusted("A certificate of the answer is broken.") from error
    if not 0 < len(found) <= _MOST_CERTIFICATES:
        raise AnswerNotTrusted("The answer has no or too many certificates.")
    return found


def _read(data: bytes) -> list[x509.Certificate]:
    if pems := _PEM.findall(data):
        return [x509.load_pem_x509_certificate(pem) for pem in pems]
    try:
        return [x509.load_der_x509_certificate(data)]
    except _BROKEN:
        return pkcs7.load_der_pkcs7_certificates(data)


def _whole(certificate: x509.Certificate) -> x509.Certificate:
    """The certificate, all of whose parts can be read, and not only its frame."""
    certificate.public_key()
    certificate.subject.rfc4514_string()
    certificate.issuer.rfc4514_string()
    list(certificate.extensions)
    return certificate


def pem_of(certificate: x509.Certificate) -> bytes:
    """A certificate as PEM."""
    return certificate.public_bytes(serialization.Encoding.PEM)


def der_of(certificate: x509.Certificate) -> bytes:
    """A certificate as DER."""
    return certificate.public_bytes(serialization.Encoding.DER)


def belongs_to(certificate: x509.Certificate, key: rsa.RSAPrivateKey) -> bool:
    """Whether the certificate is for this key."""
    public = certificate.public_key()
    return isinstance(public, rsa.RSAPublicKey) and (
        public.public_numbers() == key.public_key().public_numbers()
    )


def common_name(certificate: x509.Certificate) -> str:
    """The common name of whom it is for, empty when it has none."""
    names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(names[0].value) if len(names) == 1 else ""


@dataclass(frozen=True)
class Trust:
    """What makes a bank's certificate believed, at one moment.

    `names` are the common names a signing bank may have, any when empty.
    """

    roots: Sequence[x509.Certificate]
    now: datetime
    names: tuple[str, ...] = ()
    accept_sha1: bool = False
    skew: timedelta = timedelta()

    def ensure_signer(
        self, leaf: x509.Certificate, others: Iterable[x509.Certificate] = ()
    ) -> None:
        """Let a certificate pass that a bank of ours may sign with.

        Raises:
            AnswerNotTrusted: It does not lead to a root, is out of date, is not
                made for signing or is somebody else's.
        """
        self.ensure_chain(leaf, others)
        usage = _usage(leaf)
        if usage and not (usage.digital_signature or usage.content_commitment):
            raise AnswerNotTrusted("The bank's certificate is not made for signing.")
        self._ensure_name(leaf)

    def ensure_recipient(
        self, leaf: x509.Certificate, others: Iterable[x509.Certificate] = ()
    ) -> None:
        """Let a certificate pass that a key may be encrypted for.

        Raises:
            AnswerNotTrusted: As `ensure_signer`, or not made for encryption.
        """
        self.ensure_chain(leaf, others)
        usage = _usage(leaf)
        if usage and not (usage.key_encipherment or usage.data_encipherment):
            raise AnswerNotTrusted("The bank's certificate is not made to encrypt for.")
        self._ensure_name(leaf)

    def _ensure_name(self, leaf: x509.Certificate) -> None:
        if self.names and common_name(leaf) not in self.names:
            raise AnswerNotTrusted(
                f"The certificate is {leaf.subject.rfc4514_string()}'s, not the bank's."
            )

    def ensure_chain(
        self, leaf: x509.Certificate, others: Iterable[x509.Certificate] = ()
    ) -> None:
        """Let a certificate pass that leads to a configured root.

        Raises:
            AnswerNotTrusted: It does not, with the reason.
        """
        pool = [*self.roots, *others][: _MOST_CERTIFICATES + len(self.roots)]
        self._ensure_sound(leaf)
        reason = self._climb(leaf, pool, depth=0)
        if reason:
            name = leaf.subject.rfc4514_string()
            raise AnswerNotTrusted(
                f"The certificate of {name} is not to be trusted: {reason}"
            )

    def _climb(
        self,
        certificate: x509.Certificate,
        pool: Sequence[x509.Certificate],
        depth: int,
    ) -> str:
        """Empty when a root is reached, else why not."""
        if depth >= _LONGEST_CHAIN:
            return "its chain is longer than any real one."
        reason = "no configured root has issued it."
        for issuer in pool:
            if issuer == certificate or not _has_issued(issuer, certificate):
                continue
            try:
                self._ensure_sound(issuer)
                _ensure_authority(issuer, below=depth)
            except AnswerNotTrusted as error:
                reason = error.message
                continue
            if issuer in self._root_set:
                return ""
            reason = self._climb(issuer, pool, depth + 1)
            if not reason:
                return ""
        return reason

    @cached_property
    def _root_set(self) -> frozenset[x509.Certificate]:
        return frozenset(self.roots)

    def _ensure_sound(self, certificate: x509.Certificate) -> None:
        name = certificate.subject.rfc4514_string()
        if self.now < certificate.not_valid_before_utc - self.skew:
            raise AnswerNotTrusted(f"The certificate of {name} is not valid yet.")
        if self.now > certificate.not_valid_after_utc:
            raise AnswerNotTrusted(f"The certificate of {name} has run out.")
        key = certificate.public_key()
        bits = _OLD_KEY_BITS if self.accept_sha1 else KEY_BITS
        if not isinstance(key, rsa.RSAPublicKey) or key.key_size < bits:
            raise AnswerNotTrusted(f"The key of {name} is no RSA key long enough.")
        is_root = certificate in self._root_set
        if not is_root and not self._is_good_hash(certificate):
            raise AnswerNotTrusted(f"The certificate of {name} is weakly signed.")
        demands = {e.oid for e in certificate.extensions if e.critical}
        if not demands <= _KNOWN_CRITICAL:
            raise AnswerNotTrusted(f"The certificate of {name} demands unknown things.")

    def _is_good_hash(self, certificate: x509.Certificate) -> bool:
        try:
            algorithm = certificate.signature_hash_algorithm
        except UnsupportedAlgorithm:
            return False
        good = _GOOD_HASHES + ((hashes.SHA1,) if self.accept_sha1 else ())
        return isinstance(algorithm, good)


def _has_issued(issuer: x509.Certificate, certificate: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm):
        return False
    return True


def _ensure_authority(issuer: x509.Certificate, *, below: int) -> None:
    """`below` counts the authorities between it and the leaf."""
    name = issuer.subject.rfc4514_string()
    try:
        basic = issuer.extensions.get_extension_for_class(x509.BasicConstraints).value
    except x509.ExtensionNotFound:
        basic = None
    if basic is None or not basic.ca:
        raise AnswerNotTrusted(f"{name} is no authority, yet has issued certificates.")
    if basic.path_length is not None and basic.path_length < below:
        raise AnswerNotTrusted(f"{name} may not issue through so many authorities.")
    usage = _usage(issuer)
    if usage and not usage.key_cert_sign:
        raise AnswerNotTrusted(f"{name} may not issue certificates.")


def _usage(certificate: x509.Certificate) -> x509.KeyUsage | None:
    try:
        return certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return None
