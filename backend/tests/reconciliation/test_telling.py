"""The ERP is told of a match with its open items, once, and of its end."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from erplink import Conflict, Invalid, Unavailable
from giroscope.features.erp.exchange import actions
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.erp.tables import ErpVersion
from giroscope.features.matches import EntryMatch
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.uploads import Upload
from tests.erp.exchange.exchange_desk import SOMEBODY, ExchangeDesk
from tests.erp.exchange.ledger_erp import ABLE, ACCOUNT, ITEMS, LedgerErp, owed
from tests.reconciliation.desk import DONE, Desk, sheet
from tests.statements.statement_factory import Line, Part

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
Import = Callable[..., Upload]
PAID = Line("400.00", reference="paid", day="2026-03-03")
BATCH = Line(
    "150.00", reference="batch", day="2026-03-03",
    parts=[Part("100.00", "A"), Part("50.00", "B")],
)  # fmt: skip
ITEMS_OF_BOTH = """mutation ($id: ID!, $items: [ID!], $beside: [ID!]) {
  matchPayments(id: $id, paymentIds: [], openItemIds: $items, beside: $beside) {
    __typename } }"""
WHEN = """query ($filter: TransactionFilter) { transactions(filter: $filter, first: 5) {
  edges { node { bankReference reconciliation { match { erpState } } } } } }"""


@pytest.fixture
def ledger(tmp_path: Path) -> LedgerErp:
    made = LedgerErp(tmp_path / "ledger.sqlite3")
    made.able = ABLE | ITEMS
    made.owe(owed("1"), owed("2", "150.00"))
    return made


@pytest.fixture
def erp(
    long_in_use: ExchangeDesk, ledger: LedgerErp, import_bytes: Import
) -> ExchangeDesk:
    """An ERP in use that takes statements, and has taken the one with the entries."""
    import_bytes(sheet(PAID, BATCH, account=ACCOUNT), "day.xml")
    long_in_use.settle()
    assert len(ledger.effects("statement")) == 1
    return long_in_use


def _standing(erp: ExchangeDesk) -> list[str | None]:
    return [row.erp_state for row in erp.all(EntryMatch)]


def _writes(erp: ExchangeDesk) -> list[tuple[str, str, str | None]]:
    kinds = ("SETTLE", "RELEASE")
    found = [row for kind in kinds for row in erp.outbox(kind)]
    return [(row.operation, row.state, row.code) for row in found]


async def test_a_match_is_told_once_with_line_and_items_and_its_end_too(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    await desk.accept("paid")
    assert _standing(erp) == ["DUE"]
    erp.settle()
    [(key, items)] = ledger.effects("settle")
    our_id, line, statement = key.split(" ")
    assert our_id == f"{line}:1"
    assert items == "1:400.00"
    # The statement is named as the ERP names it.
    assert erp.outbox("STATEMENT")[0].native_id == statement
    assert _standing(erp) == ["TOLD"]
    found = await desk.ask(WHEN, filter={"reconciliation": "MATCHED"})
    [shown] = [edge["node"]["reconciliation"]["match"] for edge in found["edges"]]
    assert shown == {"erpState": "TOLD"}
    erp.settle()
    assert len(ledger.effects("settle")) == 1

    assert await desk.unmatch("paid") == DONE
    erp.settle()
    assert ledger.effects("release") == [(our_id, "")]
    assert _standing(erp) == ["WITHDRAWN"]
    # Another match of the same two is another one to tell.
    await desk.accept("paid")
    erp.settle()
    assert [key.split(" ")[0] for key, _ in ledger.effects("settle")] == [
        our_id, f"{line}:2",
    ]  # fmt: skip
    assert _standing(erp) == ["WITHDRAWN", "TOLD"]


async def test_what_was_undone_before_it_was_told_is_never_told(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    await desk.accept("paid")
    assert await desk.unmatch("paid") == DONE
    await desk.accept("paid")
    erp.turn()
    assert _standing(erp) == ["DUE", "DUE"]
    erp.run("erp_follow")
    assert _standing(erp) == ["UNTOLD", "ASKED"]
    assert await desk.unmatch("paid") == DONE
    erp.settle()
    assert (ledger.effects("settle"), ledger.effects("release")) == ([], [])
    assert [kind for kind, _, _ in _writes(erp)] == ["SETTLE"]
    assert _standing(erp) == ["UNTOLD", "UNTOLD"]


async def test_an_answer_that_was_lost_is_not_told_twice_nor_after_the_end(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.faults["settle.done"] = [Unavailable("erp_link.not_now", status=503)]
    await desk.accept("paid")
    erp.settle()
    assert _standing(erp) == ["ASKED"]
    assert len(ledger.effects("settle")) == 1
    assert await desk.unmatch("paid") == DONE
    erp.pass_time(minutes=1)
    erp.settle()
    assert _writes(erp) == [("SETTLE", "SKIPPED", "ended"),
                            ("RELEASE", "WRITTEN", None)]  # fmt: skip
    assert (len(ledger.effects("settle")), len(ledger.effects("release"))) == (1, 1)
    assert _standing(erp) == ["WITHDRAWN"]


async def test_what_the_erp_refuses_is_a_task_with_its_state_in_the_match(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.faults["settle"] = [Invalid("erp_link.not_taken")]
    await desk.accept("paid")
    erp.settle()
    assert _standing(erp) == ["FAILED"]
    assert len(erp.all(SystemMessage, SystemMessage.code == "erp.not_written")) == 1
    [row] = erp.outbox("SETTLE")
    erp.change(lambda c: actions.retry(c, SOMEBODY, row.id, erp.now))
    assert _standing(erp) == ["ASKED"]
    erp.settle()
    assert _standing(erp) == ["TOLD"]
    # What cannot be taken back there is a person's to mend.
    ledger.faults["release"] = [Invalid("erp_link.tryton_posted")]
    assert await desk.unmatch("paid") == DONE
    erp.settle()
    assert _standing(erp) == ["FAILED"]
    [row] = erp.outbox("RELEASE")
    erp.change(lambda c: actions.skip(c, SOMEBODY, row.id, "Done by hand", erp.now))
    assert _standing(erp) == ["UNTOLD"]


async def test_a_match_waits_for_the_statement_of_its_entry(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp, import_bytes: Import
) -> None:
    ledger.faults["statement"] = [Conflict("erp_link.changed_meanwhile")]
    other = Line("150.00", reference="later", day="2026-03-04")
    import_bytes(sheet(other, account=ACCOUNT, opening="1550.00"), "next.xml")
    await desk.accept("later")
    erp.settle()
    assert (_standing(erp), ledger.effects("settle")) == (["ASKED"], [])
    erp.pass_time(minutes=1)
    erp.settle()
    assert _standing(erp) == ["TOLD"]
    assert len(ledger.effects("statement")) == 2


async def test_what_the_erp_cannot_be_told_is_told_with_its_reason(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp, import_bytes: Import
) -> None:
    ledger.owe(owed("3", "70.00"))
    erp.fetch()
    elsewhere = Line("70.00", reference="elsewhere", day="2026-03-05")
    import_bytes(sheet(elsewhere), "x.xml")
    for entry in ("batch", "elsewhere"):
        await desk.accept(entry)
    erp.settle()
    off = {"company": "1", "writes_statement_lines": "false"}
    erp.change(lambda c: c.execute(update(ErpVersion).values(values=off)))
    await desk.accept("paid")
    erp.settle()
    told = [
        ("SETTLE", "SKIPPED", code)
        for code in ("several_lines", "no_statement", "lines_off")
    ]
    assert (_writes(erp), _standing(erp)) == (told, ["UNTOLD"] * 3)
    assert ledger.effects("settle") == []
    # Nor is the end of what was never told.
    assert await desk.unmatch("paid") == DONE
    erp.settle()
    assert (_writes(erp), _standing(erp)) == (told, ["UNTOLD"] * 3)


async def test_items_that_several_entries_settle_are_left_to_the_accountant(
    desk: Desk, erp: ExchangeDesk, ledger: LedgerErp
) -> None:
    entries = await desk.entries()
    made = await desk.ask(
        ITEMS_OF_BOTH, id=entries["paid"]["id"], beside=[entries["batch"]["id"]],
        items=[str(row.id) for row in erp.all(ErpOpenItem)],
    )  # fmt: skip
    assert made == DONE
    erp.settle()
    assert _standing(erp) == ["UNTOLD"]
    assert _writes(erp) == [("SETTLE", "SKIPPED", "entries_too")]
    assert ledger.effects("settle") == []
