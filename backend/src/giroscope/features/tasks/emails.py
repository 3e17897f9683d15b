"""The job that mails people their tasks and messages: once a day, or soon after.

A mail is written in one transaction with the note of how far its reader was told, and
handed over afterwards: a job that is killed at any line writes none twice and forgets
none. One that was on its way then is handed over again under the same name, by which
its reader's mail server knows it.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

import structlog
from sqlalchemy import (
    ColumnElement,
    Connection,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.summary import UNCOUNTED
from giroscope.features.messages.tables import MessageRead, SystemMessage
from giroscope.features.tasks.choices import (
    TASKS,
    Choices,
    MailFrequency,
    MailLevel,
    choices_of,
    is_mailed,
    mark_of,
    matter_of,
)
from giroscope.features.tasks.letters import Letter, News, letter
from giroscope.features.tasks.own_tasks import Task, tasks_of
from giroscope.features.tasks.tables import MailChoice, MailDay, MailMark, MessageMail
from giroscope.features.users.tables import (
    DirectorySync,
    HeldRole,
    KnownPerson,
    UserState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.banking_days import calendars_of, is_closed
from giroscope.kernel.clock import COPENHAGEN, Clock, day_of, system_clock
from giroscope.kernel.company_names import company_name_of
from giroscope.kernel.database import Database, ReadSession, WriteSession
from giroscope.kernel.identity.template import console_addresses
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail, Mailer, MailNotSent, mailer_of
from giroscope.kernel.paging import Column
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import Job, JobState
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

MAIL_JOB = "message-mail"
_HOUR = time(7)
"""From then on, by the clock in Copenhagen, the mails of a banking day are written."""
_QUIET = timedelta(minutes=2)
"""A message is mailed no sooner: more of its kind may be on their way in."""
_APART = timedelta(minutes=10)
"""Between two mails to one person at once, and after a server that did not answer."""
_MOST = 2_000
"""Of more messages than that a mail tells the newest."""
_DANISH_DAYS = calendars_of("DK", "DKK")


class _Person(NamedTuple):
    known: KnownPerson
    actor: Actor
    choices: Choices

    def wants(self, message: SystemMessage, frequency: MailFrequency) -> bool:
        return self.choices[matter_of(message.code, message.level)] is frequency


def mail_job(
    settings: Settings, clock: Clock = system_clock, mailer: Mailer | None = None
) -> Callable[[JobRun], None]:
    """The `message-mail` job, writing in the way of these settings."""
    way = mailer or mailer_of(settings)

    def run(job: JobRun) -> None:
        if way is not None:
            asyncio.run(_run(settings, job.realm, way, clock))

    return run


def due(settings: Settings) -> Callable[[str, Connection, datetime], None]:
    """What the schedule asks once a minute; nothing where no mail can be sent."""
    has_way = mailer_of(settings) is not None

    def look(realm: str, connection: Connection, now: datetime) -> None:
        del realm
        if has_way and _is_anything_due(connection, now):
            add_job(connection, MAIL_JOB, 0, now)

    return look


def _is_anything_due(connection: Connection, now: datetime) -> bool:
    if connection.execute(select(DirectorySync.id).limit(1)).first() is None:
        # A new installation has not asked the provider yet who is there.
        return False
    failed = select(Job.id).where(
        Job.verb == MAIL_JOB, Job.state == JobState.FAILED.value,
        Job.finished > now - _APART,
    )  # fmt: skip
    if connection.execute(failed.limit(1)).first() is not None:
        return False
    day = _day_due(now)
    if day is not None:
        done = select(MailDay.day).where(MailDay.day == day)
        if connection.execute(done).first() is None:
            return True
    waiting = select(MessageMail.id).where(*_waits(now)).limit(1)
    if connection.execute(waiting).first() is not None:
        return True
    newest = select(func.max(SystemMessage.id)).where(_settled(now)).scalar_subquery()
    behind = select(MailMark.person_id).where(
        MailMark.at_once_to < newest, _asks_for_haste(MailMark.person_id)
    )
    return connection.execute(behind.limit(1)).first() is not None


def _day_due(now: datetime) -> date | None:
    """The day whose mails are to be written by now; none on a day banks are closed."""
    day = day_of(now)
    is_time = now.astimezone(COPENHAGEN).time() >= _HOUR
    return day if is_time and not is_closed(day, _DANISH_DAYS) else None


def _waits(now: datetime) -> list[ColumnElement[bool]]:
    tried = MessageMail.tried
    return [MessageMail.ended.is_(None), or_(tried.is_(None), tried < now - _APART)]


def _settled(now: datetime) -> ColumnElement[bool]:
    return SystemMessage.created <= now - _QUIET


def _asks_for_haste(person_id: Column) -> ColumnElement[bool]:
    return exists().where(
        MailChoice.person_id == person_id,
        MailChoice.frequency == MailFrequency.AT_ONCE.value,
    )


async def _run(settings: Settings, realm: str, mailer: Mailer, clock: Clock) -> None:
    # A loop of its own needs connections of its own.
    database = Database(settings)
    try:
        now = clock()
        company = await company_name_of(settings, database, realm)
        post = _Post(database, realm, company, console_addresses(settings, realm)[0])
        await post.write_daily(now)
        await post.write_at_once(now)
        await post.hand_over(mailer, now)
    finally:
        await database.close()


class _Post:
    """The mails of one realm."""

    def __init__(
        self, database: Database, realm: str, company: str, console: str
    ) -> None:
        self._database = database
        self._realm = realm
        self._company = company
        self._console = console

    async def write_daily(self, now: datetime) -> None:
        """Write today's mails, where it is time and they are not all written."""
        day = _day_due(now)
        if day is None:
            return
        async with self._database.reading(self._realm) as session:
            if await session.get(MailDay, day) is not None:
                return
            people = await self._people(session)
        for person in people:
            async with self._database.writing(self._realm) as session:
                await self._write_day(session, person, day, now)
        async with self._database.writing(self._realm) as session:
            if await session.get(MailDay, day) is None:
                session.add(MailDay(day=day))

    async def _write_day(
        self, session: WriteSession, person: _Person, day: date, now: datetime
    ) -> None:
        name = f"daily-{day.isoformat()}"
        mark = await mark_of(session, person.actor.id)
        if await _is_written(session, person, name):
            return
        messages = await _news(session, person, mark.daily_to, now, MailFrequency.DAILY)
        tasks: Sequence[Task] = ()
        if person.choices[TASKS] is MailFrequency.DAILY:
            tasks = await tasks_of(session, person.actor, now)
        told = mark.tasks
        is_more = any(one.count > told.get(one.kind.value, 0) for one in tasks)
        mark.tasks = {one.kind.value: one.count for one in tasks}
        mark.daily_to = max(mark.daily_to, await _newest(session, now))
        if is_more or messages:
            await self._write(
                session, person, name, News(tasks, messages, is_daily=True), now
            )

    async def write_at_once(self, now: datetime) -> None:
        """Write to those who asked to be told soon, unless they just were."""
        async with self._database.reading(self._realm) as session:
            people = [
                one
                for one in await self._people(session)
                if MailFrequency.AT_ONCE in one.choices.values()
            ]
        for person in people:
            async with self._database.writing(self._realm) as session:
                await self._write_soon(session, person, now)
        async with self._database.writing(self._realm) as session:
            # Of those who cannot be mailed now nothing is looked for again.
            newest = await _newest(session, now)
            await session.execute(
                update(MailMark)
                .where(
                    MailMark.person_id.not_in([one.actor.id for one in people]),
                    MailMark.at_once_to < newest,
                )
                .values(at_once_to=newest)
            )

    async def _write_soon(
        self, session: WriteSession, person: _Person, now: datetime
    ) -> None:
        mark = await mark_of(session, person.actor.id)
        newest = await _newest(session, now)
        latest = await session.execute(
            select(func.max(MessageMail.created)).where(
                MessageMail.person_id == person.actor.id,
                MessageMail.name.startswith("now-"),
            )
        )
        wrote: datetime | None = latest.scalar_one()
        if newest <= mark.at_once_to or (wrote and wrote > now - _APART):
            return
        messages = await _news(
            session, person, mark.at_once_to, now, MailFrequency.AT_ONCE
        )
        mark.at_once_to = newest
        if messages:
            await self._write(
                session,
                person,
                f"now-{newest}",
                News((), messages, is_daily=False),
                now,
            )

    async def _write(
        self, session: WriteSession, person: _Person, name: str, news: News,
        now: datetime,
    ) -> None:  # fmt: skip
        known = person.known
        told: Letter = letter(
            news, known.given_name or known.name, known.language, self._company,
            self._console,
        )  # fmt: skip
        await session.execute(
            insert(MessageMail).values(
                person_id=person.actor.id,
                name=name,
                created=now,
                roles=sorted(person.actor.roles),
                **told._asdict(),
            )
        )

    async def hand_over(self, mailer: Mailer, now: datetime) -> None:
        """Hand over what is written, to those who may still have it.

        Raises:
            Unavailable: No mail can be sent at the moment; the rest waits.
        """
        async with self._database.reading(self._realm) as session:
            rows = await session.execute(
                select(MessageMail.id).where(*_waits(now)).order_by(MessageMail.id)
            )
            waiting = list(rows.scalars())
            people = {one.actor.id: one for one in await self._people(session)}
        for mail_id in waiting:
            async with self._database.writing(self._realm) as session:
                taken = await session.execute(
                    update(MessageMail)
                    .where(MessageMail.id == mail_id, *_waits(now))
                    .values(tried=now)
                    .returning(MessageMail)
                )
                row = taken.scalar_one_or_none()
            if row is not None:
                person = people.get(row.person_id)
                # Whoever has lost a role since may not read what was written then.
                if person is not None and person.actor.roles.issuperset(row.roles):
                    await self._hand_over(mailer, row, person.known.email)
                await self._end(mail_id, now)

    async def _hand_over(self, mailer: Mailer, row: MessageMail, to: str) -> None:
        mail = Mail(
            to, row.subject, row.text, html=row.html,
            name=f"{self._realm}-{row.person_id}-{row.name}",
        )  # fmt: skip
        try:
            await asyncio.to_thread(mailer.send, self._realm, mail)
        except MailNotSent as error:
            log.warning("messages.mail_refused", realm=self._realm, reason=str(error))

    async def _end(self, mail_id: int, now: datetime) -> None:
        """What was handed over is not kept."""
        async with self._database.writing(self._realm) as session:
            await session.execute(
                update(MessageMail)
                .where(MessageMail.id == mail_id)
                .values(ended=now, subject="", text="", html="")
            )

    async def _people(self, session: ReadSession) -> list[_Person]:
        """Who can be mailed: at work here, with an address and one of our roles."""
        rows = await session.execute(
            select(KnownPerson, HeldRole.role)
            .join(HeldRole, HeldRole.person_id == KnownPerson.person_id)
            .where(
                KnownPerson.state == UserState.ACTIVE.value,
                KnownPerson.gone.is_(None),
                KnownPerson.email != "",
            )
            .order_by(KnownPerson.id)
        )
        roles: dict[str, set[str]] = {}
        known: dict[str, KnownPerson] = {}
        for person, role in rows:
            known[person.person_id] = person
            roles.setdefault(person.person_id, set()).add(role)
        mailed = [one for one in known if is_mailed(roles[one])]
        choices: Mapping[str, Choices] = await choices_of(session, mailed)
        return [
            _Person(
                known[one],
                Actor(
                    one, self._realm, known[one].username, known[one].name,
                    frozenset(roles[one]),
                ),
                choices[one],
            )
            for one in mailed
        ]  # fmt: skip


