"""Tasks and messages by mail: who, when, in which words, and once."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from mail_sink import Mailbox, running_mailbox
from sqlalchemy import delete, func, select, update

from giroscope.features.messages import tell
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.tasks import emails
from giroscope.features.tasks.tables import MailMark, MessageMail
from giroscope.features.users.tables import HeldRole, KnownPerson
from giroscope.kernel.banking_days import calendars_of, next_open
from giroscope.kernel.clock import COPENHAGEN, day_of
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail, MailNotSent, SmtpMailer
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from localization import Message
from tests.payments.approvals.approval_desk import REALM, Desk
from tests.payments.approvals.test_emails import Post

CHOOSE = """mutation ($choices: [MailChoiceInput!]!) { chooseMails(choices: $choices) {
  __typename ... on Problem { code path } } }"""
PREFERENCES = "{ mailPreferences { isMailed choices { topic level frequency } } }"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with running_mailbox() as made:
        yield made


@pytest.fixture
def post(desk: Desk, bank: int) -> Post:
    """It is half past seven in the morning of a banking day."""
    del bank
    _next_day(desk)
    return Post()


def _next_day(desk: Desk) -> None:
    """The morning of the next day that banks are open."""
    day = next_open(day_of(desk.now) + timedelta(days=1), calendars_of("DK", "DKK"))
    desk.now = datetime.combine(day, time(7, 30), COPENHAGEN).astimezone(UTC)


async def _run(desk: Desk, settings: Settings, post: Any) -> None:
    work = emails.mail_job(settings, lambda: desk.now, post)
    await asyncio.to_thread(work, JobRun(desk.database, REALM, 1, 0))


def _say(desk: Desk, level: str, code: str, **of: str) -> int:
    """A message of an hour ago."""
    with desk.connection() as held:
        made = tell(held, level, Message(code, name="fil.xml", reason="x", entries=1),
                    **of)  # fmt: skip
        held.execute(
            update(SystemMessage)
            .where(SystemMessage.id == made)
            .values(created=desk.now - timedelta(hours=1))
        )
        held.commit()
    return made


async def _choose(desk: Desk, who: str, topic: str, level: str, frequency: str) -> Any:
    choice = {"topic": topic, "level": level, "frequency": frequency}
    return (await desk.ask(who, CHOOSE, choices=[choice]))["chooseMails"]


def _is_due(desk: Desk, settings: Settings, now: datetime) -> bool:
    """Whether the schedule asks for the job at that instant."""
    mailed = settings.model_copy(update={"smtp_host": "127.0.0.1"})
    with desk.connection() as held:
        emails.due(mailed)(REALM, held, now)
        asked = held.execute(
            select(func.count(Job.id)).where(Job.verb == "message-mail")
        )
        found = int(asked.scalar_one())
        held.rollback()
    return found > 0


async def _first_day(desk: Desk, settings: Settings, post: Post) -> None:
    """A day on which nothing waited; from then on there is news."""
    await _run(desk, settings, post)
    _next_day(desk)
    assert post.taken() == []


async def test_a_mail_a_day_tells_tasks_and_errors_in_the_readers_language(
    desk: Desk, settings: Settings, post: Post, mailbox: Mailbox
) -> None:
    await _first_day(desk, settings, post)
    desk.hand_in("PAY-1", "1234.50")
    for _ in range(2):
        _say(desk, "ERROR", "import.refused", batch_id="b1")
    _say(desk, "WARNING", "alarm.statement_missing")
    changes = {
        "smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_security": "none",
        "smtp_sender": "giroscope@example.com",
    }  # fmt: skip
    server = SmtpMailer(settings.model_copy(update=changes))
    await _run(desk, settings, server)
    (to_bo,) = mailbox.of("bo@example.com")
    assert to_bo.subject.endswith("dagens opgaver og meddelelser")
    assert "Betalinger at godkende: 1" in to_bo.text
    assert "/?view=mine" in to_bo.text
    assert "Fejl: " in to_bo.text
    assert "(\u00d72)" in to_bo.text
    assert "Advarsel" not in to_bo.text
    assert "1234" not in to_bo.text.replace(".", "")
    (to_uma,) = mailbox.of("uma@example.com")
    assert "to approve" not in to_uma.text
    assert "Error: fil.xml was refused" in to_uma.text
    await _run(desk, settings, server)
    assert len(mailbox.of("bo@example.com")) == 1


async def test_no_mail_says_nothing_new(
    desk: Desk, settings: Settings, post: Post
) -> None:
    await _first_day(desk, settings, post)
    desk.hand_in()
    await _run(desk, settings, post)
    everybody = ["alba@example.com", "bo@example.com", "cia@example.com"]
    assert post.taken() == everybody
    # What waits still is not told again; what came besides is.
    _next_day(desk)
    await _run(desk, settings, post)
    assert post.taken() == []
    desk.hand_in("PAY-2")
    _next_day(desk)
    await _run(desk, settings, post)
    assert post.taken() == everybody
    resolved = _say(desk, "ERROR", "import.refused")
    noted = _say(desk, "ERROR", "import.refused")
    await desk.do("alba", "resolveMessage", f'id: "{resolved}"')
    selection = {"ids": [str(noted)]}
    await desk.ask(
        "alba",
        "mutation ($s: MessageSelection!) { acknowledgeMessages(selection: $s)"
        " { __typename } }",
        s=selection,
    )
    _next_day(desk)
    await _run(desk, settings, post)
    assert "alba@example.com" not in post.taken()


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-02T05:59:00Z", None),
        ("2026-11-02T06:00:00Z", "2026-11-02"),
        # By summer time an hour sooner; just before midnight it is still that day.
        ("2026-06-01T04:59:00Z", None),
        ("2026-06-01T05:00:00Z", "2026-06-01"),
        ("2026-06-01T21:59:00Z", "2026-06-01"),
        ("2026-06-01T22:00:00Z", None),
        # The days on which the clock is changed are Sundays, and the days after.
        ("2026-10-25T12:00:00Z", None),
        ("2026-10-26T06:00:00Z", "2026-10-26"),
        ("2026-03-30T05:00:00Z", "2026-03-30"),
        ("2026-12-25T12:00:00Z", None),
    ],
)
def test_it_is_time_from_seven_in_copenhagen_on_days_that_banks_are_open(
    now: str, day: str | None
) -> None:
    found = emails._day_due(datetime.fromisoformat(now))
    assert (found and found.isoformat()) == day


async def test_the_schedule_asks_once_a_day_and_where_mail_can_be_sent(
    desk: Desk, settings: Settings, post: Post
) -> None:
    assert not _is_due(desk, settings, desk.now - timedelta(hours=1))
    assert _is_due(desk, settings, desk.now)
    await _run(desk, settings, post)
    assert not _is_due(desk, settings, desk.now + timedelta(hours=3))
    _next_day(desk)
    assert _is_due(desk, settings, desk.now)


async def test_nobody_is_mailed_who_may_not_be(
    desk: Desk, settings: Settings, post: Post
) -> None:
    await _first_day(desk, settings, post)
    desk.hand_in()
    with desk.connection() as held:
        person = KnownPerson.person_id
        held.execute(update(KnownPerson).where(person == "alba").values(email=""))
        held.execute(update(KnownPerson).where(person == "bo").values(state="DISABLED"))
        held.execute(delete(HeldRole).where(HeldRole.person_id == "cia"))
        held.commit()
    _say(desk, "ERROR", "import.refused")
    await _run(desk, settings, post)
    assert post.taken() == ["max@example.com", "mia@example.com", "uma@example.com"]


async def test_what_was_written_for_a_role_is_not_handed_over_without_it(
    desk: Desk, settings: Settings, post: Post
) -> None:
    await _first_day(desk, settings, post)
    desk.hand_in()
    post.is_down = True
    with pytest.raises(Unavailable):
        await _run(desk, settings, post)
    with desk.connection() as held:
        held.execute(
            update(HeldRole)
            .where(HeldRole.person_id == "bo")
            .values(role="giroscope-upload")
        )
        held.commit()
    post.is_down = False
    desk.now += timedelta(minutes=11)
    await _run(desk, settings, post)
    assert post.taken() == ["alba@example.com", "cia@example.com"]


async def test_a_choice_holds_for_oneself_and_at_once_is_soon_and_not_too_often(
    desk: Desk, settings: Settings, post: Post
) -> None:
    told = (await desk.ask("uma", PREFERENCES))["mailPreferences"]
    assert told["isMailed"]
    daily = [one for one in told["choices"] if one["frequency"] == "DAILY"]
    assert {one["level"] for one in daily if one["topic"] != "TASKS"} == {"ERROR"}
    assert len(told["choices"]) == 19
    await _first_day(desk, settings, post)
    chosen = await _choose(desk, "uma", "FILES", "ERROR", "AT_ONCE")
    assert chosen["__typename"] == "Success"
    chosen = await _choose(desk, "uma", "TASKS", "INFO", "NEVER")
    for level, frequency in (("INFO", "AT_ONCE"), ("ERROR", "DAILY")):
        refused = await _choose(desk, "uma", "TASKS", level, frequency)
        assert refused["path"] == "choices"
    await _run(desk, settings, post)
    assert not _is_due(desk, settings, desk.now)
    _say(desk, "ERROR", "import.refused")
    _say(desk, "WARNING", "import.done_with_warnings")
    assert _is_due(desk, settings, desk.now)
    await _run(desk, settings, post)
    assert post.taken() == ["uma@example.com"]
    assert not _is_due(desk, settings, desk.now)
    _say(desk, "ERROR", "import.refused")
    desk.now += timedelta(minutes=3)
    await _run(desk, settings, post)
    assert post.taken() == []
    desk.now += timedelta(minutes=8)
    await _run(desk, settings, post)
    assert post.taken() == ["uma@example.com"]
    # Whoever may not be mailed is not looked for every minute.
    with desk.connection() as held:
        held.execute(update(KnownPerson).values(state="DISABLED"))
        held.commit()
    _say(desk, "ERROR", "import.refused")
    desk.now += timedelta(minutes=20)
    await _run(desk, settings, post)
    assert post.taken() == []
    assert not _is_due(desk, settings, desk.now)


class _Killed(BaseException):
    """The worker is gone."""


async def test_killed_at_any_line_every_mail_is_written_once_and_none_forgotten(
    desk: Desk, settings: Settings, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _first_day(desk, settings, post)
    desk.hand_in()
    _say(desk, "ERROR", "import.refused")
    named: list[tuple[str, str]] = []
    send = post.send

    def kept(realm: str, mail: Mail) -> None:
        named.append((mail.to, mail.name))
        send(realm, mail)

    monkeypatch.setattr(post, "send", kept)
    left = 0
    for name in ("_write_day", "_write", "_write_soon", "_hand_over", "_end"):
        whole = getattr(emails._Post, name)

        async def cut(self: Any, *given: Any, whole: Any = whole) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise _Killed
            await whole(self, *given)

        monkeypatch.setattr(emails._Post, name, cut)
    for attempt in range(1, 40):
        left = attempt
        desk.now += timedelta(minutes=11)
        try:
            await _run(desk, settings, post)
        except _Killed:
            # What comes meanwhile is no second mail to those who have theirs.
            _say(desk, "ERROR", "import.refused")
            continue
        break
    else:
        pytest.fail("it never came to its end")
    # Handed over again it has the same name, by which the reader's server knows it.
    assert len({to for to, _ in named}) == len(set(named)) == 6
    with desk.connection() as held:
        rows = held.execute(select(MessageMail.ended, MessageMail.text)).all()
        marks = held.execute(select(func.count(MailMark.person_id))).scalar_one()
    assert len(rows) == marks == 6
    assert all(row.ended and not row.text for row in rows)


async def test_an_address_that_is_refused_holds_nobody_up(
    desk: Desk, settings: Settings, post: Post
) -> None:
    await _first_day(desk, settings, post)
    desk.hand_in()
    post.refuses = "alba@example.com"
    await _run(desk, settings, post)
    assert post.taken() == ["bo@example.com", "cia@example.com"]
    with pytest.raises(MailNotSent):
        post.send(REALM, Mail(post.refuses, "", ""))
    await _run(desk, settings, post)
    assert post.taken() == []
