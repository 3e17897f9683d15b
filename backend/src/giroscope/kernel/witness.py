"""What the product itself says to others over the wire, told to whoever notes it.

The libraries that speak to banks and ERPs have values of their own for the same; this
is for the kernel's own calls, to the identity provider and to the mail server.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call and its answer; `reply` is None when none came, `failure` says why."""

    realm: str
    uri: str
    operation: str
    request: bytes = field(repr=False)
    reply: bytes | None = field(repr=False)
    status: int | None
    seconds: float
    failure: str = ""


Witness = Callable[[Exchange], None]
"""Sees each exchange after it ended. What it raises is logged and changes nothing."""


def no_witness(exchange: Exchange) -> None:
    """See nothing."""
    del exchange


def tell(witness: Witness, exchange: Exchange) -> None:
    """Let a witness see an exchange; what it raises is logged."""
    try:
        witness(exchange)
    except Exception:
        log.exception("exchange.not_noted", operation=exchange.operation)
