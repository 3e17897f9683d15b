"""Whoever approves sees who is paid: in the graph, the mail and the trail alike."""

import json
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.documents import Document
from giroscope.features.payments import Payment
from giroscope.features.payments.checks import PaymentFlag
from giroscope.features.payments.tables import StatusReport
from giroscope.settings import Settings
from tests.payments.approvals.approval_desk import Desk, Paper
from tests.payments.approvals.test_emails import Post, run_mail

pytestmark = pytest.mark.usefixtures("bank")

FACTS = """facts { payments payees newAccounts changedAccounts firstDate lastDate
  totals { currency amount count }
  debited { number owner totals { currency amount count } }
  largest(first: %d) { position name account amount { amount currency }
    executionDate mark } }"""
KNOWN, OWN = "DK1930003330157765", "DK5050010099887766"


async def _facts(desk: Desk, paper: Paper, first: int = 20) -> Any:
    question = (
        f'{{ journal(correlationId: "{paper.correlation_id}")'
        f" {{ approval {{ {FACTS % first} rules {{ name changedPayee steps"
        " { persons } } } } }"
    )
    return (await desk.ask("alba", question))["journal"]["approval"]


def _change(desk: Desk, paper: Paper, position: int, **values: Any) -> None:
    with desk.connection() as held:
        held.execute(
            update(Payment)
            .where(
                Payment.document_id == paper.document_id, Payment.position == position
            )
            .values(**values)
        )
        held.commit()


def _flag(desk: Desk, paper: Paper, position: int, code: str) -> None:
    with desk.connection() as held:
        held.execute(
            insert(PaymentFlag).values(
                document_id=paper.document_id, position=position, severity="WARNING",
                code=code,
            )
        )  # fmt: skip
        held.commit()


async def test_the_largest_payments_are_listed_with_payee_account_amount_and_day(
    desk: Desk,
) -> None:
    paper = desk.hand_in("PAY-1", "5.00", "900719925474.99", "70.00", "30.25")
    _change(desk, paper, 3, currency="EUR", creditor_name="Hafen GmbH",
            creditor_account="DE89370400440532013000")  # fmt: skip
    facts = (await _facts(desk, paper, 2))["facts"]
    assert (facts["payments"], facts["payees"]) == (4, 2)
    totals = [
        {"currency": "DKK", "amount": "900719925510.24", "count": 3},
        {"currency": "EUR", "amount": "70.00", "count": 1},
    ]
    assert facts["totals"] == totals
    assert facts["debited"] == [
        {"number": OWN, "owner": "Giro Handel A/S", "totals": totals}
    ]
    day = facts["firstDate"]
    assert facts["lastDate"] == day
    # The largest of every currency stand before the second of any.
    assert [(one["position"], one["amount"]) for one in facts["largest"]] == [
        (2, {"amount": "900719925474.99", "currency": "DKK"}),
        (3, {"amount": "70.00", "currency": "EUR"}),
    ]
    first = facts["largest"][0]
    assert (first["name"], first["account"], first["executionDate"]) == (
        "Fjordblik Ejendomme A/S", KNOWN, day,
    )  # fmt: skip


async def test_new_and_changed_accounts_are_marked_and_a_small_changed_one_is_listed(
    desk: Desk,
) -> None:
    before = desk.hand_in("PAY-0", "1.00")
    _change(desk, before, 1, status="ACSC")
    paper = desk.hand_in("PAY-1", "9.00", "8.00", "7.00", "6.00", "1.00")
    for position, account in ((2, "DK01"), (4, "DK02"), (5, "DK03")):
        _change(desk, paper, position, creditor_account=account)
    _flag(desk, paper, 5, "payee_account_new")
    _flag(desk, paper, 3, "payee_account_changed")
    facts = (await _facts(desk, paper, 3))["facts"]
    assert (facts["newAccounts"], facts["changedAccounts"]) == (2, 1)
    assert [(one["position"], one["mark"]) for one in facts["largest"]] == [
        (1, None), (2, "NEW"), (3, "OTHER"), (5, "CHANGED"),
    ]  # fmt: skip


async def test_an_account_is_new_for_all_that_somebody_uploaded_about_it(
    desk: Desk,
) -> None:
    before, paper = desk.hand_in("PAY-0", "1.00"), desk.hand_in("PAY-1", "9.00")
    with desk.connection() as held:
        held.execute(
            insert(StatusReport).values(
                id=7, document_id=before.document_id, level="FILE", status="ACSC",
                correlation_id=before.correlation_id, reasons=[],
            )
        )  # fmt: skip
        held.commit()
    _change(desk, before, 1, status="ACSC", status_report_id=7)
    assert (await _facts(desk, paper, 1))["facts"]["newAccounts"] == 0
    with desk.connection() as held:
        held.execute(update(Document).values(source="UPLOAD"))
        held.commit()
    facts = (await _facts(desk, paper, 1))["facts"]
    assert (facts["newAccounts"], facts["largest"][0]["mark"]) == (1, "NEW")


