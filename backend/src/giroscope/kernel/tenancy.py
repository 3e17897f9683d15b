"""Which tenant a request is for: the host's realm, and nothing else, decides.

A realm is a tenant. Its name is the first label of the host when the host has
more than one; a bare name, an IP address or no host means the default realm.
"""

import asyncio
import ipaddress
import re
import time
from collections.abc import Callable, Iterable
from functools import lru_cache

import structlog
from anyio import to_thread

from giroscope.kernel.errors import InvalidInput, NotFound

log = structlog.get_logger(__name__)

_LOOK_AGAIN_SECONDS = 2.0
"""Between two looks for a realm that is not known."""
_FORGET_SECONDS = 5.0
"""Between two looks whether the known ones are still there."""

_LONGEST_HOST = 255
# A label of a host (RFC 1035), and short enough for a schema's name behind a prefix.
_REALM = re.compile(r"[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?")
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[^:/\s\[\]]*)(?::\d{1,5})?")


class UnknownRealm(NotFound):
    """There is no such tenant here."""

    code = "unknown_realm"


class BadRealmName(InvalidInput):
    """This cannot be the name of a tenant."""

    code = "bad_realm_name"


def realm_name(text: str) -> str:
    """The name, if it can be one: letters, digits and hyphens.

    Raises:
        BadRealmName: It cannot name a file, a schema and a sub-domain alike.
    """
    if _REALM.fullmatch(text) is None:
        raise BadRealmName(f"“{text[:60]}” cannot be the name of a realm")
    return text


def host_name(host: str) -> str | None:
    """The name or address in a `Host` header, in one spelling; None if it is none."""
    match = _HOST.fullmatch(host.strip()) if len(host) <= _LONGEST_HOST else None
    return match and match["name"].strip("[]").removesuffix(".").lower()


@lru_cache(maxsize=1024)
def realm_of_host(host: str, default: str) -> str:
    """The realm a `Host` header names.

    Raises:
        UnknownRealm: The header is no host, or its first label no realm.
    """
    name = host_name(host)
    if name is None:
        raise UnknownRealm("The address of this page names no realm")
    if not name or _is_address(name):
        return default
    first, dot, _ = name.partition(".")
    if not dot:
        return default
    if _REALM.fullmatch(first) is None:
        raise UnknownRealm("The address of this page names no realm")
    return first


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class KnownRealms:
    """Which tenants exist, so that a made-up host costs nothing further in.

    A tenant that was deleted elsewhere is unknown here after `_FORGET_SECONDS`.
    """

    def __init__(
        self,
        look: Callable[[], Iterable[str]],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look = look
        self._now = now
        self._names: frozenset[str] = frozenset()
        self._looked = float("-inf")
        self._lock = asyncio.Lock()

    def knows(self, realm: str) -> bool:
        """Whether it is certain without a look that there is one of that name."""
        return realm in self._names and self._now() - self._looked < _FORGET_SECONDS

    async def ensure(self, realm: str) -> str:
        """The realm, if there is one of that name.

        Raises:
            UnknownRealm: There is none.
        """
        is_known = realm in self._names
        if not is_known:
            async with self._lock:
                await self._look_again(_LOOK_AGAIN_SECONDS)
        elif not self._lock.locked():
            # Others that come while one looks go by what was known.
            async with self._lock:
                await self._look_in_passing()
        if realm not in self._names:
            raise UnknownRealm
        return realm

    async def _look_in_passing(self) -> None:
        """Look whether known realms are still there; not to know keeps them."""
        try:
            await self._look_again(_FORGET_SECONDS)
        except Exception as error:  # noqa: BLE001 - whoever needs the database says so
            self._looked = self._now()
            log.warning("realms.not_looked_at", reason=type(error).__name__)

    async def _look_again(self, after: float) -> None:
        """Look which realms there are, unless somebody did so a moment ago."""
        if self._now() - self._looked >= after:
            self._names = frozenset(await to_thread.run_sync(self._look))
            self._looked = self._now()
