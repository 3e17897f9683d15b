"""Writes a confirmed request as camt.055: the same request gives the same bytes."""

import re
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Row, func, select

from bankfiles.writing import Unwritable
from bankfiles.writing.camt055 import (
    Cancellation,
    RecalledBatch,
    write_camt055,
)
from bankfiles.writing.camt055 import RecalledPayment as Asked
from giroscope.features.documents import Document
from giroscope.features.payments.recalls.errors import NotWritable
from giroscope.features.payments.recalls.tables import Recall, RecalledPayment
from giroscope.features.payments.sending import Sending
from giroscope.features.payments.sending.tables import IS_PAYMENT
from giroscope.features.payments.tables import Payment, PaymentBatch

_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")


def written(connection: Connection, recall_id: int) -> bytes:
    """The request as it leaves.

    Raises:
        NotWritable: The payment file has something that no request can repeat.
    """
    recall = connection.execute(select(Recall).where(Recall.id == recall_id)).one()
    rows = connection.execute(_payments(recall)).all()
    sizes = _sizes(connection, recall.of_document_id)
    message_id, version = connection.execute(
        select(Sending.message_id, Document.version)
        .join(Document, Document.id == Sending.document_id)
        .where(Sending.document_id == recall.of_document_id, IS_PAYMENT)
    ).one()
    bank = rows[0].debtor_agent or ""
    is_bic = _BIC.fullmatch(bank) is not None
    try:
        return write_camt055(
            Cancellation(
                id=recall.case_id,
                created=recall.asked,
                name=rows[0].debtor_name or recall.connection_name,
                bank=bank if is_bic else recall.connection_name,
                is_bic=is_bic,
                message_id=message_id or "",
                message_name=version or "pain.001",
                reason=recall.reason,
                batches=tuple(_batches(rows, sizes)),
                is_whole=recall.is_whole,
            )
        )
    except Unwritable as error:
        raise NotWritable(str(error)) from error


def _payments(recall: Row[Any]) -> Any:
    """The payments asked back, batch by batch, in the order of their file."""
    return (
        select(
            Payment.amount, Payment.currency, Payment.end_to_end_id,
            Payment.instruction_id, Payment.batch_id, PaymentBatch.bank_id,
            PaymentBatch.execution_date, PaymentBatch.debtor_name,
            PaymentBatch.debtor_agent,
        )
        .join(RecalledPayment, RecalledPayment.position == Payment.position)
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(
            RecalledPayment.recall_id == recall.id,
            Payment.document_id == recall.of_document_id,
        )
        .order_by(Payment.position)
    )  # fmt: skip


def _sizes(connection: Connection, document_id: int) -> dict[int, int]:
    """How many payments each batch of the file has."""
    rows = connection.execute(
        select(Payment.batch_id, func.count())
        .where(Payment.document_id == document_id)
        .group_by(Payment.batch_id)
    )
    return {batch: int(count) for batch, count in rows}


def _batches(
    rows: Iterable[Row[Any]], sizes: dict[int, int]
) -> Iterable[RecalledBatch]:
    for batch_id, group in groupby(rows, key=attrgetter("batch_id")):
        of_batch = list(group)
        yield RecalledBatch(
            of_batch[0].bank_id or "",
            tuple(
                Asked(
                    one.end_to_end_id, one.instruction_id, one.amount, one.currency,
                    one.execution_date,
                )
                for one in of_batch
            ),
            is_whole=len(of_batch) == sizes[batch_id],
        )  # fmt: skip
