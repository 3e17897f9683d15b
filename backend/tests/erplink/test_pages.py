"""Where an ERP's own screens show a record."""

from erplink import Record
from erplink.demo import DEMO
from erplink.economic import ECONOMIC
from erplink.pages import page_of
from erplink.tryton import TrytonMaker

TOLD = {"address": "https://erp.example/", "database": "bøger", "company": "1"}


def test_the_address_is_that_of_the_erp_with_its_own_names() -> None:
    found = page_of(TrytonMaker.description, TOLD, Record.PAYMENT, "12")
    assert found == "https://erp.example/#b%C3%B8ger/model/account.payment/12"
    found = page_of(DEMO.description, TOLD, Record.STATEMENT, "3")
    assert found == "https://erp.example/?company=1&statement=3#lines"


def test_an_erp_without_addresses_has_no_page() -> None:
    assert page_of(ECONOMIC.description, TOLD, Record.PAYMENT, "12") is None


def test_nothing_that_was_typed_leads_elsewhere() -> None:
    strange = {**TOLD, "address": "javascript:alert(1)"}
    assert page_of(TrytonMaker.description, strange, Record.PAYMENT, "12") is None
    assert page_of(TrytonMaker.description, {}, Record.PAYMENT, "12") is None
    assert page_of(TrytonMaker.description, TOLD, Record.PAYMENT, "") is None
    found = page_of(DEMO.description, TOLD, Record.PAYMENT, "1&x=2#y")
    assert found is not None
    assert "payment=1%26x%3D2%23y#payments" in found
