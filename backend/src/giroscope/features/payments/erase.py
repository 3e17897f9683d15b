"""Forgets what a made-up company sent; nothing else that left is ever deleted.

Attempts, releases and requests for recall are evidence of what was done with money.
Here they are removed for documents of demo data alone, which cost and paid nothing.
"""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, select

from giroscope.features.banks.sources import DEMO
from giroscope.features.documents import Document
from giroscope.features.payments.approvals.tables import Release
from giroscope.features.payments.recalls.tables import Recall, RecalledPayment
from giroscope.features.payments.sending.actions import SEND_JOB
from giroscope.features.payments.sending.tables import SendAttempt, Sending
from giroscope.kernel.errors import Conflict
from giroscope.kernel.tables import Job


class SentByOthers(Conflict):
    """Somebody's own payments left over the connection; they stay, and so does it."""

    code = "payments.sent_by_others"
    message = "Payments that are no demo data left over its connection"


def forget_sent(connection: Connection, connection_id: int) -> list[str]:
    """All that was sent over it; tells the hashes of what went and came.

    Raises:
        SentByOthers: Some of it is no demo data.
    """
    sent = _sent(connection_id)
    made_up = select(Document.id).where(Document.source == DEMO)
    recalls = and_(
        Recall.connection_id == connection_id, Recall.of_document_id.in_(made_up)
    )
    written = select(Recall.document_id).where(recalls)
    letters = [one for one in connection.execute(written).scalars() if one is not None]
    others = sent.where(
        Sending.document_id.not_in(made_up), Sending.document_id.not_in(letters)
    )
    if connection.execute(others.limit(1)).first() is not None:
        raise SentByOthers
    ids = list(connection.execute(sent).scalars())
    hashes = _hashes(connection, ids, letters)
    _delete_recalls(connection, recalls)
    connection.execute(delete(Release).where(Release.connection_id == connection_id))
    connection.execute(delete(SendAttempt).where(SendAttempt.sending_id.in_(ids)))
    connection.execute(delete(Sending).where(Sending.id.in_(ids)))
    connection.execute(delete(Job).where(Job.verb == SEND_JOB, Job.subject.in_(ids)))
    connection.execute(delete(Document).where(Document.id.in_(letters)))
    return hashes


def _sent(connection_id: int) -> Select[Any]:
    return select(Sending.id).where(Sending.connection_id == connection_id)


def _delete_recalls(connection: Connection, recalls: ColumnElement[bool]) -> None:
    ids = select(Recall.id).where(recalls)
    connection.execute(
        delete(RecalledPayment).where(RecalledPayment.recall_id.in_(ids))
    )
    connection.execute(delete(Recall).where(recalls))


def _hashes(connection: Connection, ids: list[int], letters: list[Any]) -> list[str]:
    """Of requests, replies and letters of recall; the payment files are documents."""
    attempts = connection.execute(
        select(SendAttempt.request_sha256, SendAttempt.reply_sha256).where(
            SendAttempt.sending_id.in_(ids)
        )
    )
    written = connection.execute(
        select(Document.sha256).where(Document.id.in_(letters))
    ).scalars()
    return [one for row in attempts for one in row if one] + list(written)
