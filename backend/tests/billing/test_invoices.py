"""Numbers, papers, credit notes, payments and reminders."""

import io
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError

from giroscope.features.billing import (
    change_subscription,
    details,
    invoice_requests,
    issue,
    paper,
)
from giroscope.features.billing.bill_job import newest
from giroscope.features.billing.errors import (
    AlreadyQuestioned,
    BadDetails,
    DetailsMissing,
    IsCancelled,
    NoChangeWaits,
    NotCancelled,
    NothingChanges,
    NothingToCancel,
    NothingToCredit,
    NotNow,
    PriceMoved,
    StillDraft,
    TooFewSeats,
)
from giroscope.features.billing.invoicing import lines_of
from giroscope.features.billing.line_words import unit
from giroscope.features.billing.pricing import Terms
from giroscope.features.billing.queries import (
    Standing,
    WantedInvoices,
    outstanding,
    standing_of,
    totals,
)
from giroscope.features.billing.status import next_charge
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceLine,
    InvoicePaper,
    InvoiceQuestion,
    InvoiceState,
    SubscriptionEvent,
    SubscriptionState,
)
from giroscope.features.billing.vat import rounded
from giroscope.kernel.errors import InvalidInput, NotFound
from tests.billing.billed_tenant import Tenant

ONE = timedelta(days=1)


@pytest.fixture
def billed(tenant: Tenant) -> Tenant:
    """With one open invoice of 618.75, issued today."""
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    tenant.on(end + ONE).bill()
    return tenant


def _only(tenant: Tenant) -> Invoice:
    return tenant.invoices()[0]


def test_what_an_invoice_says_is_never_changed(billed: Tenant) -> None:
    for change in (
        update(Invoice).values(total=Decimal(1)),
        update(Invoice).values(number="1"),
        delete(Invoice),
        update(InvoiceLine).values(net=Decimal(1)),
        delete(InvoiceLine),
        update(InvoicePaper).values(content=b""),
        text("UPDATE invoice_series SET last = 0"),
    ):
        with pytest.raises(DBAPIError, match="never changed"), billed.session() as own:
            own.execute(change)
    assert _only(billed).total == Decimal("618.75")


def test_the_paper_says_what_the_law_wants(billed: Tenant) -> None:
    content = billed.mailer.sent[0].attachments[0].content
    page = PdfReader(io.BytesIO(content)).pages[0]
    said = page.extract_text()
    for wanted in (
        "Faktura", "GIRO-GIROSCOPE-00001", "Eksempel Software ApS", "CVR-nr. 12345674",
        "Momsnr. DK12345674", "Køber A/S", "Storegade 7", "8000 Aarhus C",
        "Start, abonnement for en måned", "495,00", "Moms 25 % af 495,00", "123,75",
        "618,75", "Betalingsfrist", "RF", "Leveringsperiode", "I alt ekskl. moms",
        "Priser pr. enhed er ekskl. moms.",
    ):  # fmt: skip
        assert wanted in said, wanted
    fonts: Any = page["/Resources"]["/Font"]
    for font in fonts.values():
        found = font.get_object()
        if "Vera" in str(found.get("/BaseFont")):
            assert "/FontFile2" in found["/FontDescriptor"]


def test_the_paper_of_a_buyer_abroad_is_addressed_across_the_border(
    billed: Tenant,
) -> None:
    with billed.session() as session:
        row = session.get_one(Invoice, _only(billed).id)
        lines = lines_of(session, row.id)
        row.language, row.buyer = "en", {**row.buyer, "country": "DE"}
        due = row.due
        said = PdfReader(io.BytesIO(paper.render(row, lines))).pages[0].extract_text()
        session.rollback()
    assert "DE-8000 Aarhus C" in said
    assert f"{due.day} {due:%B %Y}" in said
    assert unit("JOURNALS", "da", 20) == "journaler"


def test_the_same_invoice_gives_the_same_bytes_on_as_many_pages_as_it_takes(
    billed: Tenant,
) -> None:
    with billed.session() as session:
        row = session.get_one(Invoice, _only(billed).id)
        lines = lines_of(session, row.id)
        assert paper.render(row, lines) == paper.render(row, lines)
        long = PdfReader(io.BytesIO(paper.render(row, lines * 60)))
    assert len(long.pages) == 4
    assert "Side 4 af 4" in long.pages[3].extract_text()
    assert paper.drawable("Łódź, ą") == "Łódz, a"


