"""Nordea Corporate Access against a bank made with xmlsec, over a real connection."""

import base64
import gzip
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from lxml import etree

from banklink import (
    AgreementPlace,
    Exchange,
    FileKind,
    Ids,
    NordeaCAParameters,
    NordeaChannel,
    NotReady,
    NotSent,
    OutcomeUnknown,
    OutgoingFile,
    ProbeOutcome,
    ProbeStage,
    RefusalKind,
    Refused,
    Sealed,
)
from banklink.nordea.codes import FILE_SERVICE
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_nordea import BXD, NordeaBank, fault
from tests.banklink.link_oracle import DS, ensure_signed
from tests.banklink.link_server import answering, closed_port, http, serving
from tests.banklink.link_town import IDS, ORDER, Town, town


def test_an_upload_says_everything_in_the_order_of_the_schema(
    here: Town, bank_side: NordeaBank, seen: list[Exchange]
) -> None:
    receipt = here.deliver()
    (request,) = bank_side.seen
    assert [etree.QName(child).localname for child in request] == [
        "CustomerId", "Command", "Timestamp", "Environment", "UserFilename",
        "TargetId", "SoftwareId", "FileType", "Content", "Signature",
    ]  # fmt: skip
    said = {etree.QName(child).localname: child.text for child in request}
    assert said["CustomerId"] == "11111111111"
    assert said["TargetId"] == "1234567890"
    assert said["FileType"] == "NDCAPXMLI"
    assert said["Timestamp"] == "2026-11-21T12:00:00.000Z"
    assert base64.b64decode(said["Content"]) == ORDER.content
    assert (receipt.bank_code, receipt.bank_text, receipt.reference) == (
        "00", "OK.", None,
    )  # fmt: skip
    assert b'SOAPAction: ""' in here.server.heads[0]
    (exchange,) = seen
    assert (exchange.status, exchange.request_id) == (200, "request-1")
    assert exchange.request == here.server.bodies[0]
    assert exchange.reply == receipt.reply


def test_sealing_sends_nothing_and_can_be_stored(here: Town) -> None:
    sealed = here.channel.seal(ORDER, IDS)
    assert here.server.bodies == []
    again = Sealed(
        sealed.body,
        Ids(sealed.ids.request_id, sealed.ids.timestamp),
        sealed.operation,
        sealed.address,
        sealed.content_digest,
    )
    here.channel.deliver(again)
    assert here.server.bodies == [sealed.body]


def test_the_secure_envelope_stands_by_itself(here: Town, customer: Identity) -> None:
    root = etree.fromstring(here.channel.envelope(ORDER, IDS))
    ensure_signed(root, root.find(f"{{{DS}}}Signature"), customer)
    assert root.tag == f"{{{BXD}}}ApplicationRequest"


def test_a_reference_is_taken_when_the_bank_gives_one(
    here: Town, bank_side: NordeaBank
) -> None:
    bank_side.has_reference = True
    assert here.deliver().reference == "REF1"


