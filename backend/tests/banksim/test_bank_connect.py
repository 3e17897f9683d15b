"""Bank Connect as a customer of each data centre sees it."""

from collections.abc import Callable

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from lxml import etree

from banksim.bank import accounts
from banksim.bank.sample import payment_file
from banksim.demo import (
    BANK_CONNECT_DEMOS,
    BANKDATA_DEMO,
    BEC_DEMO,
    SDC_DEMO,
    BankConnectDemo,
)
from banksim.house import Bank
from tests.banksim.kit import customer_signatures as cs
from tests.banksim.kit.bank_line import Line
from tests.banksim.kit.connect_customer import BC, ConnectCustomer, mine

Connect = Callable[[BankConnectDemo], ConnectCustomer]
Keys = list[rsa.RSAPrivateKey]
EVERY_CENTRE = pytest.mark.parametrize(
    "demo", BANK_CONNECT_DEMOS, ids=[one.id for one in BANK_CONNECT_DEMOS]
)


def payments(bank: Bank, demo: BankConnectDemo, count: int = 2) -> bytes:
    account = accounts.of_agreement(bank.store, demo.id)[0]
    return payment_file(account, "Owner", "03", count, bank.today(), bank.now())


def ids_in(content: bytes) -> set[str]:
    root = etree.fromstring(content)
    return {one.text or "" for one in root.iter("{*}EndToEndId")}


@EVERY_CENTRE
def test_a_payment_goes_out_and_its_status_and_statement_come_back(
    bank: Bank, connect: Connect, demo: BankConnectDemo
) -> None:
    customer = connect(demo)
    customer.everything("getCustomerStatement")
    content = payments(bank, demo)

    reply = customer.transfer(content)
    bank.next_day()

    assert reply.get("responseCode") == "200"
    assert reply.get("correlationId")
    groups = [
        etree.fromstring(one).findtext(".//{*}GrpSts")
        or etree.fromstring(one).findtext(".//{*}PmtInfSts")
        for one in customer.everything("getStatus")
    ]
    assert groups == ["ACTC", "ACCP", "ACSC"]
    statements = customer.everything("getCustomerStatement")
    assert ids_in(content) <= set().union(*map(ids_in, statements))


@EVERY_CENTRE
def test_activation_gives_a_certificate_of_the_centres_own_root(
    bank: Bank, connect: Connect, demo: BankConnectDemo
) -> None:
    customer = connect(demo)

    name = f"bank-connect-{demo.centre.value}.pem"
    root = x509.load_pem_x509_certificate((bank.folder / "roots" / name).read_bytes())
    assert customer.certificate is not None
    customer.certificate.verify_directly_issued_by(root)
    assert customer.bank is not None
    customer.bank.verify_directly_issued_by(root)


def test_the_fields_of_answers_stand_in_their_order(
    bank: Bank, connect: Connect
) -> None:
    customer = connect(BANKDATA_DEMO)

    paid = customer.transfer(payments(bank, BANKDATA_DEMO)).message
    fetched = customer.fetch("getStatus").message

    assert [etree.QName(one).localname for one in paid] == [
        "responseCode", "sender", "endToEndMessageId", "correlationId", "message",
    ]  # fmt: skip
    assert [etree.QName(one).localname for one in fetched] == [
        "format", "mimeType", "severalMessages", "sender", "version", "messageDate",
        "description", "endToEndMessageId", "compressed", "content",
    ]  # fmt: skip
    assert fetched.tag == f"{{{BC}}}corporateMessage"


def test_a_packed_file_is_unpacked(bank: Bank, connect: Connect) -> None:
    customer = connect(BANKDATA_DEMO)

    reply = customer.transfer(payments(bank, BANKDATA_DEMO), is_packed=True)

    assert reply.get("responseCode") == "200"


def test_the_same_message_id_is_refused_and_kept_once(
    bank: Bank, connect: Connect
) -> None:
    customer = connect(BANKDATA_DEMO)
    content = payments(bank, BANKDATA_DEMO)

    assert customer.transfer(content, message_id="TWICE").get("responseCode") == "200"
    assert customer.transfer(content, message_id="TWICE").get("responseCode") == "409"
    assert len(bank.store.rows("SELECT * FROM uploads")) == 1


def test_a_file_is_handed_out_once_with_a_word_that_there_are_more(
    connect: Connect,
) -> None:
    customer = connect(BANKDATA_DEMO)

    more = customer.fetch("getCustomerStatement")
    rest = customer.everything("getCustomerStatement")

    assert more.get("severalMessages") == "true"
    assert more.content not in rest
    empty = customer.fetch("getCustomerStatement")
    assert empty.content is None
    assert empty.get("severalMessages") == "false"


