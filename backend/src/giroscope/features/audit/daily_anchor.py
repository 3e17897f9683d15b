"""The job that anchors the trail's head outside, once a day: store, log and mail.

It may be killed at any line: an anchor of the day that is there is not noted again,
and at most a mail comes twice. It also compares the trail with what was noted on
earlier days, so that a database that was put back is found without being asked.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import structlog
from sqlalchemy import Connection, select

from giroscope.features.audit.actions import CHAIN
from giroscope.features.audit.anchors import Anchor, AnchorStore, Expected, KeptAnchor
from giroscope.features.audit.errors import ChainBroken
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.audit.verify import RESTORED, Fault, FaultKind, is_genuine
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.company_names import usual_name
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail, Mailer, MailNotSent
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import UNFINISHED, ChainHead, Job, JobState

log = structlog.get_logger(__name__)

ANCHOR_JOB = "anchor-audit"
_AGAIN = timedelta(hours=1)
"""After a store or a mail server that did not answer."""


class Recipient(NamedTuple):
    """Somebody who keeps the anchors, too."""

    email: str
    language: str | None


Recipients = Callable[[Connection], Sequence[Recipient]]


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Ask for the job once a day, as soon as there is anything to anchor."""
    del realm
    day = day_number(now)
    last = connection.execute(
        select(Job.state, Job.finished)
        .where(Job.subject == day, Job.verb == ANCHOR_JOB)
        .order_by(Job.id.desc())
        .limit(1)
    ).one_or_none()
    if last is not None and not _may_try_again(last.state, last.finished, now):
        return
    length = connection.execute(
        select(ChainHead.length).where(ChainHead.name == CHAIN.name)
    ).scalar_one_or_none()
    if length:
        add_job(connection, ANCHOR_JOB, day, now)


def _may_try_again(state: str, finished: datetime | None, now: datetime) -> bool:
    if state == JobState.SUCCEEDED or state in {one.value for one in UNFINISHED}:
        return False
    return finished is None or finished < now - _AGAIN


def day_number(now: datetime) -> int:
    """The day by which an anchor's job is known."""
    return int(now.astimezone(UTC).strftime("%Y%m%d"))


def anchorer(
    store: AnchorStore,
    recipients: Recipients,
    mailer: Mailer | None,
    clock: Clock = system_clock,
    *,
    name_of: Callable[[str], str] = usual_name,
) -> Callable[[JobRun], None]:
    """The `anchor-audit` job; without a mailer, nobody is written to.

    `name_of` tells what the company of a realm is called.
    """

    def run(job: JobRun) -> None:
        to: Sequence[Recipient] = ()
        with job.database.snapshot(job.realm) as connection:
            to = recipients(connection)
            outcome = anchor_now(connection, job.realm, store, clock())
        if outcome.fault is not None:
            log.error(
                "audit.trail_broken", realm=job.realm, fault=outcome.fault.what.value,
                sequence=outcome.fault.sequence,
            )  # fmt: skip
        else:
            log.info(
                "audit.anchored", realm=job.realm, count=outcome.anchor.length,
                hash=outcome.anchor.hash, anchor=str(outcome.anchor),
            )  # fmt: skip
        if mailer is not None:
            company = name_of(job.realm) if to else ""
            for one in to:
                _send(mailer, job.realm, _letter(one, job.realm, company, outcome))
        if outcome.fault is not None:
            raise ChainBroken(outcome.fault.message)

    return run


class Anchored(NamedTuple):
    """How the chain ended when it was anchored, or why it was not."""

    anchor: Anchor
    at: datetime
    fault: Fault | None = None


