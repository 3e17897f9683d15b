"""What depends on the database: pages, words, races, and events that come once."""

import asyncio
from datetime import timedelta

import pytest

from giroscope.features.users import copy_directory, queries
from giroscope.features.users.directory import People
from giroscope.features.users.snapshot import Snapshot
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.identity import Event, Person
from giroscope.settings import Settings
from tests.users.desk import Desk

pytestmark = pytest.mark.both_stores

REALM = "giroscope"


@pytest.fixture
def desk_settings(settings: Settings) -> Settings:
    """Both stores."""
    return settings


async def test_the_whole_way_on_both_stores(desk: Desk) -> None:
    await desk.person("carla", UPLOAD)
    give = f'id: "{desk.ids["carla"]}", give: [PAYMENT_APPROVER, LOGS]'
    assert (await desk.do("changeUserRoles", give))["__typename"] == "RolesChanged"
    data = await desk.ask(
        "{ users(first: 2, orderBy: {field: LAST_SIGN_IN, direction: DESC})"
        " { totalCount edges { cursor node { username } } pageInfo { endCursor } }"
        " roleRequests { edges { node { id state } } }"
        " userDirectory { total active conflicts waitingRequests } }"
    )
    assert data["users"]["totalCount"] == 3
    assert data["userDirectory"] == {
        "total": 3, "active": 3, "conflicts": 0, "waitingRequests": 1
    }  # fmt: skip
    after = data["users"]["pageInfo"]["endCursor"]
    rest = await desk.ask(
        f'{{ users(first: 2, after: "{after}",'
        " orderBy: {field: LAST_SIGN_IN, direction: DESC})"
        " { edges { node { username } } } }"
    )
    names = [edge["node"]["username"] for edge in data["users"]["edges"]]
    names += [edge["node"]["username"] for edge in rest["users"]["edges"]]
    assert sorted(names) == ["anna", "bert", "carla"]
    request = data["roleRequests"]["edges"][0]["node"]["id"]
    done = await desk.do("confirmRoleRequest", f'id: "{request}"', "bert")
    assert done["__typename"] == "Success"
    assert await desk.names("conflict: true") == ["carla"]
    assert APPROVER in await desk.roles("carla")
    assert len((await desk.user("carla", "history { verb }"))["history"]) == 4


async def test_two_who_remove_each_other_at_once(desk: Desk) -> None:
    def take(who: str) -> str:
        return f'id: "{desk.ids[who]}", take: [ACCOUNT_MANAGEMENT]'

    answers = await asyncio.gather(
        desk.do("changeUserRoles", take("bert"), "anna"),
        desk.do("changeUserRoles", take("anna"), "bert"),
    )
    assert sorted(str(one.get("code")) for one in answers) == [
        "None", "users.no_manager"
    ]  # fmt: skip
    assert len(await desk.api.people_with(ACCOUNT_MANAGEMENT)) == 1


@pytest.mark.parametrize(
    "settings",
    [pytest.param("postgres", marks=pytest.mark.integration)],
    indirect=True,
)
async def test_two_processes_take_turns(desk_settings: Settings) -> None:
    """The lock of one process does not know of the other; the database's does."""
    turns: list[str] = []

    async def work(name: str) -> None:
        database = Database(desk_settings)
        people = People(
            desk_settings, database, None, system_clock,  # type: ignore[arg-type]
            has_part=lambda *_: False,
        )  # fmt: skip
        async with people.alone(REALM):
            turns.append(name)
            await asyncio.sleep(0.1)
            turns.append(name)
        await database.close()

    await asyncio.gather(work("a"), work("b"))
    assert turns in (["a", "a", "b", "b"], ["b", "b", "a", "a"])


def _person(number: int) -> Person:
    return Person(
        id=f"p-{number}", username=f"u{number}", given_name="A", family_name="B",
        email=f"u{number}@example.com", is_enabled=True, is_email_verified=True,
        required_actions=(), has_second_factor=False, locale=None,
        created=system_clock(),
    )  # fmt: skip


def _login(number: int, *, ago: int = 0) -> Event:
    return Event(
        id=f"e-{number}", time=system_clock() - timedelta(seconds=ago), kind="LOGIN",
        person_id="p-1", session_id="s", client_id="c", address="127.0.0.1", error="",
    )  # fmt: skip


async def test_events_come_once_in_whatever_order(database: Database) -> None:
    now = system_clock()
    events = [_login(3), _login(2, ago=60), _login(1, ago=120)]
    async with database.writing(REALM) as session:
        assert len(await copy_directory.write_events(session, events[1:])) == 2
    async with database.writing(REALM) as session:
        new = await copy_directory.write_events(session, [*events, events[0]])
        assert [one.id for one in new] == ["e-3"]
        people = Snapshot({f"p-{n}": _person(n) for n in (1, 2)}, {"p-1": {UPLOAD}})
        await copy_directory.write(session, people, now)
    async with database.writing(REALM) as session:
        assert await copy_directory.write_events(session, events) == []
        # Somebody who is not there any more is kept, but shown no more.
        await copy_directory.write(session, Snapshot({"p-2": _person(2)}), now)
    async with database.reading(REALM) as session:
        assert await copy_directory.latest_event(session) == events[0].time


async def test_a_snapshot_that_was_cut_takes_nobody_away(database: Database) -> None:
    now = system_clock()
    whole = Snapshot({f"p-{n}": _person(n) for n in range(3)}, {"p-2": {UPLOAD}})
    part = Snapshot({"p-0": _person(0)}, is_complete=False)
    for found in (whole, part):
        async with database.writing(REALM) as session:
            await copy_directory.write(session, found, now)
    async with database.reading(REALM) as session:
        assert (await queries.counts(session, now)).total == 3
        assert await queries.holders(session) == {UPLOAD: 1}
