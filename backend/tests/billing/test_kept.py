"""What is kept of invoices and what is done about them, whole: rows, and the trail."""

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.billing import change_subscription, invoice_requests, issue
from giroscope.features.billing.bill_job import newest
from giroscope.features.billing.reference import reference_of
from giroscope.features.billing.tables import (
    BillingAccount,
    Invoice,
    InvoiceLine,
    InvoiceMailing,
    InvoicePayment,
    InvoiceReminder,
    Subscription,
)
from tests.billing.billed_tenant import BUYER, Tenant

ONE = timedelta(days=1)


def _rows(tenant: Tenant, table: Any, *but: str) -> list[dict[str, Any]]:
    """The rows of a table, without these columns and what is empty."""
    with tenant.database.job_connection(tenant.realm) as held:
        found = held.execute(select(table).order_by(table.id)).all()
    return [
        {
            name: value
            for name, value in row._asdict().items()
            if name not in but and value is not None and value != ""
        }
        for row in found
    ]


def _trail(tenant: Tenant) -> list[tuple[str, Any, Any]]:
    """Verb, and the values before and after."""
    with tenant.database.job_connection(tenant.realm) as held:
        rows = held.execute(
            select(AuditEvent.verb, AuditEvent.was, AuditEvent.now)
            .where(AuditEvent.verb.startswith("billing."))
            .order_by(AuditEvent.id)
        ).all()
    found = [
        (one.verb, json.loads(one.was or "{}"), json.loads(one.now or "{}"))
        for one in rows
    ]
    return [one for one in found if one[0] != "billing.details_changed"]


def _billed(tenant: Tenant) -> None:
    """With one open invoice, of a plan with two further seats."""
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose(seats=5)
    tenant.on(end).bill()
    tenant.on(end + ONE).bill()


def test_an_invoice_with_its_lines_and_its_mail(tenant: Tenant) -> None:
    _billed(tenant)
    own = tenant.subscription()
    assert own.period_end is not None
    start, last = own.period_start, own.period_end - ONE
    (account,) = _rows(tenant, BillingAccount)
    (invoice,) = _rows(tenant, Invoice, "seller", "buyer", "drafted")
    assert invoice == {
        "id": 1, "subscription_id": own.id, "occasion": f"period {start}",
        "kind": "INVOICE", "state": "OPEN", "series": "GIRO-GIROSCOPE", "sequence": 1,
        "number": "GIRO-GIROSCOPE-00001",
        "reference": reference_of(account["payer"], 1), "finalised": tenant.now,
        "issued": tenant.today, "due": tenant.today + 14 * ONE, "from_date": start,
        "to_date": last, "currency": "DKK", "net": Decimal("593.00"),
        "vat_treatment": "DOMESTIC", "vat_rate": Decimal("25.00"),
        "vat": Decimal("148.25"), "total": Decimal("741.25"), "paid": 0,
        "credited": 0, "fees": 0, "language": "da",
    }  # fmt: skip
    (kept,) = tenant.invoices()
    assert {name: kept.buyer[name] for name in BUYER if name in kept.buyer} == {
        name: value for name, value in BUYER.items() if name != "recipients"
    }
    assert kept.seller["account"]["iban"] == "DK9200000000012345"
    line = {
        "invoice_id": 1, "from_date": start, "to_date": last,
    }  # fmt: skip
    assert _rows(tenant, InvoiceLine, "id", "text", "unit") == [
        line | {"position": 1, "kind": "PLAN", "quantity": 1,
                "unit_price": Decimal("495.00"), "net": Decimal("495.00")},
        line | {"position": 2, "kind": "SEATS", "quantity": 2,
                "unit_price": Decimal("49.00"), "net": Decimal("98.00")},
    ]  # fmt: skip
    assert _rows(tenant, InvoiceMailing, "id", "asked_by_name") == [
        {
            "invoice_id": 1, "recipient": "bogholderi@example.com",
            "asked": tenant.now, "mailed": tenant.now,
        }
    ]  # fmt: skip
    assert _trail(tenant)[-1] == (
        "billing.invoice_issued", {},
        {
            "number": "GIRO-GIROSCOPE-00001", "total": "741.25", "currency": "DKK",
            "due": f"{tenant.today + 14 * ONE}",
        },
    )  # fmt: skip


