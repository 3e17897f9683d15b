"""A customer that comes later has a balance, counts on, and leaves nothing behind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from banksim import make_app
from banksim.bank.mailbox import Kind
from banksim.bank.reception import Arrival
from banksim.house import Bank
from tests.banksim.kit.bank_line import options
from tests.banksim.kit.bank_orders import Wish, pain001

IBAN = "DK4400990000007000"
WISH = {
    "customer": "Nordhavn Handel A/S",
    "accounts": [
        {"iban": IBAN, "name": "Driftskonto", "currency": "DKK",
         "balance": "250000.00", "statements": 21},
    ],
}  # fmt: skip


@pytest.fixture
def page(folder: Path) -> Iterator[TestClient]:
    app = make_app(folder, options())
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def bank(page: TestClient) -> Bank:
    """The bank behind the page."""
    app: Any = page.app
    found: Bank = app.state.bank
    return found


def _tables(bank: Bank) -> dict[str, list[Any]]:
    names = [
        row["name"]
        for row in bank.store.rows("SELECT name FROM sqlite_master WHERE type='table'")
    ]
    return {
        name: [tuple(row) for row in bank.store.rows(f"SELECT * FROM {name}")]  # noqa: S608 - its own names
        for name in names
    }


def test_an_agreement_is_opened_once_with_its_letter(
    bank: Bank, page: TestClient
) -> None:
    first = page.put("/api/agreements/demo-1", json=WISH)
    again = page.put("/api/agreements/demo-1", json=WISH)
    assert first.status_code == 200
    assert first.json() == again.json()
    assert first.json()["customer"] == "Nordhavn Handel A/S"
    assert first.json()["isCodeValid"]
    assert first.json()["accounts"] == [IBAN]
    assert bank.ledger.balance(IBAN) == 250_000_00
    assert set(bank.ledger.totals().values()) == {0}


def test_its_first_statement_follows_on(bank: Bank, page: TestClient) -> None:
    page.put("/api/agreements/demo-1", json=WISH)
    bank.next_day()
    (statement,) = bank.store.rows(
        "SELECT content FROM files WHERE agreement = 'demo-1' AND kind = ?",
        Kind.STATEMENT.value,
    )
    content = bytes(statement["content"])
    assert b"<ElctrncSeqNb>22</ElctrncSeqNb>" in content
    assert b"250000.00" in content


def test_what_is_forgotten_leaves_nothing(bank: Bank, page: TestClient) -> None:
    before = _tables(bank)
    page.put("/api/agreements/demo-1", json=WISH)
    content = pain001(
        IBAN, [Wish("E1", "100.00", "DKK")], message_id="M1", day=bank.today()
    )
    bank.receive(Arrival("demo-1", "PRODUCTION", "uploadFile", "x", "R", content))
    bank.settle()
    assert bank.ledger.balance(IBAN) == 249_900_00
    assert page.delete("/api/agreements/demo-1").status_code == 200
    assert _tables(bank) == before
    assert page.delete("/api/agreements/demo-1").status_code == 404


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("demo-1", {"iban": "DK0000990000007000"}, "no Danish IBAN"),
        ("demo-1", {"currency": "XAU"}, "no accounts in XAU"),
        ("demo-1", {"iban": "DK6129990004281101"}, "another customer's"),
        ("demo-1", {"balance": "much"}, "customer is a name"),
        ("nordea", {}, "from the beginning"),
        ("Demo 1", {}, "small letters"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_the_reason(
    page: TestClient, name: str, change: dict[str, str], said: str
) -> None:
    told = {**WISH, "accounts": [{**WISH["accounts"][0], **change}]}  # type: ignore[dict-item]
    refused = page.put(f"/api/agreements/{name}", json=told)
    assert refused.status_code == 400
    assert said in refused.json()["detail"]


def test_the_banks_first_customers_stay(page: TestClient) -> None:
    assert page.delete("/api/agreements/nordea").status_code == 400
