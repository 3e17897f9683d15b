"""Rows by what the ERP calls them."""

from collections.abc import Collection

from sqlalchemy import Connection, String, column, func, select, values

from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.erp.open_payments import ErpPayment


def newest_of(
    connection: Connection,
    table: type[ErpOpenItem | ErpPayment],
    connection_id: int,
    native_ids: Collection[str],
) -> list[int]:
    """The ids of the rows that these books call so, the newest of each.

    Each is looked up by itself: asked for all at once, PostgreSQL without statistics
    would read whatever the connection has for every page of the ERP.
    """  # fmt: skip
    if not native_ids:
        return []
    # SQLite names the columns of values in a CTE alone.
    wanted = (
        values(column("native_id", String), name="wanted")
        .data([(one,) for one in native_ids])
        .cte("wanted")
    )
    newest = (
        select(func.max(table.id))
        .where(
            table.connection_id == connection_id,
            table.native_id == wanted.c.native_id,
        )
        .scalar_subquery()
    )
    found = connection.execute(select(newest).select_from(wanted)).scalars()
    return [one for one in found if one is not None]
