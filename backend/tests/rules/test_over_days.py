"""Which records, rules and hits are meant: of which days, document, state and time."""

import dataclasses
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from giroscope.features.journals.rules import ruling
from giroscope.features.rules import (
    Ruling,
    Subject,
    draft,
    errors,
    queries,
    run_requests,
    transfer_file,
)
from giroscope.features.rules.run import rule_works
from giroscope.features.rules.tables import (
    Rule,
    RuleFiring,
    RulePosting,
    RuleRun,
    RuleState,
)
from giroscope.features.statements import Transaction
from giroscope.kernel import jobs
from giroscope.kernel.database import Database
from tests.rules.rule_factory import DAN, DIA, FEES, NOW, REALM, RuleDesk, asks, body
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
DAYS = ("2026-03-02", "2026-03-03", "2026-03-04")


@pytest.fixture
def rule_desk(database: Database) -> RuleDesk:
    """A realm without rules."""
    return RuleDesk(database)


@pytest.fixture
def bring(import_bytes: Callable[..., Any]) -> Callable[..., Any]:
    """Imports a statement with a fee on each of these days."""

    def one(*days: str, sequence: str = "1", text: str = "Gebyr") -> Any:
        lines = [Line("-25.00", day=day, parts=(Part(text=text),)) for day in days]
        sheet = Sheet(lines, sequence=sequence, first=days[0], last=days[-1])
        return import_bytes(camt(sheet), f"{sequence}.xml")

    return one


def _held(desk: RuleDesk, *columns: Any) -> list[Any]:
    with desk.database.job_connection(REALM) as connection:
        return [tuple(row) for row in connection.execute(select(*columns))]


async def _applied(desk: RuleDesk, rule_id: int, days: run_requests.Days) -> Any:
    async with desk.database.writing(REALM) as session:
        seen = await run_requests.preview(session, DIA, rule_id, days, NOW)
    foreseen = desk.perform(seen)
    async with desk.database.writing(REALM) as session:
        begun = await run_requests.apply(session, DIA, seen.run_id, NOW)
    return foreseen, desk.perform(begun)


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        (None, None, 3), (2, 4, 3), (2, 3, 2), (3, 4, 2), (3, 3, 1), (None, 2, 1),
        (4, None, 1), (5, None, 0), (None, 1, 0),
    ],
)  # fmt: skip
async def test_both_ends_of_the_days_belong_to_a_run(
    rule_desk: RuleDesk,
    bring: Callable[..., Any],
    first: int | None,
    last: int | None,
    found: int,
) -> None:
    bring(*DAYS)
    made = await rule_desk.active("Fees", FEES)
    days = tuple(None if day is None else date(2026, 3, day) for day in (first, last))
    foreseen, applied = await _applied(rule_desk, made, days)  # type: ignore[arg-type]
    assert (foreseen["read"], foreseen["new"], applied["new"]) == (found,) * 3
    posted = _held(rule_desk, RulePosting.record_id)
    assert len(posted) == found


async def test_an_import_applies_rules_to_what_it_brought(
    rule_desk: RuleDesk, bring: Callable[..., Any]
) -> None:
    bring(DAYS[0])
    await rule_desk.active("Fees", FEES)
    bring(DAYS[1], sequence="2")
    posted = select(Transaction.day).join(
        RulePosting, RulePosting.record_id == Transaction.id
    )
    with rule_desk.database.job_connection(REALM) as connection:
        assert [str(day) for day in connection.execute(posted).scalars()] == [DAYS[1]]


async def test_what_was_taken_back_while_a_run_reads_is_not_posted(
    rule_desk: RuleDesk, bring: Callable[..., Any]
) -> None:
    bring(*DAYS)
    made = await rule_desk.active("Fees", FEES)
    (gone,) = min(_held(rule_desk, Transaction.id))
    own = ruling().sources[Subject.TRANSACTION]

    def readings(connection: Any) -> Any:
        # The run sees the realm as it is now; what goes afterwards it reads still.
        read = own.readings(connection)
        with rule_desk.database.job_connection(REALM) as other:
            other.execute(delete(Transaction).where(Transaction.id == gone))
            other.commit()
        return read

    async with rule_desk.database.writing(REALM) as session:
        seen = await run_requests.preview(session, DIA, made, (None, None), NOW)
    rule_desk.perform(seen)
    async with rule_desk.database.writing(REALM) as session:
        begun = await run_requests.apply(session, DIA, seen.run_id, NOW)
    source = dataclasses.replace(own, readings=readings)
    slow = Ruling({Subject.TRANSACTION: source}, ruling().follow)
    jobs.perform(rule_desk.database, rule_works(slow), REALM, begun.job_id)
    (result,) = _held(rule_desk, RuleRun.result)[-1]
    assert (result["read"], result["new"]) == (3, 2)
    assert gone not in {row[0] for row in _held(rule_desk, RulePosting.record_id)}


