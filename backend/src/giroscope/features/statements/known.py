"""Knows statements again by their contents, without reading their entries."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from bankfiles import StatementHeader
from giroscope.features.banks import Account
from giroscope.features.statements.relations import Reason
from giroscope.features.statements.tables import Statement, Status


class KnownStatement(NamedTuple):
    """A statement that is here to the last entry."""

    id: int
    document_id: int
    correlation_id: str
    name: str
    account: str
    currency: str | None
    from_date: date | None
    to_date: date | None
    moved: Decimal
    """What came in less what went out."""
    entries: int


def is_name_known(connection: Connection, header: StatementHeader) -> bool:
    """Whether a statement of this id or sequence number is here, on any account."""
    name = Statement.bank_id == header.id
    if header.id is None:
        name = Statement.sequence == header.sequence
    return (
        connection.execute(select(Statement.id).where(name).limit(1)).first()
        is not None
    )


def known_statements(
    connection: Connection, digests: Iterable[str], version: int
) -> list[KnownStatement]:
    """The statements with these contents, if every one of them is here already.

    Takes the digests as they come and stops at the first that is new.
    """
    found = []
    for digest in digests:
        row = connection.execute(
            select(Statement, Account.number)
            .join(Account, Account.id == Statement.account_id)
            .where(
                Statement.digest == digest,
                Statement.reader_version == version,
                Statement.status.not_in(
                    [Status.LOADING.value, Status.REPEATED.value]
                ),
            )
            .order_by(Statement.id)
            .limit(1)
        ).one_or_none()  # fmt: skip
        if row is None:
            return []
        found.append(
            KnownStatement(
                row.id, row.document_id, row.correlation_id,
                row.sequence or row.bank_id or "?", row.number, row.currency,
                row.from_date, row.to_date, row.incoming - row.outgoing, row.entries,
            )
        )  # fmt: skip
    return found


def note_repeats(
    connection: Connection,
    document_id: int,
    known: Sequence[KnownStatement],
    now: datetime,
) -> None:
    """Keep that a document says what these statements say, once."""
    there = connection.execute(
        select(Statement.position).where(Statement.document_id == document_id)
    )
    positions = set(there.scalars())
    for position, statement in enumerate(known, 1):
        if position in positions:
            continue
        twin = connection.execute(
            select(Statement.__table__).where(Statement.id == statement.id)
        ).one()
        columns = Statement.__table__.columns.keys()
        said = {
            **dict(zip(columns, twin, strict=True)),
            "identity": f"repeat:{document_id}:{position}",
            "document_id": document_id,
            "position": position,
            "imported": now,
            "status": Status.REPEATED.value,
            "related_id": twin.id,
            "reason": Reason.SAME_BYTES.value,
            "is_final": False,
            "link": None,
            "previous_id": None,
        }
        del said["id"]
        connection.execute(insert(Statement).values(said))
