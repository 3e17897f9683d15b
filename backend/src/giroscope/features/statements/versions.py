"""Reads versions, and entries as far as they tell which booking they are."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Date, bindparam, func, select, text

from giroscope.features.statements.periods import instant_of
from giroscope.features.statements.relations import Version, have_to_do
from giroscope.features.statements.sameness import Item
from giroscope.features.statements.tables import Kind, Statement, Status, Transaction
from giroscope.kernel.columns import to_units
from giroscope.kernel.units import unpacked

AROUND = timedelta(days=10)
"""Provisional entries are looked for in statements of so many days around them."""
_AT_ONCE = 500
_SAID = (
    "statement_id, position, line, currency, amount, booking_date, value_date, day,"
    " state, reversal, bank_reference, end_to_end_id, counterparty_name,"
    " counterparty_account, remittance, reference, additional_information,"
    " detail_count, entry_key, occurrence"
)
_SHOWS = (
    f"SELECT coalesce(own_id, id) AS own, {_SAID}, id, is_composed, described_by"
    " FROM transactions WHERE "
)
_KEEPS = f"SELECT own_id AS own, {_SAID}, entry_id, reason FROM report_entries WHERE "
_SHOWN, _KEPT = (
    f"{read}parent_id IS NULL AND statement_id IN :ids" for read in (_SHOWS, _KEEPS)
)
_LISTED = [
    text(
        f"{read} IN (SELECT id FROM entries_in_portions"
        f" WHERE portion = :portion AND is_shown = {is_shown})"
    )
    for read, is_shown in ((f"{_SHOWS}id", 1), (f"{_KEEPS}own_id", 0))
]
_REPLACED = text(
    f"{_KEEPS}parent_id IS NULL AND statement_id = :id AND reason = 'REPLACED'"
    " ORDER BY own_id"
)
_WITNESSES = """
SELECT r.statement_id FROM transactions t
JOIN report_entries r ON r.entry_id = t.id AND r.parent_id IS NULL
WHERE t.parent_id IS NULL AND t.statement_id IN :ids
"""
_SHOWING = """
SELECT t.statement_id FROM report_entries r
JOIN transactions t ON t.id = r.entry_id
JOIN statements s ON s.id = t.statement_id AND s.kind <> 'BOOKED'
WHERE r.parent_id IS NULL AND r.statement_id IN :ids
"""

# Said once: they are asked several times for every statement that comes in.
_FIRST, _LAST = bindparam("first", type_=Date), bindparam("last", type_=Date)
_BETWEEN = (
    select(Statement.__table__)
    .where(
        Statement.account_id == bindparam("account"),
        func.coalesce(Statement.to_date, _LAST) >= _FIRST,
        func.coalesce(Statement.from_date, _FIRST) <= _LAST,
        Statement.status != Status.LOADING.value,
    )
    .order_by(Statement.id)
)
_INTERIM = (
    select(Statement.id, Statement.created, Statement.to_date)
    .where(
        Statement.account_id == bindparam("account"),
        Statement.kind == Kind.INTERIM.value,
        Statement.status == Status.CURRENT.value,
        Statement.entries > 0,
    )
    .order_by(Statement.to_date.desc(), Statement.id.desc())
    .limit(_AT_ONCE)
)
# SQLite would choose the index of all entries of the account.
_WAITING = (
    select(Transaction.statement_id)
    .distinct()
    .join(Statement, Statement.id == Transaction.statement_id)
    .where(
        Transaction.parent_id.is_(None),
        text("transactions.state <> 0"),
        Transaction.account_id == bindparam("account"),
        Statement.kind != Kind.BOOKED.value,
    )
    .with_hint(Transaction, "INDEXED BY ix_transactions_waiting", "sqlite")
)
_PENDING = (
    "SELECT DISTINCT e.statement_id FROM {entries} e"
    " JOIN statements s ON s.id = e.statement_id"
    " WHERE e.parent_id IS NULL AND e.state <> 0 AND e.account_id = :account"
    " AND e.day BETWEEN :first AND :last AND s.is_final"
)
_PENDING_NEAR = [
    text(_PENDING.format(entries=entries)).bindparams(_FIRST, _LAST)
    for entries in ("transactions", "report_entries")
]


class Shown(NamedTuple):
    """How the ledger shows a booking."""

    own_id: int
    described_by: int | None
    state: int
    is_composed: bool
    entry_key: bytes
    occurrence: int
    statement_id: int


class Entries(NamedTuple):
    """The entries of some versions, and how the ledger shows them now."""

    items: dict[int, list[Item]]
    """Of each version, by its id."""
    shown: dict[int, Shown]
    """By the id of the booking."""
    reasons: dict[int, str | None]
    """Why an entry is not shown, by its own id."""


def version_of(row: Any) -> Version:
    """From its row; one that tells no day at all lies before all others."""
    first = row.from_date or row.closing_date or date.min
    return Version(
        row.id, row.document_id, row.position, Kind(row.kind), row.format,
        first, row.to_date or row.closing_date or first,
        _units(row.opening), _units(row.closing), row.closing_date,
        row.bank_id, row.sequence, row.page, instant_of(row.created), row.currency,
        row.digest, row.entries, row.balanced, Status(row.status), row.related_id,
    )  # fmt: skip


def _units(amount: Any) -> int | None:
    return None if amount is None else to_units(amount)


def versions_between(
    connection: Connection, account_id: int, first: date, last: date
) -> list[Version]:
    """The whole versions of an account that tell of these days."""
    days = {"account": account_id, "first": first, "last": last}
    return [version_of(row) for row in connection.execute(_BETWEEN, days)]


def versions_by_id(connection: Connection, ids: Collection[int]) -> list[Version]:
    """The versions with these ids."""
    found = []
    for some in _portions(ids):
        rows = connection.execute(
            select(Statement.__table__).where(Statement.id.in_(some))
        )
        found += [version_of(row) for row in rows]
    return found


def related_to(
    connection: Connection, account_id: int, seeds: Iterable[Version]
) -> dict[int, Version]:
    """Booked statements, and all that have to do with one of them."""
    edge = [version for version in seeds if version.kind is Kind.BOOKED]
    found = {version.id: version for version in edge}
    while edge:
        low, high = _span(edge)
        edge = [
            version
            for version in versions_between(connection, account_id, low, high)
            if version.kind is Kind.BOOKED
            and version.id not in found
            and any(have_to_do(version, other) for other in edge)
        ]
        found |= {version.id: version for version in edge}
    return found


def _span(versions: Iterable[Version]) -> tuple[date, date]:
    return (
        min(version.first for version in versions),
        max(version.last for version in versions),
    )


def provisional_around(
    connection: Connection, account_id: int, first: date, last: date
) -> dict[int, Version]:
    """The provisional reports near these days, and those that share bookings."""
    low, high = _plus(first, -AROUND), _plus(last, AROUND)
    found = {
        version.id: version
        for version in versions_between(connection, account_id, low, high)
        if version.kind is not Kind.BOOKED
    }
    waiting = connection.execute(_WAITING, {"account": account_id}).scalars()
    more = set(waiting) - found.keys()
    newest = newest_interim(connection, account_id)
    if found and newest is not None:
        more |= {newest} - found.keys()
    while more:
        found |= {one.id: one for one in versions_by_id(connection, more)}
        more = _sharing(connection, found) - found.keys()
    return found


def pending_before(
    connection: Connection, account_id: int, first: date, last: date
) -> list[Version]:
    """Booked statements with entries pending that statements of these days may book."""
    days = {"account": account_id, "first": _plus(first, -AROUND), "last": last}
    found = {
        int(row)
        for query in _PENDING_NEAR
        for row in connection.execute(query, days).scalars()
    }
    return versions_by_id(connection, found)


def _sharing(connection: Connection, ids: Collection[int]) -> set[int]:
    """Provisional reports that tell of a booking which only such reports tell of."""
    shared: set[int] = set()
    for some in _portions(ids):
        for sql in (_WITNESSES, _SHOWING):
            rows = connection.execute(_among(sql), {"ids": some}).scalars()
            shared.update(int(row) for row in rows)
    return shared


def newest_interim(connection: Connection, account_id: int) -> int | None:
    """The account's newest interim report that tells of entries."""
    rows = connection.execute(_INTERIM, {"account": account_id}).all()
    newest = max(rows, key=lambda row: (_made(row), row.id), default=None)
    return None if newest is None else int(newest.id)


