"""All payments are one list, and how far each is is what its journal shows."""

import csv
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import insert, select, text, update

from giroscope.features.documents import Document
from giroscope.features.journals import approval_wait
from giroscope.features.journals.policy import Evidence, derive, progress_of_file
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.watch import watch_executions
from giroscope.features.payments import Payment, PaymentBatch, PaymentProgress
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.progress import (
    PaymentOutcome,
    outcome_of,
    progress_in,
    progress_of,
)
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.payments.tables import PaymentSum
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import MIGRATIONS, upgrade
from tests.journals.test_returns_and_proof import JOURNAL, credit, day, debit
from tests.payments.payment_factory import Answer, Order, pain001, pain002

pytestmark = [pytest.mark.served, pytest.mark.both_stores]

ORDERS = {
    "PAID": Order("PAID", "100.00"),
    "REFUSED": Order("REFUSED", "250.50", "Havnens Smedje ApS"),
    "BACK": Order("BACK", "75.00"),
    "TAKEN": Order("TAKEN", "40.00"),
    "WAITS": Order("WAITS", "8.00"),
    "EURO": Order("EURO", "5.25", currency="EUR"),
    "SILENT": Order("SILENT", "3.00"),
}
FILE = pain001({"B1": list(ORDERS.values())})
REPORT = pain002(
    batches={
        "B1": (
            None,
            [
                Answer("REFUSED", "RJCT", "AC04"),
                Answer("BACK", "ACSC"),
                Answer("TAKEN", "ACSP"),
                Answer("WAITS", "PDNG"),
                Answer("EURO", "RJCT", "AM04"),
            ],
        )
    }
)
BOOKED = day(
    debit(ORDERS["PAID"]), debit(ORDERS["BACK"]), on="2026-03-02", opening="1000.00",
    sequence="1",
)  # fmt: skip
RETURNED = day(
    credit(ORDERS["BACK"], "75.00"), on="2026-03-03", opening="825.00", sequence="2"
)
PROGRESS = {
    "PAID": "BOOKED",
    "REFUSED": "REJECTED",
    "BACK": "RETURNED",
    "TAKEN": "ACCEPTED",
    "WAITS": "PENDING",
    "EURO": "REJECTED",
    "SILENT": "RECEIVED",
}
LIST = """query ($filter: PaymentFilter, $order: PaymentOrder, $first: Int,
    $after: String) {
  payments(filter: $filter, orderBy: $order, first: $first, after: $after) {
    edges { cursor node { endToEndId progress outcome bookedOn returnedOn bank
      document { name } reasons { code advice } } } totalCount }
  paymentTotals(filter: $filter) { currency amount count } }"""
TABS = "{ paymentTabs { name count sums { currency amount count } } }"

Import = Callable[..., Upload]


@pytest.fixture
def world(import_bytes: Import) -> None:
    """One file, of whose payments everything has become that can."""
    import_bytes(FILE, "pay.xml", "PAYMENT")
    import_bytes(REPORT, "status.xml", "PAYMENT")
    import_bytes(BOOKED, "monday.xml")
    import_bytes(RETURNED, "tuesday.xml")


async def _asked(api: Any, narrowed: Any = None, **more: Any) -> tuple[Any, Any]:
    told = await api.data(LIST, variables={"filter": narrowed, **more})
    totals = [
        (one["currency"], one["amount"], one["count"]) for one in told["paymentTotals"]
    ]
    return [edge["node"] for edge in told["payments"]["edges"]], totals


CASES: list[tuple[dict[str, Any], set[str]]] = [
    ({}, set(ORDERS)),
    ({"outcome": "UNPAID"}, {"REFUSED", "BACK", "EURO"}),
    ({"outcome": "IN_FLIGHT"}, {"TAKEN", "WAITS", "SILENT"}),
    ({"outcome": "PAID"}, {"PAID"}),
    ({"outcome": "STOPPED"}, set()),
    ({"progress": ["RETURNED"]}, {"BACK"}),
    ({"progress": ["RECEIVED"]}, {"SILENT"}),
    ({"progress": ["RECEIVED", "BOOKED"]}, {"SILENT", "PAID"}),
    ({"progress": ["SENT"]}, set()),
    ({"progress": []}, set()),
    ({"progress": ["BOOKED"], "outcome": "UNPAID"}, set()),
    ({"currency": "EUR"}, {"EURO"}),
    ({"amount": {"from": "75.00", "to": "100.00"}}, {"PAID", "BACK"}),
    ({"executionDate": {"from": "2026-03-02", "to": "2026-03-02"}}, set(ORDERS)),
    ({"executionDate": {"from": "2026-03-03"}}, set()),
    ({"text": "havnens"}, {"REFUSED"}),
    ({"text": "dk1930003330157765"}, set(ORDERS)),
    ({"outcome": "UNPAID", "currency": "DKK"}, {"REFUSED", "BACK"}),
]


