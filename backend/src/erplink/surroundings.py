"""What a connector stands in: its clock, who sees its calls, whom it may call.

It comes from whoever opens the connector, and says nothing of the ERP.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Call:
    """One call to an ERP as it went over the wire, for the communication log.

    `reply` is None when none came, `failure` says why in that case.
    """

    method: str
    uri: str
    operation: str
    call_id: str
    request: bytes = field(repr=False)
    reply: bytes | None = field(repr=False)
    status: int | None
    seconds: float
    failure: str = ""


Witness = Callable[[Call], None]
"""Sees each call after it ended. What it raises is logged and changes nothing."""

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a connector is given beside its settings."""

    witness: Witness
    clock: Clock
    allowed_hosts: frozenset[str] = frozenset()
    """Hosts in private networks that the operator lets connectors call."""
    authorities: tuple[bytes, ...] = ()
    """Further roots for TLS, PEM."""
    folders: str = ""
    """Where folders for exchanging files lie; empty where there are none."""
