"""Gathers what a journal's state is derived from."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from giroscope.features.journals.bank_answers import EXECUTION_MISSING, RECALL_MISSING
from giroscope.features.journals.policy import Evidence
from giroscope.features.messages import alarms_of
from giroscope.features.payments import (
    Payment,
    bookings_by_statement,
    doubtful_and_returned,
    journals_booked_on,
    reported_status,
)
from giroscope.features.payments.corrections import links
from giroscope.features.payments.recalls import standings
from giroscope.features.rules import held_in
from giroscope.features.statements import Statement, of_document_and_next, proving
from giroscope.features.statements.tables import Status

COUNTED = (Status.LOADING.value, Status.CURRENT.value, Status.DISPUTED.value)
"""What is wrong with a statement is wrong no more once another version counts."""


def evidence_of(
    connection: Connection, correlation_id: str, kinds: Collection[str]
) -> Evidence:
    """What the journal's documents say, and what is lacking."""
    is_booked = Payment.transaction_id.is_not(None)
    counted = connection.execute(
        select(Payment.status, is_booked, func.count())
        .where(Payment.correlation_id == correlation_id)
        .group_by(Payment.status, is_booked)
    )
    payments = {(status, bool(booked)): n for status, booked, n in counted}
    unbalanced = connection.execute(
        select(func.count())
        .select_from(Statement)
        .where(
            Statement.correlation_id == correlation_id,
            Statement.balanced.is_(False),
            Statement.status.in_(COUNTED),
        )
    ).scalar_one()
    alarms = alarms_of(connection, correlation_id)
    doubtful, returned = doubtful_and_returned(connection, correlation_id)
    replaced = links.replaced_in(connection, [correlation_id])[correlation_id]
    return Evidence(
        payments=payments,
        file_status=None if payments else reported_status(connection, correlation_id),
        has_status="STATUS" in kinds,
        has_statement="STATEMENT" in kinds,
        is_unbalanced=unbalanced > 0,
        proven=_proven(connection, correlation_id) if "STATEMENT" in kinds else 0,
        returned=returned,
        replaced_refused=replaced.refused,
        replaced_returned=replaced.returned,
        doubtful=doubtful,
        is_overdue=bool(alarms - {RECALL_MISSING}),
        is_execution_overdue=EXECUTION_MISSING in alarms,
        is_recall_overdue=RECALL_MISSING in alarms,
        held_by_rules=held_in(connection, correlation_id) if payments else 0,
        recall=standings(connection, [correlation_id]).get(correlation_id),
    )


def _proven(connection: Connection, correlation_id: str) -> int:
    """How many payments are booked on statements that prove it."""
    booked = bookings_by_statement(connection, correlation_id)
    return sum(booked[proved] for proved in proving(connection, booked))


def journals_proven_by(connection: Connection, document_id: int) -> set[str]:
    """The journals whose bookings a document's statements prove, or the next ones."""
    statements = of_document_and_next(connection, document_id)
    return journals_booked_on(connection, statements)
