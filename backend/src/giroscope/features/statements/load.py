"""Loads statements: staged while the file is read, moved when it proved whole.

Import is idempotent at the level of the statement (its identity) and of the
entry (its key and occurrence). Run again after a kill, it ends with the same
rows: what is there already is found and left alone.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from bankfiles import Entry, PlainEntry, StatementEnd, StatementHeader
from giroscope.features.banks import account_of_file, normalised
from giroscope.features.statements.known import identity
from giroscope.features.statements.moving import Mover
from giroscope.features.statements.numbering import Span, number_equal, number_on
from giroscope.features.statements.rows import RowMaker
from giroscope.features.statements.stage import STAGED, Stage, StagedStatement
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.bulk import PORTION_ROWS
from giroscope.kernel.clock import day_of
from giroscope.kernel.columns import ensure_short, to_units

_MANY_ROWS = 10_000
# The columns by which lists and ties choose their way. How the words spread is
# asked of a sample where it matters, and is costly to learn.
_PLANNED = (
    "id, parent_id, account_id, statement_id, confirmed_by, day, value_day, size,"
    " amount, currency, state, reported_state, reversal, document_id, entry_key,"
    " occurrence, end_to_end_id, payment_batch_id"
)
# Nine thousand rows tell few from many, which is all the lists ask of PostgreSQL.
_STATISTICS = 30
_FINAL_FORMATS = frozenset({"camt.053", "mt940"})


class LoadedStatement(NamedTuple):
    """What became of one statement of the file."""

    id: int
    account_id: int
    header: StatementHeader
    end: StatementEnd
    is_new: bool
    is_unchanged: bool
    read: int
    new: int
    described: int
    """How many entries that were known without details got them."""
    document_id: int
    """The document that brought the statement first: this one, if it is new."""
    correlation_id: str

    @property
    def is_known(self) -> bool:
        """Whether another document brought all of it."""
        return not self.new and not self.described


@dataclass(slots=True)
class StatementLoader:
    """Takes the values of one file and puts its statements into the realm."""

    connection: Connection
    document_id: int
    format: str
    correlation_id: str
    now: datetime
    reader_version: int
    staged: list[StagedStatement] = field(default_factory=list)
    _counted: dict[int, int] = field(default_factory=dict)
    _moved: int = 0
    _progress: Callable[[int, int], None] | None = None
    _stage: Stage | None = None

    def open(self, header: StatementHeader) -> None:
        """A statement begins.

        Raises:
            TextTooLong: A number or date is longer than anything a bank writes.
        """
        account = header.account
        for said, most in (
            (account.number, 70), (account.iban, 34), (account.servicer, 40),
            (account.currency, 3), (header.sequence, 40), (header.created, 40),
        ):  # fmt: skip
            ensure_short(said or "", most)
        if self._stage is None:
            self._stage = Stage(self.connection)
        number = len(self.staged) + 1
        statement = StagedStatement(number, header, PORTION_ROWS)
        self.staged.append(statement)
        number_of_account = normalised(account.number or "?")
        self._stage.begin(
            statement, RowMaker(number_of_account, account.currency, number)
        )

    def add(self, entry: Entry | PlainEntry) -> None:
        """An entry of the statement that was opened last.

        Raises:
            AmountOutOfRange: An amount does not fit the database exactly.
        """
        if self._stage is None:
            raise RuntimeError("an entry came before its statement")
        self._stage.add(entry)

    def close(self, end: StatementEnd) -> None:
        """The statement that was opened last ends.

        Raises:
            AmountOutOfRange: A balance or a sum does not fit the database exactly.
        """
        if self._stage is not None:
            self._stage.make()
        opening = end.opening.amount if end.opening else Decimal(0)
        closing = end.closing.amount if end.closing else Decimal(0)
        # The running balance lies between the opening less all debits and the
        # opening plus all credits.
        for bound in (closing, opening + end.credits, opening - end.debits):
            to_units(bound)
        ensure_short(end.currency or "", 3)
        self.staged[-1].end = end

    def finish(self) -> None:
        """The whole file was read and is in order: prepare the move."""
        if self._stage is None:
            return
        self._stage.finish()
        if self._stage.may_repeat:
            number_equal(self.connection, STAGED)
        self.connection.commit()

    def move(self, progress: Callable[[int, int], None]) -> list[LoadedStatement]:
        """Put what is new into the realm; commits in portions, and tells of each.

        What `progress` raises stops the move between two portions.
        """
        self._progress = progress
        loaded, pending = [], 0
        for staged in self.staged:
            if staged.end is None:
                raise RuntimeError("a statement was never closed")
            loaded.append(self._move_statement(staged, staged.end))
            pending += staged.entries
            if pending >= PORTION_ROWS:
                self._commit()
                pending = 0
        self.connection.commit()
        if self._stage is not None:
            self._stage.drop()
            self.connection.commit()
            self._tidy(sum(statement.new for statement in loaded))
        return loaded

    def _tidy(self, new: int) -> None:
        """After a large import, have PostgreSQL put the table in order at once.

        It would by itself, but minutes later; until then it plans pages badly,
        reads rows that an index could tell, and searches words in a heap.
        """
        if new >= _MANY_ROWS and self.connection.dialect.name == "postgresql":
            schema = self.connection.exec_driver_sql("SELECT current_schema()")
            table = f'"{schema.scalar_one()}".transactions'
            self.connection.commit()
            # It cannot be part of a transaction.
            outside = self.connection.engine.execution_options(
                isolation_level="AUTOCOMMIT"
            )
            with outside.connect() as connection:
                target = "default_statistics_target"
                connection.exec_driver_sql(f"SET {target} = {_STATISTICS}")
                try:
                    connection.exec_driver_sql(f"VACUUM (ANALYZE) {table} ({_PLANNED})")
                finally:
                    # Others get this connection next.
                    connection.exec_driver_sql(f"RESET {target}")

    def _commit(self) -> None:
        """Let others in, and tell how far the move is."""
        self.connection.commit()
        if self._progress is not None:
            self._progress(self._moved, sum(staged.entries for staged in self.staged))

    def _move_statement(
        self, staged: StagedStatement, end: StatementEnd
    ) -> LoadedStatement:
        header = staged.header
        account_id = account_of_file(self.connection, header.account, end.currency)
        name = identity(account_id, self.format, header, end)
        known = self.connection.execute(
            select(
                Statement.id,
                Statement.digest,
                Statement.entries,
                Statement.reader_version,
                Statement.document_id,
                Statement.correlation_id,
            ).where(Statement.identity == name)
        ).one_or_none()
        if known is None:
            statement_id = self._insert(header, end, account_id, name)
        else:
            statement_id = int(known.id)
        if self._says_it_otherwise(known, end):
            new, described = self._brought(statement_id), 0
        else:
            new, described = self._move_entries(staged, end, statement_id, account_id)
        self._counted[statement_id] = self._counted.get(statement_id, 0) + new
        if known is None or (
            not known.digest and known.document_id == self.document_id
        ):
            self._mark_whole(statement_id, end.digest)
        return LoadedStatement(
            id=statement_id,
            account_id=account_id,
            header=header,
            end=end,
            is_new=known is None,
            is_unchanged=known is not None and known.digest == end.digest,
            read=staged.entries,
            new=new,
            described=described,
            document_id=known.document_id if known else self.document_id,
            correlation_id=known.correlation_id if known else self.correlation_id,
        )

    def _says_it_otherwise(self, known: Any, end: StatementEnd) -> bool:
        """Whether another reader made the same entries of the same content.

        They may be keyed by other texts, so that none would be known again.
        """
        return (
            known is not None
            and known.reader_version != self.reader_version
            and (known.digest, known.entries) == (end.digest, end.entries)
        )

    def _mark_whole(self, statement_id: int, digest: str) -> None:
        # Only now is the statement whole: a digest says that all is here.
        whole = update(Statement).where(Statement.id == statement_id)
        self.connection.execute(whole.values(digest=digest))

    def _insert(
        self, header: StatementHeader, end: StatementEnd, account_id: int, name: str
    ) -> int:
        opening, closing = end.opening, end.closing
        row = self.connection.execute(
            insert(Statement)
            .values(
                identity=name, digest="", document_id=self.document_id,
                account_id=account_id, correlation_id=self.correlation_id,
                format=self.format, is_final=self._is_final, bank_id=header.id,
                sequence=header.sequence, currency=end.currency,
                created=header.created, imported=self.now,
                from_date=end.from_date, to_date=end.to_date,
                opening=opening.amount if opening else None,
                opening_date=opening.date if opening else None,
                closing=closing.amount if closing else None,
                closing_date=closing.date if closing else None,
                incoming=end.booked_credits, outgoing=end.booked_debits,
                entries=end.entries, details=end.details, balanced=end.balanced,
                reader_version=self.reader_version,
            )
            .returning(Statement.id)
        )  # fmt: skip
        return int(row.scalar_one())

    @property
    def _is_final(self) -> bool:
        return self.format in _FINAL_FORMATS

    def _move_entries(
        self,
        staged: StagedStatement,
        end: StatementEnd,
        statement_id: int,
        account_id: int,
    ) -> tuple[int, int]:
        """Move the statement's entries; tell how many are new, and newly described."""
        if not staged.portions:
            return 0, 0
        if self._is_final:
            self._number_on(staged, end, statement_id)
        opening = end.opening
        fallback = end.to_date or end.from_date or day_of(self.now)
        mover = Mover(
            self.connection,
            {
                "statement": statement_id, "account": account_id,
                "document": self.document_id,
                "opening": None if opening is None else to_units(opening.amount),
                "fallback": fallback.isoformat(),
            },
        )  # fmt: skip
        known = mover.find_known(staged.first_ids[0], staged.last_id)
        described = 0
        for first, last, entries in staged.portions:
            described += self._move_portion(mover, first, last, entries if known else 0)
            self._moved += entries
            if len(staged.portions) > 1:
                self._commit()
        if not known:
            return staged.entries, 0
        mover.note_overlap()
        return self._brought(statement_id), described

    def _move_portion(self, mover: Mover, first: int, last: int, doubtful: int) -> int:
        """Insert what is new, and tell how many known entries are newly described.

        So many entries as are `doubtful` may be known already.
        """
        known = mover.known_within(first, last) if doubtful else 0
        if not doubtful or known < doubtful:
            mover.bring(first, last, all_new=not known)
        if not known:
            return 0
        described = mover.describe(first, last)
        if self._is_final:
            mover.confirm(first, last)
        return described

    def _number_on(
        self, staged: StagedStatement, end: StatementEnd, statement_id: int
    ) -> None:
        if (
            end.opening is None
            or end.closing is None
            or end.from_date is None
            or end.to_date is None
        ):
            return
        span = Span(
            end.from_date, end.to_date, end.opening.amount, end.closing.amount,
            staged.header.sequence,
        )  # fmt: skip
        number_on(self.connection, STAGED, staged.number, statement_id, span)

    def _brought(self, statement_id: int) -> int:
        """How many entries this document brought, in this run or one that was killed.

        A file that repeats a statement counts its entries once.
        """
        brought = self.connection.execute(
            select(func.count()).where(
                Transaction.statement_id == statement_id,
                Transaction.parent_id.is_(None),
                Transaction.document_id == self.document_id,
            )
        ).scalar_one()
        return int(brought) - self._counted.get(statement_id, 0)