def test_a_credit_note_names_its_invoice_and_follows_its_number(
    billed: Tenant,
) -> None:
    first = _only(billed)
    with billed.billing() as billing:
        part = issue.credit(billing, first.number or "", "Too much", Decimal(95))
        assert (part.net, part.vat, part.total) == (
            Decimal("-95.00"), Decimal("-23.75"), Decimal("-118.75"),
        )  # fmt: skip
        assert part.number == "GIRO-GIROSCOPE-00002"
    assert _only(billed).state == InvoiceState.OPEN
    with billed.billing() as billing:
        rest = issue.credit(billing, first.number or "", "All of it", None)
        assert rest.total == Decimal("-500.00")
    assert _only(billed).state == InvoiceState.CREDITED
    assert sum(one.total for one in billed.invoices()) == 0
    with pytest.raises(NothingToCredit), billed.billing() as billing:
        issue.credit(billing, first.number or "", "Again", None)
    billed.bill()
    said = (
        PdfReader(io.BytesIO(billed.mailer.sent[-1].attachments[0].content))
        .pages[0]
        .extract_text()
    )
    assert "Kreditnota" in said
    assert "Krediterer faktura" in said


@pytest.mark.parametrize("net", ["0.001", "0", "-1.00", "495.01", "500.00"])
def test_no_more_is_credited_than_is_left_and_no_part_of_a_cent(
    billed: Tenant, net: str
) -> None:
    number = _only(billed).number or ""
    with pytest.raises(NothingToCredit), billed.billing() as billing:
        issue.credit(billing, number, "Too much", Decimal(net))
    assert _only(billed).credited == 0
    assert len(billed.invoices()) == 1


def test_a_credit_note_is_neither_credited_nor_paid(billed: Tenant) -> None:
    invoice = _only(billed).number or ""
    with billed.billing() as billing:
        number = issue.credit(billing, invoice, "x", Decimal(1)).number or ""
    with pytest.raises(NotFound), billed.billing() as billing:
        issue.credit(billing, number, "x", None)
    with pytest.raises(NotFound), billed.billing() as billing:
        issue.note_paid(billing, number, Decimal("1.00"), billed.today)


@pytest.mark.parametrize("amount", ["0", "0.001"])
def test_what_is_no_amount_is_not_noted_as_paid(billed: Tenant, amount: str) -> None:
    number = _only(billed).number or ""
    with pytest.raises(InvalidInput), billed.billing() as billing:
        issue.note_paid(billing, number, Decimal(amount), billed.today)
    with billed.billing() as billing:
        issue.note_paid(billing, number, Decimal("1.00"), billed.today)
    with pytest.raises(InvalidInput), billed.billing() as billing:
        issue.note_paid(billing, number, Decimal("1.00"), billed.today)
    assert _only(billed).paid == Decimal("1.00")


def test_money_is_noted_once_in_parts_and_back(billed: Tenant) -> None:
    number = _only(billed).number or ""
    with billed.billing() as billing:
        issue.note_paid(billing, number, Decimal("600.00"), billed.today)
    assert _only(billed).outstanding == Decimal("18.75")
    assert _only(billed).state == InvoiceState.OPEN
    with billed.billing() as billing:
        issue.note_paid(billing, number, Decimal("20.00"), billed.today)
    assert (_only(billed).state, _only(billed).outstanding) == (
        InvoiceState.PAID, Decimal("-1.25"),
    )  # fmt: skip
    assert _only(billed).settled == billed.now
    with billed.billing() as billing:
        issue.note_paid(billing, number, Decimal("-620.00"), billed.today)
    assert (_only(billed).state, _only(billed).settled) == (InvoiceState.OPEN, None)


def test_reminders_keep_the_law_and_end_with_the_payment(billed: Tenant) -> None:
    due = _only(billed).due
    billed.on(due + ONE).bill()
    assert billed.subscription().state == SubscriptionState.PAST_DUE
    assert _only(billed).fees == 0
    # A worker that stood still for long still keeps ten days between them.
    for day in (60, 61, 69, 70, 80, 90, 100):
        billed.on(due + timedelta(days=day)).bill()
    assert _only(billed).fees == Decimal("300.00")
    reminders = [one for one in billed.mailer.sent if "Rykker" in one.subject]
    mine = [one for one in reminders if _only(billed).number in one.subject]
    assert [one.subject[:8] for one in mine] == ["Rykker 1", "Rykker 2", "Rykker 3"]
    assert "100,00 DKK" in mine[0].text
    assert "718,75 DKK" in mine[0].text


