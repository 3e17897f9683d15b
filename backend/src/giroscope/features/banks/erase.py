"""Forgets a connection of demo data, with all that came over it.

Other connections that have a history are never deleted: see `connecting.remove`.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from giroscope.features.banks import activate, diagnose, fetch, renew
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankFile,
    ConnectionState,
)
from giroscope.kernel.errors import Conflict
from giroscope.kernel.tables import UNFINISHED, Job

_VERBS = (
    activate.VERB, renew.VERB, diagnose.VERB, fetch.VERB, fetch.COLLECT,
)  # fmt: skip


class Came(NamedTuple):
    """What came over a connection: uploads that brought it, and the raw answers."""

    uploads: list[int]
    answers: list[int]
    """Documents."""


class NotDemo(Conflict):
    """A connection of somebody's own keeps its history."""

    code = "banks.not_demo"
    message = "This connection is not one of demo data"


def stand_still(connection: Connection, connection_id: int) -> bool:
    """Let nothing begin over it any more; tells whether something still runs.

    Raises:
        NotDemo: It is somebody's own.
    """
    changed = connection.execute(
        update(BankConnection)
        .where(BankConnection.id == connection_id, BankConnection.is_demo)
        .values(state=ConnectionState.REVOKED.value, next_fetch=None)
    )
    if changed.rowcount == 0:
        raise NotDemo
    running = select(Job.id).where(
        Job.verb.in_(_VERBS), Job.subject == connection_id,
        Job.state.in_([state.value for state in UNFINISHED]),
    )  # fmt: skip
    return connection.execute(running.limit(1)).first() is not None


def forget_connection(connection: Connection, connection_id: int) -> Came:
    """Delete it, its keys and its inbox; tells what came, which is others' to delete.

    Raises:
        NotDemo: It is somebody's own.
    """
    stand_still(connection, connection_id)
    files = connection.execute(
        select(BankFile.upload_id, BankFile.document_id, BankFile.raw_document_id)
        .where(BankFile.connection_id == connection_id)
        .order_by(BankFile.id)
    ).all()
    connection.execute(delete(BankFile).where(BankFile.connection_id == connection_id))
    connection.execute(
        delete(Job).where(Job.verb.in_(_VERBS), Job.subject == connection_id)
    )
    own = BankCertificate.connection_id == connection_id
    connection.execute(delete(BankCertificate).where(own))
    connection.execute(delete(BankConnection).where(BankConnection.id == connection_id))
    uploads = [one.upload_id for one in files if one.upload_id is not None]
    alone = [one.document_id for one in files if one.upload_id is None]
    raw = [one.raw_document_id for one in files if one.raw_document_id is not None]
    return Came(uploads, [*alone, *raw])
