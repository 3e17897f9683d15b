"""A person chooses payments for an entry, and says what is left and why."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.journals.tables import Journal
from giroscope.features.matches import EntryMatch
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.statements import Transaction
from giroscope.features.statements.export import TRANSACTION_COLUMNS, dressed
from giroscope.features.uploads import Upload
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Order, pain001
from tests.reconciliation.desk import CHOOSE, CLOSE, DONE, Desk, sheet
from tests.statements.statement_factory import Line

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
PAYING = "DK0730000011223344"
"""Another account of ours, with check digits that let it pay."""
LIMIT = "{ differenceLimit { amount version } }"
SET_LIMIT = """mutation ($amount: Decimal!, $version: Int!) {
  changeDifferenceLimit(amount: $amount, version: $version) {
    __typename ... on Problem { code path } } }"""
DIFFERENCES = """query ($filter: TransactionFilter) { transactions(filter: $filter,
  first: 50) { edges { node { bankReference reconciliation { match { kind
  difference { amount { amount currency } reason note } } } } } } }"""
MONTHS = """{ accountMonths(month: "2026-03-01") { edges { node {
  account { id number } unmatched differences difference } } } }"""
NEEDED = "reconciliation.not_accounted"
FIRST, SECOND = ("ONE-1", "ONE-2"), ("TWO-1", "TWO-2")


@pytest.fixture
def world(import_bytes: Import) -> Upload:
    """Payments of two files and currencies, and entries that book some together."""
    first = pain001({"A": [Order("ONE-1", "100.00"), Order("ONE-2", "50.25")]})
    orders = [
        Order("TWO-1", "30.00", creditor="Havnen Byg"), Order("TWO-2", "20.00"),
        Order("EURO", "30.00", currency="EUR"),
    ]  # fmt: skip
    import_bytes(first, "first.xml", "PAYMENT")
    import_bytes(pain001({"B": orders}, message="PAY-2"), "second.xml", "PAYMENT")
    return import_bytes(
        sheet(
            Line("-180.25", reference="three"), Line("-130.00", reference="two"),
            Line("-130.00", reference="again"), Line("130.00", reference="in"),
        ),
        "day.xml",
    )  # fmt: skip


async def _differences(desk: Desk) -> dict[str, Any]:
    found = await desk.ask(DIFFERENCES)
    return {
        edge["node"]["bankReference"]: edge["node"]["reconciliation"]["match"]
        for edge in found["edges"]
    }


async def _of_month(desk: Desk) -> tuple[int, int, str | None]:
    [edge] = (await desk.ask(MONTHS))["edges"]
    node = edge["node"]
    return node["unmatched"], node["differences"], node["difference"]


async def exported(
    desk: Desk, database: Database, realm: str, reference: str
) -> dict[str, Any]:
    entry_id = int((await desk.entries())[reference]["id"])
    async with database.reading(realm) as session:
        query = select(Transaction).where(Transaction.id == entry_id)
        [line] = await dressed(session, list((await session.scalars(query)).all()))
    return {column.key: column.reader("en")(line) for column in TRANSACTION_COLUMNS}


def _acts(database: Database, realm: str) -> list[AuditEvent]:
    with database.job_session(realm) as session:
        return list(
            session.scalars(
                select(AuditEvent)
                .where(AuditEvent.verb.like("reconciliation.%"))
                .order_by(AuditEvent.id)
            )
        )


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_payments_of_two_files_are_matched_with_the_entry_of_their_sum(
    desk: Desk, database: Database, realm: str
) -> None:
    assert await desk.choose("three", *FIRST, "TWO-1") == DONE
    found = (await desk.entries())["three"]
    assert found["reconciliation"]["match"]["kind"] == "CHOSEN"
    paid = [desk.payment(name) for name in (*FIRST, "TWO-1")]
    assert {str(one.transaction_id) for one in paid} == {found["id"]}
    assert {one.outcome for one in paid} == {"PAID"}
    assert desk.payment("TWO-2").transaction_id is None
    assert await _of_month(desk) == (3, 0, None)
    late = await desk.choose("three", *FIRST, "TWO-1")
    assert late["code"] == "reconciliation.already_matched"

    assert await desk.unmatch("three") == DONE
    assert all(desk.payment(one.end_to_end_id or "").transaction_id is None
               for one in paid)  # fmt: skip
    first, last = _acts(database, realm)
    assert (first.verb, last.verb) == ("reconciliation.match", "reconciliation.unmatch")
    assert "(+2)" in str(first.now)
    assert "(+2)" in str(last.was)


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_what_may_be_chosen_is_unbooked_and_of_the_entrys_account_and_currency(
    desk: Desk, import_bytes: Import
) -> None:
    elsewhere = pain001(
        {"E": [Order("ELSEWHERE", "30.00")]}, message="PAY-3", debtor=PAYING
    )
    import_bytes(elsewhere, "elsewhere.xml", "PAYMENT")
    # Its number says so, whether or not anything else is known of it.
    assert set(await desk.choice("two")) == {*FIRST, *SECOND}
    import_bytes(sheet(Line("5.00"), account=PAYING), "paying.xml")
    dear = [Order("DEAR", "140.01"), Order("JUST", "140.00")]
    later = pain001({"D": dear}, message="PAY-4").replace(b"2026-03-02", b"2026-03-20")
    import_bytes(later, "dear.xml", "PAYMENT")
    offered = {*FIRST, *SECOND, "JUST"}
    *nearer, last = await desk.choice("two")
    assert (last, {*nearer, last}) == ("JUST", offered)
    assert await desk.choice("two", "havnen") == ["TWO-1"]
    assert await desk.choice("two", "no such payee") == []
    # Money that came in was paid by somebody else.
    assert await desk.choice("in") == []
    for wrong in ("EURO", "ELSEWHERE"):
        answer = await desk.choose("two", "ONE-1", wrong)
        assert answer["code"] == "reconciliation.no_candidate"
    answer = await desk.choose("in", "ONE-1", "TWO-1")
    assert answer["code"] == "reconciliation.no_candidate"
    assert await desk.choose("three", *FIRST, "TWO-1") == DONE
    assert set(await desk.choice("two")) == offered - {*FIRST, "TWO-1"}
    assert await desk.choice("three") == []
    answer = await desk.choose("two", "ONE-1", "TWO-1")
    assert answer["code"] == "reconciliation.no_candidate"
    assert desk.payment("ELSEWHERE").transaction_id is None


@pytest.mark.usefixtures("world")
async def test_what_is_left_needs_a_reason_and_the_rest_that_was_shown(
    desk: Desk,
) -> None:
    for told in (
        {},
        {"amount": "9.99", "reason": "CHARGE"},
        {"amount": "-10.00", "reason": "CHARGE"},
        {"amount": "0.00", "reason": "CHARGE"},
    ):
        answer = await desk.choose("two", "ONE-1", "TWO-2", **told)
        assert answer["code"] == NEEDED, told
    # Nor is anything kept of a rest that is none.
    answer = await desk.choose("two", "ONE-1", "TWO-1", amount="1.00", reason="OTHER")
    assert answer["code"] == NEEDED
    for note in (None, "  ", "x" * 501):
        answer = await desk.choose(
            "two", "ONE-1", "TWO-2", amount="10.00", reason="OTHER", note=note
        )
        assert (answer["code"], answer["path"]) == (
            "reconciliation.note_needed", "note",
        )  # fmt: skip
    assert all(match is None for match in (await _differences(desk)).values())
    assert desk.payment("ONE-1").transaction_id is None


@pytest.mark.usefixtures("world")
async def test_a_difference_within_the_limit_is_kept_wherever_the_match_is_told(
    desk: Desk, database: Database, realm: str
) -> None:
    chosen = await desk.choose(
        "two",
        "ONE-1",
        "TWO-2",
        amount="10.00",
        reason="OTHER",
        note=" Fee of an agent ",
    )
    assert chosen == DONE
    # Less than was paid, by as much.
    less = await desk.choose(
        "again", "ONE-2", "TWO-1", amount="49.75", reason="ROUNDING"
    )
    assert less["code"] == "reconciliation.beyond_limit"
    match = (await _differences(desk))["two"]
    assert match["difference"] == {
        "amount": {"amount": "10.00", "currency": "DKK"}, "reason": "OTHER",
        "note": "Fee of an agent",
    }  # fmt: skip
    assert await _of_month(desk) == (3, 1, "10.00")
    row = await exported(desk, database, realm, "two")
    assert (row["matchedBy"], row["difference"], row["differenceReason"]) == (
        "Command line", Decimal(10), "Other",
    )  # fmt: skip
    assert row["differenceNote"] == "Fee of an agent"
    other = await exported(desk, database, realm, "three")
    assert {other[key] for key in row if key.startswith(("diff", "matched"))} == {None}
    [act] = _acts(database, realm)
    for said in ("10.00 DKK", "OTHER", "Fee of an agent"):
        assert said in str(act.now)
    assert await desk.unmatch("two") == DONE
    assert await _of_month(desk) == (4, 0, None)
    assert "10.00 DKK" in str(_acts(database, realm)[1].was)


@pytest.mark.usefixtures("world")
async def test_the_limit_holds_to_the_last_hundredth_both_ways(
    desk: Desk, import_bytes: Import
) -> None:
    lines = [
        Line("-110.01", reference="over"), Line("-89.99", reference="under"),
        Line("-90.00", reference="just"),
    ]  # fmt: skip
    import_bytes(sheet(*lines, opening="690.00"), "next.xml")
    for reference, amount in (("over", "10.01"), ("under", "-10.01")):
        answer = await desk.choose(reference, "ONE-1", amount=amount, reason="CHARGE")
        assert answer["code"] == "reconciliation.beyond_limit"
    just = await desk.choose("just", "ONE-1", amount="-10.00", reason="EXCHANGE")
    assert just == DONE
    assert (await _of_month(desk))[1:] == (1, "-10.00")


@pytest.mark.usefixtures("world")
async def test_who_manages_accounts_sets_the_limit_and_nobody_else(
    desk: Desk, database: Database, realm: str
) -> None:
    assert await desk.ask(LIMIT) == {"amount": "10.00", "version": 1}
    manager = desk.person("Manager", ACCOUNT_MANAGEMENT)
    for roles in ((), (UPLOAD, APPROVER)):
        reader = desk.person("Reader", *roles)
        refused = await desk.ask(SET_LIMIT, reader, amount="500", version=1)
        assert refused["code"] == "forbidden"
    for amount in ("-0.01", "10000.01", "0.000001"):
        bad = await desk.ask(SET_LIMIT, manager, amount=amount, version=1)
        assert (bad["code"], bad["path"]) == ("reconciliation.bad_limit", "amount")
    assert await desk.ask(SET_LIMIT, manager, amount="0", version=1) == DONE
    late = await desk.ask(SET_LIMIT, manager, amount="500", version=1)
    assert late["code"] == "reconciliation.limit_changed"
    assert await desk.ask(LIMIT) == {"amount": "0.00", "version": 2}
    answer = await desk.choose("two", "ONE-1", "TWO-2", amount="10", reason="CHARGE")
    assert answer["code"] == "reconciliation.beyond_limit"
    assert await desk.choose("two", "ONE-1", "TWO-1") == DONE
    act = _acts(database, realm)[0]
    assert (act.verb, act.actor_name) == ("reconciliation.limit", "Manager")


@pytest.mark.usefixtures("world")
async def test_only_who_may_match_chooses_and_only_in_an_open_month(desk: Desk) -> None:
    for roles in ((), (APPROVER,), (ACCOUNT_MANAGEMENT,)):
        answer = await desk.choose(
            "two", "ONE-1", "TWO-1", by=desk.person("Reader", *roles)
        )
        assert answer["code"] == "forbidden"
    [edge] = (await desk.ask(MONTHS))["edges"]
    assert await desk.ask(CLOSE, ids=[edge["node"]["account"]["id"]]) == DONE
    answer = await desk.choose("two", "ONE-1", "TWO-1")
    assert answer["code"] == "reconciliation.closed_month"


@pytest.mark.usefixtures("world")
async def test_a_payment_that_is_named_twice_is_chosen_once(desk: Desk) -> None:
    entry_id = (await desk.entries())["two"]["id"]
    one, half = (str(desk.payment(name).id) for name in ("ONE-1", "TWO-1"))
    again = await desk.ask(CHOOSE, id=entry_id, payments=[half, one, half])
    assert again == DONE
    assert await desk.unmatch("two") == DONE
    for ids in ([], [str(number) for number in range(1, 102)]):
        answer = await desk.ask(CHOOSE, id=entry_id, payments=ids)
        assert answer["code"] == "reconciliation.not_so_many"
    answer = await desk.ask(CHOOSE, id=entry_id, payments=[one, "987654321"])
    assert answer["code"] == "reconciliation.no_candidate"


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_of_two_who_choose_one_payment_for_two_entries_one_wins(
    desk: Desk, database: Database, realm: str
) -> None:
    people = [desk.person(name, UPLOAD) for name in ("Anna", "Bo")]
    entries = await desk.entries()
    ids = [str(desk.payment(name).id) for name in ("ONE-1", "TWO-1")]
    answers = await asyncio.gather(
        desk.ask(CHOOSE, people[0], id=entries["two"]["id"], payments=ids),
        desk.ask(CHOOSE, people[1], id=entries["again"]["id"], payments=ids[::-1]),
    )
    assert sorted(one["__typename"] for one in answers) == ["Problem", "Success"]
    won = ("two", "again")[answers.index(DONE)]
    entry_id = int(entries[won]["id"])
    for name in ("ONE-1", "TWO-1"):
        assert desk.payment(name).transaction_id == entry_id
    with database.job_session(realm) as session:
        assert len(session.scalars(select(EntryMatch)).all()) == 1


async def test_what_was_chosen_for_an_entry_that_is_taken_back_is_unpaid_again(
    desk: Desk, world: Upload, undo: Undo, database: Database, realm: str
) -> None:
    told = {"amount": "10.00", "reason": "CHARGE"}
    assert await desk.choose("two", "ONE-1", "TWO-2", **told) == DONE
    journals = {desk.payment(name).correlation_id for name in ("ONE-1", "TWO-2")}
    assert _booked(database, realm, journals) == [1, 1]
    assert undo(world) is None
    for name in ("ONE-1", "TWO-2"):
        assert desk.payment(name).transaction_id is None
    assert _booked(database, realm, journals) == [0, 0]
    with database.job_session(realm) as session:
        [row] = session.scalars(select(EntryMatch))
        told = session.scalars(
            select(SystemMessage).where(SystemMessage.reference.like("match:%"))
        ).one()
    assert (row.ended_by, row.difference) == (None, Decimal(10))
    assert "(+1)" in str(told.values)


def _booked(database: Database, realm: str, journals: set[str]) -> list[int]:
    with database.job_session(realm) as session:
        wanted = Journal.correlation_id.in_(journals)
        return list(session.scalars(select(Journal.booked).where(wanted)))
