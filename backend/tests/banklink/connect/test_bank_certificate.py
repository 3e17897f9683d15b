"""The bank's own certificate: fetched, exchanged, and believed by its root only."""

from dataclasses import replace
from datetime import timedelta

import pytest

from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectParameters,
    NotSent,
    Refused,
)
from tests.banklink.link_authority import NOW, Authority, Identity, usage_of
from tests.banklink.link_connect import ConnectBank
from tests.banklink.link_errand import IDS, ORDER, deliver
from tests.banklink.link_nordea import fault
from tests.banklink.link_server import closed_port


def test_the_bank_certificate_is_fetched_once_and_can_be_given(
    channel: BankConnectChannel,
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
    bank: Identity,
) -> None:
    deliver(channel)
    deliver(channel)
    names = [name for name, _ in bank_side.seen]
    assert names == ["getBankCertificate", "transferPayment", "transferPayment"]
    given = BankConnectChannel(
        parameters, endpoint, bank_certificates=(bank.pem,), clock=lambda: NOW
    )
    deliver(given)
    assert [name for name, _ in bank_side.seen][3:] == ["transferPayment"]


def test_a_bank_certificate_that_ran_out_is_fetched_anew(
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
    authority: Authority,
) -> None:
    old = authority.issue("Bank Signing", after=NOW - timedelta(days=1))
    channel = BankConnectChannel(
        parameters, endpoint, bank_certificates=(old.pem,), clock=lambda: NOW
    )
    assert deliver(channel).bank_code == "200"
    assert bank_side.seen[0][0] == "getBankCertificate"


def test_a_refusal_makes_the_bank_certificate_be_fetched_anew(
    channel: BankConnectChannel,
    bank_side: ConnectBank,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sealed = channel.seal(ORDER, IDS)
    monkeypatch.setattr(bank_side, "answer", lambda _: fault("s:Client", "Unreadable"))
    with pytest.raises(Refused):
        channel.deliver(sealed)
    monkeypatch.undo()
    deliver(channel)
    names = [name for name, _ in bank_side.seen]
    assert names == ["getBankCertificate", "getBankCertificate", "transferPayment"]


def test_a_bank_certificate_of_another_root_is_never_believed(
    channel: BankConnectChannel,
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
    stranger: Authority,
) -> None:
    sealed = channel.seal(ORDER, IDS)
    fake = stranger.issue("Bank Signing")
    bank_side.given, bank_side.signer = (fake.pem,), fake
    fresh = BankConnectChannel(parameters, endpoint, clock=lambda: NOW)
    with pytest.raises(AnswerNotTrusted):
        fresh.seal(ORDER, IDS)
    with pytest.raises(NotSent):
        fresh.deliver(sealed)
    assert "transferPayment" not in [name for name, _ in bank_side.seen]


def test_a_certificate_that_is_not_for_encryption_is_not_encrypted_for(
    channel: BankConnectChannel, bank_side: ConnectBank, authority: Authority
) -> None:
    signing = authority.issue("Bank Signing", usage=usage_of("digital_signature"))
    bank_side.given, bank_side.signer = (signing.pem,), signing
    with pytest.raises(AnswerNotTrusted, match="encrypt"):
        channel.seal(ORDER, IDS)


def test_sealing_without_reaching_the_bank_says_that_nothing_was_sent(
    parameters: BankConnectParameters, endpoint: BankConnectEndpoint
) -> None:
    nobody = replace(endpoint, address=f"http://127.0.0.1:{closed_port()}/")
    channel = BankConnectChannel(parameters, nobody, clock=lambda: NOW)
    with pytest.raises(NotSent):
        channel.seal(ORDER, IDS)
