"""An agreement with a bank of Bank Connect, at each order of protection."""

from collections.abc import Iterator

import pytest

from banklink import (
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectParameters,
    DataCentre,
    Environment,
    Exchange,
)
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_connect import ConnectBank
from tests.banklink.link_server import Server, answering, http, serving


@pytest.fixture
def parameters(customer: Identity) -> BankConnectParameters:
    return BankConnectParameters(
        private_key=customer.key_pem,
        certificates=(customer.pem,),
        function_id="F-1",
        reg_no="8079",
        country_code="DK",
    )


@pytest.fixture(params=list(DataCentre))
def bank_side(
    request: pytest.FixtureRequest,
    authority: Authority,
    bank: Identity,
    customer: Identity,
) -> ConnectBank:
    return ConnectBank(
        authority, bank, customer, signs_first=request.param is DataCentre.BEC
    )


@pytest.fixture
def server(bank_side: ConnectBank) -> Iterator[Server]:
    with serving(answering(lambda data: http(bank_side.answer(data)))) as made:
        yield made


@pytest.fixture
def endpoint(
    server: Server, authority: Authority, bank_side: ConnectBank
) -> BankConnectEndpoint:
    return BankConnectEndpoint(
        environment=Environment.TEST,
        roots=(authority.pem,),
        address=server.address,
        data_centre=DataCentre.BEC if bank_side.signs_first else DataCentre.SDC,
        read_seconds=60.0,
    )


@pytest.fixture
def seen() -> list[Exchange]:
    return []


@pytest.fixture
def channel(
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    seen: list[Exchange],
) -> BankConnectChannel:
    return BankConnectChannel(
        parameters, endpoint, witness=seen.append, clock=lambda: NOW
    )
