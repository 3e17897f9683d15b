"""Passwords: what makes one acceptable, and argon2id in threads of its own."""

from __future__ import annotations

import secrets
import unicodedata
from enum import Enum, auto
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, Semaphore, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from signin.common_passwords import is_common
from signin.settings import HashCost

if TYPE_CHECKING:
    from collections.abc import Collection

MIN_LENGTH = 12
MAX_LENGTH = 256

# No character that can be taken for another when read off a screen.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP_LENGTH = 4, 5


class PasswordFlaw(Enum):
    """Why a new password is refused: length and blocklist (NIST SP 800-63B)."""

    TOO_SHORT = auto()
    TOO_LONG = auto()
    TOO_COMMON = auto()
    CONTAINS_NAME = auto()


def flaw_of(
    password: str, *, username: str, branding: str, about: Collection[str] = ()
) -> PasswordFlaw | None:
    """Judge a new password; None means it is good enough.

    `about` is what others know of the person: their names, and their company's.
    """
    if len(password) < MIN_LENGTH:
        return PasswordFlaw.TOO_SHORT
    if len(password) > MAX_LENGTH:
        return PasswordFlaw.TOO_LONG
    folded = password.casefold()
    if username.casefold() in folded or branding.casefold() in folded:
        return PasswordFlaw.CONTAINS_NAME
    if is_common(password, about):
        return PasswordFlaw.TOO_COMMON
    return None


def random_password() -> str:
    """Make a password of 99 bits that can be read aloud."""
    groups = (
        "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH))
        for _ in range(_GROUPS)
    )
    return "-".join(groups)


class Passwords:
    """Hashes and checks passwords without holding up the event loop."""

    def __init__(self, cost: HashCost) -> None:
        """Use the given cost for new hashes; older ones stay valid."""
        self._hasher = PasswordHasher(
            time_cost=cost.time_cost,
            memory_cost=cost.memory_kib,
            parallelism=cost.parallelism,
        )
        self._threads = CapacityLimiter(cost.threads)
        # Throttles are read and written while holding this, so that a burst of parallel
        # guesses overruns the limit by no more than the number of threads.
        self.turn = Semaphore(cost.threads)
        # One thread and turn apart, for browsers that are known.
        self._known_thread = CapacityLimiter(1)
        self.known_turn = Semaphore(1)
        self._nobodys_hash = self._hasher.hash(secrets.token_urlsafe(32))

    async def hash(self, password: str) -> str:
        """Hash a password for storage."""
        text = _normal(password)
        return await to_thread.run_sync(self._hasher.hash, text, limiter=self._threads)

    async def verify(
        self, password_hash: str | None, password: str, *, is_known: bool = False
    ) -> bool:
        """Check a password; without a hash it takes as long and says no."""
        text = _normal(password)
        matches = await to_thread.run_sync(
            self._matches,
            password_hash or self._nobodys_hash,
            text,
            limiter=self._known_thread if is_known else self._threads,
        )
        return matches and password_hash is not None

    def needs_rehash(self, password_hash: str) -> bool:
        """Tell whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(password_hash)

    def _matches(self, password_hash: str, text: str) -> bool:
        try:
            return self._hasher.verify(password_hash, text)
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """One form per text, since keyboards differ in how they compose å, ä and é."""
    return unicodedata.normalize("NFKC", password)
