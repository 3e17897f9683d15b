"""Finds files whose day has been closed by the bank with nothing of them booked.

A bank may accept a file and never carry it out, and say nothing: somebody has rejected
it in the netbank, or there was no money. Only what a statement proves is told: the
final statements of the account cover the banking day after the one asked for.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from giroscope.features.banks import Account, account_names
from giroscope.features.journals.policy import JournalState
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import PaymentBatch, calendars_of
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.payments.sending.tables import IS_PAYMENT
from giroscope.features.statements import Statement
from giroscope.kernel.banking_days import next_open

_ACCEPTED = (JournalState.SENT.value, JournalState.ACCEPTED.value)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A journal whose payments should stand on a statement that is here."""

    correlation_id: str
    name: str
    day: date
    """The day that was asked for."""
    through: date
    """The last day that statements of its account tell of."""


def unpaid(connection: Connection) -> list[Unpaid]:
    """Files that banks have and nothing of which was booked in time."""
    told = (
        select(
            Statement.account_id,
            func.max(func.coalesce(Statement.to_date, Statement.closing_date)).label(
                "through"
            ),
        )
        .where(Statement.is_final)
        .group_by(Statement.account_id)
        .subquery()
    )
    paying = func.upper(func.replace(PaymentBatch.debtor_account, " ", ""))
    named = account_names()
    rows = connection.execute(
        select(
            Journal.correlation_id, Journal.message_id, Journal.execution_date,
            Account.iban, Account.currency, told.c.through,
        )
        .join(Sending, Sending.correlation_id == Journal.correlation_id)
        .join(PaymentBatch, PaymentBatch.correlation_id == Journal.correlation_id)
        .join(named, named.c.name == paying)
        .join(Account, Account.id == named.c.account_id)
        .join(told, told.c.account_id == Account.id)
        .where(
            IS_PAYMENT, Sending.state == SendState.SENT.value,
            Journal.state.in_(_ACCEPTED), Journal.booked == 0,
            Journal.execution_date.is_not(None),
        )
        # Of several accounts the one of which least is known counts.
        .order_by(Journal.id, told.c.through.desc())
    )  # fmt: skip
    latest = {row.correlation_id: row for row in rows}
    return [
        Unpaid(
            row.correlation_id, row.message_id or row.correlation_id,
            row.execution_date, row.through,
        )
        for row in latest.values()
        if _is_over(row)
    ]  # fmt: skip


def _is_over(row: Any) -> bool:
    """Whether the banking day after the one asked for is told of too.

    Who hands in after the cut-off, or for a closed day, is served on the next.
    """
    calendars = calendars_of((row.iban or "")[:2] or None, row.currency)
    asked = next_open(row.execution_date, calendars)
    through: date = row.through
    return through >= next_open(asked + _DAY, calendars)
