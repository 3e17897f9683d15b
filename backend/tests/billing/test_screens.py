"""Billing over the graph and plain HTTP, as the console and programs use it."""

import io
import zipfile
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.billing.bill_job import Run, bill
from giroscope.features.billing.catalogue import catalogue_of
from giroscope.features.billing.desk import Desk
from giroscope.features.billing.periods import begins
from giroscope.kernel.access import BILLING, GRANTS
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import Database
from giroscope.settings import Settings

pytestmark = pytest.mark.served

WANTED = '{plan: "start", interval: MONTH, currency: "DKK", seats: 3}'
DONE = "{ __typename ... on Problem { code path } }"
DETAILS = '{name: "Køber A/S", address: "Storegade 7", city: "Aarhus", country: "DK"}'


@pytest.fixture
def laptop(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """An installation that sells the example."""
    sells = settings.model_copy(update={"environment": "test"})
    found = catalogue_of(sells)
    monkeypatch.setattr(Desk, "catalogue", found)
    return sells


def _bill(settings: Settings, days: int = 0) -> None:
    catalogue = catalogue_of(settings)
    assert catalogue is not None
    day = day_of(datetime.now(UTC)) + timedelta(days=days)
    now = begins(day) + timedelta(hours=12)
    bill(Run(Database(settings), "giroscope", catalogue, now), None)


async def _billed(api: Any, settings: Settings) -> None:
    """Choose a plan in the trial, and let the first invoice be issued."""
    _bill(settings)
    change = f"mutation {{ changeBillingDetails(change: {DETAILS}) {DONE} }}"
    assert (await api.data(change, BILLING))["changeBillingDetails"] == {
        "__typename": "Success"
    }
    asked = (
        f"{{ subscriptionChange(wanted: {WANTED})"
        " { now { day } next { day total { amount } } } }"
    )
    preview = (await api.data(asked, BILLING))["subscriptionChange"]
    assert preview["now"] is None
    assert preview["next"]["total"]["amount"] == "618.75"
    choose = (
        f"mutation {{ changeSubscription(wanted: {WANTED}, atOnce: false,"
        f' shownTotal: "618.75") {DONE} }}'
    )
    assert (await api.data(choose, BILLING))["changeSubscription"] == {
        "__typename": "Success"
    }
    _bill(settings, 30)
    _bill(settings, 31)


async def test_nobody_is_billed_in_production_without_a_file(api: Any) -> None:
    told = await api.data(
        "{ billingOffer { seller } billingDetails { name }"
        " subscriptions { totalCount edges { node { id } } } invoices { totalCount } }",
        BILLING,
    )
    assert told["billingOffer"] is None
    assert told["billingDetails"] is None
    assert told["subscriptions"]["edges"] == []
    refused = await api.data(f"mutation {{ cancelSubscription {DONE} }}", BILLING)
    assert refused["cancelSubscription"]["code"] == "billing.none"
    async with api.client(BILLING) as client:
        answer = await client.get("/api/billing/subscriptions")
        both = await client.get("/api/billing")
    assert answer.json() == {"items": []}
    assert (both.json()["subscriptions"], both.json()["invoices"]) == ([], [])


async def test_from_the_trial_to_the_paper(api: Any, laptop: Settings) -> None:
    await _billed(api, laptop)
    told = await api.data(
        "{ invoices { edges { node { id number state outstanding { amount } lines"
        " { text } } } } invoiceTotals { currency state count outstanding"
        " { amount currency } } subscriptions { edges { node { state usage"
        " { meter included } } } } }",
        BILLING,
    )
    (invoice,) = (edge["node"] for edge in told["invoices"]["edges"])
    assert invoice["number"] == "GIRO-GIROSCOPE-00001"
    (total,) = told["invoiceTotals"]
    assert total["outstanding"] == {"amount": "618.75", "currency": "DKK"}
    async with api.client(BILLING) as client:
        paper = await client.get(f"/api/billing/invoices/{invoice['id']}/pdf")
        again = await client.get(f"/api/export/invoicePapers?ids={invoice['id']}")
        whole = (await client.get(f"/api/billing/invoices/{invoice['id']}")).json()
        page = (await client.get("/api/billing/invoices?first=1")).json()
        listed = await client.get("/api/export/invoices?locale=da")
        wrong = await client.get("/api/billing/invoices?state=lost")
        missing = await client.get("/api/billing/invoices/99/pdf")
    assert paper.content.startswith(b"%PDF-")
    assert paper.content == again.content
    assert paper.headers["content-type"] == "application/pdf"
    assert Decimal(whole["total"]) == Decimal("618.75")
    assert whole["lines"][0]["unitPrice"] == "495.00"
    assert whole["buyer"]["companyNumber"] == ""
    assert page["items"][0]["number"] == invoice["number"]
    assert page["next"] is None
    assert "GIRO-GIROSCOPE-00001" in listed.text
    assert (wrong.status_code, missing.status_code) == (400, 404)


async def test_who_took_a_paper_stands_in_the_trail(
    api: Any, laptop: Settings, database: Database
) -> None:
    await _billed(api, laptop)
    async with api.client(BILLING, user="bo") as client:
        answer = await client.get("/api/billing/invoices/1/pdf")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "private, no-store"
    with database.job_connection("giroscope") as connection:
        taken = connection.execute(
            select(AuditEvent.actor_id, AuditEvent.subject_name).where(
                AuditEvent.verb == "billing.paper_taken"
            )
        ).all()
    assert [tuple(one) for one in taken] == [("bo", "GIRO-GIROSCOPE-00001")]


async def test_several_papers_leave_as_one_archive(api: Any, laptop: Settings) -> None:
    await _billed(api, laptop)
    _bill(laptop, 62)
    _bill(laptop, 63)
    async with api.client(BILLING) as client:
        answer = await client.get("/api/export/invoicePapers?ids=1,2")
        assert (await client.get("/api/export/invoicePapers?ids=x")).status_code == 400
        assert (await client.get("/api/export/invoicePapers?ids=9")).status_code == 404
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            f"faktura-GIRO-GIROSCOPE-0000{number}.pdf" for number in (1, 2)
        ]


