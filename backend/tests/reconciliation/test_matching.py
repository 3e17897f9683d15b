"""People match entries; list, month and journal say the same; what ends is told."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.documents import Vault
from giroscope.features.journals.rebuild import rebuild, unobserved
from giroscope.features.journals.tables import Journal
from giroscope.features.matches import EntryMatch
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments import Payment
from giroscope.features.uploads import Upload
from giroscope.kernel.access import APPROVER, UPLOAD
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.reconciliation.desk import CLOSE, DONE, JOURNAL, MONTHS, NOW, Desk, sheet
from tests.statements.statement_factory import (
    ACCOUNT,
    OTHER_ACCOUNT,
    Line,
    Part,
    Sheet,
    camt,
)

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
RENT = Line(
    "-250.00", reference="rent", parts=[Part("250.00", "Fjordblik Ejendomme", "BANKS")]
)
OUT = Line("-400.00", reference="out")
FEE = Line("-7.00", reference="fee")
WRONG = Line("-30.00", reference="wrong")
BACK = Line("30.00", reference="wrong-back", day="2026-03-02", reversal=True)
LINES = (RENT, OUT, FEE, WRONG, BACK)
PAYING = "DK0730000011223344"
"""Another account of ours, with check digits that let it pay."""
PAYMENTS = pain001({"B": [Order("OURS", "250.00"), Order("LATER", "90.00")]})


@pytest.fixture
def world(import_bytes: Import) -> None:
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    import_bytes(sheet(*LINES), "day.xml")
    into = Line("400.00", reference="in", day="2026-03-02")
    import_bytes(sheet(into, account=OTHER_ACCOUNT), "other.xml")


def _payment(database: Database, realm: str, end_to_end: str = "OURS") -> Payment:
    with database.job_session(realm) as session:
        found = session.scalars(
            select(Payment).where(Payment.end_to_end_id == end_to_end)
        )
        return found.one()


def _journal(database: Database, realm: str) -> Journal:
    with database.job_session(realm) as session:
        found = session.scalars(
            select(Journal).where(Journal.correlation_id == JOURNAL)
        )
        return found.one()


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_a_payment_a_transfer_and_a_reversal_are_offered_with_their_reasons(
    desk: Desk,
) -> None:
    [rent] = await desk.candidates("rent")
    assert (rent["kind"], rent["payment"]["endToEndId"]) == ("PAYMENT", "OURS")
    said = [reason["en"] for reason in rent["reasons"]]
    assert said == [
        "Same amount and currency", "Same payee Fjordblik Ejendomme A/S",
        "Paid from this account", "Same day",
    ]  # fmt: skip
    [out] = await desk.candidates("out")
    assert (out["kind"], out["transaction"]["account"]["number"]) == (
        "TRANSFER", OTHER_ACCOUNT,
    )  # fmt: skip
    [wrong] = await desk.candidates("wrong")
    assert (wrong["kind"], wrong["transaction"]["bankReference"]) == (
        "REVERSAL", "wrong-back",
    )  # fmt: skip
    assert await desk.candidates("fee") == []


@pytest.mark.usefixtures("world")
async def test_list_month_and_journal_follow_a_match_and_its_undoing(
    desk: Desk, database: Database, realm: str
) -> None:
    assert await desk.unmatched() == {ACCOUNT: 5, OTHER_ACCOUNT: 1}
    before = _journal(database, realm)
    await desk.accept("rent")
    assert await desk.unmatched() == {ACCOUNT: 4, OTHER_ACCOUNT: 1}
    rent = (await desk.entries())["rent"]
    assert rent["reconciliation"] == {
        "state": "MATCHED", "correlationId": JOURNAL,
        "paymentId": str(_payment(database, realm).id),
        "match": {"kind": "PAYMENT", "matchedBy": "Command line"},
    }  # fmt: skip
    assert _payment(database, realm).outcome == "PAID"
    after = _journal(database, realm)
    assert (before.booked, after.booked) == (0, 1)
    assert (before.has_statement, after.has_statement) == (False, True)

    await desk.accept("out")
    assert await desk.unmatched() == {ACCOUNT: 3, OTHER_ACCOUNT: 0}
    await desk.accept("wrong")
    assert await desk.unmatched() == {ACCOUNT: 1, OTHER_ACCOUNT: 0}

    # Either side takes the whole match back.
    assert await desk.unmatch("in") == DONE
    assert await desk.unmatch("rent") == DONE
    assert await desk.unmatched() == {ACCOUNT: 3, OTHER_ACCOUNT: 1}
    again = _journal(database, realm)
    assert (again.state, again.booked, again.has_statement) == (
        before.state, 0, False,
    )  # fmt: skip
    assert _payment(database, realm).transaction_id is None
    assert (await desk.unmatch("rent"))["code"] == "reconciliation.not_matched"
    with database.job_session(realm) as session:
        kept = session.scalars(select(EntryMatch).order_by(EntryMatch.id)).all()
        assert [row.ended_by for row in kept] == ["shell", "shell", None]
        verbs = session.scalars(select(AuditEvent.verb)).all()
    assert verbs.count("reconciliation.match") == 3
    assert verbs.count("reconciliation.unmatch") == 2


@pytest.mark.usefixtures("world")
async def test_what_a_person_matched_outlives_what_banks_say_later(
    desk: Desk, database: Database, realm: str, import_bytes: Import
) -> None:
    await desk.accept("rent")
    answers = {"B": (None, [Answer("OURS", "ACSC"), Answer("LATER", "ACSC")])}
    import_bytes(pain002(batches=answers), "status.xml", "PAYMENT")
    assert _payment(database, realm).transaction_id is not None
    # Nor is the entry given to another payment that bears its id.
    other = pain001({"C": [Order("BANKS", "250.00")]}, message="PAY-2")
    import_bytes(other, "other-pay.xml", "PAYMENT")
    assert _payment(database, realm, "BANKS").transaction_id is None
    assert await desk.unmatched() == {ACCOUNT: 4, OTHER_ACCOUNT: 1}


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_of_two_people_at_one_entry_one_wins_and_the_other_is_told(
    desk: Desk, database: Database, realm: str
) -> None:
    [out] = await desk.candidates("out")
    people = [desk.person(name, UPLOAD) for name in ("Anna", "Bo")]
    answers = await asyncio.gather(*(desk.match("out", out, one) for one in people))
    lost = [one for one in answers if one != DONE]
    assert [one["code"] for one in lost] == ["reconciliation.already_matched"]
    winner = people[answers.index(DONE)].name
    assert (
        lost[0]["message"] == f"{winner} matched it at 2026-04-10 09:30 UTC; look again"
    )
    with database.job_session(realm) as session:
        assert [row.matched_by for row in session.scalars(select(EntryMatch))] == [
            winner
        ]
    # The other side of it is taken as well.
    late = await desk.match(
        "in", {"kind": "TRANSFER", "id": (await desk.entries())["out"]["id"]}
    )
    assert late["code"] == "reconciliation.already_matched"


@pytest.mark.usefixtures("world")
async def test_who_only_looks_matches_nothing_and_undoes_nothing(desk: Desk) -> None:
    [out] = await desk.candidates("out")
    for roles in ((), (APPROVER,)):
        reader = desk.person("Reader", *roles)
        assert (await desk.match("out", out, reader))["code"] == "forbidden"
    await desk.accept("out")
    assert (await desk.unmatch("out", desk.person("Reader")))["code"] == "forbidden"
    assert (await desk.unmatched())[OTHER_ACCOUNT] == 0


@pytest.mark.usefixtures("world")
async def test_only_what_is_a_candidate_is_matched(
    desk: Desk, database: Database, realm: str
) -> None:
    later = {"kind": "PAYMENT", "id": str(_payment(database, realm, "LATER").id)}
    assert (await desk.match("rent", later))["code"] == "reconciliation.no_candidate"
    fee = {"kind": "REVERSAL", "id": (await desk.entries())["fee"]["id"]}
    assert (await desk.match("wrong", fee))["code"] == "reconciliation.no_candidate"
    own = {"kind": "REVERSAL", "id": (await desk.entries())["wrong"]["id"]}
    assert (await desk.match("wrong", own))["code"] == "reconciliation.no_candidate"


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_money_of_another_currency_direction_or_account_is_no_candidate(
    desk: Desk, import_bytes: Import
) -> None:
    euros = Sheet(
        [Line("400.00", reference="euros", currency="EUR")], opening="0.00",
        account="DE89370400440532013000", currency="EUR", sequence="9",
    )  # fmt: skip
    import_bytes(camt(euros), "euros.xml")
    elsewhere = pain001(
        {"E": [Order("ELSEWHERE", "250.00"), Order("EUR", "7.00", currency="EUR")]},
        message="PAY-3", debtor=PAYING,
    )  # fmt: skip
    import_bytes(elsewhere, "elsewhere.xml", "PAYMENT")
    import_bytes(sheet(Line("5.00"), account=PAYING), "paying.xml")
    assert await desk.candidates("euros") == []
    assert len(await desk.candidates("out")) == 1
    assert [one["payment"]["endToEndId"] for one in await desk.candidates("rent")] == [
        "OURS"
    ]
    assert await desk.candidates("fee") == []


TOGETHER = Line("-330.00", reference="together")
BATCHES = pain001(
    {
        "WAGES": [Order(f"WAGE-{n}", f"{n}0.00") for n in (10, 11, 12)],
        "MORE": [Order("MORE-1", "300.00"), Order("MORE-2", "30.01")],
        "ONE": [Order("ONE-1", "330.00")],
        "EURO": [Order("EURO-1", "330.00"), Order("EURO-2", "1.00", currency="EUR")],
    },
    message="PAY-4",
)


def _of_batches(*refused: str) -> bytes:
    answers = [Answer(name, "RJCT", "AC04") for name in refused]
    return pain002(original="PAY-4", batches={"WAGES": (None, answers)})


@pytest.fixture
def batches(import_bytes: Import) -> Upload:
    """A batch that comes to an entry's amount, beside others that nearly do."""
    import_bytes(BATCHES, "batches.xml", "PAYMENT")
    return import_bytes(sheet(TOGETHER), "day.xml")


