"""The list of payments as a file."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import select

from giroscope.features.documents import Document
from giroscope.features.payments.corrections.graph import (
    originals_of,
    replacements_of,
)
from giroscope.features.payments.filter import PaymentFilter, order_of
from giroscope.features.payments.graph import batches_by_id, entry_days, labels_by_id
from giroscope.features.payments.progress import shown
from giroscope.features.payments.reasons import REASONS, Remedy, remedy_of
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.payments.why import Question, Said, reasons
from giroscope.features.rules import Hold, Label, by_rule, holds_on
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions
from localization import Message, render


class _Line(NamedTuple):
    """A payment, its batch, and what the bank said."""

    payment: Payment
    batch: PaymentBatch
    reasons: list[Said]
    file: str | None
    """The name of the payment file."""
    days: Mapping[int, date]
    """Of the entries that book it and give its money back."""
    labels: list[Label]
    holds: list[Hold]
    replaced_by: str | None
    """Journal and number of the payment that stands for it."""
    replaces: str | None


def _id(row_id: int | None) -> str | None:
    return None if row_id is None else str(row_id)


def _own(name: str) -> Callable[[_Line], Cell]:
    return lambda line: getattr(line.payment, name)


def _state(line: _Line) -> str:
    return shown(line.payment.progress, line.batch.progress).value


def _reasons(line: _Line) -> tuple[str, str] | None:
    """Why it was not paid, in both languages."""
    return in_each([in_words(one) for one in line.reasons])


def _advice(line: _Line) -> tuple[str, str] | None:
    """What to do about it, in both languages."""
    remedies = {remedy_of(one.get("code")): None for one in line.reasons}
    return in_each([_remedy(one) for one in remedies if one is not None])


def in_each(said: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """These sentences as one, in each language."""
    english, danish = (
        ("; ".join(parts) for parts in zip(*said, strict=True)) if (said) else ("", "")
    )
    return (english, danish) if english else None


def in_words(reason: Said) -> tuple[str, str]:
    """A reason's code with its meaning, and what the bank adds, in each language."""
    code, own = reason.get("code"), reason.get("text")

    def said(language: str) -> str:
        known = code in REASONS
        meaning = render(Message(f"status_reason.{code}"), language) if known else None
        named = ": ".join(filter(None, (code, meaning)))
        return " – ".join(filter(None, (named, own)))

    return said("en"), said("da")


def _remedy(remedy: Remedy) -> tuple[str, str]:
    message = Message(f"status_remedy.{remedy.value}")
    return render(message, "en"), render(message, "da")


