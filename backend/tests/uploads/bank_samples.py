"""Small bank files, made for these tests."""

from decimal import Decimal


def statement(
    entries: int = 2,
    *,
    number: str = "1",
    iban: str = "DK5000400440116243",
    details: int = 0,
    day: str = "2026-11-02",
) -> bytes:
    """A camt.053 whose totals add up."""
    total = sum(Decimal(index + 1) for index in range(entries))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">'
        "<BkToCstmrStmt><GrpHdr>"
        f"<MsgId>MSG-{number}</MsgId><CreDtTm>{day}T18:00:00Z</CreDtTm></GrpHdr>"
        f"<Stmt><Id>{iban}-{number}</Id><ElctrncSeqNb>{number}</ElctrncSeqNb>"
        f"<CreDtTm>{day}T18:00:00Z</CreDtTm>"
        f"<Acct><Id><IBAN>{iban}</IBAN></Id><Ccy>DKK</Ccy>"
        "<Nm>Main account</Nm></Acct>"
        + _balance("OPBD", Decimal(100), day)
        + _balance("CLBD", Decimal(100) + total, day)
        + "".join(_entry(index, number, details, day) for index in range(entries))
        + "</Stmt></BkToCstmrStmt></Document>"
    ).encode()


def _balance(code: str, amount: Decimal, day: str) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="DKK">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
        f"<Dt><Dt>{day}</Dt></Dt></Bal>"
    )


def _entry(index: int, number: str, details: int, day: str) -> str:
    amount = Decimal(index + 1)
    parts = "".join(
        f"<TxDtls><Refs><EndToEndId>E2E-{number}-{index}-{detail}</EndToEndId></Refs>"
        f'<AmtDtls><TxAmt><Amt Ccy="DKK">{amount / details:.5f}</Amt></TxAmt></AmtDtls>'
        f"<RmtInf><Ustrd>Part {detail}</Ustrd></RmtInf></TxDtls>"
        for detail in range(details)
    )
    return (
        f'<Ntry><NtryRef>{number}-{index}</NtryRef><Amt Ccy="DKK">{amount}</Amt>'
        f"<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>"
        f"<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>"
        f"<AcctSvcrRef>REF-{number}-{index}</AcctSvcrRef>"
        f"<NtryDtls>{parts}</NtryDtls></Ntry>"
    )


def _iban(index: int) -> str:
    """An account of its own for each payee, with its check digits (ISO 7064)."""
    number = f"0400{index:010d}"
    return f"DK{98 - int(f'{number}132000') % 97:02d}{number}"


def payments(message: str = "PAY-1", count: int = 2) -> bytes:
    """A pain.001 with one batch."""
    transfers = "".join(
        f"<CdtTrfTxInf><PmtId><EndToEndId>{message}-{index}</EndToEndId></PmtId>"
        f'<Amt><InstdAmt Ccy="DKK">{index + 1}.50</InstdAmt></Amt>'
        f"<Cdtr><Nm>Creditor {index}</Nm></Cdtr>"
        f"<CdtrAcct><Id><IBAN>{_iban(index)}</IBAN></Id></CdtrAcct>"
        "</CdtTrfTxInf>"
        for index in range(count)
    )
    total = sum(Decimal(index + 1) + Decimal("0.50") for index in range(count))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">'
        f"<CstmrCdtTrfInitn><GrpHdr><MsgId>{message}</MsgId>"
        f"<CreDtTm>2026-11-02T10:00:00Z</CreDtTm><NbOfTxs>{count}</NbOfTxs>"
        f"<CtrlSum>{total}</CtrlSum><InitgPty><Nm>We</Nm></InitgPty></GrpHdr>"
        f"<PmtInf><PmtInfId>{message}-B</PmtInfId><PmtMtd>TRF</PmtMtd>"
        "<ReqdExctnDt>2026-11-03</ReqdExctnDt><Dbtr><Nm>We</Nm></Dbtr>"
        "<DbtrAcct><Id><IBAN>DK5000400440116243</IBAN></Id><Ccy>DKK</Ccy></DbtrAcct>"
        "<DbtrAgt><FinInstnId><BIC>DABADKKK</BIC></FinInstnId></DbtrAgt>"
        f"{transfers}</PmtInf></CstmrCdtTrfInitn></Document>"
    ).encode()


def status(message: str = "PAY-1", code: str = "ACCP") -> bytes:
    """A pain.002 on a whole payment file."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">'
        f"<CstmrPmtStsRpt><GrpHdr><MsgId>STS-{message}-{code}</MsgId>"
        "<CreDtTm>2026-11-02T11:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts>"
        f"<OrgnlMsgId>{message}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId>"
        f"<GrpSts>{code}</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>"
    ).encode()
