"""Which books are in use, and the work of asking them."""

from typing import Any

from sqlalchemy import Connection, Row, select

from giroscope.features.erp.errors import NoConfiguration
from giroscope.features.erp.tables import BooksState, ErpConnection

FETCH_JOB = "erp_fetch"
"""Reads what is to be paid."""
LISTS_JOB = "erp_lists"
"""Reads the ERP's methods, accounts and companies."""


def books_in_use(connection: Connection) -> Row[Any]:
    """The books in use, which nobody changes until this transaction ends.

    Raises:
        NoConfiguration: There are none.
    """
    found = connection.execute(
        select(ErpConnection)
        .where(ErpConnection.state == BooksState.ACTIVE.value)
        .with_for_update()
    ).one_or_none()
    if found is None:
        raise NoConfiguration
    return found


def books(connection_id: int | None) -> Any:
    """The connection that is meant: the one named, else the one in use."""
    if connection_id is not None:
        return connection_id
    return (
        select(ErpConnection.id)
        .where(ErpConnection.state == BooksState.ACTIVE.value)
        .scalar_subquery()
    )
