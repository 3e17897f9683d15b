"""Counts and control sums of payment files, and of which batch a status is."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

from bankfiles import Finding, Payment, PaymentBatchStatus, PaymentStatus, read


def transfer(amount: str = "10.00", *, name: str = "InstdAmt") -> str:
    """One payment."""
    inner = f'<{name} Ccy="DKK">{amount}</{name}>'
    return (
        f"<CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId><Amt>{inner}</Amt>"
        "<Cdtr><Nm>They</Nm></Cdtr></CdtTrfTxInf>"
    )


def batch(amounts: Sequence[str], count: str, total: str) -> str:
    """Payments with what is stated of them."""
    return (
        f"<PmtInf><PmtInfId>B</PmtInfId><NbOfTxs>{count}</NbOfTxs>"
        f"<CtrlSum>{total}</CtrlSum><ReqdExctnDt><Dt>2026-03-02</Dt></ReqdExctnDt>"
        "<DbtrAcct><Id><IBAN>DK5000400440116243</IBAN></Id></DbtrAcct>"
        f"{''.join(map(transfer, amounts))}</PmtInf>"
    )


def pain001(inside: str, count: str = "3", total: str = "30.00") -> bytes:
    """A payment file."""
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'
        "<CstmrCdtTrfInitn><GrpHdr><MsgId>M</MsgId>"
        f"<CreDtTm>2026-03-01T10:00:00</CreDtTm><NbOfTxs>{count}</NbOfTxs>"
        f"<CtrlSum>{total}</CtrlSum></GrpHdr>{inside}</CstmrCdtTrfInitn></Document>"
    ).encode()


def paths_of(data: bytes) -> list[str]:
    """Where something is doubtful."""
    return [v.path or "" for v in read(io.BytesIO(data)) if isinstance(v, Finding)]


FIRST, SECOND = (("10.00", "15.00"), "2", "25.00"), (("5.00",), "1", "5.00")


@pytest.mark.parametrize(
    ("stated", "first", "second", "paths"),
    [
        (("3", "30.00"), FIRST, SECOND, []),
        (("3", "30"), FIRST, SECOND, []),
        (("4", "30.00"), FIRST, SECOND, ["GrpHdr/NbOfTxs"]),
        (("3", "30.01"), FIRST, SECOND, ["GrpHdr/CtrlSum"]),
        (("3", "30.00"), (*FIRST[:2], "25.01"), SECOND, ["PmtInf[1]/CtrlSum"]),
        (("3", "30.00"), FIRST, (*SECOND[:2], "30.00"), ["PmtInf[2]/CtrlSum"]),
        (("3", "30.00"), FIRST, (("5.00",), "3", "5.00"), ["PmtInf[2]/NbOfTxs"]),
        (("x", "y"), FIRST, SECOND, ["GrpHdr/NbOfTxs", "GrpHdr/CtrlSum"]),
    ],
)
def test_each_count_and_sum_is_held_against_its_own_payments(
    stated: tuple[str, str],
    first: tuple[Sequence[str], str, str],
    second: tuple[Sequence[str], str, str],
    paths: list[str],
) -> None:
    assert paths_of(pain001(batch(*first) + batch(*second), *stated)) == paths


def test_a_payment_is_of_the_amount_that_is_instructed() -> None:
    both = transfer("10.00").replace(
        "</Amt>",
        '<EqvtAmt><Amt Ccy="EUR">99.00</Amt></EqvtAmt></Amt>',
    )
    only = transfer("10.00").replace(
        '<InstdAmt Ccy="DKK">10.00</InstdAmt>',
        '<EqvtAmt><Amt Ccy="EUR">7.00</Amt></EqvtAmt>',
    )
    inside = batch((), "2", "17.00").replace("</PmtInf>", f"{both}{only}</PmtInf>")
    values = read(io.BytesIO(pain001(inside, "2", "17.00")))
    found = [value for value in values if isinstance(value, Payment)]
    assert [(str(one.amount), one.currency) for one in found] == [
        ("10.00", "DKK"), ("7.00", "EUR"),
    ]  # fmt: skip


def test_a_status_is_of_the_batch_it_stands_in() -> None:
    said = (
        "<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>{}</TxSts>"
        "</TxInfAndSts>"
    )
    blocks = "".join(
        f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>{name}</OrgnlPmtInfId>{said.format(status)}"
        "</OrgnlPmtInfAndSts>"
        for name, status in (("B1", "ACSC"), ("B2", "RJCT"))
    )
    data = (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">'
        "<CstmrPmtStsRpt><GrpHdr><MsgId>M</MsgId></GrpHdr><OrgnlGrpInfAndSts>"
        f"<OrgnlMsgId>P</OrgnlMsgId></OrgnlGrpInfAndSts>{blocks}"
        "</CstmrPmtStsRpt></Document>"
    ).encode()
    values = list(read(io.BytesIO(data)))
    payments = [value for value in values if isinstance(value, PaymentStatus)]
    assert [(one.original_batch_id, one.status) for one in payments] == [
        ("B1", "ACSC"), ("B2", "RJCT"),
    ]  # fmt: skip
    batches = [value for value in values if isinstance(value, PaymentBatchStatus)]
    assert [one.original_id for one in batches] == ["B1", "B2"]


@pytest.mark.parametrize(
    ("whole", "of_batch", "of_payment", "is_told"),
    [
        ("", "", "", True),
        ("<GrpSts>ACCP</GrpSts>", "", "", False),
        ("", "<PmtInfSts>ACCP</PmtInfSts>", "", False),
        ("", "", "<TxSts>ACCP</TxSts>", False),
    ],
)
def test_one_status_anywhere_is_enough(
    whole: str, of_batch: str, of_payment: str, *, is_told: bool
) -> None:
    data = (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">'
        "<CstmrPmtStsRpt><GrpHdr><MsgId>M</MsgId></GrpHdr><OrgnlGrpInfAndSts>"
        f"<OrgnlMsgId>P</OrgnlMsgId>{whole}</OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>"
        f"<OrgnlPmtInfId>B</OrgnlPmtInfId>{of_batch}<TxInfAndSts>"
        f"<OrgnlEndToEndId>E</OrgnlEndToEndId>{of_payment}</TxInfAndSts>"
        "</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>"
    ).encode()
    values = read(io.BytesIO(data))
    codes = [value.code for value in values if isinstance(value, Finding)]
    assert ("status_missing" in codes) is is_told
