"""Roles that two account managers give together."""

from datetime import timedelta
from typing import Any

from giroscope.features.users.policy import REQUEST_LIVES
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from tests.users.desk import Desk

FIELDS = "id role state requestedBy decidedBy reason isOwn decidable user { username }"


async def _ask_for(desk: Desk, who: str, by: str = "anna") -> Any:
    return await desk.do(
        "changeUserRoles", f'id: "{desk.ids[who]}", give: [PAYMENT_APPROVER, LOGS]', by,
        told="... on RolesChanged { given taken requested }",
    )  # fmt: skip


async def _requests(desk: Desk, by: str = "bert", filters: str = "") -> list[Any]:
    data = await desk.ask(
        f"{{ roleRequests(filter: {{{filters}}})"
        f" {{ edges {{ node {{ {FIELDS} }} }} }} }}",
        by,
    )
    return [edge["node"] for edge in data["roleRequests"]["edges"]]


async def test_approving_is_given_by_a_second_account_manager(desk: Desk) -> None:
    await desk.person("carla")
    told = await _ask_for(desk, "carla")
    assert (told["given"], told["requested"]) == (["LOGS"], ["PAYMENT_APPROVER"])
    assert APPROVER not in await desk.roles("carla")
    (request,) = await _requests(desk)
    assert request["decidable"]
    assert not request["isOwn"]
    given = f'id: "{request["id"]}"'
    assert (await desk.do("confirmRoleRequest", given))["code"] == "users.second_person"
    done = await desk.do("confirmRoleRequest", given, "bert")
    assert done["__typename"] == "Success"
    assert APPROVER in await desk.roles("carla")
    again = await desk.do("confirmRoleRequest", given, "bert")
    assert again["code"] == "users.request_closed"
    (request,) = await _requests(desk)
    assert (request["state"], request["decidedBy"]) == ("CONFIRMED", "Bert")
    grants = (await desk.user("carla", "grants { role givenBy }"))["grants"]
    assert {"role": "PAYMENT_APPROVER", "givenBy": "Bert"} in grants
    verbs = [
        one["verb"] for one in (await desk.user("carla", "history { verb }"))["history"]
    ]
    assert {"users.role_requested", "users.role_confirmed"} <= set(verbs)


async def test_the_person_concerned_does_not_decide(desk: Desk) -> None:
    await desk.do("allowManageAndApprove", 'reason: "We are two"')
    await _ask_for(desk, "bert")
    (request,) = await _requests(desk)
    assert not request["decidable"]
    for name in ("confirmRoleRequest", "rejectRoleRequest"):
        told = await desk.do(name, f'id: "{request["id"]}"', "bert")
        assert told["code"] == "users.second_person"


async def test_a_request_is_rejected_with_a_reason_or_withdrawn(desk: Desk) -> None:
    await desk.person("carla")
    await desk.person("dora")
    for who in ("carla", "carla", "dora"):
        await _ask_for(desk, who)
    dora, carla = await _requests(desk)
    told = await desk.do(
        "rejectRoleRequest", f'id: "{carla["id"]}", reason: "No"', "bert"
    )
    assert told["__typename"] == "Success"
    told = await desk.do("withdrawRoleRequest", f'id: "{dora["id"]}"', "bert")
    assert told["code"] == "users.not_requester"
    told = await desk.do("withdrawRoleRequest", f'id: "{dora["id"]}"')
    assert told["__typename"] == "Success"
    states = [(one["state"], one["reason"]) for one in await _requests(desk)]
    assert states == [("WITHDRAWN", None), ("REJECTED", "No")]
    assert await desk.roles("carla") == await desk.roles("dora")


async def test_a_request_expires_and_can_be_made_anew(desk: Desk) -> None:
    await desk.person("carla")
    await _ask_for(desk, "carla")
    (request,) = await _requests(desk)
    desk.clock.turned = REQUEST_LIVES + timedelta(seconds=1)
    told = await desk.do("confirmRoleRequest", f'id: "{request["id"]}"', "bert")
    assert told["code"] == "users.request_closed"
    assert await _requests(desk, filters="states: [PENDING]") == []
    (over,) = await _requests(desk, filters="states: [EXPIRED]")
    assert (over["state"], over["decidable"]) == ("EXPIRED", False)
    assert (await _ask_for(desk, "carla"))["requested"] == ["PAYMENT_APPROVER"]
    (anew,) = await _requests(desk, filters="states: [PENDING]")
    assert anew["id"] != request["id"]


