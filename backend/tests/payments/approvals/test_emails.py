"""Approvers are mailed what waits for them, once, in their language, with a link."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, update

from giroscope.features.payments.approvals.emails import due, mail_job
from giroscope.features.payments.approvals.letters import Reader, Waiting, letter
from giroscope.features.payments.approvals.payees import PayeeFacts, Sum
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.payments.deadline import Deadline
from giroscope.features.users.tables import ONLY_ROW, DirectorySync
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail, MailNotSent, mailer_of
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from tests.payments.approvals.approval_desk import REALM, Desk

BANK = pytest.mark.usefixtures("bank")
_IS_MAIL = Job.verb == "approval_mail"


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


async def run_mail(desk: Desk, settings: Settings, post: Post) -> None:
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
    await run_mail(desk, settings, post)
    (to_bo,) = [mail for mail in post.mails if mail.to == "bo@example.com"]
    assert to_bo.subject == "Betalinger afventer din godkendelse"
    assert "PAY-1.xml: 1.234,50 DKK" in to_bo.text
    assert f"/journals/{paper.correlation_id}" in to_bo.text
    assert "/?view=mine" in to_bo.text
    (to_cia,) = [mail for mail in post.mails if mail.to == "cia@example.com"]
    assert "PAY-2.xml: 9.00 DKK" in to_cia.text
    assert "PAY-1.xml" not in to_cia.text
    assert len(post.taken()) == 3
    await run_mail(desk, settings, post)
    assert post.taken() == []


def _opened(desk: Desk) -> datetime:
    """When the latest document began to wait."""
    with desk.connection() as held:
        return held.execute(
            select(ApprovalCase.opened).order_by(ApprovalCase.id.desc()).limit(1)
        ).scalar_one()


def _turns(desk: Desk, first: int, last: int) -> int:
    """How many jobs the schedule asks for, so many minutes after the latest came."""
    since = _opened(desk)
    with desk.connection() as held:
        before = held.execute(select(func.count(Job.id))).scalar_one()
        for minute in range(first, last + 1):
            due(REALM, held, since + timedelta(minutes=minute))
        held.commit()
        return held.execute(select(func.count(Job.id))).scalar_one() - before


def _open_at(desk: Desk, message: str, minute: int) -> None:
    """Have a document wait since that minute."""
    desk.hand_in(message)
    with desk.connection() as held:
        held.execute(
            update(ApprovalCase)
            .where(
                ApprovalCase.id == select(func.max(ApprovalCase.id)).scalar_subquery()
            )
            .values(opened=desk.now + timedelta(minutes=minute))
        )
        held.commit()


@BANK
async def test_what_is_handed_in_one_after_another_is_told_in_one_mail(
    desk: Desk, settings: Settings
) -> None:
    post = Post()
    for minute in range(3):
        _open_at(desk, f"PAY-{minute}", minute)
        assert _turns(desk, 0, 1) == 0
    assert _turns(desk, 2, 2) == 1
    await run_mail(desk, settings, post)
    assert len(post.mails) == 3
    assert all(mail.text.count("/journals/") == 3 for mail in post.mails)
    with desk.connection() as held:
        held.execute(update(Job).values(state="SUCCEEDED"))
        held.commit()
    assert _turns(desk, 3, 30) == 0


@BANK
async def test_nobody_counts_as_told_before_the_provider_has_said_who_approves(
    desk: Desk,
) -> None:
    with desk.connection() as held:
        held.execute(delete(DirectorySync))
        held.commit()
    desk.hand_in()
    assert _turns(desk, 2, 30) == 0
    with desk.connection() as held:
        known = {"id": ONLY_ROW, "fetched": desk.now, "is_complete": True}
        held.execute(insert(DirectorySync).values(**known))
        held.commit()
    assert _turns(desk, 31, 31) == 1


@BANK
async def test_nobody_waits_longer_however_much_goes_on_coming(desk: Desk) -> None:
    for minute in range(10):
        _open_at(desk, f"PAY-{minute}", minute)
    assert _turns(desk, 0, 0) == 0
    assert _turns(desk, 1, 1) == 1


@BANK
async def test_what_several_approve_is_told_the_next_ones_together(
    desk: Desk, settings: Settings
) -> None:
    rule = '{name: "Order", inOrder: true, steps: [["bo"], ["cia"]]}'
    made = await desk.do(
        "max", "proposeApprovalPolicies", f"rules: [{rule}]", "... on Success { id }"
    )
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")
    papers = [desk.hand_in(f"PAY-{number}") for number in range(3)]
    post = Post()
    await run_mail(desk, settings, post)
    assert post.taken() == ["bo@example.com"]
    for minute, paper in enumerate(papers):
        desk.now += timedelta(minutes=minute)
        await desk.approve("bo", paper)
        with desk.connection() as held:
            due(REALM, held, desk.now + timedelta(minutes=1))
            assert held.execute(select(Job.id).where(_IS_MAIL)).first() is None
    with desk.connection() as held:
        due(REALM, held, desk.now + timedelta(minutes=2))
        assert held.execute(select(Job.id).where(_IS_MAIL)).first() is not None
    await run_mail(desk, settings, post)
    assert post.taken() == ["cia@example.com"]


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
    await run_mail(desk, settings, post)
    assert post.taken() == ["bo@example.com"]
    await desk.approve("bo", paper)
    await run_mail(desk, settings, post)
    assert post.taken() == ["cia@example.com"]
    await desk.approve("cia", paper)
    await run_mail(desk, settings, post)
    assert post.taken() == []


@BANK
async def test_what_is_put_up_again_is_told_again(
    desk: Desk, settings: Settings
) -> None:
    post = Post()
    paper = desk.hand_in(days=60)
    await run_mail(desk, settings, post)
    assert len(post.taken()) == 3
    desk.now += timedelta(days=15)
    where = f'correlationId: "{paper.correlation_id}"'
    await desk.do("uma", "reopenApproval", where)
    await run_mail(desk, settings, post)
    assert len(post.taken()) == 3


@BANK
async def test_who_acts_for_another_is_told_for_whom(
    desk: Desk, settings: Settings
) -> None:
    rule = '{name: "Alba", steps: [["alba"]]}'
    made = await desk.do(
        "max", "proposeApprovalPolicies", f"rules: [{rule}]", "... on Success { id }"
    )
    await desk.do("mia", "confirmApprovalPolicies", f"version: {made['id']}")
    day = f"{day_of(desk.now):%Y-%m-%d}"
    days = f'fromDay: "{day}", toDay: "{day}"'
    await desk.do("alba", "delegateApprovals", f'personId: "bo", {days}')
    desk.hand_in()
    post = Post()
    await run_mail(desk, settings, post)
    texts = {mail.to: mail.text for mail in post.mails}
    assert set(texts) == {"alba@example.com", "bo@example.com"}
    assert ", for Alba Test\n" in texts["bo@example.com"]
    assert "for Alba" not in texts["alba@example.com"]


@BANK
async def test_one_address_that_is_refused_keeps_nobody_else_waiting(
    desk: Desk, settings: Settings
) -> None:
    post = Post(refuses="alba@example.com")
    desk.hand_in()
    await run_mail(desk, settings, post)
    assert post.taken() == ["bo@example.com", "cia@example.com"]


@BANK
async def test_a_silent_mail_server_is_asked_again_later(
    desk: Desk, settings: Settings
) -> None:
    post = Post(is_down=True)
    desk.hand_in()
    with pytest.raises(Unavailable):
        await run_mail(desk, settings, post)
    assert _turns(desk, 2, 3) == 1
    with desk.connection() as held:
        held.execute(update(Job).values(state="FAILED", finished=_opened(desk)))
        held.commit()
    assert _turns(desk, 3, 9) == 0
    assert _turns(desk, 10, 10) == 1
    post.is_down = False
    await run_mail(desk, settings, post)
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


def test_a_letter_says_amounts_dates_cut_off_and_for_whom() -> None:
    sums = [Sum("DKK", Decimal("1234567.5"), 3), Sum("EUR", Decimal("0.12345"), 1)]
    facts = PayeeFacts(payments=4, payees=2, totals=sums)
    at = datetime(2026, 3, 2, 13, 30, tzinfo=UTC)
    day = date(2026, 3, 2)
    waiting = Waiting(
        "pay.xml", facts, (), Deadline(at, day, day, 1), day, "https://x/journals/1",
        "Alba",
    )  # fmt: skip
    reader: Any = Reader("Bo", "bo@example.com", None)
    text = letter(reader, [waiting], "Acme", "https://x/?view=mine").text
    assert (
        "- pay.xml: 1,234,567.50 DKK, 0.12345 EUR, to be executed on 2026-03-02,"
        " for Alba\n  4 payments, 2 beneficiary accounts\n"
        "  Cut-off 2026-03-02 14:30, by the bank's clock in Copenhagen\n"
        "    and 4 more payments\n  https://x/journals/1\n"
    ) in text
    danish: Any = Reader("Bo", "bo@example.com", "da")
    text = letter(danish, [waiting], "Acme", "https://x/?view=mine").text
    assert "1.234.567,50 DKK, 0,12345 EUR, udføres 02.03.2026, for Alba\n" in text
    assert "Frist 02.03.2026 14:30 efter bankens ur i København\n" in text