def _made(row: Any) -> datetime:
    made = instant_of(row.created)
    if made is not None:
        return made.replace(tzinfo=None)
    return datetime.combine(row.to_date or date.min, datetime.min.time())


def entries_of(connection: Connection, versions: Collection[int]) -> Entries:
    """The entries of these versions as their reports told them."""
    found = Entries(defaultdict(list), {}, {})
    for some in _portions(versions):
        shown = connection.execute(_among(_SHOWN), {"ids": some})
        _read(found, shown, connection.execute(_among(_KEPT), {"ids": some}))
    return found


def entries_in(connection: Connection, portion: int) -> Entries:
    """The entries of one portion, as `entries_in_portions` lists them."""
    found = Entries(defaultdict(list), {}, {})
    shown, kept = (connection.execute(sql, {"portion": portion}) for sql in _LISTED)
    _read(found, shown, kept)
    return found


def replaced_of(connection: Connection, versions: Collection[int]) -> Iterator[Item]:
    """The entries of these versions that no longer count, one by one."""
    for version_id in versions:
        rows = connection.execute(
            _REPLACED, {"id": version_id}, execution_options={"yield_per": _AT_ONCE}
        )
        for *said, entry_id, _ in rows:
            yield _item(said, entry_id, is_shown=False)


def _read(found: Entries, shown: Iterable[Any], kept: Iterable[Any]) -> None:
    for row in shown:
        *said, entry_id, is_composed, _ = row
        found.shown[entry_id] = _shown(row)
        if not is_composed:
            item = _item(said, entry_id, is_shown=True)
            found.items[row.statement_id].append(item)
    for row in kept:
        *said, entry_id, reason = row
        found.items[row.statement_id].append(_item(said, entry_id, is_shown=False))
        found.reasons[row.own] = reason


