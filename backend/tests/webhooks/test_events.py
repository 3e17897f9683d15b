"""What other rooms tell of journals, payments, statements and messages."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from giroscope.features.journals import tie
from giroscope.features.payments import moves
from giroscope.features.uploads import Upload
from giroscope.features.webhooks import EventType
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import Line, Sheet, camt
from tests.webhooks.receiver import Desk, Moving

Imported = Callable[..., Upload]
ONE = tie.of_payment_message("PAY-1")


@pytest.fixture
def told(
    settings: Settings, database: Database, in_own_loop: Callable[[Any], Any]
) -> Desk:
    return Desk(settings, database, Moving(), in_own_loop)


def _of(desk: Desk, *kinds: EventType) -> list[Any]:
    return [one["data"] for one in desk.events if one["type"] in kinds]


def test_a_tenant_without_endpoints_writes_nothing(
    told: Desk, import_bytes: Imported
) -> None:
    import_bytes(pain001({"B": [Order("E1", "10.00")]}), "p.xml", "PAYMENT")
    told.endpoint("https://books.example/hooks", EventType.STATEMENT_IMPORTED)
    import_bytes(pain002(group="ACSP"), "s.xml", "PAYMENT")
    assert told.events == []
    assert told.deliveries == []


def test_a_payment_file_and_what_its_bank_says_of_it(
    told: Desk, import_bytes: Imported, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MOST_LISTED", 2)
    told.endpoint("https://books.example/hooks")
    orders = [Order(f"E{n}", f"{n}.10") for n in range(1, 5)]
    orders.append(Order("E5", "7.00", currency="EUR", text="Wages of Vera"))
    data = pain001({"B": orders})
    import_bytes(data, "p.xml", "PAYMENT")
    (made,) = _of(told, EventType.JOURNAL_CREATED)
    assert (made["correlationId"], made["before"]) == (ONE, None)
    assert made["executionDate"] == "2026-03-02"
    assert made["totals"] == [
        {"amount": "10.40", "currency": "DKK", "count": 4},
        {"amount": "7.00", "currency": "EUR", "count": 1},
    ]
    assert _of(told, EventType.JOURNAL_STATE_CHANGED) == []
    # What is imported again is nothing new.
    before = len(told.events)
    import_bytes(data, "p.xml", "PAYMENT")
    assert _of(told, EventType.JOURNAL_CREATED) == [made]
    assert {one["type"] for one in told.events[before:]} <= {"message.raised"}
    answers = [Answer(f"E{n}", "ACSP") for n in (1, 2, 3)]
    answers += [Answer("E4", "RJCT", "AC04"), Answer("E5", "RJCT", "AC04")]
    import_bytes(pain002(batches={"B": (None, answers)}), "s.xml", "PAYMENT")
    # First how the journal is, then how far its payments are.
    kinds = [one["type"] for one in told.events]
    of_payments = kinds.index(EventType.PAYMENT_STATE_CHANGED)
    assert kinds.index(EventType.JOURNAL_STATE_CHANGED) < of_payments
    (changed,) = _of(told, EventType.JOURNAL_STATE_CHANGED)
    assert (changed["before"], changed["needsAttention"]) == (made["after"], True)
    assert changed["figures"]["rejected"] == 2
    moved = {
        one["after"]: one
        for one in _of(told, EventType.PAYMENT_STATE_CHANGED)
        if one["after"] in {"ACCEPTED", "REJECTED"}
    }
    # They are many: their number and sums are told, and they are asked for.
    assert moved["ACCEPTED"]["count"] == 3
    assert moved["ACCEPTED"]["payments"] is None
    assert moved["ACCEPTED"]["totals"] == [{"amount": "6.30", "currency": "DKK"}]
    assert moved["REJECTED"]["totals"] == [
        {"amount": "4.10", "currency": "DKK"}, {"amount": "7.00", "currency": "EUR"},
    ]  # fmt: skip
    listed = moved["REJECTED"]["payments"]
    assert [one["endToEndId"] for one in listed] == ["E4", "E5"]
    assert [one["amount"] for one in listed] == ["4.10", "7.00"]
    assert len({row.event_id for row in told.deliveries}) == len(told.events)
    everything = str(told.events)
    for kept_back in ("DK5050010099887766", "DK1930003330157765", "Wages", "Fjordblik"):
        assert kept_back not in everything


def test_a_statement_that_comes_and_one_that_takes_its_place(
    told: Desk, import_bytes: Imported
) -> None:
    told.endpoint("https://books.example/hooks")
    sheet = Sheet([Line("5.00")], opening="100.00")
    upload = import_bytes(camt(sheet), "one.xml")
    (told_,) = _of(told, EventType.STATEMENT_IMPORTED)
    assert (told_["relation"], told_["opening"], told_["closing"]) == (
        "NEW", "100.00", "105.00",
    )  # fmt: skip
    assert (told_["entries"], told_["newEntries"]) == (1, 1)
    assert told_["correlationId"] == upload.correlation_id
    corrected = replace(sheet, lines=[Line("6.00")], created="2026-03-04T06:00:00")
    import_bytes(camt(corrected), "two.xml")
    (_, second) = _of(told, EventType.STATEMENT_IMPORTED)
    (old,) = _of(told, EventType.STATEMENT_REPLACED)
    assert second["relation"] == "REPLACES"
    assert old["statementId"] == told_["statementId"]
    assert old["replacedBy"] == second["statementId"]
    raised = _of(told, EventType.MESSAGE_RAISED)
    assert {"import.done", "import.done_with_warnings"} >= {
        one["code"] for one in raised
    }
    assert "one.xml" not in str(raised)
    with told.database.job_connection("giroscope") as connection:
        tie.detach(connection, upload.document_id, told.clock())
        connection.commit()
    (gone,) = _of(told, EventType.JOURNAL_REMOVED)
    assert gone == {"correlationId": upload.correlation_id}
