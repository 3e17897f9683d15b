"""The job that mails approvers what waits for them: each person once for each document.

What comes within some minutes is told in one mail. The job may be killed at any line:
who was written to is noted after each mail, so that at most the mail that was on its
way comes twice.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from sqlalchemy import Connection, func, select, update

from giroscope.features.documents import Document
from giroscope.features.payments.approvals import payees, policy, queries
from giroscope.features.payments.approvals.letters import Reader, Waiting, letter
from giroscope.features.payments.approvals.queries import Found
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    CaseState,
)
from giroscope.features.payments.checks import PaymentCheck
from giroscope.features.payments.deadline import deadline_of
from giroscope.features.users.hands import hands_of
from giroscope.features.users.tables import DirectorySync, KnownPerson
from giroscope.kernel.clock import Clock, day_of, system_clock
from giroscope.kernel.company_names import company_name_of
from giroscope.kernel.database import Database, ReadSession, WriteSession
from giroscope.kernel.identity.template import console_addresses
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mailer, MailNotSent, mailer_of
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import Job, JobState
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

MAIL_JOB = "approval_mail"
_QUIET = timedelta(minutes=2)
"""So long nothing more has to have come: files are handed in one after another."""
_LONGEST = timedelta(minutes=10)
"""Nobody is told later than this, however much goes on coming."""
_AGAIN = timedelta(minutes=10)
"""After a mail server that did not answer."""
_AT_ONCE = 200
_LISTED = 5
"""Payments that a mail names of each document, and as many changed accounts."""


class _Letter(NamedTuple):
    """Who is to be told of which documents."""

    person: KnownPerson
    found: tuple[tuple[Found, str | None], ...]
    """Each with the name of whom it would be approved for."""


def mail_job(
    settings: Settings, clock: Clock = system_clock, mailer: Mailer | None = None
) -> Callable[[JobRun], None]:
    """The `approval_mail` job, writing in the way of these settings."""
    way = mailer or mailer_of(settings)

    def run(job: JobRun) -> None:
        asyncio.run(_run(settings, job.realm, way, clock))

    return run


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Ask for the job when what came is all there is, for the moment."""
    del realm
    since = _untold_since(connection)
    if since and not _are_people_known(connection):
        # A new installation has not asked the provider yet who approves.
        return
    if not since or (now - max(since) < _QUIET and now - min(since) < _LONGEST):
        return
    has_failed = connection.execute(
        select(Job.id)
        .where(
            Job.verb == MAIL_JOB,
            Job.state == JobState.FAILED.value,
            Job.finished > now - _AGAIN,
        )
        .limit(1)
    ).first()
    if has_failed is None:
        add_job(connection, MAIL_JOB, 0, now)


def _are_people_known(connection: Connection) -> bool:
    row = connection.execute(select(DirectorySync.id).limit(1)).first()
    return row is not None


def _untold_since(connection: Connection) -> list[datetime]:
    """When each document came to wait for people who were not told of it."""
    latest_act = func.max(func.coalesce(Approval.undone, Approval.at))
    rows = connection.execute(
        select(ApprovalCase.opened, func.coalesce(latest_act, ApprovalCase.opened))
        .outerjoin(Approval, Approval.case_id == ApprovalCase.id)
        .where(
            ApprovalCase.state == CaseState.OPEN.value, ApprovalCase.is_told.is_(False)
        )
        .group_by(ApprovalCase.id, ApprovalCase.opened)
    )
    return [max(opened, acted) for opened, acted in rows]


async def _run(
    settings: Settings, realm: str, mailer: Mailer | None, clock: Clock
) -> None:
    # A loop of its own needs connections of its own.
    database = Database(settings)
    try:
        while letters := await _next_letters(database, realm, clock(), mailer):
            for one in letters:
                await _send(database, settings, realm, one, mailer, clock())
    finally:
        await database.close()


async def _next_letters(
    database: Database, realm: str, now: datetime, mailer: Mailer | None
) -> list[_Letter]:
    """Who is to be written to; where nobody is, that is noted."""
    async with database.writing(realm) as session:
        rows = await session.execute(
            select(ApprovalCase.correlation_id)
            .where(
                ApprovalCase.state == CaseState.OPEN.value,
                ApprovalCase.is_told.is_(False),
            )
            .order_by(ApprovalCase.id)
            .limit(_AT_ONCE)
            .with_for_update()
        )
        journals = list(rows.scalars())
        found = list((await queries.of_journals(session, journals)).values())
        letters = [] if mailer is None else await _letters(session, found, now)
        if not letters:
            await session.execute(
                update(ApprovalCase)
                .where(ApprovalCase.id.in_([one.row.id for one in found]))
                .values(is_told=True)
            )
    return letters


async def _letters(
    session: WriteSession, found: list[Found], now: datetime
) -> list[_Letter]:
    people = [one for one in await queries.approvers(session) if one.email]
    names = {one.person_id: one.name for one in people}
    stand_in = await queries.substitutes(session, day_of(now))
    involved = {one.person_id for one in people} | set(stand_in)
    for one in found:
        involved |= one.case.actors | {vote.person for vote in one.case.votes}
    hands = await hands_of(session, involved)
    letters = []
    for person in people:
        acts_for = stand_in.get(person.person_id, ())
        who = policy.Somebody(person.person_id, is_approver=True, acts_for=acts_for,
                              hands=hands)  # fmt: skip
        mine = []
        for one in found:
            case = one.case
            is_news = person.person_id not in one.row.told
            if is_news and policy.against_approving(case, who, now) is None:
                vote = policy.vote_of(case, who)
                absent = vote.for_person if vote else None
                mine.append((one, absent and names.get(absent, absent)))
        if mine:
            letters.append(_Letter(person, tuple(mine)))
    return letters


async def _send(
    database: Database,
    settings: Settings,
    realm: str,
    one: _Letter,
    mailer: Mailer | None,
    now: datetime,
) -> None:
    async with database.reading(realm) as session:
        waiting = [
            await _waiting(session, settings, realm, *found, now) for found in one.found
        ]
    company = await company_name_of(settings, database, realm)
    person = one.person
    reader = Reader(person.given_name or person.name, person.email, person.language)
    address = f"{console_addresses(settings, realm)[0]}/?view=mine"
    mail = letter(reader, waiting, company, address)
    if mailer is not None:
        try:
            await asyncio.to_thread(mailer.send, realm, mail)
        except MailNotSent as error:
            log.warning("approval.mail_refused", realm=realm, reason=str(error))
    async with database.writing(realm) as session:
        for found, _ in one.found:
            row = await session.get(ApprovalCase, found.row.id, with_for_update=True)
            if row is not None:
                row.told = [*row.told, person.person_id]


async def _waiting(
    session: ReadSession,
    settings: Settings,
    realm: str,
    found: Found,
    absent: str | None,
    now: datetime,
) -> Waiting:
    row = found.row
    document_id = row.document_id
    asked = await session.execute(
        select(Document.name, PaymentCheck.report)
        .outerjoin(PaymentCheck, PaymentCheck.document_id == Document.id)
        .where(Document.id == document_id)
    )
    name, report = asked.one()
    batches = (report or {}).get("totals", {}).get("batches", [])
    console = console_addresses(settings, realm)[0]
    return Waiting(
        name=name,
        facts=(await payees.facts_of(session, [document_id]))[document_id],
        largest=(await payees.largest(session, [document_id], _LISTED))[document_id],
        cut_off=deadline_of(batches, now),
        execution_date=row.execution_date,
        address=f"{console}/journals/{row.correlation_id}",
        absent=absent,
    )
