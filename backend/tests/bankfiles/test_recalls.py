"""Requests for recall are written as banks read them, and their answers are read."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from lxml import etree

import bankfiles
from bankfiles import FileHeader, Finding, Resolution, ResolvedBatch, ResolvedPayment
from bankfiles.writing import Unwritable
from bankfiles.writing.camt055 import (
    Cancellation,
    RecalledBatch,
    RecalledPayment,
    write_camt055,
)

ONE = RecalledPayment("E2E-1", "I-1", Decimal("100.25"), "DKK", date(2026, 3, 3))
TWO = RecalledPayment("E2E-2", None, Decimal("0.75"), "DKK")
WISH = Cancellation(
    id="RC-1",
    created=datetime(2026, 3, 2, 9, 30, tzinfo=UTC),
    name="Havnens Handel <ApS>",
    bank="NDEADKKK",
    is_bic=True,
    message_id="PAY-1",
    message_name="pain.001.001.03",
    reason="DUPL",
    batches=(RecalledBatch("B-1", (ONE,)), RecalledBatch("B-2", (TWO,), is_whole=True)),
)


def written(wish: Cancellation) -> etree._Element:
    return etree.fromstring(write_camt055(wish))


def test_a_recall_names_the_file_its_batches_and_its_payments() -> None:
    root = written(WISH)
    assert (
        etree.QName(root).namespace == "urn:iso:std:iso:20022:tech:xsd:camt.055.001.01"
    )
    assert [etree.QName(each).localname for each in root[0]] == [
        "Assgnmt", "Case", "CtrlData", "Undrlyg",
    ]  # fmt: skip
    assert root.findtext(".//{*}Assgnmt/{*}Id") == root.findtext(".//{*}Case/{*}Id")
    assert root.findtext(".//{*}CtrlData/{*}CtrlSum") == "101.00"
    assert root.find(".//{*}OrgnlGrpInfAndCxl") is None
    batches = root.findall(".//{*}OrgnlPmtInfAndCxl")
    assert [each.findtext("{*}PmtInfCxl") for each in batches] == ["false", "true"]
    assert [len(each.findall("{*}TxInf")) for each in batches] == [1, 0]
    assert batches[0].findtext(".//{*}OrgnlEndToEndId") == "E2E-1"
    assert batches[0].findtext(".//{*}OrgnlMsgId") == "PAY-1"
    assert root.findtext(".//{*}Rsn/{*}Cd") == "DUPL"


def test_a_whole_file_is_named_as_one() -> None:
    root = written(replace(WISH, is_whole=True))
    assert root.find(".//{*}OrgnlPmtInfAndCxl") is None
    assert root.findtext(".//{*}GrpCxl") == "true"
    assert root.findtext(".//{*}OrgnlGrpInfAndCxl/{*}NbOfTxs") == "2"


@pytest.mark.parametrize(
    ("reason", "element"), [("CUST", "Cd"), ("TECH", "Prtry"), ("AM09", "Prtry")]
)
def test_what_the_versions_list_does_not_know_is_proprietary(
    reason: str, element: str
) -> None:
    assert written(replace(WISH, reason=reason)).findtext(f".//{{*}}Rsn/{{*}}{element}")


def test_the_same_wish_gives_the_same_bytes_and_nothing_is_no_wish() -> None:
    assert write_camt055(WISH) == write_camt055(replace(WISH))
    with pytest.raises(Unwritable):
        write_camt055(replace(WISH, batches=()))
    with pytest.raises(Unwritable, match="zone"):
        write_camt055(replace(WISH, created=WISH.created.replace(tzinfo=None)))


def answer(
    details: str, *, outcome: str = "<Conf>PECR</Conf>", version: str = "03"
) -> bytes:
    return (
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.{version}">'
        "<RsltnOfInvstgtn><Assgnmt><Id>CXL-1</Id><CreDtTm>2026-03-02T10:00:00Z</CreDtTm>"
        "</Assgnmt><RslvdCase><Id>RC-1</Id><Cretr><Pty><Nm>We</Nm></Pty></Cretr>"
        f"</RslvdCase><Sts>{outcome}</Sts><CxlDtls>{details}</CxlDtls>"
        "</RsltnOfInvstgtn></Document>"
    ).encode()


def values(data: bytes) -> list[object]:
    return list(bankfiles.read(io.BytesIO(data)))


GROUP = "<OrgnlGrpInfAndSts><OrgnlMsgId>PAY-1</OrgnlMsgId>{}</OrgnlGrpInfAndSts>"
REFUSED = (
    "<TxInfAndSts><RslvdCase><Id>OTHER</Id></RslvdCase><OrgnlInstrId>I-1</OrgnlInstrId>"
    "<OrgnlEndToEndId>E2E-1</OrgnlEndToEndId><TxCxlSts>RJCR</TxCxlSts>"
    "<CxlStsRsnInf><Rsn><Cd>ARDT</Cd></Rsn><AddtlInf>Paid</AddtlInf></CxlStsRsnInf>"
    "</TxInfAndSts>"
)
DONE = (
    "<TxInfAndSts><OrgnlEndToEndId>E2E-2</OrgnlEndToEndId><TxCxlSts>ACCR</TxCxlSts>"
    "</TxInfAndSts>"
)


@pytest.mark.parametrize("version", ["03", "09"])
def test_an_answer_says_of_each_payment_what_came_of_it(version: str) -> None:
    header, group, refused, done = values(
        answer(GROUP.format("") + REFUSED + DONE, version=version)
    )
    assert isinstance(header, FileHeader)
    assert (header.format, header.created) == ("camt.029", "2026-03-02T10:00:00Z")
    assert isinstance(group, Resolution)
    assert (group.case_id, group.outcome) == ("RC-1", "PECR")
    assert (group.original_message_id, group.status) == ("PAY-1", None)
    assert isinstance(refused, ResolvedPayment)
    assert (refused.original_end_to_end_id, refused.status) == ("E2E-1", "RJCR")
    assert refused.reasons == (bankfiles.StatusReason("ARDT", "Paid"),)
    assert isinstance(done, ResolvedPayment)
    assert (done.original_instruction_id, done.status) == (None, "ACCR")


def test_payments_within_a_batch_know_it() -> None:
    batch = (
        "<OrgnlPmtInfAndSts><OrgnlPmtInfId>B-1</OrgnlPmtInfId>"
        f"<PmtInfCxlSts>PACR</PmtInfCxlSts>{REFUSED}</OrgnlPmtInfAndSts>"
    )
    _, group, told, refused = values(
        answer(GROUP.format("<GrpCxlSts>PACR</GrpCxlSts>") + batch)
    )
    assert isinstance(group, Resolution)
    assert group.status == "PACR"
    assert isinstance(told, ResolvedBatch)
    assert (told.original_id, told.status) == ("B-1", "PACR")
    assert isinstance(refused, ResolvedPayment)
    assert refused.original_batch_id == "B-1"


def test_an_answer_that_says_nothing_is_doubtful() -> None:
    found = values(answer("", outcome=""))
    assert [each.code for each in found if isinstance(each, Finding)] == [
        "status_missing"
    ]
    assert any(isinstance(each, Resolution) for each in found)


def test_a_request_itself_is_no_file_for_us() -> None:
    with pytest.raises(bankfiles.UnsupportedFormat):
        values(write_camt055(WISH))


def test_an_inspection_counts_the_answers() -> None:
    told = bankfiles.inspect(io.BytesIO(answer(REFUSED + DONE)), "a.xml")
    assert told["format"] == "camt.029"
    assert told["status"]["transactions"] == {"RJCR": 1, "ACCR": 1}
    assert "statements" not in told
