"""Our own key and certificate, checked before anything is signed with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cryptography import x509

from banklink._certificates import (
    Trust,
    belongs_to,
    own_certificates,
    private_key,
)
from banklink._sign import Signer
from banklink.endpoints import Endpoint
from banklink.errors import AnswerNotTrusted, NotReady


def own_signer(key_pem: bytes, certificates: Sequence[bytes], now: datetime) -> Signer:
    """Our key with the certificate that belongs to it and is valid now.

    Raises:
        NotReady: There is none.
    """
    key = private_key(key_pem)
    ours = [c for c in own_certificates(certificates) if belongs_to(c, key)]
    if not ours:
        raise NotReady("There is no certificate that belongs to the private key.")
    for certificate in ours:
        if certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
            return Signer(key, certificate)
    raise NotReady("Our certificate has run out, or is not valid yet.")


def trust_of(endpoint: Endpoint, now: datetime) -> Trust:
    """What makes a certificate of this bank believed.

    Raises:
        NotReady: No root is configured, or one cannot be read.
    """
    roots = own_certificates(endpoint.roots)
    if not roots:
        raise NotReady("No root certificate of the bank is configured.")
    return Trust(
        roots,
        now,
        names=endpoint.bank_names,
        accept_sha1=endpoint.accept_sha1,
        skew=endpoint.clock_skew,
    )


def ensure_not_ours(signer: x509.Certificate, own: x509.Certificate) -> None:
    """Refuse an answer signed by ourselves: our own request sent back.

    Raises:
        AnswerNotTrusted: The subject is ours.
    """
    if signer.subject == own.subject:
        raise AnswerNotTrusted("The answer is signed in our own name.")
