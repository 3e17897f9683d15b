"""Loads statements: staged while the file is read, moved when it proved whole.

Import is idempotent at the level of the statement (its identity) and of the
entry (its key and occurrence). Run again after a kill, it ends with the same
rows: what is there already is found and left alone.
"""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, count
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, text, update

from bankfiles import Entry, StatementEnd, StatementHeader
from giroscope.features.banks import account_of_file, normalised
from giroscope.features.statements.rows import STAGED_COLUMNS, RowMaker
from giroscope.features.statements.tables import (
    Statement,
    StatementOverlap,
    Transaction,
)
from giroscope.kernel.bulk import PORTION_ROWS, IdBlocks, Staging
from giroscope.kernel.columns import to_units

_FINAL_FORMATS = frozenset({"camt.053", "mt940"})
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
    moved_to: int = 0
    """How far its entries are moved, by position."""


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
    _staging: Staging | None = None
    _ids: IdBlocks | None = None
    _maker: RowMaker | None = None

    def open(self, header: StatementHeader) -> None:
        """A statement begins."""
        if self._staging is None:
            self._staging = Staging(self.connection, "staged_entries", STAGED_COLUMNS)
            self._ids = IdBlocks(self.connection, "transactions")
        number = len(self.staged) + 1
        self.staged.append(StagedStatement(number, header))
        account = header.account
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
        """The statement that was opened last ends."""
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
        # Equal entries of one statement are different payments: count them.
        self._run(
            f"""UPDATE {name} AS mine SET occurrence = (
                  SELECT count(*) FROM {name} AS other
                  WHERE other.entry_key = mine.entry_key
                    AND other.statement_no = mine.statement_no
                    AND other.position <= mine.position)
                WHERE entry_key IN (
                  SELECT entry_key FROM {name} WHERE entry_key IS NOT NULL
                  GROUP BY entry_key, statement_no HAVING count(*) > 1)"""
        )
        self.connection.commit()

    def move(self) -> list[LoadedStatement]:
        """Put what is new into the realm; commits in portions."""
        loaded, pending = [], 0
        for staged in self.staged:
            if staged.end is None:
                raise RuntimeError("a statement was never closed")
            loaded.append(self._move_statement(staged, staged.end))
            pending += staged.end.entries
            if pending >= PORTION_ROWS:
                self.connection.commit()
                pending = 0
        self.connection.commit()
        if self._staging is not None:
            self._staging.drop()
            self.connection.commit()
        return loaded

    def _run(self, sql: str, *, temporary: bool = False, **values: Any) -> int:
        if temporary and self.connection.dialect.name == "sqlite":
            sql = sql.replace("CREATE INDEX ", "CREATE INDEX temp.")
        return self.connection.execute(text(sql), values).rowcount

    def _run_all(self, sql: str, **values: Any) -> list[Any]:
        return list(self.connection.execute(text(sql), values))

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
        self._number_on(staged.number, statement_id, account_id, end)
        new = 0
        position = 0
        last = end.entries
        while position < last:
            upper = min(position + PORTION_ROWS, last)
            new += self._move_portion(
                staged.number, statement_id, account_id, end, is_final, position, upper
            )
            position = upper
            if last > PORTION_ROWS:
                self.connection.commit()
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
                identity=identity, digest=end.digest, document_id=self.document_id,
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
        self, number: int, statement_id: int, account_id: int, end: StatementEnd
    ) -> None:
        """Number equal entries on from the statements this one continues.

        A statement that follows another (its opening is the other's closing)
        repeats nothing, so equal entries on a shared day are further payments
        and take the numbers that the neighbour's entries left free.
        """
        if (
            self._staging is None
            or end.opening is None
            or end.closing is None
            or end.from_date is None
            or end.to_date is None
        ):
            return
        neighbours = self.connection.execute(
            select(Statement.id).where(
                Statement.account_id == account_id,
                Statement.id != statement_id,
                Statement.is_final,
                Statement.to_date >= end.from_date,
                Statement.from_date <= end.to_date,
                or_(Statement.sequence.is_(None),
                    Statement.sequence != self.staged[number - 1].header.sequence),
                or_(Statement.closing == end.opening.amount,
                    Statement.opening == end.closing.amount),
            )
        ).scalars().all()  # fmt: skip
        if not neighbours:
            return
        name = self._staging.name
        listed = ",".join(str(int(neighbour)) for neighbour in neighbours)
        taken, own = (
            defaultdict[bytes, set[int]](set),
            defaultdict[bytes, list[int]](list),
        )
        for key, occurrence, holder in self.connection.execute(
            text(
                "SELECT entry_key, occurrence, statement_id FROM transactions"
                f" WHERE parent_id IS NULL AND statement_id IN ({listed}, :own)"
                f" AND entry_key IN (SELECT entry_key FROM {name}"
                "  WHERE statement_no = :number) ORDER BY occurrence"
            ),
            {"own": statement_id, "number": number},
        ):
            if holder == statement_id:
                own[bytes(key)].append(occurrence)
            else:
                taken[bytes(key)].add(occurrence)
        for key, used in taken.items():
            self._renumber(number, key, own[key], used)

    def _renumber(
        self, number: int, key: bytes, own: list[int], used: set[int]
    ) -> None:
        """Give the entries of one key their own numbers first, then free ones."""
        if self._staging is None:
            return
        name = self._staging.name
        rows = self._run_all(
            f"SELECT id FROM {name} WHERE entry_key = :key AND statement_no = :number"
            " ORDER BY position",
            key=key,
            number=number,
        )
        free = (n for n in count(1) if n not in used and n not in own)
        for (row_id,), occurrence in zip(rows, chain(own, free), strict=False):
            self._run(
                f"UPDATE {name} SET occurrence = :n WHERE id = :id",
                n=occurrence,
                id=row_id,
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
        if new < upto - above:
            self._note_overlap(name, entries, is_final, values)
        return new

    def _note_overlap(
        self, name: str, entries: str, is_final: bool, values: dict[str, Any]
    ) -> None:
        """Record which earlier statements brought the entries known already."""
        same = "t.entry_key = s.entry_key AND t.occurrence = s.occurrence"
        self._run(
            f"""INSERT INTO statement_overlaps (statement_id, earlier_id, entries)
                SELECT :statement, t.statement_id, count(*)
                FROM {name} s JOIN transactions t ON {same} AND t.parent_id IS NULL
                WHERE s.{entries.replace(" AND ", " AND s.")}
                  AND t.statement_id <> :statement
                GROUP BY t.statement_id
                ON CONFLICT (statement_id, earlier_id)
                DO UPDATE SET entries = excluded.entries""",
            **values,
        )
        if not is_final:
            return
        self._run(
            f"""UPDATE transactions SET confirmed_by = :statement, state = (
                  SELECT s.state FROM {name} s
                  WHERE s.entry_key = transactions.entry_key
                    AND s.occurrence = transactions.occurrence
                    AND s.statement_no = :number)
                WHERE parent_id IS NULL AND confirmed_by IS NULL AND id IN (
                  SELECT t.id FROM {name} s
                  JOIN transactions t ON {same} AND t.parent_id IS NULL
                  JOIN statements e ON e.id = t.statement_id AND NOT e.is_final
                  WHERE s.{entries.replace(" AND ", " AND s.")})""",
            **values,
        )


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


def known_digests(connection: Connection, digests: list[str], version: int) -> bool:
    """Whether statements with just these contents were all imported already."""
    found = connection.execute(
        select(func.count(Statement.digest.distinct())).where(
            Statement.digest.in_(digests), Statement.reader_version == version
        )
    ).scalar_one()
    return bool(digests) and found == len(set(digests))


def overlapping_later(connection: Connection, document_id: int) -> list[str]:
    """Names of later statements that repeat entries this document brought."""
    mine = select(Statement.id).where(Statement.document_id == document_id)
    rows = connection.execute(
        select(Statement.bank_id, Statement.sequence)
        .join(StatementOverlap, StatementOverlap.statement_id == Statement.id)
        .where(StatementOverlap.earlier_id.in_(mine))
        .where(Statement.document_id != document_id)
    )
    return [row.sequence or row.bank_id or "?" for row in rows]


def remove(connection: Connection, document_id: int) -> None:
    """Take back everything the document brought, as if it never came."""
    mine = select(Statement.id).where(Statement.document_id == document_id)
    connection.execute(
        update(Transaction)
        .where(Transaction.confirmed_by.in_(mine))
        .values(confirmed_by=None, state=Transaction.reported_state)
    )
    if connection.dialect.name == "sqlite":
        connection.execute(
            text(
                "INSERT INTO transaction_words (transaction_words, rowid, words)"
                " SELECT 'delete', id, words FROM transactions"
                " WHERE document_id = :document AND parent_id IS NULL"
            ),
            {"document": document_id},
        )
    connection.execute(
        delete(Transaction).where(Transaction.document_id == document_id)
    )
    connection.execute(
        delete(StatementOverlap).where(StatementOverlap.statement_id.in_(mine))
    )
    connection.execute(delete(Statement).where(Statement.document_id == document_id))
