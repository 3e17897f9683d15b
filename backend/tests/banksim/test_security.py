"""What the bank refuses to believe, and the shapes that the protocols publish."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from banksim import BANKDATA_DEMO, NORDEA_DEMO, SDC_DEMO
from banksim.demo import BankConnectDemo
from banksim.house import Bank
from tests.banksim.kit import customer_signatures as cs
from tests.banksim.kit.bank_line import Line
from tests.banksim.kit.bank_orders import Wish, pain001
from tests.banksim.kit.connect_customer import ConnectCustomer
from tests.banksim.kit.nordea_customer import FILES, MODEL, NordeaCustomer, read, soap
from tests.banksim.kit.nordea_desk import Desk

Connect = Callable[[BankConnectDemo], ConnectCustomer]
DKK = NORDEA_DEMO.accounts[0].iban
CONTENT = pain001(DKK, [Wish("A", "1.00")])
IN_ONE_BANK = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def upload(customer: NordeaCustomer, content: bytes = CONTENT) -> bytes:
    root = customer.application(
        "uploadFile", FileType="NDCAPXMLI", Content=cs.b64(content)
    )
    return customer.message("uploadFile", root)


def algorithms(root: Any, name: str) -> list[str]:
    return [one.get("Algorithm") for one in root.iter(f"{{{cs.DS}}}{name}")]


def test_a_nordea_answer_is_signed_as_published(desk: Desk) -> None:
    desk.line(desk.customer.files, upload(desk.customer))

    envelope = etree.fromstring(desk.line.last.body)
    assert algorithms(envelope, "SignatureMethod") == [cs.SHA256.signature]
    assert algorithms(envelope, "CanonicalizationMethod") == [cs.EXC]
    assert algorithms(envelope, "DigestMethod") == [cs.SHA256.digest] * 2
    assert algorithms(envelope, "Transform") == [cs.EXC] * 2
    [token] = envelope.iter(f"{{{cs.WSSE}}}BinarySecurityToken")
    assert token.get("ValueType") == cs.TOKEN
    inner = desk.inner()
    assert algorithms(inner, "CanonicalizationMethod") == [cs.INC]
    assert algorithms(inner, "Transform") == [cs.ENVELOPED, cs.INC]


def test_a_bank_connect_answer_is_protected_as_published(
    connect: Connect, line: Line
) -> None:
    customer = connect(BANKDATA_DEMO)
    customer.fetch("getStatus")

    envelope = etree.fromstring(line.last.body)
    outer = envelope.find(f"s:Header/w:Security/{{{cs.DS}}}Signature", cs.NS)
    assert len(outer.findall("ds:SignedInfo/ds:Reference", cs.NS)) == 2
    assert algorithms(outer, "SignatureMethod") == [cs.SHA256.signature]
    methods = envelope.iter(f"{{{cs.XENC}}}EncryptionMethod")
    assert [one.get("Algorithm") for one in methods] == [
        cs.XENC + "rsa-oaep-mgf1p",
        cs.XENC + "aes256-cbc",
    ]
    [data] = envelope.find("s:Body", cs.NS)
    [named] = envelope.iter(f"{{{cs.XENC}}}DataReference")
    assert named.get("URI") == f"#{data.get('Id')}"


def test_sha1_is_spoken_on_the_old_paths_only(
    line: Line, keys: list[rsa.RSAPrivateKey]
) -> None:
    old = NordeaCustomer(
        line,
        keys[0],
        files="/nordea/CorporateFileService",
        issuing="/nordea/CertificateService",
        family=cs.SHA1,
    )
    old.activate()
    assert old.ask("getUserInfo").code == "00"

    data = old.message("getUserInfo", old.application("getUserInfo"))
    new = "/nordea/CorporateFileService/sha2"

    assert read(line(new, data)).code == "02"


def test_a_message_without_a_signature_is_refused_with_02(desk: Desk) -> None:
    envelope = etree.fromstring(upload(desk.customer))
    security = envelope.find("s:Header/w:Security", cs.NS)
    security.remove(security.find("ds:Signature", cs.NS))

    reply = read(desk.line(desk.customer.files, etree.tostring(envelope)))

    assert reply.code == "02"
    assert desk.uploads() == []


def test_a_signed_body_beside_another_one_is_refused(desk: Desk) -> None:
    envelope = etree.fromstring(upload(desk.customer))
    evil = pain001(DKK, [Wish("EVIL", "9.00")])
    other = etree.fromstring(upload(desk.customer, evil))
    signed = envelope.find("s:Body", cs.NS)
    forged = deepcopy(other.find("s:Body", cs.NS))
    envelope.replace(signed, forged)
    envelope.find("s:Header", cs.NS).append(signed)

    for name in (None, signed.get(f"{{{cs.WSU}}}Id")):
        forged.attrib.pop(f"{{{cs.WSU}}}Id", None)
        if name is not None:
            forged.set(f"{{{cs.WSU}}}Id", name)
        desk.line(desk.customer.files, etree.tostring(envelope))

    assert desk.uploads() == []


def test_content_changed_after_it_was_signed_is_refused_with_18(desk: Desk) -> None:
    customer = desk.customer
    root = customer.application(
        "uploadFile", FileType="NDCAPXMLI", Content=cs.b64(CONTENT)
    )
    cs.sign_enveloped(root, customer.me)
    root.find("{*}Content").text = cs.b64(pain001(DKK, [Wish("EVIL", "9.00")]))
    envelope = soap(FILES, MODEL, "uploadFile", root, {})
    cs.sign_envelope(envelope, [envelope.find("s:Body", cs.NS)], customer.me)

    assert read(desk.line(customer.files, etree.tostring(envelope))).code == "18"
    assert desk.uploads() == []


def test_a_certificate_of_another_agreement_is_refused_with_03(
    desk: Desk, connect: Connect
) -> None:
    theirs = connect(SDC_DEMO).certificate
    customer = NordeaCustomer(desk.line, desk.customer.key, theirs)

    assert customer.ask("getUserInfo").code == "03"


def test_a_certificate_the_bank_never_issued_is_a_soap_fault(
    desk: Desk, keys: list[rsa.RSAPrivateKey]
) -> None:
    stranger = desk.bank._authorities["stranger", "PRODUCTION"]  # type: ignore[index]
    known = desk.customer.certificate
    assert known is not None
    forged = stranger.issue(known.subject, keys[2].public_key(), desk.bank.now(), 30)
    customer = NordeaCustomer(desk.line, keys[2], forged)

    desk.line(customer.files, upload(customer))

    assert desk.line.last.status == 500
    assert desk.uploads() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"<!DOCTYPE a [<!ENTITY b 'c'>]>" + data,
        lambda data: data.replace(b"</soapenv:Body>", b"<a/></soapenv:Body>"),
        lambda data: data[:0],
        lambda data: b"\x00" + data,
    ],
)
def test_what_is_no_envelope_is_a_soap_fault(
    desk: Desk, change: Callable[[bytes], bytes]
) -> None:
    desk.line(desk.customer.files, change(upload(desk.customer)))

    assert b"Fault" in desk.line.last.body or b">02<" in desk.line.last.body
    assert desk.uploads() == []


def test_an_envelope_cut_at_any_place_keeps_nothing(desk: Desk) -> None:
    data = upload(desk.customer)

    for length in [*range(0, len(data) - 60, 61), *range(len(data) - 60, len(data))]:
        desk.line(desk.customer.files, data[:length])
        assert desk.line.last.status == 500

    assert desk.uploads() == []


@IN_ONE_BANK
@given(place=st.floats(0, 1), value=st.integers(0, 255))
def test_a_changed_byte_is_refused_or_changes_nothing(
    desk: Desk, place: float, value: int
) -> None:
    data = bytearray(upload(desk.customer))
    data[int(place * (len(data) - 1))] = value

    desk.line(desk.customer.files, bytes(data))

    assert {row["content"] for row in desk.uploads()} <= {CONTENT}


@IN_ONE_BANK
@given(place=st.floats(0, 1), value=st.integers(0, 255))
def test_a_changed_byte_at_bank_connect_is_refused_or_changes_nothing(
    bank: Bank, connect: Connect, place: float, value: int
) -> None:
    customer = known(bank, connect)
    data = bytearray(customer.payment_message(CONTENT))
    data[int(place * (len(data) - 1))] = value

    customer.send("transferPayment", bytes(data))

    rows = bank.store.rows("SELECT content FROM uploads")
    assert {row["content"] for row in rows} <= {CONTENT}


def known(bank: Bank, connect: Connect) -> ConnectCustomer:
    """The customer of this bank, activated once."""
    if bank.customers.active(BANKDATA_DEMO.id, "PRODUCTION") is None:
        _customers[bank] = connect(BANKDATA_DEMO)
    return _customers[bank]


_customers: dict[Bank, ConnectCustomer] = {}


def test_many_at_once_are_kept_once_each(desk: Desk) -> None:
    same = upload(desk.customer)
    others = [
        upload(desk.customer, pain001(DKK, [Wish(f"E{n}", "1.00")], message_id=f"M{n}"))
        for n in range(12)
    ]
    line = Line(desk.bank)

    with ThreadPoolExecutor(8) as pool:
        codes = list(
            pool.map(
                lambda data: read(line(desk.customer.files, data)).code,
                [same, *others, same, same],
            )
        )

    assert sorted(codes) == ["00"] * 13 + ["31"] * 2
    assert len(desk.uploads()) == 13
    desk.bank.settle()
    assert desk.paid() == 13
