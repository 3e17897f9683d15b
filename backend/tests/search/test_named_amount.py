"""A name with the amount beside it finds the money, on both databases."""

from decimal import Decimal
from typing import Any

import pytest

from giroscope.features.search import money
from giroscope.features.search.parse import named_amount, read
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

BAKERY = "Grønlund Bageri"
PAID = ("11346.90", "11346.00", "11347.00", "1134.69")


@pytest.fixture(autouse=True)
def world(import_bytes: Any) -> None:
    """The bakery is paid four amounts, each booked; somebody else gets one of them."""
    orders = [Order(f"E{at}", amount, BAKERY) for at, amount in enumerate(PAID)]
    file = pain001({"B": [*orders, Order("E9", "11346.90", "Fjordblik")]})
    assert import_bytes(file, "paid.xml", "PAYMENT").state == "IMPORTED"
    lines = [Line(f"-{one}", parts=[Part(name=BAKERY)]) for one in PAID]
    stated = import_bytes(camt(Sheet(lines)), "day.xml", "STATEMENT")
    assert stated.state == "IMPORTED"


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Grønlund Bageri 11346,90", {"11346.90"}),
        ("11.346,90 kr. grønlund", {"11346.90"}),
        ("bageri 11346", {"11346.90", "11346.00"}),
        ("bageri 11 346 DKK", {"11346.90", "11346.00"}),
        ("bageri 11346,00", {"11346.00"}),
        ("bageri 11345", set()),
        ("bageri 11346,90 EUR", set()),
        ("Andersen 11346,90", set()),
    ],
)
async def test_payments_and_transactions_are_found(
    database: Database, realm: str, text: str, amounts: set[str]
) -> None:
    asked = named_amount(read(text))
    assert asked is not None
    async with database.reading(realm) as session:
        paid = await money.payments(session, asked, 5)
        booked = await money.transactions(session, asked, 5)
    expected = {(BAKERY, Decimal(amount)) for amount in amounts}
    for hits in (paid, booked):
        assert {(one.title, abs(one.sum.amount)) for one in hits if one.sum} == expected
        assert len(hits) == len(expected)
