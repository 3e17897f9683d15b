"""Payments that banks refused or gave back because of the payee's address.

Such a refusal stands until the bank accepts or books a payment to that payee, of the
same payment type, from a later file. What a reason points to, `corrections` decides.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from giroscope.features.payments.corrections.policy import CorrectedField, fields_of
from giroscope.features.payments.progress import PaymentProgress
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.payments.why import Question, Said, reasons_on

_NOT_MADE = (
    PaymentProgress.REJECTED,
    PaymentProgress.RETURNED,
    PaymentProgress.REPLACED,
)
_WENT_THROUGH = (PaymentProgress.ACCEPTED, PaymentProgress.BOOKED)
_ASKED = 1_000
"""Payments whose reasons are read at once."""
NO_REFUSAL: Mapping[str, Any] = {
    "refused_day": None, "refused_journal": None, "refused_reason": None
}  # fmt: skip


def standing_refusals(
    connection: Connection, own: ColumnElement[bool], bank: ColumnElement[str]
) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The latest that stands, as its address keeps it, by payee, bank and rail."""
    place = (Payment.payee, bank.label("bank"), Payment.rail)
    went_through = (
        select(*place, func.max(Payment.document_id).label("document_id"))
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(own, Payment.progress.in_(_WENT_THROUGH))
        .group_by(*place)
    )
    not_made = (
        select(
            *place, Payment.execution_day, Payment.correlation_id, Payment.document_id,
            Payment.status_report_id, Payment.return_id, Payment.progress,
        )
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(own, Payment.rail.is_not(None), Payment.progress.in_(_NOT_MADE))
        .order_by(Payment.execution_day, Payment.id)
    )  # fmt: skip
    upto = {tuple(row[:3]): row[3] for row in connection.execute(went_through)}
    rows = [
        (place_of, Question.of(row), row)
        for row in connection.execute(not_made)
        if row.document_id >= upto.get(place_of := tuple(row[:3]), 0)
    ]
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for start in range(0, len(rows), _ASKED):
        some = rows[start : start + _ASKED]
        said = reasons_on(connection, {question for _, question, _ in some})
        for place_of, question, row in some:
            if why := next(filter(_is_of_address, said[question]), None):
                found[place_of] = {
                    "refused_day": row.execution_day,
                    "refused_journal": row.correlation_id,
                    "refused_reason": why,
                }
    return found


def _is_of_address(reason: Said) -> bool:
    return CorrectedField.ADDRESS in fields_of([reason["code"]])
