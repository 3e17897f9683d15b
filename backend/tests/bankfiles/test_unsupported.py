"""A file without reader is named for what it is."""

from __future__ import annotations

import io
import zipfile

import pytest

from bankfiles import BankFileError, detect, inspect, read

TABLE = "Date;Text;Amount;Balance\n2026-01-01;A;1,00;2,00\n2026-01-02;B;1,00;3,00\n"
OFX = "<OFX><SIGNONMSGSRSV1/></OFX>"


def iso(version: str, body: str = "X") -> bytes:
    space = f"urn:iso:std:iso:20022:tech:xsd:{version}"
    document = f'<Document xmlns="{space}"><{body}/></Document>'
    return f'<?xml version="1.0"?>\n{document}'.encode()


def swift(number: str) -> bytes:
    head = f"{{1:F01TESTDKKKAXXX0000000000}}{{2:O{number}0900}}{{4:\r\n"
    return f"{head}:20:REF1\r\n:32A:240102EUR10,00\r\n:50K:They\r\n-}}".encode()


def zipped(name: str) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("[Content_Types].xml", "<a/>")
        packed.writestr(name, "<a/>")
    return archive.getvalue()


EXCHANGED = [
    (iso("pain.008.001.08", "CstmrDrctDbtInitn"), "pain.008.001.08 (direct debit)"),
    (iso("camt.056.001.08"), "camt.056.001.08 (recall request between banks)"),
    (iso("camt.099.001.01"), "ISO 20022 message camt.099.001.01"),
    (iso("camt.053.001.02"), "its element BkToCstmrStmt is missing"),
    (iso("pain.001.001.09"), "its element CstmrCdtTrfInitn is missing"),
    (b"<Document><CstmrDrctDbtInitn/></Document>", "pain.008 (direct debit)"),
    (f'<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n{OFX}'.encode(), "OFX"),
    (f'<?xml version="1.0" encoding="USASCII"?>\n{OFX}'.encode(), "OFX"),
    (b'<?xml version="1.0"?>\r\n\r\nOFXHEADER:100\r\n<OFX><A>1<B>', "OFX"),
    (TABLE.encode(), "CSV table"),
    (f"Statement\nAccount;1\n\nPeriod: May, 2026\n\n{TABLE}".encode(), "CSV table"),
    (b"Account: 1\n\nDate;Text;Amount;Balance\n2026-01-01;A;-1,00;2,00\n", "CSV table"),
    (f"A\nB\nC\n\nD,E\nF\n{TABLE.replace(';', '|')}".encode(), "CSV table"),
    (TABLE.encode("utf-16"), "CSV table"),
    (swift("103"), "MT103"),
    (swift("910"), "MT900 or MT910"),
    (b"!Type:Bank\nD1/1/26\nT1.00\n^\n", "QIF"),
    (b"UNA:+.? 'UNB+UNOC:3+A+B'", "EDIFACT"),
]
FOREIGN = [
    (zipped("xl/workbook.xml"), "Excel workbook. Ask the bank"),
    (zipped("a.xml"), "ZIP archive. Upload the files in it."),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "Excel or other Office file"),
    (b"%PDF-1.7\n%\xe2\xe3", "PDF document. Ask the bank for camt.053 or MT940."),
    (b"\x1f\x8b\x08\0", "gzip archive"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b'{"a": 1}', "JSON document"),
    (b"-----BEGIN PGP MESSAGE-----\n", "encrypted file (PGP)"),
    (b"<!DOCTYPE html><html><body>Hi</body></html>", "web page"),
    (
        b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
        "Excel workbook (XML)",
    ),
    (b'<Invoice xmlns="urn:oasis:names:specification:ubl:x"/>', "invoice or other"),
    (b"<?xml version='1.0'?><a><b/></a>", "XML document with the root element <a>"),
    (b"Dear bank,\nplease find nothing, none, enclosed.\n", "neither an ISO 20022"),
]


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [(*each, "unsupported_format") for each in EXCHANGED]
    + [(*each, "not_a_bank_file") for each in FOREIGN],
)
def test_a_file_without_reader_is_named(data: bytes, name: str, code: str) -> None:
    with pytest.raises(BankFileError) as caught:
        list(read(io.BytesIO(data)))
    assert caught.value.code == code
    assert caught.value.message.startswith("Unsupported file format: ")
    assert name in caught.value.message
    (finding,) = inspect(io.BytesIO(data), "a.xml")["findings"]
    assert finding["message"] == caught.value.message


def test_a_statement_under_another_number_is_read_by_its_fields() -> None:
    data = (
        b"{1:F01TESTDKKKAXXX0000000000}{2:I950TESTDKKKXXXXN}{4:\r\n:20:R\r\n:25:1\r\n"
        b":60F:C240101EUR1,00\r\n:62F:C240102EUR1,00\r\n-}"
    )
    assert detect(data).format == "mt940"
