"""Whole answers cut short, changed and put together otherwise: refused, or the same."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from banklink import (
    AnswerNotTrusted,
    BankConnectEndpoint,
    BankConnectParameters,
    DataCentre,
    Environment,
    Ids,
    LinkError,
    NordeaCAParameters,
    NordeaEndpoint,
)
from banklink._certificates import Trust
from banklink._sign import Signer
from banklink.bankconnect.answers import Reader
from banklink.bankconnect.operations import FETCHES
from banklink.bankconnect.requests import Sealer
from banklink.nordea.messages import Answer, read_answer
from banklink.values import FileKind
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_connect import ConnectBank
from tests.banklink.link_nordea import NordeaBank
from tests.banklink.link_oracle import (
    Element,
)

IDS = Ids("request-1", NOW)


@pytest.fixture
def trust(authority: Authority) -> Trust:
    return Trust([authority.certificate], NOW)


@pytest.fixture
def nordea(
    bank: Identity, customer: Identity, authority: Authority, trust: Trust
) -> tuple[bytes, Callable[[bytes], Answer]]:
    parameters = NordeaCAParameters(
        customer.key_pem, (customer.pem,), "5", "11111111111", "1234567890", "C", "DK"
    )
    endpoint = NordeaEndpoint(
        environment=Environment.TEST,
        roots=(authority.pem,),
        file_service="https://bank.invalid/",
        certificate_service="https://bank.invalid/",
    )
    signer = Signer(customer.key, customer.certificate)
    reply = NordeaBank(bank, customer).message("uploadFileout", "request-1")

    def read_reply(data: bytes) -> Answer:
        return read_answer(data, IDS, parameters, endpoint, trust, signer)

    assert read_reply(reply).code == "00"
    return reply, read_reply


@pytest.fixture
def connect(
    bank: Identity, customer: Identity, authority: Authority, trust: Trust
) -> tuple[bytes, Callable[[bytes], Element]]:
    parameters = BankConnectParameters(
        customer.key_pem, (customer.pem,), "F-1", "8079", "DK"
    )
    endpoint = BankConnectEndpoint(
        environment=Environment.TEST,
        roots=(authority.pem,),
        address="https://bank.invalid/",
        data_centre=DataCentre.BANKDATA,
    )
    operation = FETCHES[FileKind.STATUS]
    signer = Signer(customer.key, customer.certificate)
    sealed = Sealer(parameters, endpoint).sealed(operation, None, IDS, signer=signer)
    side = ConnectBank(authority, bank, customer, messages=[b"<Document/>"])
    reply = side.answer(sealed.body)
    reader = Reader(parameters, endpoint, trust, [customer.key], bank.certificate)

    def read_reply(data: bytes) -> Element:
        return reader.answer(operation, data, IDS)

    assert read_reply(reply).find("{*}content") is not None
    return reply, read_reply


@pytest.mark.parametrize("protocol", ["nordea", "connect"])
def test_an_answer_cut_short_anywhere_is_refused(
    protocol: str, request: pytest.FixtureRequest
) -> None:
    reply, read_reply = request.getfixturevalue(protocol)
    whole = reply.rstrip()
    for length in range(len(whole)):
        with pytest.raises(AnswerNotTrusted):
            read_reply(whole[:length])


@pytest.mark.filterwarnings("ignore::cryptography.utils.CryptographyDeprecationWarning")
@pytest.mark.parametrize("protocol", ["nordea", "connect"])
@settings(
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_an_answer_with_any_byte_changed_is_refused_or_says_the_same(
    protocol: str, request: pytest.FixtureRequest, data: st.DataObject
) -> None:
    reply, read_reply = request.getfixturevalue(protocol)
    expected = said(read_reply(reply))
    place = data.draw(st.integers(0, len(reply) - 1))
    byte = data.draw(st.integers(0, 255))
    changed = reply[:place] + bytes([byte]) + reply[place + 1 :]
    try:
        found = said(read_reply(changed))
    except LinkError:
        return
    assert found == expected


@pytest.mark.parametrize("protocol", ["nordea", "connect"])
@settings(
    max_examples=200,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_an_answer_put_together_otherwise_is_refused_or_says_the_same(
    protocol: str, request: pytest.FixtureRequest, data: st.DataObject
) -> None:
    reply, read_reply = request.getfixturevalue(protocol)
    expected = said(read_reply(reply))
    root = etree.fromstring(reply)
    elements = list(root.iter("*"))
    chosen, place = (data.draw(st.sampled_from(elements)) for _ in range(2))
    change = data.draw(st.sampled_from(["remove", "repeat", "move", "empty"]))
    if change == "empty":
        chosen.text = ""
        chosen.attrib.clear()
    elif change == "repeat":
        place.append(deepcopy(chosen))
    elif chosen is not root and chosen not in place.iterancestors():
        chosen.getparent().remove(chosen)
        if change == "move" and place is not chosen:
            place.append(chosen)
    try:
        found = said(read_reply(etree.tostring(root)))
    except LinkError:
        return
    assert found == expected


def said(answer: Answer | Element) -> bytes:
    element = answer.content if isinstance(answer, Answer) else answer
    return etree.tostring(element, method="c14n")
