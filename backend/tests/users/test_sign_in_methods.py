"""Sign-ins, sessions, second factors and steps, seen and changed from the product."""

import asyncio
from datetime import timedelta
from pathlib import Path
from time import time
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.users import People
from giroscope.features.users.directory import Rhythm
from giroscope.kernel.access import APPROVER
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.identity import PeopleDirectory
from giroscope.kernel.secrets import load_master_key
from giroscope.settings import Settings
from signin import SigninSettings, open_provider
from signin.second_factors import add_factor, new_secret
from tests.identity.visitor import Provider, Visitor
from tests.users.desk import PASSWORD, REALM, SECRET, Desk


def visitor(desk: Desk) -> Visitor:
    """Somebody at the door of the provider behind a desk."""
    console = "http://localhost:8087"
    return Visitor(Provider("signin", desk.url, REALM, console, SECRET, PASSWORD))


async def _look_again(desk: Desk) -> None:
    told = await desk.do("refreshUsers")
    assert told["__typename"] == "Success"


async def test_a_sign_in_is_seen_once_with_its_time(desk: Desk) -> None:
    await desk.person("carla", password=True)
    await desk.person("dora")
    visitor(desk).sign_in("carla")
    visitor(desk).fill_in(visitor(desk).ask(), "carla", "wrong-horse-battery")
    for _ in range(2):
        await _look_again(desk)
    user = await desk.user(
        "carla", "lastSignIn signIns { kind address } history { verb }"
    )
    assert user["lastSignIn"] is not None
    kinds = [one["kind"] for one in user["signIns"]]
    assert kinds.count("LOGIN") == 1
    assert user["signIns"][0]["address"] == "127.0.0.1"
    verbs = [one["verb"] for one in user["history"]]
    assert verbs.count("users.signed_in") == 1
    desk.clock.turned = timedelta(days=91)
    await desk.person("emil", password=True)
    assert await desk.names('inactiveDays: 90, search: "dora"') == ["dora"]
    assert (await desk.user("carla", "isInactive"))["isInactive"]


async def test_sessions_are_listed_and_ended(desk: Desk) -> None:
    await desk.person("carla", password=True)
    tokens = [visitor(desk).tokens("carla") for _ in range(2)]
    sessions = (
        await desk.user("carla", "sessions { id started lastSeen address clients }")
    )["sessions"]
    assert len(sessions) == 2
    assert sessions[0]["clients"] == ["giroscope-console"]
    carla, bert = desk.ids["carla"], desk.ids["bert"]
    one = sessions[0]["id"]
    told = await desk.do("signOutUser", f'id: "{bert}", sessionId: "{one}"')
    assert told["code"] == "not_found"
    told = await desk.do("signOutUser", f'id: "{carla}", sessionId: "{one}"')
    assert told["__typename"] == "Success"
    assert len(await desk.api.sessions(carla)) == 1
    await desk.do("signOutUser", f'id: "{carla}"')
    assert await desk.api.sessions(carla) == []
    assert not any([await desk.api.is_live(each["access_token"]) for each in tokens])


async def _still_counts(desk: Desk, sid: str = "s-1", age: int = 10) -> Any:
    """What a token of that many seconds ago opens: its roles, or why it is refused."""
    token = desk.issuer.token(
        REALM, "giroscope-logs", iss=f"{desk.url}/realms/{REALM}",
        sub=desk.ids["carla"], sid=sid, iat=int(time()) - age,
    )  # fmt: skip
    async with desk.client("carla") as client:
        answer = await client.post(
            "/api/data/graphql", json={"query": "{viewer{roles}}"},
            headers={"authorization": f"Bearer {token}"},
        )  # fmt: skip
    content = answer.json()
    if "errors" in content:
        return content["errors"][0]["extensions"]["reason"]
    return content["data"]["viewer"]["roles"]


async def test_what_is_taken_from_somebody_counts_no_more_at_once(desk: Desk) -> None:
    """By tokens of before, although the provider tells the product of nothing here."""
    await desk.person("carla", "giroscope-logs", password=True)
    carla = f'id: "{desk.ids["carla"]}"'
    assert await _still_counts(desk) == ["giroscope-logs"]
    await desk.do("changeUserRoles", f"{carla}, take: [LOGS]")
    await asyncio.sleep(2)
    assert await _still_counts(desk) == []
    visitor(desk).tokens("carla")
    one = (await desk.user("carla", "sessions { id }"))["sessions"][0]["id"]
    assert await _still_counts(desk, one) == []
    await desk.do("signOutUser", f'{carla}, sessionId: "{one}"')
    await asyncio.sleep(2)
    assert await _still_counts(desk, one) == "session_ended"
    assert await _still_counts(desk) == []
    await desk.do("disableUser", carla)
    await asyncio.sleep(2)
    assert await _still_counts(desk) == "session_ended"


