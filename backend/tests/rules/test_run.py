"""Rules over what files brought: as they come in, over the past, and never twice."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, func, select
from strawberry import ID

from giroscope.features.journals.undo import take_back
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.rules import Subject, errors, label_actions, run_requests
from giroscope.features.rules.tables import (
    RuleFiring,
    RuleMark,
    RulePosting,
    RuleState,
)
from giroscope.features.statements import Transaction
from giroscope.features.statements.export import TRANSACTION_COLUMNS, transactions
from giroscope.features.statements.graph.asked import TransactionFilter
from giroscope.kernel.database import Database
from giroscope.kernel.export import Asked
from tests.messages.told import said
from tests.rules.rule_factory import DIA, FEES, REALM, RuleDesk, asks, body
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

LINES = (
    Line("-25.00", parts=(Part(text="Gebyr for marts"),)),
    Line("-40.00", parts=(Part(text="Rådgivning, gebyr"),)),
    Line("100.00", parts=(Part(text="Gebyr retur"),)),
    Line("-900.00", parts=(Part(text="Husleje"),)),
)


@pytest.fixture
def rule_desk(database: Database) -> RuleDesk:
    """A realm without rules."""
    return RuleDesk(database)


@pytest.fixture
def bring(import_bytes: Callable[..., Any]) -> Callable[[], Any]:
    """Imports a statement with two fees, one of them paid back, and a rent."""
    return lambda: import_bytes(camt(Sheet(LINES)), "march.xml")


def held(desk: RuleDesk, asked: Any) -> list[Any]:
    with desk.database.job_connection(REALM) as connection:
        return list(connection.execute(asked).all())


def postings(desk: RuleDesk) -> dict[str, str]:
    """The proposed account of each text."""
    rows = held(
        desk,
        select(Transaction.remittance, RulePosting.account).join(
            RulePosting, RulePosting.record_id == Transaction.id
        ),
    )
    return dict(map(tuple, rows))


async def test_what_comes_in_is_posted_by_the_first_rule_and_marked_by_all(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        label = await label_actions.make(session, DIA, "To look at", rule_desk.now)
    marks = [{"kind": "LABEL", "labelId": label}]
    await rule_desk.active("Fees", FEES)
    await rule_desk.active(
        "Advice",
        body(asks("TEXT", "CONTAINS", "rådgivning"),
             actions=[{"kind": "POSTING", "account": "1"}, *marks]),
    )  # fmt: skip
    await rule_desk.draft("Rent", body(asks("TEXT", "CONTAINS", "husleje")))
    bring()
    assert postings(rule_desk) == {
        "Gebyr for marts": "7220", "Rådgivning, gebyr": "7220",
    }  # fmt: skip
    assert len(held(rule_desk, select(RuleMark.record_id))) == 1
    assert len(held(rule_desk, select(RuleFiring.id))) == 3


@pytest.mark.parametrize(
    ("text", "role", "english", "danish"),
    [
        ("husleje", "PAYMENT_APPROVER",
         "The rule “Look” fits 1 transaction (for the payment approvers)",
         "Reglen »Look« passer på 1 postering (til betalingsgodkenderne)"),
        ("gebyr", "UPLOAD",
         "The rule “Look” fits 3 transactions (for those who upload)",
         "Reglen »Look« passer på 3 posteringer (til dem, der uploader)"),
    ],
)  # fmt: skip
async def test_people_are_told_of_what_fits_in_their_language_with_rule_and_journal(
    rule_desk: RuleDesk,
    bring: Callable[[], Any],
    text: str,
    role: str,
    english: str,
    danish: str,
) -> None:
    notes = [{"kind": "NOTIFY", "role": role}]
    made = await rule_desk.active(
        "Look", body(asks("TEXT", "CONTAINS", text), actions=notes)
    )
    bring()
    table: Any = SystemMessage.__table__
    messages = held(rule_desk, select(table))
    (message,) = [one for one in messages if one.code.startswith("rule.")]
    (came,) = [one for one in messages if one.code == "import.done"]
    told = [said(message.code, message.values, one) for one in ("en", "da")]
    assert told == [english, danish]
    assert message.correlation_id == came.correlation_id
    assert message.reference == f"rule:{made}"


async def test_a_marked_transaction_says_which_rule_marked_it_on_screen_and_in_a_file(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        label = await label_actions.make(session, DIA, "To look at", rule_desk.now)
    marks = [{"kind": "LABEL", "labelId": label}]
    says = asks("TEXT", "CONTAINS", "rådgivning")
    await rule_desk.active("Advice", body(says, actions=marks))
    bring()
    labelled = TransactionFilter(label_ids=[ID(str(label))])
    reader = transactions(Asked(DIA, rule_desk.now, labelled))
    async with rule_desk.database.reading(REALM) as session:
        (line,) = [line async for lines in reader(session) for line in lines]
    (mark,) = line.shown.marks()
    assert (mark.label, mark.rule, mark.version) == ("To look at", "Advice", 1)
    assert [one.name for one in line.shown.labels()] == ["To look at"]
    cells = {column.key: column.read(line) for column in TRANSACTION_COLUMNS}
    assert (cells["labels"], cells["labelledBy"]) == ("To look at", "Advice (1)")


async def test_a_rule_in_shadow_notes_what_it_would_do_and_does_nothing(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    made = await rule_desk.draft("Fees", FEES)
    assert (await rule_desk.put(made, RuleState.SHADOW)).asked_state is None
    bring()
    assert postings(rule_desk) == {}
    shadows = held(rule_desk, select(RuleFiring.is_shadow, func.count()).group_by(
        RuleFiring.is_shadow))  # fmt: skip
    assert [tuple(one) for one in shadows] == [(True, 2)]


async def test_a_back_test_counts_hits_overlaps_and_rules_that_never_fit(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    bring()
    await rule_desk.draft("Fees", FEES)
    await rule_desk.draft("Any fee", body(asks("TEXT", "CONTAINS", "gebyr")))
    await rule_desk.draft("Never", body(asks("TEXT", "CONTAINS", "løn")))
    result = await rule_desk.backtest()
    assert (result["read"], result["fitting"]) == (4, 3)
    counted = {
        one["name"]: (one["hits"], one["first"], one["alone"])
        for one in result["rules"]
    }
    assert counted == {"Fees": (2, 2, 0), "Any fee": (3, 1, 1), "Never": (0, 0, 0)}
    assert [one["count"] for one in result["overlaps"]] == [2]
    assert len(result["rules"][1]["samples"]) == 3
    assert held(rule_desk, select(RuleFiring.id)) == []


async def test_a_rule_is_applied_to_the_past_as_its_preview_showed_and_once(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    bring()
    made = await rule_desk.active("Fees", FEES)
    foreseen, applied = await rule_desk.apply(made)
    assert (foreseen["new"], applied["new"]) == (2, 2)
    assert len(postings(rule_desk)) == 2
    again, anew = await rule_desk.apply(made)
    assert (again["new"], anew["new"]) == (0, 0)
    assert len(held(rule_desk, select(RuleFiring.id))) == 2


async def test_a_kill_between_two_portions_leaves_the_rest_to_the_next_run(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    bring()
    made = await rule_desk.active("Fees", FEES)
    await rule_desk.apply(made)
    with rule_desk.database.job_connection(REALM) as connection:
        lost = connection.execute(select(func.max(RuleFiring.id))).scalar_one()
        record = connection.execute(
            select(RuleFiring.record_id).where(RuleFiring.id == lost)
        ).scalar_one()
        connection.execute(delete(RuleFiring).where(RuleFiring.id == lost))
        connection.execute(delete(RulePosting).where(RulePosting.record_id == record))
        connection.commit()
    _, rest = await rule_desk.apply(made)
    assert rest["new"] == 1
    assert len(postings(rule_desk)) == 2


async def test_what_was_previewed_is_not_applied_once_the_rules_are_others(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    bring()
    made = await rule_desk.active("Fees", FEES)
    async with rule_desk.database.writing(REALM) as session:
        seen = await run_requests.preview(
            session, DIA, made, (None, None), rule_desk.now
        )
    rule_desk.perform(seen)
    await rule_desk.active("Another", body(asks("TEXT", "EMPTY")))
    async with rule_desk.database.writing(REALM) as session:
        with pytest.raises(errors.PreviewNeeded):
            await run_requests.apply(session, DIA, seen.run_id, rule_desk.now)


async def test_one_run_at_a_time_and_it_can_be_cancelled(rule_desk: RuleDesk) -> None:
    await rule_desk.draft("Fees", FEES)
    subject = Subject.TRANSACTION
    async with rule_desk.database.writing(REALM) as session:
        begun = await run_requests.backtest(
            session, DIA, subject, (None, None), rule_desk.now
        )
    async with rule_desk.database.writing(REALM) as session:
        with pytest.raises(errors.RunInTheWay):
            await run_requests.backtest(
                session, DIA, subject, (None, None), rule_desk.now
            )
        await run_requests.cancel(session, DIA, begun.run_id)
        assert await run_requests.unfinished(session) is None


async def test_what_rules_did_goes_with_the_import(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    await rule_desk.active("Fees", FEES)
    upload = bring()
    with rule_desk.database.job_connection(REALM) as connection:
        take_back(connection, upload.document_id, rule_desk.now)
        connection.commit()
    for table in (RuleFiring, RulePosting):
        assert held(rule_desk, select(func.count()).select_from(table)) == [(0,)]
    bring()
    assert len(postings(rule_desk)) == 2


async def test_a_renamed_label_stays_on_its_records(
    rule_desk: RuleDesk, bring: Callable[[], Any]
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        label = await label_actions.make(session, DIA, "Old", rule_desk.now)
        assert await label_actions.make(session, DIA, " OLD ", rule_desk.now) == label
    marks = [{"kind": "LABEL", "labelId": label}]
    await rule_desk.active("Fees", {**FEES, "actions": marks})
    async with rule_desk.database.writing(REALM) as session:
        await label_actions.rename(session, DIA, label, "New", rule_desk.now)
        with pytest.raises(errors.RuleNotPossible):
            await label_actions.remove(session, DIA, label, rule_desk.now)
    bring()
    assert len(held(rule_desk, select(RuleMark.record_id))) == 2
