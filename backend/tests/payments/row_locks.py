"""Watches that whoever changes a row has locked it first; on PostgreSQL alone.

Who looks at a row, decides, and changes it must hold it from the look on: else two who
decide at one moment both go by what was there before.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event, select

from giroscope.kernel.database import Database


@contextmanager
def unlocked_changes(database: Database, realm: str, table: Any) -> Iterator[list[str]]:
    """Changes of a table's rows at which none of them was held, as their statements.

    Each change of any connection to this database is stopped for a look from another
    one, which passes over whatever is held.
    """
    found: list[str] = []
    begin = f"UPDATE {table.__tablename__} "
    with database.job_connection(realm) as own:
        watched = own.engine.url.database

    def look(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        # What earlier tests left at work has databases of its own.
        is_watched = connection.engine.url.database == watched
        if not is_watched or not statement.startswith(begin):
            return
        with database.job_connection(realm) as own:
            every = len(own.execute(select(table.id)).all())
            free = select(table.id).with_for_update(skip_locked=True)
            if len(own.execute(free).all()) == every:
                found.append(statement)
            own.rollback()

    event.listen(Engine, "before_cursor_execute", look)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", look)
