"""Certificates of Nordea: by code, by another name, by the present key."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from lxml import etree

from banklink import (
    AnswerNotTrusted,
    Exchange,
    HmacHash,
    NordeaCAParameters,
    NordeaChannel,
    NordeaEnrolment,
    NotReady,
    RefusalKind,
    Refused,
    WrongName,
)
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_nordea import CERT_DATA, NordeaCertificates
from tests.banklink.link_town import IDS, ORDER, Town, town


@pytest.fixture
def office(
    authority: Authority, bank: Identity, customer: Identity
) -> NordeaCertificates:
    return NordeaCertificates(authority, bank, holder=customer)


@pytest.fixture
def desk(
    office: NordeaCertificates,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> Iterator[Town]:
    empty = replace(parameters, private_key=b"", certificates=())
    with town(office, empty, authority, seen) as made:
        yield made


def test_a_code_gives_the_first_certificate(
    desk: Town, office: NordeaCertificates
) -> None:
    key = desk.enrolment.new_key()
    issued = desk.enrolment.obtain(
        desk.enrolment.request(key, "123 456 7890", IDS), key
    )
    assert len(issued.certificates) == 1
    said = {etree.QName(e).localname: e.text for e in office.seen[0]}
    assert list(said)[:6] == [
        "CustomerId", "Timestamp", "Environment", "SoftwareId", "Command", "Service",
    ]  # fmt: skip
    assert (said["Command"], said["Service"]) == ("GetCertificate", "service")


def test_a_hash_for_the_seal_can_be_set(
    office: NordeaCertificates,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> None:
    with town(office, parameters, authority, seen, hmac_hash=HmacHash.SHA256) as made:
        key = made.enrolment.new_key()
        with pytest.raises(Refused) as caught:
            made.enrolment.obtain(made.enrolment.request(key, "1234567890", IDS), key)
    assert caught.value.kind is RefusalKind.AGREEMENT


def test_a_wrong_code_is_refused(desk: Town) -> None:
    key = desk.enrolment.new_key()
    with pytest.raises(Refused) as caught:
        desk.enrolment.obtain(desk.enrolment.request(key, "0000000000", IDS), key)
    assert (caught.value.bank_code, caught.value.kind) == ("34", RefusalKind.AGREEMENT)


def test_a_wrong_name_names_the_right_one_and_the_code_works_again(
    desk: Town, office: NordeaCertificates, parameters: NordeaCAParameters
) -> None:
    office.right_name = "Company Holding ApS"
    key = desk.enrolment.new_key()
    with pytest.raises(WrongName) as caught:
        desk.enrolment.obtain(desk.enrolment.request(key, "1234567890", IDS), key)
    assert caught.value.right_name == "Company Holding ApS"
    assert caught.value.kind is RefusalKind.NAME
    renamed = replace(parameters, name=caught.value.right_name)
    again = NordeaEnrolment(renamed, desk.endpoint, clock=lambda: NOW)
    assert again.obtain(again.request(key, "1234567890", IDS), key).certificates


@pytest.mark.parametrize(
    "text", ["Name: Right A/S", "must be «Right A/S».", "Error. Name is Right A/S", "?"]
)
def test_the_right_name_is_found_in_other_words(
    text: str, desk: Town, office: NordeaCertificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        office, "answer", lambda _: office.refusal("33", text), raising=True
    )
    key = desk.enrolment.new_key()
    with pytest.raises(WrongName) as caught:
        desk.enrolment.obtain(desk.enrolment.request(key, "1234567890", IDS), key)
    assert caught.value.right_name == (None if text == "?" else "Right A/S")


def test_a_renewal_is_signed_with_the_present_key_and_has_no_seal(
    office: NordeaCertificates,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> None:
    with town(office, parameters, authority, seen) as made:
        key = made.enrolment.new_key()
        issued = made.enrolment.obtain(made.enrolment.renewal(key, IDS), key)
    assert issued.certificates
    names = [etree.QName(child).localname for child in office.seen[0]]
    assert "HMAC" not in names
    assert "Command" not in names
    renewed = replace(parameters, private_key=key, certificates=issued.certificates)
    assert NordeaChannel(renewed, made.endpoint, clock=lambda: NOW).envelope(ORDER, IDS)


@pytest.mark.parametrize(
    "change",
    [
        lambda office, _: setattr(office, "wrong_key", True),
        lambda office, _: setattr(office, "serial_number", "9999999999"),
        lambda office, stranger: setattr(office, "issuer", stranger),
        lambda office, _: setattr(office, "is_signed", False),
        lambda office, stranger: setattr(office, "bank", stranger.issue("Bank")),
    ],
)
def test_a_certificate_that_is_not_ours_is_not_taken(
    change: object, desk: Town, office: NordeaCertificates, stranger: Authority
) -> None:
    change(office, stranger)
    key = desk.enrolment.new_key()
    with pytest.raises(AnswerNotTrusted):
        desk.enrolment.obtain(desk.enrolment.request(key, "1234567890", IDS), key)


@pytest.mark.parametrize("code", ["", "123", "12345678901", "abcdefghij"])
def test_a_code_has_ten_digits(code: str, desk: Town) -> None:
    with pytest.raises(NotReady):
        desk.enrolment.request(desk.enrolment.new_key(), code, IDS)


def test_a_name_with_a_slash_is_not_asked_for(
    desk: Town, parameters: NordeaCAParameters
) -> None:
    wrong = NordeaEnrolment(
        replace(parameters, name="Company A/S"), desk.endpoint, clock=lambda: NOW
    )
    with pytest.raises(NotReady, match="slash"):
        wrong.request(wrong.new_key(), "1234567890", IDS)


def test_an_upload_is_not_sent_to_the_certificate_service(
    desk: Town, here: Town
) -> None:
    sealed = here.channel.seal(ORDER, IDS)
    key = desk.enrolment.new_key()
    with pytest.raises(NotReady):
        desk.enrolment.obtain(sealed, key)
    with pytest.raises(NotReady):
        here.channel.deliver(desk.enrolment.request(key, "1234567890", IDS))


def test_certificate_request_is_in_its_own_namespace(
    desk: Town, office: NordeaCertificates
) -> None:
    key = desk.enrolment.new_key()
    desk.enrolment.obtain(desk.enrolment.request(key, "1234567890", IDS), key)
    assert office.seen[0].tag == f"{{{CERT_DATA}}}CertApplicationRequest"
