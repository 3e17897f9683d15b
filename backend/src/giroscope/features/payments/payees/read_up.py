"""Reads up what an earlier release loaded: whom payments pay, by which rail.

What a file said and nobody kept is taken for the usual: no service level, and of an
address the form and what the check found.
"""

from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from giroscope.features.payments.checks.case import compact, country_of
from giroscope.features.payments.checks.kinds import Kind, kind_of
from giroscope.features.payments.checks.names import payee_identity
from giroscope.features.payments.checks.profiles import profile_of
from giroscope.features.payments.checks.tables import PaymentFlag
from giroscope.features.payments.tables import Payment, PaymentBatch

_ROWS = 5_000
_BATCHES = 500
_UNSTRUCTURED = "address_unstructured"
_MISSING = "address_missing"


def read_up(connection: Connection) -> bool:
    """Set what is missing with some batches and their payments; whether any was."""
    batches = connection.execute(
        select(PaymentBatch.__table__)
        .where(PaymentBatch.proven.is_(None), PaymentBatch.bank_profile.is_(None))
        .order_by(PaymentBatch.id)
        .limit(_BATCHES)
    ).all()
    left = _ROWS
    for batch in batches:
        read = _read_batch(connection, batch, left)
        left -= read
        if left <= 0:
            break
        profile = profile_of(batch.debtor_agent, _iban(batch.debtor_account))
        connection.execute(
            update(PaymentBatch)
            .where(PaymentBatch.id == batch.id)
            .values(bank_profile=profile.key if profile else "")
        )
    return bool(batches)


def _read_batch(connection: Connection, batch: Any, most: int) -> int:
    """Read up at most so many of its payments; tells how many."""
    rows = connection.execute(
        select(Payment.__table__)
        .where(Payment.batch_id == batch.id, Payment.rail.is_(None))
        .limit(most)
    ).all()
    if rows:
        flagged = _flagged(connection, batch.document_id)
        country = country_of(_iban(batch.debtor_account), batch.debtor_agent)
        connection.execute(
            update(Payment.__table__)  # type: ignore[arg-type]
            .where(Payment.id == bindparam("payment"))
            .values({name: bindparam(f"new_{name}") for name in _SET}),
            [_read(row, country, flagged) for row in rows],
        )
    return len(rows)


_SET = ("payee", "rail", "address_fault")


def _read(row: Any, country: str | None, flagged: dict[int, str]) -> dict[str, Any]:
    iban = _iban(row.creditor_account)
    rail = kind_of(
        debtor_country=country,
        creditor_country=country_of(iban, row.creditor_agent),
        currency=row.currency,
        account_scheme="IBAN" if iban else "BBAN",
        service_level=None,
        local_instrument=None,
    )
    fault = flagged.get(row.position)
    if row.address_form is None:
        fault = _MISSING if rail is Kind.CROSS_BORDER else None
    elif row.address_form == "unstructured":
        fault = _UNSTRUCTURED
    return {
        "payment": row.id,
        "new_payee": payee_identity(row.creditor_name, row.creditor_account),
        "new_rail": rail.value,
        "new_address_fault": fault,
    }


def _iban(account: str | None) -> str | None:
    """The account where it has the form of an IBAN."""
    number = compact(account) or ""
    is_iban = number[:2].isalpha() and number[2:4].isdigit()
    return number if is_iban else None


def _flagged(connection: Connection, document_id: int) -> dict[int, str]:
    rows = connection.execute(
        select(PaymentFlag.position, PaymentFlag.code)
        .where(
            PaymentFlag.document_id == document_id,
            PaymentFlag.code.startswith("address_"),
        )
        .order_by(PaymentFlag.id.desc())
    )
    return {row.position: row.code for row in rows}
