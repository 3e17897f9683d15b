"""Whether two close a month is changed by two account managers, either way."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.months import rule_graph
from giroscope.features.users import People
from giroscope.features.users.tables import AccountTie
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, UPLOAD, Actor
from giroscope.kernel.database import Database
from giroscope.kernel.live_sessions import LiveSessions, SessionEnded
from tests.months.closing_desk import NOW, Desk, Import, statement

TOLD = "{ __typename ... on Success { id } ... on Problem { code } }"
RULE = """{ accountMonthRule { needsSecond
  proposed { version needsSecond proposedBy isOwn obstacle { code message } } } }"""


class _Managers(Desk):
    """Account managers, of whom the provider knows those of `managers`."""

    def __init__(self, database: Database, realm: str) -> None:
        super().__init__(database, realm)
        self.managers = {"max", "mia", "moe"}
        self.gone: set[str] = set()

        async def ensure_live(actor: Actor) -> None:
            if actor.id in self.gone:
                raise SessionEnded

        self.lent = {
            LiveSessions: SimpleNamespace(ensure_live=ensure_live), People: None,
        }  # fmt: skip

    def person(self, name: str, role: str = ACCOUNT_MANAGEMENT) -> Actor:
        return Actor(name, self.actor.realm, name, name, frozenset({role}))

    async def do(
        self, who: str, act: str, given: str, role: str = ACCOUNT_MANAGEMENT
    ) -> str:
        """The code of the refusal, or the id it tells."""
        operation = f"mutation {{ {act}MonthRule({given}) {TOLD} }}"
        answer = await self.ask(operation, self.person(who, role))
        return str(answer.get("code") or answer.get("id"))

    async def propose(self, who: str, *, second: bool = True) -> str:
        return await self.do(who, "propose", f"needsSecond: {str(second).lower()}")

    async def rule(self, who: str = "mia") -> Any:
        return await self.ask(RULE, self.person(who))


@pytest.fixture
def desk(database: Database, realm: str, monkeypatch: pytest.MonkeyPatch) -> _Managers:
    made = _Managers(database, realm)

    async def managers_at(*_: object) -> frozenset[str]:
        return frozenset(made.managers)

    monkeypatch.setattr(rule_graph, "managers_at", managers_at)
    return made


async def test_one_person_closes_until_two_managers_have_agreed_and_again_after(
    desk: _Managers, import_bytes: Import, database: Database, realm: str
) -> None:
    statement(import_bytes, "DK1", 2, 31)
    first = await desk.propose("max")
    assert (await desk.rule())["needsSecond"] is False
    assert await desk.do("mia", "confirm", f"version: {first}") == "None"
    assert await desk.rule() == {"needsSecond": True, "proposed": None}
    assert (await desk.close("DK1"))["code"] == "months.second_person_needed"
    # Nor is it loosened by one alone.
    second = await desk.propose("max", second=False)
    assert (await desk.close("DK1"))["code"] == "months.second_person_needed"
    assert await desk.do("moe", "confirm", f"version: {second}") == "None"
    assert await desk.close("DK1") == {"__typename": "Success"}
    with database.job_session(realm) as session:
        kept = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.verb.like("statements.month_rule%"))
            .order_by(AuditEvent.id)
        ).all()
        assert [(row.verb.rpartition("_")[2], row.actor_name) for row in kept] == [
            ("proposed", "max"), ("confirmed", "mia"),
            ("proposed", "max"), ("confirmed", "moe"),
        ]  # fmt: skip
        assert [row.now for row in kept][1::2] == [
            '{"needsSecond":true}', '{"needsSecond":false}',
        ]  # fmt: skip


async def test_the_second_manager_is_another_person_who_manages_accounts_still(
    desk: _Managers, database: Database, realm: str
) -> None:
    with database.job_connection(realm) as held:
        held.execute(
            insert(AccountTie).values(
                person_id="moe", hand_id="max", hand_name="max", act="MADE", since=NOW
            )
        )
        held.commit()
    given = f"version: {await desk.propose('max')}"
    for who, code in (("max", "same_manager"), ("moe", "managers_not_independent")):
        for act in ("confirm", "reject"):
            assert await desk.do(who, act, given) == f"approvals.{code}"
        obstacle = (await desk.rule(who))["proposed"]["obstacle"]
        assert obstacle["code"] == f"approvals.{code}"
    assert (await desk.rule())["proposed"]["obstacle"] is None
    for act in ("confirm", "reject", "withdraw"):
        assert await desk.do("uma", act, given, UPLOAD) == "forbidden"
    assert await desk.do("uma", "propose", "needsSecond: true", UPLOAD) == "forbidden"
    desk.gone = {"mia"}
    assert await desk.do("mia", "confirm", given) == "session_ended"
    desk.gone = set()
    desk.managers = {"max", "moe"}
    assert await desk.do("mia", "confirm", given) == "users.no_manager"
    desk.managers = {"mia", "moe"}
    assert await desk.do("mia", "confirm", given) == "users.requester_gone"
    assert (await desk.rule())["needsSecond"] is False


@pytest.mark.both_stores
async def test_a_change_is_withdrawn_or_rejected_and_one_waits_at_a_time(
    desk: _Managers,
) -> None:
    assert await desk.propose("max", second=False) == "approvals.no_change"
    answers = await asyncio.gather(desk.propose("max"), desk.propose("mia"))
    [version] = [one for one in answers if one != "approvals.one_pending"]
    assert "approvals.one_pending" in answers
    given, mine = f"version: {version}", ("max", "mia")[answers.index(version)]
    other = "mia" if mine == "max" else "max"
    assert await desk.do(other, "withdraw", given) == "approvals.not_proposer"
    assert await desk.do(mine, "withdraw", given) == "None"
    assert await desk.do(other, "confirm", given) == "approvals.nothing_pending"
    again = f"version: {await desk.propose(mine)}"
    assert await desk.do(other, "reject", again) == "None"
    assert await desk.rule() == {"needsSecond": False, "proposed": None}
