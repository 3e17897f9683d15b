"""Tells people when the checks' verdict on what is in use becomes another."""

from datetime import datetime

import structlog
from sqlalchemy import Connection, Row, select, update

from giroscope.features.erp.checking.catalogue import BY_NAME, NAMES
from giroscope.features.erp.checking.report import Reported, report
from giroscope.features.erp.checking.status import latest_results, verdict
from giroscope.features.erp.configuration.effective import values_of
from giroscope.features.erp.configuration.own import NEVER, WORSE, OwnSettings
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.outcomes import REFERENCE
from giroscope.features.erp.tables import (
    ErpConnection,
    ErpVersion,
    Outcome,
    Verdict,
    VersionState,
)
from giroscope.features.messages import tell
from giroscope.kernel.company_names import company_name
from giroscope.kernel.identity.template import console_addresses
from giroscope.kernel.jobs import JobRun, Work
from giroscope.kernel.mail import Mail, Mailer, MailNotSent
from giroscope.kernel.schedule import add_job
from giroscope.settings import Settings
from localization import Message

log = structlog.get_logger(__name__)

MAIL_JOB = "erp-verdict-mail"
"""The job that sends the verdict by mail; its subject is the connection."""
_RANK = (Verdict.VALID, Verdict.WARNINGS, Verdict.UNKNOWN, Verdict.INVALID)
_LEVELS = {
    Verdict.VALID: "SUCCESS",
    Verdict.WARNINGS: "WARNING",
    Verdict.UNKNOWN: "WARNING",
    Verdict.INVALID: "ERROR",
}


def tell_verdict(
    connection: Connection, erp: Erp, version: Row[ErpVersion], now: datetime
) -> None:
    """Tell, where it is another than the last that was told and somebody wants it."""
    rows = connection.execute(latest_results(version.id)).all()
    outcomes = {row.name: row.outcome for row in rows}
    found = verdict(outcomes)
    books = connection.execute(
        select(ErpConnection)
        .where(ErpConnection.id == version.connection_id)
        .with_for_update()
    ).one()
    if found is None or found == books.verdict:
        return
    connection.execute(
        update(ErpConnection)
        .where(ErpConnection.id == books.id)
        .values(verdict=found.value)
    )
    own = OwnSettings.of(_values(erp, version))
    before = None if books.verdict is None else Verdict(books.verdict)
    if not _is_wanted(own.tells, before, found):
        return
    titles = _titles(outcomes, found)
    tell(
        connection,
        _LEVELS[found],
        Message(f"erp.verdict_{found.value.lower()}", name=books.name, checks=titles),
        reference=REFERENCE,
    )
    if own.mails:
        add_job(connection, MAIL_JOB, books.id, now)


def mail_verdict(erp: Erp, settings: Settings, mailer: Mailer | None) -> Work:
    """The job that sends the report to those who are named in the configuration.

    Killed in the middle it begins again: a mail may come twice, and none is missed.
    """

    def run(job: JobRun) -> None:
        if mailer is None:
            return
        with erp.database.snapshot(job.realm) as connection:
            version = connection.execute(
                select(ErpVersion).where(ErpVersion.state == VersionState.ACTIVE.value)
            ).one_or_none()
            if version is None or version.connection_id != job.subject:
                return
            results = connection.execute(latest_results(version.id)).all()
        company = company_name(settings, erp.database, job.realm)
        own = OwnSettings.of(_values(erp, version))
        address = (
            f"{console_addresses(settings, job.realm)[0]}/erp/configuration-validation"
        )
        text = report(
            Reported(erp.description(version.kind), version, results, company),
            own.language, erp.clock(),
        )  # fmt: skip
        subject = _SUBJECTS[own.language].format(realm=company)
        for to in own.mails:
            try:
                mailer.send(job.realm, Mail(to, subject, f"{text}\n{address}\n"))
            except MailNotSent as error:
                log.warning("erp.mail_refused", realm=job.realm, reason=str(error))

    return run


_SUBJECTS = {
    "en": "{realm}: the validation of the ERP has changed",
    "da": "{realm}: valideringen af ERP-systemet har ændret sig",
}


def _is_wanted(tells: str, before: Verdict | None, found: Verdict) -> bool:
    if tells == NEVER:
        return False
    if tells == WORSE:
        return _RANK.index(found) > (0 if before is None else _RANK.index(before))
    return True


def _titles(outcomes: dict[str, str], found: Verdict) -> tuple[Message, ...]:
    """The titles of the checks the verdict stands on."""
    wanted = {
        Verdict.INVALID: {Outcome.FAILED},
        Verdict.UNKNOWN: {Outcome.UNKNOWN},
        Verdict.WARNINGS: {Outcome.WARNING, Outcome.UNKNOWN},
        Verdict.VALID: set(),
    }[found]
    return tuple(BY_NAME[name].title for name in NAMES if outcomes.get(name) in wanted)


def _values(erp: Erp, version: Row[ErpVersion]) -> dict[str, str]:
    return values_of(erp.effective(version.kind, version.values, {}))
