"""Asking payments back through the product's own calls: who may, and which ones."""

from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.documents import Vault
from giroscope.features.journals.recall import recaller
from giroscope.features.payments import Payment
from giroscope.features.payments.sending import Sending
from giroscope.kernel.jobs import JobRun
from tests.payments.approvals.approval_desk import REALM, Desk, Paper

pytestmark = pytest.mark.usefixtures("bank")
MADE = "... on Success { id }"


async def _sent(desk: Desk, message: str = "PAY-1") -> Paper:
    """A file of two payments that the bank has."""
    paper = desk.hand_in(message, "100.00", "50.00")
    await desk.approve("alba", paper)
    await desk.sign("bo", paper)
    with desk.connection() as held:
        held.execute(update(Sending).values(state="SENT", sent=desk.now))
        held.commit()
    return paper


async def _ask(desk: Desk, paper: Paper, more: str = "") -> Any:
    asked = f'correlationId: "{paper.correlation_id}", reason: DUPL, note: "Twice."'
    answer = await desk.do("uma", "askRecall", asked + more, MADE)
    return answer if isinstance(answer, str) else answer["id"]


async def test_who_approves_no_longer_decides_nothing_about_a_request(
    desk: Desk,
) -> None:
    recall = await _ask(desk, await _sent(desk))
    desk.approvers.discard("cia")
    for act in (
        f'confirmRecall(id: "{recall}")',
        f'declineRecall(id: "{recall}", reason: "Owed.")',
    ):
        name, _, arguments = act.partition("(")
        answer = await desk.do("cia", name, arguments.removesuffix(")"))
        assert answer == "approvals.not_approver"
    done = await desk.do("bo", "confirmRecall", f'id: "{recall}"', MADE)
    assert done["id"] == recall


async def test_whose_session_is_over_neither_asks_nor_decides(desk: Desk) -> None:
    paper = await _sent(desk)
    recall = await _ask(desk, paper)
    desk.signed_out |= {"uma", "bo"}
    assert await _ask(desk, paper) == "session_ended"
    for who, act in (("uma", "withdrawRecall"), ("bo", "confirmRecall")):
        assert await desk.do(who, act, f'id: "{recall}"') == "session_ended"


async def test_only_payments_of_the_journal_that_were_seen_are_asked_back(
    desk: Desk,
) -> None:
    paper, other = await _sent(desk), await _sent(desk, "PAY-2")
    with desk.connection() as held:
        named = held.execute(
            select(Payment.id)
            .where(Payment.document_id == other.document_id)
            .order_by(Payment.position)
        ).scalars()
        foreign = named.first()
    more = f', selection: {{ids: ["{foreign}"]}}'
    assert await _ask(desk, paper, more) == "recalls.nothing_to_recall"
    matching = f'matching: {{correlationId: "{paper.correlation_id}"}}'
    for count, is_taken in ((1, False), (3, False), (2, True)):
        more = f", selection: {{{matching}, expectedCount: {count}}}"
        answer = await _ask(desk, paper, more)
        assert (answer != "selection_changed") is is_taken


OBSTACLES = """recalls { state sending { id kind state }
  obstacles { act code } answered answers { answer count } }"""


async def _look(desk: Desk, who: str, paper: Paper) -> Any:
    asked = f'{{ journal(correlationId: "{paper.correlation_id}") {{ {OBSTACLES} }} }}'
    (recall,) = (await desk.ask(who, asked))["journal"]["recalls"]
    return recall


async def test_what_stands_in_the_way_of_deciding_about_a_request_is_said(
    desk: Desk,
) -> None:
    paper = await _sent(desk)
    asked = f'correlationId: "{paper.correlation_id}", reason: DUPL, note: "Twice."'
    await desk.do("alba", "askRecall", asked)
    desk.tie("bo", "alba")
    both = ("CONFIRM", "DECLINE")
    for who, codes in {
        "alba": dict.fromkeys(both, "recalls.second_person"),
        "bo": dict.fromkeys(both, "recalls.second_person")
        | {"WITHDRAW": "recalls.not_asker"},
        "cia": {"WITHDRAW": "recalls.not_asker"},
        "uma": dict.fromkeys(both, "forbidden") | {"WITHDRAW": "recalls.not_asker"},
        "max": dict.fromkeys((*both, "WITHDRAW"), "forbidden"),
    }.items():
        found = (await _look(desk, who, paper))["obstacles"]
        assert {one["act"]: one["code"] for one in found} == codes, who


async def test_a_request_on_its_way_is_stopped_and_the_payments_are_not(
    desk: Desk, vault: Vault
) -> None:
    paper = await _sent(desk)
    recall = await _ask(desk, paper)
    await desk.do("cia", "confirmRecall", f'id: "{recall}"')
    recaller(vault, lambda: desk.now)(JobRun(desk.database, REALM, 1, int(recall)))
    seen = await _look(desk, "cia", paper)
    sending = seen["sending"]
    assert (sending["kind"], sending["state"]) == ("RECALL", "WAITING")
    assert (seen["answered"], seen["answers"]) == (None, [{"answer": None, "count": 2}])
    where = f'correlationId: "{paper.correlation_id}", reason: "Not needed."'
    # Without a name the payment file is meant, which the bank has.
    assert await desk.do("cia", "cancelSending", where) == "sending.too_late"
    named = f'{where}, sendingId: "{sending["id"]}"'
    assert not isinstance(await desk.do("cia", "cancelSending", named), str)
    with desk.connection() as held:
        rows = held.execute(select(Sending.kind, Sending.state).order_by(Sending.id))
        assert [tuple(row) for row in rows] == [
            ("pain.001", "SENT"), ("camt.055", "CANCELLED"),
        ]  # fmt: skip
    assert desk.timeline(paper)[-1] == "recall.cancelled"
