"""Takes back payments that are not yet paid: camt.055 in, camt.029 out (.01, .03)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from lxml import etree

from banksim.bank.iso_text import document, moment, put, put_some, whole
from banksim.bank.mailbox import Kind, Mailbox, NewFile
from banksim.bank.payment_file import NOT_PROVIDED, FileRefused
from banksim.bank.reception import ACCEPTED, CANCELLED, PAID, RECEIVED
from banksim.bank.reports import FILE_TYPES
from banksim.security.safe_xml import Unreadable, parse, words
from banksim.store import Row, Store

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_URN = "urn:iso:std:iso:20022:tech:xsd:"
VERSIONS = ("camt.055.001.01", "camt.055.001.08")
_NOT_PAID = (RECEIVED, ACCEPTED)


@dataclass(frozen=True, slots=True)
class _Wish:
    """What somebody wants back."""

    message_id: str
    payment_info_id: str | None
    end_to_end_id: str | None


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of one payment of a wish."""

    order: Row
    is_cancelled: bool


class Cancellations:
    """Takes payments back while that is possible."""

    def __init__(self, store: Store, mailbox: Mailbox) -> None:
        self._store = store
        self._mailbox = mailbox

    def take(self, agreement: str, content: bytes, now: datetime, day: date) -> None:
        """Cancel what can be cancelled and lay out the answer.

        Raises:
            FileRefused: It is no request to cancel that the bank reads.
        """
        case, wishes = _read(content)
        outcomes = [
            _Outcome(order, self._cancel(order))
            for wish in wishes
            for order in self._wanted(agreement, wish)
        ]
        self._mailbox.lay(
            NewFile(
                agreement,
                Kind.CANCELLATION,
                FILE_TYPES[Kind.CANCELLATION],
                _answer(case, wishes, outcomes, now),
            ),
            now,
            day,
        )

    def _wanted(self, agreement: str, wish: _Wish) -> list[Row]:
        return self._store.rows(
            "SELECT o.*, b.payment_info_id, u.message_id, u.version FROM orders o"
            " JOIN batches b ON b.id = o.batch JOIN uploads u ON u.id = b.upload"
            " WHERE u.agreement = ? AND u.message_id = ?"
            " AND (? IS NULL OR b.payment_info_id = ?)"
            " AND (? IS NULL OR o.end_to_end_id = ?) ORDER BY o.id",
            agreement,
            wish.message_id,
            wish.payment_info_id,
            wish.payment_info_id,
            wish.end_to_end_id,
            wish.end_to_end_id,
        )

    def _cancel(self, order: Row) -> bool:
        """Whether it could be; a batch with nothing left to pay is over."""
        done = self._store.changed(
            "UPDATE orders SET state = ? WHERE id = ? AND state IN (?, ?)",
            CANCELLED,
            order["id"],
            *_NOT_PAID,
        )
        self._store.run(
            "UPDATE batches SET state = ? WHERE id = ? AND state IN (?, ?)"
            " AND NOT EXISTS (SELECT 1 FROM orders WHERE batch = ?"
            " AND state IN (?, ?))",
            CANCELLED,
            order["batch"],
            *_NOT_PAID,
            order["batch"],
            *_NOT_PAID,
        )
        return bool(done)


def _read(content: bytes) -> tuple[str, list[_Wish]]:
    try:
        root = parse(content)
    except Unreadable as error:
        raise FileRefused("FF01", f"The file cannot be read: {error}") from error
    namespace = etree.QName(root).namespace or ""
    names = {"i": namespace}
    if namespace.removeprefix(_URN) not in VERSIONS or not len(root):
        raise FileRefused("FF01", "It is no camt.055 that the bank takes")
    wishes: list[_Wish] = []
    for part in root[0].iterfind("i:Undrlyg", names):
        group = words(part, "i:OrgnlGrpInfAndCxl/i:OrgnlMsgId", names)
        batches = part.findall("i:OrgnlPmtInfAndCxl", names)
        if group and not batches:
            wishes.append(_Wish(group, None, None))
        for batch in batches:
            wishes.extend(_wishes(batch, group, names))
    if not wishes:
        raise FileRefused("FF01", "It names no payment")
    return words(root[0], "i:Assgnmt/i:Id", names) or NOT_PROVIDED, wishes


def _wishes(batch: _Element, group: str | None, names: dict[str, str]) -> list[_Wish]:
    message = group or words(batch, "i:OrgnlGrpInf/i:OrgnlMsgId", names) or ""
    info = words(batch, "i:OrgnlPmtInfId", names)
    orders = batch.findall("i:TxInf", names)
    if not orders:
        return [_Wish(message, info, None)]
    return [
        _Wish(message, info, words(order, "i:OrgnlEndToEndId", names))
        for order in orders
    ]


def _answer(
    case: str, wishes: Sequence[_Wish], outcomes: Sequence[_Outcome], now: datetime
) -> bytes:
    message = document("camt.029.001.03", "RsltnOfInvstgtn")
    head = put(message, "Assgnmt")
    put(head, "Id", f"CXL{now:%y%m%d%H%M%S%f}")
    put(head, "Assgnr/Agt/FinInstnId/Nm", "Simulated bank")
    put(head, "Assgne/Pty/Nm", "Customer")
    put(head, "CreDtTm", moment(now))
    put(message, "RslvdCase/Id", case)
    put(message[-1], "Cretr/Pty/Nm", "Customer")
    done = sum(outcome.is_cancelled for outcome in outcomes)
    is_all = bool(outcomes) and done == len(outcomes)
    put(message, "Sts/Conf", "CNCL" if is_all else "PECR" if done else "RJCR")
    details = put(message, "CxlDtls")
    put(details, "OrgnlGrpInfAndSts/OrgnlMsgId", wishes[0].message_id)
    version = outcomes[0].order["version"] if outcomes else "pain.001.001.03"
    put(details[0], "OrgnlMsgNmId", version)
    for outcome in outcomes:
        part = put(details, "TxInfAndSts")
        put_some(part, "OrgnlInstrId", outcome.order["instruction_id"])
        put(part, "OrgnlEndToEndId", outcome.order["end_to_end_id"])
        put(part, "TxCxlSts", "ACCR" if outcome.is_cancelled else "RJCR")
        if not outcome.is_cancelled:
            was_paid = outcome.order["state"] == PAID
            code = "ARDT" if was_paid else "NOOR"
            put(part, "CxlStsRsnInf/Rsn/Cd", code)
    return whole(message)
