"""Marks payees of which something has changed; `keep.py` derives them anew.

A mark lies with the batch, or is added: no change of a payment waits for a payee.
"""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from giroscope.features.payments.checks.payment_evidence import is_proven
from giroscope.features.payments.payees.tables import StalePayee
from giroscope.features.payments.tables import Payment, PaymentBatch


def mark_payees(
    connection: Connection, correlation_id: str, *, has_moved: bool
) -> None:
    """Mark a journal's payees where its payments moved, or prove more or less."""
    of_journal = PaymentBatch.correlation_id == correlation_id
    if not has_moved:
        kept = {
            row.id: row.proven
            for row in connection.execute(
                select(PaymentBatch.id, PaymentBatch.proven).where(of_journal)
            )
        }
        if kept == proven_by_batch(connection, kept):
            return
    connection.execute(update(PaymentBatch).where(of_journal).values(proven=None))


def proven_by_batch(
    connection: Connection, batch_ids: Collection[int]
) -> dict[int, int]:
    """How many payments of each batch prove an account."""
    rows = connection.execute(
        select(Payment.batch_id, func.count())
        .where(Payment.batch_id.in_(batch_ids), is_proven("payments"))
        .group_by(Payment.batch_id)
    )
    return dict.fromkeys(batch_ids, 0) | {row[0]: row[1] for row in rows}


def mark_stale(
    connection: Connection, these: ColumnElement[bool], *narrowed: ColumnElement[bool]
) -> None:
    """Mark the payees of these payments, and those who share an account with them."""
    accounts = select(Payment.creditor_account).where(
        these, Payment.creditor_account.is_not(None)
    )
    sharing = Payment.creditor_account.in_(accounts)
    own, others = (
        select(Payment.payee).where(which, Payment.payee.is_not(None), *narrowed)
        for which in (these, sharing)
    )
    connection.execute(insert(StalePayee).from_select(["identity"], own.union(others)))


def forget_payees(connection: Connection, document_id: int) -> None:
    """Mark the payees of a document whose payments go."""
    mark_stale(connection, Payment.document_id == document_id)
