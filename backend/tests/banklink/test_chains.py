"""Which certificates are believed: those that lead soundly to a configured root."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

from banklink import AnswerNotTrusted, NotReady
from banklink._certificates import (
    Trust,
    given_certificates,
    own_certificates,
    private_key,
)
from banklink._csr import certificate_request
from tests.banklink.link_authority import NOW, Authority, Identity, new_key, usage_of

DAY = timedelta(days=1)


@pytest.fixture
def trust(authority: Authority) -> Trust:
    return Trust([authority.certificate], NOW)


def refused(
    trust: Trust, leaf: Identity, *others: Identity, match: str | None = None
) -> None:
    with pytest.raises(AnswerNotTrusted, match=match):
        trust.ensure_signer(leaf.certificate, [o.certificate for o in others])


def believed(trust: Trust, leaf: Identity, *others: Identity) -> bool:
    trust.ensure_signer(leaf.certificate, [o.certificate for o in others])
    return True


def test_what_a_root_issued_is_believed(trust: Trust, bank: Identity) -> None:
    assert believed(trust, bank)


def test_what_leads_to_a_root_through_others_is_believed(
    trust: Trust, authority: Authority
) -> None:
    first = authority.intermediate("First")
    second = first.intermediate("Second")
    leaf = second.issue("Bank")
    assert believed(trust, leaf, second, first)
    refused(trust, leaf, second, match="no configured root")


def test_a_root_of_the_same_name_is_not_the_root(
    trust: Trust, stranger: Authority
) -> None:
    leaf = stranger.issue("Bank")
    refused(trust, leaf)
    # That it brings its own root along makes it no root.
    refused(trust, leaf, stranger)


def test_a_certificate_does_not_vouch_for_itself(trust: Trust) -> None:
    refused(trust, Authority.made("Bank"))


def test_no_configured_root_believes_nothing(bank: Identity) -> None:
    refused(Trust([], NOW), bank, match="no configured root")


def test_dates_count_for_every_link(trust: Trust, authority: Authority) -> None:
    refused(trust, authority.issue("Bank", after=NOW - DAY), match="run out")
    refused(trust, authority.issue("Bank", before=NOW + DAY), match="not valid yet")
    ended = authority.intermediate("Ended", after=NOW - DAY)
    refused(trust, ended.issue("Bank"), ended, match="run out")
    old = Authority.made("Old", after=NOW - DAY)
    refused(Trust([old.certificate], NOW), old.issue("Bank"), match="run out")


def test_a_young_certificate_is_believed_within_the_skew(
    trust: Trust, authority: Authority
) -> None:
    leaf = authority.issue("Bank", before=NOW + timedelta(minutes=3))
    refused(trust, leaf)
    assert believed(replace(trust, skew=timedelta(minutes=5)), leaf)


def test_only_an_authority_issues(trust: Trust, authority: Authority) -> None:
    plain = authority.intermediate("Customer", is_authority=False)
    refused(trust, plain.issue("Bank"), plain, match="no authority")
    unable = authority.intermediate("Unable", usage=usage_of("digital_signature"))
    refused(trust, unable.issue("Bank"), unable, match="may not issue")
    able = authority.intermediate("Able", usage=usage_of("key_cert_sign"))
    assert believed(trust, able.issue("Bank"), able)


def test_an_authority_that_may_issue_leaves_only_issues_no_authority(
    trust: Trust, authority: Authority
) -> None:
    first = authority.intermediate("First", path_length=0)
    assert believed(trust, first.issue("Bank"), first)
    second = first.intermediate("Second")
    refused(trust, second.issue("Bank"), second, first, match="so many")


def test_a_chain_without_end_is_given_up(trust: Trust, authority: Authority) -> None:
    chain = [authority.intermediate("0")]
    for number in range(1, 7):
        chain.append(chain[-1].intermediate(str(number)))
    refused(trust, chain[-1].issue("Bank"), *reversed(chain))


def test_two_authorities_that_vouch_for_each_other_end(
    trust: Trust, stranger: Authority
) -> None:
    first = stranger.intermediate("A")
    second = first.intermediate("B")
    again = Authority(first.key, second.issue("A", key=first.key).certificate)
    refused(trust, second.issue("Bank"), second, again, first)


def test_uses_count(trust: Trust, authority: Authority) -> None:
    signing = authority.issue("Bank", usage=usage_of("digital_signature"))
    wrapping = authority.issue("Bank", usage=usage_of("key_encipherment"))
    assert believed(trust, signing)
    refused(trust, wrapping, match="not made for signing")
    trust.ensure_recipient(wrapping.certificate)
    with pytest.raises(AnswerNotTrusted, match="encrypt"):
        trust.ensure_recipient(signing.certificate)


def test_a_weak_signature_on_a_certificate_is_refused(
    trust: Trust, bank: Identity
) -> None:
    weak = Weak(bank)
    with pytest.raises(AnswerNotTrusted, match="weakly"):
        trust.ensure_signer(weak)


class Weak:
    """A certificate that claims SHA-1, which today's libraries refuse to make."""

    def __init__(self, identity: Identity) -> None:
        self._real = identity.certificate

    def __getattr__(self, name: str) -> object:
        if name == "signature_hash_algorithm":
            return hashes.SHA1()  # noqa: S303 - to be refused
        return getattr(self._real, name)


