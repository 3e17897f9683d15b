"""Writes camt.055.001.01: a customer asks the bank to take payments back.

The version is the one that Nordea Corporate Access takes beside pain.001.001.03. The
order of elements is that of the message definition report of ISO 20022.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bankfiles.writing.text import Elements, Unwritable, plain

CANCELLATION = "camt.055.001.01"
_NAMESPACE = "urn:iso:std:iso:20022:tech:xsd"
_ID, _NAME, _CODE, _LINE = 35, 140, 4, 105
# The closed list of this version; what later lists added travels as proprietary.
_CODED = frozenset({"AGNT", "CURR", "CUST", "CUTA", "DUPL", "UPAY"})


@dataclass(frozen=True, slots=True)
class RecalledPayment:
    """One payment that is asked back, by the ids of its own file."""

    end_to_end_id: str | None
    instruction_id: str | None
    amount: Decimal
    currency: str
    execution_date: date | None = None


@dataclass(frozen=True, slots=True)
class RecalledBatch:
    """Payments of one payment information block; all of it where `is_whole`."""

    id: str
    payments: tuple[RecalledPayment, ...]
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Cancellation:
    """What is asked back, of which file, and why."""

    id: str
    """The assignment and the case: by it the bank answers."""
    created: datetime
    name: str
    """Who asks."""
    bank: str
    """Who is asked: its BIC where `is_bic`, else its name."""
    is_bic: bool
    message_id: str
    message_name: str
    """Such as `pain.001.001.03`."""
    reason: str
    batches: tuple[RecalledBatch, ...]
    is_whole: bool = False
    """All of the file is asked back; its batches are not named then."""


def write_camt055(wish: Cancellation) -> bytes:
    """The file. The same wish gives the same bytes.

    Raises:
        Unwritable: Something stands in it that no file may carry.
    """
    payments = [one for batch in wish.batches for one in batch.payments]
    if not payments:
        raise Unwritable("CstmrPmtCxlReq", "", "no payment")
    out = Elements()
    out.raw('<?xml version="1.0" encoding="UTF-8"?>\n')
    out.raw(f'<Document xmlns="{_NAMESPACE}:{CANCELLATION}">')
    out.open("CstmrPmtCxlReq")
    _assignment(out, wish)
    out.open("Case")
    out.leaf("Id", wish.id, _ID)
    out.open("Cretr", "Pty")
    out.leaf("Nm", wish.name, _NAME)
    out.close(3)
    out.open("CtrlData")
    _totals(out, payments)
    out.close()
    out.open("Undrlyg")
    if wish.is_whole:
        _group(out, wish, payments)
    else:
        for batch in wish.batches:
            _batch(out, wish, batch)
    out.close(2)
    out.raw("</Document>\n")
    return out.take()


def _assignment(out: Elements, wish: Cancellation) -> None:
    out.open("Assgnmt")
    out.leaf("Id", wish.id, _ID)
    out.open("Assgnr", "Pty")
    out.leaf("Nm", wish.name, _NAME)
    out.close(2)
    out.open("Assgne", "Agt", "FinInstnId")
    if wish.is_bic:
        out.leaf("BIC", wish.bank, 11)
    else:
        out.leaf("Nm", wish.bank, _NAME)
    out.close(3)
    if wish.created.tzinfo is None:
        raise Unwritable("Assgnmt/CreDtTm", str(wish.created), "no zone")
    out.leaf("CreDtTm", wish.created.isoformat(timespec="seconds"), _ID)
    out.close()


def _totals(out: Elements, payments: list[RecalledPayment]) -> None:
    out.leaf("NbOfTxs", str(len(payments)), 15)
    total = sum((one.amount for one in payments), Decimal(0))
    out.leaf("CtrlSum", plain(total), 19)


def _original(out: Elements, wish: Cancellation) -> None:
    out.leaf("OrgnlMsgId", wish.message_id, _ID)
    out.leaf("OrgnlMsgNmId", wish.message_name, _ID)


def _group(out: Elements, wish: Cancellation, payments: list[RecalledPayment]) -> None:
    out.open("OrgnlGrpInfAndCxl")
    out.leaf("GrpCxlId", wish.id, _ID)
    _original(out, wish)
    _totals(out, payments)
    out.leaf("GrpCxl", "true", 5)
    _reason(out, wish.reason)
    out.close()


def _batch(out: Elements, wish: Cancellation, batch: RecalledBatch) -> None:
    out.open("OrgnlPmtInfAndCxl")
    out.leaf("OrgnlPmtInfId", batch.id, _ID)
    out.open("OrgnlGrpInf")
    _original(out, wish)
    out.close()
    _totals(out, list(batch.payments))
    out.leaf("PmtInfCxl", "true" if batch.is_whole else "false", 5)
    if batch.is_whole:
        _reason(out, wish.reason)
    else:
        for payment in batch.payments:
            _payment(out, wish.reason, payment)
    out.close()


def _payment(out: Elements, reason: str, payment: RecalledPayment) -> None:
    out.open("TxInf")
    out.maybe("OrgnlInstrId", payment.instruction_id, _ID)
    out.maybe("OrgnlEndToEndId", payment.end_to_end_id, _ID)
    out.money("OrgnlInstdAmt", payment.amount, payment.currency)
    if payment.execution_date is not None:
        out.leaf("OrgnlReqdExctnDt", payment.execution_date.isoformat(), 10)
    _reason(out, reason)
    out.close()


def _reason(out: Elements, code: str) -> None:
    out.open("CxlRsnInf", "Rsn")
    out.leaf("Cd" if code in _CODED else "Prtry", code, _CODE)
    out.close(2)
