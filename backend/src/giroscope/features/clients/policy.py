"""What an API client may look like. Decides only; changes nothing."""

from collections.abc import Collection
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from giroscope.features.clients import errors
from giroscope.kernel.access import SCOPES
from giroscope.kernel.api_clients import MOST
from giroscope.kernel.tables import ApiClient

LONGEST_NAME = 80


class ClientState(StrEnum):
    """Whether an API client may call."""

    ON = "ON"
    OFF = "OFF"
    EXPIRED = "EXPIRED"


class Wanted(NamedTuple):
    """An API client as somebody wants it."""

    name: str
    scopes: tuple[str, ...]
    expires: date | None
    """The last day on which it may call."""


def ensure_wanted(wanted: Wanted, today: date) -> Wanted:
    """The client as it is kept.

    Raises:
        BadClient: The name says nothing, nothing is allowed, or it has expired.
    """
    name = " ".join(wanted.name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise errors.BadClient(
            f"A name has 1 to {LONGEST_NAME} characters", path="name"
        )
    if not wanted.scopes or not SCOPES.keys() >= set(wanted.scopes):
        raise errors.BadClient("Choose what it may do", path="scopes")
    if wanted.expires is not None and wanted.expires < today:
        raise errors.BadClient("This day has passed", path="expires")
    return Wanted(name, tuple(sorted(set(wanted.scopes))), wanted.expires)


def ensure_room(name: str, others: Collection[ApiClient]) -> None:
    """Pass silently, or refuse.

    Raises:
        NameTaken: One of the others is called so.
        TooManyClients: There are too many already.
    """
    if any(other.sort_name == name.casefold() for other in others):
        raise errors.NameTaken(path="name")
    if len(others) >= MOST:
        raise errors.TooManyClients


def state_of(client: ApiClient, today: date) -> ClientState:
    """Whether it may call."""
    if not client.is_on:
        return ClientState.OFF
    if client.expires is not None and client.expires < today:
        return ClientState.EXPIRED
    return ClientState.ON
