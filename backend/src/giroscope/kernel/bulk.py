"""Bulk load: many rows into a temporary table, then moved by set-based SQL.

One path for both databases: COPY on PostgreSQL, `executemany` on SQLite. The
temporary table takes no lock that others feel, so a long read of a file never
blocks them; only the moves do, and those are cut into portions by the caller.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from giroscope.kernel import units

UNITS = "UNITS"
"""The type of a column of amounts: given as numbers, kept as the database keeps them.
"""

PORTION_ROWS = 100_000
"""Rows moved in one transaction: measured, larger ones are slower on SQLite."""

_BUFFER_ROWS = 2_000
_BLOCK = 10_000
_STATISTICS = 10


class Staging:
    """A temporary table on one connection, filled in the order rows come."""

    def __init__(
        self,
        connection: Connection,
        name: str,
        columns: Sequence[tuple[str, str]],
        *,
        key: str | None = None,
    ) -> None:
        """`key` is a column of ascending numbers by which ranges will be taken."""
        self.connection = connection
        self.name = name
        self._key = key
        self._width = len(columns)
        self._amounts = [
            place for place, (_, kind) in enumerate(columns) if kind == UNITS
        ]
        self._rows: list[Sequence[Any]] = []
        self._is_sqlite = connection.dialect.name == "sqlite"
        kinds = ", ".join(
            f"{column} {self._kind_of(column, kind)}" for column, kind in columns
        )
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {self._local}")
        connection.exec_driver_sql(f"CREATE TEMPORARY TABLE {name} ({kinds})")
        connection.commit()

    def _kind_of(self, column: str, kind: str) -> str:
        if kind == UNITS:
            return "BIGINT" if self._is_sqlite else units.NUMERIC
        if not self._is_sqlite:
            return kind
        if column == self._key:
            # The rows lie in the order of this key; it takes no index.
            return "INTEGER PRIMARY KEY"
        # SQLite takes a type it does not know for numeric, and a numeric value
        # is not looked up in an index of bytes.
        return "BLOB" if kind == "BYTEA" else kind

    @property
    def _local(self) -> str:
        return f"{'temp' if self._is_sqlite else 'pg_temp'}.{self.name}"

    def add(self, row: Sequence[Any]) -> None:
        """Take a row; dates as ISO text, amounts as units."""
        self._rows.append(row)
        if len(self._rows) >= _BUFFER_ROWS:
            self.flush()

    def extend(self, rows: Iterable[Sequence[Any]]) -> None:
        """Take several rows."""
        self._rows.extend(rows)
        if len(self._rows) >= _BUFFER_ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what is buffered."""
        if not self._rows:
            return
        is_inside = self.connection.in_transaction()
        driver: Any = self.connection.connection
        try:
            self._write(driver.cursor(), is_inside=is_inside)
        except Exception:
            # SQLAlchemy knows nothing of this transaction, so it is ended here.
            if not is_inside:
                driver.rollback()
            raise
        if not is_inside:
            driver.commit()
        self._rows.clear()

    def _write(self, cursor: Any, *, is_inside: bool) -> None:
        if self._is_sqlite:
            marks = ",".join("?" * self._width)
            # A plain BEGIN, not the immediate one of a change: a temporary
            # table needs no lock on the realm's file.
            if not is_inside:
                cursor.execute("BEGIN")
            cursor.executemany(
                f"INSERT INTO {self._local} VALUES ({marks})", self._packed()
            )
        else:
            with cursor.copy(f"COPY {self._local} FROM STDIN") as copy:
                for row in self._rows:
                    copy.write_row(row)
        cursor.close()

    def _packed(self) -> Sequence[Sequence[Any]]:
        """The rows as SQLite keeps their amounts; nearly all are as they are."""
        rows = list(self._rows)
        for place in self._amounts:
            for number, row in enumerate(rows):
                amount = row[place]
                if amount is None or -units.NUMBER <= amount <= units.NUMBER:
                    continue
                rows[number] = [*row[:place], units.packed(amount), *row[place + 1 :]]
        return rows

    def finish(self, *joined: str) -> None:
        """Everything is in: write the rest, and prepare to be joined by columns."""
        self.flush()
        if not self._is_sqlite and self._key is not None:
            self.connection.exec_driver_sql(
                f"CREATE INDEX ON {self._local} ({self._key})"
            )
            # Without figures of the table it would be joined row by row; those of
            # a few thousand rows tell enough for one join.
            listed = ", ".join((self._key, *joined))
            self.connection.exec_driver_sql(
                f"SET LOCAL default_statistics_target = {_STATISTICS}"
            )
            self.connection.exec_driver_sql(f"ANALYZE {self._local} ({listed})")

    def drop(self) -> None:
        """Forget everything staged."""
        self._rows.clear()
        self.connection.exec_driver_sql(f"DROP TABLE IF EXISTS {self._local}")


class IdBlocks:
    """Gives out row ids from blocks reserved in the database.

    Ids must be known before rows are inserted, so that details can name their
    entry. A block that was not used up leaves a gap, which harms nothing.
    """

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._next = self._end = 0

    def take(self) -> int:
        """The next free id."""
        if self._next == self._end:
            self._reserve()
        self._next += 1
        return self._next - 1

    def _reserve(self) -> None:
        # Outside a transaction the block is committed at once, so that staging
        # holds no lock; inside one it goes with it.
        is_inside = self._connection.in_transaction()
        row = self._connection.exec_driver_sql(
            "INSERT INTO counters (name, value) VALUES "
            f"('{self._name}', {_BLOCK + 1}) ON CONFLICT (name) "
            f"DO UPDATE SET value = counters.value + {_BLOCK} RETURNING value"
        ).scalar_one()
        if not is_inside:
            self._connection.commit()
        self._end = int(row)
        self._next = self._end - _BLOCK
