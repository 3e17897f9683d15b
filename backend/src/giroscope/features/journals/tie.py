"""Ties documents into journals by correlation id, and keeps their figures.

A correlation id is computed from what the documents themselves say, so a
status report that comes before its payment file finds the same journal.
"""

import uuid
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from sqlalchemy import Connection, delete, func, insert, select, update

from banklink import FileKind
from giroscope.features.banks import Account, accounts_called
from giroscope.features.documents import Document
from giroscope.features.journals import changes
from giroscope.features.journals.evidence import evidence_of
from giroscope.features.journals.policy import Evidence, derive, progress_of_file
from giroscope.features.journals.tables import (
    Journal,
    JournalDocument,
    JournalEvent,
    JournalSettlement,
)
from giroscope.features.messages import tell
from giroscope.features.payments import (
    Payment,
    PaymentBatch,
    forget_sums,
    keep_progress,
    proofs,
    tell_moves,
)
from giroscope.features.payments.approvals import CaseState, is_refused, settle
from giroscope.features.payments.corrections import links
from giroscope.features.payments.sending import standing_of, take_proofs
from giroscope.features.statements import Statement
from giroscope.kernel.clock import day_of
from giroscope.kernel.columns import total
from giroscope.kernel.words import searchable
from localization import Message

_PROVEN = {
    FileKind.PAYMENT: "send.proven",
    FileKind.CANCELLATION: "recall.proven",
}
_STATEMENT = "STATEMENT"
_NAMESPACE = uuid.UUID("6d5a2b34-66c1-4f5e-9f1c-0a3a52f6c1d7")


def of_payment_message(message_id: str) -> str:
    """The correlation id of the payment file with this message id."""
    return str(uuid.uuid5(_NAMESPACE, f"payment:{message_id}"))


def of_document(sha256: str) -> str:
    """The correlation id of a document that names no payment file."""
    return str(uuid.uuid5(_NAMESPACE, f"document:{sha256}"))


def attach(
    connection: Connection,
    correlation_id: str,
    document_id: int,
    kind: str,
    now: datetime,
    *,
    source: str,
    message_id: str | None = None,
) -> bool:
    """Make the document part of the journal; tell whether that is new."""
    journal = connection.execute(
        select(Journal.id).where(Journal.correlation_id == correlation_id)
    ).one_or_none()
    if journal is None:
        connection.execute(
            insert(Journal).values(
                correlation_id=correlation_id, state="RECEIVED", needs_attention=False,
                source=source, created=now, updated=now, message_id=message_id,
                execution_day=day_of(now), amount=Decimal(0), totals=[],
            )
        )  # fmt: skip
    elif message_id is not None:
        connection.execute(
            update(Journal)
            .where(Journal.correlation_id == correlation_id)
            .values(message_id=message_id)
        )
    known = connection.execute(
        select(JournalDocument.id).where(
            JournalDocument.correlation_id == correlation_id,
            JournalDocument.document_id == document_id,
        )
    ).one_or_none()
    if known is None:
        connection.execute(
            insert(JournalDocument).values(
                correlation_id=correlation_id, document_id=document_id,
                kind=kind, added=now,
            )
        )  # fmt: skip
    return known is None


def is_tied(connection: Connection, document_id: int) -> bool:
    """Whether an import of the document came to its end, and was not undone."""
    found = connection.execute(
        select(JournalDocument.id)
        .where(JournalDocument.document_id == document_id)
        .limit(1)
    )
    return found.first() is not None


def detach(connection: Connection, document_id: int, now: datetime) -> None:
    """Take the document out of every journal; an empty journal goes with it."""
    journals = set(
        connection.execute(
            select(JournalDocument.correlation_id).where(
                JournalDocument.document_id == document_id
            )
        ).scalars()
    )
    connection.execute(
        delete(JournalDocument).where(JournalDocument.document_id == document_id)
    )
    connection.execute(
        delete(JournalEvent).where(JournalEvent.document_id == document_id)
    )
    held = set(
        connection.execute(
            select(JournalDocument.correlation_id).where(
                JournalDocument.correlation_id.in_(journals)
            )
        ).scalars()
    )
    forget_sums(connection, journals - held)
    for empty in journals - held:
        changes.tell_removed(connection, empty)
        connection.execute(
            delete(JournalEvent).where(JournalEvent.correlation_id == empty)
        )
        connection.execute(delete(Journal).where(Journal.correlation_id == empty))
    refresh(connection, held, now)


def existing(connection: Connection, journals: Iterable[str]) -> set[str]:
    """Those of the journals that are still there."""
    rows = connection.execute(
        select(Journal.correlation_id).where(Journal.correlation_id.in_(list(journals)))
    )
    return set(rows.scalars())


