"""What is due at the banks of a realm: looks, renewals, alarms, what has run out."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from giroscope.features.banks import policy
from giroscope.features.banks.answers import forget_old, has_unread
from giroscope.features.banks.fetch import COLLECT
from giroscope.features.banks.fetch import VERB as FETCH
from giroscope.features.banks.renew import renew_when_due
from giroscope.features.banks.served_accounts import AT_WORK, all_paused
from giroscope.features.banks.tables import (
    BankAlarm,
    BankCertificate,
    BankConnection,
    BankFile,
    BankKey,
    BankKeyRequest,
    CertificateKind,
    ConnectionState,
    RequestState,
)
from giroscope.features.messages import tell
from giroscope.kernel.clock import day_of
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import Job, JobState
from localization import Message

_FETCHES_KEPT = timedelta(days=2)
"""A look that brought nothing to tell is forgotten after so long."""
_READ_WITHIN = timedelta(hours=1)
"""So long a renewal waits for an answer that a killed look has left unread."""
_ANSWERS_KEPT = timedelta(days=30)
_RENEW_AGAIN = timedelta(hours=12)


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Add the jobs that are due, give the alarms, and mark what has ended."""
    del realm
    rows = connection.execute(
        select(BankConnection).where(
            BankConnection.state.in_([state.value for state in AT_WORK])
        )
    ).all()
    is_still = all_paused(connection)
    for row in rows:
        if row.expires is not None:
            _age(connection, row, now)
    if not is_still:
        _look(connection, rows, now)
        _renew(connection, rows, now)
    _collect(connection, now)
    _forget(connection, now)


def _look(connection: Connection, rows: Sequence[Any], now: datetime) -> None:
    for row in rows:
        is_due = row.next_fetch is not None and row.next_fetch <= now
        if is_due and row.paused is None:
            add_job(connection, FETCH, row.id, now)


def _renew(connection: Connection, rows: Sequence[Any], now: datetime) -> None:
    """Ask for new certificates some weeks ahead, and twice a day until one comes."""
    for row in rows:
        if not row.renews_itself or row.expires is None or row.paused is not None:
            continue
        left = policy.days_left(row.expires, now)
        is_due = 0 <= left <= row.renew_days_before
        # A new key could not open what was encrypted for the present one.
        if is_due and has_unread(connection, row.id, now - _READ_WITHIN):
            continue
        if is_due and row.state != ConnectionState.RENEWING:
            asked = connection.execute(
                # Also of a key at work: a bank may issue for shorter than we ask ahead.
                select(func.max(BankKey.asked)).where(BankKey.connection_id == row.id)
            ).scalar()
            if asked is None or now - asked >= _RENEW_AGAIN:
                renew_when_due(connection, row, now)


def _age(connection: Connection, row: Any, now: datetime) -> None:
    """Move a connection along as its certificate grows old, and tell people."""
    state = policy.state_by_age(row.expires, now)
    if row.state == ConnectionState.RENEWING and state is not ConnectionState.EXPIRED:
        _alarm(connection, row, now)
        return
    if state != row.state:
        connection.execute(
            update(BankConnection)
            .where(BankConnection.id == row.id)
            .values(state=state.value)
        )
    if state is ConnectionState.EXPIRED:
        tell(
            connection,
            "ERROR",
            Message("banks.certificate_ended", name=row.name),
            reference=f"bank:{row.id}",
        )
        return
    _alarm(connection, row, now)


def _alarm(connection: Connection, row: Any, now: datetime) -> None:
    """Tell of a certificate's last days, each step once."""
    days = policy.alarm_due(policy.days_left(row.expires, now))
    certificate = connection.execute(
        select(BankCertificate.id)
        .where(
            BankCertificate.connection_id == row.id,
            BankCertificate.kind == CertificateKind.OWN.value,
            BankCertificate.state == "CURRENT",
        )
        .limit(1)
    ).scalar()
    if days is None or certificate is None:
        return
    given = connection.execute(
        select(BankAlarm.id).where(
            BankAlarm.certificate_id == certificate, BankAlarm.days == days
        )
    ).first()
    if given is not None:
        return
    connection.execute(
        insert(BankAlarm).values(certificate_id=certificate, days=days, given=now)
    )
    left = policy.days_left(row.expires, now)
    last = day_of(row.expires)
    tell(
        connection,
        "ERROR" if days <= 7 else "WARNING",
        Message("banks.certificate_ends", name=row.name, days=left, date=last),
        reference=f"bank:{row.id}",
    )


def _collect(connection: Connection, now: datetime) -> None:
    """Ask again for the import of what came and was not handed on before a kill."""
    waiting = connection.execute(
        select(BankFile.connection_id).where(BankFile.collected_at.is_(None)).distinct()
    ).scalars()
    for connection_id in waiting.all():
        add_job(connection, COLLECT, connection_id, now)


def _forget(connection: Connection, now: datetime) -> None:
    """Let go of codes that work no longer, requests nobody decided, old looks."""
    connection.execute(
        update(BankKey)
        .where(
            BankKey.wrapped_code.is_not(None),
            BankKey.connection_id.not_in(
                select(BankConnection.id).where(
                    BankConnection.state == ConnectionState.ACTIVATING.value
                )
            ),
            BankKey.created < now - policy.CODE_LIVES,
            BankKey.asked.is_(None) | (BankKey.asked < now - policy.CODE_LIVES),
        )
        .values(wrapped_code=None)
    )
    forget_old(connection, now - _ANSWERS_KEPT)
    connection.execute(
        update(BankKeyRequest)
        .where(
            BankKeyRequest.state == RequestState.PENDING.value,
            BankKeyRequest.expires <= now,
        )
        .values(state=RequestState.EXPIRED.value, decided=BankKeyRequest.expires)
    )
    connection.execute(
        delete(Job).where(
            Job.verb.in_([FETCH, COLLECT]),
            Job.state == JobState.SUCCEEDED.value,
            Job.finished < now - _FETCHES_KEPT,
            # The newest stays: SQLite would give its number away again, and the
            # engine runs nothing twice that it has heard of.
            Job.id < select(func.max(Job.id)).scalar_subquery(),
        )
    )
