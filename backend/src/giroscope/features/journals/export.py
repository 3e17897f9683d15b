"""The list of journals as a file: a line for each journal and currency.

Currencies are never added together, so a journal in two of them has two lines. Its
counts stand on the first alone: sums down a column are right.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import select

from giroscope.features.banks import Account
from giroscope.features.documents import Document
from giroscope.features.journals import queries
from giroscope.features.journals.graph_filter import (
    JournalFilter,
    JournalOrder,
    wanted_by,
)
from giroscope.features.journals.tables import Journal
from giroscope.features.payments.approvals.queries import approved_by
from giroscope.features.payments.totals import unpaid_of
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions


class _Line(NamedTuple):
    """A journal in one currency, with the names of what belongs to it."""

    journal: Journal
    account: str | None
    documents: dict[str, str]
    approved_by: str | None
    amount: Decimal | None
    currency: str | None
    unpaid: Decimal | None
    """In the line's currency; none where nothing was to be paid."""
    is_first: bool


def _of_journal(name: str) -> Callable[[_Line], Cell]:
    return lambda line: getattr(line.journal, name)


def _once(name: str) -> Callable[[_Line], Cell]:
    return lambda line: getattr(line.journal, name) if line.is_first else None


def _document(kind: str) -> Callable[[_Line], Cell]:
    return lambda line: line.documents.get(kind)


def _state(line: _Line) -> str:
    """As the list tells it: where some were refused, the rest alone is done."""
    state = line.journal.state
    return f"partly{state}" if line.journal.rejected and state in _IN_PART else state


_IN_PART = frozenset({"EXECUTED", "BOOKED", "RECONCILED"})
STATES = {
    "RECEIVED": ("Received", "Modtaget"),
    "INVALID": ("Invalid", "Ugyldig"),
    "VALIDATED": ("Validated", "Valideret"),
    "AWAITING_APPROVAL": ("Pending approval", "Afventer godkendelse"),
    "APPROVED": ("Approved", "Godkendt"),
    "SENDING": ("Sending", "Sendes"),
    "UNKNOWN": ("Outcome unknown", "Udfald ukendt"),
    "SENT": ("Sent", "Sendt"),
    "ACCEPTED": ("Accepted", "Accepteret"),
    "PARTIALLY_ACCEPTED": ("Partly accepted", "Delvist accepteret"),
    "REJECTED": ("Rejected", "Afvist"),
    "EXECUTED": ("Executed", "Udført"),
    "BOOKED": ("Booked", "Bogført"),
    "RECONCILED": ("Reconciled", "Afstemt"),
    "CANCELLED": ("Cancelled", "Annulleret"),
    "partlyEXECUTED": ("Partly executed", "Delvist udført"),
    "partlyBOOKED": ("Partly booked", "Delvist bogført"),
    "partlyRECONCILED": ("Partly reconciled", "Delvist afstemt"),
}
SOURCES = {
    "UPLOAD": ("Upload", "Upload"),
    "ERP": ("ERP", "ERP"),
    "API": ("API", "API"),
    "BANK": ("Bank", "Bank"),
    "DEMO": ("Demo", "Demo"),
    "SHELL": ("Command line", "Kommandolinje"),
}
COLUMNS = (
    Column("correlationId", "Correlation id", "Korrelations-id",
           _of_journal("correlation_id")),
    Column("state", "State", "Tilstand", _state, words=STATES),
    Column("created", "Created (UTC)", "Oprettet (UTC)", _of_journal("created")),
    Column("updated", "Updated (UTC)", "Opdateret (UTC)", _of_journal("updated")),
    Column("source", "Source", "Kilde", _of_journal("source"), words=SOURCES),
    Column("account", "Account", "Konto", lambda r: r.account),
    Column("messageId", "Message id", "Meddelelses-id", _of_journal("message_id")),
    Column("executionDate", "Execution date", "Udførelsesdato",
           _of_journal("execution_date")),
    Column("amount", "Amount", "Beløb", lambda r: r.amount, beside="currency"),
    Column("currency", "Currency", "Valuta", lambda r: r.currency),
    Column("unpaid", "Unpaid", "Ikke betalt", lambda r: r.unpaid, beside="currency"),
    Column("payments", "Payments", "Betalinger", _once("payments")),
    Column("accepted", "Accepted", "Accepteret", _once("accepted")),
    Column("rejected", "Rejected", "Afvist", _once("rejected")),
    Column("pending", "Pending", "Afventer", _once("pending")),
    Column("booked", "Booked", "Bogført", _once("booked")),
    Column("approvedBy", "Approved by", "Godkendt af", lambda r: r.approved_by),
    Column("needsAttention", "Needs attention", "Kræver handling",
           _of_journal("needs_attention")),
    Column("paymentDocument", "Payment document", "Betalingsdokument",
           _document("PAYMENT")),
    Column("statusDocument", "Status document", "Statusdokument",
           _document("STATUS")),
    Column("statementDocument", "Statement document", "Kontoudtogsdokument",
           _document("STATEMENT")),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """Journals that fit, in the order of the list."""
    # A filter that is none is refused before the first line.
    (asked.filter or JournalFilter()).wanted()
    order = JournalOrder.of(asked.order)

    async def read(session: ReadSession) -> AsyncIterator[Sequence[_Line]]:
        wanted = await wanted_by(session, asked.actor, asked.now, asked.filter)
        portions = in_portions(queries.journals(wanted), order, _dressed)
        async for lines in portions(session):
            yield lines

    return read


async def _dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
    ids = {row.account_id for row in rows} - {None}
    numbers = select(Account.id, Account.number).where(Account.id.in_(ids))
    accounts = {row.id: row.number for row in await session.execute(numbers)}
    unknown = [row.correlation_id for row in rows if row.account_id is None]
    paid_from = await queries.paid_from(session, unknown)
    held = await queries.documents(session, [row.id for row in rows])
    wanted = {document_id for some in held.values() for document_id, _ in some}
    named = select(Document.id, Document.name).where(Document.id.in_(wanted))
    names = {row.id: row.name for row in await session.execute(named)}
    approvals = await approved_by(session, [row.correlation_id for row in rows])
    unpaid = await unpaid_of(session, [row.correlation_id for row in rows])
    found = []
    for row in rows:
        # The latest of each kind, as the list shows it.
        documents = {
            kind: names[document_id] for document_id, kind in held.get(row.id, ())
        }
        approvers = ", ".join(approvals.get(row.correlation_id, ())) or None
        found += _lines(
            row,
            accounts.get(row.account_id) or paid_from.get(row.correlation_id),
            documents,
            approvers,
            {one.currency: one.amount for one in unpaid.get(row.correlation_id, ())},
        )
    return found


def _lines(
    row: Journal,
    account: str | None,
    documents: dict[str, str],
    approved_by: str | None,
    unpaid: dict[str, Decimal],
) -> list[_Line]:
    totals = row.totals or [{}]
    return [
        _Line(
            row,
            account,
            documents,
            approved_by,
            Decimal(total["amount"]) if total else None,
            total.get("currency"),
            unpaid.get(total["currency"], Decimal(0)) if row.payments else None,
            is_first=place == 0,
        )
        for place, total in enumerate(totals)
    ]


EXPORT = Export(("Journals", "Journaler"), COLUMNS, reader)