def note(
    connection: Connection,
    correlation_id: str,
    now: datetime,
    level: str,
    message: Message,
    *,
    actor: str | None = None,
    document_id: int | None = None,
) -> None:
    """Add a line to the journal's timeline."""
    connection.execute(
        insert(JournalEvent).values(
            correlation_id=correlation_id, at=now, level=level, code=message.code,
            values=message.values_as_json(), actor=actor, document_id=document_id,
        )
    )  # fmt: skip


def prove(
    connection: Connection, document_id: int | None, journals: Iterable[str],
    now: datetime, source: str,
) -> set[str]:  # fmt: skip
    """Attach statements to the journals whose payments they book; tell which.

    Of these journals, and of those whose bookings this document shows.
    """
    proved = proofs(connection, document_id, journals)
    for correlation_id, proving_id in proved:
        if attach(
            connection, correlation_id, proving_id, _STATEMENT, now, source=source
        ):
            name = connection.execute(
                select(Document.name).where(Document.id == proving_id)
            ).scalar_one()
            note(
                connection, correlation_id, now, "SUCCESS",
                Message("journal.booked", name=name), document_id=proving_id,
            )  # fmt: skip
    return {correlation_id for correlation_id, _ in proved}


def prove_anew(
    connection: Connection, journals: Iterable[str], now: datetime, source: str
) -> None:
    """The same once people have tied payments: also let go what books none any more."""
    prove(connection, None, journals, now, source)
    for correlation_id in journals:
        proving = {one for _, one in proofs(connection, None, [correlation_id])}
        connection.execute(
            delete(JournalDocument).where(
                JournalDocument.correlation_id == correlation_id,
                JournalDocument.kind == _STATEMENT,
                JournalDocument.document_id.not_in(proving),
            )
        )


def refresh(connection: Connection, journals: Iterable[str], now: datetime) -> None:
    """Derive state and figures anew from the documents of these journals."""
    for correlation_id in sorted(journals):
        _refresh(connection, correlation_id, now)


def put_up(
    connection: Connection, correlation_id: str, now: datetime
) -> CaseState | None:
    """How far its payment document is on the way to the bank; it may begin to wait."""
    settled = settle(connection, correlation_id, now)
    if settled is None:
        return None
    if settled.has_begun:
        name = settled.connection_name
        note(
            connection,
            correlation_id,
            now,
            "INFO",
            Message("approval.waiting", connection_name=name),
        )
    return settled.state


def _on_its_way(
    connection: Connection, correlation_id: str, evidence: Evidence, now: datetime
) -> Evidence:
    """The evidence with how far the file is; what the bank shows to have counts."""
    for proven in take_proofs(connection, [correlation_id], now):
        note(
            connection,
            correlation_id,
            now,
            "INFO",
            Message(_PROVEN[proven.kind], was=proven.was, proof=proven.proof),
        )
    found = standing_of(connection, correlation_id)
    if found is None:
        return evidence
    return replace(evidence, sending=found.state, is_held=found.is_held)


def _refresh(connection: Connection, correlation_id: str, now: datetime) -> None:
    kinds = set(
        connection.execute(
            select(JournalDocument.kind).where(
                JournalDocument.correlation_id == correlation_id
            )
        ).scalars()
    )
    evidence = evidence_of(connection, correlation_id, kinds)
    if "PAYMENT" in kinds:
        approval = put_up(connection, correlation_id, now)
        is_invalid = approval is None and is_refused(connection, correlation_id)
        evidence = replace(evidence, approval=approval, is_invalid=is_invalid)
        evidence = _on_its_way(connection, correlation_id, evidence, now)
    derived = derive(evidence)
    moves = keep_progress(
        connection, correlation_id, progress_of_file(evidence),
        is_overdue=evidence.is_execution_overdue,
    )  # fmt: skip
    is_settled = _is_settled(connection, correlation_id, derived.trouble)
    was = changes.before(connection, correlation_id)
    totals = _totals(connection, correlation_id)
    executed = connection.execute(
        select(func.min(PaymentBatch.execution_date)).where(
            PaymentBatch.correlation_id == correlation_id
        )
    ).scalar_one()
    values = {
        "state": derived.state.value,
        "needs_attention": derived.needs_attention and not is_settled,
        "trouble": derived.trouble,
        "updated": now, "payments_kept_at": now,
        "payments": derived.payments, "accepted": derived.accepted,
        "rejected": derived.rejected, "pending": derived.pending,
        "booked": derived.booked, "returned": derived.returned,
        "has_status": "STATUS" in kinds,
        "has_statement": "STATEMENT" in kinds, "execution_date": executed,
        "account_id": _account(connection, correlation_id),
        "totals": totals, "words": _words(connection, correlation_id),
        "amount": max((Decimal(t["amount"]) for t in totals), default=Decimal(0)),
    }  # fmt: skip
    if executed is not None:
        values["execution_day"] = executed
    connection.execute(
        update(Journal).where(Journal.correlation_id == correlation_id).values(**values)
    )
    changes.tell(connection, was, values)
    tell_moves(connection, correlation_id, moves)
    _tell_overtaken(connection, correlation_id, now)
    for original in sorted(links.follow(connection, correlation_id, now)):
        _refresh(connection, original, now)


