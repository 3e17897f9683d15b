"""Forgets the books of demo data, with all that was read from them and told to them.

Other books that were in use are never deleted: what was taken from them is history.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, func, or_, select, update

from giroscope.features.erp.books import FETCH_JOB, LISTS_JOB
from giroscope.features.erp.checking.notify import MAIL_JOB
from giroscope.features.erp.checking.status import VERB as CHECK_JOB
from giroscope.features.erp.exchange.follow import FOLLOW_JOB
from giroscope.features.erp.exchange.outbox import WRITE_JOB
from giroscope.features.erp.exchange.tables import (
    ErpAsking,
    ErpFinding,
    ErpMark,
    ErpOrder,
    ErpOutboxRow,
    ErpRound,
)
from giroscope.features.erp.exchange.write_back import hold
from giroscope.features.erp.mapping.save import PLAN_JOB
from giroscope.features.erp.mapping.tables import (
    ErpMapping,
    ErpMethod,
    ErpOwnAccount,
    ErpReading,
)
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.erp.outcomes import REFERENCE
from giroscope.features.erp.tables import (
    BooksState,
    ErpCheckRun,
    ErpConnection,
    ErpRequest,
    ErpSecret,
    ErpVersion,
    ErpVersionSecret,
)
from giroscope.features.logs.erase import forget_exchanges
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.database import Table
from giroscope.kernel.tables import UNFINISHED, Job, JobState

_OF_BOOKS = (FETCH_JOB, LISTS_JOB, PLAN_JOB, FOLLOW_JOB, WRITE_JOB, MAIL_JOB)
"""Work whose subject are the books."""
_FOR_GOOD = timedelta(days=1)
_READ: tuple[type[Table], ...] = (
    ErpOutboxRow, ErpMark, ErpFinding, ErpRound, ErpAsking, ErpPayment, ErpOrder,
    ErpOpenItem, ErpRequest, ErpMapping, ErpReading, ErpMethod, ErpOwnAccount,
)  # fmt: skip
"""What hangs on a connection, each before what it leans on."""


class Spell(NamedTuple):
    """How long demo data had the tenant's one place for an ERP."""

    kind: str
    since: datetime
    until: datetime


def spell(connection: Connection, version_id: int, now: datetime) -> Spell | None:
    """The time of the configuration that a set began with; None where it is gone."""
    found = _found(connection, version_id)
    if found is None:
        return None
    version, books = found
    return Spell(version.kind, version.created, (books and books.ended) or now)


def stand_still(connection: Connection, version_id: int, now: datetime) -> bool:
    """Let nothing begin with these books any more; tells whether something runs."""
    found = _found(connection, version_id)
    if found is None:
        return False
    version, books = found
    if books is not None:
        connection.execute(
            update(ErpConnection)
            .where(ErpConnection.id == books.id)
            .values(state=BooksState.ENDED.value, ended=func.coalesce(books.ended, now))
        )
        connection.execute(
            update(ErpOrder)
            .where(ErpOrder.connection_id == books.id)
            .values(is_over=True)
        )
        hold(connection, books.id, now + _FOR_GOOD)
    work = _work(_versions(connection, version, books), books)
    connection.execute(
        update(Job)
        .where(work, Job.state == JobState.QUEUED.value)
        .values(state=JobState.CANCELLED.value, finished=now)
    )
    return bool(at_work(connection, version_id))


def at_work(connection: Connection, version_id: int) -> Sequence[int]:
    """The jobs with these books that wait or run."""
    found = _found(connection, version_id)
    if found is None:
        return ()
    version, books = found
    work = _work(_versions(connection, version, books), books)
    jobs = select(Job.id).where(work, Job.state.in_([one.value for one in UNFINISHED]))
    return connection.execute(jobs.order_by(Job.id)).scalars().all()


def forget_books(connection: Connection, version_id: int, by: str) -> list[int]:
    """Delete them; tells the uploads that came from them, which are others' to delete.

    A draft that somebody else than `by` has changed since is theirs, and stays.
    """
    found = _found(connection, version_id)
    if found is None:
        return []
    version, books = found
    if books is None and version.changed_by != by:
        return []
    versions = _versions(connection, version, books)
    connection.execute(delete(Job).where(_work(versions, books)))
    uploads: list[int] = []
    if books is not None:
        uploads = _came(connection, books.id)
        outbox = select(ErpOutboxRow.id).where(ErpOutboxRow.connection_id == books.id)
        waiting = [
            f"erp-outbox:{one}" for one in connection.execute(outbox).scalars().all()
        ]
        connection.execute(
            delete(SystemMessage).where(SystemMessage.reference.in_(waiting))
        )
        for table in _READ:
            own: Any = table
            connection.execute(delete(table).where(own.connection_id == books.id))
    _forget_versions(connection, versions)
    if books is not None:
        connection.execute(delete(ErpConnection).where(ErpConnection.id == books.id))
    return uploads


def forget_said(connection: Connection, during: Spell) -> None:
    """What was exchanged with the ERP, and told of it, in that time."""
    forget_exchanges(connection, f"erp:{during.kind}", during.since, during.until)
    connection.execute(
        delete(SystemMessage).where(
            SystemMessage.reference == REFERENCE,
            SystemMessage.created.between(during.since, during.until),
        )
    )


def _found(
    connection: Connection, version_id: int
) -> tuple[Row[Any], Row[Any] | None] | None:
    """The version, and the books it opened; None where they are not demo data's."""
    version = connection.execute(
        select(ErpVersion).where(ErpVersion.id == version_id)
    ).one_or_none()
    if version is None:
        return None
    if version.connection_id is None:
        return version, None
    books = connection.execute(
        select(ErpConnection).where(ErpConnection.id == version.connection_id)
    ).one()
    return (version, books) if books.is_demo else None


def _versions(
    connection: Connection, version: Row[Any], books: Row[Any] | None
) -> Sequence[int]:
    """Every configuration of the books: people may have changed them."""
    if books is None:
        return [version.id]
    found = select(ErpVersion.id).where(ErpVersion.connection_id == books.id)
    return connection.execute(found).scalars().all()


def _work(versions: Sequence[int], books: Row[Any] | None) -> Any:
    runs = select(ErpCheckRun.id).where(ErpCheckRun.version_id.in_(versions))
    checks = and_(Job.verb == CHECK_JOB, Job.subject.in_(runs))
    if books is None:
        return checks
    return or_(checks, and_(Job.verb.in_(_OF_BOOKS), Job.subject == books.id))


def _came(connection: Connection, books: int) -> list[int]:
    uploads = select(ErpOrder.upload_id).where(
        ErpOrder.connection_id == books, ErpOrder.upload_id.is_not(None)
    )
    rows = connection.execute(uploads.order_by(ErpOrder.id)).scalars()
    return [one for one in rows if one is not None]


def _forget_versions(connection: Connection, versions: Sequence[int]) -> None:
    """With their checks, and the secrets that nothing else signs in with."""
    own = select(ErpVersionSecret.secret_id).where(
        ErpVersionSecret.version_id.in_(versions)
    )
    secrets = connection.execute(own).scalars().all()
    connection.execute(delete(ErpVersion).where(ErpVersion.id.in_(versions)))
    connection.execute(
        delete(ErpSecret).where(
            ErpSecret.id.in_(secrets),
            ErpSecret.id.not_in(select(ErpVersionSecret.secret_id)),
        )
    )
