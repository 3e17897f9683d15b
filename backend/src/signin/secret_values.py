"""Secrets: sealed for storage, derived, made at random, compared by hash."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_NONCE_BYTES = 12


def seal(key: bytes, content: bytes, *, purpose: str) -> bytes:
    """Encrypt for one purpose, so that stored rows cannot be exchanged."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, content, purpose.encode())


def unseal(key: bytes, sealed: bytes, *, purpose: str) -> bytes:
    """Decrypt what `seal` made; raises `InvalidTag` for another key or purpose."""
    return AESGCM(key).decrypt(
        sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], purpose.encode()
    )


def derive(key: bytes, *, purpose: str) -> bytes:
    """Make a second key from the first that tells nothing about it."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose.encode()).derive(
        key
    )


def random_secret() -> str:
    """Make 256 random bits that fit into an address or a cookie."""
    return secrets.token_urlsafe(32)


def fingerprint(secret: str) -> str:
    """Hash a random secret for storage; its entropy makes a slow hash needless."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def mac(key: bytes, message: str) -> str:
    """Authenticate a message with a key."""
    return hmac.new(
        key, message.encode("utf-8", "surrogatepass"), hashlib.sha256
    ).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compare without telling by the time taken how much agrees."""
    return hmac.compare_digest(
        one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass")
    )
