"""Keeps the entries of a file in a temporary table until it proved whole."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection

from bankfiles import Entry, PlainEntry, StatementEnd, StatementHeader
from giroscope.features.statements.rows import (
    STAGED_COLUMNS,
    Row,
    RowMaker,
    fold_words,
)
from giroscope.kernel.bulk import IdBlocks, Staging

STAGED = "staged_entries"
_MADE_ENTRIES = 200
_WRITTEN_ROWS = 2_000
_KEPT_KIB = 4096


@dataclass(slots=True)
class StagedStatement:
    """A statement whose entries are staged, and what the file said of it."""

    number: int
    header: StatementHeader
    portion_entries: int
    entries: int = 0
    first_ids: list[int] = field(default_factory=list)
    """Of the entries with which the portions of the statement begin."""
    last_id: int = 0
    end: StatementEnd | None = None
    days: tuple[date, date] | None = None
    """First and last day that an entry tells: of booking, or else of value."""

    def took(self, entry_id: int, last_id: int, day: date | None) -> None:
        """An entry was staged; its details, if any, have the ids up to the last."""
        if day is not None:
            first, last = self.days or (day, day)
            if not first <= day <= last or self.days is None:
                self.days = min(first, day), max(last, day)
        if self.entries % self.portion_entries == 0:
            self.first_ids.append(entry_id)
        self.entries += 1
        self.last_id = last_id

    @property
    def portions(self) -> list[tuple[int, int, int]]:
        """First id, last id and number of entries of each portion."""
        if not self.first_ids:
            return []
        lasts = [*(first - 1 for first in self.first_ids[1:]), self.last_id]
        before = self.portion_entries * (len(lasts) - 1)
        whole = [*[self.portion_entries] * (len(lasts) - 1), self.entries - before]
        return list(zip(self.first_ids, lasts, whole, strict=True))


class Stage:
    """Where the entries of one file wait until it proved whole.

    Rows are made of many entries in one go, which the processor does faster
    than taking turns with the reader.
    """

    def __init__(self, connection: Connection) -> None:
        self._entries: list[Entry | PlainEntry] = []
        self._rows: list[Row] = []
        self._ids = IdBlocks(connection, "transactions")
        self._staging = Staging(connection, STAGED, STAGED_COLUMNS, key="id")
        if connection.dialect.name == "sqlite":
            # Filled and read from front to back, it gains nothing by being kept
            # in memory, and SQLite would keep as much of it as of the realm.
            connection.exec_driver_sql(f"PRAGMA temp.cache_size=-{_KEPT_KIB}")
            connection.commit()
        self._statement: StagedStatement | None = None
        self._maker: RowMaker | None = None
        self._may_repeat = False

    def begin(self, statement: StagedStatement, maker: RowMaker) -> None:
        """The entries that follow are of this statement."""
        self._may_repeat = self.may_repeat
        self._statement, self._maker = statement, maker

    @property
    def may_repeat(self) -> bool:
        """Whether some booking may be staged twice in one statement."""
        return self._may_repeat or (self._maker is not None and self._maker.may_repeat)

    def add(self, entry: Entry | PlainEntry) -> None:
        """Take an entry of the statement that was begun last."""
        self._entries.append(entry)
        if len(self._entries) >= _MADE_ENTRIES:
            self.make()

    def make(self) -> None:
        """Make the rows of the entries that wait.

        Raises:
            AmountOutOfRange: An amount does not fit the database exactly.
        """
        statement, maker, take = self._statement, self._maker, self._ids.take
        if statement is None or maker is None:
            raise RuntimeError("an entry came before its statement")
        for entry in self._entries:
            entry_id = last_id = take()
            day = entry.booking_date or entry.value_date
            if isinstance(entry, PlainEntry):
                statement.took(entry_id, entry_id, day)
                self._rows.append(maker.plain_row(entry, entry_id))
                continue
            detail_ids: Sequence[int] = ()
            if len(entry.details) > 1:
                detail_ids = [take() for _ in entry.details]
                last_id = detail_ids[-1]
            statement.took(entry_id, last_id, day)
            self._rows += maker.rows(entry, entry_id, detail_ids)
        self._entries.clear()
        if len(self._rows) >= _WRITTEN_ROWS:
            self._write()

    def finish(self) -> None:
        """Everything is staged: make it ready for the move."""
        self._write()
        self._staging.finish("entry_key", "occurrence", "parent_id", "statement_no")

    def drop(self) -> None:
        """Forget everything staged."""
        self._staging.drop()

    def _write(self) -> None:
        fold_words(self._rows)
        self._staging.extend(self._rows)
        self._rows.clear()