def test_an_invoice_is_overdue_the_day_after_its_day(billed: Tenant) -> None:
    invoice = _only(billed)
    for day, how, state in (
        (invoice.due, Standing.OPEN, SubscriptionState.ACTIVE),
        (invoice.due + ONE, Standing.OVERDUE, SubscriptionState.PAST_DUE),
    ):
        billed.on(day).bill()
        assert billed.subscription().state == state
        assert standing_of(_only(billed), day) is how
        with billed.session() as session:
            for wanted in Standing:
                rows = WantedInvoices(standings=[wanted]).rows(day)
                found = session.scalars(rows.where(Invoice.id == invoice.id)).all()
                assert len(found) == (wanted is how)
            ((currency, told, *_),) = session.execute(
                totals(select(Invoice).where(Invoice.id == invoice.id), day)
            )
            assert (currency, told) == ("DKK", how)


@pytest.mark.parametrize(
    "days",
    [
        {9: 0, 10: 1, 19: 1, 20: 2, 29: 2, 30: 3, 60: 3},
        # A worker that stood still begins with the first, and keeps the distance.
        {60: 1, 69: 1, 70: 2, 79: 2, 80: 3, 90: 3},
    ],
)
def test_reminders_come_on_their_days_and_at_most_three(
    billed: Tenant, days: dict[int, int]
) -> None:
    due = _only(billed).due
    for day, reminders in days.items():
        billed.on(due + timedelta(days=day)).bill()
        assert _only(billed).fees == 100 * reminders, day


