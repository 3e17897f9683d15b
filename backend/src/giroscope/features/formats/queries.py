"""Which versions went to and came from banks, told by the files themselves."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, func, literal, select, union_all

from giroscope.features.banks import BankConnection, BankFile
from giroscope.features.documents import Document
from giroscope.features.formats.policy import Direction, Use
from giroscope.features.payments.sending import Sending


def uses(
    connection: Connection, since: datetime, countries: Collection[str] | None = None
) -> list[Use]:
    """Every version since then, by connection, way and format, in one question.

    Only of connections in these countries, where any are named.
    """
    version = func.coalesce(Document.version, Document.format)

    def counted(
        direction: Direction, document_id: Any, connection_id: Any, at: Any
    ) -> Select[Any]:
        return (
            select(
                connection_id.label("connection_id"),
                literal(direction.value).label("direction"),
                Document.format.label("format"), version.label("version"),
                func.count().label("files"),
                func.min(at).label("first"), func.max(at).label("last"),
            )
            .join(Document, Document.id == document_id)
            .where(at >= since, Document.format.is_not(None))
            .group_by(connection_id, Document.format, version)
        )  # fmt: skip

    found = union_all(
        counted(
            Direction.SENT, Sending.document_id, Sending.connection_id, Sending.left
        ),
        counted(
            Direction.RECEIVED, BankFile.document_id, BankFile.connection_id,
            BankFile.received,
        ),
    ).subquery()  # fmt: skip
    query = (
        select(
            found, BankConnection.name, BankConnection.country, BankConnection.type
        )
        .join(BankConnection, BankConnection.id == found.c.connection_id)
        .order_by(
            BankConnection.sort_name, BankConnection.id, found.c.direction.desc(),
            found.c.format, found.c.version,
        )
    )  # fmt: skip
    if countries is not None:
        query = query.where(BankConnection.country.in_(countries))
    return [
        Use(
            row.connection_id, row.name, row.country, row.type,
            Direction(row.direction), _named(row.format, row.format),
            _named(row.format, row.version), row.files, row.first,
            row.last,
        )
        for row in connection.execute(query)
    ]  # fmt: skip


def _named(format_: str, name: str) -> str:
    """As banks write it: formats of SWIFT are kept in small letters."""
    return name.upper() if format_.startswith("mt") else name
