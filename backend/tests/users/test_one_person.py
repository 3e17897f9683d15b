"""Property: what one person does, with every account in their hand, never makes two.

The intruder is an account manager beside another one who does nothing. Whatever they
do in whatever order, and although they are taken to use every account whose mail,
password or second factor they had a say in, nobody becomes an approver, and nobody an
account manager while the other one stands.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.users import change_person, grant, invite, sign_in_methods
from giroscope.features.users.directory import People, Rhythm
from giroscope.features.users.invite import Invited
from giroscope.features.users.tables import (
    AccountTie,
    HeldRole,
    KnownPerson,
    RequestState,
    RoleRequest,
)
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.identity import NewPerson, PersonChange
from giroscope.settings import Settings
from tests.users.provider_in_memory import ProviderInMemory

REALM = "giroscope"
BEYOND = 1_000
Step = tuple[str, int, int]
Play = Callable[..., "Intruder"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["puppet", "invite", "come", "mail", "factor", "manager", "approver",
             "confirm", "anew", "take", "disable", "enable"]
        ),
        st.integers(0, 4),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=12,
)  # fmt: skip


class Intruder:
    """One person at work, with all the accounts in their hand."""

    def __init__(self, people: People, provider: ProviderInMemory) -> None:
        self.people = people
        self.provider = provider
        self.own: list[str] = []
        self.other = ""

    async def begin(self) -> None:
        """Two account managers, and somebody without a role."""
        for name in ("intruder", "other", "carla"):
            made = await self.provider.create(
                NewPerson(
                    username=name,
                    given_name=name,
                    family_name="Test",
                    email=f"{name}@example.com",
                )
            )
            await self.people.note(REALM, made)
            if name != "carla":
                self.provider.held[made].add(ACCOUNT_MANAGEMENT)
        first, self.other, _ = self.provider.persons
        self.own = [first]

    async def step(self, act: str, who: int, whom: int) -> None:
        """Do one thing, as far as it is allowed."""
        actor = self._actor(self.own[who % len(self.own)])
        everybody = list(self.provider.persons)
        target = everybody[whom % len(everybody)]
        doing: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
            "puppet": self._puppet, "invite": self._invite, "come": self._come,
            "mail": self._mail, "factor": self._factor, "manager": self._manager,
            "approver": self._approver, "confirm": self._confirm, "anew": self._anew,
            "take": self._take, "disable": self._disable, "enable": self._enable,
        }  # fmt: skip
        with suppress(AppError):
            await doing[act](actor, target)

    async def reap(self) -> None:
        """Ask with every account for an approver, and confirm with every account."""
        for asker in self.own:
            for target in self.provider.persons:
                with suppress(AppError):
                    await self._approver(self._actor(asker), target)
            for decider in self.own:
                await self._confirm(self._actor(decider), "")

    def other_stands(self, but: str) -> bool:
        """Whether the other account manager is there to be asked."""
        is_there = self.provider.persons[self.other].is_enabled
        is_manager = ACCOUNT_MANAGEMENT in self.provider.held[self.other]
        return is_there and is_manager and but != self.other

    async def _invite(self, actor: Actor, _: str) -> None:
        email = f"n{len(self.provider.persons)}@example.com"
        wanted = Invited(email, "New", "Test")
        (made,) = await invite.invite(self.people, actor, [wanted])
        if made.person_id:
            self.own.append(made.person_id)

    async def _puppet(self, actor: Actor, _: str) -> None:
        """Invite somebody, come in their place, and make them a manager."""
        await self._invite(actor, "")
        await self._come(actor, self.own[-1])
        await self._manager(actor, self.own[-1])

    async def _come(self, _: Actor, target: str) -> None:
        if target in self.own:
            await self.provider.change(target, PersonChange(required_actions=()))

    async def _mail(self, actor: Actor, target: str) -> None:
        email = f"mine-{target}@example.com"
        await change_person.change(self.people, actor, target, email=email)
        self._reach(target)

    async def _factor(self, actor: Actor, target: str) -> None:
        await sign_in_methods.reset_second_factor(self.people, actor, target)
        self._reach(target)

    async def _manager(self, actor: Actor, target: str) -> None:
        stood = self.other_stands(actor.id)
        give = [ACCOUNT_MANAGEMENT]
        done = await grant.change_roles(self.people, actor, target, give=give)
        assert not (stood and done.given), "an account manager was made alone"

    async def _approver(self, actor: Actor, target: str) -> None:
        await grant.change_roles(self.people, actor, target, give=[APPROVER])

    async def _confirm(self, actor: Actor, _: str) -> None:
        async with self.people.reading(REALM) as session:
            rows = await session.execute(
                select(RoleRequest.id).where(
                    RoleRequest.state == RequestState.PENDING.value
                )
            )
        for request in rows.scalars():
            with suppress(AppError):
                await grant.confirm(self.people, actor, request)

    async def _anew(self, actor: Actor, target: str) -> None:
        """Take the role and give it again, as somebody else would to stand for them."""
        take, give = [ACCOUNT_MANAGEMENT], [ACCOUNT_MANAGEMENT]
        await grant.change_roles(self.people, actor, target, take=take)
        await grant.change_roles(self.people, actor, target, give=give)

    async def _take(self, actor: Actor, target: str) -> None:
        take = [ACCOUNT_MANAGEMENT, APPROVER]
        await grant.change_roles(self.people, actor, target, take=take)

    async def _disable(self, actor: Actor, target: str) -> None:
        await change_person.disable(self.people, actor, target)

    async def _enable(self, actor: Actor, target: str) -> None:
        await change_person.enable(self.people, actor, target)

    def _reach(self, target: str) -> None:
        if target not in self.own:
            self.own.append(target)

    def _actor(self, person_id: str) -> Actor:
        roles = frozenset({ACCOUNT_MANAGEMENT})
        return Actor(person_id, REALM, person_id, person_id, roles)


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    """One loop for all examples: connections belong to the loop that opened them."""
    with asyncio.Runner() as made:
        yield made


@pytest.fixture
def store(sqlite_settings: Settings, runner: asyncio.Runner) -> Iterator[Database]:
    database = Database(sqlite_settings)
    yield database
    runner.run(database.close())


@pytest.fixture
def play(sqlite_settings: Settings, store: Database, runner: asyncio.Runner) -> Play:
    """Play steps in an empty realm."""

    async def played(steps: list[Step], *, reaps: bool = False) -> Intruder:
        async with store.writing(REALM) as session:
            for table in (AccountTie, HeldRole, KnownPerson, RoleRequest):
                await session.execute(delete(table))
        provider = ProviderInMemory()
        people = People(
            sqlite_settings, store, provider, system_clock,  # type: ignore[arg-type]
            Rhythm(fresh=BEYOND), has_part=lambda *_: False, now=lambda: 0.0,
        )  # fmt: skip
        intruder = Intruder(people, provider)
        await intruder.begin()
        for step in steps:
            await intruder.step(*step)
        if reaps:
            await intruder.reap()
        await people.close()
        return intruder

    return lambda steps, **how: runner.run(played(steps, **how))


@given(steps=STEPS)
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_one_person_never_makes_an_approver(play: Play, steps: list[Step]) -> None:
    intruder = play(steps, reaps=True)
    approvers = [who for who, had in intruder.provider.held.items() if APPROVER in had]
    assert approvers == []


def test_the_steps_reach_what_they_are_to_reach(
    play: Play,
) -> None:
    """The property would hold of an intruder who can do nothing, too."""
    alone: list[Step] = [
        ("mail", 0, 2), ("disable", 0, 1), ("invite", 0, 0), ("come", 0, 3),
        ("manager", 0, 3), ("approver", 0, 2), ("confirm", 2, 0), ("enable", 0, 1),
        ("factor", 0, 1),
    ]  # fmt: skip
    intruder = play(alone)
    managers = [
        who for who, had in intruder.provider.held.items() if ACCOUNT_MANAGEMENT in had
    ]
    assert managers == ["p0", "p1", "p3"]
    assert set(intruder.own) == {"p0", "p1", "p2", "p3"}


def test_the_other_manager_would_be_enough(play: Play, runner: asyncio.Runner) -> None:
    intruder = play([("approver", 0, 2)])
    intruder.own = [intruder.other]
    runner.run(intruder.step("confirm", 0, 0))
    assert APPROVER in intruder.provider.held["p2"]


def test_every_step_is_written_down(
    play: Play, store: Database, runner: asyncio.Runner
) -> None:
    play([("disable", 0, 1), ("manager", 0, 2)])

    async def told() -> str:
        async with store.reading(REALM) as session:
            newest = select(AuditEvent).order_by(AuditEvent.id.desc()).limit(1)
            return (await session.execute(newest)).scalars().one().now or ""

    assert "withoutSecondPerson" in runner.run(told())