def test_a_fee_is_in_the_currency_of_its_invoice(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose(currency="EUR")
    tenant.on(end).bill()
    tenant.on(end + ONE).bill()
    invoice = _only(tenant)
    assert (invoice.currency, invoice.total) == ("EUR", Decimal("82.50"))
    tenant.on(invoice.due + timedelta(days=10)).bill()
    assert (_only(tenant).fees, _only(tenant).outstanding) == (
        Decimal("13.00"), Decimal("95.50"),
    )  # fmt: skip


def test_nobody_is_reminded_of_what_is_disputed(billed: Tenant) -> None:
    first = _only(billed)
    with billed.billing() as billing:
        invoice_requests.question(billing, first.id, "  We never had this  ")
    with pytest.raises(AlreadyQuestioned), billed.billing() as billing:
        invoice_requests.question(billing, first.id, "Again")
    billed.on(first.due + timedelta(days=20)).bill()
    assert _only(billed).fees == 0
    with billed.billing() as billing:
        issue.answer(billing, first.number or "", "You had; see line 1")
    billed.bill()
    assert _only(billed).fees == Decimal("100.00")


def test_an_address_that_is_refused_is_told_and_not_tried_for_ever(
    billed: Tenant,
) -> None:
    billed.mailer.refuses.add("gone@example.com")
    wanted = _only(billed).id
    with billed.billing() as billing:
        invoice_requests.send_again(billing, wanted, ["gone@example.com"])
    billed.bill()
    billed.bill()
    assert len(billed.mailer.sent) == 1
    with pytest.raises(BadDetails), billed.billing() as billing:
        invoice_requests.send_again(billing, wanted, ["nobody"])


def test_a_dearer_plan_begins_at_once_and_a_cheaper_one_waits(billed: Tenant) -> None:
    with billed.billing() as billing:
        own = newest(billing.session)
        found = change_subscription.preview(
            billing, own, Terms("business", "MONTH", "DKK", 10)
        )
        assert found.now is not None
        with pytest.raises(PriceMoved):
            change_subscription.change(
                billing, own, found.wanted, at_once=True, shown=Decimal(1)
            )
    billed.choose(at_once=True, plan="business", seats=10)
    assert billed.subscription().plan == "business"
    assert len(billed.invoices()) == 2
    billed.choose()
    assert billed.subscription().plan == "business"
    end = billed.subscription().period_end
    assert end is not None
    billed.on(end).bill()
    assert billed.subscription().plan == "start"


def test_further_seats_can_be_had_at_once_for_the_rest_of_the_period(
    billed: Tenant,
) -> None:
    own = billed.subscription()
    assert own.period_end is not None
    left, whole = own.period_end - billed.today, own.period_end - own.period_start
    with billed.billing() as billing:
        wanted = Terms("start", "MONTH", "DKK", 5)
        found = change_subscription.preview(billing, newest(billing.session), wanted)
    assert found.now is not None
    unused, rest = found.now
    assert unused.net == -rounded(Decimal(495) * left.days / whole.days)
    assert rest.net == rounded(Decimal(593) * left.days / whole.days)


def test_who_wishes_the_present_terms_has_nothing_wait(billed: Tenant) -> None:
    billed.choose(plan="business", seats=10)
    assert billed.subscription().next_terms is not None
    billed.choose()
    assert billed.subscription().next_terms is None
    with pytest.raises(NothingChanges):
        billed.choose()


def test_a_longer_period_begins_with_the_next(billed: Tenant) -> None:
    with billed.billing() as billing:
        own = newest(billing.session)
        found = change_subscription.preview(
            billing, own, Terms("start", "YEAR", "DKK", 3)
        )
        assert (found.now, found.next_day) == (None, own.period_end)


def test_what_is_going_to_end_is_foreseen_to_cost_nothing(billed: Tenant) -> None:
    with billed.billing() as billing:
        own = newest(billing.session)
        foreseen = next_charge(billing, own)
        assert foreseen is not None
        assert [line.net for line in foreseen.lines] == [Decimal("495.00")]
        change_subscription.cancel(billing, own)
        assert next_charge(billing, own) is None


@pytest.mark.parametrize("day", ["issued", "due"])
def test_both_ends_of_a_range_of_days_are_in_it(billed: Tenant, day: str) -> None:
    at = getattr(_only(billed), day)
    for low, high, is_found in (
        (at, at, True), (at - ONE, at - ONE, False), (at + ONE, None, False),
        (None, at, True), (at, None, True), (None, at - ONE, False),
    ):  # fmt: skip
        wanted = WantedInvoices(**{day: (low, high)})
        with billed.session() as session:
            found = session.scalars(wanted.rows(billed.today)).all()
        assert bool(found) is is_found, (low, high)


def test_nobody_owes_a_credit_note(billed: Tenant) -> None:
    number = _only(billed).number or ""
    with billed.billing() as billing:
        issue.credit(billing, number, "Too much", Decimal(95))
    with billed.session() as session:
        rows = session.execute(totals(select(Invoice), billed.today)).all()
    assert [(row[1], outstanding(row)) for row in rows] == [
        (Standing.CREDITED, 0), (Standing.OPEN, Decimal("500.00")),
    ]  # fmt: skip


def test_mails_go_to_ten_addresses_at_most(tenant: Tenant) -> None:
    ten = [f"{number}@example.com" for number in range(10)]
    with tenant.billing() as billing:
        details.change(billing, {"recipients": ten})
    with pytest.raises(BadDetails), tenant.billing() as billing:
        details.change(billing, {"recipients": [*ten, "11@example.com"]})


def test_a_question_is_as_long_as_it_may_be_and_keeps_its_own_answer(
    billed: Tenant,
) -> None:
    invoice = _only(billed)
    for text_ in (" ", "x" * 2001):
        with pytest.raises(InvalidInput), billed.billing() as billing:
            invoice_requests.question(billing, invoice.id, text_)
    for said, answer in (("x" * 2000, "First"), ("Again", "Second")):
        with billed.billing() as billing:
            invoice_requests.question(billing, invoice.id, said)
        with billed.billing() as billing:
            issue.answer(billing, invoice.number or "", answer)
    with billed.session() as session:
        answers = session.scalars(
            select(InvoiceQuestion.answer).order_by(InvoiceQuestion.id)
        ).all()
    assert answers == ["First", "Second"]


def test_a_cheaper_plan_is_never_had_at_once(billed: Tenant) -> None:
    billed.choose(at_once=True, plan="business", seats=10)
    wanted = Terms("start", "MONTH", "DKK", 3)
    with billed.billing() as billing:
        own = newest(billing.session)
        found = change_subscription.preview(billing, own, wanted)
        assert (found.now, found.next_day) == (None, own.period_end)
        with pytest.raises(NotNow):
            change_subscription.change(
                billing, own, wanted, at_once=True, shown=Decimal(0)
            )


@pytest.mark.parametrize(
    ("seats", "is_sold"), [(2, False), (3, True), (10_000, True), (10_001, False)]
)
def test_a_plan_has_its_least_and_its_most_seats(
    tenant: Tenant, seats: int, is_sold: bool
) -> None:
    with tenant.billing() as billing:
        own, wanted = newest(billing.session), Terms("start", "MONTH", "DKK", seats)
        if is_sold:
            assert change_subscription.preview(billing, own, wanted).wanted == wanted
            return
        with pytest.raises(TooFewSeats):
            change_subscription.preview(billing, own, wanted)


def test_what_ends_is_not_changed_and_what_does_not_wait_is_not_kept(
    billed: Tenant,
) -> None:
    with billed.billing() as billing:
        own = newest(billing.session)
        for act, refusal in (
            (change_subscription.keep_terms, NoChangeWaits),
            (change_subscription.undo_cancel, NotCancelled),
        ):  # fmt: skip
            with pytest.raises(refusal):
                act(billing, own)
    billed.choose(plan="business", seats=10)
    with billed.billing() as billing:
        change_subscription.keep_terms(billing, newest(billing.session))
    assert billed.subscription().next_terms is None
    billed.choose(plan="business", seats=10)
    with billed.billing() as billing:
        change_subscription.cancel(billing, newest(billing.session))
    # What waited for the next period goes with it.
    assert billed.subscription().next_terms is None
    with pytest.raises(IsCancelled):
        billed.choose(at_once=True, plan="business", seats=10)
    end = billed.subscription().period_end
    assert end is not None
    billed.on(end).bill()
    with billed.billing() as billing, pytest.raises(NothingToCancel):
        change_subscription.cancel(billing, newest(billing.session))


def test_a_cancellation_ends_it_with_the_period_unless_it_is_undone(
    billed: Tenant,
) -> None:
    with billed.billing() as billing:
        change_subscription.cancel(billing, newest(billing.session))
    with billed.billing() as billing:
        change_subscription.undo_cancel(billing, newest(billing.session))
        change_subscription.cancel(billing, newest(billing.session))
    end = billed.subscription().period_end
    assert end is not None
    billed.on(end - ONE).bill()
    assert billed.subscription().state in {"ACTIVE", "PAST_DUE"}
    billed.on(end).bill()
    own = billed.subscription()
    assert (own.state, own.period_end) == (SubscriptionState.CANCELLED, None)
    assert len(billed.invoices()) == 1
    billed.choose(at_once=True)
    assert billed.subscription().state == SubscriptionState.ACTIVE
    assert len(billed.invoices()) == 2


def test_a_pause_begins_with_the_next_period_and_ends_with_a_choice(
    billed: Tenant,
) -> None:
    with billed.billing() as billing:
        change_subscription.pause(billing, newest(billing.session))
    with billed.billing() as billing, pytest.raises(IsCancelled):
        change_subscription.cancel(billing, newest(billing.session))
    with billed.billing() as billing:
        change_subscription.undo_cancel(billing, newest(billing.session))
        assert not newest(billing.session).pauses
        change_subscription.pause(billing, newest(billing.session))
    end = billed.subscription().period_end
    assert end is not None
    billed.on(end).bill()
    own = billed.subscription()
    assert (own.state, own.period_end, own.pauses) == ("PAUSED", None, False)
    assert len(billed.invoices()) == 1
    billed.choose(at_once=True)
    assert billed.subscription().state == SubscriptionState.ACTIVE
    with billed.session() as session:
        happened = session.scalars(
            select(SubscriptionEvent.what).order_by(SubscriptionEvent.id.desc())
        ).all()
    assert happened[:5] == [
        "STARTED", "PAUSED", "PAUSE_ASKED", "PAUSE_UNDONE", "PAUSE_ASKED",
    ]  # fmt: skip


def test_a_buyer_elsewhere_in_the_union_settles_the_vat(tenant: Tenant) -> None:
    with tenant.billing() as billing:
        details.change(
            billing,
            {"country": "SE", "vat_number": "SE 5566-778899-01", "company_number": "",
             "language": "en"},
        )  # fmt: skip
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    tenant.on(end + ONE).bill()
    assert (_only(tenant).vat, _only(tenant).total) == (0, Decimal("495.00"))
    said = (
        PdfReader(io.BytesIO(tenant.mailer.sent[0].attachments[0].content))
        .pages[0]
        .extract_text()
    )
    assert "Reverse charge, buyer settles the VAT" in said
    assert "SE556677889901" in said


def test_an_invoice_has_to_name_its_buyer(tenant: Tenant) -> None:
    with tenant.billing() as billing:
        details.change(billing, {"address": ""})
    with pytest.raises(DetailsMissing):
        tenant.choose()
    for name, value in (
        ("company_number", "12345678"), ("ean", "123"), ("country", "Denmark"),
        ("vat_number", "DK1"), ("recipients", ["x"]), ("language", "sv"),
    ):  # fmt: skip
        with pytest.raises(BadDetails) as refused, tenant.billing() as billing:
            details.change(billing, {name: value})
        assert refused.value.path == name


def test_a_draft_is_neither_sent_nor_credited(tenant: Tenant) -> None:
    end = tenant.subscription().period_end
    assert end is not None
    tenant.choose()
    tenant.on(end).bill()
    draft = _only(tenant).id
    with pytest.raises(StillDraft), tenant.billing() as billing:
        invoice_requests.send_again(billing, draft, [])
