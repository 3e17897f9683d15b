"""What Bank Connect hands out: asked for, believed for us only, and taken."""

from dataclasses import replace

import pytest

from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectParameters,
    DataCentre,
    FileKind,
    NotReady,
    OutcomeUnknown,
    Waiting,
)
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_connect import ConnectBank
from tests.banklink.link_errand import IDS, ORDER, STATUS


def test_messages_are_asked_for_until_there_are_no_more(
    channel: BankConnectChannel, bank_side: ConnectBank
) -> None:
    bank_side.messages = [STATUS, STATUS.replace(b"/>", b">2</Document>")]
    first, second = channel.waiting({FileKind.STATUS})
    assert first.kind is FileKind.STATUS
    assert first.reference != second.reference
    fetched = channel.fetch(first)
    assert (fetched.content, fetched.name) == (STATUS, "file.xml")
    channel.taken(fetched)
    with pytest.raises(NotReady):
        channel.fetch(first)
    assert channel.fetch(second).content.endswith(b"2</Document>")


def test_every_kind_has_its_operation(
    channel: BankConnectChannel, bank_side: ConnectBank
) -> None:
    assert list(channel.waiting()) == []
    assert {name for name, _ in bank_side.seen} == {
        "getBankCertificate", "getStatus", "getCustomerStatement",
        "getCustomerAccountReport", "getDebitCreditNotification",
    }  # fmt: skip


def test_a_bank_that_repeats_itself_is_not_asked_for_ever(
    channel: BankConnectChannel, bank_side: ConnectBank
) -> None:
    bank_side.messages, bank_side.never_ends = [STATUS], True
    assert len(list(channel.waiting({FileKind.STATUS}))) == 1
    assert len(bank_side.seen) == 3


def test_a_compressed_message_comes_unpacked(
    channel: BankConnectChannel, bank_side: ConnectBank
) -> None:
    bank_side.messages, bank_side.is_compressed = [STATUS], True
    (waiting,) = channel.waiting({FileKind.STATUS})
    assert channel.fetch(waiting).content == STATUS


def test_a_message_nobody_listed_cannot_be_fetched(channel: BankConnectChannel) -> None:
    with pytest.raises(NotReady):
        channel.fetch(Waiting(FileKind.STATUS, "x"))


@pytest.mark.parametrize(
    "changes",
    [
        {"function_id": "F-2"},
        {"reg_no": "9999"},
        {"echo": lambda _: "another-request"},
        {"encrypts": False},
    ],
)
def test_an_answer_for_somebody_else_is_not_believed(
    changes: dict[str, object], channel: BankConnectChannel, bank_side: ConnectBank
) -> None:
    sealed = channel.seal(ORDER, IDS)
    bank_side.messages = [STATUS]
    for name, value in changes.items():
        setattr(bank_side, name, value)
    with pytest.raises(OutcomeUnknown, match="cannot be trusted"):
        channel.deliver(sealed)
    with pytest.raises(AnswerNotTrusted):
        list(channel.waiting())


@pytest.mark.parametrize("place", ["signer", "message_signer"])
def test_only_the_bank_answers_for_the_bank(
    place: str,
    channel: BankConnectChannel,
    bank_side: ConnectBank,
    neighbour: Identity,
    stranger: Authority,
    customer: Identity,
) -> None:
    sealed = channel.seal(ORDER, IDS)
    for wrong in (neighbour, customer, stranger.issue("Bank Signing")):
        setattr(bank_side, place, wrong)
        with pytest.raises(OutcomeUnknown, match="cannot be trusted"):
            channel.deliver(sealed)


def test_the_order_of_the_other_data_centre_is_not_understood(
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
) -> None:
    bank_side.messages = [STATUS]
    is_bec = endpoint.data_centre is DataCentre.BEC
    turned = replace(endpoint, signs_before_encrypting=not is_bec)
    channel = BankConnectChannel(parameters, turned, clock=lambda: NOW)
    with pytest.raises(AnswerNotTrusted):
        list(channel.waiting({FileKind.STATUS}))
