"""Makes the authorities and certificates that tests need, sound and unsound."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FROM, TO = NOW - timedelta(days=365), NOW + timedelta(days=365)


@dataclass(frozen=True)
class Identity:
    """A key and its certificate."""

    key: rsa.RSAPrivateKey
    certificate: x509.Certificate

    @property
    def key_pem(self) -> bytes:
        return self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)


@dataclass(frozen=True)
class Authority(Identity):
    """An identity that issues others."""

    @classmethod
    def made(cls, name: str, *, before: datetime = FROM, after: datetime = TO) -> Self:
        key = new_key()
        return cls(
            key,
            certified(
                key, name, name, key, is_authority=True, before=before, after=after
            ),
        )

    def issue(
        self,
        name: str,
        *,
        serial_number: str = "",
        before: datetime = FROM,
        after: datetime = TO,
        usage: x509.KeyUsage | None = None,
        hashing: hashes.HashAlgorithm | None = None,
        key: rsa.RSAPrivateKey | None = None,
        critical: str = "",
        address: str = "",
    ) -> Identity:
        key = key or new_key()
        made = certified(
            key,
            name,
            common_name(self.certificate),
            self.key,
            serial_number=serial_number,
            before=before,
            after=after,
            usage=usage,
            hashing=hashing,
            critical=critical,
            address=address,
        )
        return Identity(key, made)

    def intermediate(
        self,
        name: str,
        *,
        is_authority: bool = True,
        path_length: int | None = None,
        usage: x509.KeyUsage | None = None,
        before: datetime = FROM,
        after: datetime = TO,
    ) -> "Authority":
        key = new_key()
        made = certified(
            key,
            name,
            common_name(self.certificate),
            self.key,
            is_authority=is_authority,
            path_length=path_length,
            usage=usage,
            before=before,
            after=after,
        )
        return Authority(key, made)


def new_key(bits: int = 2048) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def common_name(certificate: x509.Certificate) -> str:
    (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(name.value)


def certified(
    key: rsa.RSAPrivateKey,
    name: str,
    issuer: str,
    issuer_key: rsa.RSAPrivateKey,
    *,
    serial_number: str = "",
    is_authority: bool = False,
    path_length: int | None = None,
    before: datetime = FROM,
    after: datetime = TO,
    usage: x509.KeyUsage | None = None,
    hashing: hashes.HashAlgorithm | None = None,
    critical: str = "",
    address: str = "",
) -> x509.Certificate:
    attributes = [x509.NameAttribute(NameOID.COMMON_NAME, name)]
    if serial_number:
        attributes.append(x509.NameAttribute(NameOID.SERIAL_NUMBER, serial_number))
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name(attributes))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(before)
        .not_valid_after(after)
        .add_extension(
            x509.BasicConstraints(ca=is_authority, path_length=path_length),
            critical=True,
        )
    )
    if usage:
        builder = builder.add_extension(usage, critical=True)
    if address:
        place = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
        builder = builder.add_extension(place, critical=False)
    if critical:
        odd = x509.UnrecognizedExtension(x509.ObjectIdentifier(critical), b"\x05\x00")
        builder = builder.add_extension(odd, critical=True)
    return builder.sign(issuer_key, hashing or hashes.SHA256())


def usage_of(*allowed: str) -> x509.KeyUsage:
    """A key usage in which only the named uses are allowed."""
    names = (
        "digital_signature", "content_commitment", "key_encipherment",
        "data_encipherment", "key_agreement", "key_cert_sign", "crl_sign",
        "encipher_only", "decipher_only",
    )  # fmt: skip
    return x509.KeyUsage(**{name: name in allowed for name in names})
