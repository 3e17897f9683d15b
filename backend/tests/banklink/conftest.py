"""Authorities, certificates and keys that the tests of bank protocols share."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from link_authority import Authority, Identity


@pytest.fixture(scope="session")
def authority() -> Authority:
    """The bank's root."""
    return Authority.made("Bank Root CA")


@pytest.fixture(scope="session")
def stranger() -> Authority:
    """A root nobody configured."""
    return Authority.made("Bank Root CA")


@pytest.fixture(scope="session")
def bank(authority: Authority) -> Identity:
    """The bank's own key and certificate."""
    return authority.issue("Bank Signing")


@pytest.fixture(scope="session")
def customer(authority: Authority) -> Identity:
    """Our key and certificate."""
    return authority.issue("Company ApS", serial_number="1234567890")


@pytest.fixture(scope="session")
def neighbour(authority: Authority) -> Identity:
    """Another customer of the same bank."""
    return authority.issue("Neighbour A/S", serial_number="9876543210")
