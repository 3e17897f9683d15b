"""Invitations: one outcome each, sent again, taken back, and without mail."""

from pathlib import Path
from typing import Any

import pytest

from giroscope.kernel.access import APPROVER
from tests.users.desk import Desk

TOLD = (
    "... on Invitations { results { email outcome requested problem { code message }"
    " user { id username state roles createdBy language hasMailFailed } } }"
)


async def _invite(desk: Desk, *people: str, by: str = "anna") -> list[Any]:
    told = await desk.do("inviteUsers", f"people: [{', '.join(people)}]", by, told=TOLD)
    results: list[Any] = told["results"]
    return results


def somebody(email: str, more: str = "") -> str:
    return f'{{email: "{email}", givenName: "Ida", familyName: "Ørsted" {more}}}'


async def test_several_are_invited_each_with_an_outcome(
    desk: Desk, tmp_path: Path
) -> None:
    results = await _invite(
        desk,
        somebody(
            "Ida@example.com", 'roles: [UPLOAD, PAYMENT_APPROVER], language: "da"'
        ),
        somebody("no address"),
        somebody("anna@example.com"),
        somebody("ida@example.com"),
        '{email: "x@example.com", givenName: " ", familyName: "X"}',
        somebody("odd@example.com", 'username: "no spaces here"'),
        somebody("fine@example.com", 'language: "sv"'),
    )
    assert [one["outcome"] for one in results] == [
        "INVITED", "BAD_MAIL", "ALREADY_THERE", "ALREADY_THERE", "REFUSED", "REFUSED",
        "REFUSED",
    ]  # fmt: skip
    first = results[0]
    assert first["requested"] == ["PAYMENT_APPROVER"]
    assert first["user"] == {
        "id": first["user"]["id"], "username": "ida@example.com", "state": "INVITED",
        "roles": ["UPLOAD"], "createdBy": "Anna", "language": "da",
        "hasMailFailed": False,
    }  # fmt: skip
    assert all(one["problem"]["message"] for one in results[1:])
    (mail,) = (tmp_path / "mail").iterdir()
    assert b"ida@example.com" in mail.read_bytes()


async def test_an_invitation_is_sent_again_and_taken_back(
    desk: Desk, tmp_path: Path
) -> None:
    (one,) = await _invite(
        desk, somebody("ida@example.com", "roles: [PAYMENT_APPROVER]")
    )
    given = f'id: "{one["user"]["id"]}"'
    assert (await desk.do("resendInvitation", given))["__typename"] == "Success"
    assert len(list((tmp_path / "mail").iterdir())) == 2
    assert (await desk.do("revokeInvitation", given))["__typename"] == "Success"
    assert await desk.names('search: "ida"') == []
    assert (await desk.do("revokeInvitation", given))["code"] == "not_found"
    data = await desk.ask("{ roleRequests { edges { node { state user { id } } } } }")
    assert data["roleRequests"]["edges"] == [
        {"node": {"state": "WITHDRAWN", "user": None}}
    ]
    (again,) = await _invite(desk, somebody("ida@example.com"))
    assert again["outcome"] == "INVITED"


async def test_somebody_who_has_come_has_no_invitation(desk: Desk) -> None:
    given = f'id: "{desk.ids["bert"]}"'
    for name in ("resendInvitation", "revokeInvitation", "createTemporaryPassword"):
        assert (await desk.do(name, given))["code"] == "users.not_invited"
    assert await desk.names('search: "bert"') == ["bert"]


async def test_no_password_is_told_where_mail_works(desk: Desk) -> None:
    (one,) = await _invite(desk, somebody("ida@example.com"))
    told = await desk.do("createTemporaryPassword", f'id: "{one["user"]["id"]}"')
    assert told["code"] == "users.mail_works"


@pytest.mark.parametrize("provider", ["mailless"], indirect=True)
async def test_where_no_mail_can_be_sent_a_password_is_told_once(desk: Desk) -> None:
    (one,) = await _invite(desk, somebody("ida@example.com", "roles: [LOGS]"))
    assert (one["outcome"], one["problem"]["code"]) == ("MAIL_FAILED", "identity_mail")
    assert one["user"]["hasMailFailed"]
    given = f'id: "{one["user"]["id"]}"'
    told = await desk.do(
        "createTemporaryPassword", given, told="... on TemporaryPassword { password }"
    )
    assert len(told["password"]) >= 20
    desk.ids["ida"] = one["user"]["id"]
    user = await desk.user("ida", "state requiredSteps history { verb now { value } }")
    assert user["state"] == "INVITED"
    assert user["requiredSteps"] == ["UPDATE_PASSWORD"]
    assert told["password"] not in str(user["history"])


@pytest.mark.parametrize("provider", ["mailless"], indirect=True)
async def test_nobody_learns_a_password_for_an_approver(desk: Desk) -> None:
    (one,) = await _invite(desk, somebody("ida@example.com"))
    approver = [role for role in await desk.api.roles() if role.name == APPROVER]
    await desk.api.give(one["user"]["id"], approver)
    told = await desk.do("createTemporaryPassword", f'id: "{one["user"]["id"]}"')
    assert told["code"] == "users.approvers_account"


async def test_too_many_or_nobody_is_refused(desk: Desk) -> None:
    for people in ("", ", ".join([somebody("a@example.com")] * 51)):
        told = await desk.do("inviteUsers", f"people: [{people}]")
        assert told["code"] == "invalid_input"
    assert await desk.names("") == ["anna", "bert"]
