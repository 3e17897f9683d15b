"""Moves statements between accounts that a person has joined, and back again.

Each statement stands on the account that its file's name is of now, whatever was
joined and separated in between, so that moving again changes nothing. What became one
booking by a join is kept, so that separating shows what was shown before.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    insert,
    or_,
    select,
    text,
    update,
)

from giroscope.features.banks import Account
from giroscope.features.banks.tables import UNKNOWN_CURRENCY
from giroscope.features.statements.booking import Bookings
from giroscope.features.statements.decisions import statements_of_keys
from giroscope.features.statements.ledger import settle
from giroscope.features.statements.moving import Shelf
from giroscope.features.statements.relations import Version
from giroscope.features.statements.reports import Reports
from giroscope.features.statements.tables import (
    EntryBeforeJoin,
    LedgerDecision,
    ReportEntry,
    Statement,
    Status,
    Transaction,
)
from giroscope.features.statements.versions import versions_between, versions_by_id

_AT_ONCE = 500
_SETTLED_TOGETHER = 100
_HUNG = (
    """
UPDATE transactions SET account_id = :new WHERE parent_id IN (
  SELECT id FROM transactions WHERE parent_id IS NULL AND statement_id IN :ids)
""",
    """
UPDATE transactions SET account_id = :new
WHERE parent_id IS NULL AND statement_id IN :ids
""",
    "UPDATE report_entries SET account_id = :new WHERE statement_id IN :ids",
)
_COMPOSED = """
SELECT id, entry_key, occurrence FROM transactions
WHERE parent_id IS NULL AND is_composed AND account_id IN :accounts
"""
# Witnesses of a booking that is shown by a statement of another account.
_STRADDLING = """
SELECT DISTINCT t.id, t.account_id, t.entry_key, t.occurrence FROM statements s
JOIN report_entries r ON r.statement_id = s.id AND r.parent_id IS NULL
JOIN transactions t ON t.id = r.entry_id
WHERE s.account_id IN :accounts AND t.account_id <> r.account_id
"""
_WITNESSES = """
SELECT own_id, entry_id, account_id FROM report_entries
WHERE parent_id IS NULL AND entry_id IN :ids ORDER BY own_id
"""
_FORGOTTEN = """
SELECT own_id FROM report_entries
WHERE parent_id IS NULL AND entry_id IS NULL AND own_id IN :ids
"""
_DOUBTED = """
UPDATE possible_duplicates SET account_id = coalesce(
  (SELECT t.account_id FROM transactions t WHERE t.id = left_id), account_id)
WHERE account_id IN :accounts
"""
_STRADDLING_DOUBTS = """
DELETE FROM possible_duplicates WHERE account_id IN :accounts AND EXISTS (
  SELECT 1 FROM transactions l JOIN transactions r ON r.account_id <> l.account_id
  WHERE l.id = left_id AND r.id = right_id)
