"""Whatever an ERP puts into a record, it is read or told; nothing else happens."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erplink import OpenPayment
from erplink._fields import BadField, Fields
from erplink.businesscentral import records as central
from erplink.demo import records as demo
from erplink.economic import records as economic
from tests.erplink.contracts.central_books import CentralBooks
from tests.erplink.contracts.economic_books import EconomicBooks

Place = tuple[str | int, ...]
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=30), st.decimals(),
    st.just([]), st.just({}), st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)  # fmt: skip
DEMO = {
    "id": "1", "number": "BET-000001", "version": 1, "state": "OPEN",
    "amount": "18462.50", "currency": "DKK", "dueDate": "2026-03-04",
    "method": "10-BANK-DK", "bankAccount": "10-5810", "reference": "Faktura 4471",
    "referenceKind": "FREE", "slipType": "", "invoices": ["4471"],
    "creditor": {"id": "40110", "name": "Tangens Tømmerlager A/S", "country": "DK",
                 "street": "Kajgade", "building": "14", "postcode": "8000",
                 "town": "Aarhus C", "iban": "", "bic": "",
                 "accountNumber": "53010000246817", "giroCreditor": ""},
}  # fmt: skip


def read_demo(records: Any) -> OpenPayment:
    return demo.payment_of(records)


def read_economic(records: Any) -> OpenPayment:
    entry, supplier = records
    if not economic.is_open(entry):
        raise BadField("remainder", "Nothing is left.")
    economic.ensure_supplier(entry)
    economic.names_of("2026", entry)
    return economic.payment_of("2026", entry, Fields(supplier, "A supplier"))


def read_central(records: Any) -> OpenPayment:
    line, invoice, vendor, account = records
    central.names_of(line)
    around = central.Around(
        {line.get("appliesToInvoiceId"): Fields(invoice, "An invoice")}
        if isinstance(line.get("appliesToInvoiceId"), str)
        else {},
        {vendor["id"]: Fields(vendor, "A vendor")}
        if isinstance(vendor.get("id"), str)
        else {},
        {"40110": [Fields(account, "An account")]},
        "",
        "DKK",
    )
    return central.payment_of(line, around)


def economic_records() -> Any:
    books = EconomicBooks()
    return over_the_wire([books.entries["2026"][3], books.suppliers["3"]])


def central_records() -> Any:
    books = CentralBooks()
    rows = books.payments, books.invoices, books.vendors, books.vendor_accounts
    return over_the_wire([one[0] for one in rows])


def over_the_wire(records: Any) -> Any:
    return json.loads(json.dumps(records), parse_float=Decimal)


def places(value: Any, before: Place = ()) -> Iterator[Place]:
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for name, one in inner:
        if isinstance(name, str):
            yield (*before, name)
        yield from places(one, (*before, name))


def put(records: Any, place: Place, value: Any) -> Any:
    changed = copy.deepcopy(records)
    holder = changed
    for name in place[:-1]:
        holder = holder[name]
    holder[place[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("records", "read"),
    [
        (DEMO, read_demo),
        (economic_records(), read_economic),
        (central_records(), read_central),
    ],
    ids=["demo", "economic", "business-central"],
)
@given(data=st.data())
@settings(max_examples=300)
def test_another_value_is_read_or_told(
    records: Any, read: Callable[[Any], OpenPayment], data: st.DataObject
) -> None:
    assert isinstance(read(records), OpenPayment)
    place = data.draw(st.sampled_from(list(places(records))))
    changed = put(records, place, data.draw(VALUES))
    with suppress(BadField):
        found = read(changed)
        assert found.amount > 0
        assert found.currency
