"""The lists of payments and of what is written to the ERP as files."""

from collections.abc import Callable
from typing import Any

from giroscope.features.erp.exchange.inputs import (
    ErpOutboxFilter,
    ErpOutboxOrder,
    ErpPaymentFilter,
    ErpPaymentOrder,
)
from giroscope.features.erp.mapping.words import sentence
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions
from giroscope.kernel.text import in_both
from localization import Words


def _own(name: str) -> Callable[[Any], Cell]:
    return lambda row: getattr(row, name)


def _told(name: str) -> Callable[[Any], Words | None]:
    return lambda row: in_both(said) if (said := getattr(row, name)) else None


def _why(row: Any) -> Words | None:
    return sentence(row.reason_code, row.values or {}) if row.reason_code else None


STATES = {
    "OPEN": ("Open", "Åben"),
    "HELD": ("Held", "Holdt tilbage"),
    "CLAIMING": ("Being claimed", "Reserveres"),
    "CLAIMED": ("Claimed", "Reserveret"),
    "IN_JOURNAL": ("In a journal", "I en journal"),
    "SENT": ("Sent", "Sendt"),
    "ACCEPTED": ("Accepted", "Accepteret"),
    "REJECTED": ("Rejected", "Afvist"),
    "EXECUTED": ("Executed", "Udført"),
    "BOOKED": ("Booked", "Bogført"),
    "RETURNED": ("Returned", "Returneret"),
    "CANCELLED": ("Cancelled", "Annulleret"),
    "GONE": ("Not offered any more", "Udbydes ikke længere"),
}
WRITES = {
    "WAITING": ("Waiting", "Venter"),
    "WRITING": ("Being written", "Skrives"),
    "WRITTEN": ("Written", "Skrevet"),
    "FAILED": ("Not taken", "Ikke modtaget"),
    "SKIPPED": ("Left", "Sprunget over"),
    "SUPERSEDED": ("Overtaken", "Overhalet"),
}
COLUMNS = (
    Column("number", "Payment", "Betaling", _own("number")),
    Column("state", "State", "Tilstand", _own("state"), words=STATES),
    Column("due", "Due", "Forfald", _own("due")),
    Column("creditor", "Payee", "Modtager", _own("creditor_name")),
    Column("amount", "Amount", "Beløb", _own("amount"), beside="currency"),
    Column("currency", "Currency", "Valuta", _own("currency")),
    Column("reference", "Reference", "Reference", _own("reference")),
    Column("method", "Method", "Metode", _own("method")),
    Column("paysFrom", "Paid from", "Betales fra", lambda r: r.pays_from or None),
    Column("reasonCode", "Reason code", "Årsagskode", _own("reason_code")),
    Column("sentence", "Reason", "Årsag", _why, is_told=True),
    Column("reason", "Told", "Oplyst", _told("reason"), is_told=True),
    Column("endToEndId", "End-to-end id", "End-to-end-id", _own("end_to_end_id")),
    Column("told", "ERP was told", "ERP har fået", _own("told"), words=STATES),
    Column("fetched", "Fetched (UTC)", "Hentet (UTC)", _own("fetched")),
    Column("nativeId", "Id in the ERP", "Id i ERP", _own("native_id")),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)
WRITE_COLUMNS = (
    Column("operation", "Write", "Skrivning", _own("operation")),
    Column("label", "About", "Vedrører", _own("label")),
    Column("state", "State", "Tilstand", _own("state"), words=WRITES),
    Column("asked", "Asked (UTC)", "Ønsket (UTC)", _own("asked")),
    Column("tries", "Tries", "Forsøg", _own("tries")),
    Column("nextTry", "Next try (UTC)", "Næste forsøg (UTC)", _own("next_try")),
    Column("code", "Error", "Fejl", _own("code")),
    Column("message", "Message", "Meddelelse", _told("message"), is_told=True),
    Column("nativeId", "Id in the ERP", "Id i ERP", _own("native_id")),
    Column("decidedBy", "Decided by", "Besluttet af", _own("decided_by_name")),
    Column("reason", "Why", "Hvorfor", _own("reason")),
    Column("journal", "Journal", "Journal", _own("correlation_id")),
    Column("ourId", "Our id", "Vores id", _own("our_id")),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)


def payments(asked: Asked) -> Reader:
    """Payments that fit, in the order of the list."""
    query = (asked.filter or ErpPaymentFilter()).rows()
    return in_portions(query, ErpPaymentOrder.of(asked.order))


def writes(asked: Asked) -> Reader:
    """Writes that fit, in the order of the queue."""
    query = (asked.filter or ErpOutboxFilter()).rows()
    return in_portions(query, ErpOutboxOrder.of(asked.order))


PAYMENTS = Export(("Payments of the ERP", "Betalinger fra ERP"), COLUMNS, payments)
OUTBOX = Export(("Queue to the ERP", "Kø til ERP"), WRITE_COLUMNS, writes)
