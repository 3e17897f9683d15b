"""Writes a banking day as the files that a bank and an accounting system would send."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import NamedTuple
from xml.sax.saxutils import escape

from bankfiles.writing import (
    Debit,
    Initiator,
    Order,
    Receiver,
    Sender,
    Transfer,
    write_pain001,
)
from giroscope.features.demo.company import BANK, NAME
from giroscope.features.demo.days import (
    BankDay,
    Entry,
    Ordered,
    PaymentDay,
    StatementDay,
    bank_days,
    message_name,
)
from giroscope.features.demo.wishes import Wish
from giroscope.features.uploads import Kind

_STATEMENT = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
_ANSWER = "urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"
_MORNING, _EVENING = time(7, 30, tzinfo=UTC), time(22, 0, tzinfo=UTC)


class MadeFile(NamedTuple):
    """One file, to be handed in as if somebody had it from a bank."""

    name: str
    kind: Kind
    blocks: Iterator[bytes]


def files(wish: Wish) -> Iterator[MadeFile]:
    """Every file of a wish, in the order in which they would come."""
    for day in bank_days(wish):
        for order in day.orders:
            name = order.message_id.lower()
            payment = payment_file(order, day.day, _at(day.day, _MORNING))
            yield MadeFile(f"{name}.xml", Kind.PAYMENT, payment)
            answer = _answer(order, day.day)
            yield MadeFile(f"{name}-status.xml", Kind.PAYMENT, iter((answer,)))
        if day.statements:
            name = f"{message_name(wish, day.day).lower()}-statements.xml"
            yield MadeFile(name, Kind.STATEMENT, _statements(wish, day))


def payment_file(order: PaymentDay, day: date, created: datetime) -> Iterator[bytes]:
    """The payment file that asks for these payments on that day."""
    return iter(write_pain001(_order(order, day, created)))


def _decimal(minor: int) -> str:
    return str(abs(Decimal(minor)).scaleb(-2))


def _at(day: date, moment: time) -> datetime:
    return datetime.combine(day, moment)


def _order(order: PaymentDay, day: date, created: datetime) -> Order:
    transfers = tuple(
        Transfer(
            one.id, Decimal(one.amount).scaleb(-2), order.account.currency,
            Receiver(one.partner.name, one.partner.iban, address=one.partner.address),
            lines=(one.text,),
        )
        for one in order.payments
    )  # fmt: skip
    sender = Sender(NAME, order.account.iban, currency=order.account.currency, bic=BANK)
    debit = Debit(f"{order.message_id}-1", day, sender, transfers)
    return Order(order.message_id, created, Initiator(NAME), (debit,))


def _answer(order: PaymentDay, day: date) -> bytes:
    """The bank's status report: all, some or none are carried out."""
    rejected = [one for one in order.payments if one.rejected]
    status = "RJCT" if order.refused else "PART" if rejected else "ACSC"
    told = "" if order.refused else "".join(map(_status, order.payments))
    block = f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>{order.message_id}-1</OrgnlPmtInfId>"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{_ANSWER}">'
        f"<CstmrPmtStsRpt><GrpHdr><MsgId>{order.message_id}-S</MsgId>"
        f"<CreDtTm>{_at(day, _MORNING).isoformat()}</CreDtTm></GrpHdr>"
        f"<OrgnlGrpInfAndSts><OrgnlMsgId>{order.message_id}</OrgnlMsgId>"
        "<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>"
        f"<GrpSts>{status}</GrpSts>{_reason(order.refused)}</OrgnlGrpInfAndSts>"
        f"{block}{told}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>\n"
    ).encode()


def _status(one: Ordered) -> str:
    status = "RJCT" if one.rejected else "ACSC"
    return (
        f"<TxInfAndSts><OrgnlEndToEndId>{one.id}</OrgnlEndToEndId>"
        f"<TxSts>{status}</TxSts>{_reason(one.rejected)}</TxInfAndSts>\n"
    )


