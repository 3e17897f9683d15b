"""Keys at rest: a master key wraps a key per realm; realm keys encrypt secrets.

Uses AES-256-GCM throughout. Long streams are cut into segments, each with its
own nonce and a mark on the last one, so that a cut or reordered file is
noticed (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
"""

import base64
import os
import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import BinaryIO, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.key_services import unwrapped
from giroscope.kernel.outage import Outage, persist
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


class WrongMasterKey(SecretDamaged):
    """The data was encrypted with another master key, or its key was changed."""


class BadMasterKey(InvalidInput, ValueError):
    """The master key must be 32 bytes in base64."""


class MasterKey(bytes):
    """The key that wraps all others; it may know the one that did so before it."""

    older: tuple[bytes, ...] = ()

    @classmethod
    def of(cls, key: bytes, older: bytes | None = None) -> "MasterKey":
        """The key, and the one before it where there is one."""
        made = cls(key)
        made.older = () if older is None or older == key else (older,)
        return made


def load_master_key(settings: Settings) -> MasterKey:
    """The key that wraps all others; made on first use in the data directory.

    Raises:
        BadMasterKey: A configured key is not 32 bytes in base64, or not there.
        KeyServiceAway, KeyServiceRefuses: The service that is to unwrap it does not.
    """
    if settings.master_key_wrapped is not None:
        if not (settings.master_key is None and settings.master_key_file is None):
            raise BadMasterKey(
                "GIROSCOPE_MASTER_KEY_WRAPPED is set, and the master key as well: unset"
                " one of them"
            )
        return MasterKey.of(
            _given_back(settings, settings.master_key_wrapped), _old_key(settings)
        )
    if settings.master_key is not None:
        return MasterKey.of(
            _decode_key(settings.master_key.get_secret_value()), _old_key(settings)
        )
    path = settings.master_key_file or own_key_path(settings)
    if not path.exists() and settings.master_key_file is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _create_once(path, new_key_text().encode())
    return MasterKey.of(_key_in(path), _old_key(settings))


def await_master_key(settings: Settings) -> None:
    """Have the master key, as soon as the service that unwraps it answers."""
    persist(Outage(), partial(load_master_key, settings), Event())


def _given_back(settings: Settings, wrapped: str) -> bytes:
    key = unwrapped(settings, wrapped.strip())
    if len(key) == KEY_BYTES:
        return key
    raise BadMasterKey("What the key service unwraps is no master key")


def _key_in(path: Path) -> bytes:
    try:
        return _decode_key(path.read_text("ascii"))
    except OSError as error:
        raise BadMasterKey(
            f"The master key cannot be read from {path}: {error.strerror}"
        ) from error


def own_key_path(settings: Settings) -> Path:
    """Where the master key is kept when nobody gave one."""
    return settings.data_dir / "master.key"


def old_key_path(settings: Settings) -> Path:
    """Where the one before it is kept while it is being replaced."""
    return settings.data_dir / "master.key.old"


def is_own_key(settings: Settings) -> bool:
    """Whether the master key is the one of the data directory."""
    given = (settings.master_key, settings.master_key_file, settings.master_key_wrapped)
    return given == (None, None, None)


def is_key_missing(settings: Settings) -> bool:
    """Whether the key is to be the one of the data directory, and is not there."""
    return is_own_key(settings) and not own_key_path(settings).exists()


def new_key_text() -> str:
    """A new master key as it is written down."""
    return base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def _old_key(settings: Settings) -> bytes | None:
    if settings.old_master_key_wrapped is not None:
        return _given_back(settings, settings.old_master_key_wrapped)
    if settings.old_master_key is not None:
        return _decode_key(settings.old_master_key.get_secret_value())
    if settings.old_master_key_file is not None:
        return _key_in(settings.old_master_key_file)
    path = old_key_path(settings)
    if is_own_key(settings) and path.exists():
        return _key_in(path)
    return None


def renew_own_key(settings: Settings) -> None:
    """Put a new key in the data directory, the present one beside it.

    A renewal that was cut short is not begun again: the old key is still there.
    """
    old, own = old_key_path(settings), own_key_path(settings)
    present = load_master_key(settings)
    if present.older:
        return
    _replace(old, base64.b64encode(present))
    _replace(own, new_key_text().encode())


def _replace(path: Path, content: bytes) -> None:
    """Write a private file whole, instead of what stood there."""
    draft = _draft(path, content)
    draft.replace(path)


def _create_once(path: Path, content: bytes) -> None:
    """Write a private file whole, or leave the one another process made."""
    draft = _draft(path, content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _draft(path: Path, content: bytes) -> Path:
    """The content beside its place, safe on the disk."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return draft


def _decode_key(text: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadMasterKey(
            "The master key must be 32 bytes in base64, as `openssl rand -base64 32`"
            " prints them"
        )
    return key


def wrap(key: bytes, secret: bytes, purpose: str) -> bytes:
    """Encrypt a short secret for one purpose."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, secret, purpose.encode())


def unwrap(key: bytes, wrapped: bytes, purpose: str) -> bytes:
    """Give the secret back; with a master key, also what the one before wrapped.

    Raises:
        SecretDamaged: Wrong key or purpose, or changed data.
    """
    keys = (bytes(key), *(key.older if isinstance(key, MasterKey) else ()))
    for candidate in keys:
        secret = _unwrapped(candidate, wrapped, purpose)
        if secret is not None:
            return secret
    raise SecretDamaged(f"cannot decrypt {purpose}")


def rewrap(key: MasterKey, wrapped: bytes, purpose: str) -> bytes | None:
    """The secret wrapped by the present key; None when it is so already.

    Raises:
        SecretDamaged: Neither this key nor the one before it wrapped it.
    """
    if _unwrapped(bytes(key), wrapped, purpose) is not None:
        return None
    return wrap(key, unwrap(key, wrapped, purpose), purpose)


def _unwrapped(key: bytes, wrapped: bytes, purpose: str) -> bytes | None:
    nonce, body = wrapped[:_NONCE_BYTES], wrapped[_NONCE_BYTES:]
    if len(body) < _TAG_BYTES:
        raise SecretDamaged(f"cannot decrypt {purpose}: it is cut short")
    try:
        return AESGCM(key).decrypt(nonce, body, purpose.encode())
    except InvalidTag:
        return None


def wrapped_in_file(path: Path, key: MasterKey, purpose: str, first: bytes) -> bytes:
    """The secret a file keeps, wrapped; `first` becomes it where there is no file.

    Raises:
        SecretDamaged: Another master key wrapped it.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _create_once(path, base64.b64encode(wrap(key, first, purpose)))
    return unwrap(key, base64.b64decode(path.read_bytes()), purpose)


def rewrap_file(path: Path, key: MasterKey, purpose: str) -> bool:
    """Wrap what the file keeps by the present key; whether that changed it.

    Raises:
        SecretDamaged: Neither this key nor the one before it wrapped it.
    """
    anew = rewrap(key, base64.b64decode(path.read_bytes()), purpose)
    if anew is not None:
        _replace(path, base64.b64encode(anew))
    return anew is not None


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
