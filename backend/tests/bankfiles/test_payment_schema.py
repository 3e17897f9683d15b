"""What the schema has against a payment file, and how its addresses are told."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from bankfiles import (
    BankFileError,
    Finding,
    Payment,
    Severity,
    UnsupportedFormat,
    read,
    statement_digests,
    validate_schema,
)
from tests.bankfiles import made

PAYMENT = (
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.{version}">'
    "<CstmrCdtTrfInitn><GrpHdr><MsgId>P</MsgId><CreDtTm>2026-02-03T04:05:06</CreDtTm>"
    "<NbOfTxs>1</NbOfTxs><InitgPty><Nm>We</Nm></InitgPty></GrpHdr><PmtInf>"
    "<PmtInfId>A</PmtInfId><PmtMtd>TRF</PmtMtd>{date}<Dbtr><Nm>We</Nm></Dbtr>"
    f"<DbtrAcct><Id><IBAN>{made.ACCOUNT}</IBAN></Id></DbtrAcct>"
    "<DbtrAgt><FinInstnId/></DbtrAgt>"
    "<CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId>"
    '<Amt><InstdAmt Ccy="DKK">{amount}</InstdAmt></Amt>'
    "<Cdtr><Nm>They</Nm>{address}</Cdtr></CdtTrfTxInf></PmtInf>"
    "</CstmrCdtTrfInitn></Document>"
)


def payment_file(version: str = "03", amount: str = "1.00", address: str = "") -> bytes:
    day = "2026-02-05" if version == "03" else "<Dt>2026-02-05</Dt>"
    return PAYMENT.format(
        version=version,
        amount=amount,
        address=address,
        date=f"<ReqdExctnDt>{day}</ReqdExctnDt>",
    ).encode()


def findings_of(data: bytes) -> list[Finding]:
    return validate_schema(io.BytesIO(data))


@pytest.mark.parametrize("version", ["03", "09", "10", "11"])
def test_a_valid_payment_file_has_nothing_against_it(version: str) -> None:
    assert validate_schema(io.BytesIO(payment_file(version))) == []


def test_a_schema_violation_tells_line_path_and_words() -> None:
    (finding,) = validate_schema(io.BytesIO(payment_file(amount="1.0000001")))
    assert finding.severity is Severity.ERROR
    assert finding.code == "schema_violation"
    assert finding.path == "PmtInf/CdtTrfTxInf/Amt/InstdAmt"
    assert finding.line == 1
    assert "{urn" not in finding.message


def prefixed(data: bytes, prefix: str = "p") -> bytes:
    """The same message with a prefix on every element."""
    text = re.sub(r"<(/?)(?=\w)", rf"<\1{prefix}:", data.decode())
    return text.replace("xmlns=", f"xmlns:{prefix}=").encode()


@pytest.mark.parametrize("wrong", [{"amount": "1.0000001"}, {"amount": "x"}])
def test_a_violation_under_a_prefix_has_the_same_place(wrong: dict[str, str]) -> None:
    (plain,) = {each.path for each in findings_of(payment_file(**wrong))}
    (under_prefix,) = {
        each.path for each in findings_of(prefixed(payment_file(**wrong)))
    }
    assert under_prefix == plain == "PmtInf/CdtTrfTxInf/Amt/InstdAmt"


def test_a_violation_of_an_attribute_has_the_place_of_its_element() -> None:
    data = prefixed(payment_file()).replace(b'Ccy="DKK"', b'Ccy="dkk"')
    paths = {each.path for each in findings_of(data)}
    assert paths == {"PmtInf/CdtTrfTxInf/Amt/InstdAmt"}


BUSINESS = (
    '<BizMsgEnvlp xmlns="urn:e"><AppHdr xmlns="urn:head.001.001.01"/>',
    "</BizMsgEnvlp>",
)
SWIFT = (
    '<Envelope xmlns="urn:swift:xsd:envelope"><Body>',
    "</Body></Envelope>",
)
CBI = (
    '<b:CBIEnvel xmlns:b="urn:CBI:xsd:CBIBdy.00.04.00"><b:Hdr/><b:Bdy>',
    "</b:Bdy></b:CBIEnvel>",
)


@pytest.mark.parametrize("envelope", [BUSINESS, SWIFT, CBI])
@pytest.mark.parametrize("form", [bytes, prefixed])
def test_a_message_in_an_envelope_is_validated_by_itself(
    envelope: tuple[str, str], form: Callable[[bytes], bytes]
) -> None:
    def enveloped(data: bytes) -> bytes:
        return form(data).join(part.encode() for part in envelope)

    assert findings_of(enveloped(payment_file("09"))) == []
    (finding,) = findings_of(enveloped(payment_file("09", amount="1.0000001")))
    assert finding.path == "PmtInf/CdtTrfTxInf/Amt/InstdAmt"
    unnamed = payment_file("09").replace(b"<MsgId>P</MsgId>", b"")
    (finding,) = findings_of(enveloped(unnamed))
    assert finding.path == "GrpHdr/CreDtTm"


def test_violations_far_down_a_large_file_keep_their_place() -> None:
    whole = payment_file().decode()
    start = whole.index("<PmtInf>")
    batch = whole[start : whole.index("</PmtInf>") + len("</PmtInf>")]
    cut = batch.index("<CdtTrfTxInf>"), batch.index("</PmtInf>")
    head, one = batch[: cut[0]], batch[cut[0] : cut[1]]
    bad = one.replace("1.00", "x")
    batches = [
        head + one + "</PmtInf>",
        head + one * 2400 + bad + one * 99 + "</PmtInf>",
        head + one * 4 + bad + one * 1700 + "</PmtInf>",
    ]
    data = whole.replace(batch, "".join(batches)).encode()
    assert [finding.path for finding in validate_schema(io.BytesIO(data))] == [
        "PmtInf[2]/CdtTrfTxInf[2401]/Amt/InstdAmt",
        "PmtInf[3]/CdtTrfTxInf[5]/Amt/InstdAmt",
    ]


def test_a_batch_that_breaks_off_in_a_large_file_is_one_violation() -> None:
    whole = payment_file().decode()
    one = whole[whole.index("<CdtTrfTxInf>") : whole.index("</PmtInf>")]
    data = whole.replace(one, one * 2500).replace("<PmtMtd>TRF</PmtMtd>", "")
    found = validate_schema(io.BytesIO(data.encode()))
    assert {finding.path for finding in found} == {"PmtInf/ReqdExctnDt"}
    assert len(found) == 1


def test_a_version_without_schema_says_so() -> None:
    (finding,) = validate_schema(io.BytesIO(payment_file("13")))
    assert (finding.code, finding.severity) == ("schema_not_carried", Severity.INFO)


def test_validating_what_is_no_payment_file_is_refused() -> None:
    with pytest.raises(BankFileError):
        validate_schema(io.BytesIO(b"hello"))
    with pytest.raises(UnsupportedFormat):
        list(statement_digests(io.BytesIO(b"OFXHEADER:100\n")))


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("", None),
        ("<PstlAdr><TwnNm>By</TwnNm><Ctry>DK</Ctry></PstlAdr>", "structured"),
        ("<PstlAdr><TwnNm>By</TwnNm><AdrLine>1</AdrLine></PstlAdr>", "hybrid"),
        ("<PstlAdr><Ctry>DK</Ctry><AdrLine>1</AdrLine></PstlAdr>", "unstructured"),
    ],
)
def test_the_form_of_an_address(address: str, form: str | None) -> None:
    values = read(io.BytesIO(payment_file(address=address)))
    payment = next(each for each in values if isinstance(each, Payment))
    assert payment.address_form == form