@pytest.mark.usefixtures("world")
async def test_every_payment_of_a_file_is_in_the_list_as_its_journal_shows_it(
    api: Any, database: Database, realm: str
) -> None:
    rows, totals = await _asked(api)
    assert {row["endToEndId"]: row["progress"] for row in rows} == PROGRESS
    assert totals == [("DKK", "476.50", 6), ("EUR", "5.25", 1)]
    with database.job_session(realm) as session:
        journal = session.scalars(
            select(Journal).where(Journal.correlation_id == JOURNAL)
        ).one()
        figures = {
            "accepted": journal.accepted, "rejected": journal.rejected,
            "pending": journal.pending, "booked": journal.booked - journal.returned,
            "returned": journal.returned,
        }  # fmt: skip
        of_journal = sorted((t["currency"], t["amount"]) for t in journal.totals)
    told = [row["progress"] for row in rows]
    assert figures == {
        "accepted": told.count("ACCEPTED"),
        "rejected": told.count("REJECTED"),
        "pending": told.count("PENDING") + told.count("RECEIVED"),
        "booked": told.count("BOOKED"),
        "returned": told.count("RETURNED"),
    }
    assert of_journal == [(currency, amount) for currency, amount, _ in totals]
    refused = next(row for row in rows if row["endToEndId"] == "REFUSED")
    assert refused["reasons"][0]["code"] == "AC04"
    assert refused["reasons"][0]["advice"].startswith("Ask the payee")
    assert (refused["bank"], refused["document"]["name"]) == ("TESTDKKK", "pay.xml")
    back = next(row for row in rows if row["endToEndId"] == "BACK")
    assert (back["bookedOn"], back["returnedOn"]) == ("2026-03-02", "2026-03-03")


@pytest.mark.usefixtures("world")
async def test_list_and_totals_are_narrowed_to_the_same(api: Any) -> None:
    for narrowed, fits in CASES:
        rows, totals = await _asked(api, narrowed)
        assert {row["endToEndId"] for row in rows} == fits, narrowed
        expected: dict[str, list[float]] = {}
        for name in fits:
            order = ORDERS[name]
            expected.setdefault(order.currency, []).append(float(order.amount))
        assert [(c, float(a), n) for c, a, n in totals] == [
            (currency, sum(amounts), len(amounts))
            for currency, amounts in sorted(expected.items())
        ], narrowed


@pytest.mark.usefixtures("world")
async def test_tabs_tell_money_by_currency(api: Any) -> None:
    tabs = (await api.data(TABS))["paymentTabs"]
    assert {
        tab["name"]: [
            tab["count"],
            *((s["currency"], s["amount"]) for s in tab["sums"]),
        ]
        for tab in tabs
    } == {
        "ALL": [7, ("DKK", "476.50"), ("EUR", "5.25")],
        "UNPAID": [3, ("DKK", "325.50"), ("EUR", "5.25")],
        "IN_FLIGHT": [3, ("DKK", "51.00")],
        "PAID": [1, ("DKK", "100.00")],
        "RETURNED": [1, ("DKK", "75.00")],
    }


@pytest.mark.usefixtures("world")
async def test_a_journal_tells_what_of_it_is_unpaid_on_screen_and_in_its_file(
    api: Any,
) -> None:
    asked = "{ journals { edges { node { messageId unpaid { currency amount } } } } }"
    told = (await api.data(asked))["journals"]["edges"]
    unpaid = {
        edge["node"]["messageId"]: [
            (one["currency"], one["amount"]) for one in edge["node"]["unpaid"]
        ]
        for edge in told
    }
    assert unpaid.pop("PAY-1") == [("DKK", "325.50"), ("EUR", "5.25")]
    assert set(map(tuple, unpaid.values())) == {()}
    async with api.client() as client:
        answer = await client.get("/api/export/journals?columns=messageId,state,unpaid")
    lines = list(csv.reader(answer.text.removeprefix("\ufeff").splitlines()))
    assert [line for line in lines if line[0] == "PAY-1"] == [
        ["PAY-1", "Partly accepted", "325.50", "DKK"],
        ["PAY-1", "Partly accepted", "5.25", "EUR"],
    ]
    assert {tuple(line[2:]) for line in lines[1:] if not line[0]} == {("", "DKK")}


