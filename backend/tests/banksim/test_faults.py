"""Each fault does what it says, as often as it was set to, and then is over."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from banksim import BANKDATA_DEMO, NORDEA_DEMO, SDC_DEMO, FaultKind
from banksim.bank import accounts
from banksim.demo import BankConnectDemo
from banksim.house import Bank
from tests.banksim.kit import customer_signatures as cs
from tests.banksim.kit.bank_line import NOW, Line, options
from tests.banksim.kit.connect_customer import ConnectCustomer
from tests.banksim.kit.nordea_customer import NordeaCustomer
from tests.banksim.kit.nordea_desk import Desk

Connect = Callable[[BankConnectDemo], ConnectCustomer]


def test_a_drop_before_keeps_nothing_and_the_same_bytes_can_go_again(
    desk: Desk,
) -> None:
    desk.fault(FaultKind.DROP_BEFORE_ACCEPT)
    content = desk.payments()

    with pytest.raises(ConnectionResetError):
        desk.customer.upload(content)

    assert desk.uploads() == []
    assert desk.customer.upload(content).code == "00"


def test_a_drop_after_has_kept_the_file(desk: Desk) -> None:
    desk.fault(FaultKind.DROP_AFTER_ACCEPT)

    with pytest.raises(ConnectionResetError):
        desk.customer.upload(desk.payments())

    assert len(desk.uploads()) == 1
    assert desk.groups() == ["ACTC"]


def test_a_slow_answer_waits(desk: Desk) -> None:
    desk.fault(FaultKind.SLOW, seconds=3)

    assert desk.customer.upload(desk.payments()).code == "00"
    assert desk.line.last.wait_seconds == 3


def test_an_http_error_is_no_soap(desk: Desk) -> None:
    desk.fault(FaultKind.HTTP_ERROR, status=502)

    with pytest.raises(etree.XMLSyntaxError):
        desk.customer.upload(desk.payments())
    assert desk.line.last.status == 502
    assert desk.uploads() == []


def test_a_soap_fault_keeps_nothing(desk: Desk) -> None:
    desk.fault(FaultKind.SOAP_FAULT, text="Out of order")

    desk.line(desk.customer.files, message(desk))

    assert desk.line.last.status == 500
    assert b"Out of order" in desk.line.last.body
    assert desk.uploads() == []


def message(desk: Desk) -> bytes:
    """The bytes of an upload."""
    root = desk.customer.application(
        "uploadFile", FileType="NDCAPXMLI", Content=cs.b64(desk.payments())
    )
    return desk.customer.message("uploadFile", root)


@pytest.mark.parametrize("code", [f"{number:02d}" for number in range(2, 37)])
def test_every_response_code_can_be_had_and_keeps_nothing(
    desk: Desk, code: str
) -> None:
    desk.fault(FaultKind.RESPONSE_CODE, code=code)

    assert desk.customer.upload(desk.payments()).code == code
    assert desk.uploads() == []
    assert desk.customer.upload(desk.payments()).code == "00"


def test_a_code_at_bank_connect_is_in_the_payment_response(
    bank: Bank, connect: Connect
) -> None:
    customer = connect(BANKDATA_DEMO)
    bank.faults.set(FaultKind.RESPONSE_CODE, times=1, parameters={"code": "503"})

    reply = customer.transfer(b"<a/>")

    assert reply.get("responseCode") == "503"
    assert bank.store.rows("SELECT * FROM uploads") == []


def test_a_refused_download_counts_a_fault_as_taken(
    bank: Bank, connect: Connect
) -> None:
    customer = connect(BANKDATA_DEMO)
    bank.faults.set(FaultKind.RESPONSE_CODE, operation="getStatus", times=1)

    with pytest.raises(AssertionError, match="500"):
        customer.fetch("getStatus")
    assert customer.fetch("getStatus").content is None


def test_a_name_error_tells_the_name_and_then_succeeds(
    line: Line, bank: Bank, keys: list[Any]
) -> None:
    bank.faults.set(FaultKind.NAME_ERROR, times=1)
    fresh = NordeaCustomer(line, keys[0])

    told = fresh.ask_certificate()

    assert told.code == "33"
    assert NORDEA_DEMO.name in told.text
    assert fresh.ask_certificate().code == "00"


@pytest.mark.parametrize(
    "kind", [FaultKind.WRONG_SIGNER, FaultKind.UNKNOWN_ROOT], ids=str
)
def test_a_strange_signer_is_under_another_root(desk: Desk, kind: FaultKind) -> None:
    desk.fault(kind)

    [signer, _inner] = desk.customer.upload(desk.payments()).signers

    authority = desk.bank._authorities["nordea", "PRODUCTION"]  # type: ignore[index]
    assert not authority.has_issued(signer, NOW)
    assert len(desk.uploads()) == 1


def test_an_expired_certificate_is_the_banks_own_of_last_year(desk: Desk) -> None:
    desk.fault(FaultKind.EXPIRED_CERTIFICATE)

    signer = desk.customer.upload(desk.payments()).signers[0]

    authority = desk.bank._authorities["nordea", "PRODUCTION"]  # type: ignore[index]
    assert authority.has_issued(signer, NOW)
    assert signer.not_valid_after_utc < NOW


def test_a_rotated_certificate_reads_nothing_encrypted_for_the_old_one(
    bank: Bank, connect: Connect, line: Line
) -> None:
    customer = connect(BANKDATA_DEMO)
    old = customer.bank
    bank.faults.set(FaultKind.ROTATED_CERTIFICATE)

    customer.send("transferPayment", customer.payment_message(b"<a/>"))
    assert line.last.status == 500
    customer.get_bank_certificate()

    assert customer.bank != old
    assert customer.transfer(b"<a/>").get("responseCode") == "200"


def test_a_wrong_digest_is_found_on_either_layer(desk: Desk) -> None:
    for layer in ("soap", "content"):
        desk.fault(FaultKind.WRONG_DIGEST, layer=layer)
        with pytest.raises(cs.NotSigned, match="digest"):
            desk.customer.upload(desk.payments())


def test_altered_content_does_not_verify_though_the_envelope_does(
    desk: Desk,
) -> None:
    desk.customer.upload(desk.payments())
    [reference] = desk.customer.listed().references
    desk.fault(FaultKind.ALTERED_CONTENT)

    with pytest.raises(cs.NotSigned, match="digest"):
        desk.customer.download(reference)

    envelope = etree.fromstring(desk.line.last.body)
    parts = [envelope.find("s:Header/w:Security/u:Timestamp", cs.NS)]
    parts.append(envelope.find("s:Body", cs.NS))
    cs.verify_envelope(envelope, parts)


def test_altered_content_at_bank_connect_does_not_verify(
    bank: Bank, connect: Connect
) -> None:
    customer = connect(BANKDATA_DEMO)
    bank.faults.set(FaultKind.ALTERED_CONTENT, times=1)

    with pytest.raises(cs.NotSigned, match="digest"):
        customer.fetch("getCustomerStatement")


def test_an_unsigned_answer_carries_no_signature(desk: Desk) -> None:
    desk.fault(FaultKind.UNSIGNED)

    desk.line(desk.customer.files, message(desk))

    assert b"SignatureValue" not in desk.line.last.body
    assert desk.inner().find(".//{*}SignatureValue") is None


def test_a_truncated_answer_ends_in_its_middle(desk: Desk) -> None:
    desk.fault(FaultKind.TRUNCATED_REPLY, bytes=100)

    desk.line(desk.customer.files, message(desk))

    assert len(desk.line.last.body) == 100
    assert len(desk.uploads()) == 1


def test_an_answer_of_another_agreement_names_another_customer(desk: Desk) -> None:
    desk.fault(FaultKind.OTHER_AGREEMENT)

    reply = desk.customer.upload(desk.payments())

    assert reply.header["SenderId"] != NORDEA_DEMO.sender_id
    assert reply.get("CustomerId") != NORDEA_DEMO.sender_id


def test_a_file_of_another_agreement_is_about_another_account(desk: Desk) -> None:
    desk.customer.upload(desk.payments())
    [reference] = desk.customer.listed().references
    desk.fault(FaultKind.OTHER_AGREEMENT)

    content = desk.customer.download(reference).content

    theirs = [one.iban for one in accounts.of_agreement(desk.bank.store, "bankdata")]
    assert any(iban.encode() in content for iban in theirs)


def test_a_file_of_another_agreement_at_bank_connect_stays_theirs(
    bank: Bank, connect: Connect
) -> None:
    customer = connect(SDC_DEMO)
    bank.faults.set(FaultKind.OTHER_AGREEMENT, agreement="sdc", times=1)

    content = customer.fetch("getCustomerStatement").content

    own = [one.iban for one in accounts.of_agreement(bank.store, "sdc")]
    assert content is not None
    assert not any(iban.encode() in content for iban in own)
    assert bank.store.rows("SELECT * FROM files WHERE state = 'DOWNLOADED'") == []


def test_an_empty_list_is_24_or_no_content(desk: Desk, connect: Connect) -> None:
    desk.customer.upload(desk.payments())
    desk.bank.faults.set(FaultKind.EMPTY_LIST, operation="downloadFileList", times=1)
    assert desk.customer.listed().code == "24"
    assert desk.customer.listed().code == "00"

    customer = connect(BANKDATA_DEMO)
    desk.bank.faults.set(FaultKind.EMPTY_LIST, times=1)
    assert customer.fetch("getCustomerStatement").content is None
    assert customer.fetch("getCustomerStatement").content is not None


def test_packed_content_says_so(desk: Desk, connect: Connect) -> None:
    desk.customer.upload(desk.payments())
    [reference] = desk.customer.listed().references
    desk.fault(FaultKind.GZIP)

    reply = desk.customer.download(reference)

    assert reply.get("Compressed") == "true"
    assert b"pain.002" in gzip.decompress(reply.content)
    customer = connect(BANKDATA_DEMO)
    desk.bank.faults.set(FaultKind.GZIP, times=1)
    packed = customer.fetch("getCustomerStatement")
    assert packed.get("compressed") == "1"
    assert b"camt.053" in (packed.content or b"")


def test_becs_order_can_be_had_elsewhere(bank: Bank, connect: Connect) -> None:
    customer = connect(BANKDATA_DEMO)
    bank.faults.set(FaultKind.BEC_ORDER, times=1)

    envelope, _called = customer.envelope("getStatus", "serviceHeader")
    data = customer.send("getStatus", customer.signed(envelope, is_encrypted=False))

    customer.is_signed_inside = True
    assert customer.read(data, "serviceHeader").content is None
    customer.is_signed_inside = False
    with pytest.raises(cs.NotSigned):
        customer.read(data, "serviceHeader")


def test_every_kind_of_fault_has_a_test_here() -> None:
    here = Path(__file__).parent.glob("test_faults*.py")
    text = "".join(path.read_text("utf-8") for path in here)

    assert [kind for kind in FaultKind if f"FaultKind.{kind.name}" not in text] == []


def test_a_fault_of_one_agreement_and_operation_spares_the_others(
    desk: Desk, connect: Connect
) -> None:
    desk.bank.faults.set(
        FaultKind.SOAP_FAULT, agreement="nordea", operation="uploadFile"
    )

    assert desk.customer.ask("getUserInfo", TargetId="").code == "00"
    assert connect(BANKDATA_DEMO).fetch("getStatus").content is None
    desk.line(desk.customer.files, message(desk))
    assert desk.line.last.status == 500


def test_a_fault_without_times_stays_until_it_is_removed(desk: Desk) -> None:
    desk.fault(FaultKind.RESPONSE_CODE, times=None, code="26")

    assert [desk.customer.ask("getUserInfo").code for _ in range(3)] == ["26"] * 3
    assert desk.bank.faults.remove() == 1
    assert desk.customer.ask("getUserInfo").code == "00"


def test_a_fault_survives_a_restart(desk: Desk, folder: Path) -> None:
    desk.fault(FaultKind.RESPONSE_CODE, times=2, code="26")
    desk.customer.ask("getUserInfo")
    desk.bank.close()

    again = Bank(folder, options())
    desk.customer.post = Line(again)

    assert [desk.customer.ask("getUserInfo").code for _ in range(2)] == ["26", "00"]
    again.close()
