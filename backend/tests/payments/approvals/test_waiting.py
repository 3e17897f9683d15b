"""When a payment document begins to wait, and which rules hold for it."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.journals import approval_wait
from giroscope.features.payments import Payment, approvals
from giroscope.features.payments.approvals import Asked, Happened, errors
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.payments.sending import Sending
from giroscope.kernel.access import APPROVER, Actor
from tests.payments.approvals.approval_desk import REALM, Desk, Paper
from tests.payments.payment_factory import DEBTOR, Order, pain001

OTHER_ACCOUNT = "DK1930003330157765"


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
        approval_wait.due(REALM, held, desk.now)
        held.commit()
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await desk.mine("alba") == ["PAY-1"]


async def test_what_calls_for_a_look_is_not_wrong(desk: Desk) -> None:
    paper = desk.hand_in(standing="WARNINGS")
    assert desk.state(paper) == "VALIDATED"
    wrong = desk.hand_in("PAY-2", "5.00", standing="INVALID")
    assert desk.state(wrong) == "INVALID"


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
        approval_wait.due(REALM, held, desk.now)
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


def _move(desk: Desk, bank: int) -> int:
    """Another bank serves the account from now on; tells its connection."""
    with desk.connection() as held:
        held.execute(
            update(BankConnection)
            .where(BankConnection.id == bank)
            .values(state="REVOKED")
        )
        held.commit()
    return desk.connect_bank("Sundbanken")


async def test_an_account_that_moved_leaves_by_its_new_bank(
    desk: Desk, bank: int
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    moved = _move(desk, bank)
    assert (await desk.sign("bo", paper))["id"]
    with desk.connection() as held:
        assert held.execute(select(Sending.connection_id)).scalar_one() == moved
    seen = (await desk.look("bo", paper))["approval"]
    assert seen["connection"] == "Sundbanken"


async def test_a_new_bank_whose_rules_ask_for_more_gets_nothing_before(
    desk: Desk, bank: int
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    moved = _move(desk, bank)
    rule = f'{{name: "Sund", connections: ["{moved}"], steps: [["bo"], []]}}'
    await _put_in_force(desk, rule)
    assert await desk.sign("bo", paper) == "approvals.incomplete"
    await desk.approve("bo", paper)
    assert (await desk.sign("bo", paper))["id"]


async def test_what_changed_between_the_last_look_and_the_signing_does_not_leave(
    desk: Desk, bank: int
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    bo = Actor("bo", REALM, "bo", "Bo", frozenset({APPROVER}))
    asked = Asked(paper.correlation_id, paper.sha256)

    async def sign(approvers: set[str]) -> None:
        async def follow(_: Happened) -> None:
            """Nothing is told here."""

        async with desk.database.writing(REALM) as session:
            await approvals.sign(
                session, bo, asked, desk.now, message_id="PAY-1",
                approvers=approvers, follow=follow,
            )  # fmt: skip

    with pytest.raises(errors.ApproverGone):
        await sign({"bo", "cia"})
    with pytest.raises(errors.NotApprover):
        await sign({"alba", "cia"})
    _move(desk, bank)
    with pytest.raises(errors.Incomplete):
        await sign({"alba", "bo", "cia"})
    assert desk.state(paper) == "APPROVED"


async def test_a_file_whose_accounts_no_one_bank_serves_waits_for_nobody(
    desk: Desk, bank: int
) -> None:
    orders = {name: [Order(f"E-{name}", "10.00")] for name in ("B1", "B2")}
    data = pain001(orders, message="PAY-1")
    head, own, tail = data.rpartition(f"<IBAN>{DEBTOR}".encode())
    other = own.replace(DEBTOR.encode(), OTHER_ACCOUNT.encode())
    data = (head + other + tail).replace(
        b"2026-03-02", f"{desk.now + timedelta(days=5):%Y-%m-%d}".encode()
    )
    upload = desk.import_bytes(data, "two.xml", "PAYMENT")
    paper = Paper(upload.correlation_id, upload.document_id, "")

    async def held_back() -> Any:
        return (await desk.look("alba", paper))["heldBack"]

    assert await held_back() == {"code": "approvals.no_connection"}
    desk.connect_bank("Sundbanken", OTHER_ACCOUNT)
    assert await held_back() == {"code": "approvals.several_connections"}
    with desk.connection() as held:
        held.execute(
            update(ServedAccount)
            .where(ServedAccount.number == OTHER_ACCOUNT)
            .values(connection_id=bank)
        )
        approval_wait.due(REALM, held, desk.now)
        held.commit()
    assert await held_back() is None
    assert desk.state(paper) == "AWAITING_APPROVAL"


@pytest.mark.usefixtures("bank")
async def test_what_was_released_for_a_payee_makes_it_known(desk: Desk) -> None:
    await _put_in_force(desk, '{name: "New payee", newPayee: true, steps: [["bo"]]}')
    first = desk.hand_in("PAY-1")
    await desk.approve("bo", first)
    second = desk.hand_in("PAY-2", "3.00")
    seen = (await desk.look("alba", second))["approval"]
    assert [rule["name"] for rule in seen["rules"]] == ["New payee"]
    await desk.sign("alba", first)
    third = desk.hand_in("PAY-3", "4.00")
    seen = (await desk.look("alba", third))["approval"]
    assert [rule["name"] for rule in seen["rules"]] == [None]


@pytest.mark.usefixtures("bank")
async def test_every_rule_that_applies_has_to_be_met(desk: Desk) -> None:
    await _put_in_force(
        desk, '{name: "Bo", steps: [["bo"]]}, {name: "Cia", steps: [["cia"]]}'
    )
    paper = desk.hand_in()
    await desk.approve("bo", paper)
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await desk.sign("alba", paper) == "approvals.incomplete"
    await desk.approve("cia", paper)
    assert desk.state(paper) == "APPROVED"


@pytest.mark.parametrize(
    "paid", [{"status": "ACSC"}, {"status": None, "transaction_id": 1}]
)
async def test_a_payee_is_new_until_something_was_paid_to_it(
    desk: Desk, bank: int, paid: dict[str, Any]
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
        held.execute(update(Payment).values(**paid))
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
