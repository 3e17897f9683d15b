"""How rules come in force: by two people where it matters, each version kept."""

import json
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.rules import (
    activate,
    draft,
    errors,
    label_actions,
    transfer_file,
)
from giroscope.features.rules import (
    order as rule_order,
)
from giroscope.features.rules.draft import Wish
from giroscope.features.rules.order import Target
from giroscope.features.rules.tables import Rule, RuleState, RuleVersion
from giroscope.features.users.tables import AccountTie
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError, NotFound
from tests.rules.rule_factory import (
    DAN,
    DIA,
    FEES,
    NOW,
    REALM,
    RuleDesk,
    asks,
    body,
    somebody,
)


@pytest.fixture
def rule_desk(database: Database) -> RuleDesk:
    """A realm without rules."""
    return RuleDesk(database)


async def test_a_rule_that_posts_is_put_in_force_by_somebody_else(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.draft("Fees", FEES)
    assert (await rule_desk.put(made, RuleState.ACTIVE)).state == RuleState.DRAFT
    with pytest.raises(errors.SameRulePerson):
        await rule_desk.confirm(made, DIA)
    with pytest.raises(errors.RuleWaits):
        await rule_desk.put(made, RuleState.SHADOW)
    assert (await rule_desk.confirm(made)).state == RuleState.ACTIVE
    # To take what posts out of force is as much of a decision.
    assert (await rule_desk.put(made, RuleState.ARCHIVED)).asked_state == "ARCHIVED"
    async with rule_desk.database.writing(REALM) as session:
        revision = (await rule_desk.rule(made)).revision
        await activate.decline(session, DIA, made, revision, NOW)
    rule = await rule_desk.rule(made)
    assert (rule.state, rule.asked_state) == ("ACTIVE", None)
    async with rule_desk.database.reading(REALM) as session:
        verbs = list(
            await session.scalars(select(AuditEvent.verb).order_by(AuditEvent.id))
        )
    assert verbs[-5:] == [
        "rules.create", "rules.ask", "rules.put", "rules.ask", "rules.withdraw",
    ]  # fmt: skip


async def test_accounts_of_one_person_are_no_two_people(rule_desk: RuleDesk) -> None:
    made = await rule_desk.draft("Fees", FEES)
    await rule_desk.put(made, RuleState.ACTIVE)
    async with rule_desk.database.writing(REALM) as session:
        await session.execute(
            insert(AccountTie).values(
                person_id="dan", hand_id="dia", hand_name="Dia", act="MADE", since=NOW
            )
        )
    with pytest.raises(errors.RulePeopleNotIndependent):
        await rule_desk.confirm(made, DAN)
    await rule_desk.confirm(made, somebody("eva"))


async def test_a_version_stays_and_comes_back_as_a_draft(rule_desk: RuleDesk) -> None:
    made = await rule_desk.active("Fees", FEES)
    rule = await rule_desk.rule(made)
    other = body(asks("TEXT", "CONTAINS", "renter"))
    async with rule_desk.database.writing(REALM) as session:
        await draft.save(
            session, DIA, made, Wish("Interest", other), rule.revision, NOW
        )
    with pytest.raises(errors.RuleChangedMeanwhile):
        async with rule_desk.database.writing(REALM) as session:
            await draft.save(
                session, DAN, made, Wish("Mine", other), rule.revision, NOW
            )
    await rule_desk.put(made, RuleState.ACTIVE)
    rule = await rule_desk.confirm(made)
    assert rule.name == "Interest"
    async with rule_desk.database.writing(REALM) as session:
        await draft.restore(session, DIA, made, 1, rule.revision, NOW)
    async with rule_desk.database.reading(REALM) as session:
        rows = list(await session.scalars(select(RuleVersion).order_by(RuleVersion.id)))
    assert [(row.number, row.name) for row in rows] == [
        (1, "Fees"), (2, "Interest"), (None, "Fees"),
    ]  # fmt: skip
    assert (rows[2].restored_from, rows[2].body) == (1, rows[0].body)


async def test_a_rule_that_never_was_in_force_goes_with_its_draft(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.draft("Fees", FEES)
    with pytest.raises(errors.RuleNotPossible):
        await rule_desk.put(made, RuleState.ARCHIVED)
    async with rule_desk.database.writing(REALM) as session:
        await draft.discard(session, DIA, made, 1, NOW)
    async with rule_desk.database.reading(REALM) as session:
        assert await session.get(Rule, made) is None


async def test_what_a_rule_names_has_to_be_there(rule_desk: RuleDesk) -> None:
    with pytest.raises(errors.UnknownReference):
        await rule_desk.draft("Own", body(asks("ACCOUNT", "ONE_OF", "99")))
    with pytest.raises(errors.UnknownReference):
        await rule_desk.draft(
            "Mark", {**FEES, "actions": [{"kind": "LABEL", "labelId": 7}]}
        )


async def test_rules_are_moved_and_keep_dense_places(rule_desk: RuleDesk) -> None:
    ids = [await rule_desk.draft(name, FEES) for name in "ABCD"]

    async def order() -> list[str]:
        async with rule_desk.database.reading(REALM) as session:
            rows = list(await session.scalars(select(Rule).order_by(Rule.rank)))
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
        return [row.name for row in rows]

    a, _, c, d = ids
    for moved, target, wanted in (
        (d, Target(before=a), "DABC"), (d, Target(), "ABCD"),
        (a, Target(before=c), "BACD"), (a, Target(before=a), "BACD"),
        (a, Target(after=d), "BCDA"), (d, Target(after=d), "BCDA"),
        (d, Target(place=1), "DBCA"), (d, Target(place=3), "BCDA"),
        (c, Target(place=999), "BDAC"), (c, Target(after=a), "BDAC"),
    ):  # fmt: skip
        async with rule_desk.database.writing(REALM) as session:
            await rule_order.move(session, DIA, moved, target, NOW)
        assert "".join(await order()) == wanted
    for target, refusal in (
        (Target(before=999), NotFound), (Target(after=999), NotFound),
        (Target(place=0), errors.BadPlace), (Target(a, d), errors.BadPlace),
    ):  # fmt: skip
        async with rule_desk.database.writing(REALM) as session:
            with pytest.raises(refusal):
                await rule_order.move(session, DIA, c, target, NOW)


async def test_a_file_of_rules_is_taken_in_once_however_often_it_is_read(
    rule_desk: RuleDesk,
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        label = await label_actions.make(session, DIA, "Fee", NOW)
    actions = [*FEES["actions"], {"kind": "LABEL", "labelId": label}]
    await rule_desk.active("Fees", {**FEES, "actions": actions})

    async def brought(document: str) -> Any:
        async with rule_desk.database.writing(REALM) as session:
            return await transfer_file.take_in(session, DAN, document, NOW)

    async with rule_desk.database.reading(REALM) as reading:
        document = await transfer_file.carried(reading, None)
    assert await brought(document) == (0, 0, 1)
    assert await brought(document.replace("gebyr", "fee")) == (0, 1, 0)
    assert await brought(document.replace("gebyr", "fee")) == (0, 0, 1)
    other = document.replace('"key": "', '"key": "other-')
    assert await brought(other.replace('"Fee"', '"New label"')) == (1, 0, 0)
    rule = await rule_desk.rule(1)
    assert (rule.state, rule.name) == ("ACTIVE", "Fees")


async def test_a_rule_that_cannot_be_taken_in_says_itself_why(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.draft("Fees", FEES)
    async with rule_desk.database.reading(REALM) as reading:
        told = json.loads(await transfer_file.carried(reading, None))
    good = told["rules"][0]

    async def refused(*rules: object) -> AppError:
        document = json.dumps({**told, "rules": rules})
        try:
            async with rule_desk.database.writing(REALM) as session:
                await transfer_file.take_in(session, DAN, document, NOW)
        except AppError as refusal:
            return refusal
        pytest.fail("It was taken in")

    nameless = await refused({**good, "key": "new"}, {**good, "key": "b", "name": ""})
    assert isinstance(nameless, errors.BadRuleName)
    assert nameless.path is not None
    assert nameless.path.startswith("rules.1")
    # What stands before it in the same call is not taken in either.
    async with rule_desk.database.reading(REALM) as reading:
        assert await reading.scalar(select(func.count()).select_from(Rule)) == 1
    await rule_desk.put(made, RuleState.ACTIVE)
    assert isinstance(await refused({**good, "name": "Fee"}), errors.RuleWaits)


@pytest.mark.parametrize(
    "document",
    ["", "[]", "{}", '{"format": "giroscope rules", "version": 2, "rules": []}',
     '{"format": "giroscope rules", "version": 1, "rules": [{}]}',
     '{"format": "giroscope rules", "version": 1, "rules": [{"key": "a"}]}'],
)  # fmt: skip
async def test_what_is_no_file_of_rules_changes_nothing(
    rule_desk: RuleDesk, document: str
) -> None:
    with pytest.raises(errors.BadRuleFile):
        async with rule_desk.database.writing(REALM) as session:
            await transfer_file.take_in(session, DIA, document, NOW)