@pytest.mark.parametrize("act", ["signOutUser", "disableUser"])
async def test_a_session_that_the_provider_goes_on_renewing_has_ended(
    desk: Desk, act: str
) -> None:
    await desk.person("carla", "giroscope-logs", password=True)
    for _ in range(2):
        visitor(desk).tokens("carla")
    told = (await desk.user("carla", "sessions { id }"))["sessions"]
    await desk.do(act, f'id: "{desk.ids["carla"]}"')
    await asyncio.sleep(2)
    renewed = [await _still_counts(desk, one["id"], age=0) for one in told]
    assert renewed == ["session_ended"] * 2
    assert await _still_counts(desk, "s-2", age=0) == ["giroscope-logs"]


async def test_what_is_taken_at_the_provider_counts_no_more_once_it_is_seen(
    desk: Desk,
) -> None:
    await desk.person("carla", "giroscope-logs")
    await _look_again(desk)
    roles = [one for one in await desk.api.roles() if one.name == "giroscope-logs"]
    await desk.api.take(desk.ids["carla"], roles)
    await _look_again(desk)
    await asyncio.sleep(2)
    assert await _still_counts(desk) == []
    await desk.api.disable(desk.ids["carla"])
    await _look_again(desk)
    await asyncio.sleep(2)
    assert await _still_counts(desk) == "session_ended"


async def test_disabling_ends_sessions_and_enabling_gives_roles_back(
    desk: Desk,
) -> None:
    await desk.person("carla", "giroscope-logs", password=True)
    visitor(desk).tokens("carla")
    given = f'id: "{desk.ids["carla"]}"'
    assert (await desk.do("disableUser", given))["__typename"] == "Success"
    assert await desk.api.sessions(desk.ids["carla"]) == []
    assert (await desk.user("carla", "state"))["state"] == "DISABLED"
    assert (await desk.do("enableUser", given))["__typename"] == "Success"
    assert await desk.user("carla", "state roles") == {
        "state": "ACTIVE", "roles": ["LOGS"]
    }  # fmt: skip


async def test_people_are_told_that_somebody_guesses_and_that_it_is_over(
    desk: Desk,
) -> None:
    await desk.person("carla", password=True)
    await desk.person("dora", password=True)
    guest = visitor(desk)
    for name in ("dora", *["carla"] * 6):
        guest.fill_in(guest.ask(), name, "wrong-horse-battery")
    for _ in range(2):
        await _look_again(desk)
    # Everybody reads it, the person who is meant among them.
    asked = "{systemMessages(read:true){level code message resolution{note}}}"
    (told,) = (await desk.ask(asked, "carla", "giroscope-viewer"))["systemMessages"]
    assert (told["level"], told["code"]) == ("WARNING", "users.guessed_at")
    assert told["resolution"] is None
    assert told["message"].startswith("6 failed sign-ins as Carla Test within an hour")

    desk.clock.turned = timedelta(hours=1, minutes=1)
    await _look_again(desk)
    (told,) = (await desk.ask(asked, "carla", "giroscope-viewer"))["systemMessages"]
    assert told["resolution"]


async def test_who_guessed_too_often_is_shown_as_locked_until_unlocked(
    desk: Desk,
) -> None:
    await desk.person("carla", password=True)
    guest = visitor(desk)
    for _ in range(6):
        guest.fill_in(guest.ask(), "carla", "wrong-horse-battery")
    await _look_again(desk)
    assert (await desk.user("carla", "state"))["state"] == "LOCKED"
    assert await desk.names("states: [LOCKED]") == ["carla"]
    told = await desk.do("unlockUser", f'id: "{desk.ids["carla"]}"')
    assert told["__typename"] == "Success"
    assert (await desk.user("carla", "state"))["state"] == "ACTIVE"
    assert "code" in visitor(desk).sign_in("carla")


async def test_names_and_mail_are_changed_and_the_history_tells_both(
    desk: Desk,
) -> None:
    await desk.person("carla")
    change = 'change: {familyName: "Bohr", email: "Carla@Bank.example.com"}'
    given = f'id: "{desk.ids["carla"]}", {change}'
    assert (await desk.do("changeUser", given))["__typename"] == "Success"
    user = await desk.user(
        "carla", "name email history { verb by was { name value } now { name value } }"
    )
    assert (user["name"], user["email"]) == ("Carla Bohr", "carla@bank.example.com")
    (entry,) = user["history"]
    assert (entry["verb"], entry["by"]) == ("users.changed", "Anna")
    assert {"name": "lastName", "value": "Test"} in entry["was"]
    assert {"name": "lastName", "value": "Bohr"} in entry["now"]
    taken = f'id: "{desk.ids["carla"]}", change: {{email: "bert@example.com"}}'
    assert (await desk.do("changeUser", taken))["code"] == "conflict"
    for wrong in ('{email: "x"}', '{givenName: "   "}', '{familyName: "a<b"}'):
        told = await desk.do(
            "changeUser", f'id: "{desk.ids["carla"]}", change: {wrong}'
        )
        assert told["path"] in {"email", "givenName", "lastName"}, wrong


