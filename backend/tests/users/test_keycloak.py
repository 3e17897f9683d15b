"""The same at a real Keycloak: the whole way once, since a realm takes seconds."""

import io
import json
import zipfile

import pytest

from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound
from giroscope.settings import Settings
from tests.users.desk import Desk
from tests.users.programs import TOLD, programs_at
from tests.users.traces_of_people import rows_with

pytestmark = [
    pytest.mark.integration,
    pytest.mark.parametrize("provider", ["keycloak"], indirect=True),
]


async def test_an_account_managers_week(desk: Desk) -> None:
    await desk.person("carla", UPLOAD, password=True)
    carla, bert = (f'id: "{desk.ids[who]}"' for who in ("carla", "bert"))

    # The list: nobody but people, and the product's roles only.
    assert sorted(await desk.names("")) == ["admin", "anna", "bert", "carla"]
    # Made with the realm, and never seen since: it does not count as a manager.
    assert await desk.names("states: [INVITED]") == ["admin"]
    assert await desk.user("carla", "state roles otherRoles hasSecondFactor") == {
        "state": "ACTIVE", "roles": ["UPLOAD"], "otherRoles": 0,
        "hasSecondFactor": False,
    }  # fmt: skip

    # Without a mail server an invitation says so, and a password is told.
    new = (
        '{email: "ida@example.com", givenName: "Ida", familyName: "Ø", language: "da"}'
    )
    told = await desk.do(
        "inviteUsers", f"people: [{new}]",
        told="... on Invitations { results { outcome user { id language state } } }",
    )  # fmt: skip
    (result,) = told["results"]
    assert result["outcome"] == "MAIL_FAILED"
    assert (result["user"]["language"], result["user"]["state"]) == ("da", "INVITED")
    ida = f'id: "{result["user"]["id"]}"'
    told = await desk.do(
        "createTemporaryPassword", ida, told="... on TemporaryPassword { password }"
    )
    assert told["password"]
    assert (await desk.do("revokeInvitation", ida))["__typename"] == "Success"

    # Roles, one of them by two people; the last manager stays.
    give = f"{carla}, give: [PAYMENT_APPROVER, LOGS], take: [UPLOAD]"
    assert (await desk.do("changeUserRoles", give))["__typename"] == "RolesChanged"
    requests = await desk.ask("{ roleRequests { edges { node { id } } } }")
    number = requests["roleRequests"]["edges"][0]["node"]["id"]
    told = await desk.do("confirmRoleRequest", f'id: "{number}"', "bert")
    assert told["__typename"] == "Success"
    assert await desk.roles("carla") == {APPROVER, "giroscope-logs"}

    # Names, steps, disabling, enabling.
    change = f'{carla}, change: {{familyName: "Bohr"}}'
    assert (await desk.do("changeUser", change))["__typename"] == "Success"
    steps = f"{carla}, steps: [SET_UP_SECOND_FACTOR], by: NEXT_SIGN_IN"
    assert (await desk.do("askUser", steps))["__typename"] == "Success"
    assert await desk.user("carla", "name requiredSteps roles email") == {
        "name": "Carla Bohr", "requiredSteps": ["CONFIGURE_TOTP"],
        "roles": ["LOGS", "PAYMENT_APPROVER"], "email": "carla@example.com",
    }  # fmt: skip
    for name in ("disableUser", "enableUser", "unlockUser", "signOutUser"):
        assert (await desk.do(name, carla))["__typename"] == "Success", name
    assert (await desk.do("disableUser", bert))["__typename"] == "Success"
    # A token of before counts no more; one made since names nobody who manages.
    told = await desk.do("disableUser", f'id: "{desk.ids["anna"]}"', "bert")
    assert told == "UNAUTHENTICATED" or told["code"] == "users.no_manager"
    assert await desk.roles("anna") == {ACCOUNT_MANAGEMENT}
    strangers = 'id: "00000000-0000-4000-8000-000000000000"'
    assert (await desk.do("disableUser", strangers))["code"] == "not_found"


async def test_a_program_signs_in_and_is_switched_off(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = await programs_at(desk, monkeypatch)
    made = await programs.make(scopes="PAYMENTS_READ")
    named = f'id: "{made["id"]}"'
    question = "{ payments { totalCount } }"
    token = await programs.token(made)
    assert (await programs.sign_in(made)).json()["expires_in"] == 300
    assert await programs.ask(token, question) is None
    assert await programs.ask(token, "{ journals { totalCount } }") == "FORBIDDEN"
    # Nobody of the list of people.
    assert sorted(await desk.names("")) == ["admin", "anna", "bert"]

    change = f'{named}, client: {{name: "Books", scopes: [JOURNALS_READ]}}'
    assert (await desk.do("changeApiClient", change))["__typename"] == "Success"
    assert await programs.ask(token, question) == "FORBIDDEN"
    told = await desk.do("rotateApiClientSecret", named, told=TOLD)
    assert (await programs.sign_in(made)).status_code == 401
    made["secret"] = told["secret"]
    assert (await programs.sign_in(made)).is_success

    off = await desk.do("switchApiClient", f"{named}, on: false")
    assert off["__typename"] == "Success"
    assert await programs.ask(token, question) == "UNAUTHENTICATED"
    assert (await programs.sign_in(made)).status_code == 401
    on = await desk.do("switchApiClient", f"{named}, on: true")
    assert on["__typename"] == "Success"
    assert (await programs.sign_in(made)).is_success
    assert (await desk.do("deleteApiClient", named))["__typename"] == "Success"
    assert (await programs.sign_in(made)).status_code == 401


async def test_an_erased_person_is_gone_there_too(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await desk.person("carla", UPLOAD, password=True)
    carla = f'id: "{person_id}"'
    steps = f"{carla}, steps: [SET_UP_SECOND_FACTOR], by: NEXT_SIGN_IN"
    assert (await desk.do("askUser", steps))["__typename"] == "Success"
    assert (await desk.do("disableUser", carla))["__typename"] == "Success"
    async with desk.client("anna") as client:
        address = f"/api/account/{person_id}"
        archive = zipfile.ZipFile(
            io.BytesIO((await client.get(f"{address}/personal-data")).content)
        )
        account = json.loads(archive.read("account.json"))
        assert [one["kind"] for one in account["signInMethods"]] == ["password"]
        done = await client.post(f"{address}/actions", json={"action": "erase"})
    assert done.status_code == 200, done.text
    with pytest.raises(NotFound):
        await desk.api.person(person_id)
    # It keeps its events for as long as the realm says; they stay out from now on.
    for _ in range(2):
        assert (await desk.do("refreshUsers"))["__typename"] == "Success"
    assert sorted(await desk.names("")) == ["admin", "anna", "bert"]
    database = Database(desk_settings)
    left = rows_with(database, ["carla"])
    assert left.keys() <= {"audit_events"}
    assert (
        not {"people", "people_roles", "sign_in_events"}
        & rows_with(database, [person_id]).keys()
    )
    await database.close()
