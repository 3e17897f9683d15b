"""Slows down guessing: a few failures are free, then the wait doubles.

Nothing is ever locked for good, and a name nobody has is treated like one somebody has.
Failures of a name count where they come from, so that whoever guesses at a name makes
nobody wait elsewhere. A browser at which the person has signed in before has a count of
its own (OWASP: device cookies): it waits for its own failures and for no others.
"""

from __future__ import annotations

import hashlib
import ipaddress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.tables import throttles
from signin.users import canonical_username


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """How many failures are free, and how the wait grows from there (seconds)."""

    free: int
    first_wait: int
    longest_wait: int
    forget_after: int

    def wait_after(self, failures: int) -> int:
        """How long to wait after the given number of failures."""
        excess = failures - self.free
        if excess <= 0:
            return 0
        # The exponent is bounded because the wait is; no number of failures makes it
        # overflow.
        return int(min(self.longest_wait, self.first_wait * 2 ** min(excess - 1, 20)))


PER_ACCOUNT = Backoff(free=5, first_wait=5, longest_wait=300, forget_after=3_600)

# Guesses at one name from many places, none of them a browser the person has used.
PER_NAME = Backoff(free=50, first_wait=5, longest_wait=300, forget_after=3_600)

# An office shares one address, so an address may fail more often than an account.
PER_ADDRESS = Backoff(free=30, first_wait=5, longest_wait=300, forget_after=3_600)


# The product has one secret and makes no mistakes with it.
PER_SERVICE = Backoff(free=10, first_wait=5, longest_wait=60, forget_after=3_600)

# A mailbox shall not be flooded with links.
PER_MAILBOX = Backoff(free=2, first_wait=60, longest_wait=900, forget_after=3_600)


# Of a key's 64 characters; 128 bits each for the name and the place.
_HALF = 32


@dataclass(frozen=True, slots=True)
class Throttle:
    """One thing whose failures are counted."""

    key: str
    backoff: Backoff


def name_throttle(realm: str, typed_username: str) -> Throttle:
    """Count failures of a name from wherever, whether anybody has it or not."""
    return Throttle(_of_name(realm, typed_username), PER_NAME)


def place_throttle(realm: str, typed_username: str, address: str) -> Throttle:
    """Count failures of a name from one network."""
    place = _key("place", realm, _network(address))[:_HALF]
    return Throttle(f"{_of_name(realm, typed_username)}{place}", PER_ACCOUNT)


def device_throttle(realm: str, device: str) -> Throttle:
    """Count failures of a person at a browser they have signed in with before."""
    return Throttle(_key("device", realm, device), PER_ACCOUNT)


def device_factor_throttle(realm: str, device: str) -> Throttle:
    """Count wrong codes of a person at such a browser."""
    return Throttle(_key("second factor at a device", realm, device), PER_ACCOUNT)


def address_throttle(realm: str, address: str) -> Throttle:
    """Count failures of an address; one IPv6 subscriber has a whole /64."""
    return Throttle(_key("address", realm, _network(address)), PER_ADDRESS)


def factor_throttle(realm: str, user_id: str) -> Throttle:
    """Count wrong codes of a person, apart from wrong passwords.

    A right password forgets the failures of a name; it must not forget these, or who
    knows the password could guess codes without end.
    """
    return Throttle(_key("second factor", realm, user_id), PER_ACCOUNT)


def mail_throttle(realm: str, typed_username: str) -> Throttle:
    """Count mails asked for in a name, whether anybody has it or not."""
    return Throttle(
        _key("mail", realm, canonical_username(typed_username)), PER_MAILBOX
    )


def service_throttle(realm: str, address: str) -> Throttle:
    """Count wrong secrets from an address, which hold up no other address."""
    return Throttle(_key("service", realm, _network(address)), PER_SERVICE)


async def seconds_to_wait(
    db: AsyncConnection, counted: tuple[Throttle, ...], *, now: int
) -> int:
    """How long until another attempt is looked at; 0 means now."""
    keys = [throttle.key for throttle in counted]
    query = select(throttles.c.blocked_until).where(throttles.c.key.in_(keys))
    blocked_until = max(await db.scalars(query), default=0)
    return max(0, blocked_until - now)


async def failures_of_name(
    db: AsyncConnection, realm: str, username: str, *, now: int
) -> tuple[int, int]:
    """Tell how often a name has failed, and until when it waits where it waits longest.

    Browsers that the person has used do not wait for that.
    """
    query = select(
        func.max(throttles.c.failures), func.max(throttles.c.blocked_until)
    ).where(_is_of_name(realm, username), throttles.c.forget_at > now)
    failures, until = (await db.execute(query)).one()
    return failures or 0, until or 0


async def failures_of(
    db: AsyncConnection, throttle: Throttle, *, now: int
) -> tuple[int, int]:
    """Tell how often it has failed, and until when it has to wait."""
    query = select(throttles.c.failures, throttles.c.blocked_until).where(
        throttles.c.key == throttle.key, throttles.c.forget_at > now
    )
    row = (await db.execute(query)).one_or_none()
    return (0, 0) if row is None else (row.failures, row.blocked_until)


async def count_failure(
    db: AsyncConnection, counted: tuple[Throttle, ...], *, now: int
) -> int:
    """Note one failed attempt; returns how long the next one has to wait."""
    await db.execute(delete(throttles).where(throttles.c.forget_at <= now))
    longest = 0
    for throttle in counted:
        mine = throttles.c.key == throttle.key
        failures = await db.scalar(select(throttles.c.failures).where(mine)) or 0
        wait = throttle.backoff.wait_after(failures + 1)
        values = {
            "failures": failures + 1,
            "blocked_until": now + wait,
            "forget_at": now + throttle.backoff.forget_after,
        }
        if failures:
            await db.execute(update(throttles).where(mine).values(values))
        else:
            await db.execute(insert(throttles).values(key=throttle.key, **values))
        longest = max(longest, wait)
    return longest


async def forget_failures(db: AsyncConnection, throttle: Throttle) -> None:
    """Start again from zero, after a success."""
    await db.execute(delete(throttles).where(throttles.c.key == throttle.key))


async def forget_name(db: AsyncConnection, realm: str, username: str) -> None:
    """Start again from zero, wherever the name has failed."""
    await db.execute(delete(throttles).where(_is_of_name(realm, username)))


def _of_name(realm: str, username: str) -> str:
    """The beginning of all keys of a name, so that they are found together."""
    return _key("account", realm, canonical_username(username))[:_HALF]


def _is_of_name(realm: str, username: str) -> ColumnElement[bool]:
    return throttles.c.key.startswith(_of_name(realm, username))


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    bits = 64 if parsed.version == 6 else 32
    return str(ipaddress.ip_network((parsed, bits), strict=False))


def _key(kind: str, realm: str, value: str) -> str:
    return hashlib.sha256(
        f"{kind}\n{realm}\n{value}".encode("utf-8", "surrogatepass")
    ).hexdigest()
