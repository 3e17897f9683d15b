"""Follows payments: which status report counts, and which entry books them."""

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, text

from giroscope.features.payments.policy import PaymentState, codes_of

_REPORT = """
  SELECT r.id FROM status_reports r
  WHERE r.correlation_id = payments.correlation_id AND {condition}
    AND r.status IS NOT NULL
  ORDER BY r.stated DESC NULLS LAST, r.document_id DESC, r.id DESC LIMIT 1
"""
# An end-to-end id need not be unique (NOTPROVIDED); the instruction id then tells.
_OF_PAYMENT = """r.level = 'PAYMENT' AND r.end_to_end_id = payments.end_to_end_id
  AND (r.instruction_id IS NULL OR payments.instruction_id IS NULL
    OR r.instruction_id = payments.instruction_id)
  AND (r.batch_bank_id IS NULL OR r.batch_bank_id = (
    SELECT b.bank_id FROM payment_batches b WHERE b.id = payments.batch_id))"""
_OF_INSTRUCTION = """r.level = 'PAYMENT' AND r.end_to_end_id IS NULL
  AND r.instruction_id = payments.instruction_id"""
_OF_BATCH = """r.level = 'BATCH' AND r.batch_bank_id = (
    SELECT b.bank_id FROM payment_batches b WHERE b.id = payments.batch_id)"""
_OF_FILE = "r.level = 'FILE'"


def apply_statuses(connection: Connection, correlation_id: str) -> None:
    """Set each payment's status anew from the reports the journal has.

    The latest report on the payment itself counts, else on its batch, else on
    the file: banks report only what differs from the level above.
    """
    levels = ", ".join(
        f"({_REPORT.format(condition=condition)})"
        for condition in (_OF_PAYMENT, _OF_INSTRUCTION, _OF_BATCH, _OF_FILE)
    )
    values = {"correlation": correlation_id}
    connection.execute(
        text(
            f"UPDATE payments SET status_report_id = coalesce({levels})"
            " WHERE correlation_id = :correlation"
        ),
        values,
    )
    connection.execute(
        text(
            "UPDATE payments SET status = (SELECT r.status FROM status_reports r"
            " WHERE r.id = payments.status_report_id)"
            " WHERE correlation_id = :correlation"
        ),
        values,
    )


_ACCOUNT = """
  JOIN accounts a ON a.id = t.account_id AND (b.debtor_account IS NULL
    OR a.number = upper(replace(b.debtor_account, ' ', '')))
"""
# One side is of this document or journal, or this document proves the entry.
_TOUCHED = """(
  CAST(:document AS BIGINT) IN ({side}.document_id, t.document_id)
  OR {side}.correlation_id = :correlation
  OR EXISTS (SELECT 1 FROM statements s WHERE s.document_id = :document
    AND s.id = (SELECT e.confirmed_by FROM transactions e
      WHERE e.id = coalesce(t.parent_id, t.id)))
  OR EXISTS (SELECT 1 FROM bare_entries d
    WHERE d.id = t.id AND d.document_id = :document))
"""
_PAIRS = f"""
  SELECT p.id AS payment, t.id AS entry FROM payments p
  JOIN payment_batches b ON b.id = p.batch_id
  JOIN transactions t ON t.end_to_end_id = p.end_to_end_id
    AND t.amount = -p.amount AND t.currency = p.currency
    AND (t.parent_id IS NOT NULL OR t.detail_count < 2)
  {_ACCOUNT}
  WHERE p.transaction_id IS NULL AND t.state = 0 AND {_TOUCHED.format(side="p")}
    AND NOT EXISTS (SELECT 1 FROM payments other WHERE other.transaction_id = t.id)
  ORDER BY p.id, t.day, t.id
"""
# A bank books what it did not refuse: the whole batch, or what is left of it.
_BATCH_PAIRS = f"""
  SELECT b.id AS batch, t.id AS entry, t.amount = -b.whole AS is_whole FROM (
    SELECT payment_batches.*, sum(p.amount) AS whole, min(p.currency) AS currency,
      sum(CASE WHEN p.status IN :refused THEN 0 ELSE p.amount END) AS alive
    FROM payment_batches JOIN payments p ON p.batch_id = payment_batches.id
    WHERE payment_batches.transaction_id IS NULL GROUP BY payment_batches.id
    HAVING min(p.currency) = max(p.currency)
  ) b
  JOIN transactions t ON t.payment_batch_id = b.bank_id AND t.parent_id IS NULL
    AND t.currency = b.currency
  {_ACCOUNT}
  WHERE t.state = 0 AND t.amount IN (-b.whole, -b.alive)
    AND {_TOUCHED.format(side="b")}
    AND NOT EXISTS (SELECT 1 FROM payments other WHERE other.transaction_id = t.id)
  ORDER BY b.id, t.day, t.id
"""
_REFUSED = [*codes_of(PaymentState.REJECTED), *codes_of(PaymentState.CANCELLED)]


