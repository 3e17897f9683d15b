"""Which payments a status report means, by the ids that it repeats."""

from collections.abc import Sequence

from sqlalchemy import Connection, and_, func, or_, select

from giroscope.features.payments.tables import Payment, PaymentBatch, StatusReport

_ASKED = 20
"""Lines of a report that must all mean one journal."""
_NO_ID = "NOTPROVIDED"


def journal_named(
    connection: Connection, lines: Sequence[tuple[str | None, str | None]]
) -> str | None:
    """The one journal that holds all payments that a report's lines name.

    For a report that repeats no message id of ours. Each line is the payment
    information id and the end-to-end id; both must agree, since either alone is
    often the same in many files.
    """
    named = [(b, e) for b, e in lines if b and e and e != _NO_ID][:_ASKED]
    if not named or len(named) < min(len(lines), _ASKED):
        return None
    found: set[str] | None = None
    for batch, end_to_end in named:
        holders = connection.execute(
            select(Payment.correlation_id)
            .distinct()
            .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
            .where(Payment.end_to_end_id == end_to_end, PaymentBatch.bank_id == batch)
        )
        held = set(holders.scalars())
        found = held if found is None else found & held
    return found.pop() if found and len(found) == 1 else None


def strangers(connection: Connection, document_id: int, correlation_id: str) -> int:
    """How many lines of a report name a payment that its journal does not hold."""
    same = or_(
        Payment.end_to_end_id == StatusReport.end_to_end_id,
        and_(
            StatusReport.end_to_end_id.is_(None),
            Payment.instruction_id == StatusReport.instruction_id,
        ),
    )
    held = select(Payment.id).where(Payment.correlation_id == correlation_id, same)
    unknown = connection.execute(
        select(func.count())
        .select_from(StatusReport)
        .where(
            StatusReport.document_id == document_id,
            StatusReport.level == "PAYMENT",
            ~held.exists(),
        )
    )
    return int(unknown.scalar_one())
