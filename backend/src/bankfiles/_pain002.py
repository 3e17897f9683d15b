"""Reads pain.002, the bank's answer to payment orders, in versions 02 to 15."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from lxml.etree import _Element

from bankfiles._findings import found
from bankfiles._paths import (
    Many,
    Paths,
    Row,
    Rows,
    Sum,
    Table,
    compile_paths,
    fill,
    line_of,
)
from bankfiles._pull import drop, events, namespace_of
from bankfiles._status_blocks import Answered, reasons_of
from bankfiles._text import decimal
from bankfiles.limits import Limits
from bankfiles.parts import Money
from bankfiles.values import (
    FileHeader,
    GroupStatus,
    PaymentBatchStatus,
    PaymentStatus,
    Value,
)

# Version 02 called the reason `StsRsn`, all later ones `Rsn`.
_REASONS = Rows(
    0,
    3,
    {
        "Rsn/Cd": 1,
        "Rsn/Prtry": 1,
        "StsRsn/Cd": 1,
        "StsRsn/Prtry": 1,
        "AddtlInf": Many(2),
        "AddtlStsRsnInf": Many(2),
    },
)
_HEADER: Paths = {"MsgId": 0, "CreDtTm": 1, "InitgPty/Nm": 2}
_GROUP: Paths = {
    "StsRsnInf": _REASONS,
    "OrgnlMsgId": 1,
    "OrgnlMsgNmId": 2,
    "GrpSts": 3,
    "OrgnlNbOfTxs": 4,
    "OrgnlCtrlSum": 5,
}
_BATCH: Paths = {"StsRsnInf": _REASONS, "OrgnlPmtInfId": 1, "PmtInfSts": 2}
_PAYMENT: Paths = {
    "StsRsnInf": _REASONS,
    "StsId": 1,
    "OrgnlInstrId": 2,
    "OrgnlEndToEndId": 3,
    "TxSts": 4,
    "OrgnlTxRef/Amt/InstdAmt": Sum(5),
    "OrgnlTxRef/Amt/EqvtAmt/Amt": Sum(5),
    "OrgnlPmtInfId": 7,
}
_SIZES = (3, 6, 3, 8)
_NAMES = ("GrpHdr", "OrgnlGrpInfAndSts", "OrgnlPmtInfAndSts", "TxInfAndSts")


@lru_cache(maxsize=32)
def _tables(namespace: str) -> tuple[Table, ...]:
    return tuple(
        compile_paths(paths, namespace) for paths in (_HEADER, _GROUP, _BATCH, _PAYMENT)
    )


def _row(element: _Element, table: int) -> Row:
    row: Row = [None] * _SIZES[table]
    fill(element, _tables(namespace_of(element))[table], row)
    return row


def read_pain002(
    blocks: Iterable[bytes], header: FileHeader, limits: Limits
) -> Iterator[Value]:
    """The values of a pain.002 given as blocks of UTF-8."""
    report = Report(header)
    for event, name, element in events(blocks, _NAMES, limits):
        if event == "start":
            if name == "OrgnlPmtInfAndSts":
                report.begin()
        elif name == "GrpHdr":
            yield from report.head(element)
        elif name == "OrgnlGrpInfAndSts":
            yield from report.group(element)
        elif name == "OrgnlPmtInfAndSts":
            yield from report.batch(element)
        else:
            yield from report.payment(element)
    yield from report.close()


class Report(Answered[PaymentBatchStatus]):
    """One pain.002 while its parts pass by."""

    def __init__(self, header: FileHeader) -> None:
        super().__init__()
        self._file = header
        self._headed = self._grouped = self._said_status = False

    def head(self, element: _Element | None) -> Iterator[Value]:
        """The group header, or its absence."""
        if self._headed:
            return
        self._headed = True
        row: Row = [None] * _SIZES[0] if element is None else _row(element, 0)
        yield self._file._replace(message_id=row[0], created=row[1], initiator=row[2])
        if element is None:
            yield found(
                "group_header_missing",
                "The message has no group header.",
                path="GrpHdr",
            )
        elif row[0] is None:
            yield found(
                "message_id_missing",
                "The message has no id.",
                line_of(element),
                "GrpHdr/MsgId",
            )

    def group(self, element: _Element | None) -> Iterator[Value]:
        """The status of the whole, or its absence."""
        yield from self.head(None)
        if self._grouped:
            return
        self._grouped = True
        if element is None:
            yield GroupStatus(None, None, None)
            return
        row = _row(element, 1)
        self._said_status |= row[3] is not None
        yield GroupStatus(row[1], row[2], row[3], reasons_of(row[0]), line_of(element))

    def payment(self, element: _Element) -> Iterator[Value]:
        """One payment's status."""
        yield from self._enter(element)
        yield from self.group(None)
        row = _row(element, 3)
        amount = decimal(row[5])
        self._said_status |= row[4] is not None
        yield PaymentStatus(
            self._block.original_id if self._block else row[7],
            row[3],
            row[2],
            row[4],
            reasons_of(row[0]),
            row[1],
            Money(amount, row[6]) if amount is not None and row[6] else None,
            line_of(element),
        )
        drop(element)

    def close(self) -> Iterator[Value]:
        """The end of the message."""
        yield from self.group(None)
        if not self._said_status:
            yield found(
                "status_missing",
                "The report names no status, neither of the whole nor of a payment.",
            )

    def _tell(self, element: _Element) -> Iterator[Value]:
        yield from self.group(None)
        row = _row(element, 2)
        self._said_status |= row[2] is not None
        self._block = PaymentBatchStatus(
            row[1], row[2], reasons_of(row[0]), line_of(element)
        )
        yield self._block