def test_short_and_foreign_keys_are_refused(trust: Trust, authority: Authority) -> None:
    refused(trust, authority.issue("Bank", key=new_key(1024)), match="RSA key")
    refused(trust, authority.issue("Bank", key=ec.generate_private_key(ec.SECP256R1())))


def test_a_demand_nobody_knows_is_refused(trust: Trust, authority: Authority) -> None:
    refused(trust, authority.issue("Bank", critical="1.2.3.4"), match="unknown")


def test_a_name_has_to_be_the_bank_s(
    trust: Trust, bank: Identity, neighbour: Identity
) -> None:
    named = replace(trust, names=("Bank Signing",))
    assert believed(named, bank)
    refused(named, neighbour, match="not the bank's")


def test_certificates_are_read_in_every_form_banks_use(
    bank: Identity, authority: Authority
) -> None:
    both = [bank.certificate, authority.certificate]
    assert given_certificates(bank.der) == [bank.certificate]
    assert given_certificates(b"text\n" + bank.pem + authority.pem) == both
    bundle = pkcs7.serialize_certificates(both, Encoding.DER)
    assert set(given_certificates(bundle)) == set(both)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nothing",
        b"-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----",
        b"\x30\x03\x02\x01\x01",
    ],
)
def test_a_broken_certificate_is_refused(data: bytes) -> None:
    with pytest.raises(AnswerNotTrusted):
        given_certificates(data)


# A serial number below one is read with a warning.
@pytest.mark.filterwarnings("ignore::cryptography.utils.CryptographyDeprecationWarning")
def test_a_certificate_with_any_byte_changed_is_refused_or_says_the_same(
    bank: Identity, trust: Trust
) -> None:
    """The only byte that may change is the count of bits its signature leaves free."""
    believed_with = []
    for place in range(len(bank.der)):
        for change in (0x01, 0x80):
            data = bytearray(bank.der)
            data[place] ^= change
            with suppress(AnswerNotTrusted):
                (certificate,) = given_certificates(bytes(data))
                trust.ensure_signer(certificate)
                believed_with.append(certificate.tbs_certificate_bytes)
    assert len(believed_with) <= 1
    assert set(believed_with) <= {bank.certificate.tbs_certificate_bytes}


def test_too_many_certificates_are_refused(bank: Identity) -> None:
    with pytest.raises(AnswerNotTrusted, match="too many"):
        given_certificates(bank.pem * 11)


def test_settings_that_cannot_be_read_are_said_before(bank: Identity) -> None:
    with pytest.raises(NotReady):
        own_certificates([b"nothing"])
    for wrong in (b"", b"nothing", bank.pem):
        with pytest.raises(NotReady):
            private_key(wrong)
    with pytest.raises(NotReady, match="2048"):
        private_key(Identity(new_key(1024), bank.certificate).key_pem)
    with pytest.raises(NotReady, match="name"):
        certificate_request(bank.key, [(x509.NameOID.COUNTRY_NAME, "Denmark")])