"""


class Move(NamedTuple):
    """A statement that stands on another account than its name is of."""

    statement_id: int
    document_id: int
    correlation_id: str
    old: int
    new: int
    named: int | None
    """The account that its file names, where that is joined into the new one."""


@dataclass(slots=True)
class Moved:
    """What moving came to."""

    accounts: set[int] = field(default_factory=set)
    documents: set[int] = field(default_factory=set)
    """Those that moved, and those whose entries the ledger shows anew."""
    journals: set[str] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    """Bookings that the ledger no longer shows."""


def misplaced(connection: Connection, kept: Mapping[int, int]) -> list[Move]:
    """Statements that stand elsewhere than where their names are of now.

    Told by the account that each joined one is now.
    """
    rows = connection.execute(
        select(
            Statement.id, Statement.document_id, Statement.correlation_id,
            Statement.account_id, Statement.named_account_id,
        )
        .where(
            or_(
                Statement.account_id.in_(list(kept)),
                Statement.named_account_id.is_not(None),
            )
        )
        .order_by(Statement.id)
    )  # fmt: skip
    found = []
    for row in rows:
        named = row.named_account_id or row.account_id
        new = kept.get(named, named)
        if new != row.account_id:
            is_joined = named != new
            found.append(
                Move(
                    row.id, row.document_id, row.correlation_id, row.account_id, new,
                    named if is_joined else None,
                )
            )  # fmt: skip
    return found


def move(
    connection: Connection, join_id: int, moves: Sequence[Move], *, is_join: bool
) -> Moved:
    """Move statements with all that hangs on them, and settle both ledgers."""
    moved = Moved(
        accounts={one for each in moves for one in (each.old, each.new)},
        documents={each.document_id for each in moves},
        journals={each.correlation_id for each in moves},
    )
    if not moves:
        return moved
    mover = _Mover(connection, join_id, moved)
    mover.move(moves)
    mover.settle([each.statement_id for each in moves], is_join=is_join)
    return moved


@dataclass(slots=True)
class _Mover:
    connection: Connection
    join_id: int
    moved: Moved

    def move(self, moves: Iterable[Move]) -> None:
        """Hang statements, entries, decisions and doubts on other accounts."""
        groups: dict[tuple[int, int, int | None], list[int]] = defaultdict(list)
        for each in moves:
            groups[each.old, each.new, each.named].append(each.statement_id)
        for (_, new, named), ids in groups.items():
            for some in _portions(ids):
                self._hang(some, new, named)
        accounts = {"accounts": sorted(self.moved.accounts)}
        self.connection.execute(_among(_STRADDLING_DOUBTS), accounts)
        self.connection.execute(_among(_DOUBTED), accounts)
        self._move_decisions()

    def _hang(self, ids: list[int], new: int, named: int | None) -> None:
        values = {"account_id": new, "named_account_id": named}
        self.connection.execute(
            update(Statement).where(Statement.id.in_(ids)).values(**values)
        )
        own = {"ids": ids, "new": new}
        for change in _HUNG:
            self.connection.execute(_among(change), own)
        self._bring_to_currency(ids, new)

    def _bring_to_currency(self, ids: list[int], account_id: int) -> None:
        """Entries of statements that state no currency have their account's."""
        silent = list(
            self.connection.execute(
                select(Statement.id).where(
                    Statement.id.in_(ids), Statement.currency.is_(None)
                )
            ).scalars()
        )
        if not silent:
            return
        currency = self.connection.execute(
            select(Account.currency).where(Account.id == account_id)
        ).scalar_one()
        for table in (Transaction, ReportEntry):
            change = update(table).where(table.statement_id.in_(silent))
            if currency != UNKNOWN_CURRENCY:
                change = change.where(table.currency == UNKNOWN_CURRENCY)
            self.connection.execute(change.values(currency=currency))

    def _move_decisions(self) -> None:
        """A decision is about the account on which both of its sides stand."""
        rows = self.connection.execute(
            select(LedgerDecision.__table__).where(
                LedgerDecision.account_id.in_(self.moved.accounts)
            )
        ).all()
        for row in rows:
            ids = statements_of_keys(self.connection, (row.left_key, row.right_key))
            sides = set(
                self.connection.execute(
                    select(Statement.account_id).where(Statement.id.in_(ids))
                ).scalars()
            )
            if len(sides) == 1:
                one = update(LedgerDecision).where(LedgerDecision.id == row.id)
                self.connection.execute(one.values(account_id=sides.pop()))

    def settle(self, ids: Collection[int], *, is_join: bool) -> None:
        """Make both ledgers what the statements on them come to."""
        names = {} if is_join else self._separate()
        accounts = {"accounts": sorted(self.moved.accounts)}
        rows = self.connection.execute(_among(_COMPOSED), accounts)
        composed = {row.id: (bytes(row.entry_key), row.occurrence) for row in rows}
        before: dict[int, int] = {}

        def note(reports: Reports, bookings: Bookings) -> None:
            for own_id, entry_id in _merged(reports, bookings):
                before.setdefault(own_id, entry_id)

        versions = [
            one
            for one in versions_by_id(self.connection, ids)
            if one.status is not Status.LOADING
        ]
        for account_id in sorted(self.moved.accounts):
            for first, last in _spans(versions):
                seeds = versions_between(self.connection, account_id, first, last)
                settled = settle(
                    self.connection, account_id, (first, last), seeds, names, note
                )
                self.moved.documents |= settled.documents
                self.moved.gone |= settled.gone
        if is_join:
            self._keep(before, composed)

    def _keep(
        self, before: Mapping[int, int], names: Mapping[int, tuple[bytes, int]]
    ) -> None:
        rows = []
        for own_id, entry_id in before.items():
            key, occurrence = names.get(entry_id, (None, None))
            rows.append(
                {
                    "join_id": self.join_id, "own_id": own_id, "entry_id": entry_id,
                    "entry_key": key, "occurrence": occurrence,
                }
            )  # fmt: skip
        if rows:
            self.connection.execute(insert(EntryBeforeJoin), rows)

    def _separate(self) -> dict[int, tuple[bytes, int]]:
        """Take apart what is one booking of both; tell what bookings were called."""
        kept = self.connection.execute(
            select(EntryBeforeJoin.__table__).where(
                EntryBeforeJoin.join_id == self.join_id
            )
        ).all()
        before = {row.own_id: row.entry_id for row in kept}
        names = {
            row.entry_id: (bytes(row.entry_key), row.occurrence)
            for row in kept
            if row.entry_key is not None
        }
        accounts = {"accounts": sorted(self.moved.accounts)}
        straddling = self.connection.execute(_among(_STRADDLING), accounts).all()
        ids = [row.id for row in straddling]
        shelf = Shelf(self.connection)
        shelf.list_away(ids)
        shelf.make()
        holders = {row.id: row.account_id for row in straddling}
        self._hand_back(ids, holders, before)
        for row in straddling:
            names.setdefault(row.id, (bytes(row.entry_key), row.occurrence))
        self._call_hidden(before)
        self.connection.execute(
            delete(EntryBeforeJoin).where(EntryBeforeJoin.join_id == self.join_id)
        )
        return {
            entry_id: name
            for entry_id, name in names.items()
            if not self._is_taken(*name)
        }

    def _hand_back(
        self,
        ids: Sequence[int],
        holders: Mapping[int, int],
        before: Mapping[int, int],
    ) -> None:
        """Let each witness name a booking of its own account again, or none."""
        bookings: dict[int, list[Any]] = defaultdict(list)
        for some in _portions(ids):
            found = self.connection.execute(_among(_WITNESSES), {"ids": some})
            for row in found:
                bookings[row.entry_id].append(row)
        changes = []
        for entry_id, rows in bookings.items():
            own = {row.own_id: row.account_id for row in rows}
            heir = own.get(entry_id, holders[entry_id])
            sides: dict[int, int] = {
                entry: own[own_id]
                for own_id in own
                if (entry := before.get(own_id)) is not None
            }
            sides.setdefault(entry_id, heir)
            for own_id, account_id in own.items():
                named = before.get(own_id)
                if named is None or sides[named] != account_id:
                    mine = (one for one, side in sides.items() if side == account_id)
                    named = min(mine, default=None)
                changes.append({"own": own_id, "entry": named})
        if changes:
            self.connection.execute(
                text("UPDATE report_entries SET entry_id = :entry WHERE own_id = :own"),
                changes,
            )

    def _call_hidden(self, before: Mapping[int, int]) -> None:
        """What the ledger hid since the join is called again what it was."""
        for some in _portions(before):
            rows = self.connection.execute(_among(_FORGOTTEN), {"ids": some})
            changes = [{"own": own, "entry": before[own]} for own in rows.scalars()]
            if changes:
                self.connection.execute(
                    text(
                        "UPDATE report_entries SET entry_id = :entry"
                        " WHERE own_id = :own"
                    ),
                    changes,
                )

    def _is_taken(self, key: bytes, occurrence: int) -> bool:
        found = self.connection.execute(
            text(
                "SELECT 1 FROM transactions WHERE entry_key = :key"
                " AND occurrence = :occurrence AND parent_id IS NULL"
            ),
            {"key": key, "occurrence": occurrence},
        )
        return found.first() is not None


