"""The list of payments as a file."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from giroscope.features.payments import policy
from giroscope.features.payments.graph import (
    PaymentFilter,
    batches_by_id,
    labels_by_id,
    order_of,
    reports_by_id,
)
from giroscope.features.payments.reasons import meaning_of
from giroscope.features.payments.tables import Payment, PaymentBatch, StatusReport
from giroscope.features.rules import Hold, Label, by_rule, holds_on
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions


class _Line(NamedTuple):
    """A payment, its batch, and what the bank said."""

    payment: Payment
    batch: PaymentBatch
    report: StatusReport | None
    labels: list[Label]
    holds: list[Hold]


def _own(name: str) -> Callable[[_Line], Cell]:
    return lambda line: getattr(line.payment, name)


def _state(line: _Line) -> str:
    row = line.payment
    return policy.payment_state(
        row.status,
        is_booked=row.transaction_id is not None,
        is_returned=row.return_id is not None,
    ).value


def _reasons(line: _Line) -> str | None:
    if line.report is None:
        return None
    return "; ".join(filter(None, map(_in_words, line.report.reasons))) or None


def _in_words(reason: dict[str, str | None]) -> str:
    code = reason.get("code")
    return " ".join(filter(None, (code, meaning_of(code), reason.get("text"))))


STATES = {
    "RECEIVED": ("Received", "Modtaget"),
    "ACCEPTED": ("Accepted", "Accepteret"),
    "PENDING": ("Pending", "Afventer"),
    "REJECTED": ("Rejected", "Afvist"),
    "BOOKED": ("Booked", "Bogført"),
    "RETURNED": ("Returned", "Returneret"),
    "CANCELLED": ("Cancelled", "Annulleret"),
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
    Column("reasons", "Reasons", "Årsager", _reasons),
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
    return in_portions(narrowed.rows(), order_of(narrowed, asked.order), _dressed)


async def _dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
    batches = await batches_by_id(session, list({row.batch_id for row in rows}))
    said = {row.status_report_id for row in rows} - {None}
    reports = await reports_by_id(session, list(said))
    ids = [row.id for row in rows]
    labels, holds = await labels_by_id(session, ids), await holds_on(session, ids)
    return [
        _Line(
            row,
            batches[row.batch_id],
            reports.get(row.status_report_id),
            labels.get(row.id, []),
            holds.get(row.id, []),
        )
        for row in rows
    ]


EXPORT = Export(("Payments", "Betalinger"), COLUMNS, reader)
