"""Looks whether an address can be reached: its name, its port, its TLS. Says nothing.

The same rules hold as for calls: what may not be called is not looked at either.
"""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from erplink._addresses import Lookup, looked_up, places_of, site_of
from erplink._network import tls_context
from erplink.errors import NotConfigured, Unavailable
from erplink.surroundings import Surroundings
from localization import Message

_SECONDS = 10.0


class Reach(StrEnum):
    """How far one gets."""

    REACHED = "reached"
    REFUSED = "refused"
    """The address is none an ERP may have."""
    NO_NAME = "no_name"
    NO_PORT = "no_port"
    NO_TLS = "no_tls"
    SILENT = "silent"
    """Nothing came in time: it may be there or not."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far one got, and what was seen there."""

    reach: Reach
    place: str = ""
    """The numeric address that answered."""
    protocol: str = ""
    """Such as `TLSv1.3`; empty without TLS."""
    certificate_until: datetime | None = None
    said: Message | None = None
    """Why it may not be called."""
    reason: str = ""
    """What the machine or the other side said, word for word."""


def reached(
    address: str,
    surroundings: Surroundings,
    *,
    seconds: float = _SECONDS,
    lookup: Lookup = looked_up,
) -> Reached:
    """Connect, shake hands where the address is https, and hang up."""
    allowed = surroundings.allowed_hosts
    try:
        site = site_of(address, allowed)
        places = places_of(site.host, site.port, allowed, lookup)
        context = tls_context(surroundings.authorities)
    except NotConfigured as error:
        return Reached(Reach.REFUSED, said=error.said)
    except Unavailable as error:
        return Reached(Reach.NO_NAME, said=error.said)
    tls = context if site.scheme == "https" else None
    found = Reached(Reach.NO_NAME)
    for place in places:
        found = _one(place, site.port, site.host, tls, seconds)
        if found.reach is Reach.REACHED:
            break
    return found


def _one(
    place: str, port: int, host: str, tls: ssl.SSLContext | None, seconds: float
) -> Reached:
    try:
        line = socket.create_connection((place, port), seconds)
    except TimeoutError:
        return Reached(Reach.SILENT, place)
    except OSError as error:
        return Reached(Reach.NO_PORT, place, reason=error.strerror or str(error))
    with line:
        if tls is None:
            return Reached(Reach.REACHED, place)
        try:
            with tls.wrap_socket(line, server_hostname=host) as safe:
                return Reached(Reach.REACHED, place, safe.version() or "", _until(safe))
        except TimeoutError:
            return Reached(Reach.SILENT, place)
        except ssl.SSLCertVerificationError as error:
            return Reached(Reach.NO_TLS, place, reason=error.verify_message)
        except (ssl.SSLError, OSError) as error:
            said = getattr(error, "reason", None) or type(error).__name__
            return Reached(Reach.NO_TLS, place, reason=str(said))


def _until(line: ssl.SSLSocket) -> datetime | None:
    certificate = line.getpeercert()
    ends = certificate.get("notAfter") if certificate else None
    if not isinstance(ends, str):
        return None
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
