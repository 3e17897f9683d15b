"""Certificate requests (PKCS#10) and the certificates that answer them."""

from __future__ import annotations

from collections.abc import Sequence

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from banklink._certificates import Trust, belongs_to, pem_of
from banklink.errors import AnswerNotTrusted, NotReady


def certificate_request(
    key: rsa.RSAPrivateKey, subject: Sequence[tuple[x509.ObjectIdentifier, str]]
) -> bytes:
    """A request for a certificate with that subject, DER, signed with SHA-256.

    Raises:
        NotReady: A name does not fit into a certificate.
    """
    try:
        names = [x509.NameAttribute(kind, value) for kind, value in subject if value]
    except ValueError as error:
        raise NotReady(f"The certificate's name does not fit: {error}.") from error
    request = x509.CertificateSigningRequestBuilder().subject_name(x509.Name(names))
    signed = request.sign(key, hashes.SHA256())
    return signed.public_bytes(serialization.Encoding.DER)


def issued_for(
    key: rsa.RSAPrivateKey, found: Sequence[x509.Certificate], trust: Trust
) -> tuple[bytes, ...]:
    """The certificate for a key among several, PEM, with what leads to the root.

    Raises:
        AnswerNotTrusted: None belongs to the key, or it leads to no root.
    """
    ours = [certificate for certificate in found if belongs_to(certificate, key)]
    if not ours:
        raise AnswerNotTrusted(
            "The bank gave a certificate that does not belong to our key."
        )
    leaf = max(ours, key=lambda certificate: certificate.not_valid_after_utc)
    trust.ensure_chain(leaf, found)
    return tuple(pem_of(c) for c in (leaf, *(c for c in found if c not in ours)))