@pytest.mark.usefixtures("world")
async def test_pages_follow_each_other_in_both_orders(api: Any) -> None:
    for field in ("EXECUTION_DATE", "AMOUNT"):
        for direction in ("ASC", "DESC"):
            seen: list[str] = []
            after = None
            for _ in ORDERS:
                told = await api.data(
                    LIST,
                    variables={
                        "first": 2, "after": after,
                        "order": {"field": field, "direction": direction},
                    },
                )  # fmt: skip
                edges = told["payments"]["edges"]
                seen += [edge["node"]["endToEndId"] for edge in edges]
                if len(edges) < 2:
                    break
                after = edges[-1]["cursor"]
            assert sorted(seen) == sorted(ORDERS), (field, direction)


@pytest.mark.usefixtures("world")
async def test_the_file_says_what_the_list_says(api: Any) -> None:
    narrowed = json.dumps({"outcome": "UNPAID"})
    columns = "endToEndId,state,reasons,advice,file,bank,bookedOn,returnedOn,entry"
    rows = {}
    for locale in ("en", "da"):
        async with api.client() as client:
            answer = await client.get(
                "/api/export/payments",
                params={"filter": narrowed, "columns": columns, "locale": locale},
            )
        text = answer.text.removeprefix("\ufeff")
        lines = csv.reader(text.splitlines(), delimiter=";" if locale == "da" else ",")
        rows[locale] = {line[0]: line[1:] for line in list(lines)[1:]}
    assert set(rows["en"]) == {"REFUSED", "BACK", "EURO"}
    state, reasons, advice, file, bank, *_ = rows["en"]["REFUSED"]
    assert (state, reasons) == ("Rejected", "AC04: The account is closed")
    assert advice.startswith("Ask the payee for another account")
    assert (file, bank) == ("pay.xml", "TESTDKKK")
    assert rows["da"]["REFUSED"][:2] == ["Afvist", "AC04: Kontoen er lukket"]
    assert rows["da"]["REFUSED"][2].startswith("Få en anden konto af modtageren")
    state, _, _, _, _, booked, returned, entry = rows["en"]["BACK"]
    assert (state, booked, returned) == ("Returned", "2026-03-02", "2026-03-03")
    assert entry.isdecimal()


def _kept(database: Database, realm: str) -> tuple[Any, ...]:
    """All that is kept of how far payments are."""
    payments = select(
        Payment.end_to_end_id, Payment.progress, Payment.outcome, Payment.execution_day
    )
    sums = select(
        PaymentSum.correlation_id, PaymentSum.progress, PaymentSum.currency,
        PaymentSum.amount, PaymentSum.count,
    )  # fmt: skip
    with database.job_connection(realm) as connection:
        return tuple(
            sorted(map(tuple, connection.execute(rows)))
            for rows in (payments, sums, select(PaymentBatch.progress))
        )


@pytest.mark.usefixtures("world")
def test_migration_tells_of_earlier_payments_what_imports_tell(
    database: Database, realm: str
) -> None:
    _send(database, realm, "SENT")
    kept = _kept(database, realm)
    with database.job_connection(realm) as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, "0059")
        columns = connection.execute(text("SELECT * FROM payments")).keys()
        assert "progress" not in columns
        upgrade(connection, "0060")
        connection.commit()
    assert _kept(database, realm) == kept


