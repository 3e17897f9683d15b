"""While the identity provider is silent: the list as it was, and no changes."""

from tests.users.desk import Desk

CHANGES = (
    'disableUser(id: "ID")', 'enableUser(id: "ID")', 'unlockUser(id: "ID")',
    'signOutUser(id: "ID")', 'resetSecondFactor(id: "ID")',
    'changeUser(id: "ID", change: {givenName: "X"})',
    'askUser(id: "ID", steps: [CHANGE_PASSWORD])',
    'changeUserRoles(id: "ID", give: [UPLOAD])', "refreshUsers",
)  # fmt: skip


async def test_the_list_is_shown_with_its_age_and_changes_are_refused(
    desk: Desk,
) -> None:
    await desk.person("carla")
    assert await desk.names("") == ["anna", "bert", "carla"]
    before = await desk.ask("{ userDirectory { fetched problem { code } } }")
    assert before["userDirectory"]["problem"] is None
    desk.stop_provider()
    for call in CHANGES:
        name = call.partition("(")[0]
        told = call.replace("ID", desk.ids["carla"])
        data = await desk.ask(
            f"mutation {{ {told} {{ ... on Problem {{ code message }} }} }}"
        )
        assert data[name]["code"] == "identity_unavailable", call
        assert "does not answer" in data[name]["message"]
    data = await desk.ask(
        "{ users { totalCount } userDirectory { fetched problem { code message } } }"
    )
    assert data["users"]["totalCount"] == 3
    assert data["userDirectory"]["fetched"] == before["userDirectory"]["fetched"]
    assert data["userDirectory"]["problem"]["code"] == "identity_unavailable"
    sessions = await desk.user("carla", "sessions { id }")
    assert sessions == "UNAVAILABLE"


async def test_a_refused_change_tells_the_list_that_the_provider_is_down(
    desk: Desk,
) -> None:
    await desk.person("carla")
    assert await desk.names("") == ["anna", "bert", "carla"]
    desk.stop_provider()
    await desk.do("disableUser", f'id: "{desk.ids["carla"]}"')
    data = await desk.ask("{ userDirectory { problem { code } } }")
    assert data["userDirectory"]["problem"] == {"code": "identity_unavailable"}


async def test_an_invitation_says_that_nobody_can_be_invited(desk: Desk) -> None:
    desk.stop_provider()
    person = '{email: "x@example.com", givenName: "X", familyName: "X"}'
    told = await desk.do(
        "inviteUsers", f"people: [{person}]",
        told="... on Invitations { results { outcome problem { code } } }",
    )  # fmt: skip
    assert told["results"] == [
        {"outcome": "UNAVAILABLE", "problem": {"code": "identity_unavailable"}}
    ]


async def test_before_the_first_look_there_is_nobody_and_a_reason(desk: Desk) -> None:
    desk.stop_provider()
    data = await desk.ask(
        "{ users { totalCount } userDirectory { fetched problem { code } } }"
    )
    assert data == {
        "users": {"totalCount": 0},
        "userDirectory": {
            "fetched": None, "problem": {"code": "identity_unavailable"}
        },
    }  # fmt: skip
