"""What the rules and the decisions ask about one payment document."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from giroscope.features.payments.approvals.payees import is_known
from giroscope.features.payments.approvals.route import Route
from giroscope.features.payments.approvals.rules import Facts
from giroscope.features.payments.checks import PaymentFlag
from giroscope.features.payments.checks.payment_evidence import CHANGED_CODES
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.kernel.columns import total


class Untouched(NamedTuple):
    """A journal's payment document of which no bank has said anything yet."""

    document_id: int
    execution_date: date | None


def untouched(connection: Connection, correlation_id: str) -> Untouched | None:
    """The journal's payment document, if all of its payments still wait for a bank."""
    documents = connection.execute(
        select(
            Payment.document_id,
            func.count(Payment.status) + func.count(Payment.transaction_id),
        )
        .where(Payment.correlation_id == correlation_id)
        .group_by(Payment.document_id)
    ).all()
    if len(documents) != 1 or documents[0][1]:
        return None
    document_id = int(documents[0][0])
    first = connection.execute(
        select(func.min(PaymentBatch.execution_date)).where(
            PaymentBatch.document_id == document_id
        )
    ).scalar_one()
    return Untouched(document_id, first)


def facts_of(connection: Connection, document_id: int, route: Route) -> Facts:
    """What the rules ask about the document."""
    sums = connection.execute(
        select(Payment.currency, total(Payment.amount))
        .where(Payment.document_id == document_id)
        .group_by(Payment.currency)
    )
    return Facts(
        totals={row[0]: row[1] for row in sums},
        accounts=route.accounts,
        connection_id=route.connection_id,
        has_new_payee=_has_new_payee(connection, document_id),
        has_changed_payee=_has_changed_payee(connection, document_id),
    )


def _has_new_payee(connection: Connection, document_id: int) -> bool:
    """Whether it pays an account that nothing was paid to or released for before."""
    new = (
        select(Payment.id)
        .where(Payment.document_id == document_id, ~is_known(Payment))
        .limit(1)
    )  # fmt: skip
    return connection.execute(new).first() is not None


def _has_changed_payee(connection: Connection, document_id: int) -> bool:
    """Whether the check found a payee who was paid on another account before."""
    changed = (
        select(PaymentFlag.id)
        .where(
            PaymentFlag.document_id == document_id, PaymentFlag.code.in_(CHANGED_CODES)
        )
        .limit(1)
    )
    return connection.execute(changed).first() is not None
