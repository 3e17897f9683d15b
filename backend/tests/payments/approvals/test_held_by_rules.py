"""Payments that rules hold back or put under more approvals, on their way out."""

from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.rules import Subject, label_actions
from giroscope.features.rules.tables import RuleHold
from tests.payments.approvals.approval_desk import Desk, Paper
from tests.rules.rule_factory import DIA, REALM, RuleDesk, asks, body

pytestmark = pytest.mark.usefixtures("bank")
_OBSTACLE = "liftObstacle { code }"
_HELD = (
    "needsAttention nextStep { step acts values { name value } }"
    " holds { rule version said { blocks { conditions { field } } } }"
)
_ATTENTION = (
    "{ journalTabs { name count }"
    " journals(filter: {attention: true}) { edges { node { correlationId } } } }"
)
GREAT = asks("AMOUNT", "AT_LEAST", "1000", currency="DKK")


@pytest.fixture
def rule_desk(desk: Desk) -> RuleDesk:
    """The rules of the same realm."""
    return RuleDesk(desk.database, desk.now)


async def _rule(rule_desk: RuleDesk, **action: Any) -> int:
    says = body(GREAT, actions=[action])
    return await rule_desk.active("Great sums", says, Subject.PAYMENT)


async def _lift(desk: Desk, who: str, paper: Paper, reason: str = "Known") -> Any:
    seen = f'correlationId: "{paper.correlation_id}", reason: "{reason}"'
    return await desk.do(who, "liftRuleHolds", seen, "... on Success { id }")


async def _obstacle(desk: Desk, who: str, paper: Paper) -> Any:
    asked = f'{{ journal(correlationId: "{paper.correlation_id}") {{ {_OBSTACLE} }} }}'
    return (await desk.ask(who, asked))["journal"]["liftObstacle"]


async def _journal(desk: Desk, paper: Paper) -> Any:
    asked = f'{{ journal(correlationId: "{paper.correlation_id}") {{ {_HELD} }} }}'
    return (await desk.ask("uma", asked))["journal"]


async def _attention(desk: Desk) -> tuple[int, list[str]]:
    """The figure of the dashboard's tile, and the list that it leads to."""
    found = await desk.ask("uma", _ATTENTION)
    count = next(t["count"] for t in found["journalTabs"] if t["name"] == "attention")
    nodes = [edge["node"] for edge in found["journals"]["edges"]]
    return count, [node["correlationId"] for node in nodes]


