"""Payment files over Bank Connect: sealed, taken in, refused, or in doubt."""

import base64
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from lxml import etree

from banklink import (
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectParameters,
    FileKind,
    KeyNaming,
    NotReady,
    OutcomeUnknown,
    OutgoingFile,
    ProbeOutcome,
    Refused,
)
from banklink.bankconnect.danish_time import danish_time
from tests.banklink.link_authority import NOW, Identity
from tests.banklink.link_connect import BC, ConnectBank
from tests.banklink.link_errand import IDS, ORDER, deliver
from tests.banklink.link_nordea import fault
from tests.banklink.link_server import Server, answering, http, serving

_CODE = "<detail><errorCode>409</errorCode></detail>"


@pytest.mark.parametrize("naming", list(KeyNaming))
def test_a_payment_is_signed_encrypted_and_taken_in(
    naming: KeyNaming,
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
    server: Server,
) -> None:
    channel = BankConnectChannel(
        parameters, replace(endpoint, key_naming=naming), clock=lambda: NOW
    )
    receipt = deliver(channel)
    assert (receipt.bank_code, receipt.reference) == ("200", "C-1")
    name, asked = bank_side.seen[-1]
    said = {etree.QName(e).localname: e.text for e in asked[0]}
    assert name == "transferPayment"
    assert list(said) == ["format", "mimeType", "compressed", "content"]
    assert base64.b64decode(said["content"]) == ORDER.content
    assert b'SOAPAction: "urn:CorporateService:transferPayment"' in server.heads[-1]
    assert base64.b64encode(ORDER.content) not in server.bodies[-1]


def test_the_header_says_who_asks_in_order(
    channel: BankConnectChannel, server: Server
) -> None:
    deliver(channel)
    root = etree.fromstring(server.bodies[-1])
    header = root.find(f".//{{{BC}}}serviceHeader")
    assert [etree.QName(e).localname for e in header] == [
        "organisationIdentification", "functionIdentification", "erpInformation",
        "format", "endToEndMessageId", "createDateTime",
    ]  # fmt: skip
    assert header.findtext(f"{{{BC}}}createDateTime") == "2026-11-21T13:00:00+01:00"
    assert root.find(f".//{{{BC}}}technicalAddress") is not None
    first = etree.fromstring(server.bodies[0]).find(f".//{{{BC}}}activationHeader")
    assert "format" not in [etree.QName(e).localname for e in first]


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (datetime(2026, 3, 29, 0, 59, 59, tzinfo=UTC), "2026-03-29T01:59:59+01:00"),
        (datetime(2026, 3, 29, 1, tzinfo=UTC), "2026-03-29T03:00:00+02:00"),
        (datetime(2026, 10, 25, 0, 59, tzinfo=UTC), "2026-10-25T02:59:00+02:00"),
        (datetime(2026, 10, 25, 1, tzinfo=UTC), "2026-10-25T02:00:00+01:00"),
        (datetime(2027, 3, 28, 1, tzinfo=UTC), "2027-03-28T03:00:00+02:00"),
    ],
)
def test_danish_time_changes_with_summer(moment: datetime, written: str) -> None:
    assert danish_time(moment) == written


def test_large_files_are_compressed(
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank_side: ConnectBank,
) -> None:
    small = replace(endpoint, compress_from=5)
    deliver(BankConnectChannel(parameters, small, clock=lambda: NOW))
    _, asked = bank_side.seen[-1]
    assert asked[0].findtext(f"{{{BC}}}compressed") == "1"


def test_a_code_of_unknown_meaning_is_a_doubt(
    channel: BankConnectChannel,
    bank_side: ConnectBank,
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
) -> None:
    bank_side.code = "422"
    with pytest.raises(OutcomeUnknown) as caught:
        deliver(channel)
    assert (caught.value.bank_code, caught.value.bank_text) == ("422", "Taken in.")
    known = replace(endpoint, refusal_codes=frozenset({"422"}))
    with pytest.raises(Refused):
        deliver(BankConnectChannel(parameters, known, clock=lambda: NOW))


def test_a_signed_exception_keeps_what_it_says(
    channel: BankConnectChannel, bank_side: ConnectBank
) -> None:
    sealed = channel.seal(ORDER, IDS)
    bank_side.exception = "510"
    with pytest.raises(OutcomeUnknown) as caught:
        channel.deliver(sealed)
    assert caught.value.bank_code == "510"
    assert "No." in caught.value.bank_text


@pytest.mark.parametrize(
    ("code", "text", "detail", "expected"),
    [
        ("s:Client", "No.", "", Refused),
        ("s:Client", "No.", _CODE, Refused),
        ("s:Server", "No.", "", OutcomeUnknown),
        ("s:Server", "No.", _CODE, OutcomeUnknown),
        ("s:Client", "endToEndMessageId has been used", "", OutcomeUnknown),
        ("s:Client", "Duplicate message", _CODE, OutcomeUnknown),
    ],
)
def test_a_fault_refuses_only_where_nothing_can_have_been_done(
    code: str,
    text: str,
    detail: str,
    expected: type[Exception],
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank: Identity,
) -> None:
    answer = http(fault(code, text, detail), "500 Internal Server Error")
    with serving(answering(lambda _: answer)) as broken:
        channel = BankConnectChannel(
            parameters,
            replace(endpoint, address=broken.address),
            bank_certificates=(bank.pem,),
            clock=lambda: NOW,
        )
        with pytest.raises(expected):
            deliver(channel)


def test_only_payments_are_sent(channel: BankConnectChannel) -> None:
    with pytest.raises(NotReady):
        channel.seal(OutgoingFile(FileKind.CANCELLATION, b"x"), IDS)
    with pytest.raises(NotReady):
        channel.seal(OutgoingFile(FileKind.PAYMENT, b""), IDS)


def test_a_probe_ends_with_the_bank_certificate(channel: BankConnectChannel) -> None:
    outcomes = [step.outcome for step in channel.probe()]
    assert outcomes == [
        ProbeOutcome.OK, ProbeOutcome.SKIPPED, ProbeOutcome.OK,
        ProbeOutcome.OK, ProbeOutcome.OK,
    ]  # fmt: skip
