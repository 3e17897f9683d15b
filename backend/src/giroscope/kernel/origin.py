"""From where something is asked for: address, browser and trace of the present call.

Set once at the edge, for a request, a command or a job, and read by whatever records
what was done; no room passes it along.
"""

import getpass
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from giroscope.kernel.access import Actor

_MOST_REFUSALS = 5
"""Noted of one request; a document can name a thousand fields it may not see."""
_LONGEST_AGENT = 80
_TRACE_PARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_NO_TRACE = "0" * 32
# The first that matches is meant: most browsers claim to be others as well.
_BROWSERS = (
    ("Edge", re.compile(r"Edg(?:A|iOS)?/(\d+)")),
    ("Opera", re.compile(r"OPR/(\d+)")),
    ("Firefox", re.compile(r"(?:Firefox|FxiOS)/(\d+)")),
    ("Chrome", re.compile(r"(?:HeadlessChrome|Chrome|CriOS)/(\d+)")),
    ("Safari", re.compile(r"Version/(\d+)[\d.]* (?:Mobile/\w+ )?Safari/")),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)

Network = IPv4Network | IPv6Network


@dataclass(slots=True)
class Origin:
    """Where the present call comes from."""

    address: str | None = None
    agent: str | None = None
    trace: str | None = None
    refusals: "list[tuple[Actor, str]]" = field(default_factory=list)
    """Who was refused which verb in this call."""


_PRESENT: ContextVar[Origin | None] = ContextVar("origin", default=None)


def present_origin() -> Origin:
    """Where the present call comes from; in a job there is only its trace."""
    return _PRESENT.get() or Origin()


@contextmanager
def coming_from(origin: Origin) -> Iterator[Origin]:
    """Everything done in the block comes from there."""
    token = _PRESENT.set(origin)
    try:
        yield origin
    finally:
        _PRESENT.reset(token)


def note_refusal(actor: "Actor", verb: str) -> None:
    """Remember that somebody was refused; who keeps it is decided at the edge."""
    origin = _PRESENT.get()
    if origin is not None and len(origin.refusals) < _MOST_REFUSALS:
        origin.refusals.append((actor, verb))


def shell_origin() -> Origin:
    """The command line of this machine, and the account it is run from."""
    try:
        account = getpass.getuser()
    except (OSError, KeyError):
        account = "unknown"
    return Origin(agent=f"command line, account {account}"[:_LONGEST_AGENT])


def trusted_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, with commas between them.

    Raises:
        ValueError: One is neither.
    """
    named = (part.strip() for part in text.split(","))
    return tuple(ip_network(part) for part in named if part)


def client_address(
    peer: str | None, forwarded: str | None, trusted: Sequence[Network]
) -> str | None:
    """The caller's address: the peer's, or the one a trusted proxy tells.

    Each proxy adds the address it was called from at the end of `X-Forwarded-For`.
    Only what trusted ones added counts: the beginning is whatever the caller wrote.
    """
    known = _address(peer)
    told = [part.strip() for part in (forwarded or "").split(",") if part.strip()]
    while told and known is not None and is_trusted(known, trusted):
        nearer = _address(told.pop())
        if nearer is None:
            break
        known = nearer
    return known


def _address(text: str | None) -> str | None:
    """The address in one spelling, without port or zone; None if it is none."""
    bare = (text or "").strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    """Whether what a peer of this address tells of callers is believed."""
    known = _address(address)
    return known is not None and any(ip_address(known) in each for each in trusted)


def network_of(address: str) -> str:
    """What counts as one caller: an address, and of IPv6 a subscriber's whole /64."""
    known = _address(address)
    if known is None or ip_address(known).version == 4:
        return known or address
    return str(ip_network((known, 64), strict=False))


def short_agent(header: str | None) -> str | None:
    """The browser and its system in a few words; what is no browser, cut short."""
    if not header:
        return None
    printable = "".join(sign for sign in header if sign.isprintable())
    for name, pattern in _BROWSERS:
        found = pattern.search(printable)
        if found:
            systems = (said for mark, said in _SYSTEMS if mark in printable)
            system = next(systems, None)
            return f"{name} {found[1]}" + (f", {system}" if system else "")
    return printable[:_LONGEST_AGENT] or None


def trace_of(parent: str | None, request: str) -> str:
    """The trace the caller began (W3C `traceparent`), else the request's own id."""
    found = _TRACE_PARENT.fullmatch((parent or "").strip())
    return found[1] if found and found[1] != _NO_TRACE else request


def trace_to_hand_on() -> str:
    """The trace of the present call for what it leaves to be done; else a new one.

    A new one is as short as a request's own id: only a trace that a caller began,
    which its collector knows, has the 32 digits of W3C's.
    """
    return present_origin().trace or secrets.token_hex(8)


def trace_in(text: str) -> str:
    """What is looked for: the trace in a whole `traceparent`, else the bare text."""
    bare = text.strip()
    found = _TRACE_PARENT.fullmatch(bare.lower().removeprefix("traceparent:").strip())
    return found[1] if found else bare
