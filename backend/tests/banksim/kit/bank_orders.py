"""Payment files of a test's own, in either version."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from xml.sax.saxutils import escape

from banksim.danish_iban import danish_iban

ELSEWHERE = danish_iban("7997", "1234567")


@dataclass(frozen=True)
class Wish:
    """One payment somebody wants made."""

    end_to_end_id: str
    amount: str
    currency: str = "DKK"
    account: str = ELSEWHERE
    scheme: str = "IBAN"
    reference: str | None = None


def pain001(
    debtor: str,
    wishes: Sequence[Wish],
    *,
    message_id: str = "MSG-1",
    version: str = "03",
    day: date = date(2026, 11, 23),
    stated_sum: str | None = None,
    stated_count: int | None = None,
    is_batch_booked: bool = False,
) -> bytes:
    """A pain.001 with one batch."""
    count = len(wishes) if stated_count is None else stated_count
    head = f"<NbOfTxs>{count}</NbOfTxs>"
    if stated_sum is not None:
        head += f"<CtrlSum>{stated_sum}</CtrlSum>"
    when = day.isoformat() if version == "03" else f"<Dt>{day}</Dt>"
    bic = "BIC" if version == "03" else "BICFI"
    urn = f"urn:iso:std:iso:20022:tech:xsd:pain.001.001.{version}"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><Document xmlns="{urn}">'
        f"<CstmrCdtTrfInitn><GrpHdr><MsgId>{message_id}</MsgId>"
        f"<CreDtTm>2026-11-23T08:00:00</CreDtTm>{head}"
        "<InitgPty><Nm>Havnens Handel ApS</Nm></InitgPty></GrpHdr>"
        f"<PmtInf><PmtInfId>{message_id}-B</PmtInfId><PmtMtd>TRF</PmtMtd>"
        f"<BtchBookg>{str(is_batch_booked).lower()}</BtchBookg>"
        f"<ReqdExctnDt>{when}</ReqdExctnDt><Dbtr><Nm>Havnens Handel ApS</Nm></Dbtr>"
        f"<DbtrAcct><Id><IBAN>{debtor}</IBAN></Id></DbtrAcct>"
        f"<DbtrAgt><FinInstnId><{bic}>NDEADKSIXXX</{bic}></FinInstnId></DbtrAgt>"
        f"{''.join(map(_order, wishes))}</PmtInf></CstmrCdtTrfInitn></Document>"
    ).encode()


def _order(wish: Wish) -> str:
    account = f"<IBAN>{wish.account}</IBAN>"
    if wish.scheme != "IBAN":
        kind = "Cd" if wish.scheme == "BBAN" else "Prtry"
        account = (
            f"<Othr><Id>{wish.account}</Id>"
            f"<SchmeNm><{kind}>{wish.scheme}</{kind}></SchmeNm></Othr>"
        )
    remittance = "<Ustrd>Faktura 7</Ustrd>"
    if wish.reference:
        remittance = (
            "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>"
            f"<Ref>{wish.reference}</Ref></CdtrRefInf></Strd>"
        )
    return (
        f"<CdtTrfTxInf><PmtId><InstrId>I-{escape(wish.end_to_end_id)}</InstrId>"
        f"<EndToEndId>{escape(wish.end_to_end_id)}</EndToEndId></PmtId>"
        f'<Amt><InstdAmt Ccy="{wish.currency}">{wish.amount}</InstdAmt></Amt>'
        f"<Cdtr><Nm>Murermester Holm</Nm></Cdtr><CdtrAcct><Id>{account}</Id></CdtrAcct>"
        f"<RmtInf>{remittance}</RmtInf></CdtTrfTxInf>"
    )


def camt055(message_id: str, end_to_end_ids: Sequence[str] = ()) -> bytes:
    """A request to cancel a whole file, or some payments of its batch."""
    orders = "".join(
        f"<TxInf><OrgnlEndToEndId>{one}</OrgnlEndToEndId></TxInf>"
        for one in end_to_end_ids
    )
    batch = f"<OrgnlPmtInfAndCxl><OrgnlPmtInfId>{message_id}-B</OrgnlPmtInfId>{orders}"
    urn = "urn:iso:std:iso:20022:tech:xsd:camt.055.001.01"
    return (
        f'<Document xmlns="{urn}"><CstmrPmtCxlReq>'
        "<Assgnmt><Id>CANCEL-1</Id></Assgnmt><Undrlyg><OrgnlGrpInfAndCxl>"
        f"<OrgnlMsgId>{message_id}</OrgnlMsgId></OrgnlGrpInfAndCxl>"
        f"{batch + '</OrgnlPmtInfAndCxl>' if orders else ''}"
        "</Undrlyg></CstmrPmtCxlReq></Document>"
    ).encode()
