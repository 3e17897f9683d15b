"""Small made-up payment files (pain.001) and status reports (pain.002) as bytes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

DEBTOR = "DK5050010099887766"


@dataclass(frozen=True, slots=True)
class Order:
    """One credit transfer."""

    end_to_end: str
    amount: str
    creditor: str = "Fjordblik Ejendomme A/S"
    currency: str = "DKK"
    instruction: str | None = None
    text: str = ""

    def xml(self) -> str:
        """As an element."""
        told = f"<RmtInf><Ustrd>{self.text}</Ustrd></RmtInf>" if self.text else ""
        named = f"<InstrId>{self.instruction}</InstrId>" if self.instruction else ""
        return (
            f"<CdtTrfTxInf><PmtId>{named}<EndToEndId>{self.end_to_end}</EndToEndId>"
            f'</PmtId><Amt><InstdAmt Ccy="{self.currency}">{self.amount}</InstdAmt>'
            "</Amt>"
            f"<Cdtr><Nm>{self.creditor}</Nm></Cdtr>"
            "<CdtrAcct><Id><IBAN>DK1930003330157765</IBAN></Id></CdtrAcct>"
            f"{told}"
            "</CdtTrfTxInf>\n"
        )


def pain001(
    batches: Mapping[str, Sequence[Order]],
    *,
    message: str = "PAY-1",
    debtor: str = DEBTOR,
) -> bytes:
    """A payment file of these batches by payment information id."""
    orders = [order for batch in batches.values() for order in batch]
    total = sum((Decimal(order.amount) for order in orders), Decimal(0))
    blocks = "".join(
        f"<PmtInf><PmtInfId>{name}</PmtInfId><PmtMtd>TRF</PmtMtd>"
        "<ReqdExctnDt><Dt>2026-03-02</Dt></ReqdExctnDt>"
        "<Dbtr><Nm>Giro Handel A/S</Nm></Dbtr>"
        f"<DbtrAcct><Id><IBAN>{debtor}</IBAN></Id></DbtrAcct>"
        "<DbtrAgt><FinInstnId><BICFI>TESTDKKK</BICFI></FinInstnId></DbtrAgt>\n"
        f"{''.join(order.xml() for order in batch)}</PmtInf>\n"
        for name, batch in batches.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'
        f"<CstmrCdtTrfInitn><GrpHdr><MsgId>{message}</MsgId>"
        f"<CreDtTm>2026-03-01T10:00:00</CreDtTm><NbOfTxs>{len(orders)}</NbOfTxs>"
        f"<CtrlSum>{total}</CtrlSum><InitgPty><Nm>Giro Handel A/S</Nm></InitgPty>"
        f"</GrpHdr>\n{blocks}</CstmrCdtTrfInitn></Document>\n"
    ).encode()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bank says of one payment."""

    end_to_end: str | None
    status: str
    reason: str | None = None
    instruction: str | None = None

    def xml(self) -> str:
        """As an element."""
        ids = ""
        if self.instruction:
            ids += f"<OrgnlInstrId>{self.instruction}</OrgnlInstrId>"
        if self.end_to_end:
            ids += f"<OrgnlEndToEndId>{self.end_to_end}</OrgnlEndToEndId>"
        return (
            f"<TxInfAndSts>{ids}<TxSts>{self.status}</TxSts>{_reason(self.reason)}"
            "</TxInfAndSts>"
        )


def _reason(code: str | None) -> str:
    return f"<StsRsnInf><Rsn><Cd>{code}</Cd></Rsn></StsRsnInf>" if code else ""


def pain002(
    *,
    original: str = "PAY-1",
    group: str | None = None,
    batches: Mapping[str, tuple[str | None, Sequence[Answer]]] | None = None,
    message: str = "ST-1",
    created: str = "2026-03-02T08:00:00",
    reason: str | None = None,
) -> bytes:
    """A status report: on the file, on batches by id, and on their payments."""
    blocks = "".join(
        f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>{name}</OrgnlPmtInfId>"
        + (f"<PmtInfSts>{status}</PmtInfSts>" if status else "")
        + "".join(answer.xml() for answer in answers)
        + "</OrgnlPmtInfAndSts>\n"
        for name, (status, answers) in (batches or {}).items()
    )
    stated = f"<GrpSts>{group}</GrpSts>" if group else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">'
        f"<CstmrPmtStsRpt><GrpHdr><MsgId>{message}</MsgId><CreDtTm>{created}</CreDtTm>"
        f"</GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>{original}</OrgnlMsgId>"
        "<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>"
        f"{stated}{_reason(reason)}</OrgnlGrpInfAndSts>\n{blocks}"
        "</CstmrPmtStsRpt></Document>\n"
    ).encode()