def _merged(reports: Reports, bookings: Bookings) -> Iterator[tuple[int, int]]:
    """Entries that witness another booking than before, or none any more."""
    for booking in bookings.bookings:
        witnessed = {item.entry_id for item in booking.members if item.entry_id}
        if len(witnessed) > 1:
            for item in booking.members:
                if item.entry_id is not None:
                    yield item.own_id, item.entry_id
    for items in reports.items.values():
        for item in items:
            if item.own_id in bookings.hidden and item.entry_id is not None:
                yield item.own_id, item.entry_id


def _spans(versions: Iterable[Version]) -> Iterator[tuple[date, date]]:
    """The days of the versions, so many versions together; none is cut."""
    first = last = None
    count = 0
    for version in sorted(versions, key=lambda one: (one.first, one.last)):
        if first is None or last is None:
            first, last = version.first, version.last
        elif version.first > last and count >= _SETTLED_TOGETHER:
            yield first, last
            first, last, count = version.first, version.last, 0
        last = max(last, version.last)
        count += 1
    if first is not None and last is not None:
        yield first, last


def _portions(ids: Iterable[int]) -> Iterator[list[int]]:
    listed = sorted(ids)
    return (listed[at : at + _AT_ONCE] for at in range(0, len(listed), _AT_ONCE))


def _among(sql: str) -> Any:
    lists = [name for name in ("ids", "accounts") if f":{name}" in sql]
    return text(sql).bindparams(*(bindparam(one, expanding=True) for one in lists))
