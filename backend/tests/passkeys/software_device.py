"""A passkey device in memory: makes keys and signs as WebAuthn's authenticators do.

It shares no code with the library that the product verifies with.
"""

import base64
import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _MAKES_KEY = 0x01, 0x04, 0x40


@dataclass
class Device:
    """One key in one device, used at one address."""

    origin: str = "http://localhost:8087"
    verifies: bool = True
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    @property
    def host(self) -> str:
        """The address without scheme and port."""
        return self.origin.split("//")[1].split(":")[0]

    def make(self, options: str) -> str:
        """What a browser tells of a new key, as JSON."""
        client_data = self._client_data("webauthn.create", json.loads(options))
        data = self._data(_MAKES_KEY) + bytes(16) + struct.pack(">H", len(self.id))
        data += self.id + self._cose()
        attestation = (
            b"\xa3" + _text("fmt") + _text("none") + _text("attStmt") + b"\xa0"
            + _text("authData") + _bytes(data)
        )  # fmt: skip
        return self._told(
            clientDataJSON=_b64(client_data),
            attestationObject=_b64(attestation),
            transports=["internal"],
        )

    def sign(self, options: str) -> str:
        """What a browser tells of a signature, as JSON."""
        self.count += 1
        client_data = self._client_data("webauthn.get", json.loads(options))
        data = self._data()
        signed = data + hashlib.sha256(client_data).digest()
        return self._told(
            clientDataJSON=_b64(client_data),
            authenticatorData=_b64(data),
            signature=_b64(self.key.sign(signed, ec.ECDSA(SHA256()))),
        )

    def _told(self, **response: Any) -> str:
        name = _b64(self.id)
        return json.dumps(
            {"id": name, "rawId": name, "type": "public-key", "response": response}
        )

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps(
            {
                "type": kind,
                "challenge": options["challenge"],
                "origin": self.origin,
                "crossOrigin": False,
            }
        ).encode()

    def _data(self, more: int = 0) -> bytes:
        flags = _PRESENT | (_VERIFIED if self.verifies else 0) | more
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + struct.pack(">I", self.count)

    def _cose(self) -> bytes:
        """The public key: EC2, ES256, P-256, and its point."""
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        begun = bytes.fromhex("a5010203262001")
        return begun + b"\x21" + _bytes(x) + b"\x22" + _bytes(y)


def _b64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _text(text: str) -> bytes:
    return bytes([0x60 + len(text)]) + text.encode()


def _bytes(content: bytes) -> bytes:
    """A byte string of CBOR, of less than 64 KiB."""
    if len(content) < 256:
        return b"\x58" + bytes([len(content)]) + content
    return b"\x59" + struct.pack(">H", len(content)) + content
