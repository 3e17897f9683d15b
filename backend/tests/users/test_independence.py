"""Two account managers are two people: whoever makes the second is not asked twice."""

from pathlib import Path
from typing import Any

import pytest

from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER
from giroscope.kernel.identity import PersonChange
from signin import SigninSettings, open_provider
from signin.second_factors import add_factor, new_secret
from tests.users.desk import Desk

pytestmark = pytest.mark.every_run

EACH_PROVIDER = pytest.mark.parametrize(
    "provider",
    ["signin", pytest.param("keycloak", marks=pytest.mark.integration)],
    indirect=True,
)


async def _give(desk: Desk, role: str, who: str, by: str) -> Any:
    return await desk.do(
        "changeUserRoles", f'id: "{desk.ids[who]}", give: [{role}]', by,
        told="... on RolesChanged { given requested }",
    )  # fmt: skip


async def _request(desk: Desk, by: str) -> Any:
    data = await desk.ask(
        "{ roleRequests(filter: {states: [PENDING]})"
        " { edges { node { id decidable obstacle } } } }",
        by,
    )
    return data["roleRequests"]["edges"][0]["node"]


async def _confirm(desk: Desk, by: str) -> str:
    request = await _request(desk, by)
    told = await desk.do("confirmRoleRequest", f'id: "{request["id"]}"', by)
    return str(told.get("code", "confirmed"))


async def _invited(desk: Desk, name: str, by: str = "anna") -> None:
    """Somebody invited by one person, who has come meanwhile."""
    person = f'email: "{name}@example.com", givenName: "N", familyName: "N"'
    told = await desk.do(
        "inviteUsers", f"people: [{{{person}}}]", by,
        told="... on Invitations { results { user { id } } }",
    )  # fmt: skip
    desk.ids[name] = told["results"][0]["user"]["id"]
    await desk.api.change(desk.ids[name], PersonChange(required_actions=()))


@EACH_PROVIDER
async def test_an_account_manager_is_made_by_two(desk: Desk) -> None:
    await desk.person("carla")
    told = await _give(desk, "ACCOUNT_MANAGEMENT", "carla", "anna")
    assert (told["given"], told["requested"]) == ([], ["ACCOUNT_MANAGEMENT"])
    assert await desk.roles("carla") == set()
    assert await _confirm(desk, "anna") == "users.second_person"
    assert (await _request(desk, "bert"))["obstacle"] is None
    assert await _confirm(desk, "bert") == "confirmed"
    assert await desk.roles("carla") == {ACCOUNT_MANAGEMENT}

    # Two people stand for Carla: she may confirm what either of them asks for.
    await desk.person("dora")
    await _give(desk, "PAYMENT_APPROVER", "dora", "anna")
    assert await _confirm(desk, "carla") == "confirmed"
    assert await desk.roles("dora") == {APPROVER}


@EACH_PROVIDER
async def test_who_makes_the_second_manager_alone_is_not_two(desk: Desk) -> None:
    await desk.api.disable(desk.ids["bert"])
    await _invited(desk, "carla")
    told = await _give(desk, "ACCOUNT_MANAGEMENT", "carla", "anna")
    assert told["given"] == ["ACCOUNT_MANAGEMENT"]
    history = (await desk.user("carla", "history { verb now { name value } }"))[
        "history"
    ]
    alone = {"name": "withoutSecondPerson", "value": ACCOUNT_MANAGEMENT}
    assert any(alone in one["now"] for one in history)

    # Neither confirms what the other asks for, whichever way round.
    await desk.person("dora")
    for asker, decider in (("anna", "carla"), ("carla", "anna")):
        await _give(desk, "PAYMENT_APPROVER", "dora", asker)
        request = await _request(desk, decider)
        assert (request["decidable"], request["obstacle"]) == (False, "NOT_INDEPENDENT")
        assert await _confirm(desk, decider) == "users.not_independent"
        given = f'id: "{request["id"]}"'
        told = await desk.do("rejectRoleRequest", given, decider)
        assert told["code"] == "users.not_independent"
        await desk.do("withdrawRoleRequest", given, asker)
    assert await desk.roles("dora") == set()
    (tie,) = (await desk.user("carla", "ties { by act }"))["ties"]
    assert tie == {"by": "Anna", "act": "ROLE"}


async def test_a_second_factor_taken_away_unmakes_the_second_person(
    desk: Desk, tmp_path: Path
) -> None:
    settings = SigninSettings(
        database_url=f"sqlite+aiosqlite:///{tmp_path}/sign-in.sqlite3",
        encryption_key=bytes(range(32)),
        public_url=desk.url,
    )
    async with open_provider(settings) as provider, provider.store.writing() as db:
        await add_factor(
            db, provider.keyring, desk.ids["bert"], new_secret(),
            label="Telephone", step=1, now=1_800_000_000,
        )  # fmt: skip
    told = await desk.do("resetSecondFactor", f'id: "{desk.ids["bert"]}"')
    assert told["__typename"] == "Success"
    (tie,) = (await desk.user("bert", "ties { by act }"))["ties"]
    assert tie == {"by": "Anna", "act": "SECOND_FACTOR"}
    await desk.person("dora")
    for role in ("PAYMENT_APPROVER", "ACCOUNT_MANAGEMENT"):
        # Bert is an account manager still, so that Anna does not decide alone either.
        told = await _give(desk, role, "dora", "anna")
        assert told["requested"] == [role]
        assert await _confirm(desk, "bert") == "users.not_independent"
    # Somebody who is nobody's decides.
    await desk.person("erik", ACCOUNT_MANAGEMENT)
    assert await _confirm(desk, "erik") == "confirmed"


async def test_what_a_held_account_makes_is_held_too(desk: Desk) -> None:
    await desk.api.disable(desk.ids["bert"])
    for name, by in (("carla", "anna"), ("dora", "carla")):
        await _invited(desk, name, by)
        if by == "anna":
            await _give(desk, "ACCOUNT_MANAGEMENT", name, by)
    ties = (await desk.user("dora", "ties { by act }"))["ties"]
    assert {"by": "Anna", "act": "THROUGH"} in ties
    assert {"by": "Carla", "act": "MADE"} in ties
