"""Who signs for the bank, and for which request: nobody else, and no other one."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectParameters,
    FileKind,
    OutcomeUnknown,
)
from tests.banklink.link_authority import NOW, Identity
from tests.banklink.link_connect import ConnectBank
from tests.banklink.link_errand import IDS, ORDER, STATUS


@pytest.fixture
def open_channel(
    parameters: BankConnectParameters, endpoint: BankConnectEndpoint
) -> Callable[..., BankConnectChannel]:
    """A channel that takes a certificate for the bank's."""

    def run(bank: Identity, **settings: object) -> BankConnectChannel:
        changed = replace(endpoint, **settings)  # type: ignore[arg-type]
        return BankConnectChannel(
            parameters, changed, bank_certificates=(bank.pem,), clock=lambda: NOW
        )

    return run


def test_our_own_signature_answers_nothing_even_where_we_pass_for_the_bank(
    open_channel: Callable[..., BankConnectChannel],
    bank_side: ConnectBank,
    customer: Identity,
) -> None:
    # The same authority certifies banks and customers, so ours leads to a root too.
    bank_side.signer = bank_side.message_signer = customer
    bank_side.messages = [STATUS]
    with pytest.raises(AnswerNotTrusted, match="our own name"):
        list(open_channel(customer).waiting({FileKind.STATUS}))


@pytest.mark.parametrize(
    "places", [("signer",), ("message_signer",), ("signer", "message_signer")]
)
def test_each_signature_is_the_banks_that_is_known(
    open_channel: Callable[..., BankConnectChannel],
    bank_side: ConnectBank,
    bank: Identity,
    neighbour: Identity,
    places: tuple[str, ...],
) -> None:
    for place in places:
        setattr(bank_side, place, neighbour)
    bank_side.messages = [STATUS]
    with pytest.raises(AnswerNotTrusted, match="somebody else"):
        list(open_channel(bank).waiting({FileKind.STATUS}))


def test_a_receipt_names_the_request_it_is_for_whatever_the_header_repeats(
    open_channel: Callable[..., BankConnectChannel],
    bank_side: ConnectBank,
    bank: Identity,
) -> None:
    channel = open_channel(bank, echoes_id=False)
    assert channel.deliver(channel.seal(ORDER, IDS)).bank_code == "200"
    bank_side.echo = lambda _: "another-request"
    with pytest.raises(OutcomeUnknown, match="for another request"):
        channel.deliver(channel.seal(ORDER, IDS))
