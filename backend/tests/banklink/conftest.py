"""Authorities, certificates and keys that the tests of bank protocols share."""

from collections.abc import Iterator

import pytest

from banklink import Exchange, NordeaCAParameters
from tests.banklink.link_authority import Authority, Identity
from tests.banklink.link_nordea import NordeaBank
from tests.banklink.link_town import Town, town


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


@pytest.fixture
def parameters(customer: Identity) -> NordeaCAParameters:
    """Our agreement with Nordea."""
    return NordeaCAParameters(
        private_key=customer.key_pem,
        certificates=(customer.pem,),
        agreement_id="555",
        sender_id="11111111111",
        signer_id="1234567890",
        name="Company ApS",
        country_code="DK",
    )


@pytest.fixture
def bank_side(bank: Identity, customer: Identity) -> NordeaBank:
    """Nordea, as an honest bank."""
    return NordeaBank(bank, customer)


@pytest.fixture
def seen() -> list[Exchange]:
    """What a witness saw."""
    return []


@pytest.fixture
def here(
    bank_side: NordeaBank,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> Iterator[Town]:
    """The way to Nordea."""
    with town(bank_side, parameters, authority, seen) as made:
        yield made
