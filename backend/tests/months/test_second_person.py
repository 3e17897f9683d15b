"""A month that two close: one proposes, another confirms what is there now."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.messages import Alarm
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.months.tables import MonthClosing, MonthProposal
from giroscope.features.months.watch import month_watcher
from giroscope.features.users.tables import AccountTie
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD, Actor
from giroscope.kernel.database import Database
from tests.months.closing_desk import NOW, Desk, Import, statement

pytestmark = pytest.mark.every_run

Undo = Callable[[Any], str | None]
DONE = {"__typename": "Success"}
TOLD = "{ __typename ... on Problem { code path } }"
MONTHS = """query { accountMonths(month: "2026-03-01") { edges { node {
  account { id number } seen entries unmatched total closing isComplete
  closed { closedBy proposedBy reason closing isChanged }
  proposed { proposedBy reason entries unmatched total closing isComplete addsUp
    differences difference
    isOwn obstacle { code message } } } } } }"""
PROPOSE = f"""mutation ($ids: [ID!]!, $reason: String!) {{
  proposeMonths(accountIds: $ids, month: "2026-03-31", reason: $reason) {TOLD} }}"""
CONFIRM = f"""mutation ($months: [SeenMonth!]!, $reason: String!) {{
  confirmMonths(months: $months, month: "2026-03-01", reason: $reason) {TOLD} }}"""
REJECT = f"""mutation ($id: ID!, $reason: String!) {{
  rejectMonth(accountId: $id, month: "2026-03-01", reason: $reason) {TOLD} }}"""
WITHDRAW = f"""mutation ($id: ID!) {{
  withdrawMonth(accountId: $id, month: "2026-03-01") {TOLD} }}"""
TO_CONFIRM = "{ accountMonthsToConfirm { month accounts } }"


class _Pair(Desk):
    """Two people, or more, at the months of March."""

    def person(self, name: str, *roles: str) -> Actor:
        return Actor(name, self.actor.realm, name, name, frozenset(roles or {UPLOAD}))

    async def seen(self, who: str = "Bo") -> dict[str, Any]:
        found = await self.ask(MONTHS, self.person(who))
        return {
            each["node"]["account"]["number"]: each["node"] for each in found["edges"]
        }

    async def _id(self, number: str) -> str:
        return str((await self.seen())[number]["account"]["id"])

    async def propose(self, who: str, *numbers: str, reason: str = "") -> Any:
        ids = [await self._id(each) for each in numbers]
        return await self.ask(PROPOSE, self.person(who), ids=ids, reason=reason)

    async def confirm(
        self, who: str, *numbers: str, reason: str = "", seen: Any = None
    ) -> Any:
        known = seen or await self.seen(who)
        months = [
            {"accountId": known[each]["account"]["id"], "seen": known[each]["seen"]}
            for each in numbers
        ]
        return await self.ask(CONFIRM, self.person(who), months=months, reason=reason)

    async def reject(self, who: str, number: str, reason: str) -> Any:
        row_id = await self._id(number)
        return await self.ask(REJECT, self.person(who), id=row_id, reason=reason)

    async def withdraw(self, who: str, number: str) -> Any:
        row_id = await self._id(number)
        return await self.ask(WITHDRAW, self.person(who), id=row_id)


@pytest.fixture
def desk(database: Database, realm: str) -> _Pair:
    return _Pair(database, realm)


@pytest.fixture
def world(import_bytes: Import) -> None:
    """All of DK1 is here; of DK2 the end is missing."""
    statement(import_bytes, "DK1", 2, 31)
    statement(import_bytes, "DK2", 2, 20)


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_what_one_proposes_another_closes(
    desk: _Pair, database: Database, realm: str
) -> None:
    assert await desk.propose("Anna", "DK1") == DONE
    waiting = (await desk.seen())["DK1"]
    assert waiting["closed"] is None
    assert waiting["proposed"] == {
        "proposedBy": "Anna", "reason": None, "entries": 1, "unmatched": 1,
        "total": "1.00", "closing": "1003.00", "isComplete": True, "addsUp": True,
        "differences": 0, "difference": None,
        "isOwn": False, "obstacle": None,
    }  # fmt: skip
    # Neither is it closed past the proposal, nor proposed twice.
    for again in (await desk.close("DK1"), await desk.propose("Bo", "DK1")):
        assert again["code"] == "months.proposed"
    assert await desk.confirm("Bo", "DK1") == DONE
    closed = (await desk.seen())["DK1"]
    assert closed["proposed"] is None
    assert closed["closed"] == {
        "closedBy": "Bo", "proposedBy": "Anna", "reason": None, "closing": "1003.00",
        "isChanged": False,
    }  # fmt: skip
    assert (await desk.propose("Cia", "DK1"))["code"] == "months.closed"
    assert (await desk.confirm("Cia", "DK1"))["code"] == "months.closed"
    with database.job_session(realm) as session:
        kept = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.verb.like("statements.%"))
            .order_by(AuditEvent.id)
        ).all()
        assert [(row.verb, row.actor_name) for row in kept] == [
            ("statements.propose_month", "Anna"), ("statements.confirm_month", "Bo"),
        ]  # fmt: skip
        assert "Anna" in str(kept[1].was)


@pytest.mark.usefixtures("world")
async def test_neither_the_proposer_nor_who_could_be_them_is_the_second_person(
    desk: _Pair, database: Database, realm: str
) -> None:
    with database.job_connection(realm) as held:
        held.execute(
            insert(AccountTie).values(
                person_id="Ann2", hand_id="Anna", hand_name="Anna", act="MADE",
                since=NOW,
            )
        )  # fmt: skip
        held.commit()
    await desk.propose("Anna", "DK1")
    for who, code in (("Anna", "own_proposal"), ("Ann2", "not_independent")):
        obstacle = (await desk.seen(who))["DK1"]["proposed"]["obstacle"]
        assert obstacle["code"] == f"months.{code}"
        for answer in (
            await desk.confirm(who, "DK1"), await desk.reject(who, "DK1", "No"),
        ):  # fmt: skip
            assert answer["code"] == f"months.{code}"
        assert await desk.ask(TO_CONFIRM, desk.person(who)) == []
    assert (await desk.seen("Anna"))["DK1"]["proposed"]["isOwn"] is True
    assert (await desk.withdraw("Bo", "DK1"))["code"] == "months.not_proposer"
    assert (await desk.seen())["DK1"]["closed"] is None

    assert await desk.withdraw("Anna", "DK1") == DONE
    assert (await desk.withdraw("Anna", "DK1"))["code"] == "months.not_proposed"
    assert (await desk.confirm("Bo", "DK1"))["code"] == "months.not_proposed"
    assert await desk.close("DK1") == DONE


@pytest.mark.usefixtures("world")
async def test_what_changed_is_confirmed_only_as_it_is_seen_now(
    desk: _Pair, import_bytes: Import
) -> None:
    await desk.propose("Anna", "DK1", "DK2", reason="Nothing more comes")
    before = await desk.seen()
    statement(import_bytes, "DK2", 3, 31)
    moved = await desk.confirm("Bo", "DK1", "DK2", seen=before)
    assert moved["code"] == "months.moved"
    now = await desk.seen()
    # Of several none is closed where one has moved.
    assert [one["closed"] for one in now.values()] == [None, None]
    late = now["DK2"]
    assert (late["proposed"]["entries"], late["entries"]) == (1, 2)
    assert (late["proposed"]["total"], late["total"]) == ("1.00", "2.00")
    assert (late["proposed"]["unmatched"], late["unmatched"]) == (1, 2)
    assert (late["proposed"]["closing"], late["closing"]) == (None, "1004.00")
    assert await desk.confirm("Bo", "DK1", "DK2", seen=now) == DONE
    closed = (await desk.seen())["DK2"]["closed"]
    assert (closed["closing"], closed["isChanged"]) == ("1004.00", False)


async def test_what_is_missing_only_since_the_proposal_takes_the_confirmers_reason(
    desk: _Pair, import_bytes: Import, undo: Undo
) -> None:
    statement(import_bytes, "DK2", 2, 20)
    assert (await desk.propose("Anna", "DK2", reason=" "))["path"] == "reason"
    assert await desk.propose("Anna", "DK2", reason="Closed on the 20th") == DONE
    # The proposer's reason is enough; the confirmer's stands before it.
    assert await desk.confirm("Bo", "DK2", reason="  ") == DONE
    assert (await desk.seen())["DK2"]["closed"]["reason"] == "Closed on the 20th"
    statement(import_bytes, "DK1", 2, 30)
    rest = statement(import_bytes, "DK1", 3, 31)
    assert await desk.propose("Anna", "DK1") == DONE
    assert undo(rest) is None
    lacking = await desk.confirm("Bo", "DK1")
    assert (lacking["code"], lacking["path"]) == ("months.not_complete", "reason")
    assert await desk.confirm("Bo", "DK1", reason="It went back") == DONE
    assert (await desk.seen())["DK1"]["closed"]["reason"] == "It went back"


@pytest.mark.usefixtures("world")
async def test_what_is_rejected_with_a_reason_stays_open_and_is_proposed_anew(
    desk: _Pair, database: Database, realm: str
) -> None:
    await desk.propose("Anna", "DK1")
    assert (await desk.reject("Bo", "DK1", " "))["path"] == "reason"
    assert await desk.reject("Bo", "DK1", "A fee is not matched") == DONE
    assert (await desk.reject("Bo", "DK1", "Again"))["code"] == "months.not_proposed"
    assert (await desk.seen())["DK1"]["closed"] is None
    assert await desk.propose("Bo", "DK1") == DONE
    assert await desk.confirm("Anna", "DK1") == DONE
    with database.job_session(realm) as session:
        rows = session.scalars(select(MonthProposal).order_by(MonthProposal.id)).all()
        assert [(row.state, row.decided_reason) for row in rows] == [
            ("REJECTED", "A fee is not matched"), ("CONFIRMED", None),
        ]  # fmt: skip


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_of_two_who_confirm_or_propose_at_once_one_wins(
    desk: _Pair, database: Database, realm: str
) -> None:
    answers = await asyncio.gather(
        desk.propose("Anna", "DK1"), desk.propose("Dan", "DK1")
    )
    assert sorted(one.get("code", "") for one in answers) == ["", "months.proposed"]
    seen = await desk.seen()
    answers = await asyncio.gather(
        *(desk.confirm(who, "DK1", seen=seen) for who in ("Bo", "Cia")),
    )
    assert sorted(one.get("code", "") for one in answers) == ["", "months.closed"]
    with database.job_session(realm) as session:
        [row] = session.scalars(select(MonthClosing))
        assert row.closed_by == ("Bo", "Cia")[answers.index(DONE)]


@pytest.mark.usefixtures("world")
async def test_who_may_not_decide_about_statements_neither_proposes_nor_confirms(
    desk: _Pair,
) -> None:
    await desk.propose("Anna", "DK1")
    known = (await desk.seen())["DK1"]
    row_id = known["account"]["id"]
    acts: list[tuple[str, dict[str, Any]]] = [
        (PROPOSE, {"ids": [row_id], "reason": ""}),
        (CONFIRM, {"months": [{"accountId": row_id, "seen": known["seen"]}],
                   "reason": ""}),
        (REJECT, {"id": row_id, "reason": "No"}),
        (WITHDRAW, {"id": row_id}),
    ]  # fmt: skip
    for roles in ((APPROVER,), (ACCOUNT_MANAGEMENT,)):
        for act, values in acts:
            answer = await desk.ask(act, desk.person("Anna", *roles), **values)
            assert answer["code"] == "forbidden"
    assert (await desk.seen())["DK1"]["proposed"] is not None


@pytest.mark.usefixtures("world")
async def test_what_waits_stands_with_whoever_may_confirm_it_until_it_is_decided(
    desk: _Pair, database: Database, realm: str
) -> None:
    def told() -> list[tuple[str, str, bool]]:
        look = month_watcher(NOW.time())
        with database.job_connection(realm) as connection:
            for _ in range(2):
                look(realm, connection, NOW)
            connection.commit()
        with database.job_session(realm) as session:
            found = session.execute(
                select(SystemMessage.reference, SystemMessage.level, Alarm.cleared)
                .join(Alarm, Alarm.message_id == SystemMessage.id)
                .where(Alarm.kind == "alarm.month_proposed")
                .order_by(Alarm.id)
            ).all()
            return [
                (ref or "", level, cleared is None) for ref, level, cleared in found
            ]

    assert told() == []
    await desk.propose("Anna", "DK1")
    await desk.propose("Bo", "DK2", reason="Closed on the 20th")
    waits = {
        who: await desk.ask(TO_CONFIRM, desk.person(who)) for who in ("Anna", "Cia")
    }
    assert waits == {
        "Anna": [{"month": "2026-03-01", "accounts": 1}],
        "Cia": [{"month": "2026-03-01", "accounts": 2}],
    }
    ids = {name: one["account"]["id"] for name, one in (await desk.seen()).items()}
    first, second = [f"month:2026-03:{ids[name]}" for name in ("DK1", "DK2")]
    assert told() == [(first, "INFO", True), (second, "INFO", True)]
    await desk.confirm("Bo", "DK1")
    await desk.reject("Anna", "DK2", "Not yet")
    await desk.propose("Anna", "DK2", reason="Now")
    assert told() == [
        (first, "INFO", False), (second, "INFO", False), (second, "INFO", True),
    ]  # fmt: skip
