"""Loads statements: staged while the file is read, moved when it proved whole.

Import is idempotent at the level of the statement (its identity) and of the
entry (its key and occurrence). Run again after a kill, it ends with the same
rows: what is there already is found and left alone.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, text, update

from bankfiles import Entry, StatementEnd, StatementHeader
from giroscope.features.banks import Account, account_of_file, normalised
from giroscope.features.statements.numbering import Span, number_equal, number_on
from giroscope.features.statements.rows import STAGED_COLUMNS, RowMaker
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.bulk import PORTION_ROWS, IdBlocks, Staging
from giroscope.kernel.columns import ensure_short, to_units

_MANY_ROWS = 10_000
_FINAL_FORMATS = frozenset({"camt.053", "mt940"})
_SAME_ENTRY = (
    "t.entry_key = s.entry_key AND t.occurrence = s.occurrence AND t.parent_id IS NULL"
)
_COPIED = (
    "id, parent_id, position, line, entry_key, occurrence, booking_date, value_date,"
    " amount, size, currency, state, reversal, detail_count, details_add_up,"
    " counterparty_name, counterparty_account, counterparty_agent, remittance,"
    " reference, end_to_end_id, payment_batch_id, bank_reference,"
    " bank_transaction_code, additional_information, extra, words"
)


@dataclass(slots=True)
class StagedStatement:
    """A statement whose entries are staged, and what the file said of it."""

    number: int
    header: StatementHeader
    end: StatementEnd | None = None


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
    document_id: int
    """The document that brought the statement first: this one, if it is new."""
    correlation_id: str


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
    _staging: Staging | None = None
    _ids: IdBlocks | None = None
    _maker: RowMaker | None = None

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
        if self._staging is None:
            self._staging = Staging(self.connection, "staged_entries", STAGED_COLUMNS)
            self._ids = IdBlocks(self.connection, "transactions")
        number = len(self.staged) + 1
        self.staged.append(StagedStatement(number, header))
        self._maker = RowMaker(
            normalised(account.number or "?"), account.currency, number
        )

    def add(self, entry: Entry) -> None:
        """An entry of the statement that was opened last.

        Raises:
            AmountOutOfRange: An amount does not fit the database exactly.
        """
        if self._staging is None or self._ids is None or self._maker is None:
            raise RuntimeError("an entry came before its statement")
        entry_id = self._ids.take()
        several = len(entry.details) > 1
        detail_ids = [self._ids.take() for _ in entry.details] if several else ()
        self._staging.extend(self._maker.rows(entry, entry_id, detail_ids))

    def close(self, end: StatementEnd) -> None:
        """The statement that was opened last ends.

        Raises:
            AmountOutOfRange: A balance or a sum does not fit the database exactly.
        """
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
        if self._staging is None:
            return
        self._staging.flush()
        name = self._staging.name
        self._run(f"CREATE INDEX ix_staged_key ON {name} (entry_key)", temporary=True)
        self._run(f"CREATE INDEX ix_staged_no ON {name} (statement_no, position)",
                  temporary=True)  # fmt: skip
        if self.connection.dialect.name == "postgresql":
            # Without figures of the table the move joins it row by row.
            self._run(f"ANALYZE {name}")
        number_equal(self.connection, name)
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
            pending += staged.end.entries
            if pending >= PORTION_ROWS:
                self._commit()
                pending = 0
        self.connection.commit()
        if self._staging is not None:
            self._staging.drop()
            self._refresh_figures(sum(statement.new for statement in loaded))
            self.connection.commit()
        return loaded

    def _refresh_figures(self, new: int) -> None:
        """After a large import, let PostgreSQL see at once how values are spread.

        It would by itself, but minutes later; until then it plans pages badly.
        """
        if new >= _MANY_ROWS and self.connection.dialect.name == "postgresql":
            self._run("ANALYZE transactions")

    def _commit(self) -> None:
        """Let others in, and tell how far the move is."""
        self.connection.commit()
        if self._progress is not None:
            total = sum(staged.end.entries for staged in self.staged if staged.end)
            self._progress(self._moved, total)

    def _run(self, sql: str, *, temporary: bool = False, **values: Any) -> int:
        if temporary and self.connection.dialect.name == "sqlite":
            sql = sql.replace("CREATE INDEX ", "CREATE INDEX temp.")
        return self.connection.execute(text(sql), values).rowcount

    def _move_statement(
        self, staged: StagedStatement, end: StatementEnd
    ) -> LoadedStatement:
        header = staged.header
        account_id = account_of_file(self.connection, header.account, end.currency)
        identity = _identity(account_id, self.format, header, end)
        known = self.connection.execute(
            select(
                Statement.id,
                Statement.digest,
                Statement.document_id,
                Statement.correlation_id,
            ).where(Statement.identity == identity)
        ).one_or_none()
        is_final = self.format in _FINAL_FORMATS
        if known is None:
            statement_id = self._insert(header, end, account_id, identity, is_final)
        else:
            statement_id = int(known.id)
        if is_final:
            self._number_on(staged, statement_id, end)
        new = 0
        for above in range(0, end.entries, PORTION_ROWS):
            upto = min(above + PORTION_ROWS, end.entries)
            new += self._move_portion(
                staged.number, statement_id, account_id, end, is_final, above, upto
            )
            self._moved += upto - above
            if end.entries > PORTION_ROWS:
                self._commit()
        if new < end.entries:
            self._note_overlap(staged.number, statement_id)
            new = self._brought(statement_id)
        self._counted[statement_id] = self._counted.get(statement_id, 0) + new
        if known is None or (
            not known.digest and known.document_id == self.document_id
        ):
            # Only now is the statement whole: a digest says that all is here.
            self.connection.execute(
                update(Statement)
                .where(Statement.id == statement_id)
                .values(digest=end.digest)
            )
        return LoadedStatement(
            id=statement_id,
            account_id=account_id,
            header=header,
            end=end,
            is_new=known is None,
            is_unchanged=known is not None and known.digest == end.digest,
            read=end.entries,
            new=new,
            document_id=known.document_id if known else self.document_id,
            correlation_id=known.correlation_id if known else self.correlation_id,
        )

    def _insert(
        self,
        header: StatementHeader,
        end: StatementEnd,
        account_id: int,
        identity: str,
        is_final: bool,
    ) -> int:
        opening, closing = end.opening, end.closing
        row = self.connection.execute(
            insert(Statement)
            .values(
                identity=identity, digest="", document_id=self.document_id,
                account_id=account_id, correlation_id=self.correlation_id,
                format=self.format, is_final=is_final, bank_id=header.id,
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

    def _number_on(
        self, staged: StagedStatement, statement_id: int, end: StatementEnd
    ) -> None:
        if (
            self._staging is None
            or end.opening is None
            or end.closing is None
            or end.from_date is None
            or end.to_date is None
        ):
            return
        span = Span(
            end.from_date, end.to_date, end.opening.amount, end.closing.amount,
            staged.header.sequence,
        )  # fmt: skip
        number_on(
            self.connection, self._staging.name, staged.number, statement_id, span
        )

    def _move_portion(
        self,
        number: int,
        statement_id: int,
        account_id: int,
        end: StatementEnd,
        is_final: bool,
        above: int,
        upto: int,
    ) -> int:
        """Insert the entries of a range of positions; tell how many are new."""
        if self._staging is None:
            return 0
        name = self._staging.name
        opening = end.opening
        fallback = end.to_date or end.from_date or self.now.date()
        values: dict[str, Any] = {
            "number": number, "above": above, "upto": upto,
            "statement": statement_id, "account": account_id,
            "document": self.document_id,
            "opening": None if opening is None else to_units(opening.amount),
            "fallback": fallback.isoformat(),
        }  # fmt: skip
        columns = (
            f"{_COPIED}, statement_id, account_id, document_id, day, value_day,"
            " reported_state, balance"
        )
        chosen = (
            f"{_COPIED}, :statement, :account, :document,"
            " coalesce(booking_date, value_date, CAST(:fallback AS DATE)),"
            " coalesce(value_date, booking_date, CAST(:fallback AS DATE)),"
            " state, balance + CAST(:opening AS BIGINT)"
        )
        if self.connection.dialect.name == "sqlite":
            # SQLite has no DATE to cast to: dates are ISO text.
            chosen = chosen.replace("CAST(:fallback AS DATE)", ":fallback")
        within = "statement_no = :number AND position > :above AND position <= :upto"
        entries = f"{within} AND parent_id IS NULL"
        new = self._run(
            f"""INSERT INTO transactions ({columns}) SELECT {chosen} FROM {name}
                WHERE {entries} ORDER BY position
                ON CONFLICT (entry_key, occurrence) WHERE parent_id IS NULL
                DO NOTHING""",
            **values,
        )
        self._run(
            f"""INSERT INTO transactions ({columns}) SELECT {chosen} FROM {name} s
                WHERE statement_no = :number AND parent_id IN (
                  SELECT p.id FROM {name} p
                  WHERE p.statement_no = :number AND p.position > :above
                    AND p.position <= :upto AND p.parent_id IS NULL
                    AND p.detail_count > 1
                    AND EXISTS (SELECT 1 FROM transactions t WHERE t.id = p.id))
                ORDER BY id""",
            **values,
        )
        if self.connection.dialect.name == "sqlite":
            self._run(
                f"""INSERT INTO transaction_words (rowid, words)
                    SELECT id, words FROM {name} s WHERE {entries}
                    AND EXISTS (SELECT 1 FROM transactions t WHERE t.id = s.id)""",
                **values,
            )
        if is_final and new < upto - above:
            self._confirm(name, values)
        return new

    def _confirm(self, name: str, values: dict[str, Any]) -> None:
        """Entries a report brought first are now proved, as booked as here."""
        confirmed = self._run(
            f"""UPDATE transactions SET confirmed_by = :statement, state = (
                  SELECT s.state FROM {name} s
                  WHERE s.entry_key = transactions.entry_key
                    AND s.occurrence = transactions.occurrence
                    AND s.statement_no = :number)
                WHERE parent_id IS NULL AND confirmed_by IS NULL AND id IN (
                  SELECT t.id FROM {name} s JOIN transactions t ON {_SAME_ENTRY}
                  JOIN statements e ON e.id = t.statement_id AND NOT e.is_final
                  WHERE s.statement_no = :number AND s.parent_id IS NULL
                    AND s.position > :above AND s.position <= :upto)""",
            **values,
        )
        if confirmed:
            self._run(
                """UPDATE transactions SET state = (
                     SELECT e.state FROM transactions e
                     WHERE e.id = transactions.parent_id)
                   WHERE parent_id IN (
                     SELECT e.id FROM transactions e
                     WHERE e.confirmed_by = :statement AND e.parent_id IS NULL)""",
                **values,
            )

    def _note_overlap(self, number: int, statement_id: int) -> None:
        """Record which earlier statements brought or confirmed what is known."""
        if self._staging is None:
            return
        for holder in ("statement_id", "confirmed_by"):
            self._run(
                f"""INSERT INTO statement_overlaps (statement_id, earlier_id, entries)
                    SELECT :statement, t.{holder}, count(*)
                    FROM {self._staging.name} s JOIN transactions t ON {_SAME_ENTRY}
                    WHERE s.statement_no = :number AND s.parent_id IS NULL
                      AND t.{holder} <> :statement AND t.statement_id <> :statement
                    GROUP BY t.{holder}
                    ON CONFLICT (statement_id, earlier_id)
                    DO UPDATE SET entries = excluded.entries""",
                statement=statement_id,
                number=number,
            )

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


def _identity(
    account_id: int, file_format: str, header: StatementHeader, end: StatementEnd
) -> str:
    """The same statement of the same account, whatever file it comes in."""
    closing = end.closing.amount if end.closing else None
    name = header.sequence or header.id
    parts = (account_id, file_format, name, end.from_date, end.to_date)
    # A nameless statement is told apart by its balance as well.
    key = parts if name else (*parts, closing, end.entries)
    return hashlib.sha256(repr([str(part) for part in key]).encode()).hexdigest()


def is_name_known(connection: Connection, header: StatementHeader) -> bool:
    """Whether a statement of this id or sequence number is here, on any account."""
    name = Statement.bank_id == header.id
    if header.id is None:
        name = Statement.sequence == header.sequence
    return (
        connection.execute(select(Statement.id).where(name).limit(1)).first()
        is not None
    )


class KnownStatement(NamedTuple):
    """A statement that is here to the last entry."""

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
            .where(Statement.digest == digest, Statement.reader_version == version)
            .limit(1)
        ).one_or_none()
        if row is None:
            return []
        found.append(
            KnownStatement(
                row.document_id, row.correlation_id,
                row.sequence or row.bank_id or "?", row.number, row.currency,
                row.from_date, row.to_date, row.incoming - row.outgoing, row.entries,
            )
        )  # fmt: skip
    return found
