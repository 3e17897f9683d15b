"""Payments as rules look at them, and where each stands on its way to the bank."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from giroscope.features.banks import normalised
from giroscope.features.payments.approvals.tables import Release
from giroscope.features.payments.checks.kinds import DANISH_KINDS, Kind, kind_of
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.rules import (
    Field,
    Place,
    Reading,
    Source,
    Subject,
    account_ids,
    country_of,
    read_account,
    read_amount,
    read_country,
    read_day,
    read_weekday,
    serving,
    text_of,
)

Methods = Callable[[Connection], Mapping[str, str]]
"""The ERP's payment method of each end-to-end id that the ERP gave."""

_DOMESTIC = DANISH_KINDS | {Kind.SWEDISH, Kind.NORWEGIAN}


def ruled(methods: Methods) -> Source:
    """Payments, with what the ERP tells of those that came from it."""

    def readings(connection: Connection) -> Mapping[Field, Reading]:
        return _readings(connection, methods)

    return Source(
        Subject.PAYMENT, Payment.id, Payment.document_id, Payment.execution_date,
        _rows, readings, _places, _journals,
    )  # fmt: skip


def _rows(columns: Iterable[Any]) -> Select[Any]:
    return (
        select(*columns)
        .select_from(Payment)
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
    )


def _readings(connection: Connection, methods: Methods) -> Mapping[Field, Reading]:
    accounts, served = account_ids(connection), serving(connection)
    came_with = methods(connection)
    payer, payee = PaymentBatch.debtor_account, Payment.creditor_account

    def account(raw: Any) -> str | None:
        return accounts.get(normalised(raw or ""))

    return {
        Field.ACCOUNT: Reading((payer,), account),
        Field.CONNECTION: Reading((payer,), lambda raw: served.get(account(raw) or "")),
        Field.AMOUNT: Reading((Payment.currency, Payment.amount), read_amount),
        Field.CURRENCY: Reading((Payment.currency,), str),
        Field.TEXT: text_of(Payment.remittance),
        Field.COUNTERPARTY_NAME: text_of(Payment.creditor_name),
        Field.COUNTERPARTY_ACCOUNT: Reading((payee,), read_account),
        Field.COUNTERPARTY_COUNTRY: country_of(payee),
        Field.REFERENCE: text_of(Payment.reference),
        Field.END_TO_END_ID: text_of(Payment.end_to_end_id),
        Field.DATE: Reading((Payment.execution_date,), read_day),
        Field.WEEKDAY: Reading((Payment.execution_date,), read_weekday),
        Field.PAYMENT_TYPE: Reading((payer, payee, Payment.currency), _type),
        Field.ERP_METHOD: Reading((Payment.end_to_end_id,), came_with.get),
    }


def _type(raw: tuple[str | None, str | None, str]) -> str:
    """Domestic, SEPA or across borders, as the accounts and the currency tell."""
    payer, payee, currency = raw
    kind = kind_of(
        debtor_country=read_country(payer),
        creditor_country=read_country(payee),
        currency=currency,
        # A number without a country lies in the payer's own.
        account_scheme="BBAN",
        service_level=None,
        local_instrument=None,
    )
    if kind in _DOMESTIC:
        return "DOMESTIC"
    return "SEPA" if kind is Kind.SEPA else "CROSS_BORDER"


def _places(connection: Connection, ids: Sequence[int]) -> Mapping[int, Place]:
    rows = connection.execute(
        select(Payment.id, Payment.document_id, Payment.correlation_id, Release.id)
        .outerjoin(Release, Release.document_id == Payment.document_id)
        .where(
            Payment.id.in_(ids),
            # A bank has spoken of it: it went another way.
            Payment.status.is_(None),
            Payment.transaction_id.is_(None),
        )
    )
    return {row[0]: Place(row[1], row[2], is_free=row[3] is None) for row in rows}


def _journals(connection: Connection, ids: Sequence[int]) -> Mapping[int, str]:
    rows = connection.execute(
        select(Payment.id, Payment.correlation_id).where(Payment.id.in_(ids))
    )
    return {row.id: row.correlation_id for row in rows}
