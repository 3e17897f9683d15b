"""The list of people: what it shows, how it is narrowed, and how it stays fresh."""

from giroscope.kernel.access import APPROVER, BILLING, UPLOAD
from tests.users.desk import Desk

FIELDS = (
    "username name email state roles otherRoles hasSecondFactor lastSignIn createdBy"
    " conflicts isSelf isInactive grants { role givenBy }"
)


async def test_people_of_the_provider_are_listed_with_their_roles(desk: Desk) -> None:
    await desk.person("carla", UPLOAD, BILLING)
    data = await desk.ask(
        f"{{ users {{ totalCount edges {{ node {{ {FIELDS} }} }} }}"
        " userDirectory { total active problem { code } isComplete } }"
    )
    nodes = [edge["node"] for edge in data["users"]["edges"]]
    assert [one["username"] for one in nodes] == ["anna", "bert", "carla"]
    assert nodes[0]["isSelf"]
    assert nodes[2] == {
        "username": "carla", "name": "Carla Test", "email": "carla@example.com",
        "state": "ACTIVE", "roles": ["BILLING", "UPLOAD"], "otherRoles": 0,
        "hasSecondFactor": False, "lastSignIn": None, "createdBy": None,
        "conflicts": [], "isSelf": False, "isInactive": False,
        "grants": [{"role": "BILLING", "givenBy": None},
                   {"role": "UPLOAD", "givenBy": None}],
    }  # fmt: skip
    assert data["userDirectory"] == {
        "total": 3, "active": 3, "problem": None, "isComplete": True
    }  # fmt: skip


async def test_the_list_is_narrowed(desk: Desk) -> None:
    await desk.person("carla", UPLOAD, APPROVER)
    await desk.person("dora")
    await desk.do("disableUser", f'id: "{desk.ids["dora"]}"')
    assert await desk.names('search: "LA tes"') == ["carla"]
    assert await desk.names('search: "%"') == []
    assert await desk.names("roles: [UPLOAD, BILLING]") == ["carla"]
    assert await desk.names("roles: []") == []
    assert await desk.names("states: [DISABLED]") == ["dora"]
    assert await desk.names("conflict: true") == ["carla"]
    assert await desk.names("hasRoles: false") == ["dora"]
    assert await desk.names("secondFactor: true") == []
    assert await desk.names("inactiveDays: 1") == []
    assert await desk.ask("{ users(filter: {inactiveDays: 0}) { totalCount } }") == (
        "INVALID_INPUT"
    )