@pytest.mark.both_stores
@pytest.mark.usefixtures("batches")
async def test_the_payments_of_a_batch_are_matched_with_the_entry_of_their_sum(
    desk: Desk, database: Database, realm: str, import_bytes: Import
) -> None:
    offered = await desk.candidates("together")
    [batch] = [one for one in offered if one["kind"] == "BATCH"]
    assert batch["paymentCount"] == 3
    assert [one["endToEndId"] for one in batch["payments"]] == [
        "WAGE-10", "WAGE-11", "WAGE-12",
    ]  # fmt: skip
    assert [reason["en"] for reason in batch["reasons"]][:2] == [
        "3 payments of one batch, same sum and currency", "Paid from this account",
    ]  # fmt: skip
    # The sum of another account's batch is no part of this one.
    other = pain001(
        {"OTHERS": [Order("O-1", "329.00"), Order("O-2", "1.00")]},
        message="PAY-5", debtor=PAYING,
    )  # fmt: skip
    import_bytes(other, "others.xml", "PAYMENT")
    import_bytes(sheet(Line("5.00"), account=PAYING), "paying.xml")
    again = await desk.candidates("together")
    assert [one["id"] for one in again if one["kind"] == "BATCH"] == [batch["id"]]
    singles = {one["payment"]["endToEndId"] for one in offered if one["payment"]}
    assert singles == {"ONE-1", "EURO-1"}
    assert await desk.match("together", batch) == DONE
    wages = [_payment(database, realm, f"WAGE-{n}") for n in (10, 11, 12)]
    assert {one.outcome for one in wages} == {"PAID"}
    [entry_id] = {one.transaction_id for one in wages}
    assert _payment(database, realm, "ONE-1").transaction_id is None
    found = (await desk.entries())["together"]
    assert found["id"] == str(entry_id)
    assert found["reconciliation"]["match"]["kind"] == "BATCH"
    assert (await desk.unmatched())[ACCOUNT] == 0
    late = await desk.match("together", batch)
    assert late["code"] == "reconciliation.already_matched"

    assert await desk.unmatch("together") == DONE
    assert all(
        _payment(database, realm, f"WAGE-{n}").transaction_id is None
        for n in (10, 11, 12)
    )
    with database.job_session(realm) as session:
        kept = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.verb.like("reconciliation.%"))
            .order_by(AuditEvent.id)
        ).all()
        assert [row.verb for row in kept] == [
            "reconciliation.match", "reconciliation.unmatch",
        ]  # fmt: skip
        first = "2026-03-02 100.00 DKK Fjordblik Ejendomme A/S (+2)"
        assert first in str(kept[0].now)
        assert first in str(kept[1].was)


