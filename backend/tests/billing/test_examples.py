"""Writes the examples of billing's screens and addresses, from a tenant that is billed.

Beside those of `test_examples`, and written again in the same way.
"""

import asyncio
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from giroscope.features.audit import Subject, actions
from giroscope.features.billing import details, invoice_requests, issue
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.desk import Desk
from giroscope.features.billing.example import EXAMPLE
from giroscope.kernel.access import BILLING
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import RealmKey
from tests.billing.billed_tenant import BUYER, Tenant
from tests.example_files import NOON, Settled, documents, ensure_fresh

pytestmark = pytest.mark.served

FIRST_DAY = date(2026, 7, 3)
DEARER = {"plan": "business", "interval": "MONTH", "currency": "DKK", "seats": 12}
OPERATIONS: dict[str, dict[str, Any]] = {
    "SubscriptionPage": {},
    "SubscriptionChangePreview": {"wanted": DEARER},
    "InvoiceList": {"first": 10},
    "InvoiceSums": {},
    "OneInvoice": {"id": "3"},
    "UsageEvidence": {"first": 3},
}
ADDRESSES = {
    "billing-all": "/api/billing",
    "billing-subscriptions": "/api/billing/subscriptions",
    "billing-invoices": "/api/billing/invoices?first=2",
    "billing-invoice": "/api/billing/invoices/3",
}


@pytest.fixture
def world_clock() -> Clock:
    """The noon of all examples: a period began today."""
    return lambda: NOON


@pytest.fixture
def billed(database: Database, monkeypatch: pytest.MonkeyPatch) -> Tenant:
    """A trial, a paid invoice, one that is credited in part and overdue, a draft."""
    catalogue = Catalogue.model_validate(EXAMPLE)
    monkeypatch.setattr(Desk, "catalogue", catalogue)
    tenant = Tenant(database, "giroscope", catalogue, NOON)
    monkeypatch.setattr(actions, "system_clock", lambda: tenant.now)
    tenant.on(FIRST_DAY)
    with tenant.session() as session:
        session.execute(update(RealmKey).values(created=tenant.now))
    with tenant.billing() as billing:
        billing.account.payer = "EXAMPLE"
        details.change(billing, {**BUYER, "order_number": "PO 77"})
    tenant.choose()
    return tenant


def _months(tenant: Tenant) -> None:
    """From the first period to the day on which everything is asked."""
    _period(tenant, date(2026, 8, 2), journals=12)
    with tenant.billing() as billing:
        issue.note_paid(
            billing, "GIRO-GIROSCOPE-00001", Decimal("618.75"), date(2026, 8, 14)
        )
    _period(tenant, date(2026, 9, 2), journals=103)
    _period(tenant, date(2026, 10, 2), journals=84)
    with tenant.billing() as billing:
        note = issue.credit(
            billing, "GIRO-GIROSCOPE-00003", "One journal was a trial", Decimal("2.50")
        )
        invoice_requests.question(billing, note.credits_id or 0, "Is the rest right?")
    tenant.on(date(2026, 10, 16))
    with tenant.billing() as billing:
        issue.answer(billing, "GIRO-GIROSCOPE-00003", "It is: 102 journals")
    tenant.on(date(2026, 10, 29)).bill()
    tenant.on(NOON.date()).bill()


def _period(tenant: Tenant, start: date, *, journals: int) -> None:
    """A period begins, its invoice is issued a day later, and files are handed in."""
    tenant.on(start).bill()
    tenant.on(start + timedelta(days=1)).bill()
    begun = start.toordinal() * 1_000
    for number in range(journals):
        tenant.hand_in(begun + number)
    tenant.hand_in(begun + journals, demo=True)
    tenant.record("payments.sent", Subject("journal", str(begun), "payments.xml"))
    tenant.record("users.signed_in", Subject("user", "person-karen", "Karen Blixen"))


async def test_the_examples_of_billing_are_what_the_api_answers_today(
    api: Any, billed: Tenant
) -> None:
    await asyncio.to_thread(_months, billed)
    settled, asked_by_name, written = Settled(), documents(), {}
    for name, variables in OPERATIONS.items():
        data = await api.data(asked_by_name[name], BILLING, variables=variables)
        written[name] = settled.text({"data": data})
    async with api.client(BILLING) as client:
        for name, address in ADDRESSES.items():
            answer = await client.get(address)
            assert answer.status_code == 200, answer.text
            written[name] = settled.text(answer.json())
    ensure_fresh(written, "billing")
