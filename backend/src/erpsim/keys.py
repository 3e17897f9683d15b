"""The key to the interface: what it may do, until when, and how often.

There is one key at a time. It stands in a file beside the store, so that a client on
the same machine needs nobody to type it. Whoever has it makes keys to some companies
alone, for those who must not see the others.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path

from erpsim.refusals import KeyRefused, NoRight, TooOften
from simulating.store import Store

RIGHTS = (
    "companies.read",
    "methods.read",
    "accounts.read",
    "payments.read",
    "payments.claim",
    "payments.status",
    "statements.write",
    "items.read",
    "items.settle",
)
_FIRST = " ".join(RIGHTS[:7])
"""What a key could do in the first release."""
_FILE = "api-key"
_NUMBERED = "#"
_VALID = timedelta(days=365)
_MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Key:
    """The key as it is now."""

    secret: str
    rights: tuple[str, ...]
    expires: date
    companies: tuple[str, ...] | None = None
    """Those it opens, all of them for None; `#` at an end stands for every number."""

    def opens(self, company: str) -> bool:
        """Whether the company's books are open to it."""
        return self.companies is None or any(
            _stands_for(one, company) for one in self.companies
        )


def key_to(secret: str, companies: Collection[str]) -> str:
    """A key to these companies alone, made of the one that opens all."""
    scope = "+".join(companies)
    mac = hmac.new(secret.encode(), scope.encode(), "sha256").hexdigest()
    return f"{scope}.{mac}"


def _stands_for(told: str, company: str) -> bool:
    if not told.endswith(_NUMBERED):
        return told == company
    prefix = told.removesuffix(_NUMBERED)
    return company.startswith(prefix) and company[len(prefix) :].isdecimal()


class Keys:
    """Makes the key, and lets callers in who have it."""

    def __init__(self, store: Store, folder: Path, calls_per_minute: int) -> None:
        self._store = store
        self._file = folder / _FILE
        self._most = calls_per_minute
        self._calls: deque[float] = deque()

    def ensure(self, now: datetime) -> None:
        """Make a key where there is none; one of before is given the new rights."""
        if self._store.value("key") is None:
            self.renew(now)
        known = (self._store.value("known_rights") or _FIRST).split()
        if new := [one for one in RIGHTS if one not in known]:
            self.set_rights((*self.key().rights, *new))
            self._store.keep("known_rights", " ".join(RIGHTS))
        self._lay_out()

    def renew(self, now: datetime) -> None:
        """Make a new key with every right; the old one is worth nothing then."""
        self._store.keep("key", f"sim-{secrets.token_urlsafe(24)}")
        self.set_rights(RIGHTS)
        self.set_expiry((now + _VALID).date())
        self._lay_out()

    def set_rights(self, rights: Collection[str]) -> None:
        """Give the key these rights and no others."""
        self._store.keep("rights", " ".join(one for one in RIGHTS if one in rights))

    def set_expiry(self, last: date) -> None:
        """Let the key run out after a day."""
        self._store.keep("expires", last.isoformat())

    def key(self) -> Key:
        """The key as it is now."""
        return Key(
            self._store.value("key") or "",
            tuple((self._store.value("rights") or "").split()),
            date.fromisoformat(self._store.value("expires") or "9999-12-31"),
        )

    def admitted(self, secret: str, now: datetime) -> Key:
        """The key, if that is what the caller has.

        Raises:
            KeyRefused: It is another one, or it has run out.
            TooOften: It was used too often within a minute.
        """
        key = self.key()
        if not secrets.compare_digest(secret.encode(), key.secret.encode()):
            companies = tuple(secret.rpartition(".")[0].split("+"))
            made = key_to(key.secret, companies)
            if not secrets.compare_digest(secret.encode(), made.encode()):
                raise KeyRefused("The key is unknown")
            key = replace(key, companies=companies)
        if now.date() > key.expires:
            raise KeyRefused(f"The key ran out on {key.expires}")
        if self.calls_left() <= 0:
            raise TooOften("The key has asked too often within a minute")
        self._calls.append(time.monotonic())
        return key

    def calls_left(self) -> int:
        """How often the key may still be used within this minute."""
        since = time.monotonic() - _MINUTE
        while self._calls and self._calls[0] < since:
            self._calls.popleft()
        return self._most - len(self._calls)

    def _lay_out(self) -> None:
        self._file.touch(mode=0o600)
        self._file.write_text(self.key().secret, "ascii")


def ensure_right(key: Key, right: str) -> None:
    """Pass silently, or refuse.

    Raises:
        NoRight: The key lacks it.
    """
    if right and right not in key.rights:
        raise NoRight(f"The key lacks the right {right}")
