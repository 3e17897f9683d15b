"""What shows that a bank has a file: its own words about it, or a payment it booked."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, select, text, update

from banklink import FileKind
from giroscope.features.payments.sending.policy import PROVABLE
from giroscope.features.payments.sending.tables import Proof, Sending, SendState
from giroscope.features.payments.tables import StatusReport

# An entry older than the signing books another payment that looks the same. Banking
# days start before ours in the east of the zone, never by more than a day.
_SLACK = timedelta(days=1)
_BOOKED = text(
    "SELECT 1 FROM payments p JOIN transactions t ON t.id = p.transaction_id"
    " WHERE p.document_id = :document AND t.day >= :since LIMIT 1"
)


class Proven(NamedTuple):
    """A file of which a bank's own papers showed that the bank has it."""

    sending_id: int
    correlation_id: str
    was: SendState
    proof: Proof
    kind: FileKind = FileKind.PAYMENT


def proof_of(connection: Connection, row: Row[Any]) -> Proof | None:
    """What the bank itself has told of this file, if anything."""
    said: tuple[ColumnElement[bool], ...]
    if row.kind == FileKind.PAYMENT:
        said = (
            StatusReport.correlation_id == row.correlation_id,
            # An answer to a recall may be that the bank knows of no such payments.
            StatusReport.recall.is_(None),
        )
    else:
        said = (StatusReport.case_id == row.message_id,)
    told = connection.execute(select(StatusReport.id).where(*said).limit(1)).first()
    if told is not None:
        return Proof.STATUS
    if row.kind != FileKind.PAYMENT:
        return None
    since = (row.asked - _SLACK).date()
    booked = connection.execute(_BOOKED, {"document": row.document_id, "since": since})
    return Proof.ENTRY if booked.first() is not None else None


def take_proofs(
    connection: Connection, journals: Iterable[str], now: datetime
) -> list[Proven]:
    """Have every file of these journals count as sent that a bank shows to have.

    Whatever was believed of it before: what the bank says outranks a decision, and
    what waits must not leave a second time. Only what was cancelled stays so.
    """
    rows = connection.execute(
        select(Sending)
        .where(
            Sending.correlation_id.in_(sorted(journals)),
            Sending.state.in_([state.value for state in PROVABLE]),
        )
        .order_by(Sending.id)
        .with_for_update()
    ).all()
    found = [_take(connection, row, now) for row in rows]
    return [one for one in found if one is not None]


def _take(connection: Connection, row: Row[Any], now: datetime) -> Proven | None:
    proof = proof_of(connection, row)
    if proof is None:
        return None
    connection.execute(
        update(Sending)
        .where(Sending.id == row.id)
        .values(
            state=SendState.SENT.value, since=now, sent=row.left or now,
            proof=proof.value, next_try=None, held=None, held_text=None,
        )
    )  # fmt: skip
    return Proven(
        row.id, row.correlation_id, SendState(row.state), proof, FileKind(row.kind)
    )
