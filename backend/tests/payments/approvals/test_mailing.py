"""Approvers are mailed what waits for them, once, in their language, with a link."""

import asyncio
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from approval_desk import REALM, Desk
from sqlalchemy import select

from giroscope.features.payments.approvals.letters import Reader, Waiting, letter
from giroscope.features.payments.approvals.mailing import due, mail_job
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail, MailNotSent, mailer_of
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

BANK = pytest.mark.usefixtures("bank")


@dataclass
class Post:
    """Keeps mails, unless a test says that the server is down or refuses."""

    mails: list[Mail] = field(default_factory=list)
    is_down: bool = False
    refuses: str = ""

    def send(self, realm: str, mail: Mail) -> None:
        assert realm == REALM
        if self.is_down:
            raise Unavailable
        if mail.to == self.refuses:
            raise MailNotSent
        self.mails.append(mail)

    def taken(self) -> list[str]:
        """To whom mails went since somebody asked."""
        found = sorted(mail.to for mail in self.mails)
        self.mails.clear()
        return found


async def _run(desk: Desk, settings: Settings, post: Post) -> None:
    work = mail_job(settings, lambda: desk.now, post)
    job = JobRun(desk.database, REALM, 1, 0)
    await asyncio.to_thread(work, job)


@BANK
async def test_everybody_who_can_act_is_told_once(
    desk: Desk, settings: Settings
) -> None:
    post = Post()
    paper = desk.hand_in("PAY-1", "1234.50", by="cia")
    desk.hand_in("PAY-2", "9.00")
    await _run(desk, settings, post)
    (to_bo,) = [mail for mail in post.mails if mail.to == "bo@example.com"]
    assert to_bo.subject == "Betalinger afventer din godkendelse"
    assert "PAY-1.xml: 1.234,50 DKK" in to_bo.text
    assert f"/journals/{paper.correlation_id}" in to_bo.text
    assert "/?view=mine" in to_bo.text
    (to_cia,) = [mail for mail in post.mails if mail.to == "cia@example.com"]
    assert "PAY-2.xml: 9.00 DKK" in to_cia.text
    assert "PAY-1.xml" not in to_cia.text
    assert len(post.taken()) == 3
    await _run(desk, settings, post)
    assert post.taken() == []


@BANK
async def test_whoever_is_next_is_told_when_it_is_their_turn(
    desk: Desk, settings: Settings
) -> None:
    post = Post()
    rule = '{name: "Order", inOrder: true, steps: [["bo"], ["cia"]]}'
    made = await desk.do(
        "max", "proposeApprovalPolicies", f"rules: [{rule}]", "... on Success { id }"
    )
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")
    paper = desk.hand_in()
    await _run(desk, settings, post)
    assert post.taken() == ["bo@example.com"]
    await desk.approve("bo", paper)
    await _run(desk, settings, post)
    assert post.taken() == ["cia@example.com"]
    await desk.approve("cia", paper)
    await _run(desk, settings, post)
    assert post.taken() == []


@BANK
async def test_one_address_that_is_refused_keeps_nobody_else_waiting(
    desk: Desk, settings: Settings
) -> None:
    post = Post(refuses="alba@example.com")
    desk.hand_in()
    await _run(desk, settings, post)
    assert post.taken() == ["bo@example.com", "cia@example.com"]


@BANK
async def test_a_silent_mail_server_is_asked_again_later(
    desk: Desk, settings: Settings
) -> None:
    post = Post(is_down=True)
    desk.hand_in()
    with pytest.raises(Unavailable):
        await _run(desk, settings, post)
    with desk.connection() as held:
        held.execute(Job.__table__.delete())
        due(REALM, held, desk.now)
        verbs = list(held.execute(select(Job.verb)).scalars())
        due(REALM, held, desk.now)
        assert (
            verbs == ["approval_mail"] == list(held.execute(select(Job.verb)).scalars())
        )
        held.commit()
    post.is_down = False
    await _run(desk, settings, post)
    assert len(post.taken()) == 3
    with desk.connection() as held:
        assert held.execute(select(ApprovalCase.is_told)).scalar_one()


@BANK
async def test_where_no_mail_can_be_sent_nothing_waits_for_it(
    desk: Desk, settings: Settings
) -> None:
    changed = settings.model_copy(update={"identity_url": "http://127.0.0.1:9"})
    assert mailer_of(changed) is None
    desk.hand_in()
    work = mail_job(changed, lambda: desk.now)
    await asyncio.to_thread(work, JobRun(desk.database, REALM, 1, 0))
    with desk.connection() as held:
        assert held.execute(select(ApprovalCase.is_told)).scalar_one()


def test_a_letter_says_amounts_dates_and_for_whom() -> None:
    waiting = Waiting(
        "pay.xml", (("DKK", Decimal("1234567.5")), ("EUR", Decimal("0.12345"))),
        date(2026, 3, 2), "https://x/journals/1", "Alba",
    )  # fmt: skip
    reader: Any = Reader("Bo", "bo@example.com", None)
    text = letter(reader, [waiting], "Acme", "https://x/?view=mine").text
    assert (
        "- pay.xml: 1,234,567.50 DKK, 0.12345 EUR, to be executed on 2026-03-02,"
        " for Alba\n  https://x/journals/1\n"
    ) in text