def anchor_now(
    connection: Connection, realm: str, store: AnchorStore, now: datetime
) -> Anchored:
    """Note how the chain ends, unless that was done on this day already.

    A chain that is not what was noted before is not anchored.
    """
    keys = CHAIN.keys(connection)
    head = CHAIN.head(connection, keys)
    if head is None or not head.is_sound:
        what = FaultKind.HEAD_CHANGED if head else FaultKind.HEAD_MISSING
        length = head.length if head else 0
        return Anchored(Anchor(length, ""), now, Fault(length, what))
    anchor = Anchor(head.length, head.hash)
    chain = CHAIN.identity(keys)
    kept = store.of(realm, chain, keys)
    number = _rolled_back_to(connection, keys, kept, head.length)
    if number is not None:
        return Anchored(anchor, now, Fault(number, FaultKind.ROLLED_BACK))
    today = [one for one in kept if one.is_sealed and one.at.date() == now.date()]
    if today:
        return Anchored(today[-1].anchor, today[-1].at)
    store.keep(realm, chain, keys[max(keys)], now, anchor)
    return Anchored(anchor, now)


def _rolled_back_to(
    connection: Connection,
    keys: Mapping[int, bytes],
    kept: Sequence[KeptAnchor],
    length: int,
) -> int | None:
    """Compare the events that anchors name, without reading the whole chain."""
    expected = Expected(kept)
    numbers = sorted({one.anchor.length for one in kept})
    for start in range(0, len(numbers), 500):
        rows = connection.execute(
            select(AuditEvent.id, AuditEvent.hash).where(
                AuditEvent.id.in_(numbers[start : start + 500]),
                AuditEvent.id <= length,
            )
        )
        for sequence, hash_ in rows:
            expected.meet(sequence, hash_)
    accepted = connection.execute(
        select(AuditEvent.__table__)
        .where(AuditEvent.verb == RESTORED)
        .order_by(AuditEvent.id.desc())
        .limit(1)
    ).one_or_none()
    # Whoever writes to the database could write such an event, but not seal it.
    if accepted is not None and is_genuine(accepted, keys):
        expected.accept(accepted.recorded)
    return expected.rolled_back_to()


def _send(mailer: Mailer, realm: str, mail: Mail) -> None:
    try:
        mailer.send(realm, mail)
    except MailNotSent as error:
        log.warning("audit.anchor_mail_refused", realm=realm, reason=str(error))


def _letter(to: Recipient, realm: str, company: str, outcome: Anchored) -> Mail:
    words = _DANISH if to.language == "da" else _ENGLISH
    key = "anchored" if outcome.fault is None else "broken"
    subject, text = words[key]
    values = {
        "realm": company,
        "name": realm,
        "count": outcome.anchor.length,
        "anchor": str(outcome.anchor),
        "day": outcome.at.date().isoformat(),
        "number": outcome.fault.sequence if outcome.fault else 0,
    }
    return Mail(to.email, subject.format(**values), text.format(**values))


_ENGLISH = {
    "anchored": (
        "Audit trail of {realm}: anchor of {day}",
        """\
On {day} the audit trail of {realm} held {count} events and ended with:

  {anchor}

Keep this mail. It proves later that the trail was not put back to an earlier state:

  giroscope audit verify --realm {name} --anchor {anchor}

You receive it since you manage accounts at {realm}.
""",
    ),
    "broken": (
        "Audit trail of {realm}: not intact",
        """\
The audit trail of {realm} is not what was noted earlier (event {number}).
Keep a copy of the database as it is, open Audit trail and verify it.

If a backup was restored, the operator says so with

  giroscope audit accept-restore --realm {name} --reason …

You receive this since you manage accounts at {realm}.
""",
    ),
}
_DANISH = {
    "anchored": (
        "Revisionsspor for {realm}: anker {day}",
        """\
Den {day} havde revisionssporet for {realm} {count} hændelser og sluttede med:

  {anchor}

Gem denne mail. Den viser senere, at sporet ikke er sat tilbage til en tidligere
tilstand:

  giroscope audit verify --realm {name} --anchor {anchor}

Du får den, fordi du administrerer brugere hos {realm}.
""",
    ),
    "broken": (
        "Revisionsspor for {realm}: ikke intakt",
        """\
Revisionssporet for {realm} er ikke det, der blev noteret tidligere (hændelse {number}).
Gem en kopi af databasen, som den er, åbn Revisionsspor, og kontrollér det.

Er en backup blevet gendannet, siger driften det med

  giroscope audit accept-restore --realm {name} --reason …

Du får denne mail, fordi du administrerer brugere hos {realm}.
""",
    ),
}