async def test_at_most_fifty_are_listed(desk: Desk) -> None:
    paper = desk.hand_in()
    for first in (0, 51):
        async with desk.client("alba") as client:
            question = f'{{ journal(correlationId: "{paper.correlation_id}")'
            question += f" {{ approval {{ {FACTS % first} }} }} }}"
            told = await client.post("/api/data/graphql", json={"query": question})
        assert told.json()["errors"][0]["message"] == "1 to 50 payments are listed"


async def test_a_changed_account_takes_two_approvers_unless_the_rules_say_else(
    desk: Desk,
) -> None:
    paper = desk.hand_in("PAY-1", "5.00")
    _flag(desk, paper, 1, "payee_account_new")
    rule = '{name: "Large", amountFrom: "1", steps: [[]]}'
    await _put_in_force(desk, rule)
    approval = await _facts(desk, paper)
    assert [(one["name"], one["changedPayee"], len(one["steps"]))
            for one in approval["rules"]] == [
        ("Large", False, 1), (None, True, 2),
    ]  # fmt: skip
    await desk.approve("alba", paper, "Called them")
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await desk.sign("bo", paper) == "approvals.incomplete"
    await desk.approve("bo", paper, "Called them, too")
    assert desk.state(paper) == "APPROVED"
    other = '{name: "Changed", changedPayee: true, steps: [["cia"]]}'
    await _put_in_force(desk, other)
    approval = await _facts(desk, paper)
    assert [(one["name"], len(one["steps"])) for one in approval["rules"]] == [
        ("Changed", 1)
    ]


async def _put_in_force(desk: Desk, rules: str) -> None:
    made = await desk.do(
        "max", "proposeApprovalPolicies", f"rules: [{rules}]", "... on Success { id }"
    )
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")


async def test_the_mail_names_payees_accounts_amounts_days_and_what_is_changed(
    desk: Desk, settings: Settings
) -> None:
    paper = desk.hand_in("PAY-1", *(f"{amount}.00" for amount in range(100, 107)))
    _change(desk, paper, 1, creditor_name="Bo\nKloak\u202e ApS")
    _flag(desk, paper, 1, "payee_account_new")
    post = Post()
    await run_mail(desk, settings, post)
    (text,) = [mail.text for mail in post.mails if mail.to == "cia@example.com"]
    day = (await _facts(desk, paper))["facts"]["firstDate"]
    assert "PAY-1.xml: 721.00 DKK" in text
    assert (
        "7 payments, 1 beneficiary account, 1 new beneficiary account,"
        " 1 CHANGED beneficiary account" in text
    )
    assert f"Paid from Giro Handel A/S, {OWN}" in text
    largest = (
        f"Fjordblik Ejendomme A/S, {KNOWN}, 106.00 DKK, {day} [new beneficiary account]"
    )
    assert largest in text
    # The smallest of seven, which would not be named if its account were not changed.
    changed = (
        f"    Bo Kloak ApS, {KNOWN}, 100.00 DKK, {day} [CHANGED beneficiary account]\n"
    )
    assert changed in text
    assert "102.00" in text
    assert "101.00" not in text
    assert "and 1 more payment" in text
    (danish,) = [mail.text for mail in post.mails if mail.to == "bo@example.com"]
    assert "106,00 DKK" in danish
    assert "[ÆNDRET modtagerkonto]" in danish


async def test_the_trail_keeps_who_was_paid_beside_approval_and_signature(
    desk: Desk,
) -> None:
    paper = desk.hand_in("PAY-1", "5.00", "4.00")
    # Nobody keeps a file from being approved by what they call themselves.
    _change(desk, paper, 2, creditor_name="Bearer of news ApS Bearer 123456789")
    await desk.approve("alba", paper)
    await desk.sign("bo", paper)
    with desk.connection() as held:
        rows = held.execute(
            select(AuditEvent.verb, AuditEvent.now).where(
                AuditEvent.verb.in_(("payments.approved", "payments.signed"))
            )
        ).all()
    assert [row.verb for row in rows] == ["payments.approved", "payments.signed"]
    for row in rows:
        kept = json.loads(row.now)
        assert (kept["payments"], kept["payees"], kept["totals"]) == (
            2, 1, ["9.00 DKK"],
        )  # fmt: skip
        assert kept["debited"] == [OWN]
        assert f"Fjordblik Ejendomme A/S, {KNOWN}, 5.00 DKK" in kept["largest"][0]
        assert kept["largest"][1] == "…"
