"""The key by which a company signs its packs: Ed25519, derived from the realm's key.

Nothing more is kept for it. A realm whose key is replaced signs with another key from
then on; the earlier is derived again for as long as the realm's earlier key is kept.
"""

from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)
from sqlalchemy import Connection

from giroscope.features.evidence.layout import fingerprint
from giroscope.kernel.chain import keys_for

_PURPOSE = "evidence"


class Signer(NamedTuple):
    """A key that signs packs, and the number of the realm's key it comes from."""

    key_id: int
    private: Ed25519PrivateKey

    def sign(self, content: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self.private.sign(content)

    @property
    def pem(self) -> bytes:
        """The public half, as other programs read it."""
        return self.private.public_key().public_bytes(
            Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
        )

    @property
    def fingerprint(self) -> str:
        """What people compare the key by."""
        return fingerprint(_raw(self.private.public_key()))


def signers(connection: Connection) -> list[Signer]:
    """The realm's keys that sign packs, the newest first."""
    found = sorted(keys_for(connection, _PURPOSE).items(), reverse=True)
    return [
        Signer(key_id, Ed25519PrivateKey.from_private_bytes(secret))
        for key_id, secret in found
    ]


def signed_by(pem: bytes, content: bytes, signature: bytes) -> str | None:
    """The fingerprint of the key, if it signed exactly this; None if it did not."""
    try:
        key = load_pem_public_key(pem)
        if not isinstance(key, Ed25519PublicKey):
            return None
        key.verify(signature, content)
    except (InvalidSignature, ValueError, TypeError):
        return None
    return fingerprint(_raw(key))


def _raw(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)
