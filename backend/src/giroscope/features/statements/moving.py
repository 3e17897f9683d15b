"""Moves staged entries into the realm by set-based SQL: only what is new.

Which entries are known is found once for each statement, before its first
portion is moved. Nobody else brings files in or takes them out meanwhile, so
it stays true; the unique index of entries is the last resort.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from giroscope.features.statements.rows import STAGED_COLUMNS
from giroscope.features.statements.stage import STAGED

_KNOWN = "known_entries"
_COPIED = ", ".join(
    name
    for name, _ in STAGED_COLUMNS
    if name not in {"parent_id", "statement_no", "balance"}
)
_ADDED = (
    "parent_id, size, statement_id, account_id, document_id, day, value_day,"
    " reported_state, balance"
)
_ADDED_VALUES = (
    "{parent}, abs(amount), :statement, :account, :document,"
    " coalesce(booking_date, value_date, CAST(:fallback AS DATE)),"
    " coalesce(value_date, booking_date, CAST(:fallback AS DATE)),"
    " state, balance + CAST(:opening AS BIGINT)"
)
# What a statement says of an entry that an earlier one named without details.
DESCRIBED = (
    "detail_count", "details_add_up", "counterparty_name", "counterparty_account",
    "counterparty_agent", "remittance", "reference", "end_to_end_id",
    "payment_batch_id", "bank_reference", "bank_transaction_code",
    "additional_information", "extra", "words",
)  # fmt: skip
_DESCRIPTION = ", ".join(DESCRIBED)
# A CROSS JOIN keeps SQLite to the order written: from the few to the many.
_BARE = f"""SELECT k.id FROM {_KNOWN} k
  CROSS JOIN {STAGED} s CROSS JOIN transactions t
  WHERE s.id = k.staged_id AND s.detail_count > 0
  AND t.id = k.id AND t.detail_count = 0
  AND k.staged_id BETWEEN :first AND :last"""
_OF_BARE = (
    "SELECT id FROM bare_entries WHERE document_id = :document AND id IN"
    f" (SELECT id FROM {_KNOWN} WHERE staged_id BETWEEN :first AND :last)"
)


@dataclass(frozen=True, slots=True)
class Mover:
    """Moves the staged entries of one statement, a range of ids at a time."""

    connection: Connection
    values: dict[str, Any]
    """statement, account, document, opening, fallback: as the rows will say."""

    def find_known(self, first: int, last: int) -> int:
        """Pair staged entries with those that are here; tell how many."""
        self._run(
            f"CREATE TEMPORARY TABLE IF NOT EXISTS {_KNOWN}"
            " (staged_id BIGINT PRIMARY KEY, id BIGINT)"
        )
        self._run(f"DELETE FROM {_KNOWN}")
        return self._run(
            f"""INSERT INTO {_KNOWN} (staged_id, id)
                SELECT s.id, t.id FROM {STAGED} s CROSS JOIN transactions t
                WHERE t.entry_key = s.entry_key AND t.occurrence = s.occurrence
                AND t.parent_id IS NULL
                AND s.id BETWEEN :first AND :last AND s.parent_id IS NULL""",
            first=first,
            last=last,
        )

    def bring(self, first: int, last: int, *, all_new: bool) -> None:
        """Insert what is new of a range of staged rows, with its words."""
        chosen = "s.id BETWEEN :first AND :last"
        if not all_new:
            chosen += (
                f" AND NOT EXISTS (SELECT 1 FROM {_KNOWN} k"
                " WHERE k.staged_id = coalesce(s.parent_id, s.id))"
            )
        self._insert("parent_id", f"FROM {STAGED} s WHERE {chosen}", first, last)
        if self._is_sqlite:
            self._run(
                "INSERT INTO transaction_words (rowid, words) SELECT s.id, s.words"
                f" FROM {STAGED} s WHERE {chosen} AND s.parent_id IS NULL",
                first=first,
                last=last,
            )

    def known_within(self, first: int, last: int) -> int:
        """How many entries of the range are known."""
        found = self.connection.execute(
            text(
                f"SELECT count(*) FROM {_KNOWN}"
                " WHERE staged_id BETWEEN :first AND :last"
            ),
            {"first": first, "last": last},
        )
        return int(found.scalar_one())

    def confirm(self, first: int, last: int) -> None:
        """Entries a report brought first are now proved, as booked as here."""
        confirmed = self._run(
            f"""UPDATE transactions SET confirmed_by = :statement, state = (
                  SELECT s.state FROM {_KNOWN} k JOIN {STAGED} s ON s.id = k.staged_id
                  WHERE k.id = transactions.id)
                WHERE confirmed_by IS NULL AND id IN (
                  SELECT k.id FROM {_KNOWN} k CROSS JOIN transactions t
                  CROSS JOIN statements e
                  WHERE t.id = k.id AND e.id = t.statement_id AND NOT e.is_final
                  AND k.staged_id BETWEEN :first AND :last)""",
            first=first,
            last=last,
        )
        if confirmed:
            self._run(
                """UPDATE transactions SET state = (
                     SELECT e.state FROM transactions e
                     WHERE e.id = transactions.parent_id)
                   WHERE parent_id IN (
                     SELECT e.id FROM transactions e
                     WHERE e.confirmed_by = :statement AND e.parent_id IS NULL)"""
            )

    def describe(self, first: int, last: int) -> int:
        """Give details to known entries that came without; tell how many.

        What they said before is kept in `bare_entries`, so that it can be undone.
        """
        within = {"first": first, "last": last}
        described = self._run(
            f"""INSERT INTO bare_entries (document_id, id, {_DESCRIPTION})
                SELECT :document, id, {_DESCRIPTION} FROM transactions
                WHERE id IN ({_BARE})""",
            **within,
        )
        if not described:
            return 0
        forget_words(self.connection, f"id IN ({_OF_BARE})", self.values | within)
        taken = ", ".join(f"{name} = s.{name}" for name in DESCRIBED)
        self._run(
            f"""UPDATE transactions SET {taken} FROM {_KNOWN} k
                JOIN {STAGED} s ON s.id = k.staged_id
                WHERE k.id = transactions.id AND transactions.id IN ({_OF_BARE})""",
            **within,
        )
        learn_words(self.connection, f"id IN ({_OF_BARE})", self.values | within)
        self._insert(
            "k.id",
            f"FROM {_KNOWN} k JOIN {STAGED} s ON s.parent_id = k.staged_id"
            f" WHERE k.id IN ({_OF_BARE})",
            first,
            last,
        )
        self._run(
            f"""UPDATE transactions SET (state, reported_state) = (
                  SELECT e.state, e.reported_state FROM transactions e
                  WHERE e.id = transactions.parent_id)
                WHERE parent_id IN ({_OF_BARE})""",
            **within,
        )
        return described

    def note_overlap(self) -> None:
        """Record which earlier statements brought or confirmed what is known."""
        for holder in ("statement_id", "confirmed_by"):
            self._run(
                f"""INSERT INTO statement_overlaps
                      (statement_id, earlier_id, document_id, entries)
                    SELECT :statement, t.{holder}, :document, count(*)
                    FROM {_KNOWN} k CROSS JOIN transactions t
                    WHERE t.id = k.id AND t.{holder} <> :statement
                    AND t.statement_id <> :statement
                    GROUP BY t.{holder}
                    ON CONFLICT (statement_id, earlier_id, document_id)
                    DO UPDATE SET entries = excluded.entries"""
            )

    def _insert(self, parent: str, source: str, first: int, last: int) -> None:
        copied = ", ".join(f"s.{name}" for name in _COPIED.split(", "))
        added = _ADDED_VALUES.format(parent=parent)
        if self._is_sqlite:
            # SQLite has no DATE to cast to: dates are ISO text.
            added = added.replace("CAST(:fallback AS DATE)", ":fallback")
        self._run(
            f"INSERT INTO transactions ({_COPIED}, {_ADDED})"
            f" SELECT {copied}, {added} {source}",
            first=first,
            last=last,
        )

    @property
    def _is_sqlite(self) -> bool:
        return self.connection.dialect.name == "sqlite"

    def _run(self, sql: str, **more: Any) -> int:
        return self.connection.execute(text(sql), self.values | more).rowcount


def forget_words(connection: Connection, chosen: str, values: dict[str, Any]) -> None:
    """Take entries out of SQLite's word index; PostgreSQL's follows its table."""
    if connection.dialect.name == "sqlite":
        connection.execute(
            text(
                "INSERT INTO transaction_words (transaction_words, rowid, words)"
                " SELECT 'delete', id, words FROM transactions"
                f" WHERE {chosen} AND parent_id IS NULL"
            ),
            values,
        )


def learn_words(connection: Connection, chosen: str, values: dict[str, Any]) -> None:
    """Put entries into SQLite's word index; PostgreSQL's follows its table."""
    if connection.dialect.name == "sqlite":
        connection.execute(
            text(
                "INSERT INTO transaction_words (rowid, words) SELECT id, words"
                f" FROM transactions WHERE {chosen} AND parent_id IS NULL"
            ),
            values,
        )
