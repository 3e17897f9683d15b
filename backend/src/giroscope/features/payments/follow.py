"""Follows payments: which entry books them, and which one gives the money back."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, text

from giroscope.features.banks import learn_payer
from giroscope.features.matches import KEEPS_PAYMENT, TAKES_ENTRY, end_vanished
from giroscope.features.payments.answers import apply_statuses
from giroscope.features.payments.policy import PaymentState, codes_of
from giroscope.kernel.units import sum_of

_PAYER = "upper(replace(b.debtor_account, ' ', ''))"
_ACCOUNT = f"""
  JOIN accounts a ON a.id = t.account_id AND (b.debtor_account IS NULL
    OR {_PAYER} IN (a.number, a.iban)
    OR EXISTS (SELECT 1 FROM account_aliases n
      WHERE n.name = {_PAYER} AND n.account_id = a.id)
    OR NOT EXISTS (SELECT 1 FROM account_aliases n WHERE n.name = {_PAYER}))
"""
# What no account is called yet may be another name of this one.
_UNHEARD = f"""
  CASE WHEN b.debtor_account IS NULL OR {_PAYER} IN (a.number, a.iban)
    OR EXISTS (SELECT 1 FROM account_aliases n WHERE n.name = {_PAYER})
    THEN NULL ELSE {_PAYER} END AS unheard, a.id AS account
"""
# One side is of this document or journal, or this document proves the entry.
_TOUCHED = """(
  CAST(:document AS BIGINT) IN ({side}.document_id, t.document_id)
  OR {side}.correlation_id = :correlation
  OR EXISTS (SELECT 1 FROM report_entries r WHERE r.document_id = :document
    AND r.entry_id = coalesce(t.parent_id, t.id) AND r.parent_id IS NULL))
"""
# No other payment's, and nothing that a person has matched.
_FREE = f"""
    NOT EXISTS (SELECT 1 FROM payments other WHERE other.{{tie}} = t.id)
    AND NOT {TAKES_ENTRY.format(entry="coalesce(t.parent_id, t.id)")}
"""
_UNBOOKED = _FREE.format(tie="transaction_id")
_PAIRS = f"""
  SELECT p.id AS payment, t.id AS entry, {_UNHEARD} FROM payments p
  JOIN payment_batches b ON b.id = p.batch_id
  JOIN transactions t ON t.end_to_end_id = p.end_to_end_id
    AND t.size = p.amount AND t.amount <> t.size AND t.currency = p.currency
    AND (t.parent_id IS NOT NULL OR t.detail_count < 2)
  {_ACCOUNT}
  WHERE p.transaction_id IS NULL AND t.state = 0 AND {_TOUCHED.format(side="p")}
    AND {_UNBOOKED}
  ORDER BY p.id, t.day, t.id
"""
# A bank books what it did not refuse: the whole batch, or what is left of it.
_BATCH_PAIRS = f"""
  SELECT b.id AS batch, t.id AS entry, t.size = b.whole AS is_whole, {_UNHEARD}
  FROM (
    SELECT payment_batches.*, {{whole}} AS whole, min(p.currency) AS currency,
      {{alive}} AS alive
    FROM payment_batches JOIN payments p ON p.batch_id = payment_batches.id
    WHERE payment_batches.transaction_id IS NULL GROUP BY payment_batches.id
    HAVING min(p.currency) = max(p.currency)
  ) b
  JOIN transactions t ON t.payment_batch_id = b.bank_id AND t.parent_id IS NULL
    AND t.currency = b.currency
  {_ACCOUNT}
  WHERE t.state = 0 AND t.size IN (b.whole, b.alive) AND t.amount <> t.size
    AND {_TOUCHED.format(side="b")}
    AND {_UNBOOKED}
  ORDER BY b.id, t.day, t.id
"""
_ADDED = {
    "whole": "p.amount",
    "alive": "CASE WHEN p.status IN :refused THEN 0 ELSE p.amount END",
}
# Where the bank repeats no payment information id, but the message id and the sum.
_MESSAGE_PAIRS = f"""
  SELECT b.id AS batch, t.id AS entry, t.size = b.whole AS is_whole, {_UNHEARD}
  FROM (
    SELECT payment_batches.*, {{whole}} AS whole, min(p.currency) AS currency,
      {{alive}} AS alive
    FROM payment_batches JOIN payments p ON p.batch_id = payment_batches.id
    WHERE payment_batches.transaction_id IS NULL AND p.transaction_id IS NULL
    GROUP BY payment_batches.id
    HAVING min(p.currency) = max(p.currency)
  ) b
  JOIN journals j ON j.correlation_id = b.correlation_id
  JOIN transactions t ON t.size IN (b.whole, b.alive) AND t.amount <> t.size
    AND t.parent_id IS NULL AND t.payment_batch_id IS NULL
    AND t.currency = b.currency
    AND t.extra LIKE '%"message_id":"' || j.message_id || '"%'
  {_ACCOUNT}
  WHERE t.state = 0 AND {_TOUCHED.format(side="b")}
    AND {_UNBOOKED}
  ORDER BY b.id, t.day, t.id
