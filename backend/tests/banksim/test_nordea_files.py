"""Corporate Access as a customer sees it: uploads, lists, downloads, refusals."""

import gzip
import zlib

import pytest
from lxml import etree

from banksim import NORDEA_DEMO
from banksim.bank import accounts
from banksim.bank.sample import payment_file
from banksim.house import Bank
from banksim.nordea import files
from tests.banksim.kit.bank_line import Line
from tests.banksim.kit.customer_signatures import b64
from tests.banksim.kit.nordea_customer import DATA, NordeaCustomer, moment


@pytest.fixture
def payments(bank: Bank) -> bytes:
    """A payment file from the customer's account in kroner."""
    account = accounts.of_agreement(bank.store, "nordea")[0]
    return payment_file(
        account, "Havnens Handel ApS", "09", 3, bank.today(), bank.now()
    )


def test_an_upload_is_answered_with_totals_and_no_file_reference(
    nordea: NordeaCustomer, payments: bytes
) -> None:
    reply = nordea.upload(payments)

    assert (reply.code, reply.text) == ("00", "OK.")
    assert reply.get("TransactionCount") == "3"
    stated = etree.fromstring(payments).findtext(".//{*}CtrlSum")
    assert reply.get("AmountTotal") == stated
    assert reply.references == []
    assert reply.header["SenderId"] == NORDEA_DEMO.sender_id


def test_replies_are_signed_on_both_layers_by_the_bank_under_its_root(
    nordea: NordeaCustomer, bank: Bank
) -> None:
    reply = nordea.ask("getUserInfo")

    authority = bank._authorities["nordea", "PRODUCTION"]  # type: ignore[index]
    assert len(set(reply.signers)) == 1
    assert authority.has_issued(reply.signers[0], bank.now())
    root = (bank.folder / "roots" / "nordea.pem").read_bytes()
    assert b"BEGIN CERTIFICATE" in root


def test_elements_of_an_answer_stand_in_the_order_of_the_schema(
    nordea: NordeaCustomer, payments: bytes
) -> None:
    order = [
        "CustomerId", "Timestamp", "ResponseCode", "ResponseText", "ExecutionSerial",
        "Encrypted", "EncryptionMethod", "Compressed", "CompressionMethod",
        "AmountTotal", "TransactionCount", "FileDescriptors", "CustomerExtension",
        "FileType", "UserFileTypes", "Content", "Signature",
    ]  # fmt: skip
    nordea.upload(payments)
    listed = nordea.listed()
    replies = [listed, nordea.ask("getUserInfo")]
    replies.append(nordea.download(listed.references[0]))

    for reply in replies:
        names = [etree.QName(one).localname for one in reply.root]
        assert names == sorted(names, key=order.index)


def test_a_status_is_listed_downloaded_and_then_no_longer_new(
    nordea: NordeaCustomer, payments: bytes
) -> None:
    nordea.upload(payments)
    [reference] = nordea.listed(Status="NEW").references

    content = nordea.download(reference).content

    assert b"pain.002.001.10" in content
    assert b"<GrpSts>ACTC</GrpSts>" in content
    assert nordea.listed(Status="NEW").code == "24"
    assert nordea.listed(Status="DOWNLOADED").references == [reference]
    assert nordea.listed(Status="DLD").references == [reference]
    assert nordea.listed(Status="ALL").references == [reference]
    assert nordea.download(reference).content == content


def test_a_file_that_was_not_fetched_can_be_deleted_and_another_cannot(
    nordea: NordeaCustomer, payments: bytes
) -> None:
    nordea.upload(payments)
    [reference] = nordea.listed().references

    assert nordea.ask("deleteFile", FileReferences=reference).code == "00"
    assert nordea.ask("deleteFile", FileReferences=reference).code == "27"
    assert nordea.listed().code == "24"


@pytest.mark.parametrize(
    ("method", "pack"),
    [
        ("GZIP", gzip.compress),
        ("PKZIP", lambda data: zlib.compress(data, wbits=-zlib.MAX_WBITS)),
    ],
)
def test_content_may_be_packed(
    nordea: NordeaCustomer, payments: bytes, method: str, pack: object
) -> None:
    assert callable(pack)
    reply = nordea.upload(pack(payments), Compression="true", CompressionMethod=method)

    assert reply.code == "00"
    assert reply.get("TransactionCount") == "3"


def test_content_that_does_not_unpack_is_refused_with_21(
    nordea: NordeaCustomer, payments: bytes
) -> None:
    cut = gzip.compress(payments)[:-20]

    assert nordea.upload(cut, Compression="true").code == "21"
    assert nordea.upload(b"no gzip", Compression="true").code == "21"


def test_the_same_request_id_is_refused_with_31_and_kept_once(
    nordea: NordeaCustomer, bank: Bank, payments: bytes
) -> None:
    header = {"RequestId": "ONE-AND-THE-SAME"}
    fields = {"FileType": "NDCAPXMLI", "Content": b64(payments)}

    assert nordea.ask("uploadFile", header, **fields).code == "00"
    assert nordea.ask("uploadFile", header, **fields).code == "31"
    assert len(bank.store.rows("SELECT * FROM uploads")) == 1


