"""Of two who bill one tenant, or decide about one invoice, the second waits."""

from datetime import timedelta
from decimal import Decimal

import pytest

from giroscope.features.billing import change_subscription, invoice_requests, issue
from giroscope.features.billing.bill_job import newest
from giroscope.features.billing.tables import BillingAccount, Invoice, Subscription
from tests.billing.billed_tenant import Tenant
from tests.payments.row_locks import unlocked_changes

pytestmark = [
    pytest.mark.integration,
    pytest.mark.parametrize("settings", ["postgres"], indirect=True),
]
ONE = timedelta(days=1)


def test_a_tenant_is_billed_and_changed_by_one_at_a_time(tenant: Tenant) -> None:
    database, realm = tenant.database, tenant.realm
    end = tenant.subscription().period_end
    assert end is not None
    with (
        unlocked_changes(database, realm, BillingAccount) as accounts,
        unlocked_changes(database, realm, Subscription) as subscriptions,
        unlocked_changes(database, realm, Invoice) as invoices,
    ):
        tenant.choose()
        tenant.on(end).bill()
        with tenant.billing() as billing:
            change_subscription.cancel(billing, newest(billing.session))
        tenant.on(end + ONE).bill()
        assert tenant.invoices()[0].number is not None
    assert accounts == subscriptions == invoices == []


def test_an_invoice_is_held_by_whoever_decides_about_it(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    tenant.on(end + ONE).bill()
    (invoice,) = tenant.invoices()
    number = invoice.number or ""
    with unlocked_changes(tenant.database, tenant.realm, Invoice) as found:
        with tenant.billing() as billing:
            invoice_requests.question(billing, invoice.id, "We never had this")
        with tenant.billing() as billing:
            issue.answer(billing, number, "You had")
        with tenant.billing() as billing:
            issue.note_paid(billing, number, Decimal("1.00"), tenant.today)
        with tenant.billing() as billing:
            issue.credit(billing, number, "Too much", Decimal("1.00"))
    assert found == []