def _reason(code: str) -> str:
    return f"<StsRsnInf><Rsn><Cd>{code}</Cd></Rsn></StsRsnInf>" if code else ""


def _statements(wish: Wish, day: BankDay) -> Iterator[bytes]:
    message = f"{message_name(wish, day.day)}-S"
    yield (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{_STATEMENT}">'
        f"<BkToCstmrStmt><GrpHdr><MsgId>{message}</MsgId>"
        f"<CreDtTm>{_at(day.day, _EVENING).isoformat()}</CreDtTm></GrpHdr>\n"
    ).encode()
    for statement in day.statements:
        yield from _statement(statement, day.day)
    yield b"</BkToCstmrStmt></Document>\n"


def _statement(made: StatementDay, day: date) -> Iterator[bytes]:
    account = made.account
    evening = _at(day, _EVENING).isoformat()
    yield (
        f"<Stmt><Id>{account.iban}-{day:%Y%m%d}</Id>"
        f"<ElctrncSeqNb>{made.number}</ElctrncSeqNb><CreDtTm>{evening}</CreDtTm>"
        f"<FrToDt><FrDtTm>{_at(day, time(0, tzinfo=UTC)).isoformat()}</FrDtTm>"
        f"<ToDtTm>{evening}</ToDtTm></FrToDt>"
        f"<Acct><Id><IBAN>{account.iban}</IBAN></Id><Ccy>{account.currency}</Ccy>"
        f"<Nm>{escape(account.name)}</Nm><Ownr><Nm>{NAME}</Nm></Ownr>"
        f"<Svcr><FinInstnId><BICFI>{BANK}</BICFI></FinInstnId></Svcr></Acct>\n"
        + _balance("OPBD", made.opening, account.currency, day)
        + _balance("CLBD", made.closing, account.currency, day)
    ).encode()
    for entry in made.entries:
        yield _entry(entry, account.currency, day).encode()
    yield b"</Stmt>\n"


def _balance(code: str, minor: int, currency: str, day: date) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="{currency}">{_decimal(minor)}</Amt>'
        f"<CdtDbtInd>{_direction(minor)}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>\n"
    )


def _direction(minor: int) -> str:
    return "CRDT" if minor >= 0 else "DBIT"


def _entry(entry: Entry, currency: str, day: date) -> str:
    family = "RCDT" if entry.amount >= 0 else "ICDT"
    parts = entry.payments or (
        Ordered(entry.reference, abs(entry.amount), entry.partner, entry.text),
    )
    batch = ""
    if len(parts) > 1:
        batch = f"<Btch><NbOfTxs>{len(parts)}</NbOfTxs></Btch>"
    details = "".join(_detail(one, entry, currency) for one in parts)
    return (
        f'<Ntry><Amt Ccy="{currency}">{_decimal(entry.amount)}</Amt>'
        f"<CdtDbtInd>{_direction(entry.amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>"
        f"<AcctSvcrRef>{entry.reference}</AcctSvcrRef>"
        f"<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>{family}</Cd>"
        "<SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>"
        f"<NtryDtls>{batch}{details}</NtryDtls>"
        f"<AddtlNtryInf>{escape(entry.text)}</AddtlNtryInf></Ntry>\n"
    )


def _detail(one: Ordered, entry: Entry, currency: str) -> str:
    role = "Dbtr" if entry.amount >= 0 else "Cdtr"
    return (
        f"<TxDtls><Refs><EndToEndId>{one.id}</EndToEndId></Refs>"
        f'<Amt Ccy="{currency}">{_decimal(one.amount)}</Amt>'
        f"<CdtDbtInd>{_direction(entry.amount)}</CdtDbtInd>"
        f"<RltdPties><{role}><Pty><Nm>{escape(one.partner.name)}</Nm></Pty></{role}>"
        f"<{role}Acct><Id><IBAN>{one.partner.iban}</IBAN></Id></{role}Acct></RltdPties>"
        f"<RmtInf><Ustrd>{escape(one.text)}</Ustrd></RmtInf></TxDtls>"
    )
