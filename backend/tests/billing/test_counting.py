"""Units come from the audit trail, each from one event, and money from statements."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from giroscope.features.audit import AuditOutcome, Subject, record_now
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.billing.bill_job import newest
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.metering import PORTION, Counting, meter
from giroscope.features.billing.renewal import used_units
from giroscope.features.billing.status import next_charge, usage
from giroscope.features.billing.tables import (
    FreeOf,
    InvoicePayment,
    InvoiceState,
    Meter,
    UsageUnit,
)
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import system_clock
from tests.billing.billed_tenant import Tenant
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

ONE = timedelta(days=1)
STATEMENT = """\
:20:PAY
:25:{iban}
:28C:{number}/1
:60F:C{day}DKK1000,00
:61:{day}{mmdd}C{amount}NTRFNONREF
:86:{remittance}
:62F:C{day}DKK{closing}
-
"""


def _used(tenant: Tenant) -> dict[Meter, int]:
    with tenant.session() as session:
        return used_units(session, session.merge(tenant.subscription()))


def _units(tenant: Tenant) -> list[UsageUnit]:
    with tenant.session() as session:
        return list(session.scalars(select(UsageUnit).order_by(UsageUnit.id)))


def test_each_unit_is_one_event_and_counts_once(tenant: Tenant) -> None:
    event = tenant.hand_in(1)
    tenant.record("uploads.hand_in", Subject("upload", "2", "2.xml"), duplicateOf=1)
    tenant.record("erp.hand_in", Subject("upload", "3", "3.xml"), sha256="x")
    tenant.record("payments.sent", Subject("journal", "j", "j"))
    tenant.record("payments.sent", Subject("journal", "k", "k"))
    for person in ("ann", "bo", "ann"):
        tenant.record("users.signed_in", Subject("user", person, person))
    tenant.record("documents.view", Subject("document", "1", "1"))
    tenant.bill()
    tenant.bill()
    assert _used(tenant) == {
        Meter.JOURNALS: 2, Meter.SENDINGS: 2, Meter.USERS: 2,
    }  # fmt: skip
    first = _units(tenant)[0]
    assert (first.event, first.subject_id, first.label) == (event, "1", "1.xml")


def test_demo_data_and_what_was_taken_back_cost_nothing(tenant: Tenant) -> None:
    tenant.hand_in(1)
    tenant.hand_in(2, demo=True)
    tenant.hand_in(3)
    tenant.record("uploads.take_back", Subject("upload", "3", "3.xml"))
    tenant.bill()
    assert _used(tenant) == {Meter.JOURNALS: 1}
    assert [one.free for one in _units(tenant)] == [
        None, FreeOf.DEMO, FreeOf.TAKEN_BACK,
    ]  # fmt: skip


def test_what_is_fetched_from_a_bank_is_no_unit(tenant: Tenant) -> None:
    tenant.hand_in(1, source="UPLOAD")
    tenant.hand_in(2, source="BANK", bank="Nordea")
    tenant.bill()
    assert _used(tenant) == {Meter.JOURNALS: 1}
    assert len(_units(tenant)) == 1


def test_demo_data_is_in_no_forecast_and_on_no_invoice_to_be(tenant: Tenant) -> None:
    def foreseen() -> Any:
        tenant.bill()
        with tenant.billing() as billing:
            own = newest(billing.session)
            used = [(one.meter, one.used, one.forecast) for one in usage(billing, own)]
            return used, next_charge(billing, own)

    tenant.hand_in(1)
    tenant.record("payments.sent", Subject("journal", "j", "j"))
    before = foreseen()
    for upload in range(2, 30):
        tenant.hand_in(upload, demo=True)
    tenant.record("erp.hand_in", Subject("upload", "30", "30.xml"), demo=True)
    tenant.record("payments.sent", Subject("journal", "k", "k"), demo=True)
    assert foreseen() == before
    with tenant.billing() as billing:
        free = {one.meter: one.free for one in usage(billing, newest(billing.session))}
    assert (free[Meter.JOURNALS], free[Meter.SENDINGS]) == (29, 1)


def test_what_failed_or_was_changed_afterwards_counts_nothing(tenant: Tenant) -> None:
    actor = system_actor(tenant.realm)
    with tenant.database.job_connection(tenant.realm) as connection:
        record_now(
            connection, actor, "uploads.hand_in", Subject("upload", "1", "1"),
            outcome=AuditOutcome.FAILED,
        )  # fmt: skip
        connection.commit()
    event = tenant.hand_in(2)
    with tenant.database.job_connection(tenant.realm) as connection:
        for table in ("audit_events_update", "audit_events_change"):
            drop = f"DROP TRIGGER IF EXISTS {table}"
            is_sqlite = connection.dialect.name == "sqlite"
            connection.execute(text(drop if is_sqlite else f"{drop} ON audit_events"))
        connection.execute(
            text("UPDATE audit_events SET subject_id = '9' WHERE sequence = :event"),
            {"event": event},
        )
        connection.commit()
    tenant.bill()
    assert _used(tenant) == {}


def test_people_are_told_once_at_80_and_at_100_per_cent(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    for count, codes in (
        (80, ["billing.journals_80"]),
        (99, ["billing.journals_80"]),
        (100, ["billing.journals_80", "billing.journals_100"]),
    ):
        done = _used(tenant).get(Meter.JOURNALS, 0)
        tenant.hand_in_all(range(done, count))
        tenant.bill()
        tenant.bill()
        with tenant.session() as session:
            told = session.scalars(
                select(SystemMessage.code)
                .where(SystemMessage.code.startswith("billing.journals"))
                .order_by(SystemMessage.id)
            )
            assert list(told) == codes


def test_each_period_has_its_own_notices(tenant: Tenant) -> None:
    tenant.choose()
    for notices in (1, 2):
        end = tenant.subscription().period_end
        assert end is not None
        tenant.on(end).bill()
        tenant.hand_in_all(range(notices * 80, notices * 80 + 80))
        tenant.bill()
        with tenant.session() as session:
            told = session.scalars(
                select(SystemMessage.code).where(
                    SystemMessage.code == "billing.journals_80"
                )
            )
            assert len(told.all()) == notices


def test_a_trial_that_ends_is_told(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    for days in (7, 6, 1):
        tenant.on(end - timedelta(days=days)).bill()
    with tenant.session() as session:
        told = session.scalars(
            select(SystemMessage).where(SystemMessage.code == "billing.trial_ends")
        ).all()
    assert len(told) == 2


@pytest.mark.parametrize(
    ("amount", "how", "state"),
    [
        ("618,75", "reference", InvoiceState.PAID),
        ("618,75", "number", InvoiceState.PAID),
        ("600,00", "reference", InvoiceState.OPEN),
        ("600,00", "number", None),
        ("700,00", "reference", InvoiceState.PAID),
        ("618,75", "nothing", None),
    ],
)
def test_a_payment_is_found_in_the_sellers_own_statement(
    tenant: Tenant,
    catalogue: Catalogue,
    import_bytes: Any,
    amount: str,
    how: str,
    state: InvoiceState | None,
) -> None:
    tenant.catalogue = catalogue.model_copy(
        update={"seller": catalogue.seller.model_copy(update={"realm": tenant.realm})}
    )
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    tenant.on(end + ONE).bill()
    (invoice,) = tenant.invoices()
    reference = invoice.reference or ""
    texts = {
        "reference": f"FAKTURA {reference[:4]} {reference[4:8]} {reference[8:]}",
        "number": f"Betaling {invoice.number}",
        "nothing": "Husleje",
    }
    day = end + 3 * ONE
    closing = Decimal(1000) + Decimal(amount.replace(",", "."))
    text_ = STATEMENT.format(
        iban=catalogue.seller.accounts[0].iban, number=1, day=f"{day:%y%m%d}",
        mmdd=f"{day:%m%d}", amount=amount, remittance=texts[how],
        closing=str(closing).replace(".", ","),
    )  # fmt: skip
    upload = import_bytes(text_.replace("\n", "\r\n").encode(), "seller.sta")
    assert upload.state == "IMPORTED"
    tenant.on(day + ONE).bill()
    tenant.bill()
    with tenant.session() as session:
        found = session.scalars(select(InvoicePayment)).all()
    (invoice,) = tenant.invoices()
    if state is None:
        assert (invoice.state, found) == (InvoiceState.OPEN, [])
        return
    assert invoice.state == state
    assert [one.amount for one in found] == [Decimal(amount.replace(",", "."))]
    assert found[0].booked == day
    assert invoice.outstanding == Decimal("618.75") - found[0].amount
    assert (
        _codes(tenant)
        == {
            "618,75": {"billing.paid"},
            "600,00": {"billing.paid_partly"},
            "700,00": {"billing.paid_too_much"},
        }[amount]
    )


def _booked(
    day: date, *, iban: str, remittance: str, amount: str = "618,75",
    currency: str = "DKK", sign: str = "C", number: int = 1,
) -> bytes:  # fmt: skip
    """A day's statement of the seller's with one entry."""
    own = Decimal(amount.replace(",", "."))
    told = STATEMENT.format(
        iban=iban, number=number, day=f"{day:%y%m%d}", mmdd=f"{day:%m%d}",
        amount=amount, remittance=remittance,
        closing=str(1000 + (own if sign == "C" else -own)).replace(".", ","),
    )  # fmt: skip
    told = told.replace(f"{day:%m%d}C{amount}", f"{day:%m%d}{sign}{amount}")
    return told.replace("DKK", currency).replace("\n", "\r\n").encode()


@pytest.fixture
def seller(tenant: Tenant, catalogue: Catalogue) -> Tenant:
    """A tenant that sells to itself, with two invoices a month apart."""
    tenant.catalogue = catalogue.model_copy(
        update={"seller": catalogue.seller.model_copy(update={"realm": tenant.realm})}
    )
    tenant.choose()
    for _ in range(2):
        end = tenant.subscription().period_end
        assert end is not None
        tenant.on(end).bill()
        tenant.on(end + ONE).bill()
    return tenant


@pytest.mark.parametrize(
    ("days", "changes", "is_found"),
    [
        (0, {}, True),
        # The first invoice was there already: the statement is looked through.
        (-1, {}, False),
        (3, {"currency": "SEK"}, False),
        (3, {"iban": "DK5000400440116243"}, False),
    ],
    ids=["on its day", "before it", "another currency", "another account"],
)
def test_only_money_that_can_be_meant_for_an_invoice_pays_it(
    seller: Tenant, import_bytes: Any, days: int, changes: dict[str, str],
    is_found: bool,
) -> None:  # fmt: skip
    invoice = seller.invoices()[1]
    day = invoice.issued + days * ONE
    iban = seller.catalogue.seller.accounts[0].iban
    told = {"iban": iban, "remittance": invoice.reference or "", **changes}
    import_bytes(_booked(day, **told), "seller.sta")
    seller.on(day + 4 * ONE).bill()
    found = seller.invoices()[1]
    assert found.paid == (Decimal("618.75") if is_found else 0)


@pytest.mark.parametrize(
    ("status", "amounts", "paid"),
    [
        ("BOOK", ["618.75"], Decimal("618.75")),
        # What is only announced may be withdrawn.
        ("PDNG", ["618.75"], Decimal(0)),
        # A batch counts by its parts, not by its sum as well.
        ("BOOK", ["618.75", "381.25"], Decimal("618.75")),
    ],
    ids=["booked", "announced", "in a batch"],
)
def test_an_entry_pays_once_it_is_booked_and_by_its_parts(
    seller: Tenant, import_bytes: Any, status: str, amounts: list[str], paid: Decimal
) -> None:
    invoice = seller.invoices()[1]
    day = invoice.issued.isoformat()
    texts = [f"Faktura {invoice.reference}", "Husleje"]
    parts = [
        Part(amount, "Køber A/S", text=said)
        for amount, said in zip(amounts, texts, strict=False)
    ]
    entry = Line(
        str(sum(map(Decimal, amounts))), day=day, status=status, parts=parts,
        reference="R-1", information=texts[0],
    )  # fmt: skip
    iban = seller.catalogue.seller.accounts[0].iban
    sheet = Sheet([entry], account=iban, first=day, last=day)
    kind = "camt.053" if status == "BOOK" else "camt.052"
    assert import_bytes(camt(sheet, kind=kind), "day.xml").state == "IMPORTED"
    seller.bill()
    assert seller.invoices()[1].paid == paid


def test_an_older_invoice_is_paid_once_a_newer_one_is_out(
    seller: Tenant, import_bytes: Any
) -> None:
    first, second = seller.invoices()
    iban = seller.catalogue.seller.accounts[0].iban
    day = first.issued + 3 * ONE
    assert day < second.issued
    told = _booked(day, iban=iban, remittance=first.reference or "")
    import_bytes(told, "late.sta")
    seller.bill()
    assert [one.paid for one in seller.invoices()] == [Decimal("618.75"), 0]


def test_money_that_goes_back_opens_the_invoice_again(
    seller: Tenant, import_bytes: Any
) -> None:
    invoice = seller.invoices()[1]
    told = {
        "iban": seller.catalogue.seller.accounts[0].iban,
        "remittance": invoice.reference or "",
    }
    day = seller.today
    import_bytes(_booked(day, **told), "paid.sta")
    seller.bill()
    assert seller.invoices()[1].state == InvoiceState.PAID
    back = day + 3 * ONE
    import_bytes(_booked(back, **told, sign="D", number=2), "back.sta")
    seller.on(back + ONE).bill()
    opened = seller.invoices()[1]
    assert (opened.state, opened.paid, opened.settled) == (InvoiceState.OPEN, 0, None)


def test_what_is_recorded_as_a_period_ends_counts_in_the_next(tenant: Tenant) -> None:
    event, own = tenant.hand_in(1), tenant.subscription()
    counting = Counting(own.id, own.period_start)
    with tenant.database.job_connection(tenant.realm) as connection:
        recorded = connection.execute(
            select(AuditEvent.recorded).where(AuditEvent.id == event)
        ).scalar_one()
        assert meter(connection, counting, event - 1, recorded) == event - 1
        assert connection.execute(select(UsageUnit.id)).all() == []
        later = recorded + timedelta(microseconds=1)
        assert meter(connection, counting, event - 1, later) == event
        assert len(connection.execute(select(UsageUnit.id)).all()) == 1


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_more_events_than_are_read_at_once_count_all(tenant: Tenant) -> None:
    own, actor = tenant.subscription(), system_actor(tenant.realm)
    with tenant.database.job_connection(tenant.realm) as connection:
        for number in range(PORTION + 1):
            subject = Subject("upload", str(number), f"{number}.xml")
            record_now(connection, actor, "uploads.hand_in", subject)
        until = system_clock() + ONE
        meter(connection, Counting(own.id, own.period_start), 0, until)
        counted = connection.execute(select(func.count(UsageUnit.id))).scalar_one()
        connection.rollback()
    assert counted == PORTION + 1


def _codes(tenant: Tenant) -> set[str]:
    with tenant.database.job_connection(tenant.realm) as held, Session(held) as own:
        return set(
            own.scalars(
                select(SystemMessage.code).where(
                    SystemMessage.code.startswith("billing.paid")
                )
            )
        )