"""
# Money that comes back, on the account it left from.
_RETURNED = f"""
  t.account_id = k.account_id AND t.currency = p.currency
    AND t.amount = t.size AND t.size > 0 AND t.size <= p.amount AND t.day >= k.day
    AND (t.parent_id IS NOT NULL OR t.detail_count < 2)
    AND p.return_id IS NULL AND t.state = 0 AND {_TOUCHED.format(side="p")}
    AND {_FREE.format(tie="return_id")}
  ORDER BY p.id, t.day, t.id
"""
# By the same reference in the other direction,
_RETURNS = f"""
  SELECT p.id AS payment, t.id AS entry FROM payments p
  JOIN transactions k ON k.id = p.transaction_id
  JOIN transactions t ON t.end_to_end_id = p.end_to_end_id
    AND p.end_to_end_id <> 'NOTPROVIDED'
  WHERE {_RETURNED}
"""
# or by a reversal that repeats the bank's own reference of the booking. Reversals are
# few, payments that were booked are many: SQLite takes tables crossed in this order,
# and would else read every entry for them.
_REVERSALS = f"""
  SELECT p.id AS payment, t.id AS entry FROM (
    SELECT r.id FROM transactions r {{by}} WHERE r.reversal AND r.parent_id IS NULL
    UNION ALL SELECT d.id FROM transactions r {{by}}
      JOIN transactions d ON d.parent_id = r.id AND d.parent_id IS NOT NULL
      WHERE r.reversal AND r.parent_id IS NULL
  ) few
  CROSS JOIN transactions t CROSS JOIN payments p CROSS JOIN transactions k
  WHERE t.id = few.id AND t.reversal AND p.amount = t.amount
    AND k.id = p.transaction_id AND k.bank_reference = t.bank_reference
    AND {_RETURNED}
"""
_TIES = (
    ("payments", "transaction_id", KEEPS_PAYMENT.format(is_return="NOT")),
    ("payments", "return_id", KEEPS_PAYMENT.format(is_return="")),
    ("payment_batches", "transaction_id", "1 = 0"),
)
"""What names an entry, and where a person has said which."""
_REFUSED = [*codes_of(PaymentState.REJECTED), *codes_of(PaymentState.CANCELLED)]


def match_bookings(
    connection: Connection, document_id: int | None, correlation_id: str | None = None
) -> set[str]:
    """Tie payments to the entries that book them; tell which journals changed.

    Looks only at pairs in which this document, or this journal, has a side. A
    payment is booked by the debit of its end-to-end id, amount, currency and
    account; a whole batch by the debit of its payment information id, or of its
    message id, and its sum. A credit of the same reference on the same account
    afterwards gives the money back.
    """
    values = {"document": document_id, "correlation": correlation_id}
    changed = _match_debits(connection, values)
    return changed | _match_returns(connection, values)


def _match_debits(connection: Connection, values: dict[str, Any]) -> set[str]:
    used: set[int] = set()
    booked: dict[int, int] = {}
    is_payer = _Payers(connection)
    for payment, entry, *payer in connection.execute(text(_PAIRS), values).all():
        if payment not in booked and entry not in used and is_payer(*payer):
            booked[payment] = entry
            used.add(entry)
    if booked:
        rows = [{"p": payment, "t": entry} for payment, entry in booked.items()]
        connection.execute(
            text(
                "UPDATE payments SET transaction_id = :t"
                " WHERE id = :p AND transaction_id IS NULL"
            ),
            rows,
        )
    batches: dict[int, int] = {}
    dialect = connection.dialect.name
    added = {name: sum_of(dialect, units) for name, units in _ADDED.items()}
    for wanted in (_BATCH_PAIRS, _MESSAGE_PAIRS):
        pairs = text(wanted.format(**added)).bindparams(
            bindparam("refused", expanding=True)
        )
        for batch, entry, is_whole, *payer in connection.execute(
            pairs, values | {"refused": _REFUSED}
        ).all():
            if batch not in batches and entry not in used and is_payer(*payer):
                batches[batch] = entry
                used.add(entry)
                _book_batch(connection, batch, entry, is_whole=bool(is_whole))
    return _journals_of(connection, "payments", booked) | _journals_of(
        connection, "payment_batches", batches
    )


class _Payers:
    """Whether an account is meant by a name that no account had so far."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._meant: dict[str, set[int]] = {}

    def __call__(self, unheard: str | None, account_id: int) -> bool:
        if unheard is None:
            return True
        if unheard not in self._meant:
            self._meant[unheard] = learn_payer(self._connection, unheard)
        return account_id in self._meant[unheard]


