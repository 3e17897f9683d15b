"""The connector to e-conomic against its documented contract."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from erplink import (
    Call,
    Connector,
    ContractChanged,
    ErpError,
    Evidence,
    NotAllowed,
    NotConfigured,
    NotThere,
    OpenPayment,
    Operation,
    PaymentState,
    Period,
    PeriodClosed,
    ReferenceKind,
    SignInRefused,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Surroundings,
    Unavailable,
)
from erplink.economic import ECONOMIC
from tests.erplink.contracts.economic_books import APP, GRANT, EconomicBooks
from tests.erplink.contracts.strict_server import strictly

DAY = date(2026, 3, 2)


class Agreement:
    """An agreement that answers, and the connectors to it."""

    def __init__(self) -> None:
        self.books = EconomicBooks()
        self.url = ""
        self.calls: list[Call] = []

    def connector(self, **changed: str) -> Connector:
        settings = {
            "app_secret": APP,
            "grant": GRANT,
            "company": "1042",
            "journal": "7",
            "balancing_account": "5990",
            "address": self.url,
            **changed,
        }
        hosts = frozenset({"127.0.0.1"})
        now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
        return ECONOMIC.open(
            settings, Surroundings(self.calls.append, lambda: now, hosts)
        )


@pytest.fixture
def agreement() -> Iterator[Agreement]:
    made = Agreement()
    with strictly(made.books.server) as url:
        made.url = url
        yield made


@pytest.fixture
def connector(agreement: Agreement) -> Connector:
    return agreement.connector()


def every(connector: Connector, size: int = 1000) -> list[OpenPayment]:
    found: list[OpenPayment] = []
    cursor = None
    while True:
        page = connector.fetch_payments(cursor, size)
        found += page.items
        if (cursor := page.cursor) is None:
            return found


def line(amount: str, payment: str = "", text: str = "Gebyr") -> StatementLine:
    return StatementLine("l-1", DAY, DAY, Decimal(amount), text, payment=payment)


def statement(
    connector: Connector, *lines: StatementLine, day: date = DAY
) -> StatementLines:
    account = connector.list_bank_accounts()[0]
    moved = sum((one.amount for one in lines), Decimal(0))
    return StatementLines("st-1", account, "DKK", "41", day, Decimal(0), moved, lines)


def test_its_accounting_years_are_its_periods(connector: Connector) -> None:
    open_year = Period("2026", date(2026, 1, 1), date(2026, 12, 31), is_open=True)
    assert connector.list_periods(date(2026, 3, 1)) == [open_year]
    closed, _ = connector.list_periods(date(2025, 12, 31))
    assert (closed.name, closed.is_open) == ("2025", False)


def test_it_tells_what_it_met(agreement: Agreement, connector: Connector) -> None:
    contact = connector.test_connection()
    assert contact.product == "e-conomic"
    assert contact.clock is not None
    [company] = connector.list_companies()
    assert (company.native_id, company.country) == ("1042", "DK")
    assert (company.currency, company.registration) == ("DKK", "28510467")
    for call in agreement.calls:
        assert APP not in repr((call, call.request, call.reply))
        assert GRANT not in repr((call, call.request, call.reply))


def test_it_lists_methods_and_the_account(connector: Connector) -> None:
    methods = {one.native_id: one for one in connector.list_payment_methods()}
    assert (methods["1"].name, methods["1"].currency) == ("+71", "DKK")
    assert methods["10"].currency == ""
    assert not methods["14"].is_outbound
    [account] = connector.list_bank_accounts()
    assert (account.native_id, account.statement_journal) == ("5820", "7")
    assert account.number == "29990004281101"


def test_open_invoices_of_open_years_are_payments(connector: Connector) -> None:
    found = {one.number: one for one in every(connector, 3)}
    assert set(found) == {
        "2025-77", "2026-4471", "RE-20931", "600418", "2026-17", "90871", "18",
    }  # fmt: skip
    assert len(every(connector)) == 7
    domestic = found["2026-4471"]
    assert (domestic.native_id, domestic.amount) == ("2026-1", Decimal("18462.50"))
    assert domestic.creditor.number == "53010000246817"
    assert (domestic.method, domestic.due) == ("7", date(2026, 3, 4))
    assert domestic.creditor.street == "Kajgade 14 Port B"
    foreign = found["RE-20931"]
    assert foreign.creditor.iban == "DE44500105175407324931"
    assert (foreign.creditor.bic, foreign.currency) == ("INGDDEFFXXX", "EUR")


def test_slips_have_their_creditor_and_payment_id(connector: Connector) -> None:
    found = {one.number: one for one in every(connector)}
    told = {
        number: (one.slip_type, one.creditor.giro_creditor, one.reference)
        for number, one in found.items()
        if one.slip_type
    }
    assert told == {
        "600418": ("71", "87406215", "000000006004181"),
        "2026-17": ("73", "82640177", "2026-17"),
        "90871": ("75", "84907733", "0000000000908713"),
        "18": ("04", "1234567", "0000000000000018"),
    }
    assert found["600418"].reference_kind is ReferenceKind.OCR
    assert found["2026-17"].reference_kind is ReferenceKind.FREE


@pytest.mark.parametrize(
    ("text", "iban", "number"),
    [
        ("DE44500105175407324931", "DE44500105175407324931", ""),
        ("DE44500105175407324931/INGDDEFF", "DE44500105175407324931", ""),
        ("DE45500105175407324931", "", ""),
        ("5301-0000246817", "", "53010000246817"),
        ("", "", ""),
        ("see invoice", "", ""),
    ],
)
def test_an_account_somebody_wrote(
    agreement: Agreement, connector: Connector, text: str, iban: str, number: str
) -> None:
    agreement.books.suppliers["3"]["bankAccount"] = text
    found = {one.number: one for one in every(connector)}
    creditor = found["2026-4471"].creditor
    assert (creditor.iban, creditor.number) == (iban, number)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"remainder": "much"}, "remainder"),
        ({"dueDate": None}, "dueDate"),
        ({"supplier": None}, "supplier"),
        ({"currency": ""}, "currency"),
        ({"paymentDetails": {"paymentType": {"paymentTypeNumber": 1}}}, "fiSupplierNo"),
    ],
)
def test_an_entry_that_cannot_be_paid_is_told(
    agreement: Agreement, connector: Connector, change: dict[str, Any], field: str
) -> None:
    agreement.books.years.pop(0)
    agreement.books.entries["2026"][0] |= change
    page = connector.fetch_payments(None, 100)
    [told] = page.unreadable
    assert (told.native_id, told.number) == ("2026-1", "2026-4471")
    assert told.field == field
    assert len(page.items) == 5


def test_without_years_there_is_nothing(
    agreement: Agreement, connector: Connector
) -> None:
    agreement.books.years.clear()
    assert every(connector) == []


def test_a_statement_becomes_a_voucher_once(
    agreement: Agreement, connector: Connector
) -> None:
    lines = statement(connector, line("-25.50"), line("-18462.50", "2026-1"))
    first, second = (connector.push_statement_lines(lines) for _ in range(2))
    assert (first.was_there, second.was_there) == (False, True)
    assert first.native_id == second.native_id == "2026-500"
    by_kind = {one["entryType"]: one for one in agreement.books.drafts}
    fee, payment = by_kind["financeVouchers"], by_kind["supplierPayments"]
    assert fee["amount"] == Decimal("-25.50")
    assert fee["account"] == {"accountNumber": 5820}
    assert fee["contraAccount"] == {"accountNumber": 5990}
    assert payment["amount"] == Decimal("18462.50")
    assert payment["supplier"] == {"supplierNumber": 3}
    assert payment["supplierInvoiceNumber"] == "2026-4471"
    assert payment["contraAccount"] == {"accountNumber": 5820}


def test_a_statement_that_was_booked_is_found_again(
    agreement: Agreement, connector: Connector
) -> None:
    lines = statement(connector, line("-25.50", text="Gebyr " * 60))
    connector.push_statement_lines(lines)
    books = agreement.books
    [draft] = books.drafts
    books.drafts.clear()
    books.vouchers.clear()
    booked = {**books.entries["2026"][0], "date": "2026-03-02"}
    booked |= {"entryType": "financeVoucher", "text": draft["text"]}
    books.entries["2026"].append(booked | {"voucherNumber": 500})
    assert connector.push_statement_lines(lines).native_id == "2026-500"
    assert books.drafts == []


def test_a_statement_whose_answer_is_lost_is_found_again(
    agreement: Agreement, connector: Connector
) -> None:
    lines = statement(connector, line("-25.50"))
    agreement.books.server.fault("lost", "/vouchers")
    with pytest.raises(Unavailable) as caught:
        connector.push_statement_lines(lines)
    assert caught.value.may_have_written
    assert connector.push_statement_lines(lines).was_there
    assert len(agreement.books.drafts) == 1


def test_a_day_without_movements_writes_nothing(
    agreement: Agreement, connector: Connector
) -> None:
    assert not connector.push_statement_lines(statement(connector)).was_there
    assert agreement.books.vouchers == {}


def test_closed_years_and_periods_are_told(
    agreement: Agreement, connector: Connector
) -> None:
    for day in (date(2025, 6, 2), date(2030, 6, 2)):
        with pytest.raises(PeriodClosed):
            connector.push_statement_lines(statement(connector, line("-1"), day=day))
    agreement.books.is_period_closed = True
    with pytest.raises(PeriodClosed):
        connector.push_statement_lines(statement(connector, line("-1")))


def test_a_payment_that_is_not_there_stops_the_statement(
    agreement: Agreement, connector: Connector
) -> None:
    with pytest.raises(NotThere):
        connector.push_statement_lines(statement(connector, line("-1", "2026-99")))
    assert agreement.books.drafts == []


def test_what_it_has_no_place_for_is_not_offered(connector: Connector) -> None:
    operations = ECONOMIC.description.operations
    assert Operation.CLAIM not in operations
    assert Operation.PUSH_STATUS not in operations
    assert ECONOMIC.description.evidence is Evidence.CONTRACT
    with pytest.raises(NotConfigured):
        connector.claim({}, "c-1")
    with pytest.raises(NotConfigured):
        connector.push_status(StatusUpdate("s", "2026-1", PaymentState.SENT, DAY))


def test_another_grant_and_another_agreement_are_refused(
    agreement: Agreement,
) -> None:
    with pytest.raises(SignInRefused):
        agreement.connector(grant="another").test_connection()
    other = agreement.connector(company="1043")
    for ask in (other.test_connection, lambda: other.fetch_payments(None, 10)):
        with pytest.raises(NotThere, match="another agreement"):
            ask()
    assert [one.native_id for one in other.list_companies()] == ["1042"]
    for changed in ({"company": "x"}, {"journal": ""}, {"app_secret": "a\nb"}):
        with pytest.raises(NotConfigured):
            agreement.connector(**changed)


def test_rights_are_found_by_reading(
    agreement: Agreement, connector: Connector
) -> None:
    agreement.books.server.fault("forbidden", "/suppliers")
    found = {(one.resource, one.is_write): one.may for one in connector.rights()}
    assert found[("suppliers", False)] is False
    assert found[("journals", False)] is True
    assert found[("journals", True)] is None


@pytest.mark.parametrize(
    ("kind", "expected"), [("html", ContractChanged), ("forbidden", NotAllowed)]
)
def test_each_fault_ends_in_its_own_error(
    agreement: Agreement, connector: Connector, kind: str, expected: type[ErpError]
) -> None:
    agreement.books.server.fault(kind, "payment-types")
    with pytest.raises(expected):
        connector.list_payment_methods()


@pytest.mark.parametrize("kind", ["throttle", "half", "unavailable", "drop"])
def test_a_read_that_fails_once_is_made_again(
    agreement: Agreement, connector: Connector, kind: str
) -> None:
    agreement.books.server.fault(kind, "payment-types")
    assert len(connector.list_payment_methods()) == 7
