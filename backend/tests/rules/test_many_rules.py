"""Five hundred rules: taken in from a file, put in order, tried, and carried on."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.rules import draft, errors, order, transfer_file
from giroscope.features.rules.draft import Wish
from giroscope.features.rules.model import Subject
from giroscope.features.rules.order import Target
from giroscope.features.rules.tables import Rule
from giroscope.kernel.database import Database
from tests.rules.rule_factory import DIA, NOW, REALM, RuleDesk, asks, body
from tests.statements.statement_factory import Line, Part, Sheet, camt

MANY = 500


@pytest.fixture
def rule_desk(database: Database) -> RuleDesk:
    """A realm without rules."""
    return RuleDesk(database)


def file_of(count: int) -> str:
    """A file of rules, of which each looks for its own number."""
    rules = [
        {"key": f"rule-{number}", "name": f"Rule {number}", "subject": "TRANSACTION",
         **body(asks("TEXT", "CONTAINS", f"no {number}."))}
        for number in range(count)
    ]  # fmt: skip
    return json.dumps({"format": "giroscope rules", "version": 1, "rules": rules})


async def take_in(desk: RuleDesk, document: str) -> transfer_file.TakenIn:
    async with desk.database.writing(REALM) as session:
        return await transfer_file.take_in(session, DIA, document, NOW)


async def test_five_hundred_rules_are_taken_in_ordered_tried_and_carried_on(
    rule_desk: RuleDesk, import_bytes: Callable[..., Any]
) -> None:
    lines = [Line("-1.00", parts=(Part(text=f"Bill no {n}."),)) for n in (7, 499)]
    import_bytes(camt(Sheet(lines)), "bills.xml")
    assert await take_in(rule_desk, file_of(MANY)) == (MANY, 0, 0)

    async with rule_desk.database.writing(REALM) as session:
        assert await order.move(session, DIA, MANY, Target(place=1), NOW) == 1
    async with rule_desk.database.reading(REALM) as session:
        rows = (await session.scalars(select(Rule).order_by(Rule.rank))).all()
        document = await transfer_file.carried(session, None)
    assert [row.rank for row in rows] == list(range(1, MANY + 1))
    assert [row.name for row in rows[:2]] == ["Rule 499", "Rule 0"]

    result = await rule_desk.backtest()
    assert len(result["rules"]) == MANY
    hit = {one["name"]: one["hits"] for one in result["rules"] if one["hits"]}
    assert hit == {"Rule 499": 1, "Rule 7": 1}

    told = json.loads(document)["rules"]
    assert [one["name"] for one in told] == [row.name for row in rows]
    assert await take_in(rule_desk, document) == (0, 0, MANY)


async def test_there_is_an_end_to_rules(
    rule_desk: RuleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "MOST_RULES", 2)
    await take_in(rule_desk, file_of(2))
    async with rule_desk.database.writing(REALM) as session:
        says = Wish("One more", body(asks("TEXT", "CONTAINS", "more")))
        with pytest.raises(errors.TooManyRules):
            await draft.create(session, DIA, Subject.TRANSACTION, says, NOW)
    with pytest.raises(errors.TooManyRules):
        await take_in(rule_desk, file_of(3))