async def test_nobody_signs_in_as_an_approver_by_way_of_the_mailbox(
    desk: Desk,
) -> None:
    await desk.person("carla", APPROVER)
    given = f'id: "{desk.ids["carla"]}", change: {{email: "anna@elsewhere.example"}}'
    assert (await desk.do("changeUser", given))["code"] == "users.approvers_account"
    assert (await desk.api.person(desk.ids["carla"])).email == "carla@example.com"
    await desk.person("dora")
    ask = f'id: "{desk.ids["dora"]}", give: [PAYMENT_APPROVER]'
    assert (await desk.do("changeUserRoles", ask))["__typename"] != "Problem"
    for who in ("bert", "dora"):
        mail = f'id: "{desk.ids[who]}", change: {{email: "anna@elsewhere.example"}}'
        assert (await desk.do("changeUser", mail))["code"] == "users.approvers_account"
    secret = f'id: "{desk.ids["carla"]}", change: {{familyName: "Bearer Andersen"}}'
    assert (await desk.do("changeUser", secret))["code"] == "invalid_input"
    assert (await desk.api.person(desk.ids["carla"])).family_name == "Test"
    named = f'id: "{desk.ids["carla"]}", change: {{familyName: "Bohr"}}'
    assert (await desk.do("changeUser", named))["__typename"] == "Success"


async def test_steps_are_asked_for_by_mail_or_at_the_next_sign_in(desk: Desk) -> None:
    await desk.person("carla", password=True)
    given = f'id: "{desk.ids["carla"]}", steps: [CHANGE_PASSWORD, SET_UP_SECOND_FACTOR]'
    assert (await desk.do("askUser", given))["__typename"] == "Success"
    told = await desk.do("askUser", f"{given}, by: NEXT_SIGN_IN")
    assert told["__typename"] == "Success"
    steps = (await desk.user("carla", "requiredSteps"))["requiredSteps"]
    assert steps == ["CONFIGURE_TOTP", "UPDATE_PASSWORD"]
    empty = await desk.do("askUser", f'id: "{desk.ids["carla"]}", steps: []')
    assert empty["code"] == "invalid_input"


async def test_without_a_second_factor_there_is_none_to_reset(desk: Desk) -> None:
    await desk.person("carla")
    told = await desk.do("resetSecondFactor", f'id: "{desk.ids["carla"]}"')
    assert told["code"] == "not_found"
    assert (await desk.user("carla", "hasSecondFactor"))["hasSecondFactor"] is False


async def test_sign_ins_reach_the_audit_while_nobody_looks(
    desk: Desk, sqlite_settings: Settings
) -> None:
    await desk.person("carla", password=True)
    visitor(desk).sign_in("carla")
    settings = sqlite_settings.model_copy(
        update={
            "identity_url": desk.url, "identity_service_secret": SecretStr(SECRET)
        }
    )  # fmt: skip
    database = Database(settings)
    identity = PeopleDirectory(settings, database, load_master_key(settings))
    # Whom nobody looks for is found a moment after the start, not at the next watch.
    rhythm = Rhythm(first=0.05, watch=3600)
    people = People(
        settings, database, identity, system_clock, rhythm,
        has_part=lambda *_: False,
    )  # fmt: skip
    people.start()
    told: list[tuple[str, str]] = []
    for _ in range(1200):
        async with database.reading(REALM) as session:
            rows = await session.execute(select(AuditEvent.verb, AuditEvent.actor_name))
        told = [(verb, name) for verb, name in rows]
        if told:
            break
        await asyncio.sleep(0.05)
    await people.close()
    await identity.close()
    await database.close()
    assert told == [("users.signed_in", "Carla Test")]


async def test_a_lost_second_factor_is_taken_away(desk: Desk, tmp_path: Path) -> None:
    await desk.person("carla", password=True)
    settings = SigninSettings(
        database_url=f"sqlite+aiosqlite:///{tmp_path}/sign-in.sqlite3",
        encryption_key=bytes(range(32)),
        public_url=desk.url,
    )
    async with open_provider(settings) as provider, provider.store.writing() as db:
        await add_factor(
            db, provider.keyring, desk.ids["carla"], new_secret(),
            label="Telephone", step=1, now=1_800_000_000,
        )  # fmt: skip
    assert await desk.names("secondFactor: true") == ["carla"]
    visitors = visitor(desk)
    page = visitors.fill_in(visitors.ask(), "carla", PASSWORD)
    assert "code=" not in page.headers.get("location", "")
    told = await desk.do("resetSecondFactor", f'id: "{desk.ids["carla"]}"')
    assert told["__typename"] == "Success"
    assert (await desk.user("carla", "hasSecondFactor"))["hasSecondFactor"] is False
    assert "code" in visitor(desk).sign_in("carla")
