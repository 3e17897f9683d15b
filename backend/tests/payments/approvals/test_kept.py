"""What is kept of each act of approvers, whole: rows, and the audit trail."""

import json
from datetime import date, timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.journals import approval_wait
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    ApprovalDelegation,
    ApprovalPolicyVersion,
    Release,
)
from giroscope.features.payments.sending import Sending
from giroscope.kernel.clock import day_of
from tests.payments.approvals.approval_desk import REALM, Desk, Paper

pytestmark = pytest.mark.usefixtures("bank")


def _rows(desk: Desk, table: Any, *but: str) -> list[dict[str, Any]]:
    """The rows of a table, without these columns and what is empty."""
    with desk.connection() as held:
        found = held.execute(select(table).order_by(table.id)).all()
    return [
        {
            name: value
            for name, value in row._asdict().items()
            if name not in but and value is not None
        }
        for row in found
    ]


def _trail(desk: Desk) -> list[tuple[str, str, Any, Any]]:
    """Verb, actor, and the values before and after."""
    with desk.connection() as held:
        rows = held.execute(
            select(AuditEvent)
            .where(AuditEvent.verb.like("payments.%"))
            .order_by(AuditEvent.id)
        ).all()
    return [
        (one.verb, one.actor_id, json.loads(one.was or "{}"),
         json.loads(one.now or "{}"))
        for one in rows
    ]  # fmt: skip


def _case(desk: Desk) -> dict[str, Any]:
    (case,) = _rows(desk, ApprovalCase, "id", "opened", "expires", "told", "is_told")
    return case


def _about(paper: Paper, desk: Desk, bank: int) -> dict[str, Any]:
    """What never changes of a case."""
    return {
        "correlation_id": paper.correlation_id, "document_id": paper.document_id,
        "sha256": paper.sha256, "connection_id": bank,
        "connection_name": "Fjordbanken", "rules": _case(desk)["rules"],
        "execution_date": (desk.now + timedelta(days=5)).date(),
    }  # fmt: skip


async def test_an_approval_taken_back_given_anew_and_signed(
    desk: Desk, bank: int
) -> None:
    paper = desk.hand_in(flags=1)
    about = _about(paper, desk, bank)
    assert _case(desk) == about | {"state": "OPEN"}
    first = desk.now
    await desk.approve("alba", paper, "Called")
    desk.now += timedelta(minutes=1)
    undone = desk.now
    await desk.undo("alba", paper)
    desk.now += timedelta(minutes=1)
    await desk.approve("bo", paper, "Known")
    approval = {"case_id": 1, "sha256": paper.sha256}
    assert _rows(desk, Approval, "id") == [
        approval | {"person_id": "alba", "person_name": "Alba Test", "at": first,
                    "reason": "Called", "undone": undone},
        approval | {"person_id": "bo", "person_name": "Bo Test", "at": desk.now,
                    "reason": "Known"},
    ]  # fmt: skip
    desk.now += timedelta(minutes=1)
    release = await desk.sign("cia", paper)
    assert _case(desk) == about | {"state": "RELEASED", "decided": desk.now}
    (sending,) = _rows(desk, Sending)
    assert _rows(desk, Release) == [
        {
            "id": int(release["id"]), "correlation_id": paper.correlation_id,
            "document_id": paper.document_id, "sha256": paper.sha256,
            "connection_id": bank, "signed": desk.now, "signed_by": "cia",
            "signed_by_name": "Cia Test", "sending_id": sending["id"], "seal": ANY,
        }
    ]  # fmt: skip
    assert (sending["sha256"], sending["connection_id"], sending["asked"]) == (
        paper.sha256, bank, desk.now,
    )  # fmt: skip
    seen = _paid(desk)
    given = {"sha256": paper.sha256, "forPerson": None, "policyVersion": None, **seen}
    assert _trail(desk) == [
        (
            "payments.approved", "alba", {"state": "OPEN"},
            given | {"state": "APPROVED", "reason": "Called"},
        ),
        (
            "payments.approval_undone", "alba", {"state": "APPROVED"},
            {"state": "OPEN", "sha256": paper.sha256},
        ),
        (
            "payments.approved", "bo", {"state": "OPEN"},
            given | {"state": "APPROVED", "reason": "Known"},
        ),
        (
            "payments.signed", "cia", {"state": "APPROVED"},
            {"state": "RELEASED", "sha256": paper.sha256,
             "release": int(release["id"]), "connection": "Fjordbanken",
             "approvedBy": ["Bo Test"], **seen},
        ),
    ]  # fmt: skip


def _paid(desk: Desk) -> dict[str, Any]:
    """Who is paid by a document of one payment, as the trail keeps it."""
    day = f"{desk.now + timedelta(days=5):%Y-%m-%d}"
    payee = "Fjordblik Ejendomme A/S, DK1930003330157765, 100.00 DKK"
    return {
        "totals": ["100.00 DKK"], "payments": 1, "payees": 1, "newAccounts": 1,
        "changedAccounts": 0, "debited": ["DK5050010099887766"],
        "largest": [f"{payee}, {day}, NEW"],
    }  # fmt: skip


