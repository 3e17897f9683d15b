"""Takes versions out of the ledger: for an undo, or to load them again."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select, text, update

from giroscope.features.statements.chain import link
from giroscope.features.statements.ledger import settle
from giroscope.features.statements.ledger_change import Names
from giroscope.features.statements.moving import forget_words
from giroscope.features.statements.relations import Version, have_to_do
from giroscope.features.statements.tables import (
    Kind,
    ReportEntry,
    Statement,
    Status,
    Transaction,
)
from giroscope.features.statements.versions import (
    version_of,
    versions_between,
    versions_by_id,
)

_AT_ONCE = 500
_OF = "(SELECT id FROM statements WHERE document_id = :document)"


class Removed(NamedTuple):
    """What the ledger shows anew now that a document went."""

    documents: frozenset[int]
    """Whose entries they are."""
    heirs: frozenset[int] = frozenset()
    """Documents that said the same as the one that went, and stand alone now."""


def remove(connection: Connection, document_id: int) -> Removed:
    """Take back everything the document brought, as if it never came."""
    rows = connection.execute(
        select(Statement.__table__).where(Statement.document_id == document_id)
    ).all()
    heirs = {row.id: _hand_over(connection, row) for row in rows}
    left = [row for row in rows if heirs[row.id] is None]
    accounts: dict[int, list[Version]] = defaultdict(list)
    for row in left:
        accounts[row.account_id].append(version_of(row))
    kin = {
        account_id: _kin(connection, account_id, versions, document_id)
        for account_id, versions in accounts.items()
    }
    values = {"document": document_id}
    _delete_entries(connection, f"statement_id IN {_OF}", values)
    connection.execute(delete(Statement).where(Statement.document_id == document_id))
    documents: set[int] = set()
    inherited = {heir for heir in heirs.values() if heir is not None}
    for account_id, versions in accounts.items():
        for days in _spans(versions):
            seeds = versions_by_id(connection, kin[account_id])
            settled = settle(connection, account_id, days, seeds)
            documents |= settled.documents
            inherited |= settled.promoted
            link(connection, account_id, *days)
    return Removed(frozenset(documents), frozenset(inherited))


def _hand_over(connection: Connection, row: Any) -> int | None:
    """Let a version that repeats this one hold its entries; tell its document."""
    if row.status == Status.REPEATED.value:
        return None
    heir = connection.execute(
        select(Statement.id, Statement.document_id)
        .where(
            Statement.related_id == row.id,
            Statement.status == Status.REPEATED.value,
            Statement.document_id != row.document_id,
        )
        .order_by(Statement.id)
        .limit(1)
    ).one_or_none()
    if heir is None:
        return None
    moved = {"statement_id": heir.id, "document_id": heir.document_id}
    for table in (Transaction, ReportEntry):
        connection.execute(
            update(table).where(table.statement_id == row.id).values(**moved)
        )
    connection.execute(
        update(Statement)
        .where(Statement.related_id == row.id)
        .values(related_id=heir.id)
    )
    connection.execute(
        update(Statement)
        .where(Statement.previous_id == row.id)
        .values(previous_id=heir.id)
    )
    connection.execute(
        update(Statement)
        .where(Statement.id == heir.id)
        .values(
            status=row.status, related_id=row.related_id, reason=row.reason,
            is_final=row.is_final, link=row.link, previous_id=row.previous_id,
        )
    )  # fmt: skip
    return int(heir.document_id)


def _kin(
    connection: Connection,
    account_id: int,
    versions: Collection[Version],
    document_id: int,
) -> set[int]:
    """Versions of other documents that have to do with these."""
    found: set[int] = set()
    for version in versions:
        if version.kind is Kind.BOOKED:
            around = versions_between(
                connection, account_id, version.first, version.last
            )
            found |= {
                other.id
                for other in around
                if other.kind is Kind.BOOKED
                and other.document_id != document_id
                and have_to_do(version, other)
            }
    described = connection.execute(
        text(
            "SELECT DISTINCT t.statement_id FROM report_entries r"
            " JOIN transactions t ON t.id = r.entry_id AND t.described_by = r.own_id"
            f" WHERE r.statement_id IN {_OF} AND r.parent_id IS NULL"
        ),
        {"document": document_id},
    ).scalars()
    own = {version.id for version in versions}
    return (found | set(described)) - own


def _spans(versions: Collection[Version]) -> Iterator[tuple[date, date]]:
    """The days of the versions, those that touch as one."""
    first = last = None
    for version in sorted(versions, key=lambda one: (one.first, one.last)):
        if first is None or last is None:
            first, last = version.first, version.last
        elif version.first <= last:
            last = max(last, version.last)
        else:
            yield first, last
            first, last = version.first, version.last
    if first is not None and last is not None:
        yield first, last


def _delete_entries(
    connection: Connection, chosen: str, values: dict[str, Any]
) -> None:
    """Delete entries of reports and what the ledger shows of them, with details.

    Doubts about them go as well: one of another day's entry is not settled again.
    """
    forget_words(connection, chosen, values)
    for side in ("left_id", "right_id"):
        doubted = f"{side} IN (SELECT id FROM transactions WHERE {chosen})"
        connection.execute(
            text(f"DELETE FROM possible_duplicates WHERE {doubted}"), values
        )
    details = f"parent_id IN (SELECT id FROM transactions WHERE {chosen})"
    for condition in (details, chosen):
        connection.execute(text(f"DELETE FROM transactions WHERE {condition}"), values)
    connection.execute(text(f"DELETE FROM report_entries WHERE {chosen}"), values)


@dataclass(frozen=True, slots=True)
class Former:
    """The entries that a document had brought before it is loaded again."""

    statement_id: int | None
    document_id: int
    ids: dict["_Place", list["FormerIds"]]
    """Their ids, by place, amount and currency."""
    details: dict[tuple[int, "_Place"], int]
    """The ids of their details, by that of their entry, place, amount and currency."""
    names: Names
    """What other systems call the bookings that were shown by them."""

    def call_again(self, connection: Connection, statement_id: int) -> None:
        """Give the entries that were loaded the ids that they had."""
        rows = connection.execute(
            text(
                "SELECT own_id, position, amount, currency FROM report_entries"
                " WHERE statement_id = :id AND parent_id IS NULL ORDER BY own_id"
            ),
            {"id": statement_id},
        ).all()
        again = []
        for own_id, *place in rows:
            known = self.ids.get((place[0], place[1], place[2]))
            if known:
                again.append({**known.pop(0)._asdict(), "new": own_id})
        if not again:
            return
        for change in (_CALLED, _CALLED_PARENT):
            connection.execute(text(change), again)
        if self.details:
            self._call_details_again(connection, statement_id)

    def _call_details_again(self, connection: Connection, statement_id: int) -> None:
        rows = connection.execute(
            text(
                "SELECT own_id, parent_id, position, amount, currency"
                " FROM report_entries WHERE statement_id = :id"
                " AND parent_id IS NOT NULL"
            ),
            {"id": statement_id},
        ).all()
        again = [
            {"own": known, "new": own_id}
            for own_id, parent_id, *place in rows
            if (known := self.details.get((parent_id, tuple(place)))) is not None
        ]
        if again:
            connection.execute(text(_CALLED_DETAIL), again)


_Place = tuple[int, int, str]


class FormerIds(NamedTuple):
    """The id of a report's entry, and that of the booking it witnessed."""

    own: int
    entry: int | None


