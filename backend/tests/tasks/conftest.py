"""Lets the tests of this room import the desk with its people."""

from tests.payments.approvals.conftest import bank, desk, issuer, world_clock

__all__ = ["bank", "desk", "issuer", "world_clock"]
