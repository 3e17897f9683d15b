"""Other entries that book or settle the same as an entry: a bounded look around it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.payments.checks.names import payee_key
from giroscope.features.reconciliation.candidates import goes_with, is_open
from giroscope.features.reconciliation.looks import ids_of
from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.kernel.words import searchable

_LOOKED_AT = 500
"""So many of the account before and after the entry."""
_SHOWN = 20


def entries_to_choose(
    session: Session, entry: Transaction, words: str | None
) -> list[Transaction]:
    """Unmatched entries that go the entry's way on its account, nearest to its day.

    Where nobody searches they are the same party's.
    """
    if not is_open(entry):
        return []
    day, row_id = Transaction.day, Transaction.id
    near = ids_of(
        [
            select(row_id)
            .where(
                Transaction.account_id == entry.account_id,
                Transaction.parent_id.is_(None),
                side,
            )
            .order_by(*order)
            .limit(_LOOKED_AT)
            for side, order in (
                (day <= entry.day, (day.desc(), row_id.desc())),
                (day > entry.day, (day, row_id)),
            )
        ]
    )
    places = session.execute(
        select(
            Transaction.id, Transaction.day, Transaction.account_id,
            Transaction.amount, Transaction.currency, Transaction.counterparty_name,
            Transaction.counterparty_account, Transaction.remittance,
            Transaction.reference, Transaction.end_to_end_id,
            Transaction.additional_information,
        ).where(
            Transaction.id.in_(near), Transaction.id != entry.id,
            Transaction.state == 0, ~IS_MATCHED,
        )
    )  # fmt: skip
    sought = searchable(words or "").split()
    fitting = [
        one
        for one in places
        if goes_with(entry, one)
        and (_has(one, sought) if sought else _is_same_party(entry, one))
    ]
    fitting.sort(key=lambda one: (abs(one.day - entry.day), -one.id))
    order = {one.id: at for at, one in enumerate(fitting[:_SHOWN])}
    found = session.scalars(select(Transaction).where(Transaction.id.in_(order)))
    return sorted(found, key=lambda one: order[one.id])


def _has(one: Any, sought: list[str]) -> bool:
    text = searchable(
        one.counterparty_name, one.counterparty_account, one.remittance,
        one.reference, one.end_to_end_id, one.additional_information,
    )  # fmt: skip
    return all(word in text for word in sought)


def _is_same_party(entry: Transaction, one: Any) -> bool:
    if entry.counterparty_account:
        return bool(one.counterparty_account == entry.counterparty_account)
    key = payee_key(entry.counterparty_name)
    return bool(key) and key == payee_key(one.counterparty_name)