@pytest.mark.both_stores
@pytest.mark.usefixtures("batches")
async def test_one_batch_is_matched_with_one_of_two_entries_of_its_sum(
    desk: Desk, database: Database, realm: str, import_bytes: Import
) -> None:
    again = Line("-330.00", reference="again", day="2026-03-03")
    import_bytes(sheet(again, opening="670.00"), "next.xml")
    offered = await desk.candidates("again")
    [batch] = [one for one in offered if one["kind"] == "BATCH"]
    people = [desk.person(name, UPLOAD) for name in ("Anna", "Bo")]
    answers = await asyncio.gather(
        desk.match("together", batch, people[0]), desk.match("again", batch, people[1])
    )
    assert sorted(one["__typename"] for one in answers) == ["Problem", "Success"]
    assert [one["kind"] for one in await desk.candidates("together")].count(
        "BATCH"
    ) == 0
    won = ("together", "again")[answers.index(DONE)]
    entry_id = int((await desk.entries())[won]["id"])
    for name in ("WAGE-10", "WAGE-11", "WAGE-12"):
        assert _payment(database, realm, name).transaction_id == entry_id


@pytest.mark.usefixtures("batches")
async def test_a_refused_payment_is_no_part_of_the_sum_and_nobody_pays_a_part_twice(
    desk: Desk, import_bytes: Import
) -> None:
    import_bytes(_of_batches("WAGE-11"), "status.xml", "PAYMENT")
    kinds = {one["kind"] for one in await desk.candidates("together")}
    assert "BATCH" not in kinds
    rest = Line("-220.00", reference="rest")
    import_bytes(sheet(rest, account=ACCOUNT, opening="670.00"), "next.xml")
    [batch] = [
        one for one in await desk.candidates("rest") if one["kind"] == "BATCH"
    ]  # fmt: skip
    assert [one["endToEndId"] for one in batch["payments"]] == ["WAGE-10", "WAGE-12"]


