"""The bank's certificate authorities: one root per protocol, centre and environment.

Keys and certificates are files in the bank's folder, made when first needed and kept.
Besides those in order there are some for faults: one that ran out, one under the same
root that replaced it, and those of a bank that nobody knows.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from threading import RLock

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

from banksim.paths import Environment, root_file
from banksim.security.sign import Signer

KEY_BITS = 2048
STRANGER = "stranger"
"""The issuer that stands for another bank."""
_ROOT_YEARS = timedelta(days=20 * 365)
_LEAF_YEARS = timedelta(days=3 * 365)
_AGE = timedelta(days=5 * 365)
_SKEW = timedelta(hours=1)


class Leaf(StrEnum):
    """Which of the bank's own certificates."""

    PRESENT = "bank"
    ROTATED = "bank-rotated"
    EXPIRED = "bank-expired"


class Authority:
    """One root with what it issues."""

    def __init__(self, folder: Path, issuer: str, environment: Environment) -> None:
        self.issuer = issuer
        self.environment = environment
        self._folder = folder
        self._stem = root_file(issuer, environment).removesuffix(".pem")
        self._kept: dict[str, Signer] = {}
        self._lock = RLock()

    def root(self, now: datetime) -> Signer:
        """The root, which signs certificates only."""
        with self._lock:
            if "root" not in self._kept:
                where = self._folder / "roots" / f"{self._stem}.pem"
                key = _key(self._folder / "keys" / f"{self._stem}-root.pem")
                self._kept["root"] = Signer(key, _kept(where) or self._root(key, now))
                _keep(where, self._kept["root"].certificate)
            return self._kept["root"]

    def leaf(self, which: Leaf, now: datetime) -> Signer:
        """A certificate of the bank itself, by which it signs and is written to."""
        root = self.root(now)
        with self._lock:
            if which not in self._kept:
                where = self._folder / "certificates" / f"{self._stem}-{which}.pem"
                key = _key(self._folder / "keys" / f"{self._stem}-{which}.pem")
                made = _kept(where) or self._leaf(key, which, root, now)
                self._kept[which] = Signer(key, made)
                _keep(where, made)
            return self._kept[which]

    def issue(
        self, subject: x509.Name, key: rsa.RSAPublicKey, now: datetime, days: int
    ) -> x509.Certificate:
        """A certificate for a customer's key."""
        start = now - _SKEW
        builder = _builder(subject, key, start, start + timedelta(days=days))
        return _signed(builder, self.root(now), _SIGNS_AND_READS)

    def has_issued(self, certificate: x509.Certificate, now: datetime) -> bool:
        """Whether this root signed it."""
        try:
            certificate.verify_directly_issued_by(self.root(now).certificate)
        except (ValueError, TypeError, InvalidSignature):
            return False
        return True

    def _root(self, key: rsa.RSAPrivateKey, now: datetime) -> x509.Certificate:
        name = self._name("Root CA")
        start = now - _AGE
        builder = _builder(name, key.public_key(), start, start + _ROOT_YEARS)
        builder = builder.issuer_name(name)
        builder = builder.add_extension(
            x509.BasicConstraints(ca=True, path_length=1), critical=True
        )
        builder = builder.add_extension(_CERTIFIES, critical=True)
        return builder.sign(key, hashes.SHA256())

    def _leaf(
        self, key: rsa.RSAPrivateKey, which: Leaf, root: Signer, now: datetime
    ) -> x509.Certificate:
        # The one that ran out did so a month ago.
        age = _LEAF_YEARS + timedelta(days=30) if which is Leaf.EXPIRED else _SKEW
        start = now - age
        builder = _builder(
            self._name("File Transfer"), key.public_key(), start, start + _LEAF_YEARS
        )
        return _signed(builder, root, _SIGNS_AND_READS)

    def _name(self, what: str) -> x509.Name:
        test = " test" if self.environment is Environment.TEST else ""
        return x509.Name(
            [
                x509.NameAttribute(NameOID.COUNTRY_NAME, "DK"),
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Simulated bank"),
                x509.NameAttribute(
                    NameOID.COMMON_NAME, f"{self.issuer} {what}{test} (simulated)"
                ),
            ]
        )


def bundle(certificates: Sequence[x509.Certificate]) -> bytes:
    """Certificates one after the other, as PEM."""
    return b"".join(one.public_bytes(Encoding.PEM) for one in certificates)


def new_key() -> rsa.RSAPrivateKey:
    """An RSA key of the length that banks use."""
    return rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)


def _builder(
    subject: x509.Name, key: rsa.RSAPublicKey, start: datetime, end: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _signed(
    builder: x509.CertificateBuilder, root: Signer, usage: x509.KeyUsage
) -> x509.Certificate:
    issuer = root.certificate
    identifier = issuer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
    return (
        builder.issuer_name(issuer.subject)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(
                identifier.value
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .sign(root.key, hashes.SHA256())
    )


def _usage(*, certifies: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not certifies,
        content_commitment=not certifies,
        key_encipherment=not certifies,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=certifies,
        crl_sign=certifies,
        encipher_only=False,
        decipher_only=False,
    )


_CERTIFIES = _usage(certifies=True)
_SIGNS_AND_READS = _usage(certifies=False)


def _kept(where: Path) -> x509.Certificate | None:
    return (
        x509.load_pem_x509_certificate(where.read_bytes()) if where.exists() else None
    )


def _keep(where: Path, certificate: x509.Certificate) -> None:
    if not where.exists():
        _write(where, certificate.public_bytes(Encoding.PEM), 0o644)


def _key(where: Path) -> rsa.RSAPrivateKey:
    """The key in a file, made where there is none."""
    if not where.exists():
        made = new_key().private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        _write(where, made, 0o600)
    # Our own file: to test its primes again would take longer than all the rest.
    key = load_pem_private_key(
        where.read_bytes(), None, unsafe_skip_rsa_key_validation=True
    )
    if not isinstance(key, rsa.RSAPrivateKey):
        raise TypeError(f"{where} holds no RSA key")
    return key


def _write(where: Path, content: bytes, mode: int) -> None:
    """Whole or not at all, also when the process is killed in between."""
    where.parent.mkdir(parents=True, exist_ok=True)
    beside = where.with_suffix(".new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(where)