def _send(database: Database, realm: str, state: str) -> None:
    """The payment file is this far on its way to the bank."""
    now = system_clock()
    with database.job_connection(realm) as connection:
        found = connection.execute(
            select(Document.sha256, Document.id).order_by(Document.id)
        ).first()
        sha256, document_id = found or ("", 0)
        if connection.execute(select(Sending.id)).first() is None:
            connection.execute(
                insert(Sending).values(
                    correlation_id=JOURNAL, document_id=document_id, sha256=sha256,
                    connection_id=1, message_id="PAY-1", kind="pain.001", state=state,
                    since=now, asked=now, tries=1, sent=now, bank_code="091005",
                    bank_text="Order type not permitted",
                )
            )  # fmt: skip
        connection.execute(update(Sending).values(state=state))
        # As a release does that knows nothing of how far payments are.
        connection.execute(update(Journal).values(updated=now + timedelta(minutes=1)))
        approval_wait.due(realm, connection, now)
        connection.commit()


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_payments_go_with_their_file_while_no_bank_speaks_of_them(
    import_bytes: Import, database: Database, realm: str, api: Any
) -> None:
    import_bytes(FILE, "pay.xml", "PAYMENT")
    for state in ("WAITING", "UNKNOWN", "NOT_TAKEN", "SENT", "CANCELLED", "REFUSED"):
        _send(database, realm, state)
        with database.job_session(realm) as session:
            of_journal = session.scalars(select(Journal.state)).one()
        rows, totals = await _asked(api, {"progress": [of_journal]})
        assert len(rows) == len(ORDERS), state
        assert {row["progress"] for row in rows} == {of_journal}
        assert totals == [("DKK", "476.50", 6), ("EUR", "5.25", 1)]
    assert rows[0]["reasons"][0]["code"] == "091005"


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_what_is_not_booked_in_time_is_overdue_until_the_bank_refuses_it(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(FILE, "pay.xml", "PAYMENT")
    _send(database, realm, "SENT")
    accepted = [Answer(name, "ACSP") for name in ORDERS if name != "REFUSED"]
    report = {"B1": (None, [*accepted, Answer("REFUSED", "CANC")])}
    import_bytes(pain002(batches=report), "status.xml", "PAYMENT")
    for on, sequence in (("2026-03-02", "1"), ("2026-03-03", "2")):
        import_bytes(day(on=on, opening="1.00", sequence=sequence), f"{on}.xml")

    def told() -> dict[str, tuple[str, str]]:
        with database.job_connection(realm) as connection:
            watch_executions(connection, datetime(2026, 3, 4, 9, tzinfo=UTC))
            connection.commit()
        return {name: (far, what) for name, far, what, _ in _kept(database, realm)[0]}

    late = told()
    assert late.pop("REFUSED") == ("CANCELLED", "STOPPED")
    assert set(late.values()) == {("OVERDUE", "UNPAID")}
    import_bytes(pain002(group="RJCT", message="ST-2"), "refused.xml", "PAYMENT")
    assert set(told().values()) == {("REJECTED", "UNPAID")}


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_sums_go_with_what_is_undone(
    import_bytes: Import, undo: Any, database: Database, realm: str
) -> None:
    upload = import_bytes(FILE, "pay.xml", "PAYMENT")
    assert _kept(database, realm)[1]
    assert undo(upload) is None
    assert _kept(database, realm) == ([], [], [])


ONE = {(None, False): 1}


@pytest.mark.parametrize("sending", [None, *SendState])
@pytest.mark.parametrize("approval", [None, *CaseState])
def test_a_file_is_as_far_as_its_journal(
    approval: CaseState | None, sending: SendState | None
) -> None:
    evidence = Evidence(
        ONE, None, has_status=False, has_statement=False, approval=approval,
        sending=sending, is_invalid=approval is None,
    )  # fmt: skip
    state = derive(evidence).state.value
    far = progress_of_file(evidence).value
    assert far == {"VALIDATED": "RECEIVED"}.get(state, state)


def test_what_was_proven_is_not_overdue() -> None:
    def late(status: str | None, **known: bool) -> PaymentProgress:
        flags = {"is_booked": False, "is_returned": False} | known
        return progress_of(status, PaymentProgress.SENT, is_overdue=True, **flags)

    assert late("ACSP") is late(None) is late("PDNG") is PaymentProgress.OVERDUE
    assert late("ACSP", is_booked=True) is PaymentProgress.BOOKED
    assert late("RJCT") is PaymentProgress.REJECTED
    assert late("CANC") is PaymentProgress.CANCELLED
    returned = late("ACSC", is_booked=True, is_returned=True)
    assert returned is PaymentProgress.RETURNED


def test_every_progress_has_one_outcome() -> None:
    told = [one for outcome in PaymentOutcome for one in progress_in(outcome)]
    assert sorted(told) == sorted(PaymentProgress)
    assert {one for one in told if outcome_of(one) is PaymentOutcome.UNPAID} == {
        PaymentProgress.REJECTED,
        PaymentProgress.RETURNED,
        PaymentProgress.OVERDUE,
    }