async def test_what_a_rule_holds_is_not_put_up_until_somebody_lets_it_go(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    await _rule(rule_desk, kind="HOLD")
    paper, other = desk.hand_in("PAY-1", "5000.00"), desk.hand_in("PAY-2", "5.00")
    assert (desk.state(paper), desk.state(other)) == (
        "VALIDATED", "AWAITING_APPROVAL",
    )  # fmt: skip
    seen = await desk.look("alba", paper)
    assert seen["heldBack"] == {"code": "approvals.held_by_rule"}
    assert "rule.held" in desk.timeline(paper)
    assert await _lift(desk, "uma", paper) == "forbidden"
    assert await _lift(desk, "alba", paper, "") == "sending.reason_needed"
    assert (await _lift(desk, "alba", paper))["id"] == paper.correlation_id
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await _lift(desk, "alba", paper) == "rules.no_hold"
    assert "rule.lifted" in desk.timeline(paper)
    assert desk.trail()[-1] == "payments.lift"


async def test_whoever_handed_it_in_does_not_let_it_go(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    await _rule(rule_desk, kind="HOLD")
    paper = desk.hand_in("PAY-1", "5000.00", by="alba")
    assert await _lift(desk, "alba", paper) == "rules.own_payments"
    desk.tie("bo", "alba")
    assert await _lift(desk, "bo", paper) == "rules.own_payments"
    assert await _obstacle(desk, "bo", paper) == {"code": "rules.own_payments"}
    assert await _obstacle(desk, "uma", paper) == {"code": "rules.not_approver"}
    assert await _obstacle(desk, "cia", paper) is None
    assert (await _lift(desk, "cia", paper))["id"] == paper.correlation_id


async def test_whoever_lets_it_go_is_not_its_second_person(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    waiting = desk.hand_in("PAY-0", "4000.00")
    await desk.approve("alba", waiting)
    made = await _rule(rule_desk, kind="HOLD")
    await rule_desk.apply(made)
    paper = desk.hand_in("PAY-1", "5000.00")
    for one in (waiting, paper):
        assert (await _lift(desk, "alba", one))["id"] == one.correlation_id
        assert await desk.approve("alba", one) == "approvals.behind_file"
    assert await desk.sign("alba", waiting) == "approvals.behind_file"
    assert await desk.sign("bo", waiting) == "approvals.incomplete", "it counted before"
    await desk.approve("bo", waiting)
    assert (await desk.sign("cia", waiting))["id"]


async def test_a_held_journal_needs_attention_and_says_what_holds_it_and_why(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    await _rule(rule_desk, kind="HOLD")
    paper, _ = desk.hand_in("PAY-1", "5000.00"), desk.hand_in("PAY-2", "5.00")
    journal = await _journal(desk, paper)
    assert journal["needsAttention"]
    assert journal["nextStep"] == {
        "step": "HELD_BY_RULE", "acts": ["LIFT_HOLDS", "OPEN_PAYMENTS"],
        "values": [{"name": "count", "value": "1"}, {"name": "of", "value": "1"}],
    }  # fmt: skip
    (hold,) = journal["holds"]
    assert (hold["rule"], hold["version"]) == ("Great sums", 1)
    assert hold["said"]["blocks"][0]["conditions"] == [{"field": "AMOUNT"}]
    assert await _attention(desk) == (1, [paper.correlation_id])
    held = await desk.ask(
        "uma", "{ payments(filter: {isHeld: true}) { edges { node {"
        " correlationId holds { rule } } } } }",
    )  # fmt: skip
    assert [edge["node"] for edge in held["payments"]["edges"]] == [
        {"correlationId": paper.correlation_id, "holds": [{"rule": "Great sums"}]}
    ]
    await _lift(desk, "cia", paper)
    journal = await _journal(desk, paper)
    assert (journal["needsAttention"], journal["holds"]) == (False, [])
    assert journal["nextStep"]["step"] == "APPROVE"
    assert await _attention(desk) == (0, [])


async def test_marked_payments_say_which_rule_marked_them_and_are_found_by_it(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        label = await label_actions.make(session, DIA, "Look twice", desk.now)
    await _rule(rule_desk, kind="LABEL", labelId=label)
    paper, _ = desk.hand_in("PAY-1", "5000.00"), desk.hand_in("PAY-2", "5.00")
    found = await desk.ask(
        "uma", f'{{ payments(filter: {{labelIds: ["{label}"]}}) {{ edges {{ node {{'
        " correlationId marks { label rule version } } } } }",
    )  # fmt: skip
    assert [edge["node"] for edge in found["payments"]["edges"]] == [
        {
            "correlationId": paper.correlation_id,
            "marks": [{"label": "Look twice", "rule": "Great sums", "version": 1}],
        }
    ]
    assert "rule.marked" in desk.timeline(paper)
    assert (await _journal(desk, paper))["needsAttention"] is False


async def test_what_waits_is_held_and_not_signed_when_a_rule_is_applied_later(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    paper, gone = desk.hand_in("PAY-1", "5000.00"), desk.hand_in("PAY-2", "6000.00")
    for one in (paper, gone):
        await desk.approve("alba", one)
    await desk.sign("bo", gone)
    made = await _rule(rule_desk, kind="HOLD")
    foreseen, _ = await rule_desk.apply(made)
    assert foreseen["new"] == 2
    assert await desk.sign("bo", paper) == "approvals.held_by_rule"
    assert not (await desk.look("bo", paper))["approval"]["canSign"]
    with desk.connection() as held:
        rows = held.execute(select(RuleHold.document_id)).scalars().all()
    assert rows == [paper.document_id], "what was signed is held back no more"
    assert (await _journal(desk, paper))["needsAttention"]
    await _lift(desk, "cia", paper)
    assert (await desk.sign("bo", paper))["id"]


async def test_a_rule_asks_for_more_approvals_of_what_comes_and_of_what_waits(
    desk: Desk, rule_desk: RuleDesk
) -> None:
    waiting = desk.hand_in("PAY-1", "5000.00")
    made = await _rule(rule_desk, kind="APPROVAL", approvals=2)
    paper = desk.hand_in("PAY-2", "7000.00")
    await rule_desk.apply(made)
    for one in (waiting, paper):
        seen = (await desk.look("alba", one))["approval"]
        assert seen["required"] == 2
        assert [rule["name"] for rule in seen["rules"]] == ["Great sums"]
        await desk.approve("alba", one)
        assert desk.state(one) == "AWAITING_APPROVAL"
        await desk.approve("bo", one)
        assert desk.state(one) == "APPROVED"
    with desk.connection() as held:
        verbs = held.execute(select(AuditEvent.verb)).scalars().all()
    assert {"rules.put", "rules.apply", "rules.preview"} <= set(verbs)