def shown_of(connection: Connection, versions: Collection[int]) -> Entries:
    """The bookings that the ledger shows by these versions, as these tell them.

    One that shows another's details counts as detailed, and else says its own.
    """
    shown: dict[int, Shown] = {}
    items: dict[int, list[Item]] = defaultdict(list)
    for some in _portions(versions):
        composed: dict[int, tuple[int, int]] = {}
        for row in connection.execute(_among(_SHOWN), {"ids": some}):
            *said, entry_id, is_composed, _ = row
            shown[entry_id] = _shown(row)
            if is_composed:
                composed[row.own] = entry_id, row.detail_count
            else:
                items[row.statement_id].append(_item(said, entry_id, is_shown=True))
        for row in connection.execute(_among(_KEPT), {"ids": some}):
            if row.own in composed:
                *said, _, _ = row
                entry_id, detail_count = composed[row.own]
                item = _item(said, entry_id, is_shown=True)
                items[row.statement_id].append(item._replace(detail_count=detail_count))
    return Entries(dict(items), shown, {})


def _shown(row: Any) -> Shown:
    return Shown(
        row.own, row.described_by, row.state, bool(row.is_composed),
        bytes(row.entry_key), row.occurrence, row.statement_id,
    )  # fmt: skip


def _item(said: Sequence[Any], entry_id: int | None, *, is_shown: bool) -> Item:
    (
        own, statement_id, position, line, currency, units, booked, valued, day, state,
        reversal, bank_reference, end_to_end_id, name, account, remittance, reference,
        additional, detail_count, key, occurrence,
    ) = said  # fmt: skip
    return Item(
        own, statement_id, position, line, currency, unpacked(units), _day(booked),
        _day(valued), _day(day) or date.min, state, bool(reversal), bank_reference,
        end_to_end_id, name, account, remittance, reference, additional, detail_count,
        bytes(key), occurrence, entry_id, is_shown,
    )  # fmt: skip


def _day(value: Any) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _plus(day: date, span: timedelta) -> date:
    try:
        return day + span
    except OverflowError:
        return day


@cache
def _among(sql: str) -> Any:
    return text(sql).bindparams(bindparam("ids", expanding=True))


def _portions(ids: Collection[int]) -> Iterator[list[int]]:
    listed = sorted(ids)
    return (listed[at : at + _AT_ONCE] for at in range(0, len(listed), _AT_ONCE))
