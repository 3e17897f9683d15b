"""The connector to Business Central against its documented contract."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from erplink import (
    ClaimState,
    Conflict,
    Connector,
    ContractChanged,
    Doubt,
    ErpError,
    Evidence,
    NotAllowed,
    NotConfigured,
    NotThere,
    Operation,
    PaymentState,
    Period,
    PeriodClosed,
    SignInRefused,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Unavailable,
)
from erplink.businesscentral.maker import BUSINESS_CENTRAL
from tests.erplink.contracts.central_books import COMPANY, NOTHING, OTHER, guid
from tests.erplink.contracts.central_environment import SECRET, Central
from tests.erplink.contracts.strict_server import strictly

DAY = date(2026, 3, 2)


@pytest.fixture
def central() -> Iterator[Central]:
    made = Central("")
    with strictly(made.books.server) as url:
        made.url = made.books.url = url
        yield made


@pytest.fixture
def connector(central: Central) -> Connector:
    return central.connector()


def every(connector: Connector) -> list[Any]:
    found: list[Any] = []
    cursor = None
    while True:
        page = connector.fetch_payments(cursor, 100)
        found += page.items
        if (cursor := page.cursor) is None:
            return found


def seen(connector: Connector) -> dict[str, str]:
    return {one.native_id: one.raw_sha256 for one in every(connector)}


def update(our_id: str = "s-1", payment: int = 80) -> StatusUpdate:
    return StatusUpdate(our_id, guid(payment), PaymentState.EXECUTED, DAY, "", "", "B7")


def statement(connector: Connector, *lines: StatementLine) -> StatementLines:
    account = connector.list_bank_accounts()[0]
    moved = sum((one.amount for one in lines), Decimal(0))
    zero = Decimal(0)
    return StatementLines("st-1", account, "DKK", "41", DAY, zero, moved, lines)


def line(amount: str, payment: str = "") -> StatementLine:
    return StatementLine(
        "l-1", DAY, DAY, Decimal(amount), "Gebyr", "R9", "", "", payment
    )


def test_it_signs_in_and_tells_what_it_met(
    central: Central, connector: Connector
) -> None:
    contact = connector.test_connection()
    assert (contact.product, contact.version) == ("Business Central", "27.1")
    assert contact.clock is not None
    assert contact.missing == ()
    assert contact.secret_expires is None
    expiring = central.connector(secret_expires="2026-09-01")
    assert expiring.test_connection().secret_expires == date(2026, 9, 1)
    assert central.books.tokens == 1
    assert all(SECRET not in repr((c, c.request, c.reply)) for c in central.calls)
    assert all("token-1" not in repr((c, c.request, c.reply)) for c in central.calls)


def test_a_page_that_is_not_published_is_missing(
    central: Central, connector: Connector
) -> None:
    central.books.has_page = False
    assert connector.test_connection().missing == ("VendorBankAccounts",)
    with pytest.raises(NotThere):
        connector.fetch_payments(None, 10)


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        ("0001-01-01", "0001-01-01", Period("", None, None, is_open=True)),
        ("2026-03-01", "0001-01-01",
         Period("", date(2026, 3, 1), None, is_open=True)),
        ("2026-01-01", "2026-01-31",
         Period("", date(2026, 1, 1), date(2026, 1, 31), is_open=True)),
    ],
)  # fmt: skip
def test_the_days_that_may_be_posted_on_are_its_periods(
    central: Central, connector: Connector, first: str, last: str, found: Period
) -> None:
    central.books.posting_range = (first, last)
    assert connector.list_periods(date(2026, 3, 1)) == [found]


def test_a_token_is_renewed_when_it_ends_and_when_it_is_refused(
    central: Central, connector: Connector
) -> None:
    connector.list_payment_methods()
    connector.list_payment_methods()
    assert central.books.tokens == 1
    central.now += timedelta(seconds=central.books.lasts - 60)
    connector.list_payment_methods()
    assert central.books.tokens == 2
    central.books.good_tokens = set()
    assert len(connector.list_payment_methods()) == 3
    assert central.books.tokens == 3


def test_a_secret_that_expired_is_told(central: Central, connector: Connector) -> None:
    central.books.is_secret_known = False
    with pytest.raises(SignInRefused) as caught:
        connector.test_connection()
    assert "AADSTS7000222" in caught.value.detail


def test_it_lists_over_pages(connector: Connector) -> None:
    companies = connector.list_companies()
    assert [one.native_id for one in companies] == [COMPANY, OTHER]
    assert companies[0].registration == "28510467"
    assert companies[1].name == "Ejer's"
    assert [one.code for one in connector.list_payment_methods()] == [
        "BANK", "SEPA", "KASSE",
    ]  # fmt: skip
    first, second = connector.list_bank_accounts()
    assert (first.iban, first.currency) == ("DK6129990004281101", "DKK")
    assert (second.currency, second.is_blocked) == ("EUR", True)


def test_payments_have_their_invoices_currency_and_vendors_account(
    connector: Connector,
) -> None:
    first, second, third = every(connector)
    assert (first.amount, first.currency) == (Decimal("18462.5"), "DKK")
    assert (first.number, first.due) == ("G00080", date(2026, 3, 4))
    assert first.creditor.number == "53010000246817"
    assert first.account == guid(50)
    assert first.method == guid(40)
    assert first.reference == "2026-4471"
    assert (second.currency, second.creditor.iban) == ("EUR", "DE44500105175407324931")
    assert third.raw_sha256 != first.raw_sha256


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"appliesToInvoiceId": NOTHING}, "appliesToInvoiceNumber"),
        ({"amount": -5}, "amount"),
        ({"amount": "many"}, "amount"),
        ({"postingDate": "soon"}, "postingDate"),
        ({"vendorId": guid(66)}, "vendorId"),
    ],
)
def test_a_line_that_cannot_be_paid_is_told(
    central: Central, connector: Connector, change: dict[str, Any], field: str
) -> None:
    central.books.payments[0] |= change
    page = connector.fetch_payments(None, 100)
    [told] = page.unreadable
    assert (told.native_id, told.number, told.field) == (guid(80), "G00080", field)
    assert len(page.items) == 1


def test_a_vendor_with_several_accounts_is_told(
    central: Central, connector: Connector
) -> None:
    twice = central.books.vendor_accounts
    twice.append({**twice[0], "Code": "NY"})
    [told] = connector.fetch_payments(None, 100).unreadable
    assert told.doubt is Doubt.SEVERAL_ACCOUNTS
    twice[-1]["Currency_Code"] = "DKK"
    first = connector.fetch_payments(None, 100).items[0]
    assert first.creditor.number == "53010000246817"
    del twice[0], twice[-1]
    assert connector.fetch_payments(None, 100).items[0].creditor.number == ""


def test_a_claim_is_ours_until_the_line_is_posted(
    central: Central, connector: Connector
) -> None:
    payments = seen(connector)
    chosen = {guid(80): payments[guid(80)], guid(81): payments[guid(81)]}
    states = [one.state for one in connector.claim(chosen, "c-1")]
    assert states == [ClaimState.CLAIMED] * 2
    states = [one.state for one in connector.claim(chosen, "c-1")]
    assert states == [ClaimState.ALREADY_OURS] * 2
    assert set(seen(connector)) == {guid(82)}
    del central.books.payments[1]
    states = [one.state for one in connector.claim(payments, "c-2")]
    assert states == [ClaimState.TAKEN, ClaimState.TAKEN, ClaimState.CLAIMED]


def test_a_line_that_changed_is_left_alone(
    central: Central, connector: Connector
) -> None:
    payments = seen(connector)
    central.books.payments[0]["amount"] = 1
    central.books.server.fault("precondition", f"vendorPayments({guid(81)})")
    states = [one.state for one in connector.claim(payments, "c-1")]
    assert states == [ClaimState.CHANGED, ClaimState.CHANGED, ClaimState.CLAIMED]


def test_a_claim_whose_answer_is_lost_is_found_again(
    central: Central, connector: Connector
) -> None:
    payments = seen(connector)
    central.books.server.fault("lost", f"vendorPayments({guid(80)})")
    with pytest.raises(Unavailable) as caught:
        connector.claim(payments, "c-1")
    assert caught.value.may_have_written
    states = [one.state for one in connector.claim(payments, "c-1")]
    assert states[0] is ClaimState.ALREADY_OURS
    patches = [one for one in central.books.server.asked if one.method == "PATCH"]
    assert len(patches) == 3


def test_a_status_is_noted_once(central: Central, connector: Connector) -> None:
    connector.claim(seen(connector), "c-1")
    central.books.server.fault("lost", f"vendorPayments({guid(80)})", times=0)
    assert not connector.push_status(update()).was_there
    comment = central.books.payments[0]["comment"]
    assert comment.startswith("Giroscope c-1; executed 2026-03-02 B7 #")
    assert connector.push_status(update()).was_there
    assert not connector.push_status(update("s-2")).was_there
    states = [one.state for one in connector.claim({guid(80): ""}, "c-1")]
    assert states == [ClaimState.ALREADY_OURS]


def test_a_status_without_a_claim_or_a_line_is_refused(
    central: Central, connector: Connector
) -> None:
    with pytest.raises(Conflict):
        connector.push_status(update())
    central.books.payments.clear()
    with pytest.raises(NotThere):
        connector.push_status(update())
    central.books.server.fault("conflict", "vendorPayments")
    with pytest.raises(Conflict):
        connector.push_status(update())


def test_a_statement_becomes_a_journal_once(
    central: Central, connector: Connector
) -> None:
    lines = statement(connector, line("-25.50"), line("-18462.50", guid(80)))
    central.books.server.fault("lost", "/journals", times=0)
    first = connector.push_statement_lines(lines)
    second = connector.push_statement_lines(lines)
    assert (first.was_there, second.was_there) == (False, True)
    assert first.native_id == second.native_id
    [journal] = central.books.journals
    [written] = journal["journalLines"]
    assert written["amount"] == Decimal("-25.50")
    assert (written["accountNumber"], written["balancingAccountNumber"]) == (
        "NORDEA", "5990",
    )  # fmt: skip


def test_a_statement_whose_answer_is_lost_is_found_again(
    central: Central, connector: Connector
) -> None:
    lines = statement(connector, line("-25.50"))
    server = central.books.server
    server.fault("", "/journals")
    server.fault("lost", "/journals")
    with pytest.raises(Unavailable) as caught:
        connector.push_statement_lines(lines)
    assert caught.value.may_have_written
    assert connector.push_statement_lines(lines).was_there
    assert len(central.books.journals) == 1


def test_a_closed_period_is_told(central: Central, connector: Connector) -> None:
    central.books.closed = True
    with pytest.raises(PeriodClosed):
        connector.push_statement_lines(statement(connector, line("-25.50")))


def test_rights_are_found_by_reading(central: Central, connector: Connector) -> None:
    central.books.server.fault("forbidden", "/vendors")
    found = {(one.resource, one.is_write): one.may for one in connector.rights()}
    assert found[("vendors", False)] is False
    assert found[("bankAccounts", False)] is True
    assert found[("vendorPayments", True)] is None


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("html", ContractChanged),
        ("forbidden", NotAllowed),
        ("renamed", ContractChanged),
    ],
)
def test_each_fault_ends_in_its_own_error(
    central: Central, connector: Connector, kind: str, expected: type[ErpError]
) -> None:
    connector.test_connection()
    central.books.server.fault(kind, "paymentMethods")
    with pytest.raises(expected):
        connector.list_payment_methods()


@pytest.mark.parametrize("kind", ["throttle", "half", "unavailable", "drop"])
def test_a_read_that_fails_once_is_made_again(
    central: Central, connector: Connector, kind: str
) -> None:
    connector.test_connection()
    central.books.server.fault(kind, "paymentMethods")
    assert len(connector.list_payment_methods()) == 3


def test_a_company_and_a_journal_that_are_not_there(central: Central) -> None:
    with pytest.raises(NotThere):
        central.connector(company=guid(99)).list_payment_methods()
    with pytest.raises(NotThere, match="payment journal"):
        central.connector(payment_journal="O'NEILL").fetch_payments(None, 10)


def test_a_link_to_another_address_is_not_followed(
    central: Central, connector: Connector
) -> None:
    central.books.url = "https://evil.example"
    with pytest.raises(ContractChanged):
        connector.list_payment_methods()


@pytest.mark.parametrize(
    "changed",
    [
        {"tenant": "../common"},
        {"environment": "a/b"},
        {"company": "HAVNEN"},
        {"client_secret": ""},
        {"address": "https://10.0.0.1/v2.0"},
        {"bank_account_page": "a b"},
    ],
)
def test_settings_that_cannot_be_right(
    central: Central, changed: dict[str, str]
) -> None:
    with pytest.raises(NotConfigured):
        central.connector(**changed)


def test_it_says_what_its_tests_ran_against() -> None:
    description = BUSINESS_CENTRAL.description
    assert description.evidence is Evidence.CONTRACT
    assert Operation.PUSH_STATUS in description.operations
