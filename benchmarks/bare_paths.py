"""The least that storing the rows of a file costs on a store, without an import.

A temporary table is filled by the kernel's own bulk load, then one statement
inserts what is new into an empty table. The rows are the file's own, as the
import makes them; making them is not measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import store

import bankfiles
from giroscope.features.statements.rows import (
    STAGED_COLUMNS,
    Row,
    RowMaker,
    fold_words,
)
from giroscope.kernel.bulk import UNITS, Staging

CHUNK_ROWS = 10_000
# What the import adds to staged rows, here by values that cost the same.
ADDED = {
    "size": "abs(amount)", "account_id": "1", "statement_id": "1", "document_id": "1",
    "day": "booking_date", "value_day": "value_date", "is_composed": "false",
}  # fmt: skip
FEW_COLUMNS = frozenset(
    {"id", "parent_id", "position", "entry_key", "occurrence", "booking_date",
     "value_date", "amount", "currency", "state", "reversal", "counterparty_name",
     "counterparty_account", "remittance", "reference", "end_to_end_id",
     "bank_reference", "bank_transaction_code", "additional_information", "extra"}
)  # fmt: skip
KEY = "(entry_key, occurrence) WHERE parent_id IS NULL"
FEW_INDEXES = (
    f"CREATE UNIQUE INDEX ux_bare ON bare {KEY}",
    "CREATE INDEX ix_bare_day ON bare (booking_date, id)",
    "CREATE INDEX ix_bare_amount ON bare (amount, id)",
    "CREATE INDEX ix_bare_end_to_end ON bare (end_to_end_id)",
)

Measure = Callable[[Callable[[], Any]], float]


class BarePath(NamedTuple):
    """One way to store: which columns, with which indexes, with words or without."""

    is_whole: bool
    has_words: bool

    @property
    def columns(self) -> list[tuple[str, str]]:
        """The staged columns it takes; the number of the statement joins nothing."""
        return [
            (name, kind)
            for name, kind in STAGED_COLUMNS
            if name != "statement_no" and (self.is_whole or name in FEW_COLUMNS)
        ]

    def spent(self, installation: store.Installation, path: Path, by: Measure) -> float:
        """What storing the rows of the file costs, as `by` measures it."""
        with installation.database.job_connection(store.REALM) as connection:
            for definition in self._definitions(connection):
                connection.exec_driver_sql(definition)
            connection.commit()
            staging = Staging(connection, "staged_bare", self.columns, key="id")
            total = 0.0
            for rows in self._rows(path):
                total += by(lambda rows=rows: staging.extend(rows))
            total += by(lambda: self._insert(connection, staging))
            if self.has_words and connection.dialect.name == "sqlite":
                connection.exec_driver_sql("DROP TABLE bare_words")
            connection.exec_driver_sql("DROP TABLE bare")
            staging.drop()
            connection.commit()
        return total

    def _definitions(self, connection: Any) -> list[str]:
        if not self.is_whole:
            kinds = ", ".join(
                f"{name} {'NUMERIC' if kind == UNITS else kind}"
                for name, kind in self.columns
            )
            return [f"CREATE TABLE bare ({kinds})", *FEW_INDEXES]
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND"
                " (tbl_name = 'transactions' OR name = 'transaction_words')"
                " ORDER BY type = 'index', name DESC"
            )
            first = []
        else:
            found = connection.exec_driver_sql(
                "SELECT replace(indexdef, schemaname || '.', '') FROM pg_indexes"
                " WHERE tablename = 'transactions'"
            )
            first = ["CREATE TABLE bare (LIKE transactions)"]
        definitions = [
            sql.replace("transaction_words", "bare_words").replace(
                "transactions", "bare"
            )
            for (sql,) in found
        ]
        words = ("bare_words", "USING gin")
        return first + [
            sql
            for sql in definitions
            if self.has_words or not any(word in sql for word in words)
        ]

    def _rows(self, path: Path) -> Iterator[Sequence[Row]]:
        places = [
            place
            for place, (name, _) in enumerate(STAGED_COLUMNS)
            if (name, _) in self.columns
        ]
        rows: list[Row] = []
        last, maker = 0, RowMaker("", None, 1)
        with path.open("rb") as stream:
            for value in bankfiles.read(stream):
                if isinstance(value, bankfiles.StatementHeader):
                    maker = RowMaker(value.account.number or "", None, 1)
                if not isinstance(value, bankfiles.Entry):
                    continue
                several = len(value.details) if len(value.details) > 1 else 0
                ids = range(last + 2, last + 2 + several)
                rows += maker.rows(value, last + 1, ids)
                last += 1 + several
                if len(rows) >= CHUNK_ROWS:
                    yield _only(rows, places)
                    rows = []
        yield _only(rows, places)

    def _insert(self, connection: Any, staging: Staging) -> None:
        staging.finish()
        names = ", ".join(name for name, _ in self.columns)
        added = ADDED if self.is_whole else {}
        columns = ", ".join((names, *added))
        values = ", ".join((names, *added.values()))
        connection.exec_driver_sql(
            f"INSERT INTO bare ({columns}) SELECT {values} FROM staged_bare"  # noqa: S608 - ours
            f" WHERE true ON CONFLICT {KEY} DO NOTHING"
        )
        if self.has_words and connection.dialect.name == "sqlite":
            connection.exec_driver_sql(
                "INSERT INTO bare_words (rowid, words)"
                " SELECT id, words FROM bare WHERE parent_id IS NULL"
            )
        connection.commit()


def _only(rows: Sequence[Row], places: Sequence[int]) -> list[Row]:
    fold_words(rows)
    return [[row[place] for place in places] for row in rows]
