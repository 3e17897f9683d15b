"""A company that comes later has books of its own, and leaves nothing behind."""

from typing import Any

import httpx2
import pytest

import erpsim

COMPANY = "demo-1"
SUPPLIER = {
    "id": "1", "name": "Lindholm Papir A/S", "street": "Kajen", "building": "4",
    "postcode": "8000", "town": "Aarhus C", "iban": "DK0766950012345678",
}  # fmt: skip
WISH: dict[str, Any] = {
    "name": "Demo: Nordhavn Handel 1",
    "registration": "10000001",
    "accounts": [
        {"name": "Driftskonto", "currency": "DKK", "iban": "DK4400990000007000",
         "bic": "NDEADKSIXXX"},
        {"name": "Euro", "currency": "EUR", "iban": "DK3429990004281102",
         "bic": "NDEADKSIXXX"},
    ],
    "suppliers": [SUPPLIER],
}  # fmt: skip
PATH = f"control/companies/{COMPANY}"


def _tables(erp: erpsim.Running) -> dict[str, list[Any]]:
    store = erp.erp.store
    names = store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {
        name: [tuple(row) for row in store.rows(f"SELECT * FROM {name}")]  # noqa: S608 - its own names
        for (name,) in names
        if name != "requests"
    }


def test_its_books_are_opened_once_and_are_its_own(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    first = web.put(PATH, json=WISH)
    assert first.json()["name"] == WISH["name"]
    assert web.put(PATH, json=WISH).json() == first.json()
    accounts = client.get(f"companies/{COMPANY}/bank-accounts").json()["bankAccounts"]
    assert [one["iban"] for one in accounts] == [
        one["iban"] for one in WISH["accounts"]
    ]
    (method,) = client.get(f"companies/{COMPANY}/payment-methods").json()[
        "paymentMethods"
    ]
    assert method["bankAccount"] == accounts[0]["id"]
    bill = {
        "supplier": f"{COMPANY}-1", "number": "77", "amount": "120.50",
        "approve": True,
    }  # fmt: skip
    assert web.post("control/invoices", json=bill).status_code == 200
    (payment,) = client.get(f"companies/{COMPANY}/payments").json()["payments"]
    assert payment["creditor"]["iban"] == SUPPLIER["iban"]
    assert payment["amount"] == "120.50"
    assert WISH["name"] in web.get(f"/?company={COMPANY}").text


def test_what_was_paid_and_booked_is_forgotten_with_it(
    erp: erpsim.Running, web: httpx2.Client, client: httpx2.Client
) -> None:
    before = _tables(erp)
    web.put(PATH, json=WISH).raise_for_status()
    bill = {"supplier": f"{COMPANY}-1", "number": "77", "amount": "100.00",
            "approve": True}  # fmt: skip
    payment = web.post("control/invoices", json=bill).json()["payment"]
    inside = f"companies/{COMPANY}"
    claim = {"claim": "c-1", "payments": [{"id": str(payment)}]}
    client.post(f"{inside}/claims", json=claim).raise_for_status()
    line = {"id": "l-1", "booked": "2026-03-02", "valueDay": "2026-03-02",
            "amount": "-100.00", "payment": str(payment)}  # fmt: skip
    statement = {
        "id": "s-1", "account": f"{COMPANY}-5800", "currency": "DKK", "number": "1",
        "day": "2026-03-02", "opening": "500.00", "closing": "400.00", "lines": [line],
    }  # fmt: skip
    client.post(f"{inside}/statements", json=statement).raise_for_status()
    assert web.delete(PATH).json() == {"forgotten": COMPANY}
    assert _tables(erp) == before
    assert web.delete(PATH).status_code == 404


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"name": ""}, 422),
        ({"accounts": []}, 422),
        ({"accounts": [WISH["accounts"][1]]}, 422),
        ({"suppliers": [SUPPLIER | {"iban": "DK12"}]}, 422),
        ({"suppliers": [{"id": "1"}]}, 400),
        ({"accounts": ["DK4400990000007000"]}, 400),
    ],
)
def test_books_that_cannot_be_kept_are_not_opened(
    erp: erpsim.Running, web: httpx2.Client, changes: dict[str, Any], status: int
) -> None:
    before = _tables(erp)
    assert web.put(PATH, json=WISH | changes).status_code == status
    assert web.put("control/companies/de_mo", json=WISH).status_code == 422
    assert _tables(erp) == before


def test_a_company_of_the_beginning_stays_as_it_is(
    erp: erpsim.Running, web: httpx2.Client
) -> None:
    before = _tables(erp)
    assert web.put("control/companies/10", json=WISH).status_code == 409
    assert web.delete("control/companies/10").status_code == 409
    assert _tables(erp) == before
