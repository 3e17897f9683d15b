"""What may be done with whom, as a table of cases."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from giroscope.features.users import errors, policy
from giroscope.features.users.tables import RoleRequest
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    APPROVER,
    BILLING,
    LOGS,
    UPLOAD,
    ActorKind,
    shell_actor,
)
from giroscope.kernel.errors import AppError, InvalidInput, NotFound

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SHELL = shell_actor("giroscope")
ME = replace(SHELL, id="me", kind=ActorKind.PERSON)


def asked(**values: Any) -> RoleRequest:
    given = {
        "person_id": "carla", "role": APPROVER, "state": "PENDING",
        "requested_by": "anna", "expires": NOW + timedelta(days=1), **values,
    }  # fmt: skip
    return RoleRequest(**given)


REFUSED: dict[str, tuple[type[AppError], Any]] = {
    "own roles": (
        errors.OwnRights, lambda: policy.ensure_not_own_rights(ME, ME.id)
    ),
    "oneself": (errors.OwnAccount, lambda: policy.ensure_not_oneself(ME, ME.id)),
    "a role taken meanwhile": (
        errors.NoManagerAnyMore, lambda: policy.ensure_manager(ME, {"anna"})
    ),
    "a person without the second one": (
        errors.OnlyAtTheShell,
        lambda: policy.for_two(ME, {ME.id}, without_second_person=True),
    ),
    "the last manager": (
        errors.LastManager, lambda: policy.ensure_a_manager_stays({"anna"}, "anna")
    ),
    "a role of another product": (
        errors.UnknownRole, lambda: policy.ensure_assignable([UPLOAD, "admin"])
    ),
    "a conflict": (
        errors.RoleConflict,
        lambda: policy.ensure_fitting(
            {UPLOAD}, {UPLOAD, APPROVER}, refused={"UPLOAD_AND_APPROVE"}
        ),
    ),
    "who asked decides": (
        errors.SamePerson,
        lambda: policy.ensure_second_person(asked(requested_by=ME.id), ME, {ME.id}),
    ),
    "whom it concerns decides": (
        errors.SamePerson,
        lambda: policy.ensure_second_person(asked(person_id=ME.id), ME, {"anna"}),
    ),
    "who asked is gone": (
        errors.RequesterGone,
        lambda: policy.ensure_second_person(asked(), ME, {ME.id}),
    ),
    "who manages accounts approves": (
        errors.ManageAndApprove,
        lambda: policy.ensure_fitting(
            {ACCOUNT_MANAGEMENT}, {ACCOUNT_MANAGEMENT, APPROVER},
            refused=policy.refused_conflicts(
                refuses_conflicts=False, allows_combining=False
            ),
        ),
    ),
    "one person could be both": (
        errors.NotIndependent,
        lambda: policy.ensure_independent({"anna", "carla"}, {"bert", "carla"}),
    ),
    "a request after its days": (
        errors.AlreadyDecided, lambda: policy.ensure_open(asked(expires=NOW), NOW)
    ),
    "a request that was decided": (
        errors.AlreadyDecided,
        lambda: policy.ensure_open(asked(state="REJECTED"), NOW),
    ),
    "no invitation": (errors.NotInvited, lambda: policy.ensure_invited("ACTIVE")),
    "no name": (InvalidInput, lambda: policy.person_name("  ", "givenName")),
    "a name with a line break": (
        InvalidInput, lambda: policy.person_name("a\nb", "givenName")
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case: str) -> None:
    kind, judge = REFUSED[case]
    with pytest.raises(kind) as refusal:
        judge()
    assert refusal.value.code == kind.code
    assert "\n" not in refusal.value.message


ALLOWED: dict[str, Any] = {
    "another's roles": lambda: policy.ensure_not_own_rights(ME, "anna"),
    "one manager of two": lambda: policy.ensure_a_manager_stays({"a", "b"}, "a"),
    "somebody who is no manager": lambda: policy.ensure_a_manager_stays({"a"}, "c"),
    "all roles of the product": lambda: policy.ensure_assignable(policy.ASSIGNABLE),
    "a conflict where the realm allows it": lambda: policy.ensure_fitting(
        {UPLOAD}, {UPLOAD, APPROVER}, refused={"MANAGE_AND_APPROVE"}
    ),
    "a conflict that was there before": lambda: policy.ensure_fitting(
        {UPLOAD, APPROVER}, {UPLOAD, APPROVER, LOGS}, refused={"UPLOAD_AND_APPROVE"}
    ),
    "managing and approving where the realm said why": lambda: policy.ensure_fitting(
        {APPROVER},
        {APPROVER, ACCOUNT_MANAGEMENT},
        refused=policy.refused_conflicts(refuses_conflicts=True, allows_combining=True),
    ),
    "a second person": lambda: policy.ensure_second_person(
        asked(), ME, {"anna", ME.id}
    ),
    "two whom nobody else holds": lambda: policy.ensure_independent(
        {"anna", "dora"}, {"bert", "carla"}
    ),
    "a request that waits": lambda: policy.ensure_open(asked(), NOW),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_what_is_allowed(case: str) -> None:
    assert ALLOWED[case]() is None


@pytest.mark.parametrize(
    "text",
    [
        "", "no address", "a@b", "a@b.c", "a@-b.com", "a b@c.com", "a@b.com, c@d.com",
        "a@b.com\nbcc: c@d.com", "<a@b.com>", "ä@b.com", "a@b..com",
        "x" * 300 + "@b.com",
    ],
)  # fmt: skip
def test_what_is_no_mail_address(text: str) -> None:
    with pytest.raises(errors.BadMail) as refusal:
        policy.mail_address(text)
    assert refusal.value.path == "email"


def test_a_mail_address_is_kept_in_small_letters() -> None:
    assert policy.mail_address(" Ida.O'Hara+x@Sub.Example.COM ") == (
        "ida.o'hara+x@sub.example.com"
    )


@pytest.mark.parametrize("text", ["", "..", ".", "a/b", "a b", "a" * 65, "å", "a\0"])
def test_what_can_be_nobodys_id(text: str) -> None:
    with pytest.raises(NotFound):
        policy.ensure_person_id(text)


def test_duties_that_conflict_are_told() -> None:
    held = {UPLOAD, APPROVER, ACCOUNT_MANAGEMENT, BILLING}
    codes = [one.code for one in policy.conflicts_of(held)]
    assert codes == ["UPLOAD_AND_APPROVE", "MANAGE_AND_APPROVE"]
    assert policy.conflicts_of({UPLOAD, ACCOUNT_MANAGEMENT}) == []


def test_the_command_line_is_an_account_manager_of_every_realm() -> None:
    policy.ensure_manager(SHELL, {"anna"})
    policy.ensure_second_person(asked(requested_by=SHELL.id), ME, {ME.id})
    both = {APPROVER, ACCOUNT_MANAGEMENT}
    assert policy.for_two(SHELL, {"anna"}, without_second_person=False) == both
    assert policy.for_two(SHELL, {"anna"}, without_second_person=True) == frozenset()


def test_a_second_account_manager_is_asked_where_there_is_one() -> None:
    def for_two(*managers: str) -> frozenset[str]:
        return policy.for_two(ME, managers, without_second_person=False)

    assert for_two(ME.id, "anna") == {APPROVER, ACCOUNT_MANAGEMENT}
    assert for_two(ME.id) == {APPROVER}
