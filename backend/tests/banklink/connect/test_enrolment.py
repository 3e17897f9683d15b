"""Certificates of Bank Connect: the first by code, the next by the last."""

import base64
from dataclasses import replace

import pytest

from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectEnrolment,
    BankConnectParameters,
    NotReady,
)
from tests.banklink.link_authority import NOW, Identity
from tests.banklink.link_connect import BC, ConnectBank
from tests.banklink.link_errand import IDS, ORDER
from tests.banklink.link_server import Server


@pytest.fixture
def enrolment(
    parameters: BankConnectParameters, endpoint: BankConnectEndpoint
) -> BankConnectEnrolment:
    return BankConnectEnrolment(parameters, endpoint, clock=lambda: NOW)


def test_an_activation_gives_a_certificate(
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
    bank: Identity,
    server: Server,
) -> None:
    empty = replace(parameters, private_key=b"", certificates=())
    enrolment = BankConnectEnrolment(empty, endpoint, clock=lambda: NOW)
    key = enrolment.new_key()
    issued = enrolment.obtain(enrolment.request(key, "1234-5678", IDS), key)
    assert issued.bank_certificates == (bank.pem,)
    assert len(issued.certificates) == 1
    name, asked = bank_side.seen[-1]
    assert name == "activateServiceAgreement"
    code = asked[0].findtext(f"{{{BC}}}activationCode")
    assert base64.b64decode(code) == b"12345678"
    assert b"12345678" not in server.bodies[-1]


def test_a_renewal_looks_at_the_bank_certificate_first(
    enrolment: BankConnectEnrolment,
    parameters: BankConnectParameters,
    bank_side: ConnectBank,
    endpoint: BankConnectEndpoint,
) -> None:
    key = enrolment.new_key()
    issued = enrolment.obtain(enrolment.renewal(key, IDS), key)
    assert [name for name, _ in bank_side.seen] == [
        "getBankCertificate", "renewCustomerCertificate",
    ]  # fmt: skip
    renewed = replace(parameters, private_key=key, certificates=issued.certificates)
    channel = BankConnectChannel(
        renewed,
        endpoint,
        bank_certificates=issued.bank_certificates,
        clock=lambda: NOW,
    )
    assert channel.seal(ORDER, IDS).body


def test_a_certificate_for_another_key_is_not_taken(
    enrolment: BankConnectEnrolment,
) -> None:
    sealed = enrolment.request(enrolment.new_key(), "1234", IDS)
    with pytest.raises(AnswerNotTrusted, match="our key"):
        enrolment.obtain(sealed, enrolment.new_key())


def test_an_activation_needs_a_code(enrolment: BankConnectEnrolment) -> None:
    with pytest.raises(NotReady):
        enrolment.request(enrolment.new_key(), " - ", IDS)


def test_what_was_sealed_for_elsewhere_is_not_sent(
    enrolment: BankConnectEnrolment, channel: BankConnectChannel
) -> None:
    key = enrolment.new_key()
    with pytest.raises(NotReady):
        channel.deliver(enrolment.request(key, "1234", IDS))
    with pytest.raises(NotReady):
        enrolment.obtain(channel.seal(ORDER, IDS), key)
