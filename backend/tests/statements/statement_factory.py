"""Small made-up statements: camt.052, camt.053 and camt.054 as bytes.

Every name, number and amount is invented. Defaults make a valid entry of one
Danish account, so that a test states only what it is about.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

ACCOUNT = "DK5050010099887766"
OTHER_ACCOUNT = "DK7730000011223345"
_BODIES = {
    "camt.052": ("BkToCstmrAcctRpt", "Rpt"),
    "camt.053": ("BkToCstmrStmt", "Stmt"),
    "camt.054": ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
}
_VERSIONS = {kind: f"{kind}.001.08" for kind in _BODIES}


@dataclass(frozen=True, slots=True)
class Part:
    """One detail of an entry; None leaves the element out."""

    amount: str | None = None
    name: str | None = None
    end_to_end: str | None = None
    text: str | None = None
    currency: str = "DKK"
    account: str | None = None

    def xml(self, direction: str) -> str:
        """As an element."""
        refs = f"<Refs><EndToEndId>{self.end_to_end}</EndToEndId></Refs>"
        side = "Dbtr" if direction == "CRDT" else "Cdtr"
        amount = f'<Amt Ccy="{self.currency}">{self.amount}</Amt>'
        named = f"<Pty><Nm>{self.name}</Nm></Pty>"
        account = f"<Id><IBAN>{self.account}</IBAN></Id>"
        owned = f"<{side}Acct>{account}</{side}Acct>" if self.account else ""
        party = f"<RltdPties><{side}>{named}</{side}>{owned}</RltdPties>"
        return (
            "<TxDtls>"
            + (refs if self.end_to_end else "")
            + (f"{amount}<CdtDbtInd>{direction}</CdtDbtInd>" if self.amount else "")
            + (party if self.name else "")
            + (f"<RmtInf><Ustrd>{self.text}</Ustrd></RmtInf>" if self.text else "")
            + "</TxDtls>"
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One entry; a negative amount is a debit."""

    amount: str
    day: str | None = "2026-03-02"
    valued: str | None = None
    reference: str | None = None
    status: str = "BOOK"
    reversal: bool = False
    currency: str | None = "DKK"
    parts: Sequence[Part] = ()
    batch: str | None = None
    information: str | None = None

    @property
    def signed(self) -> Decimal:
        """How it moves the balance."""
        return Decimal(self.amount)

    def xml(self) -> str:
        """As an element."""
        direction = "DBIT" if self.amount.startswith("-") else "CRDT"
        valued = self.valued or self.day
        batch = f"<Btch><PmtInfId>{self.batch}</PmtInfId></Btch>" if self.batch else ""
        details = batch + "".join(part.xml(direction) for part in self.parts)
        currency = f' Ccy="{self.currency}"' if self.currency else ""
        return (
            f"<Ntry><Amt{currency}>{self.amount.lstrip('-')}</Amt>"
            f"<CdtDbtInd>{direction}</CdtDbtInd>"
            + ("<RvslInd>true</RvslInd>" if self.reversal else "")
            + f"<Sts><Cd>{self.status}</Cd></Sts>"
            + (f"<BookgDt><Dt>{self.day}</Dt></BookgDt>" if self.day else "")
            + (f"<ValDt><Dt>{valued}</Dt></ValDt>" if valued else "")
            + (f"<AcctSvcrRef>{self.reference}</AcctSvcrRef>" if self.reference else "")
            + (f"<NtryDtls>{details}</NtryDtls>" if details else "")
            + (f"<AddtlNtryInf>{self.information}</AddtlNtryInf>"
               if self.information else "")
            + "</Ntry>\n"
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """One statement. Its closing balance follows from its entries unless given."""

    lines: Sequence[Line] = ()
    sequence: str | None = "1"
    opening: str | None = "1000.00"
    closing: str | None = "sum"
    first: str | None = "2026-03-02"
    last: str | None = "2026-03-02"
    account: str = ACCOUNT
    currency: str | None = "DKK"
    name: str | None = None
    created: str = "2026-03-03T06:00:00"

    @property
    def closes_with(self) -> str | None:
        """The closing balance as written."""
        if self.closing != "sum" or self.opening is None:
            return None if self.closing == "sum" else self.closing
        booked = (line.signed for line in self.lines if line.status == "BOOK")
        return str(Decimal(self.opening) + sum(booked))

    def xml(self, element: str, codes: tuple[str, str]) -> str:
        """As an element."""
        number = f"<ElctrncSeqNb>{self.sequence}</ElctrncSeqNb>"
        period = (
            f"<FrToDt><FrDtTm>{self.first}T00:00:00</FrDtTm>"
            f"<ToDtTm>{self.last}T23:59:59</ToDtTm></FrToDt>"
        )
        currency = f"<Ccy>{self.currency}</Ccy>" if self.currency else ""
        return (
            f"<{element}><Id>{self.name or f'S-{self.sequence}'}</Id>"
            + (number if self.sequence else "")
            + f"<CreDtTm>{self.created}</CreDtTm>"
            + (period if self.first and self.last else "")
            + f"<Acct><Id><IBAN>{self.account}</IBAN></Id>{currency}</Acct>\n"
            + self._balance(codes[0], self.opening, self.first)
            + self._balance(codes[1], self.closes_with, self.last)
            + "".join(line.xml() for line in self.lines)
            + f"</{element}>\n"
        )

    def _balance(self, code: str, amount: str | None, day: str | None) -> str:
        if amount is None:
            return ""
        direction = "DBIT" if amount.startswith("-") else "CRDT"
        return (
            f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
            f'<Amt Ccy="{self.currency or "DKK"}">{amount.lstrip("-")}</Amt>'
            f"<CdtDbtInd>{direction}</CdtDbtInd><Dt><Dt>{day or '2026-03-02'}</Dt></Dt>"
            "</Bal>\n"
        )


@dataclass(slots=True)
class _Numbers:
    last: int = field(default=0)

    def next(self) -> int:
        self.last += 1
        return self.last


_MESSAGES = _Numbers()


def each_day(first: str, last: str, account: str = ACCOUNT) -> list[Sheet]:
    """A statement of each weekday of a span; nothing is booked."""
    begin, end = date.fromisoformat(first), date.fromisoformat(last)
    days = (begin + timedelta(days=n) for n in range((end - begin).days + 1))
    return [
        Sheet([], str(number), first=f"{day}", last=f"{day}", account=account)
        for number, day in enumerate((d for d in days if d.weekday() < 5), 1)
    ]


def camt(*sheets: Sheet, kind: str = "camt.053", message: str | None = None) -> bytes:
    """A file of these statements; without a message id it gets one of its own."""
    body, element = _BODIES[kind]
    codes = ("OPBD", "CLBD") if kind == "camt.053" else ("PRCD", "ITBD")
    number = message or f"M{_MESSAGES.next()}"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{_VERSIONS[kind]}"><{body}>'
        f"<GrpHdr><MsgId>{number}</MsgId><CreDtTm>2026-03-03T06:00:00</CreDtTm>"
        f"</GrpHdr>\n{''.join(sheet.xml(element, codes) for sheet in sheets)}"
        f"</{body}></Document>\n"
    ).encode()