async def test_the_batch_of_an_entry_that_is_taken_back_is_unpaid_again(
    desk: Desk, database: Database, realm: str, batches: Upload, undo: Undo
) -> None:
    offered = await desk.candidates("together")
    [batch] = [one for one in offered if one["kind"] == "BATCH"]
    assert await desk.match("together", batch) == DONE
    assert undo(batches) is None
    for name in ("WAGE-10", "WAGE-11", "WAGE-12"):
        assert _payment(database, realm, name).transaction_id is None
    with database.job_session(realm) as session:
        told = session.scalars(
            select(SystemMessage).where(SystemMessage.reference.like("match:%"))
        ).one()
    assert "(+2)" in str(told.values)


@pytest.mark.usefixtures("world")
async def test_nothing_is_matched_or_unmatched_in_a_closed_month(desk: Desk) -> None:
    await desk.accept("wrong")
    [out] = await desk.candidates("out")
    months = (await desk.ask(MONTHS))["edges"]
    ids = [edge["node"]["account"]["id"] for edge in months]
    assert await desk.ask(CLOSE, ids=ids) == DONE
    assert (await desk.match("out", out))["code"] == "reconciliation.closed_month"
    assert (await desk.unmatch("wrong"))["code"] == "reconciliation.closed_month"


@pytest.mark.usefixtures("world")
async def test_a_match_stays_while_a_correction_keeps_its_entry(
    desk: Desk, import_bytes: Import
) -> None:
    await desk.accept("rent")
    await desk.accept("out")
    fuller = Sheet(
        [*LINES, Line("-1.00", reference="more")], account=ACCOUNT,
        sequence=f"{ACCOUNT}-1", created="2026-03-04T06:00:00",
    )  # fmt: skip
    import_bytes(camt(fuller, message="corrected"), "corrected.xml")
    entries = await desk.entries()
    assert "more" in entries
    assert entries["rent"]["reconciliation"]["match"] is not None
    assert entries["out"]["reconciliation"]["match"] is not None


