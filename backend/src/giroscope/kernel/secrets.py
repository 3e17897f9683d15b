"""Keys at rest: a master key wraps a key per realm; realm keys encrypt secrets.

Uses AES-256-GCM throughout. Long streams are cut into segments, each with its
own nonce and a mark on the last one, so that a cut or reordered file is
noticed (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
"""

import base64
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from giroscope.settings import Settings

KEY_BYTES = 32
SEGMENT_BYTES = 1 << 20
_NONCE_BYTES = 12
_TAG_BYTES = 16
_MAGIC = b"GSD1"
_SALT_BYTES = 16


class Readable(Protocol):
    """Anything bytes can be read from."""

    def read(self, size: int = -1, /) -> object:
        """Up to `size` bytes."""


class SecretDamaged(Exception):
    """Encrypted data was changed, cut short, or made with another key."""


def load_master_key(settings: Settings) -> bytes:
    """The key that wraps all others; made on first use in the data directory.

    Raises:
        ValueError: The configured key is not 32 bytes in base64.
    """
    if settings.master_key is not None:
        return _decode_key(settings.master_key.get_secret_value())
    path = settings.master_key_file or settings.data_dir / "master.key"
    if not path.exists() and settings.master_key_file is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _create_once(path, base64.b64encode(secrets.token_bytes(KEY_BYTES)))
    return _decode_key(path.read_text("ascii"))


def _create_once(path: Path, content: bytes) -> None:
    """Write a private file whole, or leave the one another process made."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _decode_key(text: str) -> bytes:
    key = base64.b64decode(text.strip(), validate=True)
    if len(key) != KEY_BYTES:
        raise ValueError("the master key must be 32 bytes, written in base64")
    return key


def wrap(key: bytes, secret: bytes, purpose: str) -> bytes:
    """Encrypt a short secret for one purpose."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, secret, purpose.encode())


def unwrap(key: bytes, wrapped: bytes, purpose: str) -> bytes:
    """Give the secret back.

    Raises:
        SecretDamaged: Wrong key or purpose, or changed data.
    """
    nonce, body = wrapped[:_NONCE_BYTES], wrapped[_NONCE_BYTES:]
    if len(body) < _TAG_BYTES:
        raise SecretDamaged(f"cannot decrypt {purpose}: it is cut short")
    try:
        return AESGCM(key).decrypt(nonce, body, purpose.encode())
    except InvalidTag as error:
        raise SecretDamaged(f"cannot decrypt {purpose}") from error


def derive(key: bytes, purpose: str, salt: bytes | None = None) -> bytes:
    """A key of its own for one purpose (HKDF, RFC 5869)."""
    return HKDF(SHA256(), KEY_BYTES, salt, purpose.encode()).derive(key)


class Sealer:
    """Encrypts a stream as it comes; holds at most one segment."""

    def __init__(self, key: bytes) -> None:
        salt = secrets.token_bytes(_SALT_BYTES)
        self._cipher = AESGCM(derive(key, "document", salt))
        self._pending = bytearray()
        self._count = 0
        self.header = _MAGIC + salt

    def seal(self, data: bytes) -> Iterator[bytes]:
        """What can be written already."""
        self._pending += data
        while len(self._pending) > SEGMENT_BYTES:
            yield self._segment(bytes(self._pending[:SEGMENT_BYTES]), last=False)
            del self._pending[:SEGMENT_BYTES]

    def finish(self) -> bytes:
        """The last segment, marked as such."""
        return self._segment(bytes(self._pending), last=True)

    def _segment(self, plain: bytes, *, last: bool) -> bytes:
        sealed = self._cipher.encrypt(_segment_nonce(self._count, last), plain, None)
        self._count += 1
        return sealed


def _segment_nonce(count: int, last: bool) -> bytes:
    return count.to_bytes(_NONCE_BYTES - 1, "big") + bytes([last])


def unseal(key: bytes, sealed: BinaryIO) -> Iterator[bytes]:
    """Decrypt a stream segment by segment.

    Raises:
        SecretDamaged: The stream is not whole, or not of this key.
    """
    head = sealed.read(len(_MAGIC) + _SALT_BYTES)
    if not head.startswith(_MAGIC):
        raise SecretDamaged("this is no sealed document")
    cipher = AESGCM(derive(key, "document", head[len(_MAGIC) :]))
    size = SEGMENT_BYTES + _TAG_BYTES
    count, segment = 0, sealed.read(size)
    while True:
        following = sealed.read(size)
        nonce = _segment_nonce(count, last=not following)
        try:
            yield cipher.decrypt(nonce, segment, None)
        except InvalidTag as error:
            raise SecretDamaged(
                f"segment {count} of the document is damaged"
            ) from error
        if not following:
            return
        count, segment = count + 1, following