async def _is_written(session: AsyncSession, person: _Person, name: str) -> bool:
    found = await session.execute(
        select(MessageMail.id).where(
            MessageMail.person_id == person.actor.id, MessageMail.name == name
        )
    )
    return found.first() is not None


async def _newest(session: AsyncSession, now: datetime) -> int:
    found = await session.execute(
        select(func.max(SystemMessage.id)).where(_settled(now))
    )
    return found.scalar_one() or 0


async def _news(
    session: AsyncSession, person: _Person, after: int, now: datetime,
    frequency: MailFrequency,
) -> list[SystemMessage]:  # fmt: skip
    """What came since, is not dealt with, and this person wants to be told so."""
    noted = exists().where(
        MessageRead.message_id == SystemMessage.id,
        MessageRead.user_id == person.actor.id,
        MessageRead.acknowledged.is_not(None),
    )
    wanted = {one.level for one, how in person.choices.items() if how is frequency}
    levels = [one.value for one in wanted]
    # Information is all that is neither an error nor a warning.
    others = [one.value for one in MailLevel if one not in wanted]
    is_wanted = (
        SystemMessage.level.not_in(others)
        if MailLevel.INFO in wanted
        else SystemMessage.level.in_(levels)
    )
    rows = await session.execute(
        select(SystemMessage)
        .where(
            SystemMessage.id > after, _settled(now), SystemMessage.is_waiting,
            is_wanted, SystemMessage.code != UNCOUNTED, ~noted,
        )
        .order_by(SystemMessage.id.desc())
        .limit(_MOST)
    )  # fmt: skip
    return [one for one in rows.scalars() if person.wants(one, frequency)]
