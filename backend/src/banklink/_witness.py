"""Tells a witness of an exchange, whose outcome no failing log may change."""

from __future__ import annotations

import logging

from banklink.values import Exchange, Witness

_LOG = logging.getLogger(__name__)


def tell(witness: Witness, exchange: Exchange) -> None:
    """Let a witness see an exchange; what it raises is logged."""
    try:
        witness(exchange)
    except Exception:  # noqa: BLE001 - whatever it is, the bank has decided already
        _LOG.exception("An exchange with a bank could not be noted.")