@pytest.mark.usefixtures("world")
async def test_a_match_of_an_entry_that_a_correction_takes_away_ends_and_is_told(
    desk: Desk, database: Database, realm: str, import_bytes: Import
) -> None:
    await desk.accept("rent")
    await desk.accept("out")
    other = Sheet(
        [FEE, WRONG, BACK], account=ACCOUNT, sequence=f"{ACCOUNT}-1",
        created="2026-03-04T06:00:00",
    )  # fmt: skip
    import_bytes(camt(other, message="corrected"), "corrected.xml")
    entries = await desk.entries()
    assert "out" not in entries
    assert entries["in"]["reconciliation"]["state"] == "OPEN"
    assert _payment(database, realm).transaction_id is None
    assert _journal(database, realm).booked == 0
    with database.job_session(realm) as session:
        codes = session.scalars(select(SystemMessage.code)).all()
        ended = session.scalars(select(EntryMatch)).all()
    assert codes.count("reconciliation.ended") == 2
    assert all(row.ended_at is not None and row.ended_by is None for row in ended)


@pytest.mark.usefixtures("world")
async def test_a_rebuild_keeps_what_people_matched(
    desk: Desk, database: Database, realm: str, vault: Vault
) -> None:
    for reference in ("rent", "out", "wrong"):
        await desk.accept(reference)
    before, unmatched = await desk.entries(), await desk.unmatched()
    rebuild(database, realm, vault, NOW, unobserved)
    assert await desk.entries() == before
    assert await desk.unmatched() == unmatched
    assert _journal(database, realm).booked == 1
    with database.job_session(realm) as session:
        assert [one.ended_at for one in session.scalars(select(EntryMatch))] == [
            None
        ] * 3


@pytest.mark.usefixtures("world")
async def test_an_undone_import_ends_its_matches_and_gives_the_other_side_back(
    desk: Desk, database: Database, realm: str, import_bytes: Import, undo: Undo
) -> None:
    with database.job_session(realm) as session:
        [upload] = session.scalars(select(Upload).where(Upload.name == "day.xml"))
        session.expunge(upload)
    await desk.accept("rent")
    await desk.accept("out")
    assert undo(upload) is None
    left = await desk.entries()
    assert {one: row["reconciliation"]["state"] for one, row in left.items()} == {
        "in": "OPEN"
    }
    assert _payment(database, realm).transaction_id is None
    journal = _journal(database, realm)
    assert (journal.booked, journal.has_statement) == (0, False)
    import_bytes(sheet(*LINES), "day.xml")
    assert await desk.unmatched() == {ACCOUNT: 5, OTHER_ACCOUNT: 1}
