"""Stores on other machines: how long they are waited for, and how they fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from obstore.exceptions import (
    GenericError,
    PermissionDeniedError,
    UnauthenticatedError,
)
from obstore.store import ObjectStore, from_url

from giroscope.kernel.outage import DiskFull, StoreAway

_REQUEST_SECONDS = timedelta(seconds=15)
_CONNECT_SECONDS = timedelta(seconds=5)
_RETRIES = 3
_RETRY_SECONDS = timedelta(seconds=15)
_AWAY = (GenericError, PermissionDeniedError, UnauthenticatedError)
_NO_ROOM = ("No space left", "Disk quota exceeded")


def remote_store(address: str, **more: Any) -> ObjectStore:
    """A store on other machines, which is not waited for without end.

    A part of a document has eight megabytes, so that a request is short. One that
    fails is asked again for a moment, in which a store elects or fails over.
    """
    return from_url(
        address,
        client_options={
            "timeout": _REQUEST_SECONDS, "connect_timeout": _CONNECT_SECONDS,
        },
        retry_config={"max_retries": _RETRIES, "retry_timeout": _RETRY_SECONDS},
        **more,
    )  # fmt: skip


@contextmanager
def asking_store() -> Iterator[None]:
    """Tell a store that is away, or full, from what else may be wrong.

    Raises:
        DiskFull, StoreAway: Instead of what the store's library says.
    """
    try:
        yield
    except FileNotFoundError:
        raise
    except (*_AWAY, OSError) as error:
        if any(word in str(error) for word in _NO_ROOM):
            raise DiskFull from error
        raise StoreAway from error
