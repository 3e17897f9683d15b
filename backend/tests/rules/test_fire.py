"""What follows of rules for each record: by the first, by all, once, or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from giroscope.features.messages.tables import SystemMessage
from giroscope.features.rules import Subject, effects, label_actions, order
from giroscope.features.rules.active_rules import Standing, in_force, tried
from giroscope.features.rules.fire import Firing
from giroscope.features.rules.order import Target
from giroscope.features.rules.sources import Place, Source, Told
from giroscope.features.rules.tables import (
    RuleDemand,
    RuleFiring,
    RuleHold,
    RuleMark,
    RulePosting,
    RuleState,
)
from giroscope.kernel.database import Database
from tests.messages.told import said
from tests.rules.rule_factory import DIA, FEES, NOW, REALM, RuleDesk, asks, body

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
ANY = asks("TEXT", "CONTAINS", "x")


def _posting(account: str) -> dict[str, Any]:
    return body(ANY, actions=[{"kind": "POSTING", "account": account, "text": "t"}])


@dataclass
class World:
    """Rules of one realm, and records that stand where a test says."""

    desk: RuleDesk
    places: dict[int, Place] = field(default_factory=dict)
    """Where payments stand that can still be held back, or could once."""
    told: list[Told] = field(default_factory=list)
    fired: dict[int, int] = field(default_factory=dict)

    def source(self, subject: Subject) -> Source:
        def places(_own: Connection, ids: Sequence[int]) -> Mapping[int, Place]:
            return {one: self.places[one] for one in ids if one in self.places}

        def journals(_own: Connection, ids: Sequence[int]) -> Mapping[int, str]:
            return {one: f"journal {one}" for one in ids if one < 100}

        nothing: Any = None
        return Source(
            subject, nothing, nothing, nothing, lambda _: nothing, lambda _: {},
            places=places, journals=journals,
        )  # fmt: skip

    def take(
        self,
        *fitting: tuple[int, int],
        subject: Subject = Subject.TRANSACTION,
        only: int | None = None,
        rules: Sequence[Standing] | None = None,
    ) -> None:
        """Let the rules in force do what they say of these records."""
        with self.desk.database.job_connection(REALM) as own:
            standing = in_force(own, subject) if rules is None else rules
            firing = Firing(own, self.source(subject), standing, NOW, only=only)
            firing.take(fitting)
            firing.notify("journal")
            self.told, self.fired = firing.told(), dict(firing.fired)
            own.commit()

    def rules(self, subject: Subject = Subject.TRANSACTION) -> list[Standing]:
        with self.desk.database.job_connection(REALM) as own:
            return in_force(own, subject)

    def held(self, *columns: Any) -> list[Any]:
        with self.desk.database.job_connection(REALM) as own:
            return [tuple(one) for one in own.execute(select(*columns))]

    def accounts(self) -> dict[int, str]:
        return dict(self.held(RulePosting.record_id, RulePosting.account))

    async def shadow(self, name: str, says: dict[str, Any], subject: Subject) -> int:
        made = await self.desk.draft(name, says, subject)
        await self.desk.put(made, RuleState.SHADOW)
        return made

    async def label(self, name: str) -> int:
        async with self.desk.database.writing(REALM) as session:
            return await label_actions.make(session, DIA, name, NOW)


@pytest.fixture
def world(database: Database) -> World:
    return World(RuleDesk(database))


async def test_the_first_rule_in_the_order_proposes(world: World) -> None:
    await world.desk.active("First", _posting("1"))
    await world.desk.active("Second", _posting("2"))
    world.take((7, 0b11), (8, 0b10), (9, 0b01))
    assert world.accounts() == {7: "1", 8: "2", 9: "1"}
    assert world.fired == {0: 2, 1: 2}


async def test_a_rule_that_was_moved_to_the_front_wins(world: World) -> None:
    await world.desk.active("First", _posting("1"))
    second = await world.desk.active("Second", _posting("2"))
    async with world.desk.database.writing(REALM) as session:
        await order.move(session, DIA, second, Target(place=1), NOW)
    assert [one.name for one in world.rules()] == ["Second", "First"]
    world.take((7, 0b11))
    assert world.accounts() == {7: "2"}


async def test_a_rule_in_shadow_neither_proposes_nor_stands_in_the_way(
    world: World,
) -> None:
    label = await world.label("Seen")
    says = _posting("1")
    says["actions"] += [
        {"kind": "LABEL", "labelId": label}, {"kind": "NOTIFY", "role": "DEBUG"}
    ]  # fmt: skip
    await world.shadow("Tried", says, Subject.TRANSACTION)
    await world.desk.active("In force", _posting("2"))
    world.take((7, 0b11), (8, 0b01))
    assert world.accounts() == {7: "2"}
    assert world.held(RuleMark.record_id) == []
    fired = world.held(RuleFiring.record_id, RuleFiring.is_shadow)
    assert sorted(fired) == [(7, False), (7, True), (8, True)]
    assert world.held(SystemMessage.code) == []
    assert world.told == []


async def test_a_rule_without_a_posting_leaves_it_to_the_next(world: World) -> None:
    label = await world.label("Seen")
    marks = body(ANY, actions=[{"kind": "LABEL", "labelId": label}])
    await world.desk.active("Marks", marks)
    await world.desk.active("Posts", _posting("2"))
    world.take((7, 0b11), (500, 0b01))
    assert world.accounts() == {7: "2"}
    assert sorted(world.held(RuleMark.record_id)) == [(7,), (500,)]
    # What stands in no journal is told to none.
    assert [(one.correlation_id, one.marked) for one in world.told] == [
        ("journal 7", 1)
    ]


async def test_a_version_does_it_once_for_each_record(world: World) -> None:
    label = await world.label("Seen")
    says = _posting("1")
    says["actions"].append({"kind": "LABEL", "labelId": label})
    await world.desk.active("Fees", says)
    world.take((7, 1), (8, 1))
    assert world.fired == {0: 2}
    world.take((7, 1), (8, 1), (9, 1))
    assert world.fired == {0: 1}
    assert len(world.held(RuleFiring.id)) == len(world.held(RuleMark.record_id)) == 3
    (rule,) = world.rules()
    anew = rule._replace(
        version=2, body=replace(rule.body, actions=(
            replace(rule.body.actions[0], account="9"), *rule.body.actions[1:]
        )),
    )  # fmt: skip
    world.take((7, 1), rules=[anew])
    assert world.accounts() == {7: "9", 8: "1", 9: "1"}
    versions = world.held(RulePosting.record_id, RulePosting.version)
    assert versions == [(7, 2), (8, 1), (9, 1)]
    # A label says which version put it there first.
    assert set(world.held(RuleMark.version)) == {(1,)}


async def test_what_was_only_tried_is_done_once_the_rule_is_in_force(
    world: World,
) -> None:
    made = await world.shadow("Fees", _posting("1"), Subject.TRANSACTION)
    world.take((7, 1))
    assert world.accounts() == {}
    await world.desk.put(made, RuleState.ACTIVE)
    await world.desk.confirm(made)
    world.take((7, 1))
    assert world.accounts() == {7: "1"}


async def test_of_one_rule_that_is_applied_the_others_only_take_part_in_the_order(
    world: World,
) -> None:
    await world.desk.active("First", _posting("1"))
    second = await world.desk.active("Second", _posting("2"))
    world.take((7, 0b11), (8, 0b10), (9, 0b01), only=second)
    assert world.accounts() == {8: "2"}
    assert world.fired == {1: 2}
    assert set(world.held(RuleFiring.rule_id)) == {(second,)}


async def test_more_records_than_are_taken_at_once_are_all_taken(world: World) -> None:
    await world.desk.active("Fees", _posting("1"))
    world.take(*((number, 1) for number in range(1, 1002)))
    assert len(world.accounts()) == len(world.held(RuleFiring.id)) == 1001
    assert world.fired == {0: 1001}


@pytest.mark.parametrize(
    ("count", "code", "words"),
    [(1, "rule.fitted_transaction", "fits 1 transaction (for those who upload)"),
     (2, "rule.fitted_transactions", "fits 2 transactions (for those who upload)")],
)  # fmt: skip
async def test_people_are_told_once_for_all_records(
    world: World, count: int, code: str, words: str
) -> None:
    notes = [{"kind": "NOTIFY", "role": "UPLOAD"}]
    await world.desk.active("Look", body(ANY, actions=notes))
    fitting = [(number, 1) for number in range(1, count + 1)]
    world.take(*fitting)
    world.take(*fitting)
    (told,) = world.held(SystemMessage.code, SystemMessage.values)
    assert (told[0], said(*told)) == (code, f"The rule “Look” {words}")


HOLDS = body(ANY, actions=[{"kind": "HOLD"}])


async def test_a_payment_is_held_back_while_it_is_not_signed(world: World) -> None:
    await world.desk.active("Hold", HOLDS, Subject.PAYMENT)
    world.places = {
        1: Place(10, "a", is_free=True), 2: Place(20, "b", is_free=False),
    }  # fmt: skip
    world.take((1, 1), (2, 1), (3, 1), subject=Subject.PAYMENT)
    assert world.held(
        RuleHold.payment_id, RuleHold.document_id, RuleHold.correlation_id
    ) == [(1, 10, "a")]
    assert [(one.correlation_id, one.held) for one in world.told] == [("a", 1)]


async def test_a_rule_in_shadow_holds_nothing_and_asks_for_nothing(
    world: World,
) -> None:
    world.places = {1: Place(10, "a", is_free=True)}
    says = body(ANY, actions=[{"kind": "HOLD"}, {"kind": "APPROVAL", "approvals": 3}])
    await world.shadow("Tried", says, Subject.PAYMENT)
    world.take((1, 1), subject=Subject.PAYMENT)
    assert world.held(RuleHold.id) == world.held(RuleDemand.rule_id) == []


async def test_one_hold_of_a_rule_stands_at_a_time(world: World) -> None:
    made = await world.desk.active("Hold", HOLDS, Subject.PAYMENT)
    await world.desk.active("Other", HOLDS, Subject.PAYMENT)
    world.places = {1: Place(10, "a", is_free=True)}
    world.take((1, 0b11), subject=Subject.PAYMENT)
    anew = [one._replace(version=2) for one in world.rules(Subject.PAYMENT)]
    world.take((1, 0b11), subject=Subject.PAYMENT, rules=anew)
    assert len(world.held(RuleHold.id)) == 2, "one of each rule"
    with world.desk.database.job_connection(REALM) as own:
        assert effects.is_held(own, 10)
        assert not effects.is_held(own, 11)
        assert effects.held_in(own, "a") == 1, "one payment, however many hold it"
        assert effects.held_in(own, "b") == 0
        assert effects.lift(own, "b", ("u", "U"), "known", NOW) == []
        assert effects.lift(own, "a", ("u", "U"), "known", NOW) == [1]
        assert effects.lift(own, "a", ("u", "U"), "known", NOW) == []
        assert not effects.is_held(own, 10)
        assert effects.held_in(own, "a") == 0
        own.commit()
    third = [one._replace(version=3) for one in anew]
    world.take((1, 0b01), subject=Subject.PAYMENT, rules=third)
    rows = world.held(RuleHold.rule_id, RuleHold.version, RuleHold.lifted)
    assert [row[:2] for row in rows if row[2] is None] == [(made, 3)]


async def test_what_is_held_is_told_of_its_journal_payment_and_document(
    world: World,
) -> None:
    await world.desk.active("Hold", HOLDS, Subject.PAYMENT)
    world.places = {
        1: Place(10, "a", is_free=True), 2: Place(10, "a", is_free=True),
        3: Place(30, "c", is_free=True),
    }  # fmt: skip
    world.take((1, 1), (2, 1), (3, 1), subject=Subject.PAYMENT)
    with world.desk.database.job_connection(REALM) as own:
        effects.lift(own, "c", ("u", "U"), "known", NOW)
        own.commit()
    async with world.desk.database.reading(REALM) as session:
        journals = await effects.holds_of(session, ["a", "c"])
        payments = await effects.holds_on(session, [2, 3])
        documents = await effects.held_documents(session, [10, 30])
        held = set(await session.scalars(effects.held()))
    assert [one.payment_id for one in journals.pop("a")] == [1, 2]
    assert journals == {}
    assert [(key, len(own)) for key, own in payments.items()] == [(2, 1)]
    assert (documents, held) == ({10}, {1, 2})


async def test_more_approvals_are_asked_for_each_document_by_each_rule(
    world: World,
) -> None:
    asked = [{"kind": "APPROVAL", "approvals": 3}]
    await world.desk.active("Three", body(ANY, actions=asked), Subject.PAYMENT)
    twice = [{"kind": "APPROVAL", "approvals": 2}]
    await world.desk.active("Two", body(ANY, actions=twice), Subject.PAYMENT)
    world.places = {
        1: Place(10, "a", is_free=True), 2: Place(10, "a", is_free=True),
        3: Place(30, "c", is_free=False), 4: Place(40, "d", is_free=True),
    }  # fmt: skip
    world.take((1, 0b11), (2, 0b01), (3, 0b11), (4, 0b10), subject=Subject.PAYMENT)
    told = {(one.correlation_id, one.rule): one.approvals for one in world.told}
    assert told == {("a", "Three"): 3, ("a", "Two"): 2, ("d", "Two"): 2}
    anew = [one._replace(version=2) for one in world.rules(Subject.PAYMENT)]
    actions = (replace(anew[0].body.actions[0], approvals=5),)
    anew[0] = anew[0]._replace(body=replace(anew[0].body, actions=actions))
    world.take((1, 0b01), subject=Subject.PAYMENT, rules=anew)
    with world.desk.database.job_connection(REALM) as own:
        found = {
            document: [tuple(one) for one in effects.demands_of(own, document)]
            for document in (10, 30, 40)
        }
    assert found == {10: [("Three", 5), ("Two", 2)], 30: [], 40: [("Two", 2)]}


async def test_rules_that_run_are_those_in_force_in_their_order(world: World) -> None:
    desk = world.desk
    await desk.draft("Draft", FEES)
    archived = await desk.active("Archived", FEES)
    await desk.put(archived, RuleState.ARCHIVED)
    await desk.confirm(archived)
    await world.shadow("Shadow", FEES, Subject.TRANSACTION)
    await desk.active("Payments", HOLDS, Subject.PAYMENT)
    await desk.active("Active", FEES)
    told = [(one.name, one.version, one.is_shadow) for one in world.rules()]
    assert told == [("Shadow", 1, True), ("Active", 1, False)]
    assert [one.name for one in world.rules(Subject.PAYMENT)] == ["Payments"]
    with desk.database.job_connection(REALM) as own:
        names = [(one.name, one.version) for one in tried(own, Subject.TRANSACTION)]
    assert names == [("Draft", 0), ("Shadow", 1), ("Active", 1)]


@pytest.mark.parametrize("subject", list(Subject))
async def test_what_rules_did_to_records_that_go_is_forgotten_and_no_more(
    world: World, subject: Subject
) -> None:
    label = await world.label("Seen")
    marks = {"kind": "LABEL", "labelId": label}
    does = {
        Subject.TRANSACTION: [{"kind": "POSTING", "account": "1"}, marks],
        Subject.PAYMENT: [
            {"kind": "HOLD"}, {"kind": "APPROVAL", "approvals": 2}, marks
        ],
    }  # fmt: skip
    for one, actions in does.items():
        await world.desk.active(one.value, body(ANY, actions=actions), one)
    world.places = {n: Place(n * 10, f"j{n}", is_free=True) for n in (1, 2)}
    for one in Subject:
        world.take((1, 1), (2, 1), subject=one)
    with world.desk.database.job_connection(REALM) as own:
        gone = select(RuleFiring.record_id).where(RuleFiring.record_id == 1)
        # What is to go is named by a select, as the rooms do.
        ids = own.execute(gone).scalars().all()
        assert set(ids) == {1}
        only = select(1)  # type: ignore[call-overload]
        effects.forget(own, subject, only, 10)
        own.commit()
    left = {
        (one, record)
        for one, record in world.held(RuleFiring.subject, RuleFiring.record_id)
    }
    every = {(one.value, n) for one in Subject for n in (1, 2)}
    assert left == every - {(subject.value, 1)}
    marked = set(world.held(RuleMark.subject, RuleMark.record_id))
    assert marked == every - {(subject.value, 1)}
    is_money = subject is Subject.TRANSACTION
    assert set(world.accounts()) == ({2} if is_money else {1, 2})
    held = {row[0] for row in world.held(RuleHold.document_id)}
    asked = {row[0] for row in world.held(RuleDemand.document_id)}
    assert held == asked == ({10, 20} if is_money else {20})


async def test_a_proposal_is_shown_with_its_rule_and_version(world: World) -> None:
    await world.desk.active("Fees", _posting("1"))
    world.take((7, 1), (8, 1))
    with world.desk.database.job_connection(REALM) as own:
        own.execute(update(RulePosting).values(version=4))
        own.commit()
    async with world.desk.database.reading(REALM) as session:
        found = await effects.postings(session, [7])
    assert {key: tuple(one) for key, one in found.items()} == {7: ("1", "t", "Fees", 4)}
