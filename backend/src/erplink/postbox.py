"""Posts bytes to any address that a tenant typed, as safely as an ERP is called.

The address is judged and its name looked up once, no redirect is followed, and an
answer is bounded in size and time. What an answer means is left to whoever posts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import urlsplit

from erplink._addresses import Lookup, looked_up, site_of
from erplink._http import Line
from erplink._patience import Limits
from erplink._requests import Body
from erplink.errors import NotConfigured
from erplink.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    body: bytes = field(repr=False)
    retry_after: timedelta | None = None
    """How long to wait before the next call, where it says that (RFC 9110, 10.2.3)."""


def ensure_address(address: str, allowed_hosts: frozenset[str]) -> None:
    """Pass silently where bytes may be posted to an address; looks no name up.

    Raises:
        NotConfigured: It is no address, unencrypted, or leads where it may not.
    """
    base, _ = _parts(address)
    site_of(base, allowed_hosts)


class Postbox:
    """One address, over one connection that is kept open."""

    def __init__(
        self,
        address: str,
        surroundings: Surroundings,
        *,
        seconds: float,
        largest_answer: int,
        lookup: Lookup = looked_up,
    ) -> None:
        """Open nothing yet; all of an answer comes within so many seconds.

        Raises:
            NotConfigured: Nothing may be posted to this address.
        """
        base, self._place = _parts(address)
        limits = Limits(
            connect_seconds=seconds, silence_seconds=seconds, answer_seconds=seconds,
            largest_answer=largest_answer,
        )  # fmt: skip
        self._line = Line(base, surroundings, limits=limits, lookup=lookup)
        self._clock = surroundings.clock

    def post(self, data: bytes, headers: Mapping[str, str], operation: str) -> Reply:
        """Post JSON once; any status is an answer.

        Raises:
            ErpError: No answer came, or one that may not be taken.
        """
        answer = self._line.write(
            "POST", self._place, Body("application/json", data),
            operation=operation, headers=headers, wants_json=False,
            judge=lambda _: None,
        )  # fmt: skip
        asked = answer.retry_after(self._clock())
        return Reply(answer.status, answer.body, asked)

    def close(self) -> None:
        """End the connection."""
        self._line.close()


def _parts(address: str) -> tuple[str, str]:
    """The base address, and the place and question below it.

    Raises:
        NotConfigured: It cannot be sent as it is.
    """
    try:
        parts = urlsplit(address.strip())
    except ValueError as error:
        raise NotConfigured("erp_link.address_none") from error
    if parts.fragment or "#" in address:
        raise NotConfigured("erp_link.address_more")
    place = f"{parts.path}?{parts.query}" if parts.query else parts.path
    if not place.isascii() or any(not "!" <= sign <= "~" for sign in place):
        raise NotConfigured("erp_link.address_signs")
    if any(part in {".", ".."} for part in parts.path.split("/")):
        raise NotConfigured("erp_link.address_signs")
    return f"{parts.scheme}://{parts.netloc}", place
