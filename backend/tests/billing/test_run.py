"""From the trial to paid invoices: what the job does as days go by."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select, update

from giroscope.features.audit import Subject
from giroscope.features.billing import change_subscription, details
from giroscope.features.billing.bill_job import newest
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.due import due
from giroscope.features.billing.periods import begins, next_start
from giroscope.features.billing.queries import WantedUnits
from giroscope.features.billing.tables import (
    InvoiceLine,
    InvoiceState,
    SubscriptionState,
    UsageUnit,
)
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job, RealmKey
from giroscope.settings import Settings
from tests.billing.billed_tenant import Tenant

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


def _sign_in(tenant: Tenant, *people: str) -> None:
    for person in people:
        tenant.record("users.signed_in", Subject("user", person, person))


def _next(tenant: Tenant) -> None:
    """The period ends."""
    end = tenant.subscription().period_end
    assert end is not None
    tenant.on(end).bill()


def test_what_is_used_in_the_trial_costs_nothing(tenant: Tenant) -> None:
    # The trial's plan has ten seats.
    _sign_in(tenant, *(f"person-{number}" for number in range(11)))
    tenant.choose()
    _next(tenant)
    (draft,) = tenant.invoices()
    assert draft.net == Decimal("495.00")


def test_what_was_used_is_billed_when_the_subscription_ends(tenant: Tenant) -> None:
    tenant.choose()
    _next(tenant)
    _sign_in(tenant, "ann", "bo", "carl", "dora")
    tenant.bill()
    with tenant.billing() as billing:
        change_subscription.cancel(billing, newest(billing.session))
    _next(tenant)
    # A fourth user beyond the three seats, and no new period.
    assert [one.net for one in tenant.invoices()] == [
        Decimal("495.00"), Decimal("49.00"),
    ]  # fmt: skip


def test_units_are_billed_in_the_currency_they_were_used_in(tenant: Tenant) -> None:
    tenant.choose()
    _next(tenant)
    _sign_in(tenant, "ann", "bo", "carl", "dora")
    tenant.bill()
    tenant.choose(currency="EUR")
    _next(tenant)
    assert [(one.currency, one.net) for one in tenant.invoices()] == [
        ("DKK", Decimal("495.00")), ("DKK", Decimal("49.00")),
        ("EUR", Decimal("66.00")),
    ]  # fmt: skip


def test_what_is_used_in_a_pause_is_never_charged(tenant: Tenant) -> None:
    _next(tenant)
    assert tenant.subscription().state == SubscriptionState.PAUSED
    _sign_in(tenant, "ann", "bo", "carl", "dora")
    tenant.bill()
    tenant.choose(at_once=True)
    tenant.bill()
    with tenant.session() as session:
        assert session.scalars(select(UsageUnit.id)).all() == []


def test_after_a_pause_periods_begin_on_the_day_of_the_choice(tenant: Tenant) -> None:
    _next(tenant)
    day = tenant.today + 3 * ONE
    if day.day == tenant.subscription().anchor:
        day += ONE
    tenant.on(day).bill()
    tenant.choose(at_once=True)
    own = tenant.subscription()
    assert (own.period_start, own.anchor) == (day, day.day)
    assert own.period_end == next_start(day, "MONTH", day.day)


def test_an_invoice_names_its_buyer_as_of_the_day_it_is_issued(tenant: Tenant) -> None:
    tenant.choose()
    _next(tenant)
    with tenant.billing() as billing:
        details.change(billing, {"name": "Ny Køber A/S"})
    tenant.on(tenant.today + ONE).bill()
    (invoice,) = tenant.invoices()
    assert invoice.buyer["name"] == "Ny Køber A/S"


def test_what_cost_nothing_is_found_by_itself(tenant: Tenant) -> None:
    tenant.hand_in(1)
    tenant.hand_in(2, demo=True)
    tenant.bill()
    with tenant.session() as session:
        for is_free, labels in (
            (None, ["1.xml", "2.xml"]), (True, ["2.xml"]), (False, ["1.xml"]),
        ):  # fmt: skip
            rows = WantedUnits(is_free=is_free).rows().order_by(UsageUnit.id)
            assert [one.label for one in session.scalars(rows)] == labels


def test_a_line_is_settled_by_the_units_of_its_own_period(tenant: Tenant) -> None:
    tenant.choose()
    _next(tenant)
    _sign_in(tenant, "ann")
    _next(tenant)
    _sign_in(tenant, "ann", "bo", "carl", "dora")
    tenant.bill()
    start = tenant.subscription().period_start
    _next(tenant)
    with tenant.session() as session:
        units = session.scalars(select(UsageUnit).order_by(UsageUnit.id)).all()
        settled = [one for one in units if one.line_id is not None]
        assert {one.period_start for one in settled} == {start}
        assert (len(units), len(settled)) == (5, 4)
        lines = session.scalars(
            select(InvoiceLine).where(InvoiceLine.meter == "USERS")
        ).all()
        assert [one.id for one in lines] == [settled[0].line_id]


def test_what_is_on_an_invoice_stays_on_it_when_its_file_is_taken_back(
    tenant: Tenant,
) -> None:
    tenant.hand_in(1)
    tenant.hand_in(2)
    tenant.bill()
    with tenant.session() as session:
        first = session.scalars(select(UsageUnit).order_by(UsageUnit.id)).first()
        assert first is not None
        first.line_id = 1
    for upload in ("1", "2"):
        tenant.record("uploads.take_back", Subject("upload", upload, upload))
    tenant.bill()
    with tenant.session() as session:
        free = session.scalars(select(UsageUnit.free).order_by(UsageUnit.id)).all()
    assert free == [None, "TAKEN_BACK"]


@pytest.mark.parametrize(("days", "begins_today"), [(29, False), (30, True)])
def test_a_realm_older_than_a_trial_has_one_from_today(
    database: Database, realm: str, catalogue: Catalogue, days: int, begins_today: bool
) -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    with database.job_session(realm) as session:
        session.execute(update(RealmKey).values(created=now - days * ONE))
    tenant = Tenant(database, realm, catalogue, now)
    with tenant.billing():
        """Billing begins with whoever opens it first."""
    own = tenant.subscription()
    assert own.period_start == tenant.today - (0 if begins_today else days) * ONE
    assert own.period_end == own.period_start + 30 * ONE


def test_the_job_comes_again_in_an_hour_and_at_midnight(
    tenant: Tenant, settings: Settings
) -> None:
    turn = due(settings)

    def is_asked(at: datetime) -> bool:
        with tenant.database.job_connection(tenant.realm) as connection:
            connection.execute(Job.__table__.delete())
            turn(tenant.realm, connection, at)
            found = connection.execute(select(Job.id).where(Job.verb == "bill")).first()
            connection.rollback()
        return found is not None

    midnight = begins(tenant.today + ONE)
    for now, look in (
        (midnight - timedelta(hours=12), midnight - timedelta(hours=11)),
        (midnight - timedelta(minutes=30), midnight),
    ):
        tenant.now = now
        tenant.bill()
        assert not is_asked(look - timedelta(microseconds=1))
        assert is_asked(look)
