"""Approving, rejecting, taking back and signing, through the product's own calls."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from giroscope.features.journals import approval_wait, tie
from giroscope.features.journals.undo import undo_blocked_by
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments import Payment
from giroscope.features.payments.approvals.queries import approved_by
from giroscope.features.payments.approvals.tables import ApprovalCase, Release
from giroscope.features.payments.checks import PaymentCheck, PaymentFlag
from giroscope.features.payments.sending import Sending
from giroscope.kernel.selection import MOST_IDS
from giroscope.kernel.tables import Job
from tests.payments.approvals.approval_desk import REALM, Desk, Paper
from tests.payments.payment_factory import pain002

pytestmark = [pytest.mark.usefixtures("bank"), pytest.mark.every_run]


async def test_somebody_else_approves_and_signs_and_the_file_is_queued_once(
    desk: Desk,
) -> None:
    paper = desk.hand_in("PAY-1", "100.00", "50.00")
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await desk.mine("alba") == ["PAY-1"]
    assert await desk.mine("uma") == []
    assert (await desk.approve("alba", paper))["id"] == paper.correlation_id
    assert desk.state(paper) == "APPROVED"
    assert await desk.mine("bo") == []
    first = await desk.sign("alba", paper)
    assert (await desk.sign("bo", paper))["id"] == first["id"]
    assert desk.state(paper) == "SENDING"
    with desk.connection() as held:
        assert held.execute(select(func.count(Release.id))).scalar_one() == 1
        sending = held.execute(select(Sending)).one()
        assert (sending.document_id, sending.sha256, sending.message_id) == (
            paper.document_id, paper.sha256, "PAY-1",
        )  # fmt: skip
        jobs = held.execute(select(Job.subject).where(Job.verb == "send"))
        assert list(jobs.scalars()) == [sending.id]
    assert desk.timeline(paper)[-3:] == [
        "approval.waiting", "approval.complete", "approval.signed",
    ]  # fmt: skip
    assert desk.trail() == ["payments.approved", "payments.signed"]
    seen = (await desk.look("bo", paper))["approval"]
    assert (seen["state"], seen["required"], seen["given"]) == ("RELEASED", 1, 1)
    assert seen["release"] == {"signedBy": "Alba Test"}


async def test_the_uploader_never_approves_signs_or_rejects(desk: Desk) -> None:
    paper = desk.hand_in(by="alba")
    for act in (desk.approve, desk.reject):
        assert await act("alba", paper) == "approvals.own_upload"
    await desk.approve("bo", paper)
    assert await desk.sign("alba", paper) == "approvals.own_upload"
    assert await desk.approve("uma", paper) == "forbidden"
    assert await desk.sign("max", paper) == "forbidden"


async def test_accounts_of_one_person_are_one_pair_of_eyes(desk: Desk) -> None:
    paper = desk.hand_in()
    desk.tie("alba", "uma")
    assert await desk.approve("alba", paper) == "approvals.tied_to_uploader"
    assert await desk.mine("alba") == []
    seen = (await desk.look("alba", paper))["approval"]
    assert {"act": "APPROVE", "code": "approvals.tied_to_uploader"} in seen["why"]
    assert not seen["canApprove"]


async def test_whoever_hands_the_same_bytes_in_again_is_an_uploader_too(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    again = desk.hand_in(by="bo")
    assert again.sha256 == paper.sha256
    assert await desk.approve("bo", paper) == "approvals.own_upload"
    assert await desk.approve("alba", paper) != "approvals.own_upload"


async def test_an_approval_is_for_the_bytes_that_were_seen(desk: Desk) -> None:
    paper = desk.hand_in()
    other = Paper(paper.correlation_id, paper.document_id, "0" * 64)
    for act in (desk.approve, desk.reject, desk.sign):
        assert await act("alba", other) == "approvals.document_changed"
    assert desk.state(paper) == "AWAITING_APPROVAL"


async def test_an_ended_session_or_a_taken_role_decides_nothing(desk: Desk) -> None:
    paper = desk.hand_in()
    desk.signed_out.add("alba")
    for act in (desk.approve, desk.reject, desk.sign):
        assert await act("alba", paper) == "session_ended"
    assert await desk.undo("alba", paper) == "session_ended"
    desk.signed_out.clear()
    desk.approvers.discard("alba")
    for act in (desk.approve, desk.reject):
        assert await act("alba", paper) == "approvals.not_approver"
    assert desk.timeline(paper)[-1] == "approval.waiting"


async def test_an_approval_is_taken_back_until_it_is_signed(desk: Desk) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    assert await desk.undo("bo", paper) == "approvals.nothing_to_undo"
    await desk.undo("alba", paper)
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert await desk.sign("bo", paper) == "approvals.incomplete"
    await desk.approve("alba", paper)
    await desk.sign("bo", paper)
    assert await desk.undo("alba", paper) == "approvals.released"
    assert await desk.reject("bo", paper) == "approvals.released"


async def test_a_rejection_has_a_reason_and_can_be_taken_back(desk: Desk) -> None:
    paper = desk.hand_in()
    assert await desk.reject("alba", paper, "  ") == "approvals.reason_needed"
    await desk.reject("alba", paper, "Wrong supplier")
    assert desk.state(paper) == "CANCELLED"
    assert await desk.approve("bo", paper) == "approvals.rejected"
    assert await desk.undo("bo", paper) == "approvals.nothing_to_undo"
    seen = (await desk.look("bo", paper))["approval"]
    assert (seen["state"], seen["reason"]) == ("REJECTED", "Wrong supplier")
    await desk.undo("alba", paper)
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert desk.trail() == ["payments.rejected", "payments.approval_undone"]


async def test_what_calls_for_a_look_is_approved_with_a_reason_and_by_itself(
    desk: Desk,
) -> None:
    paper = desk.hand_in(flags=2)
    seen = (await desk.look("alba", paper))["approval"]
    assert seen["flags"] == 2
    assert await desk.approve("alba", paper) == "approvals.reason_needed"
    bulk = await _many(desk, "alba", [paper], "all fine")
    assert bulk[0]["code"] == "approvals.reason_needed"
    await desk.approve("alba", paper, "The supplier called back")
    seen = (await desk.look("bo", paper))["approval"]
    assert seen["approvals"][0]["reason"] == "The supplier called back"
    assert "approval.complete_why" in desk.timeline(paper)


async def _many(desk: Desk, who: str, papers: list[Paper], reason: str) -> Any:
    seen = [{"correlationId": p.correlation_id, "sha256": p.sha256} for p in papers]
    data = await desk.ask(
        who,
        "mutation($seen: [SeenDocument!]!, $reason: String) {"
        " approveJournals(documents: $seen, reason: $reason) { __typename"
        " ... on BulkResults { total done results { label outcome code } } } }",
        seen=seen, reason=reason,
    )  # fmt: skip
    assert data["approveJournals"]["total"] == len(papers)
    return data["approveJournals"]["results"]


async def test_many_are_approved_at_once_each_with_its_own_result(desk: Desk) -> None:
    good, own = desk.hand_in("PAY-1"), desk.hand_in("PAY-2", "7.00", by="alba")
    stale = desk.hand_in("PAY-3", "9.00")
    wrong = Paper(stale.correlation_id, stale.document_id, "f" * 64)
    results = await _many(desk, "alba", [good, own, wrong], "")
    assert [(one["label"], one["outcome"], one["code"]) for one in results] == [
        ("PAY-1", "DONE", None),
        ("PAY-2", "NOT_ELIGIBLE", "approvals.own_upload"),
        ("PAY-3", "NOT_ELIGIBLE", "approvals.document_changed"),
    ]
    assert desk.state(good) == "APPROVED"
    question = (
        'mutation { rejectJournals(reason: "Too late", documents: [{correlationId:'
        f' "{stale.correlation_id}", sha256: "{stale.sha256}"}}])'
        " { ... on BulkResults { done } } }"
    )
    assert (await desk.ask("bo", question))["rejectJournals"]["done"] == 1
    assert desk.state(stale) == "CANCELLED"


async def test_an_approval_of_somebody_who_approves_no_longer_counts_no_more(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    desk.approvers.discard("alba")
    assert await desk.sign("bo", paper) == "approvals.incomplete"
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert desk.timeline(paper)[-1] == "approval.voided"
    await desk.approve("cia", paper)
    await desk.sign("bo", paper)
    assert desk.state(paper) == "SENDING"


async def test_a_file_with_errors_is_not_put_up_and_not_signed(desk: Desk) -> None:
    bad = desk.hand_in("PAY-1", standing="INVALID")
    assert desk.state(bad) != "AWAITING_APPROVAL"
    assert (await desk.look("alba", bad))["heldBack"]["code"] == "approvals.invalid"
    assert await desk.approve("alba", bad) == "approvals.no_case"
    good = desk.hand_in("PAY-2", "5.00")
    await desk.approve("alba", good)
    with desk.connection() as held:
        held.execute(
            PaymentCheck.__table__.update()
            .where(PaymentCheck.document_id == good.document_id)
            .values(standing="INVALID")
        )
        held.commit()
    assert await desk.sign("bo", good) == "approvals.invalid"


async def test_what_waited_too_long_ends_and_can_wait_once_more(desk: Desk) -> None:
    paper = desk.hand_in(days=60)
    await desk.approve("alba", paper)
    desk.now += timedelta(days=14)
    assert await desk.sign("bo", paper) == "approvals.expired"
    with desk.connection() as held:
        approval_wait.due(REALM, held, desk.now)
        held.commit()
    assert desk.state(paper) == "CANCELLED"
    seen = (await desk.look("uma", paper))["approval"]
    assert (seen["state"], seen["expiry"]) == ("EXPIRED", "WAITED_TOO_LONG")
    assert seen["reason"] is None, "nobody rejected it"
    assert _messages(desk) == ["approval.waited_too_long"]
    assert seen["canReopen"]
    where = f'correlationId: "{paper.correlation_id}"'
    await desk.do("uma", "reopenApproval", where)
    assert desk.state(paper) == "AWAITING_APPROVAL"
    assert (await desk.look("uma", paper))["approval"]["given"] == 0
    assert await desk.do("uma", "reopenApproval", where) == "approvals.not_reopenable"


async def test_a_passed_execution_date_ends_it_for_good(desk: Desk) -> None:
    paper = desk.hand_in(days=2)
    desk.now += timedelta(days=3)
    assert await desk.approve("alba", paper) == "approvals.expired"
    with desk.connection() as held:
        approval_wait.due(REALM, held, desk.now)
        held.commit()
    seen = (await desk.look("alba", paper))["approval"]
    assert seen["expiry"] == "EXECUTION_DATE_PASSED"
    assert _messages(desk) == ["approval.date_passed"]
    where = f'correlationId: "{paper.correlation_id}"'
    answer = await desk.do("alba", "reopenApproval", where)
    assert answer == "approvals.not_reopenable"
    assert "approvals.expired" in desk.trail()


def _messages(desk: Desk) -> list[str]:
    """What people are told about approvals."""
    with desk.connection() as held:
        rows = held.execute(select(SystemMessage.code).order_by(SystemMessage.id))
        return [code for code in rows.scalars() if code.startswith("approval.")]


async def test_a_bank_that_answers_ends_the_wait(desk: Desk) -> None:
    paper = desk.hand_in("PAY-1")
    desk.import_bytes(pain002(original="PAY-1", group="ACCP"), "s.xml", "PAYMENT")
    assert desk.state(paper) == "ACCEPTED"
    assert await desk.mine("alba") == []
    assert await desk.approve("alba", paper) == "approvals.answered"


@pytest.mark.parametrize(
    "values", [{"status": "ACCP"}, {"transaction_id": 1}], ids=["answered", "booked"]
)
async def test_until_a_bank_takes_back_what_it_said_nobody_decides(
    desk: Desk, values: dict[str, Any]
) -> None:
    paper = desk.hand_in("PAY-1")
    await desk.approve("alba", paper)
    states = []
    for change in (values, dict.fromkeys(values)):
        with desk.connection() as held:
            held.execute(update(Payment).values(**change))
            tie.refresh(held, [paper.correlation_id], desk.now)
            held.commit()
        states.append((await desk.look("bo", paper))["approval"]["state"])
    # The approval that was there stands.
    assert states == ["ANSWERED", "APPROVED"]


async def test_an_approval_taken_back_leaves_those_of_others(desk: Desk) -> None:
    paper = desk.hand_in()
    await _ask_for_two(desk)
    await desk.approve("alba", paper)
    await desk.approve("bo", paper)
    assert desk.state(paper) == "APPROVED"
    await desk.undo("alba", paper)
    assert desk.state(paper) == "AWAITING_APPROVAL"
    seen = (await desk.look("bo", paper))["approval"]
    assert [(one["person"], one["isOwn"]) for one in seen["approvals"]] == [
        ("Bo Test", True)
    ]
    seen = (await desk.look("cia", paper))["approval"]
    assert [one["isOwn"] for one in seen["approvals"]] == [False]
    async with desk.database.reading(REALM) as session:
        told = await approved_by(session, [paper.correlation_id])
    assert told == {paper.correlation_id: ["Bo Test"]}
    assert (seen["remaining"], seen["required"]) == (1, 2)


async def test_two_accounts_of_one_person_are_not_two_approvals(desk: Desk) -> None:
    paper = desk.hand_in()
    await _ask_for_two(desk)
    await desk.approve("bo", paper)
    desk.tie("alba", "bo")
    assert await desk.approve("alba", paper) == "approvals.tied_to_approver"
    assert await desk.mine("alba") == []
    await desk.approve("cia", paper)
    # They came together only afterwards, and still are one person's.
    desk.tie("cia", "bo")
    assert await desk.sign("alba", paper) == "approvals.incomplete"
    assert desk.timeline(paper)[-1] == "approval.voided"


async def _ask_for_two(desk: Desk) -> None:
    """From now on two approvals are needed, also of what waits."""
    made = await desk.do(
        "max", "proposeApprovalPolicies", 'rules: [{name: "Two", steps: [[], []]}]',
        "... on Success { id }",
    )  # fmt: skip
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")


async def test_what_waits_is_ended_at_the_moment_that_was_told_and_not_before(
    desk: Desk,
) -> None:
    paper, today = desk.hand_in(days=60), desk.hand_in("PAY-2", "5.00", days=0)
    with desk.connection() as held:
        approval_wait.due(REALM, held, desk.now)
        held.commit()
        times = held.execute(
            select(ApprovalCase.expires).order_by(ApprovalCase.id)
        ).scalars()
        expires = times.first()
    assert expires is not None
    # What is to be executed today can be approved all day.
    assert desk.state(today) == "AWAITING_APPROVAL"
    for at, state in (
        (expires - timedelta(microseconds=1), "AWAITING_APPROVAL"),
        (expires, "CANCELLED"),
    ):
        with desk.connection() as held:
            approval_wait.due(REALM, held, at)
            held.commit()
        assert desk.state(paper) == state
    assert desk.timeline(paper)[-1] == "approval.expired"


@pytest.mark.parametrize(
    ("code", "severity", "flags"),
    [
        ("payee_account_changed", "WARNING", 1),
        ("payee_account_changed", "ERROR", 1),
        ("payee_account_changed", "NOTE", 0),
        # It matters to the bank, not to whether the payee is right.
        ("address_unstructured", "WARNING", 0),
    ],
)
async def test_only_what_may_be_the_wrong_payee_calls_for_a_reason(
    desk: Desk, code: str, severity: str, flags: int
) -> None:
    paper = desk.hand_in()
    with desk.connection() as held:
        held.execute(
            insert(PaymentFlag).values(
                document_id=paper.document_id, position=1, severity=severity, code=code
            )
        )
        held.commit()
    assert (await desk.look("alba", paper))["approval"]["flags"] == flags
    answer = await desk.approve("alba", paper)
    assert (answer == "approvals.reason_needed") == bool(flags)


async def test_what_to_look_at_first_is_that_of_the_document(desk: Desk) -> None:
    one = desk.hand_in("PAY-1", "100.00", "50.00", flags=2)
    other = desk.hand_in("PAY-2", "7.00", flags=1)
    question = (
        '{ journal(correlationId: "%s") { approval { warnings {'
        " position creditor amount { amount currency } code } } } }"
    )
    for paper, amounts in ((one, ["100.00", "50.00"]), (other, ["7.00"])):
        data = await desk.ask("alba", question % paper.correlation_id)
        assert data["journal"]["approval"]["warnings"] == [
            {
                "position": place, "creditor": "Fjordblik Ejendomme A/S",
                "amount": {"amount": amount, "currency": "DKK"},
                "code": "payee_account_changed",
            }
            for place, amount in enumerate(amounts, 1)
        ]  # fmt: skip


async def test_as_many_are_decided_at_once_as_are_promised_and_no_more(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    others = [Paper(f"none-{number}", 0, "0" * 64) for number in range(MOST_IDS)]
    question = (
        "mutation($seen: [SeenDocument!]!) { approveJournals(documents: $seen) {"
        " __typename ... on Problem { path } } }"
    )
    for papers, told in (
        ([paper, *others[1:]], {"__typename": "BulkResults"}),
        ([paper, *others], {"__typename": "Problem", "path": "documents"}),
    ):
        seen = [{"correlationId": p.correlation_id, "sha256": p.sha256} for p in papers]
        data = await desk.ask("alba", question, seen=seen)
        assert data["approveJournals"] == told


async def test_what_was_signed_is_not_undone(desk: Desk) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    with desk.connection() as held:
        assert undo_blocked_by(held, paper.document_id) == []
    await desk.sign("alba", paper)
    with desk.connection() as held:
        blocks = undo_blocked_by(held, paper.document_id)
    assert blocks == ["its payments were signed for sending"]


async def test_signing_over_http_tells_the_release(desk: Desk) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    asked = {"correlationId": paper.correlation_id, "sha256": paper.sha256}
    async with desk.client("bo") as client:
        for wrong in ({}, {"correlationId": 1}, [], asked | {"sha256": ""}):
            refused = await client.post("/api/sign", json=wrong)
            assert refused.status_code == 400, wrong
        other = await client.post("/api/sign", json=asked | {"sha256": "0" * 64})
        assert (other.status_code, other.json()["code"]) == (
            409, "approvals.document_changed",
        )  # fmt: skip
        told = (await client.post("/api/sign", json=asked)).json()
        again = (await client.post("/api/sign", json=asked)).json()
    assert told == again
    assert (told["sha256"], told["signedBy"]) == (paper.sha256, "Bo Test")
    async with desk.client("uma") as client:
        assert (await client.post("/api/sign", json=asked)).status_code == 403


async def test_a_repeated_refresh_begins_to_wait_once(desk: Desk) -> None:
    paper = desk.hand_in()
    with desk.connection() as held:
        for _ in range(3):
            tie.refresh(held, [paper.correlation_id], desk.now)
        count = held.execute(select(func.count(ApprovalCase.id))).scalar_one()
        held.rollback()
    assert count == 1
    assert desk.timeline(paper).count("approval.waiting") == 1