async def test_a_rejection_and_its_being_taken_back(desk: Desk, bank: int) -> None:
    paper = desk.hand_in()
    about = _about(paper, desk, bank)
    await desk.reject("alba", paper, " Wrong ")
    assert _case(desk) == about | {
        "state": "REJECTED", "decided": desk.now, "decided_by": "alba",
        "decided_by_name": "Alba Test", "reason": "Wrong",
    }  # fmt: skip
    await desk.undo("alba", paper)
    assert _case(desk) == about | {"state": "OPEN"}
    assert _trail(desk) == [
        (
            "payments.rejected", "alba", {"state": "OPEN"},
            {"state": "REJECTED", "sha256": paper.sha256, "reason": "Wrong"},
        ),
        (
            "payments.approval_undone", "alba", {"state": "REJECTED"},
            {"state": "OPEN", "sha256": paper.sha256},
        ),
    ]  # fmt: skip


async def test_an_expiry_and_a_second_wait(desk: Desk, bank: int) -> None:
    paper = desk.hand_in(days=60)
    about = _about(paper, desk, bank) | {
        "execution_date": (desk.now + timedelta(days=60)).date()
    }
    await desk.approve("alba", paper)
    desk.now += timedelta(days=15)
    with desk.connection() as held:
        approval_wait.due(REALM, held, desk.now)
        held.commit()
    assert _case(desk) == about | {
        "state": "EXPIRED", "decided": desk.now, "reason": "WAITED_TOO_LONG",
    }  # fmt: skip
    where = f'correlationId: "{paper.correlation_id}"'
    await desk.do("uma", "reopenApproval", where)
    assert _case(desk) == about | {"state": "OPEN"}
    (row,) = _rows(desk, ApprovalCase)
    assert (row["opened"], row["expires"], row["told"], row["is_told"]) == (
        desk.now, desk.now + timedelta(days=14), [], False,
    )  # fmt: skip
    (void,) = _rows(desk, Approval)
    assert void["undone"] == desk.now
    assert _trail(desk)[-1] == (
        "payments.approval_reopened", "uma", {"state": "EXPIRED"},
        {"state": "OPEN", "sha256": paper.sha256},
    )  # fmt: skip


async def test_an_approval_in_the_place_of_another(desk: Desk, bank: int) -> None:
    made = await desk.do(
        "max", "proposeApprovalPolicies",
        'rules: [{name: "Alba", steps: [["alba"]]}], note: "Summer"',
        "... on Success { id }",
    )  # fmt: skip
    proposed = desk.now
    desk.now += timedelta(minutes=1)
    paper = desk.hand_in()
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")
    (version,) = _rows(desk, ApprovalPolicyVersion, "rules")
    assert version == {
        "id": int(made["id"]), "state": "ACTIVE", "note": "Summer",
        "proposed": proposed, "proposed_by": "max", "proposed_by_name": "Max Test",
        "decided": desk.now, "decided_by": "mia", "decided_by_name": "Mia Test",
    }  # fmt: skip
    first: date = day_of(desk.now)
    days = f'fromDay: "{first}", toDay: "{first + timedelta(days=2)}"'
    await desk.do("alba", "delegateApprovals", f'personId: "bo", {days}')
    assert _rows(desk, ApprovalDelegation, "id") == [
        {
            "from_id": "alba", "from_name": "Alba Test", "to_id": "bo",
            "to_name": "Bo Test", "from_day": first,
            "to_day": first + timedelta(days=2), "created": desk.now,
        }
    ]  # fmt: skip
    await desk.approve("bo", paper)
    (approval,) = _rows(desk, Approval)
    assert (approval["person_id"], approval["for_id"], approval["for_name"]) == (
        "bo", "alba", "Alba Test",
    )  # fmt: skip
    case = _case(desk)
    assert (case["policy_version"], case["state"]) == (int(made["id"]), "APPROVED")
    verbs = [(verb, actor, now) for verb, actor, _, now in _trail(desk)]
    assert verbs == [
        ("payments.policies_proposed", "max", {"rules": ["Alba"], "note": "Summer"}),
        ("payments.policies_confirmed", "mia", {"rules": ["Alba"], "waiting": 1}),
        (
            "payments.delegated", "alba",
            {"from": f"{first}", "to": f"{first + timedelta(days=2)}"},
        ),
        (
            "payments.approved", "bo",
            {"state": "APPROVED", "sha256": paper.sha256, "reason": None,
             "forPerson": "Alba Test", "policyVersion": int(made["id"]),
             **_paid(desk)},
        ),
    ]  # fmt: skip
    assert bank
