"""Several entries book a payment, or settle open items, together."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.evidence.journal import entries_of
from giroscope.features.matches import MatchSide
from giroscope.features.payments import Payment
from giroscope.features.uploads import Upload
from giroscope.kernel.access import APPROVER, UPLOAD
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Order, pain001
from tests.reconciliation.desk import CLOSE, DONE, Desk, sheet
from tests.reconciliation.test_choosing import MONTHS, exported
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Part

pytestmark = pytest.mark.every_run

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
TOGETHER = """mutation ($id: ID!, $payments: [ID!]!, $beside: [ID!],
    $difference: MatchDifferenceInput) {
  matchPayments(id: $id, paymentIds: $payments, beside: $beside,
    difference: $difference) { __typename ... on Problem { code path } } }"""
OTHERS = """query ($id: ID!, $text: String) {
  entriesToChoose(transactionId: $id, text: $text) { bankReference } }"""
PAYMENTS = """query ($id: ID!, $beside: [ID!]) {
  unbookedPayments(transactionId: $id, beside: $beside) { endToEndId } }"""
SIDES = """query ($id: ID!) { transaction(id: $id) { reconciliation {
  paymentId correlationId match { sideCount sides {
    kind id amount { amount currency } day name number correlationId } } } } }"""
NO_CANDIDATE = "reconciliation.no_candidate"
PARTY = "Havnen Byg"


def _out(amount: str, reference: str, **more: Any) -> Line:
    part = Part(amount, PARTY, text=f"Rate {reference}")
    return Line(f"-{amount}", reference=reference, parts=[part], **more)


@pytest.fixture
def world(import_bytes: Import) -> Upload:
    """A payment that two entries book, and entries that have no part in it."""
    orders = [Order("WHOLE", "100.00", creditor=PARTY), Order("SMALL", "60.00")]
    import_bytes(pain001({"A": orders}), "first.xml", "PAYMENT")
    import_bytes(
        sheet(Line("-40.00", reference="elsewhere"), account=OTHER_ACCOUNT),
        "other.xml",
    )
    return import_bytes(
        sheet(
            _out("60.00", "first"), _out("40.00", "second", day="2026-03-04"),
            Line("40.00", reference="in"), Line("-45.00", reference="dear"),
        ),
        "day.xml",
    )  # fmt: skip


async def _chosen(
    desk: Desk, reference: str, *beside: str, payments: tuple[str, ...] = ("WHOLE",),
    difference: Any = None,
) -> dict[str, Any]:  # fmt: skip
    ids = {name: node["id"] for name, node in (await desk.entries()).items()}
    return {
        "id": ids[reference], "beside": [ids[one] for one in beside],
        "payments": [str(desk.payment(one).id) for one in payments],
        "difference": difference,
    }  # fmt: skip


async def _together(desk: Desk, *references: str, by: Any = None, **chosen: Any) -> Any:
    return await desk.ask(TOGETHER, by, **await _chosen(desk, *references, **chosen))


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_two_entries_book_one_payment_and_each_tells_so(
    desk: Desk, database: Database, realm: str
) -> None:
    assert await _together(desk, "first", "second") == DONE
    entries, paid = await desk.entries(), desk.payment("WHOLE")
    assert (str(paid.transaction_id), paid.outcome) == (entries["first"]["id"], "PAID")
    for name in ("first", "second"):
        found = await desk.ask(SIDES, id=entries[name]["id"])
        told = found["reconciliation"]
        assert told["paymentId"] == str(paid.id)
        assert told["correlationId"] == paid.correlation_id
        assert told["match"]["sideCount"] == 3
        sides = told["match"]["sides"]
        assert [(one["kind"], one["id"]) for one in sides] == [
            ("ENTRY", entries["first"]["id"]), ("ENTRY", entries["second"]["id"]),
            ("PAYMENT", str(paid.id)),
        ]  # fmt: skip
        assert sides[1] | {"kind": None, "id": None} == {
            "kind": None, "id": None, "day": "2026-03-04", "name": PARTY,
            "amount": {"amount": "-40.00", "currency": "DKK"}, "number": None,
            "correlationId": None,
        }  # fmt: skip
        assert sides[2]["correlationId"] == paid.correlation_id
    assert (await desk.unmatched())[OTHER_ACCOUNT] == 1
    with database.job_session(realm) as session:
        tied = session.scalars(entries_of(Payment.id == paid.id)).all()
    assert {str(one) for one in tied} == {entries[n]["id"] for n in ("first", "second")}
    again = await _together(desk, "dear", "second", payments=("SMALL",))
    assert again["code"] == "reconciliation.already_matched"

    assert await desk.unmatch("second") == DONE
    assert desk.payment("WHOLE").transaction_id is None
    left = await desk.entries(reconciliation="OPEN")
    assert {"first", "second"} <= left.keys()


@pytest.mark.usefixtures("world")
async def test_a_difference_of_several_entries_is_told_once(
    desk: Desk, database: Database, realm: str
) -> None:
    charge = {"amount": "5.00", "reason": "CHARGE", "note": None}
    short = await _together(desk, "first", "dear")
    assert short["code"] == "reconciliation.not_accounted"
    assert await _together(desk, "first", "dear", difference=charge) == DONE
    months = [edge["node"] for edge in (await desk.ask(MONTHS))["edges"]]
    [own] = [one for one in months if one["account"]["number"] != OTHER_ACCOUNT]
    assert (own["unmatched"], own["differences"], own["difference"]) == (2, 1, "5.00")
    first, dear = [
        await exported(desk, database, realm, name) for name in ("first", "dear")
    ]
    assert (first["difference"], dear["difference"]) == (Decimal(5), None)
    assert first["matchedBy"] == dear["matchedBy"] == "Command line"


@pytest.mark.usefixtures("world")
async def test_only_entries_of_one_account_currency_and_direction_stand_together(
    desk: Desk,
) -> None:
    for other in ("elsewhere", "in", "first"):
        answer = await _together(desk, "first", other)
        assert answer["code"] == NO_CANDIDATE, other
    entries = await desk.entries()
    whole = str(desk.payment("WHOLE").id)
    for unknown in ("987654321", entries["second"]["id"] + "0"):
        answer = await desk.ask(
            TOGETHER, id=entries["first"]["id"], beside=[unknown], payments=[whole]
        )
        assert answer["code"] == NO_CANDIDATE
    none = await _together(desk, "first", "second", payments=())
    assert none["code"] == "reconciliation.not_so_many"
    for roles in ((), (APPROVER,)):
        reader = desk.person("Reader", *roles)
        answer = await _together(desk, "first", "second", by=reader)
        assert answer["code"] == "forbidden"
    many = [str(number) for number in range(1, 101)]
    answer = await desk.ask(
        TOGETHER, id=entries["first"]["id"], beside=many, payments=[whole]
    )
    assert answer["code"] == "reconciliation.not_so_many"
    assert desk.payment("WHOLE").transaction_id is None


async def test_the_month_of_every_entry_has_to_be_open(
    desk: Desk, import_bytes: Import
) -> None:
    orders = pain001({"A": [Order("WHOLE", "100.00", creditor=PARTY)]})
    import_bytes(orders, "first.xml", "PAYMENT")
    import_bytes(sheet(_out("60.00", "first")), "march.xml")
    april = sheet(_out("40.00", "second", day="2026-04-02"), opening="940.00")
    import_bytes(april, "april.xml")
    account = (await desk.ask("{ accounts { edges { node { id } } } }"))["edges"][0]
    assert await desk.ask(CLOSE, ids=[account["node"]["id"]]) == DONE
    answer = await _together(desk, "second", "first")
    assert answer["code"] == "reconciliation.closed_month"


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_entries_of_the_party_are_offered_and_others_where_somebody_searches(
    desk: Desk,
) -> None:
    ids = {name: node["id"] for name, node in (await desk.entries()).items()}

    async def offered(name: str, text: str | None = None) -> list[str]:
        found = await desk.ask(OTHERS, id=ids[name], text=text)
        return [one["bankReference"] for one in found]

    assert await offered("first") == ["second"]
    assert await offered("dear") == []
    assert await offered("dear", "rate") == ["first", "second"]
    assert await offered("dear", "rate SECOND") == ["second"]
    assert await offered("in", "rate") == []

    async def payments(*beside: str) -> list[str]:
        asked = [ids[one] for one in beside]
        found = await desk.ask(PAYMENTS, id=ids["second"], beside=asked)
        return [one["endToEndId"] for one in found]

    assert await payments() == []
    # What the entries come to stands before what is as near.
    assert await payments("first") == ["WHOLE", "SMALL"]
    assert await _together(desk, "first", "second") == DONE
    assert await offered("dear", "rate") == []
    assert await offered("first") == []


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_who_want_one_entry_one_wins(
    desk: Desk, database: Database, realm: str, import_bytes: Import, first: int
) -> None:
    orders = pain001({"B": [Order("NEARLY", "80.00", creditor=PARTY)]})
    import_bytes(orders, "second.xml", "PAYMENT")
    # Looked up before: what looks up waits for whoever writes, and keeps them waiting.
    anna = await _chosen(desk, "first", "second")
    charge = {"amount": "5.00", "reason": "CHARGE", "note": None}
    bo = await _chosen(desk, "dear", "second", payments=("NEARLY",), difference=charge)
    wishes = [("Anna", anna), ("Bo", bo)]
    answers = await asyncio.gather(
        *(
            desk.ask(TOGETHER, desk.person(name, UPLOAD), **wish)
            for name, wish in (wishes[first], wishes[not first])
        )
    )
    assert answers[0] == DONE
    assert answers[1]["code"] == "reconciliation.already_matched"
    with database.job_session(realm) as session:
        sides = session.scalars(select(MatchSide.entry_id)).all()
    assert len([one for one in sides if one]) == 2


async def test_a_match_ends_where_one_of_its_entries_is_taken_back(
    desk: Desk, world: Upload, undo: Undo, import_bytes: Import
) -> None:
    later = sheet(_out("40.00", "third", day="2026-03-09"), opening="895.00")
    last = import_bytes(later, "later.xml")
    assert await _together(desk, "first", "third") == DONE
    assert undo(last) is None
    assert desk.payment("WHOLE").transaction_id is None
    assert "first" in await desk.entries(reconciliation="OPEN")
    assert world