async def test_a_preview_counts_what_the_rule_has_not_done_yet(
    rule_desk: RuleDesk, bring: Callable[..., Any]
) -> None:
    bring(*DAYS)
    made = await rule_desk.active("Fees", FEES)
    other = await rule_desk.active("Others", FEES)
    only = date(2026, 3, 2)
    assert (await _applied(rule_desk, made, (only, only)))[0]["new"] == 1
    assert (await _applied(rule_desk, made, (None, None)))[0]["new"] == 2
    assert (await _applied(rule_desk, other, (None, None)))[0]["new"] == 3


async def test_a_rule_that_was_changed_has_done_nothing_yet(
    rule_desk: RuleDesk, bring: Callable[..., Any]
) -> None:
    bring(*DAYS)
    says = body(asks("TEXT", "CONTAINS", "gebyr"),
                actions=[{"kind": "NOTIFY", "role": "DEBUG"}])  # fmt: skip
    made = await rule_desk.active("Fees", says)
    assert (await _applied(rule_desk, made, (None, None)))[0]["new"] == 3
    says = {**says, "actions": [{"kind": "NOTIFY", "role": "UPLOAD"}]}
    async with rule_desk.database.writing(REALM) as session:
        wish = draft.Wish("Fees", says)
        revision = (await session.get_one(Rule, made)).revision
        await draft.save(session, DIA, made, wish, revision, NOW)
    await rule_desk.put(made, RuleState.ACTIVE)
    assert (await _applied(rule_desk, made, (None, None)))[0]["new"] == 3


async def test_of_a_rule_s_hits_five_are_shown(
    rule_desk: RuleDesk, bring: Callable[..., Any]
) -> None:
    bring(*(f"2026-03-0{day}" for day in range(1, 8)))
    await rule_desk.active("Fees", FEES)
    (told,) = (await rule_desk.backtest())["rules"]
    assert (told["hits"], len(told["samples"])) == (7, 5)


async def test_hits_are_those_of_a_rule_from_an_instant_on(rule_desk: RuleDesk) -> None:
    made, other = [await rule_desk.draft(name, FEES) for name in "AB"]
    since, second = datetime(2026, 11, 1, tzinfo=UTC), timedelta(seconds=1)
    with rule_desk.database.job_connection(REALM) as connection:
        for rule, record, seconds in (
            (made, 1, -1), (made, 2, 0), (made, 3, 5), (other, 4, -9)
        ):  # fmt: skip
            connection.execute(
                insert(RuleFiring).values(
                    rule_id=rule, version=1, is_shadow=record == 3,
                    subject="TRANSACTION", record_id=record,
                    at=since + seconds * second,
                )
            )  # fmt: skip
        connection.commit()
    async with rule_desk.database.reading(REALM) as session:
        found = await queries.hits(session, [made, other], since)
    assert found == {made: (2, since + 5 * second), other: (0, since - 9 * second)}


@pytest.mark.parametrize(
    ("states", "subject", "text", "names"),
    [
        (None, None, None, ["Draft", "Active 100%"]),
        ([RuleState.ARCHIVED], None, None, ["Archived"]),
        ([RuleState.DRAFT, RuleState.ARCHIVED], None, None, ["Draft", "Archived"]),
        (None, Subject.PAYMENT, None, []),
        (None, None, "ACT", ["Active 100%"]),
        (None, None, "0%", ["Active 100%"]),
        (None, None, "_", []),
    ],
)
async def test_a_list_of_rules_is_narrowed(
    rule_desk: RuleDesk,
    states: list[RuleState] | None,
    subject: Subject | None,
    text: str | None,
    names: list[str],
) -> None:
    tells = body(asks("TEXT", "EMPTY"), actions=[{"kind": "NOTIFY", "role": "DEBUG"}])
    await rule_desk.draft("Draft", tells)
    gone = await rule_desk.active("Archived", tells)
    await rule_desk.active("Active 100%", tells)
    await rule_desk.put(gone, RuleState.ARCHIVED)
    async with rule_desk.database.reading(REALM) as session:
        rows = await session.scalars(
            queries.rules(states, subject, text).order_by(queries.Rule.id)
        )
        assert [row.name for row in rows] == names


async def test_a_file_holds_no_archive_and_turns_no_rule_to_other_records(
    rule_desk: RuleDesk,
) -> None:
    says = body(asks("CURRENCY", "ONE_OF", "DKK"),
                actions=[{"kind": "NOTIFY", "role": "DEBUG"}])  # fmt: skip
    await rule_desk.draft("Fees", says)
    gone = await rule_desk.active("Archived", says)
    await rule_desk.put(gone, RuleState.ARCHIVED)
    async with rule_desk.database.reading(REALM) as reading:
        document = await transfer_file.carried(reading, None)
    assert '"Archived"' not in document
    turned = document.replace('"TRANSACTION"', '"PAYMENT"')
    async with rule_desk.database.writing(REALM) as session:
        with pytest.raises(errors.BadRuleFile, match="other records"):
            await transfer_file.take_in(session, DAN, turned, NOW)
