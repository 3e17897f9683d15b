"""Activation by the letter's code, and renewal by the old key."""

from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from banksim import NORDEA_DEMO
from banksim.house import Bank
from tests.banksim.kit.bank_line import NOW, Line
from tests.banksim.kit.nordea_customer import NordeaCustomer, certificate_in

Keys = list[rsa.RSAPrivateKey]


@pytest.fixture
def fresh(line: Line, keys: Keys) -> NordeaCustomer:
    """A customer with a letter and no certificate yet."""
    return NordeaCustomer(line, keys[0])


def test_the_code_gives_a_certificate_for_the_key_valid_two_years(
    fresh: NordeaCustomer,
) -> None:
    reply = fresh.ask_certificate()

    made = certificate_in(reply)
    assert made.public_key() == fresh.key.public_key()
    [serial] = made.subject.get_attributes_for_oid(NameOID.SERIAL_NUMBER)
    assert serial.value == NORDEA_DEMO.signer_id
    assert made.not_valid_after_utc > NOW + timedelta(days=729)
    assert reply.root.findtext(".//{*}CertificateFormat") == "X509v3"


def test_a_code_works_once(fresh: NordeaCustomer) -> None:
    assert fresh.ask_certificate().code == "00"
    assert fresh.ask_certificate().code == "34"


def test_a_wrong_code_is_refused_and_the_right_one_still_works(
    fresh: NordeaCustomer,
) -> None:
    assert fresh.ask_certificate("1111111111").code == "34"
    assert fresh.ask_certificate().code == "00"


def test_a_wrong_name_is_told_once_and_the_code_works_once_more(
    fresh: NordeaCustomer,
) -> None:
    told = fresh.ask_certificate(name="Havnens Handel")

    assert told.code == "33"
    assert NORDEA_DEMO.name in told.text
    assert fresh.ask_certificate().code == "00"


def test_a_second_wrong_name_is_final(fresh: NordeaCustomer) -> None:
    assert fresh.ask_certificate(name="Havnen").code == "33"
    assert fresh.ask_certificate(name="Havnen").code == "33"
    assert fresh.ask_certificate().code == "34"


def test_a_new_letter_has_a_code_that_works(fresh: NordeaCustomer, bank: Bank) -> None:
    fresh.ask_certificate()
    code = bank.customers.new_letter("nordea", 1, bank.now())

    assert code is not None
    assert fresh.ask_certificate(code).code == "00"


def test_a_letter_is_worthless_after_a_week(fresh: NordeaCustomer, bank: Bank) -> None:
    old = (NOW - timedelta(days=8)).isoformat()
    bank.store.run("UPDATE agreements SET code_issued = ?", old)

    assert fresh.ask_certificate().code == "34"


def test_the_test_code_gives_a_certificate_that_fits_no_key(
    line: Line, keys: Keys
) -> None:
    trying = NordeaCustomer(
        line,
        keys[0],
        issuing="/test/nordea/CertificateService/sha2",
        environment="TEST",
    )

    reply = trying.ask_certificate("1234567890")

    assert reply.code == "00"
    assert certificate_in(reply).public_key() != trying.key.public_key()


def test_a_renewal_replaces_the_certificate_at_once(
    nordea: NordeaCustomer, line: Line, keys: Keys
) -> None:
    reply = nordea.renew(keys[1])

    renewed = NordeaCustomer(line, keys[1], certificate_in(reply))
    assert renewed.ask("getUserInfo", TargetId="").code == "00"
    line(nordea.files, nordea.message("getUserInfo", nordea.application("getUserInfo")))
    assert line.last.status == 500


def test_a_lost_answer_to_a_renewal_can_be_had_again(
    nordea: NordeaCustomer, keys: Keys
) -> None:
    first = certificate_in(nordea.renew(keys[1]))

    assert certificate_in(nordea.renew(keys[1])) == first
    assert nordea.renew(keys[2]).code == "04"


def test_a_renewal_that_another_key_signed_is_refused(
    nordea: NordeaCustomer, keys: Keys
) -> None:
    stolen = NordeaCustomer(nordea.post, keys[2], nordea.certificate)

    assert stolen.renew(keys[2]).code == "18"
