"""Reads pain.001, the customer's payment orders, in versions 02 to 13."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from functools import lru_cache

from lxml.etree import _Element

from bankfiles._doubts import fits, too_long
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
from bankfiles.parts import Address, Finding, Money, Named, Party, PaymentType
from bankfiles.values import FileHeader, Payment, PaymentBatch, Value


def _account(parent: str, slot: int) -> Paths:
    """IBAN, another number, its scheme: three slots."""
    return {
        f"{parent}/Id/IBAN": slot,
        f"{parent}/Id/Othr/Id": slot + 1,
        f"{parent}/Id/BBAN": slot + 1,
        f"{parent}/Id/PrtryAcct/Id": slot + 1,
        f"{parent}/Id/Othr/SchmeNm/Cd": slot + 2,
        f"{parent}/Id/Othr/SchmeNm/Prtry": slot + 2,
    }


def _agent(parent: str, slot: int) -> Paths:
    """BIC, clearing number, clearing system, another number: four slots."""
    return {
        f"{parent}/FinInstnId/BICFI": slot,
        f"{parent}/FinInstnId/BIC": slot,
        f"{parent}/FinInstnId/ClrSysMmbId/MmbId": slot + 1,
        f"{parent}/FinInstnId/ClrSysMmbId/ClrSysId/Cd": slot + 2,
        f"{parent}/FinInstnId/Othr/Id": slot + 3,
    }


def _kind(slot: int) -> Paths:
    """The payment type: four slots."""
    return {
        "PmtTpInf/InstrPrty": slot,
        "PmtTpInf/SvcLvl/Cd": slot + 1,
        "PmtTpInf/SvcLvl/Prtry": slot + 1,
        "PmtTpInf/LclInstrm/Cd": slot + 2,
        "PmtTpInf/LclInstrm/Prtry": slot + 2,
        "PmtTpInf/CtgyPurp/Cd": slot + 3,
        "PmtTpInf/CtgyPurp/Prtry": slot + 3,
    }


def _postal(parent: str, slot: int) -> Paths:
    """A postal address: six slots."""
    return {
        f"{parent}/PstlAdr/StrtNm": slot,
        f"{parent}/PstlAdr/BldgNb": slot + 1,
        f"{parent}/PstlAdr/PstCd": slot + 2,
        f"{parent}/PstlAdr/TwnNm": slot + 3,
        f"{parent}/PstlAdr/Ctry": slot + 4,
        f"{parent}/PstlAdr/AdrLine": Many(slot + 5),
    }


_HEADER: Paths = {
    "MsgId": 0,
    "CreDtTm": 1,
    "NbOfTxs": 2,
    "CtrlSum": 3,
    "InitgPty/Nm": 4,
    "InitgPty/Id/OrgId/Othr/Id": 5,
    "InitgPty/Id/OrgId/Othr/SchmeNm/Cd": 6,
    "InitgPty/Id/OrgId/Othr/SchmeNm/Prtry": 6,
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
    "DbtrAcct/Ccy": 10,
    **_agent("DbtrAgt", 11),
    **_kind(15),
    "ChrgBr": 19,
    **_postal("Dbtr", 20),
    "UltmtDbtr/Nm": 26,
}
_PAYMENT: Paths = {
    "PmtId/InstrId": 0,
    "PmtId/EndToEndId": 1,
    "PmtId/UETR": 2,
    "Amt/InstdAmt": Sum(3),
    "Amt/EqvtAmt/Amt": Sum(5),
    "ChrgBr": 7,
    "Cdtr/Nm": 8,
    "UltmtCdtr/Nm": 9,
    "Purp/Cd": 10,
    "Purp/Prtry": 10,
    "RmtInf/Ustrd": Many(11),
    "RmtInf/Strd/CdtrRefInf/Ref": 12,
    "RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd": 13,
    "RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Prtry": 13,
    "RmtInf/Strd/AddtlRmtInf": Many(14),
    "RmtInf/Strd/RfrdDocInf/Nb": Many(15),
    **_account("CdtrAcct", 16),
    **_agent("CdtrAgt", 19),
    **_kind(23),
    **_postal("Cdtr", 27),
    "UltmtDbtr/Nm": 33,
    "InstrForDbtrAgt": Inner(34),
}
_HEADER_SIZE, _BATCH_SIZE, _PAYMENT_SIZE = 7, 27, 35
_NO_ADDRESS = [None] * 6
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
        message_id, created, count, total, initiator, initiator_id, scheme = row
        self._file = self._file._replace(
            message_id=message_id,
            created=created,
            stated_count=count,
            stated_sum=total,
            initiator=initiator,
            initiator_id=initiator_id,
            initiator_scheme=scheme,
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
        if value is None or not fits(value.amount):
            yield self._refused(element, row, value)
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
        self._batch = _batch(self._batches, self._batch_line, row, execution)
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
        if self._batch.debtor.account is None:
            yield found(
                "account_missing",
                "The payments do not say which account they are drawn on.",
                self._batch_line,
                f"{place}/DbtrAcct",
            )

    def _refused(self, element: _Element, row: Row, value: Payment | None) -> Finding:
        text = row[3] or row[5]
        code = "amount_unreadable" if text else "amount_missing"
        words = f"the amount {text!r} is no number" if text else "there is no amount"
        if value is not None:
            code, words = "amount_out_of_range", too_long(value.amount)
        return found(
            code,
            f"Payment {self._count} was left out: {words}.",
            line_of(element),
            f"PmtInf[{self._batches}]/CdtTrfTxInf[{self._batch_count}]/Amt",
        )


def _batch(
    position: int, line: int | None, row: Row, execution: date | None
) -> PaymentBatch:
    how = PaymentType(*row[15:19])
    return PaymentBatch(
        position,
        line,
        row[0],
        row[1],
        flag(row[2]),
        row[3],
        row[4],
        execution,
        Party(row[6], row[7] or row[8], row[11] or row[12] or row[14]),
        row[10],
        how.service_level,
        row[19],
        how,
        _address(row, 20),
        _named(row, 7, 11),
        row[26],
    )


def _payment(position: int, line: int | None, row: Row) -> Payment | None:
    instructed, equivalent = decimal(row[3]), decimal(row[5])
    amount = equivalent if row[3] is None else instructed
    if amount is None:
        return None
    lines = row[11] or row[14] or row[15]
    address = _address(row, 27)
    return Payment(
        position,
        line,
        amount,
        row[4] or row[6],
        row[1],
        row[0],
        row[2],
        Money(equivalent, row[6]) if equivalent is not None and row[6] else None,
        Party(row[8], row[16] or row[17], row[19] or row[20] or row[22]),
        row[9],
        "\n".join(lines) if lines else None,
        row[12],
        row[13],
        row[10],
        row[7],
        address.form if address else None,
        _payment_type(*row[23:27]),
        address,
        _named(row, 16, 19),
        row[33],
        tuple(row[11]) if row[11] else (),
        row[34],
    )


def _address(row: Row, slot: int) -> Address | None:
    """The address at the slot; from November 2026 a town is required."""
    given = row[slot : slot + 6]
    if given == _NO_ADDRESS:
        return None
    street, building, post_code, town, country, lines = given
    return Address(street, building, post_code, town, country, tuple(lines or ()))


@lru_cache(maxsize=256)
def _payment_type(*texts: str | None) -> PaymentType:
    """The same few types come back in every payment."""
    return PaymentType(*texts)


def _named(row: Row, account: int, agent: int) -> Named:
    scheme = "IBAN" if row[account] else row[account + 2]
    return Named(scheme, row[agent], row[agent + 1], row[agent + 2])


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