def _match_returns(connection: Connection, values: dict[str, Any]) -> set[str]:
    used: set[int] = set()
    returned: dict[int, int] = {}
    is_sqlite = connection.dialect.name == "sqlite"
    by = "INDEXED BY ix_transactions_reversal" if is_sqlite else ""
    for pairs in (_RETURNS, _REVERSALS.format(by=by)):
        for payment, entry in connection.execute(text(pairs), values).all():
            if payment not in returned and entry not in used:
                returned[payment] = entry
                used.add(entry)
    if returned:
        connection.execute(
            text(
                "UPDATE payments SET return_id = :t WHERE id = :p AND return_id IS NULL"
            ),
            [{"p": payment, "t": entry} for payment, entry in returned.items()],
        )
    return _journals_of(connection, "payments", returned)


def _book_batch(
    connection: Connection, batch: int, entry: int, *, is_whole: bool
) -> None:
    both = {"t": entry, "b": batch}
    connection.execute(
        text("UPDATE payment_batches SET transaction_id = :t WHERE id = :b"), both
    )
    kept = "" if is_whole else " AND (status IS NULL OR status NOT IN :refused)"
    update = text(
        "UPDATE payments SET transaction_id = :t"
        f" WHERE batch_id = :b AND transaction_id IS NULL{kept}"
    )
    if not is_whole:
        update = update.bindparams(bindparam("refused", _REFUSED, expanding=True))
    connection.execute(update, both)


def _journals_of(connection: Connection, table: str, ids: Iterable[int]) -> set[str]:
    journals: set[str] = set()
    for chunk in _chunks(sorted(ids)):
        touched = connection.execute(
            text(f"SELECT DISTINCT correlation_id FROM {table} WHERE id IN ({chunk})")
        )
        journals.update(touched.scalars())
    return journals


def follow_anew(connection: Connection, correlation_id: str) -> set[str]:
    """Derive statuses and bookings of one journal again from what is here now."""
    values = {"correlation": correlation_id}
    apply_statuses(connection, correlation_id)
    for table, column, is_kept in _TIES:
        connection.execute(
            text(
                f"UPDATE {table} SET {column} = NULL"
                f" WHERE correlation_id = :correlation AND NOT {is_kept}"
            ),
            values,
        )
    return match_bookings(connection, None, correlation_id)


def proofs(
    connection: Connection, document_id: int | None, journals: Iterable[str]
) -> list[tuple[str, int]]:
    """Which documents book payments of which journals.

    Of these journals, and of those whose bookings this document shows.
    """
    confirmed = connection.execute(
        text(
            "SELECT DISTINCT p.correlation_id FROM transactions e"
            " LEFT JOIN transactions d ON d.parent_id = e.id"
            " JOIN payments p ON p.transaction_id IN (e.id, d.id)"
            " JOIN statements s ON s.id = e.statement_id"
            " WHERE s.document_id = CAST(:document AS BIGINT) AND e.parent_id IS NULL"
        ),
        {"document": document_id},
    ).scalars()
    booked = sorted({*journals, *confirmed})
    if not booked:
        return []
    found = connection.execute(
        text(
            "SELECT DISTINCT p.correlation_id, e.document_id FROM payments p"
            " JOIN transactions t ON t.id = p.transaction_id"
            " JOIN transactions e ON e.id = coalesce(t.parent_id, t.id)"
            " WHERE p.correlation_id IN :journals ORDER BY 1, 2"
        ).bindparams(bindparam("journals", expanding=True)),
        {"journals": booked},
    )
    return [(correlation_id, proving) for correlation_id, proving in found]


def untie_vanished(connection: Connection) -> set[str]:
    """Untie payments from entries that the ledger no longer shows as booked.

    Matches by people end, and they are told. Tells which journals changed.
    """
    journals = end_vanished(connection)
    for table, column, _ in _TIES:
        vanished = (
            f"{column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM transactions t"
            f" WHERE t.id = {table}.{column} AND t.state = 0)"
        )
        found = connection.execute(
            text(f"SELECT DISTINCT correlation_id FROM {table} WHERE {vanished}")
        )
        journals.update(found.scalars())
        connection.execute(text(f"UPDATE {table} SET {column} = NULL WHERE {vanished}"))
    return journals


def _chunks(ids: list[int], size: int = 500) -> list[str]:
    return [
        ",".join(str(row_id) for row_id in ids[start : start + size])
        for start in range(0, len(ids), size)
    ]
