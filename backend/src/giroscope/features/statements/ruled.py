"""Transactions as rules look at them: entries, each as its statement tells of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, func, select

from giroscope.features.rules import (
    Field,
    Reading,
    Source,
    Subject,
    country_of,
    read_account,
    read_amount,
    read_day,
    read_weekday,
    serving,
    text_of,
)
from giroscope.features.statements.narrowing import is_entry
from giroscope.features.statements.tables import Transaction


def _rows(columns: Iterable[Any]) -> Select[Any]:
    return select(*columns).select_from(Transaction).where(is_entry())


def _readings(connection: Connection) -> Mapping[Field, Reading]:
    served = serving(connection)
    account, other = (Transaction.account_id,), Transaction.counterparty_account
    # As one column: what the database joins is not taken apart and joined again.
    text = (
        func.coalesce(Transaction.remittance, "")
        + " "
        + func.coalesce(Transaction.additional_information, "")
    )
    return {
        Field.ACCOUNT: Reading(account, str),
        Field.CONNECTION: Reading(account, lambda raw: served.get(str(raw))),
        Field.DIRECTION: Reading(
            (Transaction.amount != Transaction.size,),
            lambda raw: "DEBIT" if raw else "CREDIT",
        ),
        Field.AMOUNT: Reading((Transaction.currency, Transaction.size), read_amount),
        Field.CURRENCY: Reading((Transaction.currency,), str),
        Field.TEXT: text_of(text),
        Field.COUNTERPARTY_NAME: text_of(Transaction.counterparty_name),
        Field.COUNTERPARTY_ACCOUNT: Reading((other,), read_account),
        Field.COUNTERPARTY_COUNTRY: country_of(other),
        Field.BANK_TRANSACTION_CODE: text_of(Transaction.bank_transaction_code),
        Field.REFERENCE: text_of(Transaction.reference),
        Field.END_TO_END_ID: text_of(Transaction.end_to_end_id),
        Field.DATE: Reading((Transaction.day,), read_day),
        Field.VALUE_DATE: Reading((Transaction.value_date,), read_day),
        Field.WEEKDAY: Reading((Transaction.day,), read_weekday),
        Field.REVERSAL: Reading(
            (Transaction.reversal,), lambda raw: "YES" if raw else None
        ),
    }


RULED = Source(
    Subject.TRANSACTION, Transaction.id, Transaction.document_id, Transaction.day,
    _rows, _readings,
)  # fmt: skip
