"""Private keys and certificates: what is told of them, and how keys are kept.

A key is encrypted with the realm's key for this one fingerprint, so that rows
cannot change places. Nothing here gives a key to anything that is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import (
    RSAPrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

from giroscope.kernel.secrets import unwrap, wrap

_EXPONENT = 65537
_KEY_BITS = 2048
_NAMES = {
    NameOID.COMMON_NAME: "CN",
    NameOID.SERIAL_NUMBER: "serialNumber",
    NameOID.ORGANIZATION_NAME: "O",
    NameOID.ORGANIZATIONAL_UNIT_NAME: "OU",
    NameOID.COUNTRY_NAME: "C",
}


class PublicFacts(NamedTuple):
    """What may be told of a private key."""

    fingerprint: str
    algorithm: str


@dataclass(frozen=True, slots=True)
class CertificateFacts:
    """A certificate as people compare it with the bank's letter."""

    pem: bytes
    fingerprint: str
    key_fingerprint: str
    serial: str
    subject: str
    issuer: str
    common_name: str
    valid_from: datetime
    valid_to: datetime


def new_private_key() -> bytes:
    """A key as both protocols want it, in PEM; the caller encrypts it at once."""
    key = generate_private_key(_EXPONENT, _KEY_BITS)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def public_facts(private_key: bytes) -> PublicFacts:
    """The fingerprint of the public half, and what kind of key it is.

    Raises:
        ValueError: It is no key in PEM, or one no bank takes.
    """
    key = load_pem_private_key(private_key, None)
    if not isinstance(key, RSAPrivateKey):
        raise ValueError("banks take RSA keys only")  # noqa: TRY004 - the input's value
    public = key.public_key().public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    )
    return PublicFacts(_sha256(public), f"RSA {key.key_size}")


def certificate_facts(pem: bytes) -> CertificateFacts:
    """What a certificate says.

    Raises:
        ValueError: It is no certificate in PEM.
    """
    found = x509.load_pem_x509_certificate(pem)
    public = found.public_key().public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    )
    names = found.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return CertificateFacts(
        pem=pem,
        fingerprint=_sha256(found.public_bytes(Encoding.DER)),
        key_fingerprint=_sha256(public),
        serial=f"{found.serial_number:X}",
        subject=_written(found.subject),
        issuer=_written(found.issuer),
        common_name=str(names[0].value) if names else "",
        valid_from=found.not_valid_before_utc,
        valid_to=found.not_valid_after_utc,
    )


def own_first(
    certificates: Sequence[bytes], key_fingerprint: str
) -> list[CertificateFacts]:
    """The certificates with the one of this key first; empty where none is.

    Nordea's test code gives a certificate of somebody else's key, and Bank Connect
    gives one or two in no said order.
    """
    facts = [certificate_facts(one) for one in certificates]
    own = [one for one in facts if one.key_fingerprint == key_fingerprint]
    return own and [own[0], *(one for one in facts if one is not own[0])]


def sealed_secret(realm_key: bytes, secret: bytes, fingerprint: str) -> bytes:
    """A key or code as it is kept, bound to the key it belongs to."""
    return wrap(realm_key, secret, f"bank key {fingerprint}")


def opened_secret(realm_key: bytes, wrapped: bytes, fingerprint: str) -> bytes:
    """The secret again.

    Raises:
        SecretDamaged: It was changed, or belongs to another key or realm.
    """
    return unwrap(realm_key, wrapped, f"bank key {fingerprint}")


def shown(fingerprint: str) -> str:
    """A fingerprint as people read it aloud: pairs with colons."""
    upper = fingerprint.upper()
    return ":".join(upper[at : at + 2] for at in range(0, len(upper), 2))


def _written(name: x509.Name) -> str:
    """A name as banks print it, with a serial number called so."""
    return name.rfc4514_string(_NAMES)


def _sha256(data: bytes) -> str:
    hasher = Hash(SHA256())
    hasher.update(data)
    return hasher.finalize().hex()