_CALLED = (
    "UPDATE report_entries SET own_id = :own, entry_id = :entry WHERE own_id = :new"
)
_CALLED_PARENT = "UPDATE report_entries SET parent_id = :own WHERE parent_id = :new"
_CALLED_DETAIL = "UPDATE report_entries SET own_id = :own WHERE own_id = :new"
_FORMER = """
SELECT coalesce(own_id, id), id, position, amount, currency
FROM transactions WHERE {chosen} AND parent_id IS NULL AND NOT is_composed
UNION ALL
SELECT own_id, entry_id, position, amount, currency
FROM report_entries WHERE {chosen} AND parent_id IS NULL
"""
_FORMER_DETAILS = """
SELECT c.id, coalesce(t.own_id, t.id), c.position, c.amount, c.currency
FROM transactions c JOIN transactions t ON t.id = c.parent_id
WHERE t.id IN (SELECT id FROM transactions WHERE {chosen}
  AND parent_id IS NULL AND NOT is_composed)
UNION ALL
SELECT own_id, parent_id, position, amount, currency
FROM report_entries WHERE {chosen} AND parent_id IS NOT NULL
"""
_NAMES = """
SELECT id, entry_key, occurrence FROM transactions
WHERE {chosen} AND parent_id IS NULL
"""
_BROUGHT = (
    "document_id = :document AND (statement_id = :id OR statement_id IN"
    " (SELECT id FROM statements WHERE document_id <> :document))"
)


def former_entries(
    connection: Connection, document_id: int, known: Any
) -> Former | None:
    """What a version holds, or its document had added to another's statement.

    None where there is neither.
    """
    statement_id = known.id if known is not None else None
    values = {"document": document_id, "id": statement_id or 0}
    rows = connection.execute(text(_FORMER.format(chosen=_BROUGHT)), values).all()
    if known is None and not rows:
        return None
    ids = defaultdict[_Place, list[FormerIds]](list)
    for own, entry, *place in rows:
        ids[place[0], place[1], place[2]].append(FormerIds(own, entry))
    listed = connection.execute(text(_FORMER_DETAILS.format(chosen=_BROUGHT)), values)
    details = {
        (parent, (place[0], place[1], place[2])): own for own, parent, *place in listed
    }
    shown = connection.execute(text(_NAMES.format(chosen=_BROUGHT)), values)
    names = {row.id: (bytes(row.entry_key), row.occurrence) for row in shown}
    return Former(statement_id, document_id, dict(ids), details, names)


def take_out(connection: Connection, former: Former) -> None:
    """Take a version and its entries out, in order to load it again."""
    values = {"document": former.document_id, "id": former.statement_id or 0}
    _delete_entries(connection, _BROUGHT, values)
    if former.statement_id is not None:
        connection.execute(delete(Statement).where(Statement.id == former.statement_id))
