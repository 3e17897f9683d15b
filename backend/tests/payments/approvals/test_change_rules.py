"""Rules change by two account managers; delegations are an approver's own."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from bankfiles import Account as FileAccount
from giroscope.features.banks import Account, BankConnection, account_of_file
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.users.tables import HeldRole, KnownPerson
from giroscope.kernel.access import UPLOAD
from giroscope.kernel.clock import day_of
from tests.payments.approvals.approval_desk import DEBTOR, Desk

RULE = '{name: "Two", steps: [[], []]}'


async def _propose(desk: Desk, who: str = "max", rules: str = RULE) -> str:
    answer = await desk.do(
        who, "proposeApprovalPolicies", f"rules: [{rules}]", "... on Success { id }"
    )
    return answer if isinstance(answer, str) else str(answer["id"])


async def _states(desk: Desk) -> list[str]:
    data = await desk.ask(
        "alba", "{ approvalPolicyVersions { edges { node { state } } } }"
    )
    return [e["node"]["state"] for e in data["approvalPolicyVersions"]["edges"]]


async def test_who_proposed_rules_does_not_put_them_in_force(desk: Desk) -> None:
    version = await _propose(desk)
    for verb in ("confirmApprovalPolicies", "rejectApprovalPolicies"):
        answer = await desk.do("max", verb, f"version: {version}")
        assert answer == "approvals.same_manager"
    assert await _propose(desk, "mia") == "approvals.one_pending"
    desk.tie("mia", "max")
    answer = await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    assert answer == "approvals.managers_not_independent"
    assert await _states(desk) == ["PROPOSED"]
    assert await _propose(desk, "alba") == "forbidden"


async def test_versions_are_kept_and_replaced(desk: Desk) -> None:
    first = await _propose(desk)
    await desk.do("mia", "confirmApprovalPolicies", f"version: {first}")
    assert await _propose(desk, "mia") == "approvals.no_change"
    second = await _propose(desk, "mia", '{name: "Other", steps: [[]]}')
    await desk.do("max", "confirmApprovalPolicies", f"version: {second}")
    third = await _propose(desk, "max", "")
    await desk.do("max", "withdrawApprovalPolicies", f"version: {third}")
    fourth = await _propose(desk, "max", "")
    await desk.do("mia", "rejectApprovalPolicies", f'version: {fourth}, reason: "No"')
    assert await _states(desk) == ["REJECTED", "WITHDRAWN", "ACTIVE", "REPLACED"]
    answer = await desk.do("mia", "confirmApprovalPolicies", f"version: {third}")
    assert answer == "approvals.nothing_pending"
    assert desk.trail() == [
        "payments.policies_proposed", "payments.policies_confirmed",
        "payments.policies_proposed", "payments.policies_confirmed",
        "payments.policies_proposed", "payments.policies_withdrawn",
        "payments.policies_proposed", "payments.policies_rejected",
    ]  # fmt: skip
    data = await desk.ask(
        "alba",
        "{ approvalPolicies { active { version rules { name } isOwn } proposed"
        " { version } approvers { name isSelf } accounts { number } } }",
    )
    told = data["approvalPolicies"]
    assert told["active"]["rules"] == [{"name": "Other"}]
    assert told["proposed"] is None
    assert [one["name"] for one in told["approvers"]] == [
        "Alba Test", "Bo Test", "Cia Test",
    ]  # fmt: skip
    assert [one["isSelf"] for one in told["approvers"]] == [True, False, False]


async def test_accounts_are_named_as_people_call_them(desk: Desk) -> None:
    desk.connect_bank()
    desk.connect_bank("Sundbanken", "DK9")
    with desk.connection() as held:
        held.execute(
            insert(Account),
            [
                {"number": DEBTOR, "currency": "DKK", "nickname": "Wages"},
                {"number": DEBTOR, "currency": "EUR", "nickname": None},
            ],
        )
        held.commit()
    data = await desk.ask("alba", "{ approvalPolicies { accounts { number name } } }")
    assert data["approvalPolicies"]["accounts"] == [
        {"number": DEBTOR, "name": "Wages"},
        {"number": "DK9", "name": None},
    ]


async def test_an_account_that_is_listed_otherwise_is_named_all_the_same(
    desk: Desk,
) -> None:
    desk.connect_bank()
    with desk.connection() as held:
        account_of_file(held, FileAccount(iban=DEBTOR, other="77"), "DKK")
        held.execute(update(Account).values(number="77", iban=None, nickname="Wages"))
        held.commit()
    data = await desk.ask("alba", "{ approvalPolicies { accounts { number name } } }")
    assert data["approvalPolicies"]["accounts"] == [{"number": DEBTOR, "name": "Wages"}]


async def test_a_manager_who_left_has_proposed_nothing_and_confirms_nothing(
    desk: Desk,
) -> None:
    version = await _propose(desk)
    desk.managers.discard("max")
    answer = await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    assert answer == "users.requester_gone"
    desk.managers.add("max")
    desk.managers.discard("mia")
    answer = await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    assert answer == "users.no_manager"
    desk.managers.add("mia")
    desk.signed_out.add("mia")
    answer = await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    assert answer == "session_ended"


async def test_rules_that_cannot_be_met_are_refused(desk: Desk) -> None:
    for rules, refusal in (
        ('{name: "x", steps: [["max"]]}', "approvals.names_no_approver"),
        ('{name: "x", steps: []}', "approvals.bad_step_count"),
        ('{name: "x", amountFrom: "-1", steps: [[]]}', "approvals.bad_rule_amount"),
    ):
        assert await _propose(desk, "max", rules) == refusal


def _days(desk: Desk, first: int, last: int) -> str:
    days = [day_of(desk.now) + timedelta(days=number) for number in (first, last)]
    return f'fromDay: "{days[0]:%Y-%m-%d}", toDay: "{days[1]:%Y-%m-%d}"'


async def test_somebody_acts_for_an_absent_approver(desk: Desk, bank: int) -> None:
    version = await _propose(desk, "max", '{name: "Alba", steps: [["alba"], []]}')
    await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    paper = desk.hand_in()
    made = await desk.do(
        "alba", "delegateApprovals", f'personId: "bo", {_days(desk, 0, 3)}',
        "... on Success { id }",
    )  # fmt: skip
    await desk.approve("cia", paper)
    seen = (await desk.look("bo", paper))["approval"]
    assert (seen["canApprove"], seen["forPerson"]) == (True, "Alba Test")
    await desk.approve("bo", paper)
    assert desk.state(paper) == "APPROVED"
    seen = (await desk.look("bo", paper))["approval"]
    assert [(a["person"], a["forPerson"]) for a in seen["approvals"]] == [
        ("Cia Test", None), ("Bo Test", "Alba Test"),
    ]  # fmt: skip
    assert await desk.approve("alba", paper) == "approvals.complete"
    assert "approval.complete_for" in desk.timeline(paper)
    where = f'id: "{made["id"]}"'
    assert await desk.do("bo", "endApprovalDelegation", where) == "not_found"
    await desk.do("alba", "endApprovalDelegation", where)
    data = await desk.ask("cia", "{ approvalDelegations { totalCount } }")
    assert data["approvalDelegations"]["totalCount"] == 0
    assert desk.trail()[-1] == "payments.delegation_ended"
    assert bank


async def test_a_delegation_is_over_at_midnight_in_copenhagen(
    desk: Desk, bank: int
) -> None:
    version = await _propose(desk, "max", '{name: "Alba", steps: [["alba"]]}')
    await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    paper = desk.hand_in(days=13)
    desk.now = desk.now.replace(hour=21)
    days = _days(desk, 0, 0)
    await desk.do("alba", "delegateApprovals", f'personId: "bo", {days}')
    assert (await desk.look("bo", paper))["approval"]["canApprove"]
    desk.now = desk.now.replace(hour=23)
    assert await desk.approve("bo", paper) == "approvals.not_your_turn"
    data = await desk.ask("cia", "{ approvalDelegations { totalCount } }")
    assert data["approvalDelegations"]["totalCount"] == 0
    assert bank


async def test_a_delegation_that_has_not_begun_or_has_ended_gives_nothing(
    desk: Desk, bank: int
) -> None:
    version = await _propose(desk, "max", '{name: "Alba", steps: [["alba"]]}')
    await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    paper = desk.hand_in(days=13)
    days = _days(desk, 2, 4)
    await desk.do("alba", "delegateApprovals", f'personId: "bo", {days}')
    assert await desk.approve("bo", paper) == "approvals.not_your_turn"
    desk.now += timedelta(days=5)
    assert await desk.approve("bo", paper) == "approvals.not_your_turn"
    for person, span in (("alba", (0, 1)), ("max", (0, 1)), ("bo", (-3, -1))):
        asked = f'personId: "{person}", {_days(desk, *span)}'
        answer = await desk.do("alba", "delegateApprovals", asked)
        assert answer == "approvals.bad_delegation"
    assert bank


async def test_days_are_those_of_copenhagen(desk: Desk) -> None:
    """Late in the evening of Greenwich the day is over."""
    desk.now = desk.now.replace(hour=23, minute=30)
    asked = f'personId: "bo", {_days(desk, -1, -1)}'
    answer = await desk.do("alba", "delegateApprovals", asked)
    assert answer == "approvals.bad_delegation"
    today = f'personId: "bo", {_days(desk, 0, 0)}'
    assert not isinstance(await desk.do("alba", "delegateApprovals", today), str)
    data = await desk.ask("cia", "{ approvalDelegations { totalCount } }")
    assert data["approvalDelegations"]["totalCount"] == 1


async def test_rules_name_what_payments_can_leave_by(desk: Desk, bank: int) -> None:
    gone = desk.connect_bank("Sundbanken", "DK9")
    with desk.connection() as held:
        held.execute(
            update(BankConnection)
            .where(BankConnection.id == gone)
            .values(state="REVOKED")
        )
        held.execute(
            update(ServedAccount)
            .where(ServedAccount.connection_id == gone)
            .values(pays=False)
        )
        held.commit()
    data = await desk.ask(
        "max", "{ approvalPolicies { accounts { number } connections { id } } }"
    )
    assert data["approvalPolicies"] == {
        "accounts": [{"number": DEBTOR}], "connections": [{"id": str(bank)}],
    }  # fmt: skip


async def test_a_proposal_is_withdrawn_by_who_made_it_alone(desk: Desk) -> None:
    version = await _propose(desk)
    answer = await desk.do("mia", "withdrawApprovalPolicies", f"version: {version}")
    assert answer == "approvals.not_proposer"
    assert await _states(desk) == ["PROPOSED"]


async def test_rules_that_nobody_can_meet_by_now_are_not_put_in_force(
    desk: Desk,
) -> None:
    version = await _propose(desk, "max", '{name: "Cia", steps: [["cia"]]}')
    with desk.connection() as held:
        held.execute(delete(HeldRole).where(HeldRole.person_id == "cia"))
        held.commit()
    answer = await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    assert answer == "approvals.names_no_approver"
    assert await _states(desk) == ["PROPOSED"]


@pytest.mark.parametrize(
    "values",
    [{"state": "DISABLED"}, {"gone": datetime(2026, 3, 2, tzinfo=UTC)}],
    ids=["disabled", "gone"],
)
async def test_who_cannot_sign_in_is_neither_named_nor_acts_for_others(
    desk: Desk, values: dict[str, Any]
) -> None:
    with desk.connection() as held:
        held.execute(
            update(KnownPerson).where(KnownPerson.person_id == "bo").values(**values)
        )
        held.commit()
    answer = await _propose(desk, "max", '{name: "Bo", steps: [["bo"]]}')
    assert answer == "approvals.names_no_approver"
    asked = f'personId: "bo", {_days(desk, 0, 0)}'
    answer = await desk.do("alba", "delegateApprovals", asked)
    assert answer == "approvals.bad_delegation"


async def test_a_place_is_given_away_by_who_has_one_and_ended_once(
    desk: Desk, bank: int
) -> None:
    version = await _propose(desk, "max", '{name: "Alba", steps: [["alba"]]}')
    await desk.do("mia", "confirmApprovalPolicies", f"version: {version}")
    paper = desk.hand_in()
    asked = f'personId: "bo", {_days(desk, 0, 3)}'
    desk.signed_out.add("alba")
    assert await desk.do("alba", "delegateApprovals", asked) == "session_ended"
    desk.signed_out.clear()
    made = await desk.do("alba", "delegateApprovals", asked, "... on Success { id }")
    assert await desk.mine("bo") == ["PAY-1"]
    for who, is_own in (("alba", True), ("bo", False)):
        data = await desk.ask(
            who, "{ approvalDelegations { edges { node { isOwn } } } }"
        )
        edges = data["approvalDelegations"]["edges"]
        assert [edge["node"]["isOwn"] for edge in edges] == [is_own]
    with desk.connection() as held:
        # Another role is none to be acted for in.
        held.execute(
            update(HeldRole).where(HeldRole.person_id == "alba").values(role=UPLOAD)
        )
        held.commit()
    assert await desk.approve("bo", paper) == "approvals.not_your_turn"
    where = f'id: "{made["id"]}"'
    assert (await desk.do("alba", "endApprovalDelegation", where))["__typename"]
    assert await desk.do("alba", "endApprovalDelegation", where) == "not_found"
    told = "{ approvalDelegations(current: %s) { totalCount } }"
    for current, count in (("true", 0), ("false", 1)):
        data = await desk.ask("cia", told % current)
        assert data["approvalDelegations"]["totalCount"] == count
    assert bank
