"""Reads pain.001, the customer's payment orders, in versions 03 to 13."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

from lxml.etree import _Element

from bankfiles._findings import found
from bankfiles._paths import (
    Inner,
    Many,
    Paths,
    Row,
    Sum,
    Table,
    compile_paths,
    fill,
    line_of,
)
from bankfiles._pull import drop, events, namespace_of
from bankfiles._text import ZERO, add, day, decimal, flag, whole
from bankfiles.limits import Limits
from bankfiles.values import (
    FileHeader,
    Finding,
    Money,
    Party,
    Payment,
    PaymentBatch,
    Value,
)


def _account(parent: str, slot: int) -> Paths:
    return {
        f"{parent}/Id/IBAN": slot,
        f"{parent}/Id/Othr/Id": slot,
        f"{parent}/Id/BBAN": slot,
        f"{parent}/Id/PrtryAcct/Id": slot,
    }


def _agent(parent: str, slot: int) -> Paths:
    return {
        f"{parent}/FinInstnId/BICFI": slot,
        f"{parent}/FinInstnId/BIC": slot,
        f"{parent}/FinInstnId/ClrSysMmbId/MmbId": slot,
        f"{parent}/FinInstnId/Othr/Id": slot,
    }


_HEADER: Paths = {
    "MsgId": 0,
    "CreDtTm": 1,
    "NbOfTxs": 2,
    "CtrlSum": 3,
    "InitgPty/Nm": 4,
}
_BATCH: Paths = {
    "PmtInfId": 0,
    "PmtMtd": 1,
    "BtchBookg": 2,
    "NbOfTxs": 3,
    "CtrlSum": 4,
    "ReqdExctnDt": Inner(5),
    "Dbtr/Nm": 6,
    **_account("DbtrAcct", 7),
    "DbtrAcct/Ccy": 8,
    **_agent("DbtrAgt", 9),
    "PmtTpInf/SvcLvl/Cd": 10,
    "PmtTpInf/SvcLvl/Prtry": 10,
    "ChrgBr": 11,
}
_PAYMENT: Paths = {
    "PmtId/InstrId": 0,
    "PmtId/EndToEndId": 1,
    "PmtId/UETR": 2,
    "Amt/InstdAmt": Sum(3),
    "Amt/EqvtAmt/Amt": Sum(5),
    "ChrgBr": 7,
    "Cdtr/Nm": 8,
    **_account("CdtrAcct", 9),
    **_agent("CdtrAgt", 10),
    "UltmtCdtr/Nm": 11,
    "Purp/Cd": 12,
    "Purp/Prtry": 12,
    "RmtInf/Ustrd": Many(13),
    "RmtInf/Strd/CdtrRefInf/Ref": 14,
    "RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd": 15,
    "RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Prtry": 15,
    "RmtInf/Strd/AddtlRmtInf": Many(16),
    "Cdtr/PstlAdr/TwnNm": 17,
    "Cdtr/PstlAdr/AdrLine": Many(18),
    "RmtInf/Strd/RfrdDocInf/Nb": Many(19),
}
_HEADER_SIZE, _BATCH_SIZE, _PAYMENT_SIZE = 5, 12, 20
_NAMES = ("CstmrCdtTrfInitn", "GrpHdr", "PmtInf", "CdtTrfTxInf")


@lru_cache(maxsize=32)
def _tables(namespace: str) -> tuple[Table, Table, Table]:
    return (
        compile_paths(_HEADER, namespace),
        compile_paths(_BATCH, namespace),
        compile_paths(_PAYMENT, namespace),
    )


def read_pain001(
    blocks: Iterable[bytes], header: FileHeader, limits: Limits
) -> Iterator[Value]:
    """The values of a pain.001 given as blocks of UTF-8."""
    order = Order(header)
    for event, name, element in events(blocks, _NAMES, limits):
        if name == "GrpHdr" and event == "end":
            yield from order.head(element)
        elif name == "PmtInf":
            if event == "start":
                order.begin(element)
            else:
                yield from order.end(element)
        elif name == "CdtTrfTxInf" and event == "end":
            yield from order.payment(element)
    yield from order.close()


class Order:
    """One pain.001 while its parts pass by."""

    def __init__(self, header: FileHeader) -> None:
        self._file = header
        self._headed = False
        self._count, self._sum = 0, ZERO
        self._batches = 0
        self._batch: PaymentBatch | None = None
        self._batch_line: int | None = None
        self._batch_count, self._batch_sum = 0, ZERO

    def head(self, element: _Element | None) -> Iterator[Value]:
        """The group header, or its absence."""
        if self._headed:
            return
        self._headed = True
        row: Row = [None] * _HEADER_SIZE
        if element is not None:
            fill(element, _tables(namespace_of(element))[0], row)
        message_id, created, count, total, initiator = row
        self._file = self._file._replace(
            message_id=message_id,
            created=created,
            stated_count=count,
            stated_sum=total,
            initiator=initiator,
        )
        yield self._file
        if element is None:
            yield found(
                "group_header_missing",
                "The message has no group header.",
                path="GrpHdr",
            )
        elif message_id is None:
            yield found(
                "message_id_missing",
                "The message has no id.",
                line_of(element),
                "GrpHdr/MsgId",
            )

    def begin(self, element: _Element) -> None:
        """A payment information block starts."""
        self._batches += 1
        self._batch, self._batch_line = None, line_of(element)
        self._batch_count, self._batch_sum = 0, ZERO

    def payment(self, element: _Element) -> Iterator[Value]:
        """One credit transfer."""
        parent = element.getparent()
        if self._batch is None and parent is not None:
            yield from self._start(parent)
        self._count += 1
        self._batch_count += 1
        row: Row = [None] * _PAYMENT_SIZE
        fill(element, _tables(namespace_of(element))[2], row)
        value = _payment(self._count, line_of(element), row)
        if value is None:
            yield self._refused(element, row)
        else:
            self._sum = add(self._sum, value.amount)
            self._batch_sum = add(self._batch_sum, value.amount)
            yield value
        drop(element)

    def end(self, element: _Element) -> Iterator[Value]:
        """A payment information block ends."""
        if self._batch is None:
            yield from self._start(element)
        assert self._batch is not None  # noqa: S101 - _start set it
        place = f"PmtInf[{self._batches}]"
        stated = (self._batch.stated_count, self._batch.stated_sum)
        yield from _compare(
            stated, (self._batch_count, self._batch_sum), self._batch_line, place
        )
        drop(element)

    def close(self) -> Iterator[Value]:
        """The end of the message."""
        yield from self.head(None)
        stated = (self._file.stated_count, self._file.stated_sum)
        yield from _compare(stated, (self._count, self._sum), None, "GrpHdr")
        if not self._count:
            yield found("nothing_inside", "The message holds no payment.")

    def _start(self, element: _Element) -> Iterator[Value]:
        """The batch, from what stands before its first payment."""
        yield from self.head(None)
        row: Row = [None] * _BATCH_SIZE
        fill(element, _tables(namespace_of(element))[1], row)
        execution, place = day(row[5]), f"PmtInf[{self._batches}]"
        self._batch = PaymentBatch(
            self._batches,
            self._batch_line,
            row[0],
            row[1],
            flag(row[2]),
            row[3],
            row[4],
            execution,
            Party(row[6], row[7], row[9]),
            row[8],
            row[10],
            row[11],
        )
        yield self._batch
        if execution is None:
            code = "date_unreadable" if row[5] else "date_missing"
            yield found(
                code,
                f"The execution date {row[5]!r} is no date."
                if row[5]
                else "There is no requested execution date.",
                self._batch_line,
                f"{place}/ReqdExctnDt",
            )
        if row[7] is None:
            yield found(
                "account_missing",
                "The payments do not say which account they are drawn on.",
                self._batch_line,
                f"{place}/DbtrAcct",
            )

    def _refused(self, element: _Element, row: Row) -> Finding:
        text = row[3] or row[5]
        code = "amount_unreadable" if text else "amount_missing"
        words = f"the amount {text!r} is no number" if text else "there is no amount"
        return found(
            code,
            f"Payment {self._count} was left out: {words}.",
            line_of(element),
            f"PmtInf[{self._batches}]/CdtTrfTxInf[{self._batch_count}]/Amt",
        )


def _payment(position: int, line: int | None, row: Row) -> Payment | None:
    instructed, equivalent = decimal(row[3]), decimal(row[5])
    amount = equivalent if row[3] is None else instructed
    if amount is None:
        return None
    lines = row[13] or row[16] or row[19]
    return Payment(
        position,
        line,
        amount,
        row[4] or row[6],
        row[1],
        row[0],
        row[2],
        Money(equivalent, row[6]) if equivalent is not None and row[6] else None,
        Party(row[8], row[9], row[10]),
        row[11],
        "\n".join(lines) if lines else None,
        row[14],
        row[15],
        row[12],
        row[7],
        _address_form(row[17], row[18]),
    )


def _address_form(town: str | None, lines: list[str] | None) -> str | None:
    """How the address is given; from November 2026 a town is required."""
    if town:
        return "hybrid" if lines else "structured"
    return "unstructured" if lines else None


def _compare(
    stated: tuple[str | None, str | None],
    counted: tuple[int, Decimal],
    line: int | None,
    place: str,
) -> Iterator[Finding]:
    """What was stated against what was counted."""
    if stated[0] is not None and whole(stated[0]) != counted[0]:
        yield found(
            "count_differs",
            f"{stated[0]} payments are stated; {counted[0]} are listed.",
            line,
            f"{place}/NbOfTxs",
        )
    if stated[1] is not None and decimal(stated[1]) != counted[1]:
        yield found(
            "sum_differs",
            f"The control sum is {stated[1]}; the payments make {counted[1]}.",
            line,
            f"{place}/CtrlSum",
        )
