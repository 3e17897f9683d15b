"""What PostgreSQL knows of the table of entries when it plans a page."""

from sqlalchemy import Connection

_MANY_ROWS = 10_000
# The columns by which lists and ties choose their way. How the words spread is
# asked of a sample where it matters, and is costly to learn.
_COLUMNS = (
    "id, parent_id, account_id, statement_id, day, value_day, size, amount, currency,"
    " state, reversal, document_id, entry_key, occurrence, end_to_end_id,"
    " payment_batch_id"
)
# Nine thousand rows tell few from many, which is all the lists ask.
_TARGET = 30


def refresh_statistics(connection: Connection, new: int) -> None:
    """After so many new entries, if they are many, have the table put in order at once.

    PostgreSQL would by itself, but minutes later; until then it plans pages badly,
    reads rows that an index could tell, and searches words in a heap.
    """
    if new < _MANY_ROWS or connection.dialect.name != "postgresql":
        return
    schema = connection.exec_driver_sql("SELECT current_schema()")
    table = f'"{schema.scalar_one()}".transactions'
    connection.commit()
    # It cannot be part of a transaction.
    outside = connection.engine.execution_options(isolation_level="AUTOCOMMIT")
    with outside.connect() as own:
        own.exec_driver_sql(f"SET default_statistics_target = {_TARGET}")
        try:
            own.exec_driver_sql(f"VACUUM (ANALYZE) {table} ({_COLUMNS})")
        finally:
            # Others get this connection next.
            own.exec_driver_sql("RESET default_statistics_target")
