"""Builds pain.002: what has become of a payment file.

A file in .03 is answered in pain.002.001.03, one in .09 in pain.002.001.10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from lxml import etree

from banksim.bank.iso_text import document, moment, put, put_some, whole
from simulating.amounts import to_text

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_ANSWERS = {"pain.001.001.03": "pain.002.001.03", "pain.001.001.09": "pain.002.001.10"}
_TEXT_LENGTH = 105


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was refused."""

    code: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class OrderStatus:
    """The status of one payment."""

    instruction_id: str | None
    end_to_end_id: str
    status: str
    reason: Reason | None
    amount: int
    currency: str
    bank_reference: str | None = None


@dataclass(frozen=True, slots=True)
class BatchStatus:
    """The status of one batch, with that of payments where they are told."""

    payment_info_id: str
    status: str | None
    reason: Reason | None = None
    orders: Sequence[OrderStatus] = ()


@dataclass(frozen=True, slots=True)
class FileStatus:
    """What a pain.002 says."""

    message_id: str
    created: datetime
    bank_bic: str
    original_message_id: str
    original_version: str
    original_created: str | None
    original_count: int | None
    original_sum: str | None
    group: str | None
    reason: Reason | None = None
    batches: Sequence[BatchStatus] = ()


def build(status: FileStatus) -> bytes:
    """The document."""
    version = _ANSWERS[status.original_version]
    report = document(version, "CstmrPmtStsRpt")
    head = put(report, "GrpHdr")
    put(head, "MsgId", status.message_id)
    put(head, "CreDtTm", moment(status.created))
    agent = "BICFI" if version.endswith(".10") else "BIC"
    put(head, f"InitgPty/Id/OrgId/{'AnyBIC' if agent == 'BICFI' else 'BICOrBEI'}",
        status.bank_bic)  # fmt: skip
    group = put(report, "OrgnlGrpInfAndSts")
    put(group, "OrgnlMsgId", status.original_message_id)
    put(group, "OrgnlMsgNmId", status.original_version)
    put_some(group, "OrgnlCreDtTm", status.original_created)
    if status.original_count is not None:
        put(group, "OrgnlNbOfTxs", str(status.original_count))
    put_some(group, "OrgnlCtrlSum", status.original_sum)
    put_some(group, "GrpSts", status.group)
    _put_reason(group, status.reason)
    for batch in status.batches:
        _put_batch(report, batch)
    return whole(report)


def _put_batch(report: _Element, batch: BatchStatus) -> None:
    part = put(report, "OrgnlPmtInfAndSts")
    put(part, "OrgnlPmtInfId", batch.payment_info_id)
    put_some(part, "PmtInfSts", batch.status)
    _put_reason(part, batch.reason)
    for order in batch.orders:
        one = put(part, "TxInfAndSts")
        put_some(one, "OrgnlInstrId", order.instruction_id)
        put(one, "OrgnlEndToEndId", order.end_to_end_id)
        put(one, "TxSts", order.status)
        _put_reason(one, order.reason)
        put_some(one, "AcctSvcrRef", order.bank_reference)
        amount = to_text(order.amount, order.currency)
        put(one, "OrgnlTxRef/Amt/InstdAmt", amount, Ccy=order.currency)


def _put_reason(parent: _Element, reason: Reason | None) -> None:
    if reason is None:
        return
    part = put(parent, "StsRsnInf")
    put(part, "Rsn/Cd", reason.code)
    put_some(part, "AddtlInf", (reason.text or "")[:_TEXT_LENGTH] or None)
