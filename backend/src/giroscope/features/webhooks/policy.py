"""What an endpoint may be, when it is tried again or given up. Decides only."""

from collections.abc import Collection
from datetime import datetime, timedelta

from erplink import NotConfigured
from erplink.postbox import ensure_address
from giroscope.features.webhooks.errors import (
    BadAddress,
    BadName,
    NoTypes,
    PlainAddress,
    PrivateAddress,
    TooManyEndpoints,
)
from giroscope.features.webhooks.events import CHOSEN, EventType
from giroscope.kernel.lines import one_line

MOST = 10
"""Endpoints of one tenant: each may be posted to at the same time."""
_LONGEST_NAME = 80
_LONGEST_URL = 500

WAITS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
"""What lies between one attempt and the next, as Standard Webhooks recommend."""
SPREAD = 0.1
"""Waits grow by up to this part, so that what failed together comes apart."""
GIVEN_UP_AFTER = timedelta(days=3)
"""Of nothing but failures."""
OLD_SECRET_SIGNS = timedelta(hours=24)
KEPT = timedelta(days=30)
_REFUSALS = {
    "erp_link.address_plain": PlainAddress,
    "erp_link.address_private": PrivateAddress,
}
_BUSY = frozenset({429, 502, 503, 504})
"""What a receiver answers that is to be called less, after Standard Webhooks."""
_LONGEST_ASKED = timedelta(hours=24)
_FIRST_REST, _LONGEST_REST = timedelta(seconds=5), timedelta(minutes=5)
_DOUBLED = 6


def next_try(tries: int, now: datetime, spread: float) -> datetime | None:
    """When to try again after so many attempts; None after the last."""
    if tries > len(WAITS):
        return None
    return now + WAITS[tries - 1] * (1 + SPREAD * spread)


def rests_until(failures: int, now: datetime) -> datetime:
    """How long an endpoint is left alone that failed so often in a row.

    What waits meanwhile keeps its order, and one that is down is not called for each.
    """
    doubled: int = 2 ** min(failures - 1, _DOUBLED)
    return now + min(_FIRST_REST * doubled, _LONGEST_REST)


def asked_rest(status: int, asked: timedelta | None) -> timedelta:
    """How long a receiver may ask with its answer to be left alone, a day at most."""
    if status not in _BUSY or asked is None:
        return timedelta()
    return min(max(asked, timedelta()), _LONGEST_ASKED)


def is_given_up(failing_since: datetime, now: datetime) -> bool:
    """Whether it failed for so long that it is told nothing more."""
    return now - failing_since >= GIVEN_UP_AFTER


def ensure_room(there: int) -> None:
    """Pass silently where there may be one more.

    Raises:
        TooManyEndpoints: There are as many as may be.
    """
    if there >= MOST:
        raise TooManyEndpoints


def ensure_name(told: str) -> str:
    """The name in one line.

    Raises:
        BadName: There is none, or it is too long.
    """
    name = one_line(told)
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise BadName(path="name")
    return name


def ensure_url(told: str, allowed_hosts: frozenset[str]) -> str:
    """The address, if something may be posted there.

    Raises:
        BadAddress, PlainAddress, PrivateAddress: It may not.
    """
    url = told.strip()
    if len(url) > _LONGEST_URL:
        raise BadAddress(path="url")
    try:
        ensure_address(url, allowed_hosts)
    except NotConfigured as refusal:
        code = refusal.said.code if refusal.said else ""
        raise _REFUSALS.get(code, BadAddress)(path="url") from refusal
    return url


def ensure_types(types: Collection[EventType]) -> list[str]:
    """The types asked for, each once, in the order there is.

    Raises:
        NoTypes: There is none.
    """
    found = [one.value for one in CHOSEN if one in types]
    if not found:
        raise NoTypes(path="types")
    return found