async def test_a_price_that_moved_is_refused(api: Any, laptop: Settings) -> None:
    _bill(laptop)
    missing = (
        f"mutation {{ changeSubscription(wanted: {WANTED}, atOnce: false,"
        f' shownTotal: "1.00") {DONE} }}'
    )
    refused = (await api.data(missing, BILLING))["changeSubscription"]
    assert refused == {
        "__typename": "Problem", "code": "billing.details_missing", "path": "address",
    }  # fmt: skip
    change = f"mutation {{ changeBillingDetails(change: {DETAILS}) {DONE} }}"
    await api.data(change, BILLING)
    refused = (await api.data(missing, BILLING))["changeSubscription"]
    assert refused["code"] == "billing.price_moved"


async def test_looking_now_starts_the_job_once(api: Any, laptop: Settings) -> None:
    _bill(laptop)
    for _ in range(2):
        done = await api.data("mutation { lookAtBilling { __typename } }", BILLING)
        assert done["lookAtBilling"] == {"__typename": "Success"}
    assert len({job for _, job in api.started}) == 1


@pytest.mark.usefixtures("laptop")
async def test_billing_is_for_those_who_see_to_it(api: Any) -> None:
    others = [role for role in GRANTS if role != BILLING]
    asked = [
        "{ billingOffer { seller } }",
        "{ billingDetails { name } }",
        "{ subscriptions { totalCount } }",
        f"{{ subscriptionChange(wanted: {WANTED}) {{ now {{ day }} }} }}",
        "{ invoices { totalCount } }",
        '{ invoice(id: "1") { id } }',
        "{ invoiceTotals { currency } }",
        "{ usageUnits { totalCount } }",
    ]
    acts = [
        f'changeSubscription(wanted: {WANTED}, atOnce: false, shownTotal: "1")',
        "keepSubscription",
        "cancelSubscription",
        "pauseSubscription",
        "undoCancellation",
        f"changeBillingDetails(change: {DETAILS})",
        "lookAtBilling",
        'sendInvoice(id: "1")',
        'questionInvoice(id: "1", text: "x")',
    ]
    for question in [*asked, *(f"mutation {{ {act} {DONE} }}" for act in acts)]:
        response = await api.graph(question, *others)
        assert "forbidden" in response.text, question
    async with api.client(*others) as client:
        for address in (
            "billing/subscriptions", "billing/invoices", "billing/invoices/1",
            "billing/invoices/1/pdf", "export/invoices", "export/invoicePapers?ids=1",
        ):  # fmt: skip
            answer = await client.get(f"/api/{address}")
            assert answer.status_code == 403, address
