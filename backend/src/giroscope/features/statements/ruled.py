"""Transactions as rules look at them: entries, each as its statement tells of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, select

from giroscope.features.rules import (
    Field,
    Reading,
    Source,
    Subject,
    read_account,
    read_country,
    read_day,
    read_text,
    read_weekday,
    serving,
)
from giroscope.features.statements.narrowing import is_entry
from giroscope.features.statements.tables import Transaction


def _rows(columns: Iterable[Any]) -> Select[Any]:
    return select(*columns).select_from(Transaction).where(is_entry())


def _readings(connection: Connection) -> Mapping[Field, Reading]:
    served = serving(connection)
    text = (Transaction.remittance, Transaction.additional_information)
    account = (Transaction.account_id,)
    return {
        Field.ACCOUNT: Reading(account, str),
        Field.CONNECTION: Reading(account, lambda raw: served.get(str(raw))),
        Field.DIRECTION: Reading(
            (Transaction.amount,), lambda raw: "DEBIT" if raw < 0 else "CREDIT"
        ),
        Field.AMOUNT: Reading((Transaction.currency, Transaction.size), tuple),
        Field.CURRENCY: Reading((Transaction.currency,), str),
        Field.TEXT: Reading(text, read_text),
        Field.COUNTERPARTY_NAME: Reading((Transaction.counterparty_name,), read_text),
        Field.COUNTERPARTY_ACCOUNT: Reading(
            (Transaction.counterparty_account,), read_account
        ),
        Field.COUNTERPARTY_COUNTRY: Reading(
            (Transaction.counterparty_account,), read_country
        ),
        Field.BANK_TRANSACTION_CODE: Reading(
            (Transaction.bank_transaction_code,), read_text
        ),
        Field.REFERENCE: Reading((Transaction.reference,), read_text),
        Field.END_TO_END_ID: Reading((Transaction.end_to_end_id,), read_text),
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
