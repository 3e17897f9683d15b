"""Payments written anew: only what is corrected differs, and the schema holds."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from lxml import etree

import bankfiles
from bankfiles import Address, FileHeader, Finding, Payment, PaymentBatch
from bankfiles.writing import (
    Account,
    CorrectedFile,
    Correction,
    Unwritable,
    write_corrected,
)

NOW = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)
DAY, LATER = date(2026, 12, 1), date(2026, 12, 2)


def original(version: str, prefix: str = "") -> bytes:
    """Two batches with what a file of a big company carries."""
    bic = "BIC" if version == "03" else "BICFI"
    day = "2026-11-20" if version == "03" else "<Dt>2026-11-20</Dt>"
    uetr = (
        "" if version == "03" else "<UETR>6e6e9ad6-6e6e-4ad6-9ad6-6e6e9ad66e6e</UETR>"
    )

    def transfer(name: str, amount: str) -> str:
        return (
            f"<CdtTrfTxInf><PmtId><InstrId>I-{name}</InstrId>"
            f"<EndToEndId>{name}</EndToEndId>{uetr}</PmtId>"
            "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>"
            f'<Amt><InstdAmt Ccy="EUR">{amount}</InstdAmt></Amt><ChrgBr>SLEV</ChrgBr>'
            "<UltmtDbtr><Nm>Datter ApS</Nm></UltmtDbtr>"
            f"<CdtrAgt><FinInstnId><{bic}>COBADEFFXXX</{bic}></FinInstnId></CdtrAgt>"
            "<Cdtr><Nm>Müller &amp; Söhne</Nm><PstlAdr><Ctry>DE</Ctry>"
            "<AdrLine>Hafenstr. 12</AdrLine></PstlAdr>"
            "<Id><OrgId><Othr><Id>DE-99</Id></Othr></OrgId></Id></Cdtr>"
            "<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy>"
            "</CdtrAcct><Purp><Cd>GDDS</Cd></Purp>"
            "<RgltryRptg><Dtls><Cd>1234</Cd></Dtls></RgltryRptg>"
            "<RmtInf><Ustrd>Rechnung 4711</Ustrd></RmtInf></CdtTrfTxInf>"
        )

    def batch(name: str, *transfers: str) -> str:
        return (
            f"<PmtInf><PmtInfId>{name}</PmtInfId><PmtMtd>TRF</PmtMtd>"
            f"<NbOfTxs>{len(transfers)}</NbOfTxs><CtrlSum>{len(transfers)}.10</CtrlSum>"
            f"<ReqdExctnDt>{day}</ReqdExctnDt><Dbtr><Nm>Havnens Handel ApS</Nm></Dbtr>"
            "<DbtrAcct><Id><IBAN>DK4079980001200345</IBAN></Id></DbtrAcct>"
            f"<DbtrAgt><FinInstnId><{bic}>KYSTDKSIXXX</{bic}></FinInstnId></DbtrAgt>"
            f"{''.join(transfers)}</PmtInf>"
        )

    text = (
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.{version}">'
        "<CstmrCdtTrfInitn><GrpHdr><MsgId>OLD</MsgId>"
        "<CreDtTm>2026-11-19T10:00:00</CreDtTm><NbOfTxs>3</NbOfTxs>"
        "<CtrlSum>1000003.10</CtrlSum><InitgPty><Nm>Havnens Handel ApS</Nm></InitgPty>"
        "</GrpHdr>\n  "
        + batch("B1", transfer("E1", "1.10"), transfer("E2", "999999.99"))
        + "\n  "
        + batch("B2", transfer("E3", "2.01"))
        + "</CstmrCdtTrfInitn></Document>"
    )
    if prefix:
        text = text.replace("<", f"<{prefix}:").replace(f"<{prefix}:/", f"</{prefix}:")
        text = text.replace("xmlns=", f"xmlns:{prefix}=")
    return text.encode()


def written(data: bytes, **payments: Correction) -> tuple[bytes, list[object]]:
    """The new file, which its schema allows, and what is read of it."""
    wish = CorrectedFile(
        "NEW", NOW, {int(name[1:]): one for name, one in payments.items()}
    )
    made = write_corrected(io.BytesIO(data), wish)
    assert not list(bankfiles.validate_schema(io.BytesIO(made.content)))
    values = list(bankfiles.read(io.BytesIO(made.content)))
    assert not [one for one in values if isinstance(one, Finding)]
    return made.content, values


@pytest.mark.parametrize("version", ["03", "09", "11"])
@pytest.mark.parametrize("prefix", ["", "p"])
def test_only_what_is_corrected_differs(version: str, prefix: str) -> None:
    data = original(version, prefix)
    was = [v for v in bankfiles.read(io.BytesIO(data)) if isinstance(v, Payment)]
    content, values = written(
        data,
        p2=Correction(
            "NEW-1", DAY,
            Account("DK5000400440116243", is_iban=True, bic="NDEADKKKXXX"),
            Address("Kajgade", "4", "9000", "Aalborg", "DK"),
        ),
        p3=Correction(
            "NEW-2", DAY, Account("FR1420041010050500013M02606", is_iban=True, bic="")
        ),
    )  # fmt: skip
    header, first, second = (
        next(v for v in values if isinstance(v, FileHeader)),
        *(v for v in values if isinstance(v, PaymentBatch)),
    )
    assert (header.message_id, header.stated_count, header.stated_sum) == (
        "NEW", "2", "1000002.00",
    )  # fmt: skip
    assert [(b.id, b.stated_count, b.stated_sum, b.execution_date)
            for b in (first, second)] == [
        ("NEW-1", "1", "999999.99", DAY), ("NEW-2", "1", "2.01", DAY),
    ]  # fmt: skip
    moved, other = (v for v in values if isinstance(v, Payment))
    assert (moved.amount, moved.currency) == (Decimal("999999.99"), "EUR")
    assert (moved.end_to_end_id, moved.instruction_id) == ("NEW-1", "NEW-1")
    assert moved.creditor.account == "DK5000400440116243"
    assert moved.creditor_named.bic == "NDEADKKKXXX"
    assert moved.creditor_address == Address("Kajgade", "4", "9000", "Aalborg", "DK")
    assert (other.creditor.account, other.creditor_named.bic) == (
        "FR1420041010050500013M02606", None,
    )  # fmt: skip
    assert other.creditor_address == was[2].creditor_address
    if version != "03":
        # A reference that is to be unique in the world is not used a second time.
        assert moved.uetr
        assert len({moved.uetr, other.uetr, was[1].uetr}) == 3
    for kept in ("GDDS", "1234", "Datter ApS", "DE-99", "Rechnung 4711", "SLEV"):
        assert content.decode().count(kept) == 2
    assert b"OLD" not in content
    assert b"E2<" not in content


def test_payments_of_one_batch_on_two_days_are_two_batches() -> None:
    data = original("09")
    wish = CorrectedFile(
        "NEW", NOW, {1: Correction("A", LATER), 2: Correction("B", DAY)}
    )
    made = write_corrected(io.BytesIO(data), wish)
    assert made.positions == (1, 2)
    tree = etree.fromstring(made.content)
    days = [one.text for one in tree.iter("{*}Dt")]
    assert days == [LATER.isoformat(), DAY.isoformat()]


@pytest.mark.parametrize(
    ("payments", "path"),
    [
        ({}, "CdtTrfTxInf"),
        ({4: Correction("A", DAY)}, "CdtTrfTxInf"),
        ({1: Correction("A" * 36, DAY)}, "CdtTrfTxInf/PmtId/EndToEndId"),
        ({1: Correction("A", DAY, Account("12", is_iban=False, bic=""))},
         "CdtTrfTxInf/CdtrAcct/Id"),
        ({1: Correction("A", DAY, address=Address("\x07", None, None, "Aars", "DK"))},
         "CdtTrfTxInf/Cdtr/PstlAdr/StrtNm"),
        ({1: Correction("A", DAY, address=Address(None, None, None, "A" * 36, "DK"))},
         "CdtTrfTxInf/Cdtr/PstlAdr/TwnNm"),
    ],
)  # fmt: skip
def test_what_no_file_may_carry_is_refused(
    payments: dict[int, Correction], path: str
) -> None:
    with pytest.raises(Unwritable) as caught:
        write_corrected(io.BytesIO(original("09")), CorrectedFile("NEW", NOW, payments))
    assert caught.value.path == path
