"""What the server refuses account managers, whatever a screen may offer them."""

import asyncio

import pytest

from giroscope.features.users import policy
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, GRANTS, UPLOAD
from tests.users.desk import Desk

pytestmark = pytest.mark.every_run


async def _code(
    desk: Desk, name: str, who: str, by: str = "anna", more: str = ""
) -> str:
    told = await desk.do(name, f'id: "{desk.ids[who]}"{more}', by)
    return str(told.get("code"))


@pytest.mark.parametrize(
    ("name", "more", "code"),
    [
        ("disableUser", "", "users.own_account"),
        ("enableUser", "", "users.own_account"),
        ("resetSecondFactor", "", "users.own_account"),
        ("changeUserRoles", ", give: [UPLOAD]", "users.own_rights"),
        ("changeUserRoles", ", take: [ACCOUNT_MANAGEMENT]", "users.own_rights"),
    ],
)
async def test_nobody_does_this_to_oneself(
    desk: Desk, name: str, more: str, code: str
) -> None:
    assert await _code(desk, name, "anna", more=more) == code
    assert await desk.roles("anna") == {ACCOUNT_MANAGEMENT}


async def test_the_last_account_manager_stays(desk: Desk) -> None:
    ghost = await desk.do("disableUser", f'id: "{desk.ids["bert"]}"')
    assert ghost["__typename"] == "Success"
    # Bert's token is good for some minutes more; his right to manage is not.
    assert await _code(desk, "disableUser", "anna", "bert") == "users.no_manager"
    more = ", take: [ACCOUNT_MANAGEMENT]"
    assert await _code(desk, "changeUserRoles", "anna", "bert", more) == (
        "users.no_manager"
    )
    assert await desk.roles("anna") == {ACCOUNT_MANAGEMENT}


async def test_an_invited_manager_who_never_came_does_not_count(desk: Desk) -> None:
    await desk.do("disableUser", f'id: "{desk.ids["bert"]}"')
    # With nobody beside Anna to ask, the role is given at once.
    person = 'email: "new@example.com", givenName: "N", familyName: "N"'
    await desk.do("inviteUsers", f"people: [{{{person}, roles: [ACCOUNT_MANAGEMENT]}}]")
    api = await desk.api.people_with(ACCOUNT_MANAGEMENT)
    assert len([one for one in api if one.is_enabled]) == 2
    new = await desk.names('search: "new@"')
    assert new == ["new@example.com"]
    desk.ids["new"] = next(one.id for one in api if one.username == new[0])
    assert await _code(desk, "disableUser", "anna", "new") == "users.no_manager"


@pytest.mark.parametrize(
    "told", ["disableUser", "changeUserRoles"], ids=["disable", "take the role"]
)
async def test_of_two_managers_who_remove_each_other_one_stays(
    desk: Desk, told: str
) -> None:
    more = ", take: [ACCOUNT_MANAGEMENT]" if told == "changeUserRoles" else ""
    answers = await asyncio.gather(
        _code(desk, told, "bert", "anna", more), _code(desk, told, "anna", "bert", more)
    )
    assert sorted(answers) == ["None", "users.no_manager"]
    left = [
        one for one in await desk.api.people_with(ACCOUNT_MANAGEMENT) if one.is_enabled
    ]
    assert len(left) == 1


async def test_a_conflict_is_shown_and_refused_where_the_realm_says_so(
    desk: Desk,
) -> None:
    await desk.person("carla", APPROVER)
    give = ", give: [UPLOAD]"
    await desk.do("setAccessRules", "refuseConflicts: true")
    assert await desk.ask("{ accessRules { refuseConflicts } }") == {
        "accessRules": {"refuseConflicts": True}
    }
    assert await _code(desk, "changeUserRoles", "carla", more=give) == (
        "users.role_conflict"
    )
    await desk.do("setAccessRules", "refuseConflicts: false")
    assert await _code(desk, "changeUserRoles", "carla", more=give) == "None"
    user = await desk.user("carla", "conflicts roles")
    assert user == {
        "conflicts": ["UPLOAD_AND_APPROVE"], "roles": ["PAYMENT_APPROVER", "UPLOAD"]
    }  # fmt: skip


