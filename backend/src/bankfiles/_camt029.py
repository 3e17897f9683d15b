"""Reads camt.029, the bank's answer to a request for recall, in versions 03 to 12."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from lxml.etree import _Element

from bankfiles._findings import found
from bankfiles._paths import Many, Paths, Row, Rows, Table, compile_paths, fill, line_of
from bankfiles._pull import drop, events, namespace_of
from bankfiles._status_blocks import Answered, reasons_of
from bankfiles.limits import Limits
from bankfiles.values import (
    FileHeader,
    Resolution,
    ResolvedBatch,
    ResolvedPayment,
    Value,
)

_REASONS = Rows(0, 3, {"Rsn/Cd": 1, "Rsn/Prtry": 1, "AddtlInf": Many(2)})
_ASSIGNMENT: Paths = {"Id": 0, "CreDtTm": 1, "Assgnr/Agt/FinInstnId/Nm": 2}
_CASE: Paths = {"Id": 0}
_OUTCOME: Paths = {"Conf": 0}
_GROUP: Paths = {"CxlStsRsnInf": _REASONS, "OrgnlMsgId": 1, "GrpCxlSts": 2}
_BATCH: Paths = {
    "CxlStsRsnInf": _REASONS, "OrgnlPmtInfId": 1, "PmtInfCxlSts": 2,
    "OrgnlGrpInf/OrgnlMsgId": 3,
}  # fmt: skip
_PAYMENT: Paths = {
    "CxlStsRsnInf": _REASONS, "OrgnlInstrId": 1, "OrgnlEndToEndId": 2, "TxCxlSts": 3,
    "OrgnlGrpInf/OrgnlMsgId": 4,
}  # fmt: skip
_PATHS = (_ASSIGNMENT, _CASE, _OUTCOME, _GROUP, _BATCH, _PAYMENT)
_NAMES = (
    "Assgnmt", "RslvdCase", "Sts", "OrgnlGrpInfAndSts", "OrgnlPmtInfAndSts",
    "TxInfAndSts",
)  # fmt: skip
_BODY = "RsltnOfInvstgtn"
_SIZE = 5


@lru_cache(maxsize=32)
def _tables(namespace: str) -> tuple[Table, ...]:
    return tuple(compile_paths(paths, namespace) for paths in _PATHS)


def _row(element: _Element, name: str) -> Row:
    row: Row = [None] * _SIZE
    fill(element, _tables(namespace_of(element))[_NAMES.index(name)], row)
    return row


def read_camt029(
    blocks: Iterable[bytes], header: FileHeader, limits: Limits
) -> Iterator[Value]:
    """The values of a camt.029 given as blocks of UTF-8."""
    answer = _Answer(header)
    for event, name, element in events(blocks, _NAMES, limits):
        if event == "start":
            if name == "OrgnlPmtInfAndSts":
                answer.begin()
        elif name in {"Assgnmt", "RslvdCase", "Sts"}:
            yield from answer.head(name, element)
        elif name == "OrgnlGrpInfAndSts":
            yield from answer.group(element)
        elif name == "OrgnlPmtInfAndSts":
            yield from answer.batch(element)
        else:
            yield from answer.payment(element)
    yield from answer.close()


class _Answer(Answered[ResolvedBatch]):
    """One camt.029 while its parts pass by."""

    def __init__(self, header: FileHeader) -> None:
        super().__init__()
        self._file = header
        self._headed = self._told = self._said = False
        self._case: str | None = None
        self._outcome: str | None = None

    def head(self, name: str, element: _Element) -> Iterator[Value]:
        """What stands before the details: who answers, which case, how it ended."""
        # A part may name its own case; the message's stands below its body.
        parent = element.getparent()
        if parent is None or _local(parent) != _BODY:
            return
        row = _row(element, name)
        if name == "Assgnmt":
            self._headed = True
            yield self._file._replace(
                message_id=row[0], created=row[1], initiator=row[2]
            )
        elif name == "RslvdCase":
            self._case = row[0]
        else:
            self._outcome = row[0]
            self._said |= row[0] is not None

    def group(self, element: _Element | None) -> Iterator[Value]:
        """The answer on the whole, or its absence."""
        if self._told and element is None:
            return
        if not self._headed:
            self._headed = True
            yield self._file
        row: Row = [None] * _SIZE
        if element is not None:
            row = _row(element, "OrgnlGrpInfAndSts")
        self._told = True
        self._said |= row[2] is not None
        yield Resolution(
            self._case, self._outcome, row[1], row[2], reasons_of(row[0]),
            None if element is None else line_of(element),
        )  # fmt: skip

    def payment(self, element: _Element) -> Iterator[Value]:
        """The answer on one payment."""
        yield from self._enter(element)
        yield from self.group(None)
        row = _row(element, "TxInfAndSts")
        self._said |= row[3] is not None
        yield ResolvedPayment(
            self._block.original_id if self._block else None,
            row[2], row[1], row[3], reasons_of(row[0]), row[4], line_of(element),
        )  # fmt: skip
        drop(element)

    def close(self) -> Iterator[Value]:
        """The end of the message."""
        yield from self.group(None)
        if not self._said:
            yield found(
                "status_missing",
                "The answer says neither of the whole nor of a payment what came of"
                " the request.",
            )

    def _tell(self, element: _Element) -> Iterator[Value]:
        yield from self.group(None)
        row = _row(element, "OrgnlPmtInfAndSts")
        self._said |= row[2] is not None
        self._block = ResolvedBatch(
            row[1], row[2], reasons_of(row[0]), row[3], line_of(element)
        )
        yield self._block


def _local(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]