def test_the_day_so_far_is_told_when_it_has_moved(bank: Bank, connect: Connect) -> None:
    customer = connect(BANKDATA_DEMO)

    reports = customer.everything("getCustomerAccountReport")

    assert reports
    assert all(b"camt.052.001.02" in one for one in reports)
    assert b"ITBD" in reports[0]
    assert customer.everything("getCustomerAccountReport") == []
    customer.transfer(payments(bank, BANKDATA_DEMO))
    bank.settle()
    [again] = customer.everything("getCustomerAccountReport")
    assert b"DBIT" in again


def test_bec_takes_only_what_was_signed_before_it_was_encrypted(
    bank: Bank, connect: Connect, line: Line
) -> None:
    customer = connect(BEC_DEMO)
    customer.is_signed_inside = False

    data = customer.payment_message(payments(bank, BEC_DEMO))
    customer.send("transferPayment", data)

    assert line.last.status == 500
    assert bank.store.rows("SELECT * FROM uploads") == []


def test_bec_books_totals_and_sdc_gives_no_reference_of_its_own(
    bank: Bank, connect: Connect
) -> None:
    shown = {}
    for demo in (BEC_DEMO, SDC_DEMO, BANKDATA_DEMO):
        customer = connect(demo)
        customer.everything("getCustomerStatement")
        customer.transfer(payments(bank, demo))
        bank.next_day()
        first = customer.everything("getCustomerStatement")[0]
        shown[demo.id] = etree.fromstring(first)

    [total] = shown["bec"].findall(".//{*}Ntry[{*}CdtDbtInd='DBIT']")
    assert total.findtext(".//{*}Btch/{*}NbOfTxs") == "2"
    assert len(shown["bankdata"].findall(".//{*}Ntry[{*}CdtDbtInd='DBIT']")) == 2
    assert shown["sdc"].find(".//{*}AcctSvcrRef") is None
    assert shown["bankdata"].find(".//{*}AcctSvcrRef") is not None


def test_a_code_works_once_and_a_wrong_one_not_at_all(line: Line, keys: Keys) -> None:
    customer = ConnectCustomer(line, SDC_DEMO, keys[0])
    customer.get_bank_certificate()

    with pytest.raises(AssertionError, match="activation code is not valid"):
        customer.ask_activation("AAAA-BBBB-CCCC")
    customer.activate()
    with pytest.raises(AssertionError, match="activation code is not valid"):
        customer.ask_activation()


def test_a_renewal_replaces_the_certificate_and_can_be_asked_for_again(
    connect: Connect, line: Line, keys: Keys
) -> None:
    customer = connect(BANKDATA_DEMO)

    made = mine(customer.renew(keys[1]), keys[1])
    again = mine(customer.renew(keys[1]), keys[1])

    assert made == again
    with pytest.raises(AssertionError, match="not the agreement's"):
        customer.fetch("getStatus")
    renewed = ConnectCustomer(line, BANKDATA_DEMO, keys[1], made, customer.bank)
    assert renewed.fetch("getStatus").content is None


@pytest.mark.parametrize("what", ["body", "header", "other key", "no business"])
def test_what_is_not_signed_as_it_should_be_is_not_taken(
    bank: Bank, connect: Connect, line: Line, keys: Keys, what: str
) -> None:
    customer = connect(BANKDATA_DEMO)
    if what == "other key":
        customer.key = keys[2]
    envelope, called = customer.envelope("transferPayment", "serviceHeader")
    part = etree.SubElement(called, f"{{{BC}}}paymentMessage", id="x")
    if what != "no business":
        cs.sign_beside(part, customer.me)
    root = etree.fromstring(customer.signed(envelope, is_encrypted=True))
    if what == "body":
        root.find(".//{*}CipherValue").getparent().set("changed", "1")
        root.find("{*}Body").set("changed", "1")
    if what == "header":
        root.find(".//{*}serviceHeader/{*}functionIdentification").text = "FS90334127"

    customer.send("transferPayment", etree.tostring(root))

    assert line.last.status == 500
    assert bank.store.rows("SELECT * FROM uploads") == []


def test_an_action_that_does_not_exist_is_a_fault(line: Line) -> None:
    line("/bank-connect/sdc/2019/04/04/CorporateService", b"<a/>", "urn:Other:op")

    assert line.last.status == 500
    assert b"faultcode" in line.last.body
