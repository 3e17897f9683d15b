"""From the trial to paid invoices: what the job does as days go by."""

from datetime import timedelta
from decimal import Decimal

from billed_tenant import Tenant

from giroscope.features.audit import Subject
from giroscope.features.billing.tables import InvoiceState, SubscriptionState

ONE = timedelta(days=1)


def test_a_realm_has_a_trial_from_its_first_day(tenant: Tenant) -> None:
    own = tenant.subscription()
    assert own.state == SubscriptionState.TRIAL
    assert own.started == tenant.today
    assert own.period_end == tenant.today + timedelta(days=30)
    assert tenant.invoices() == []


def test_a_trial_without_a_choice_ends_in_a_pause_and_costs_nothing(
    tenant: Tenant,
) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.on(end).bill()
    own = tenant.subscription()
    assert (own.state, own.period_end) == (SubscriptionState.PAUSED, None)
    tenant.on(end + 40 * ONE).bill()
    assert tenant.invoices() == []


def test_what_was_chosen_in_the_trial_is_billed_from_its_end(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose(seats=5)
    tenant.on(end).bill()
    (draft,) = tenant.invoices()
    assert draft.state == InvoiceState.DRAFT
    assert draft.number is None
    # 495 and two further seats at 49, and a quarter of that as VAT.
    assert (draft.net, draft.vat, draft.total) == (
        Decimal("593.00"), Decimal("148.25"), Decimal("741.25"),
    )  # fmt: skip
    assert tenant.mailer.sent == []
    tenant.on(end + ONE).bill()
    (invoice,) = tenant.invoices()
    assert invoice.state == InvoiceState.OPEN
    assert invoice.number == "GIRO-GIROSCOPE-00001"
    assert invoice.due == end + ONE + timedelta(days=14)
    (mail,) = tenant.mailer.sent
    assert mail.to == "bogholderi@example.com"
    assert mail.attachments[0].content.startswith(b"%PDF-")
    tenant.bill()
    assert len(tenant.mailer.sent) == 1
    assert len(tenant.invoices()) == 1


def test_a_worker_that_stood_still_bills_every_period_once(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end + timedelta(days=95)).bill()
    tenant.bill()
    starts = [one.from_date for one in tenant.invoices()]
    assert len(starts) == 4
    assert starts == sorted(set(starts))
    tenant.on(end + timedelta(days=97)).bill()
    numbers = [one.sequence for one in tenant.invoices()]
    assert numbers == [1, 2, 3, 4]


def test_units_beyond_the_included_are_billed_with_their_evidence(
    tenant: Tenant,
) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    for upload in range(103):
        tenant.hand_in(upload)
    tenant.hand_in(7)
    tenant.hand_in(900, demo=True)
    tenant.record("payments.sent", Subject("journal", "j", "j"))
    next_start = tenant.subscription().period_end
    assert next_start is not None
    tenant.on(next_start).bill()
    bill = tenant.invoices()[-1]
    assert bill.net == Decimal("495.00") + 3 * Decimal("2.50")