def test_the_same_bytes_again_are_refused_with_31(
    nordea: NordeaCustomer, line: Line, payments: bytes
) -> None:
    root = nordea.application("uploadFile", FileType="NDCAPXMLI", Content=b64(payments))
    data = nordea.message("uploadFile", root)

    assert nordea._read(line(nordea.files, data)).code == "00"
    assert nordea._read(line(nordea.files, data)).code == "31"


def test_the_same_customer_and_timestamp_are_refused_with_32(
    nordea: NordeaCustomer,
) -> None:
    at = moment()

    assert nordea.ask("getUserInfo", Timestamp=at).code == "00"
    assert nordea.ask("getUserInfo", Timestamp=at).code == "32"


def test_a_user_is_told_what_it_may_send_and_fetch(nordea: NordeaCustomer) -> None:
    reply = nordea.ask("getUserInfo", TargetId="")

    found = {
        one.findtext(f"{{{DATA}}}FileType"): one.findtext(f"{{{DATA}}}Direction")
        for one in reply.root.iter(f"{{{DATA}}}UserFileType")
    }
    assert found["NDCAPXMLI"] == "Upload"
    assert found["NDARSTXMLO"] == "Download"


@pytest.mark.parametrize(
    ("operation", "fields", "code"),
    [
        ("downloadFile", {"FileType": "NDCAPXMLO"}, "29"),
        ("downloadFile", {"FileType": "NDCAPXMLO", "FileReferences": "9"}, "24"),
        ("downloadFileList", {}, "29"),
        ("downloadFileList", {"FileType": "NDCAPXMLO", "TargetId": "1"}, "29"),
        ("downloadFileList", {"FileType": "NDCAPXMLO", "Status": "OLD"}, "29"),
        ("downloadFileList", {"FileType": "NONSENSE"}, "20"),
        ("downloadFileList", {"FileType": "NDCAPXMLI"}, "06"),
        ("downloadFileList", {"FileType": "NDCAPXMLO", "StartDate": "x"}, "24"),
        ("uploadFile", {"FileType": "NDCAPXMLO", "Content": "QQ=="}, "06"),
        ("uploadFile", {"FileType": "NDCAPXMLI", "Content": "?"}, "12"),
        ("uploadFile", {"FileType": "NDCAPXMLI"}, "23"),
        (
            "uploadFile",
            {"FileType": "NDCAPXMLI", "Content": "QQ==", "Encryption": "true"},
            "29",
        ),
        ("getUserInfo", {"Environment": "TEST"}, "29"),
        ("getUserInfo", {"Command": "UploadFile"}, "29"),
        ("getUserInfo", {"CustomerId": "1"}, "13"),
        ("getUserInfo", {"CustomerId": "12345678901234567"}, "12"),
        ("getUserInfo", {"SoftwareId": "x" * 81}, "12"),
        ("openVault", {}, "05"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_code(
    nordea: NordeaCustomer, operation: str, fields: dict[str, str], code: str
) -> None:
    assert nordea.ask(operation, **fields).code == code


def test_elements_out_of_order_are_refused_with_12(nordea: NordeaCustomer) -> None:
    root = nordea.application("getUserInfo")
    root.append(root[0])
    data = nordea.message("getUserInfo", root)

    assert nordea._read(nordea.post(nordea.files, data)).code == "12"


@pytest.mark.parametrize(
    ("state", "code"), [("locked", "08"), ("outdated", "10"), ("open", "00")]
)
def test_an_agreement_that_is_not_open_is_refused(
    nordea: NordeaCustomer, bank: Bank, state: str, code: str
) -> None:
    bank.customers.set_state("nordea", state)

    assert nordea.ask("getUserInfo").code == code


def test_an_unknown_sender_is_refused_with_07(nordea: NordeaCustomer) -> None:
    assert nordea.ask("getUserInfo", {"SenderId": "4711"}).code == "07"


def test_a_request_id_that_is_too_long_is_refused_with_12(
    nordea: NordeaCustomer,
) -> None:
    assert nordea.ask("getUserInfo", {"RequestId": "x" * 35}).code == "00"
    assert nordea.ask("getUserInfo", {"RequestId": "x" * 36}).code == "12"


def test_a_file_over_the_limit_is_refused_with_23(
    nordea: NordeaCustomer, payments: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert files._MAX_CONTENT == 50 * 1024 * 1024
    monkeypatch.setattr(files, "_MAX_CONTENT", len(payments) - 1)

    reply = nordea.upload(payments)

    assert (reply.code, reply.text) == ("23", "Content is over 50 MB.")


def test_the_test_environment_has_certificates_of_its_own(
    nordea: NordeaCustomer, line: Line, bank: Bank
) -> None:
    bank.customers.new_letter("nordea", 1, bank.now())
    code = bank.customers.all()[0].code
    other = NordeaCustomer(
        line,
        nordea.key,
        files="/test" + nordea.files,
        issuing="/test" + nordea.issuing,
        environment="TEST",
    )
    assert other.ask_certificate(code).code == "00"

    other.certificate = nordea.certificate
    root = other.application("getUserInfo")
    line(other.files, other.message("getUserInfo", root))

    assert line.last.status == 500
    assert b"sender certificate is not valid" in line.last.body
