"""Small made-up payment files that pass every layer unless told otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

DEBTOR = "DK5000400440116243"
CREDITOR = "DK5750510001322617"
NEXT_DAY = "2026-11-24"
"""A banking day after the day of these tests."""
INVOICE = "<RmtInf><Ustrd>Faktura 4711</Ustrd></RmtInf>"
TOWN = "<PstlAdr><TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry></PstlAdr>"


@dataclass(frozen=True, slots=True)
class Transfer:
    """One credit transfer."""

    end_to_end: str = "E-1"
    amount: str = "100.00"
    currency: str = "DKK"
    name: str = "Kystens Smedje ApS"
    account: str = f"<IBAN>{CREDITOR}</IBAN>"
    address: str = ""
    agent: str = ""
    type: str = ""
    bearer: str = ""
    remittance: str = INVOICE

    def xml(self) -> str:
        """As an element, in the order of the schema."""
        return (
            f"<CdtTrfTxInf><PmtId><EndToEndId>{self.end_to_end}</EndToEndId></PmtId>"
            f'{self.type}<Amt><InstdAmt Ccy="{self.currency}">{self.amount}</InstdAmt>'
            f"</Amt>{self.bearer}{self.agent}<Cdtr><Nm>{self.name}</Nm>{self.address}"
            f"</Cdtr><CdtrAcct><Id>{self.account}</Id></CdtrAcct>{self.remittance}"
            "</CdtTrfTxInf>\n"
        )


@dataclass(frozen=True, slots=True)
class File:
    """One file of one batch."""

    transfers: Sequence[Transfer] = field(default_factory=lambda: (Transfer(),))
    message: str = "M-1"
    day: str = NEXT_DAY
    debtor: str = DEBTOR
    bic: str = "NDEADKKK"
    batch_type: str = ""
    debtor_address: str = ""
    count: str | None = None
    total: str | None = None

    def xml(self) -> bytes:
        """The whole message, version 09."""
        amounts = [Decimal(one.amount) for one in self.transfers]
        count = self.count or str(len(amounts))
        total = self.total or str(sum(amounts, Decimal(0)))
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'
            f"<CstmrCdtTrfInitn><GrpHdr><MsgId>{self.message}</MsgId>"
            f"<CreDtTm>2026-11-21T08:00:00</CreDtTm><NbOfTxs>{count}</NbOfTxs>"
            f"<CtrlSum>{total}</CtrlSum><InitgPty><Nm>Havnens Handel</Nm><Id><OrgId>"
            "<Othr><Id>20931174406</Id><SchmeNm><Cd>CUST</Cd></SchmeNm></Othr></OrgId>"
            "</Id></InitgPty></GrpHdr>\n"
            f"<PmtInf><PmtInfId>B-1</PmtInfId><PmtMtd>TRF</PmtMtd>{self.batch_type}"
            f"<ReqdExctnDt><Dt>{self.day}</Dt></ReqdExctnDt>"
            f"<Dbtr><Nm>Havnens Handel</Nm>{self.debtor_address}</Dbtr>"
            f"<DbtrAcct><Id><IBAN>{self.debtor}</IBAN></Id></DbtrAcct>"
            f"<DbtrAgt><FinInstnId><BICFI>{self.bic}</BICFI></FinInstnId></DbtrAgt>\n"
            f"{''.join(one.xml() for one in self.transfers)}</PmtInf>"
            "</CstmrCdtTrfInitn></Document>\n"
        ).encode()


def payment_order(
    *, creditor: str = CREDITOR, currency: str = "DKK", message: str = "M-1"
) -> bytes:
    """A file of one transfer."""
    one = Transfer(account=f"<IBAN>{creditor}</IBAN>", currency=currency)
    return File((one,), message=message).xml()