def test_large_files_are_compressed_when_asked_for(
    bank_side: NordeaBank,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> None:
    with town(bank_side, parameters, authority, seen, compress_from=5) as made:
        made.deliver()
    (request,) = bank_side.seen
    content = base64.b64decode(request.findtext(f"{{{BXD}}}Content"))
    assert gzip.decompress(content) == ORDER.content
    assert request.findtext(f"{{{BXD}}}CompressionMethod") == "GZIP"


@pytest.mark.parametrize("place", list(AgreementPlace))
def test_the_agreement_goes_where_the_setting_says(
    place: AgreementPlace,
    bank_side: NordeaBank,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> None:
    with town(bank_side, parameters, authority, seen, agreement_place=place) as made:
        made.deliver()
        receiver = b"ReceiverId>555<" in made.server.bodies[0]
    service = bank_side.seen[0].findtext(f"{{{BXD}}}ServiceId")
    assert receiver is (place is AgreementPlace.RECEIVER_ID)
    assert (service == "555") is (place is AgreementPlace.SERVICE_ID)


@pytest.mark.parametrize("code", [f"{number:02}" for number in range(1, 38)])
def test_every_code_is_a_refusal_or_a_doubt_and_keeps_its_text(
    code: str, here: Town, bank_side: NordeaBank
) -> None:
    bank_side.code, bank_side.text = code, "Because."
    kind = FILE_SERVICE.get(code)
    with pytest.raises(Refused if kind else OutcomeUnknown) as caught:
        here.deliver()
    assert (caught.value.bank_code, caught.value.bank_text) == (code, "Because.")
    if isinstance(caught.value, Refused):
        assert caught.value.kind is kind


@pytest.mark.parametrize("code", ["01", "26", "28", "31", "32", "37", "99"])
def test_what_does_not_decide_is_a_doubt(
    code: str, here: Town, bank_side: NordeaBank
) -> None:
    bank_side.code = code
    with pytest.raises(OutcomeUnknown):
        here.deliver()


def test_a_code_of_one_digit_means_the_same(here: Town, bank_side: NordeaBank) -> None:
    bank_side.code = "2"
    with pytest.raises(Refused) as caught:
        here.deliver()
    assert caught.value.kind is RefusalKind.SIGNATURE


def test_two_different_codes_in_one_answer_are_a_doubt(
    here: Town, bank_side: NordeaBank
) -> None:
    bank_side.header_code = "12"
    with pytest.raises(OutcomeUnknown):
        here.deliver()


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (fault("s:Client", "Schema"), Refused),
        (fault("wsse:InvalidSecurity", "Signature"), Refused),
        (fault("s:Server", "Database"), OutcomeUnknown),
        (fault("s:Server", "x", "<detail><code>04</code></detail>"), Refused),
        (fault("s:Client", "x", "<detail><code>31</code></detail>"), OutcomeUnknown),
        (fault("s:Client", "x", "<detail><code>CERT</code></detail>"), Refused),
        (fault("s:Server", "x", "<detail><code>CERT</code></detail>"), OutcomeUnknown),
        (fault("s:Client", "Duplicate message"), OutcomeUnknown),
    ],
)
def test_a_fault_refuses_only_where_nothing_can_have_been_done(
    reply: bytes,
    expected: type[Exception],
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> None:
    answer = http(reply, "500 Internal Server Error")
    with serving(answering(lambda _: answer)) as server:
        made = Town(server, parameters, authority, seen)
        with pytest.raises(expected):
            made.deliver()


@pytest.mark.parametrize(
    "order",
    [
        OutgoingFile(FileKind.STATEMENT, b"x"),
        OutgoingFile(FileKind.PAYMENT, b""),
        OutgoingFile(FileKind.PAYMENT, b"x", "a\0b"),
    ],
)
def test_what_cannot_be_sent_is_said_before(here: Town, order: OutgoingFile) -> None:
    with pytest.raises(NotReady):
        here.channel.seal(order, IDS)


def test_a_file_over_fifty_megabytes_is_not_sealed(here: Town) -> None:
    largest = 50 * 1024 * 1024
    with pytest.raises(NotReady):
        here.channel.seal(OutgoingFile(FileKind.PAYMENT, bytes(largest + 1)), IDS)


def test_a_key_without_its_certificate_is_said_before(
    here: Town,
    parameters: NordeaCAParameters,
    neighbour: Identity,
    authority: Authority,
) -> None:
    ended = authority.issue("Company ApS", after=NOW - timedelta(days=1))
    for wrong in (
        replace(parameters, certificates=(neighbour.pem,)),
        replace(parameters, certificates=()),
        replace(parameters, private_key=b"no key"),
        replace(parameters, private_key=ended.key_pem, certificates=(ended.pem,)),
    ):
        with pytest.raises(NotReady):
            NordeaChannel(wrong, here.endpoint, clock=lambda: NOW).seal(ORDER, IDS)


def test_keys_are_in_no_representation(parameters: NordeaCAParameters) -> None:
    assert "PRIVATE" not in repr(parameters)


def test_a_bank_is_not_spoken_to_in_the_clear(
    here: Town, parameters: NordeaCAParameters
) -> None:
    endpoint = replace(here.endpoint, file_service="http://192.0.2.1/service")
    channel = NordeaChannel(parameters, endpoint, clock=lambda: NOW)
    with pytest.raises(NotReady, match="https"):
        channel.deliver(channel.seal(ORDER, IDS))


def test_a_witness_that_fails_changes_no_outcome(
    here: Town, parameters: NordeaCAParameters
) -> None:
    def fail(_: Exchange) -> None:
        raise RuntimeError("the disk is full")

    channel = NordeaChannel(parameters, here.endpoint, witness=fail, clock=lambda: NOW)
    assert channel.deliver(channel.seal(ORDER, IDS)).bank_code == "00"


def test_a_probe_looks_at_every_part(here: Town, bank_side: NordeaBank) -> None:
    steps = list(here.channel.probe())
    assert [step.stage for step in steps] == [
        ProbeStage.ADDRESS, ProbeStage.TLS, ProbeStage.CERTIFICATE,
        ProbeStage.SIGNATURE, ProbeStage.AGREEMENT,
    ]  # fmt: skip
    assert [step.outcome for step in steps] == [
        ProbeOutcome.OK, ProbeOutcome.SKIPPED, ProbeOutcome.OK,
        ProbeOutcome.OK, ProbeOutcome.OK,
    ]  # fmt: skip
    assert bank_side.seen[0].find(f"{{{BXD}}}TargetId") is None


def test_a_probe_names_the_part_that_fails(
    here: Town,
    bank_side: NordeaBank,
    parameters: NordeaCAParameters,
    stranger: Authority,
) -> None:
    bank_side.code = "09"
    *_, signature, agreement = here.channel.probe()
    assert signature.outcome is ProbeOutcome.OK
    assert agreement.outcome is ProbeOutcome.FAILED
    bank_side.signer = stranger.issue("Bank Signing")
    *_, signature, agreement = here.channel.probe()
    assert signature.outcome is ProbeOutcome.FAILED
    assert agreement.outcome is ProbeOutcome.SKIPPED
    nobody = replace(here.endpoint, file_service=f"http://127.0.0.1:{closed_port()}/")
    first, *rest = NordeaChannel(parameters, nobody, clock=lambda: NOW).probe()
    assert first.outcome is ProbeOutcome.FAILED
    assert {step.outcome for step in rest} == {ProbeOutcome.SKIPPED}


def test_nobody_listening_means_nothing_was_sent(
    here: Town, parameters: NordeaCAParameters
) -> None:
    endpoint = replace(here.endpoint, file_service=f"http://127.0.0.1:{closed_port()}/")
    channel = NordeaChannel(parameters, endpoint, clock=lambda: NOW)
    with pytest.raises(NotSent):
        channel.deliver(channel.seal(ORDER, IDS))


def test_times_are_written_in_utc(here: Town, bank_side: NordeaBank) -> None:
    danish = datetime.fromisoformat("2026-11-21T13:00:00.250+01:00")
    here.channel.deliver(here.channel.seal(ORDER, Ids("r", danish)))
    written = bank_side.seen[0].findtext(f"{{{BXD}}}Timestamp")
    assert written == "2026-11-21T12:00:00.250Z"
    assert datetime.fromisoformat(written) == danish.astimezone(UTC)
