"""Which addresses an ERP may have, and where its name leads. Opens no connection.

A tenant types the address, so it may not become a way into the operator's own
network: private places are refused unless the operator has allowed their host,
and places no ERP can have are refused always.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from urllib.parse import urlsplit

from erplink.errors import NotConfigured, Unavailable

Lookup = Callable[[str, int], Sequence[str]]
"""The numeric addresses that a name leads to; OSError if there are none."""

_PORTS = {"https": 443, "http": 80}
_NAT64 = IPv6Network("64:ff9b::/96")
# Where clouds keep the secrets of a machine, beyond the link-local range.
_METADATA = frozenset(
    {ip_address("fd00:ec2::254"), ip_address("100.100.100.200")}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Site:
    """A parsed base address; `path` has no slash at its end."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as in an address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def base(self) -> str:
        """The whole base address."""
        return f"{self.origin}{self.path}"


def site_of(address: str, allowed_hosts: frozenset[str]) -> Site:
    """Take a base address apart, if an ERP may be spoken to there.

    Names are not looked up yet; see `places_of`.

    Raises:
        NotConfigured: It is no address, unencrypted, or leads where it may not.
    """
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").rstrip(".")
        port = parts.port
    except ValueError as error:
        raise NotConfigured("erp_link.address_none") from error
    if parts.scheme not in _PORTS or not host or not host.isascii():
        raise NotConfigured("erp_link.address_start")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise NotConfigured("erp_link.address_more")
    if not parts.path.isascii() or any(sign.isspace() for sign in parts.path):
        raise NotConfigured("erp_link.address_signs")
    if parts.scheme == "http" and not _is_allowed(host, allowed_hosts):
        raise NotConfigured("erp_link.address_plain")
    site = Site(
        parts.scheme, host, port or _PORTS[parts.scheme], parts.path.rstrip("/")
    )
    if (number := _number(host)) is not None:
        _ensure_permitted(number, is_allowed=_is_allowed(host, allowed_hosts))
    return site


def places_of(
    host: str, port: int, allowed_hosts: frozenset[str], lookup: Lookup
) -> Sequence[str]:
    """Look a host up once; every address it leads to may be connected to.

    Raises:
        NotConfigured: One of them may not be called.
        Unavailable: The name leads nowhere.
    """
    try:
        found = list(dict.fromkeys(lookup(host, port)))
    except (OSError, UnicodeError) as error:
        raise Unavailable("erp_link.name_nowhere") from error
    is_allowed = _is_allowed(host, allowed_hosts)
    for place in found:
        # A name that also leads somewhere forbidden is not to be trusted at all.
        _ensure_permitted(ip_address(place), is_allowed=is_allowed)
    return found


def looked_up(host: str, port: int) -> Sequence[str]:
    """Ask this machine's resolver."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(answer[4][0]).partition("%")[0] for answer in answers]


def _is_allowed(host: str, allowed_hosts: frozenset[str]) -> bool:
    return host.lower().rstrip(".") in {name.lower() for name in allowed_hosts}


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _ensure_permitted(place: IPv4Address | IPv6Address, *, is_allowed: bool) -> None:
    for one in (place, *_inside(place)):
        if _is_never_an_erp(one) or not (one.is_global or is_allowed):
            raise NotConfigured("erp_link.address_private")


def _is_never_an_erp(place: IPv4Address | IPv6Address) -> bool:
    return (
        place.is_link_local
        or place.is_multicast
        or place.is_unspecified
        or place in _METADATA
    )


def _inside(place: IPv4Address | IPv6Address) -> Sequence[IPv4Address]:
    """The IPv4 addresses that an IPv6 address stands for, by whatever transition."""
    if isinstance(place, IPv4Address):
        return ()
    found = [place.ipv4_mapped, place.sixtofour, *(place.teredo or ())]
    if place in _NAT64:
        found.append(IPv4Address(int(place) & 0xFFFFFFFF))
    return [one for one in found if one is not None]