def test_a_reminder_is_written_once_and_mailed_once(tenant: Tenant) -> None:
    _billed(tenant)
    tenant.on(tenant.invoices()[0].due + 12 * ONE).bill()
    before = len(tenant.mailer.sent)
    for _ in range(2):
        tenant.bill()
    assert len(tenant.mailer.sent) == before
    assert _rows(tenant, InvoiceReminder, "id") == [
        {
            "invoice_id": 1, "number": 1, "at": tenant.now, "fee": 100,
            "pay_by": tenant.today + 10 * ONE, "mailed": tenant.now,
        }
    ]  # fmt: skip
    (mail,) = (one for one in tenant.mailer.sent if "Rykker" in one.subject)
    assert (mail.to, len(mail.attachments)) == ("bogholderi@example.com", 1)
    assert _trail(tenant)[-1] == (
        "billing.reminded", {},
        {"reminder": 1, "fee": "100.00", "outstanding": "841.25"},
    )  # fmt: skip


def test_a_credit_note_and_a_payment(tenant: Tenant) -> None:
    _billed(tenant)
    number = tenant.invoices()[0].number or ""
    with tenant.billing() as billing:
        issue.credit(billing, number, "Too much", Decimal("93.00"))
    with tenant.billing() as billing:
        issue.note_paid(billing, number, Decimal("625.00"), tenant.today - ONE)
    first, note = tenant.invoices()
    assert (first.credited, first.paid, first.state, first.settled) == (
        Decimal("116.25"), Decimal("625.00"), "PAID", tenant.now,
    )  # fmt: skip
    assert (note.kind, note.state, note.credits_id, note.reason) == (
        "CREDIT_NOTE", "CREDITED", first.id, "Too much",
    )  # fmt: skip
    assert (note.net, note.vat, note.total, note.vat_rate, note.currency) == (
        Decimal("-93.00"), Decimal("-23.25"), Decimal("-116.25"), Decimal("25.00"),
        "DKK",
    )  # fmt: skip
    assert (note.number, note.issued, note.due, note.buyer, note.seller) == (
        "GIRO-GIROSCOPE-00002", tenant.today, tenant.today, first.buyer, first.seller,
    )  # fmt: skip
    assert _rows(tenant, InvoicePayment, "id", "entry") == [
        {
            "invoice_id": first.id, "booked": tenant.today - ONE,
            "amount": Decimal("625.00"), "currency": "DKK", "method": "NOTED",
            "found": tenant.now,
        }
    ]  # fmt: skip
    told = _trail(tenant)[-2:]
    assert [one[0] for one in told] == ["billing.credited", "billing.payment_found"]
    assert told[0][2]["of"] == number
    assert told[1][2] == {
        "amount": "625.00", "currency": "DKK", "booked": f"{tenant.today - ONE}",
        "outstanding": "0.00",
    }  # fmt: skip


def test_an_answered_question_lets_reminders_go_out_again(tenant: Tenant) -> None:
    _billed(tenant)
    (invoice,) = tenant.invoices()
    with tenant.billing() as billing:
        invoice_requests.question(billing, invoice.id, "We never had this")
    assert tenant.invoices()[0].questioned == tenant.now
    with tenant.billing() as billing:
        issue.answer(billing, invoice.number or "", "You had")
    assert tenant.invoices()[0].questioned is None
    tenant.on(invoice.due + 10 * ONE).bill()
    assert tenant.invoices()[0].fees == 100


def test_what_a_customer_chooses(tenant: Tenant) -> None:
    _billed(tenant)

    def own() -> dict[str, Any]:
        (row,) = _rows(tenant, Subscription, "id", "started", "anchor", "told")
        return row

    before = own()
    assert (before["plan"], before["interval"], before["currency"]) == (
        "start", "MONTH", "DKK",
    )  # fmt: skip
    assert (before["seats"], before["state"], before["pauses"]) == (5, "ACTIVE", False)
    waits = {"plan": "business", "interval": "YEAR", "currency": "EUR", "seats": 12}
    tenant.choose(**waits)
    assert own() == before | {"next_terms": waits}
    assert _trail(tenant)[-1] == (
        "billing.changed",
        {"plan": "start", "interval": "MONTH", "currency": "DKK", "seats": 5},
        waits | {"at_once": False},
    )  # fmt: skip
    with tenant.billing() as billing:
        change_subscription.pause(billing, newest(billing.session))
    assert own() == before | {"cancelled": tenant.now, "pauses": True}
    with tenant.billing() as billing:
        change_subscription.undo_cancel(billing, newest(billing.session))
    assert own() == before
    tenant.choose(at_once=True, plan="business", seats=12)
    assert own() == before | {"plan": "business", "seats": 12}
    end = before["period_end"]
    tenant.on(end).bill()
    assert own()["period_start"] == end