FOREIGN = "offline_access"


async def test_roles_of_other_products_are_neither_given_nor_taken(desk: Desk) -> None:
    carla = await desk.person("carla", UPLOAD)
    before = await desk.api.roles_of(carla)
    for role in (FOREIGN, "default-roles-giroscope", "admin", "GIROSCOPE-UPLOAD"):
        question = f'changeUserRoles(id: "{carla}", give: ["{role}"]) {{ __typename }}'
        assert await desk.ask(f"mutation {{ {question} }}") == "INVALID_INPUT"
        async with desk.client("anna") as client:
            for change in ({"give": [role]}, {"take": [role]}):
                answer = await client.post(f"/api/account/{carla}/roles", json=change)
                assert answer.status_code == 400, (role, answer.text)
                assert answer.json()["code"] == "users.unknown_role"
    assert await desk.api.roles_of(carla) == before
    assert set(policy.ASSIGNABLE) == set(GRANTS)


NOT_NAMED = (
    ("PATCH", "", {"roles": [APPROVER]}), ("PATCH", "", {"enabled": False}),
    ("PATCH", "", {"username": "mallory"}), ("PATCH", "", {"id": "1"}),
    ("PATCH", "", {"givenName": "X", "state": "ACTIVE"}),
    ("POST", "/roles", {"give": [UPLOAD], "enabled": True}),
    ("POST", "/actions", {"action": "unlock", "password": "x" * 12}),
)  # fmt: skip


async def test_what_an_input_does_not_name_is_not_changed_with_it(desk: Desk) -> None:
    carla = await desk.person("carla")
    was = await desk.user("carla", "username givenName email state roles")
    async with desk.client("anna") as client:
        for method, below, change in NOT_NAMED:
            path = f"/api/account/{carla}{below}"
            answer = await client.request(method, path, json=change)
            assert answer.status_code == 400, (change, answer.text)
    for change in ("roles: [UPLOAD]", "enabled: false", 'username: "mallory"'):
        question = f'changeUser(id: "{carla}", change: {{{change}}}) {{ __typename }}'
        assert await desk.ask(f"mutation {{ {question} }}") == "INVALID_INPUT"
    assert await desk.user("carla", "username givenName email state roles") == was


CALLS = (
    'disableUser(id: "ID")', 'enableUser(id: "ID")', 'unlockUser(id: "ID")',
    'signOutUser(id: "ID")', 'resetSecondFactor(id: "ID")',
    'resendInvitation(id: "ID")', 'revokeInvitation(id: "ID")',
    'changeUser(id: "ID", change: {givenName: "X"})',
    'askUser(id: "ID", steps: [CHANGE_PASSWORD])',
    'askUser(id: "ID", steps: [CHANGE_PASSWORD], by: NEXT_SIGN_IN)',
    'changeUserRoles(id: "ID", give: [UPLOAD])',
    'confirmRoleRequest(id: "987654")', 'createTemporaryPassword(id: "ID")',
)  # fmt: skip
STRANGERS = ("00000000-0000-4000-8000-000000000000", "../users", "%2e%2e", "")


async def test_somebody_of_another_tenant_is_not_found(desk: Desk) -> None:
    for who in STRANGERS:
        for call in CALLS:
            name = call.partition("(")[0]
            told = call.replace("ID", who)
            question = f"mutation {{ {told} {{ ... on Problem {{ code }} }} }}"
            data = await desk.ask(question)
            assert data[name]["code"] == "not_found", (who, call)
        assert await desk.ask(f'{{ user(id: "{who}") {{ id }} }}') == "NOT_FOUND"


async def test_a_wrong_role_is_refused(desk: Desk) -> None:
    await desk.person("carla", UPLOAD)
    code = await desk.ask("{ users { totalCount } }", "carla", UPLOAD)
    assert code == "FORBIDDEN"
    told = await desk.do("disableUser", f'id: "{desk.ids["bert"]}"', "carla", UPLOAD)
    assert told["code"] == "forbidden"
