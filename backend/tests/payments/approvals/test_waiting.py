"""When a payment document begins to wait, and which rules hold for it."""

import pytest
from approval_desk import REALM, Desk
from payment_factory import DEBTOR
from sqlalchemy import select, update

from giroscope.features.banks import BankConnection
from giroscope.features.journals import awaiting
from giroscope.features.payments import Payment
from giroscope.features.payments.approvals.tables import ApprovalCase


async def test_without_a_connection_nobody_is_asked_until_there_is_one(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    assert desk.state(paper) == "VALIDATED"
    held_back = (await desk.look("alba", paper))["heldBack"]
    assert held_back["code"] == "approvals.no_connection"
    assert await desk.mine("alba") == []
    desk.connect_bank()
    with desk.connection() as held:
        awaiting.due(REALM, held, desk.now)
        held.commit()
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await desk.mine("alba") == ["PAY-1"]


async def test_a_connection_that_cannot_send_opens_nothing(desk: Desk) -> None:
    made = desk.connect_bank()
    with desk.connection() as held:
        held.execute(
            update(BankConnection)
            .where(BankConnection.id == made)
            .values(state="EXPIRED")
        )
        held.commit()
    paper = desk.hand_in()
    assert desk.state(paper) == "VALIDATED"
    with desk.connection() as held:
        awaiting.due(REALM, held, desk.now)
        held.commit()
    assert desk.state(paper) == "VALIDATED"


@pytest.mark.usefixtures("bank")
async def test_a_signed_file_whose_connection_closed_is_not_released(
    desk: Desk, bank: int
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    with desk.connection() as held:
        held.execute(
            update(BankConnection)
            .where(BankConnection.id == bank)
            .values(state="REVOKED")
        )
        held.commit()
    assert await desk.sign("bo", paper) == "approvals.no_connection"
    assert desk.state(paper) == "APPROVED"


async def test_a_payee_is_new_until_something_was_paid_to_it(
    desk: Desk, bank: int
) -> None:
    rules = [
        '{name: "New payee", newPayee: true, steps: [[], []]}',
        (
            f'{{name: "Bank", connections: ["{bank}"], accounts: ["{DEBTOR}"],'
            " steps: [[]]}"
        ),
    ]
    await _put_in_force(desk, ", ".join(rules))
    first = desk.hand_in("PAY-1")
    seen = (await desk.look("alba", first))["approval"]
    assert [rule["name"] for rule in seen["rules"]] == ["New payee", "Bank"]
    assert seen["required"] == 2
    with desk.connection() as held:
        held.execute(update(Payment).values(status="ACSC"))
        held.commit()
    second = desk.hand_in("PAY-2", "3.00")
    seen = (await desk.look("alba", second))["approval"]
    assert [rule["name"] for rule in seen["rules"]] == ["Bank"]


async def _put_in_force(desk: Desk, rules: str) -> None:
    made = await desk.do(
        "max", "proposeApprovalPolicies", f"rules: [{rules}]", "... on Success { id }"
    )
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")


@pytest.mark.usefixtures("bank")
async def test_rules_in_order_ask_one_after_the_other(desk: Desk) -> None:
    await _put_in_force(
        desk,
        '{name: "Large", amountFrom: "1000", currency: "DKK", inOrder: true,'
        ' steps: [["bo"], ["alba", "cia"]]}',
    )
    small, large = desk.hand_in("PAY-1", "999.99"), desk.hand_in("PAY-2", "1000.00")
    assert (await desk.look("alba", small))["approval"]["required"] == 1
    assert await desk.approve("alba", large) == "approvals.not_your_turn"
    assert await desk.mine("alba") == ["PAY-1"]
    assert await desk.mine("bo") == ["PAY-2", "PAY-1"]
    await desk.approve("bo", large)
    assert desk.state(large) == "AWAITING_APPROVAL"
    assert await desk.mine("alba") == ["PAY-2", "PAY-1"]
    await desk.approve("cia", large)
    assert desk.state(large) == "APPROVED"
    steps = (await desk.look("alba", large))["approval"]["rules"][0]["steps"]
    assert [step["givenBy"] for step in steps] == ["Bo Test", "Cia Test"]


@pytest.mark.usefixtures("bank")
async def test_a_new_version_holds_for_what_waits_already(desk: Desk) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    assert desk.state(paper) == "APPROVED"
    await _put_in_force(desk, '{name: "Two", steps: [[], []]}')
    assert desk.state(paper) == "AWAITING_APPROVAL"
    with desk.connection() as held:
        version = held.execute(select(ApprovalCase.policy_version)).scalar_one()
    assert version is not None
    await desk.approve("bo", paper)
    assert desk.state(paper) == "APPROVED"
    await _put_in_force(desk, '{name: "Cia", steps: [["cia"]]}')
    assert desk.state(paper) == "AWAITING_APPROVAL"
