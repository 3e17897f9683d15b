"""Moves entries: from the stage into the realm, and on and off the ledger's shelf.

Set-based SQL throughout. An entry that the ledger does not show as it was told lies in
`report_entries` with its details; one that it shows as told lies in `transactions`.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from giroscope.features.statements.rows import STAGED_COLUMNS
from giroscope.features.statements.stage import STAGED
from giroscope.kernel import units

_COPIED = [
    name
    for name, _ in STAGED_COLUMNS
    if name not in {"id", "parent_id", "statement_no", "balance"}
]
_ADDED = (
    "size, statement_id, account_id, document_id, day, value_day, balance, parent_id"
)
_ADDED_VALUES = (
    "{size}, :statement, :account, :document,"
    " coalesce(s.booking_date, s.value_date, CAST(:fallback AS DATE)),"
    " coalesce(s.value_date, s.booking_date, CAST(:fallback AS DATE)),"
    " {balance}, s.parent_id"
)
_DESCRIBED = (
    "detail_count", "details_add_up", "counterparty_name", "counterparty_account",
    "counterparty_agent", "remittance", "reference", "end_to_end_id",
    "payment_batch_id", "bank_reference", "bank_transaction_code",
    "additional_information", "extra", "words",
)  # fmt: skip
_BOOKED_AS = (
    "account_id", "statement_id", "document_id", "position", "line", "booking_date",
    "value_date", "day", "value_day", "amount", "size", "currency", "reversal",
    "balance",
)  # fmt: skip
_SAID = ", ".join((*_BOOKED_AS, "entry_key", "occurrence", "state", *_DESCRIBED))
_AWAY, _WANTED, _WITNESSES = "entries_put_away", "entries_shown", "entries_witnessing"
_PORTION = 500


@dataclass(frozen=True, slots=True)
class Mover:
    """Moves the staged entries of one statement, a range of ids at a time."""

    connection: Connection
    values: dict[str, Any]
    """statement, account, document, opening, fallback: as the rows will say."""

    def number_on(self, first: int, last: int) -> None:
        """Give bookings whose name is taken the next free number of that name."""
        taken = self.connection.execute(
            text(
                f"""SELECT DISTINCT s.entry_key FROM {STAGED} s
                    CROSS JOIN transactions t
                    WHERE t.entry_key = s.entry_key AND t.occurrence = s.occurrence
                    AND t.parent_id IS NULL AND s.parent_id IS NULL
                    AND s.id BETWEEN :first AND :last"""
            ),
            {"first": first, "last": last},
        ).scalars().all()  # fmt: skip
        for key in taken:
            used = taken_numbers(self.connection, bytes(key))
            free = (number for number in count(1) if number not in used)
            rows = self.connection.execute(
                text(
                    f"SELECT id FROM {STAGED} WHERE entry_key = :key"
                    " AND id BETWEEN :first AND :last ORDER BY id"
                ),
                {"key": key, "first": first, "last": last},
            ).scalars()
            self.connection.execute(
                text(f"UPDATE {STAGED} SET occurrence = :n WHERE id = :id"),
                [{"id": row_id, "n": next(free)} for row_id in rows],
            )

    def show(self, first: int, last: int) -> None:
        """Insert staged rows as bookings of their own, with their words."""
        self._insert("transactions", "id", first, last)
        if self._is_sqlite:
            self._run(
                "INSERT INTO transaction_words (rowid, words) SELECT s.id, s.words"
                f" FROM {STAGED} s WHERE s.id BETWEEN :first AND :last"
                " AND s.parent_id IS NULL",
                first=first,
                last=last,
            )

    def keep(self, first: int, last: int) -> None:
        """Insert staged rows as what the report says, not shown yet."""
        self._insert("report_entries", "own_id", first, last)

    def _insert(self, table: str, row_id: str, first: int, last: int) -> None:
        dialect = self.connection.dialect.name
        added = _ADDED_VALUES.format(
            size=units.size_of(dialect, "s.amount"),
            balance=units.plus(dialect, "s.balance", ":opening"),
        )
        if self._is_sqlite:
            # SQLite has no DATE to cast to: dates are ISO text.
            added = added.replace("CAST(:fallback AS DATE)", ":fallback")
        copied = ", ".join(f"s.{name}" for name in _COPIED)
        self._run(
            f"INSERT INTO {table} ({row_id}, {', '.join(_COPIED)}, {_ADDED})"
            f" SELECT s.id, {copied}, {added} FROM {STAGED} s"
            " WHERE s.id BETWEEN :first AND :last",
            first=first,
            last=last,
            opening=units.as_kept(dialect, self.values["opening"]),
        )

    @property
    def _is_sqlite(self) -> bool:
        return self.connection.dialect.name == "sqlite"

    def _run(self, sql: str, **more: Any) -> None:
        self.connection.execute(text(sql), self.values | more)


class Showing(NamedTuple):
    """How the ledger is to show a booking."""

    entry_id: int
    own_id: int
    described_by: int
    state: int
    is_composed: bool
    entry_key: bytes
    occurrence: int
    """The number of its name."""
    is_held: bool
    """Whether it is called so already; else it gets another number if need be."""


@dataclass(slots=True)
class Shelf:
    """Puts bookings away into `report_entries`, and shows them from there.

    What is to be done is listed first, as it is found; then all of it is done at once,
    in the order in which entries lie.
    """

    connection: Connection
    documents: set[int] = field(default_factory=set)
    """Whose entries are shown anew."""
    _listed: set[str] = field(default_factory=set)

    def list_away(self, entry_ids: Collection[int]) -> None:
        """The ledger is to show these bookings no more; what reports said is kept."""
        self._list(_AWAY, "id BIGINT PRIMARY KEY", [{"id": one} for one in entry_ids])

    def list_witnesses(self, rows: Sequence[dict[str, Any]]) -> None:
        """Entries not shown are to name their booking, or why there is none."""
        kinds = "own BIGINT PRIMARY KEY, entry BIGINT, reason VARCHAR(20)"
        self._list(_WITNESSES, kinds, rows)

    def list_shown(self, wanted: Sequence[Showing]) -> None:
        """The ledger is to show these bookings by what reports said of them.

        Those that make room for them are listed before.
        """
        key = "BLOB" if self._is_sqlite else "BYTEA"
        self._list(
            _WANTED,
            "id BIGINT PRIMARY KEY, own_id BIGINT, described_by BIGINT,"
            f" state SMALLINT, is_composed BOOLEAN, entry_key {key},"
            " occurrence INTEGER",
            [_row(one) for one in self._numbered(wanted)],
        )

    def make(self) -> None:
        """Do all that was listed."""
        for name, work in (
            (_AWAY, self._put_away), (_WITNESSES, self._witness), (_WANTED, self._show),
        ):  # fmt: skip
            if name in self._listed:
                work()
        self._listed.clear()

    def _put_away(self) -> None:
        among = f"id IN (SELECT id FROM {_AWAY})"
        forget_words(self.connection, among, {})
        told = f"(SELECT t.id FROM transactions t WHERE {among} AND NOT is_composed)"
        self._run(
            f"INSERT INTO report_entries (own_id, entry_id, parent_id, {_SAID})"
            f" SELECT coalesce(own_id, id), id, NULL, {_SAID} FROM transactions"
            f" WHERE id IN {told}"
        )
        details = ", ".join(f"c.{name}" for name in _SAID.split(", "))
        self._run(
            f"INSERT INTO report_entries (own_id, parent_id, {_SAID})"
            f" SELECT c.id, coalesce(t.own_id, t.id), {details}"
            " FROM transactions t JOIN transactions c ON c.parent_id = t.id"
            f" WHERE t.{among} AND NOT t.is_composed"
        )
        self._run(
            f"DELETE FROM transactions WHERE parent_id IN (SELECT id FROM {_AWAY})"
        )
        self._run(f"DELETE FROM transactions WHERE {among}")

    def _witness(self) -> None:
        entry, reason = (
            f"(SELECT w.{name} FROM {_WITNESSES} w WHERE w.own = own_id)"
            for name in ("entry", "reason")
        )
        self._run(
            f"UPDATE report_entries SET entry_id = {entry}, reason = {reason}"
            f" WHERE own_id IN (SELECT own FROM {_WITNESSES})"
        )

    def _show(self) -> None:
        self._note_documents()
        booked = ", ".join(f"w.{name}" for name in _BOOKED_AS)
        described = ", ".join(f"d.{name}" for name in _DESCRIBED)
        self._run(
            f"""INSERT INTO transactions
                  (id, own_id, described_by, is_composed, entry_key, occurrence, state,
                   {", ".join(_BOOKED_AS)}, {", ".join(_DESCRIBED)})
                SELECT s.id, s.own_id, s.described_by, s.is_composed, s.entry_key,
                  s.occurrence, s.state, {booked}, {described}
                FROM {_WANTED} s
                JOIN report_entries w ON w.own_id = s.own_id
                JOIN report_entries d ON d.own_id = s.described_by"""
        )
        self._show_details()
        told = f"(SELECT own_id FROM {_WANTED} WHERE NOT is_composed)"
        for column in ("parent_id", "own_id"):
            self._run(f"DELETE FROM report_entries WHERE {column} IN {told}")
        learn_words(self.connection, f"id IN (SELECT id FROM {_WANTED})", {})

    def _show_details(self) -> None:
        """Details follow their entry: in state, statement and document."""
        own = ("position", "line", "amount", "size", "currency", "entry_key",
               "occurrence", *_DESCRIBED)  # fmt: skip
        entrys = [name for name in _BOOKED_AS if name not in own and name != "balance"]
        details = ", ".join(f"c.{name}" for name in own)
        of_entry = ", ".join(f"w.{name}" for name in entrys)
        self._run(
            f"""INSERT INTO transactions
                  (id, parent_id, is_composed, state, {", ".join(own)},
                   {", ".join(entrys)})
                SELECT c.own_id, s.id, s.is_composed, s.state, {details}, {of_entry}
                FROM {_WANTED} s
                JOIN report_entries w ON w.own_id = s.own_id
                JOIN report_entries c ON c.parent_id = s.described_by"""
        )

    def _numbered(self, wanted: Sequence[Showing]) -> Iterator[Showing]:
        """Each with the number of its name, the next free one where it has none."""
        taken: dict[bytes, set[int]] = {}
        for one in wanted:
            if one.is_held:
                taken.setdefault(one.entry_key, set()).add(one.occurrence)
        for one in sorted(wanted, key=lambda showing: showing.own_id):
            if one.is_held:
                yield one
                continue
            key = one.entry_key
            used = taken.setdefault(key, set()) | self._numbers_left(key)
            number = one.occurrence
            if number in used:
                number = next(n for n in count(1) if n not in used)
            taken[key].add(number)
            yield one._replace(occurrence=number)

    def _numbers_left(self, key: bytes) -> set[int]:
        """The numbers that bookings of this name have, but for what is put away."""
        away = f" AND id NOT IN (SELECT id FROM {_AWAY})"
        return taken_numbers(
            self.connection, key, away if _AWAY in self._listed else ""
        )

    def _note_documents(self) -> None:
        rows = self.connection.execute(
            text(
                f"SELECT DISTINCT r.document_id FROM {_WANTED} s"
                " JOIN report_entries r ON r.own_id IN (s.own_id, s.described_by)"
            )
        )
        self.documents.update(int(one) for one in rows.scalars())

    def _list(self, name: str, columns: str, rows: Sequence[dict[str, Any]]) -> None:
        if not rows:
            return
        if name not in self._listed:
            self._run(f"DROP TABLE IF EXISTS {name}")
            self._run(f"CREATE TEMPORARY TABLE {name} ({columns})")
            self._listed.add(name)
        marks = ", ".join(f":{column}" for column in rows[0])
        self.connection.execute(text(f"INSERT INTO {name} VALUES ({marks})"), rows)

    @property
    def _is_sqlite(self) -> bool:
        return self.connection.dialect.name == "sqlite"

    def _run(self, sql: str) -> None:
        self.connection.execute(text(sql))


def _row(showing: Showing) -> dict[str, Any]:
    return {
        "id": showing.entry_id, "own_id": showing.own_id,
        "described_by": showing.described_by, "state": showing.state,
        "is_composed": showing.is_composed, "entry_key": showing.entry_key,
        "occurrence": showing.occurrence,
    }  # fmt: skip


def taken_numbers(connection: Connection, key: bytes, but: str = "") -> set[int]:
    """The numbers that bookings of this name have."""
    rows = connection.execute(
        text(
            "SELECT occurrence FROM transactions"
            f" WHERE entry_key = :key AND parent_id IS NULL{but}"
        ),
        {"key": key},
    )
    return set(rows.scalars())


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