def match_bookings(
    connection: Connection, document_id: int | None, correlation_id: str | None = None
) -> set[str]:
    """Tie payments to the entries that book them; tell which journals changed.

    Looks only at pairs in which this document, or this journal, has a side. A
    payment is booked by the debit of its end-to-end id, amount, currency and
    account; a whole batch by the debit of its payment information id and sum.
    """
    values = {"document": document_id, "correlation": correlation_id}
    used: set[int] = set()
    booked: dict[int, int] = {}
    for payment, entry in connection.execute(text(_PAIRS), values).all():
        if payment not in booked and entry not in used:
            booked[payment] = entry
            used.add(entry)
    if booked:
        rows = [{"p": payment, "t": entry} for payment, entry in booked.items()]
        connection.execute(
            text("UPDATE payments SET transaction_id = :t WHERE id = :p"), rows
        )
    batches: dict[int, int] = {}
    pairs = text(_BATCH_PAIRS).bindparams(bindparam("refused", expanding=True))
    for batch, entry, is_whole in connection.execute(
        pairs, values | {"refused": _REFUSED}
    ).all():
        if batch not in batches and entry not in used:
            batches[batch] = entry
            used.add(entry)
            _book_batch(connection, batch, entry, is_whole=bool(is_whole))
    return _journals_of(connection, "payments", booked) | _journals_of(
        connection, "payment_batches", batches
    )


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
    for table in ("payments", "payment_batches"):
        connection.execute(
            text(
                f"UPDATE {table} SET transaction_id = NULL"
                " WHERE correlation_id = :correlation"
            ),
            values,
        )
    return match_bookings(connection, None, correlation_id)


def proofs(
    connection: Connection, document_id: int, journals: Iterable[str]
) -> list[tuple[str, int]]:
    """Which documents book payments of which journals.

    Of these journals, and of those whose bookings this document confirms.
    """
    confirmed = connection.execute(
        text(
            "SELECT DISTINCT p.correlation_id FROM statements s"
            " JOIN transactions e ON e.confirmed_by = s.id AND e.parent_id IS NULL"
            " LEFT JOIN transactions d ON d.parent_id = e.id"
            " JOIN payments p ON p.transaction_id IN (e.id, d.id)"
            " WHERE s.document_id = :document"
        ),
        {"document": document_id},
    ).scalars()
    booked = sorted({*journals, *confirmed})
    if not booked:
        return []
    found = connection.execute(
        text(
            "SELECT DISTINCT p.correlation_id, d.id FROM payments p"
            " JOIN transactions t ON t.id = p.transaction_id"
            " JOIN transactions e ON e.id = coalesce(t.parent_id, t.id)"
            " LEFT JOIN statements s ON s.id = e.confirmed_by"
            " JOIN documents d ON d.id IN (e.document_id, s.document_id)"
            " WHERE p.correlation_id IN :journals ORDER BY 1, 2"
        ).bindparams(bindparam("journals", expanding=True)),
        {"journals": booked},
    )
    return [(correlation_id, proving) for correlation_id, proving in found]


_ENTRIES_OF = """(
  SELECT t.id FROM transactions t WHERE t.document_id = :document
  UNION SELECT t.id FROM statements s
    JOIN transactions e ON e.confirmed_by = s.id AND e.parent_id IS NULL
    JOIN transactions t ON t.id = e.id OR t.parent_id = e.id
    WHERE s.document_id = :document AND t.reported_state <> 0
  UNION SELECT d.id FROM bare_entries d WHERE d.document_id = :document)
"""


def forget_bookings(connection: Connection, document_id: int) -> set[str]:
    """Untie payments from entries that only the document proves; tell the journals."""
    values = {"document": document_id}
    changed = connection.execute(
        text(
            "SELECT DISTINCT correlation_id FROM payments"
            f" WHERE transaction_id IN {_ENTRIES_OF}"
        ),
        values,
    )
    journals = set(changed.scalars())
    for table in ("payments", "payment_batches"):
        connection.execute(
            text(
                f"UPDATE {table} SET transaction_id = NULL"
                f" WHERE transaction_id IN {_ENTRIES_OF}"
            ),
            values,
        )
    return journals


def _chunks(ids: list[int], size: int = 500) -> list[str]:
    return [
        ",".join(str(row_id) for row_id in ids[start : start + size])
        for start in range(0, len(ids), size)
    ]