async def test_a_request_of_somebody_who_lost_the_role_is_void(desk: Desk) -> None:
    await desk.person("carla")
    await _ask_for(desk, "carla")
    (request,) = await _requests(desk)
    take = f'id: "{desk.ids["anna"]}", take: [ACCOUNT_MANAGEMENT]'
    assert (await desk.do("changeUserRoles", take, "bert"))["__typename"] == (
        "RolesChanged"
    )
    told = await desk.do("confirmRoleRequest", f'id: "{request["id"]}"', "bert")
    assert told["code"] == "users.requester_gone"


async def test_who_lost_the_role_decides_no_more(desk: Desk) -> None:
    await desk.person("carla")
    await desk.person("dora", ACCOUNT_MANAGEMENT)
    await _ask_for(desk, "carla")
    (request,) = await _requests(desk)
    managing = [r for r in await desk.api.roles() if r.name == ACCOUNT_MANAGEMENT]
    await desk.api.take(desk.ids["dora"], managing)
    # Her token tells of the role for some minutes more.
    told = await desk.do("confirmRoleRequest", f'id: "{request["id"]}"', "dora")
    assert told["code"] == "users.no_manager"
    assert APPROVER not in await desk.roles("carla")
    carla = f'id: "{desk.ids["carla"]}"'
    for name, arguments in (
        ("rejectRoleRequest", f'id: "{request["id"]}"'),
        ("withdrawRoleRequest", f'id: "{request["id"]}"'),
        ("signOutUser", carla),
        ("askUser", f"{carla}, steps: [CHANGE_PASSWORD]"),
        ("resendInvitation", carla),
        ("revokeInvitation", carla),
        ("setAccessRules", "refuseConflicts: true"),
        ("allowManageAndApprove", 'reason: "We are two"'),
    ):
        told = await desk.do(name, arguments, "dora")
        assert told["code"] == "users.no_manager", name
    (still,) = await _requests(desk)
    assert still["state"] == "PENDING"


async def test_a_conflict_that_came_meanwhile_is_refused(desk: Desk) -> None:
    await desk.person("carla")
    await _ask_for(desk, "carla")
    await desk.do("setAccessRules", "refuseConflicts: true")
    upload = [one for one in await desk.api.roles() if one.name == UPLOAD]
    await desk.api.give(desk.ids["carla"], upload)
    (request,) = await _requests(desk)
    told = await desk.do("confirmRoleRequest", f'id: "{request["id"]}"', "bert")
    assert told["code"] == "users.role_conflict"
    assert ACCOUNT_MANAGEMENT not in await desk.roles("carla")
    assert APPROVER not in await desk.roles("carla")


async def test_nobody_manages_and_approves_unless_the_realm_says_why(
    desk: Desk,
) -> None:
    await desk.person("carla", ACCOUNT_MANAGEMENT)
    told = await _ask_for(desk, "carla")
    assert told["code"] == "users.manage_and_approve"
    assert (await desk.do("allowManageAndApprove", 'reason: " "'))["code"] == (
        "invalid_input"
    )
    allowed = await desk.do("allowManageAndApprove", 'reason: "We are two"')
    assert allowed["__typename"] == "Success"
    rules = "{ accessRules { combineReason combinedBy } }"
    assert (await desk.ask(rules))["accessRules"] == {
        "combineReason": "We are two", "combinedBy": "Anna",
    }  # fmt: skip
    assert (await _ask_for(desk, "carla"))["requested"] == ["PAYMENT_APPROVER"]
    (request,) = await _requests(desk)
    await desk.do("allowManageAndApprove", "reason: null")
    told = await desk.do("confirmRoleRequest", f'id: "{request["id"]}"', "bert")
    assert told["code"] == "users.manage_and_approve"
    assert APPROVER not in await desk.roles("carla")
