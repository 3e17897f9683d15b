"""Follows payments: which status report counts, and which entry books them."""

from sqlalchemy import Connection, text

_REPORT = """
  SELECT r.id FROM status_reports r
  WHERE r.correlation_id = payments.correlation_id AND {condition}
    AND r.status IS NOT NULL
  ORDER BY r.document_id DESC, r.id DESC LIMIT 1
"""
_OF_PAYMENT = """r.level = 'PAYMENT' AND r.end_to_end_id = payments.end_to_end_id
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


_PAIRS = """
  SELECT p.id AS payment, t.id AS entry FROM payments p
  JOIN payment_batches b ON b.id = p.batch_id
  JOIN transactions t ON t.end_to_end_id = p.end_to_end_id
    AND t.amount = -p.amount AND t.currency = p.currency
    AND (t.parent_id IS NOT NULL OR t.detail_count < 2)
  JOIN accounts a ON a.id = t.account_id
    AND (b.debtor_account IS NULL OR a.number = replace(b.debtor_account, ' ', ''))
  WHERE p.transaction_id IS NULL AND t.state = 0
    AND (CAST(:document AS BIGINT) IN (p.document_id, t.document_id))
    AND NOT EXISTS (SELECT 1 FROM payments other WHERE other.transaction_id = t.id)
  ORDER BY p.id, t.day, t.id
"""
_BATCH_PAIRS = """
  SELECT b.id AS batch, t.id AS entry FROM payment_batches b
  JOIN transactions t ON t.payment_batch_id = b.bank_id AND t.parent_id IS NULL
  JOIN accounts a ON a.id = t.account_id
    AND (b.debtor_account IS NULL OR a.number = replace(b.debtor_account, ' ', ''))
  WHERE b.transaction_id IS NULL AND t.state = 0
    AND (CAST(:document AS BIGINT) IN (b.document_id, t.document_id))
    AND t.amount = -(SELECT sum(p.amount) FROM payments p WHERE p.batch_id = b.id)
  ORDER BY b.id, t.day, t.id
"""


def match_bookings(connection: Connection, document_id: int) -> set[str]:
    """Tie payments to the entries that book them; tell which journals changed.

    Looks only at pairs in which this document brought one side. A payment is
    booked by the debit of its end-to-end id, amount, currency and account; a
    whole batch by the debit of its payment information id and sum.
    """
    values = {"document": document_id}
    used: set[int] = set()
    changed: set[str] = set()
    pairs = connection.execute(text(_PAIRS), values).all()
    booked: dict[int, int] = {}
    for payment, entry in pairs:
        if payment not in booked and entry not in used:
            booked[payment] = entry
            used.add(entry)
    if booked:
        rows = [{"p": payment, "t": entry} for payment, entry in booked.items()]
        connection.execute(
            text("UPDATE payments SET transaction_id = :t WHERE id = :p"), rows
        )
    batches: dict[int, int] = {}
    for batch, entry in connection.execute(text(_BATCH_PAIRS), values).all():
        if batch not in batches and entry not in used:
            batches[batch] = entry
            used.add(entry)
    for batch, entry in batches.items():
        both = {"t": entry, "b": batch}
        connection.execute(
            text("UPDATE payment_batches SET transaction_id = :t WHERE id = :b"), both
        )
        connection.execute(
            text(
                "UPDATE payments SET transaction_id = :t"
                " WHERE batch_id = :b AND transaction_id IS NULL"
            ),
            both,
        )
    for table, ids in (("payments", booked), ("payment_batches", batches)):
        for chunk in _chunks(sorted(ids)):
            touched = connection.execute(
                text(
                    f"SELECT DISTINCT correlation_id FROM {table} WHERE id IN ({chunk})"
                )
            )
            changed.update(row[0] for row in touched)
    return changed


def forget_bookings(connection: Connection, document_id: int) -> set[str]:
    """Untie payments from entries the document brought; tell which journals."""
    entries = "(SELECT id FROM transactions WHERE document_id = :document)"
    values = {"document": document_id}
    changed = connection.execute(
        text(
            "SELECT DISTINCT correlation_id FROM payments"
            f" WHERE transaction_id IN {entries}"
        ),
        values,
    )
    journals = {row[0] for row in changed}
    for table in ("payments", "payment_batches"):
        connection.execute(
            text(
                f"UPDATE {table} SET transaction_id = NULL"
                f" WHERE transaction_id IN {entries}"
            ),
            values,
        )
    return journals


def _chunks(ids: list[int], size: int = 500) -> list[str]:
    return [
        ",".join(str(row_id) for row_id in ids[start : start + size])
        for start in range(0, len(ids), size)
    ]