def _tell_overtaken(connection: Connection, correlation_id: str, now: datetime) -> None:
    """Have people look at what would be paid though its original was paid after all."""
    for found in links.newly_overtaken(connection, correlation_id, now):
        code = "correction.paid_twice" if found.has_left else "correction.held"
        message = Message(code, position=found.position)
        level = "ERROR" if found.has_left else "WARNING"
        for about in (found.correlation_id, correlation_id):
            note(connection, about, now, level, message)
        tell(connection, level, message, correlation_id=found.correlation_id)


def _is_settled(connection: Connection, correlation_id: str, trouble: str) -> bool:
    """Whether people have settled just this; what came since asks for them again."""
    found = connection.execute(
        select(JournalSettlement.id).where(
            JournalSettlement.correlation_id == correlation_id,
            JournalSettlement.undone.is_(None),
            JournalSettlement.trouble == trouble,
        )
    )
    return bool(trouble) and found.first() is not None


def _totals(connection: Connection, correlation_id: str) -> list[dict[str, str]]:
    """Sum and count per currency; of a statement, what came in and went out."""
    paid = connection.execute(
        select(Payment.currency, total(Payment.amount), func.count())
        .where(Payment.correlation_id == correlation_id)
        .group_by(Payment.currency)
        .order_by(Payment.currency)
    ).all()
    booked = connection.execute(
        select(
            func.coalesce(Statement.currency, "XXX"),
            total(Statement.incoming),
            total(Statement.outgoing),
            func.sum(Statement.entries),
        )
        .where(Statement.correlation_id == correlation_id)
        .group_by(Statement.currency)
        .order_by(Statement.currency)
    )
    net = [(row[0], row[1] - row[2], row[3]) for row in booked]
    return [
        {"currency": currency, "amount": str(amount), "count": str(count)}
        for currency, amount, count in (paid or net)
    ]


def _account(connection: Connection, correlation_id: str) -> int | None:
    of_statement = connection.execute(
        select(Statement.account_id)
        .where(Statement.correlation_id == correlation_id)
        .order_by(Statement.id)
        .limit(1)
    ).scalar_one_or_none()
    if of_statement is not None:
        return of_statement
    paid_from = (
        select(func.upper(func.replace(PaymentBatch.debtor_account, " ", "")))
        .where(PaymentBatch.correlation_id == correlation_id)
    )  # fmt: skip
    called = accounts_called(paid_from)
    return min(connection.execute(called).scalars(), default=None)


def _words(connection: Connection, correlation_id: str) -> str:
    """Message id, document names, accounts and the first payments' parties."""
    message_id = connection.execute(
        select(Journal.message_id).where(Journal.correlation_id == correlation_id)
    ).scalar_one_or_none()
    documents = connection.execute(
        select(Document.name)
        .join(JournalDocument, JournalDocument.document_id == Document.id)
        .where(JournalDocument.correlation_id == correlation_id)
        .order_by(Document.id)
    ).scalars()
    statements = connection.execute(
        select(Statement.bank_id, Account.number)
        .join(Account, Account.id == Statement.account_id)
        .where(Statement.correlation_id == correlation_id)
        .order_by(Statement.document_id, Statement.position)
        .limit(50)
    )
    batches = connection.execute(
        select(
            PaymentBatch.bank_id, PaymentBatch.debtor_name, PaymentBatch.debtor_account
        )
        .where(PaymentBatch.correlation_id == correlation_id)
        .order_by(PaymentBatch.id)
        .limit(50)
    )
    parties = connection.execute(
        select(Payment.creditor_name, Payment.end_to_end_id, Payment.remittance)
        .where(Payment.correlation_id == correlation_id)
        .order_by(Payment.position)
        .limit(200)
    )
    texts = [message_id, correlation_id, *documents]
    for rows in (statements, batches, parties):
        texts += [text for row in rows for text in row]
    return searchable(*texts)
