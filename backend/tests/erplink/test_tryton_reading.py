"""What is read from a real Tryton, and what its refusals look like."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from urllib.parse import urlsplit

import pytest
import tryton_world as world
from tryton_server import Books, Tryton, money

from banksim.demo import NORDEA_DEMO
from erplink import (
    Call,
    Connector,
    ContractChanged,
    Invalid,
    NotConfigured,
    NotThere,
    OpenPayment,
    Record,
    ReferenceKind,
    SignInRefused,
    Surroundings,
)
from erplink.pages import page_of
from erplink.tryton import TrytonMaker
from tests.erplink.line_server import line_server, reply

pytestmark = pytest.mark.integration

Opened = Callable[..., Connector]


@pytest.fixture(scope="session")
def quiet_books(tryton: Tryton) -> Books:
    """Books that nobody changes."""
    return tryton.books()


@pytest.fixture
def payments(quiet_books: Books, opened: Opened) -> dict[str, OpenPayment]:
    page = opened(quiet_books).fetch_payments(None, 100)
    assert page.unreadable == ()
    assert page.cursor is None
    return {one.invoices[0]: one for one in page.items}


def test_who_entered_a_payment_is_told(payments: dict[str, OpenPayment]) -> None:
    authors = {one.author and one.author.login for one in payments.values()}
    assert authors == {"admin"}


def test_a_connection_tells_version_and_clock(
    quiet_books: Books, opened: Opened, calls: list[Call]
) -> None:
    contact = opened(quiet_books).test_connection()
    assert (contact.product, contact.version) == ("Tryton", "8.2")
    assert contact.clock is not None
    assert abs(contact.clock - datetime.now(UTC)) < timedelta(minutes=1)
    assert contact.missing == ()
    told = "".join(f"{one.uri}{one.request!r}{one.reply!r}" for one in calls)
    assert world.KEY not in told
    assert world.PASSWORD not in told
    assert all(one.operation for one in calls)


@pytest.mark.parametrize(
    ("record", "model"),
    [(Record.PAYMENT, "account.payment"), (Record.STATEMENT, "account.statement")],
)
def test_a_record_is_shown_where_tryton_itself_says(
    quiet_books: Books, record: Record, model: str
) -> None:
    theirs = urlsplit(quiet_books.made["pages"][model])
    ours = urlsplit(
        page_of(TrytonMaker.description, quiet_books.settings, record, "1") or ""
    )
    # Host and database are those of the server that was seeded.
    assert ours.path == theirs.path
    assert ours.fragment == theirs.fragment.replace("seed/", f"{quiet_books.database}/")
    assert f"{ours.scheme}://{ours.netloc}" == quiet_books.url


def test_modules_that_are_missing_are_named(
    quiet_books: Books, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = frozenset({"account_payment", "account_asset"})
    monkeypatch.setattr("erplink.tryton.connector.MODULES", needed)
    assert opened(quiet_books).test_connection().missing == ("account_asset",)


def test_its_periods_from_a_day_on(quiet_books: Books, opened: Opened) -> None:
    today = date.today()  # noqa: DTZ011 - Tryton's own day
    found = opened(quiet_books).list_periods(today)
    assert [one.is_open for one in found] == [True] * (25 - today.month)
    assert found[0].has(today)
    assert found[-1].last == date(today.year + 1, 12, 31)


def test_companies(quiet_books: Books, opened: Opened) -> None:
    found = opened(quiet_books).list_companies()
    assert [(one.native_id, one.name, one.currency, one.country) for one in found] == [
        ("1", "Havnens Handel ApS", "DKK", "DK"),
        ("2", "Havnens Ejendomme ApS", "DKK", "DK"),
    ]
    assert found[0].registration == "DK10428831"


def test_payment_methods_of_one_company(quiet_books: Books, opened: Opened) -> None:
    found = {one.name: one for one in opened(quiet_books).list_payment_methods()}
    assert list(found) == [
        world.DANISH,
        world.EURO,
        world.SLIP,
        world.INSTANT,
        world.OLD,
    ]
    assert found[world.EURO].code == world.EURO
    assert found[world.EURO].currency == "EUR"
    assert not found[world.OLD].is_active
    assert all(one.is_outbound for one in found.values())


def test_bank_accounts_are_those_of_the_simulated_bank(
    quiet_books: Books, opened: Opened
) -> None:
    connector = opened(quiet_books)
    accounts = {one.iban: one for one in connector.list_bank_accounts()}
    for demo in NORDEA_DEMO.accounts:
        account = accounts[demo.iban]
        assert (account.currency, account.bic) == (demo.currency, demo.bic)
        assert account.statement_journal
        assert not account.is_blocked
    assert len(accounts) == 5
    methods = {one.name: one for one in connector.list_payment_methods()}
    euro = accounts[NORDEA_DEMO.accounts[1].iban]
    assert methods[world.EURO].bank_account == euro.native_id


def test_payments_have_what_a_bank_needs(payments: dict[str, OpenPayment]) -> None:
    assert set(payments) == {
        one["invoice"] for one in world.INVOICES if one.get("state") != "draft"
    }
    paper = payments["2026-4711"]
    assert (paper.amount, paper.currency) == (Decimal("12500.00"), "DKK")
    assert paper.creditor.name == world.PAPER
    assert paper.creditor.iban.startswith("DK")
    assert " " not in paper.creditor.iban
    assert paper.creditor.bic == "NDEADKSIXXX"
    assert (paper.creditor.postcode, paper.creditor.town) == ("8600", "Silkeborg")
    assert (paper.reference, paper.reference_kind) == ("2026-4711", ReferenceKind.FREE)
    assert len(paper.raw_sha256) == 64
    tools = payments["RE-88214"]
    assert (tools.currency, tools.creditor.country) == ("EUR", "DE")
    assert (tools.reference, tools.reference_kind) == (
        "RF18539007547034",
        ReferenceKind.RF,
    )
    assert tools.account
    assert tools.end_to_end_id == tools.native_id


def test_a_danish_account_has_no_iban(payments: dict[str, OpenPayment]) -> None:
    power = payments["EL-2026-11"].creditor
    assert (power.iban, power.number, power.bic) == ("", "79980001234567", "")


def test_a_giro_slip_is_understood(payments: dict[str, OpenPayment]) -> None:
    slip = payments["F-20261"]
    assert slip.slip_type == "71"
    assert slip.creditor.giro_creditor == "88888888"
    assert (slip.reference, slip.reference_kind) == (
        "123456789012347",
        ReferenceKind.OCR,
    )


def test_a_creditor_without_account_is_told_as_one(
    payments: dict[str, OpenPayment],
) -> None:
    mason = payments["12"].creditor
    assert (mason.iban, mason.number, mason.giro_creditor) == ("", "", "")


def test_pages_follow_each_other_and_none_is_skipped(
    quiet_books: Books, opened: Opened
) -> None:
    connector = opened(quiet_books)
    cursor: str | None = None
    found: list[str] = []
    for _ in range(10):
        page = connector.fetch_payments(cursor, 2)
        found += [one.native_id for one in page.items]
        cursor = page.cursor
        if cursor is None:
            break
    everything = connector.fetch_payments(None, 100).items
    assert found == [one.native_id for one in everything]
    assert len(found) == 7


def test_a_settled_invoice_is_told_and_not_offered(
    books: Books, connector: Connector
) -> None:
    offered = connector.fetch_payments(None, 1000).items
    number = next(one.native_id for one in offered if "2026-4712" in one.invoices)
    line = books.read("account.payment", int(number), "line")["line"]
    _settle(books, line)
    page = connector.fetch_payments(None, 1000)
    flawed = {one.native_id: one for one in page.unreadable}
    assert flawed[number].field == "line"
    assert number not in {one.native_id for one in page.items}


def _settle(books: Books, line: int) -> None:
    """Pay an invoice past the bank, as by a credit note or in cash."""
    owed = books.read("account.move.line", line, "account", "party", "credit", "move")
    posted = books.read("account.move", owed["move"], "period", "date", "journal")
    (cash,) = books.find(
        "account.account",
        [["name", "=", "Payments on their way"], ["company", "=", books.company]],
        "id",
    )
    nothing = money(Decimal(0))
    debit = {"account": owed["account"], "party": owed["party"]}
    debit |= {"debit": owed["credit"], "credit": nothing}
    credit = {"account": cash["id"], "debit": nothing, "credit": owed["credit"]}
    values = {
        "company": books.company,
        "journal": posted["journal"],
        "period": posted["period"],
        "date": posted["date"],
        "lines": [["create", [debit, credit]]],
    }
    made = books.call("model.account.move.create", [values])
    books.press("account.move", made[0], "post")
    paying = books.find(
        "account.move.line",
        [["move", "=", made[0]], ["account", "=", owed["account"]]],
        "id",
    )
    wizard = "wizard.account.move.reconcile_lines"
    session, begin, _ = books.call(f"{wizard}.create")
    lines = {"active_model": "account.move.line"}
    both = [line, paying[0]["id"]]
    books.call(f"{wizard}.execute", session, {}, begin, active_ids=both, **lines)


def test_another_company_has_other_payments(quiet_books: Books, opened: Opened) -> None:
    other = opened(quiet_books, company="2")
    assert other.fetch_payments(None, 100).items == ()
    (method,) = other.list_payment_methods()
    assert method.name == f"{world.DANISH}, ejendomme"
    (account,) = other.list_bank_accounts()
    assert account.bic == "BROEDKSIXXX"


def test_a_company_that_is_none(quiet_books: Books, opened: Opened) -> None:
    with pytest.raises(NotThere, match="no such company"):
        opened(quiet_books, company="99").test_connection()


def test_a_wrong_key_is_no_sign_in(quiet_books: Books, opened: Opened) -> None:
    with pytest.raises(SignInRefused, match="application key"):
        opened(quiet_books, key="0" * 128).test_connection()


def test_a_wrong_password_is_no_sign_in(quiet_books: Books, opened: Opened) -> None:
    with pytest.raises(SignInRefused, match="password"):
        opened(quiet_books, password="wrong").test_connection()


def test_a_database_that_is_none(quiet_books: Books, opened: Opened) -> None:
    with pytest.raises(NotThere):
        opened(quiet_books, database="nowhere").fetch_payments(None, 10)


def test_an_address_where_no_tryton_stands(quiet_books: Books, opened: Opened) -> None:
    connector = opened(quiet_books, address=f"{quiet_books.url}/elsewhere")
    with pytest.raises(NotThere, match="No Tryton"):
        connector.test_connection()


def test_an_old_series_is_told(quiet_books: Books, opened: Opened) -> None:
    with line_server(reply({"id": 0, "result": "7.8"})) as server:
        connector = opened(quiet_books, address=server.address)
        with pytest.raises(ContractChanged, match=r"Tryton 7\.8 has no REST"):
            connector.test_connection()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("address", ""),
        ("address", "http://erp.example.com"),
        ("database", "../secret"),
        ("key", " "),
        ("company", "Havnens"),
        ("password", ""),
    ],
)
def test_settings_that_cannot_be_right(name: str, value: str) -> None:
    settings = {
        "address": "https://erp.example.com",
        "database": "books",
        "key": "k",
        "user": "u",
        "password": "p",
        "company": "1",
    }
    surroundings = Surroundings(lambda _: None, lambda: datetime.now(UTC))
    TrytonMaker().open(settings, surroundings)
    with pytest.raises(NotConfigured):
        TrytonMaker().open({**settings, name: value}, surroundings)


def test_a_model_or_field_that_is_gone_is_a_changed_contract(
    quiet_books: Books, connector: Connector
) -> None:
    speaking = connector._speaking  # type: ignore[attr-defined]
    assert quiet_books.made
    with pytest.raises(ContractChanged) as caught:
        speaking.search("account.nothing", [], ("id",), operation="test")
    assert "account.nothing" in caught.value.detail
    with pytest.raises(ContractChanged):
        speaking.search("account.payment", [], ("nothing",), operation="test")
    with pytest.raises(ContractChanged, match="does not offer"):
        speaking.call("model.account.payment.nothing", [], operation="test")
    with pytest.raises(Invalid):
        speaking.create("account.payment", {}, ("id",), operation="test")


def test_a_session_that_ended_is_begun_again(
    books: Books, connector: Connector
) -> None:
    speaking = connector._speaking  # type: ignore[attr-defined]
    connector.list_companies()
    first = speaking.signed_in()
    ended = replace(first, header="Session " + b64encode(b"giroscope:2:x").decode())
    speaking._session = ended
    question = "model.res.user.get_preferences"
    assert speaking.call(question, [True], operation="test")["company"] == books.company
    assert speaking.signed_in() != ended
