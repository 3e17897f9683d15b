"""Bank Connect against a bank made with xmlsec, over a real connection."""

import base64
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from link_authority import NOW, Authority, Identity, usage_of
from link_connect import BC, ConnectBank
from link_nordea import fault
from link_server import Server, answering, closed_port, http, serving
from lxml import etree

from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectEnrolment,
    BankConnectParameters,
    DataCentre,
    Environment,
    Exchange,
    FileKind,
    Ids,
    KeyNaming,
    NotReady,
    NotSent,
    OutcomeUnknown,
    OutgoingFile,
    ProbeOutcome,
    Refused,
    Waiting,
)
from banklink.bankconnect.danish_time import danish_time

IDS = Ids("request-1", NOW)
ORDER = OutgoingFile(FileKind.PAYMENT, "<Document>løn</Document>".encode(), "løn.xml")
STATUS = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"/>'


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
        read_seconds=5.0,
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


def deliver(channel: BankConnectChannel) -> object:
    return channel.deliver(channel.seal(ORDER, IDS))


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


_CODE = "<detail><errorCode>409</errorCode></detail>"


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


# Certificates


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