STATES = {
    "RECEIVED": ("Received", "Modtaget"),
    "INVALID": ("Invalid", "Ugyldig"),
    "AWAITING_APPROVAL": ("Pending approval", "Afventer godkendelse"),
    "APPROVED": ("Approved", "Godkendt"),
    "SENDING": ("Sending", "Sendes"),
    "UNKNOWN": ("Outcome unknown", "Udfald ukendt"),
    "SENT": ("Sent", "Sendt"),
    "PENDING": ("Pending", "Afventer"),
    "ACCEPTED": ("Accepted", "Accepteret"),
    "OVERDUE": ("Overdue", "Forsinket"),
    "BOOKED": ("Booked", "Bogført"),
    "REJECTED": ("Rejected", "Afvist"),
    "RETURNED": ("Returned", "Returneret"),
    "CANCELLED": ("Cancelled", "Annulleret"),
    "REPLACED": ("Resubmitted", "Genindsendt"),
}
ADDRESS_FORMS = {
    "structured": ("Structured", "Struktureret"),
    "hybrid": ("Hybrid", "Delvist struktureret"),
    "unstructured": ("Unstructured", "Ustruktureret"),
}
COLUMNS = (
    Column("correlationId", "Correlation id", "Korrelations-id",
           _own("correlation_id")),
    Column("position", "Position", "Nummer", _own("position")),
    Column("creditor", "Creditor", "Beløbsmodtager", _own("creditor_name")),
    Column("creditorAccount", "Creditor's account", "Modtagers konto",
           _own("creditor_account")),
    Column("creditorAgent", "Creditor's bank", "Modtagers bank",
           _own("creditor_agent")),
    Column("amount", "Amount", "Beløb", _own("amount"), beside="currency"),
    Column("currency", "Currency", "Valuta", _own("currency")),
    Column("reference", "Reference", "Reference", _own("reference")),
    Column("remittance", "Remittance text", "Meddelelse", _own("remittance")),
    Column("endToEndId", "End-to-end id", "End-to-end-id", _own("end_to_end_id")),
    Column("executionDate", "Execution date", "Udførelsesdato",
           _own("execution_date")),
    Column("debtorAccount", "Debtor's account", "Afsenders konto",
           lambda r: r.batch.debtor_account),
    Column("addressForm", "Payee's address", "Modtagers adresse",
           _own("address_form"), words=ADDRESS_FORMS),
    Column("batchId", "Batch id", "Samlepost-id", lambda r: r.batch.bank_id),
    Column("state", "State", "Tilstand", _state, words=STATES),
    Column("statusCode", "Status code", "Statuskode", _own("status")),
    Column("reasons", "Reasons", "Årsager", _reasons, is_told=True),
    Column("advice", "What to do", "Hvad du gør", _advice, is_told=True),
    Column("bank", "Bank", "Bank", lambda r: r.batch.debtor_agent),
    Column("file", "File", "Fil", lambda r: r.file),
    Column("bookedOn", "Booked", "Bogført",
           lambda r: r.days.get(r.payment.transaction_id or 0)),
    Column("entry", "Bank entry", "Bankpostering",
           lambda r: _id(r.payment.transaction_id)),
    Column("returnedOn", "Returned", "Returneret",
           lambda r: r.days.get(r.payment.return_id or 0)),
    Column("returnEntry", "Returning entry", "Returpostering",
           lambda r: _id(r.payment.return_id)),
    Column("replacedBy", "Replaced by", "Erstattet af", lambda r: r.replaced_by),
    Column("replaces", "Replaces", "Erstatter", lambda r: r.replaces),
    Column("labels", "Labels", "Mærker",
           lambda r: "; ".join(one.name for one in r.labels) or None),
    Column("labelledBy", "Labelled by rule", "Mærket af regel",
           lambda r: by_rule(r.labels)),
    Column("heldBy", "Held back by rule", "Holdt tilbage af regel",
           lambda r: by_rule(r.holds)),
    Column("id", "Id", "Id", lambda r: str(r.payment.id)),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """Payments that fit, in the order of the list."""
    narrowed = asked.filter or PaymentFilter()
    return in_portions(narrowed.rows(), order_of(narrowed, asked.order), dressed)


async def dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
    """Payments with all that their columns tell."""
    batches = await batches_by_id(session, list({row.batch_id for row in rows}))
    said = await reasons(session, {Question.of(row) for row in rows})
    files = await _files(session, {row.document_id for row in rows})
    entries = {one for row in rows for one in (row.transaction_id, row.return_id)}
    days = await entry_days(session, [one for one in entries if one is not None])
    ids = [row.id for row in rows]
    labels, holds = await labels_by_id(session, ids), await holds_on(session, ids)
    places = [(row.correlation_id, row.position) for row in rows]
    later = await replacements_of(session, places)
    earlier = await originals_of(session, places)
    return [
        _Line(
            row,
            batches[row.batch_id],
            said[Question.of(row)],
            files.get(row.document_id),
            days,
            labels.get(row.id, []),
            holds.get(row.id, []),
            _place(later.get(place), "correlation_id", "position"),
            _place(earlier.get(place), "original_correlation_id", "original_position"),
        )
        for row, place in zip(rows, places, strict=True)
    ]


def _place(linked: Any, journal: str, position: str) -> str | None:
    """The payment at the other end of a correction."""
    if linked is None:
        return None
    row = linked.PaymentReplacement
    return f"{getattr(row, journal)} {getattr(row, position)}"


async def _files(session: ReadSession, ids: Collection[int]) -> dict[int, str]:
    rows = await session.execute(
        select(Document.id, Document.name).where(Document.id.in_(ids))
    )
    return {row.id: row.name for row in rows}


EXPORT = Export(("Payments", "Betalinger"), COLUMNS, reader)
