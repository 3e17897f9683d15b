"""Small made-up messages that tests bend into every wrong shape."""

from __future__ import annotations

from collections.abc import Sequence

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
ACCOUNT = "DK5000400440116243"


def entry(
    amount: str = "10.00",
    *,
    direction: str = "CRDT",
    inside: str = "",
    currency: str = ' Ccy="DKK"',
    status: str = "<Sts><Cd>BOOK</Cd></Sts>",
    day: str = "2026-03-02",
) -> str:
    """One entry; `inside` stands at its end."""
    return (
        f"<Ntry><Amt{currency}>{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd>{status}"
        f"<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>{inside}</Ntry>\n"
    )


def detail(inside: str = "", *, amount: str = "10.00") -> str:
    """One transaction of an entry."""
    return f'<TxDtls><Amt Ccy="DKK">{amount}</Amt>{inside}</TxDtls>'


def balance(code: str, amount: str, *, direction: str = "CRDT") -> str:
    """One balance."""
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="DKK">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd>'
        "<Dt><Dt>2026-03-02</Dt></Dt></Bal>\n"
    )


def statement(entries: Sequence[str] = (), *, head: str = "", foot: str = "") -> str:
    """One statement of the usual account."""
    return (
        f"<Stmt><Id>S1</Id><Acct><Id><IBAN>{ACCOUNT}</IBAN></Id><Ccy>DKK</Ccy></Acct>\n"
        f"{head}{''.join(entries)}{foot}</Stmt>\n"
    )


def camt(
    *statements: str,
    prolog: str = '<?xml version="1.0" encoding="UTF-8"?>\n',
    foot: str = "",
) -> bytes:
    """A camt.053 of the statements."""
    return (
        f'{prolog}<Document xmlns="{NAMESPACE}"><BkToCstmrStmt>\n'
        "<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-02T06:00:00</CreDtTm></GrpHdr>\n"
        f"{''.join(statements)}</BkToCstmrStmt></Document>\n{foot}"
    ).encode()


def mt940(*lines: str, end: str = "\r\n") -> bytes:
    """An MT940 of one statement around the given lines."""
    return end.join(
        [
            ":20:STARTUMS",
            ":25:12345678/1020304050",
            ":28C:1/1",
            ":60F:C260301EUR100,00",
            *lines,
            "-",
            "",
        ]
    ).encode("latin-1")
