"""Keeps an account's ledger what its reports come to.

`settle` is asked after every import, undo, join and decision. It looks at the reports
that have to do with each other, and changes only what is not as it should be, in the
transaction of its caller. What it makes of the same reports is the same in whatever
order they came.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from giroscope.features.statements.booking import Bookings
from giroscope.features.statements.bookings import find_bookings
from giroscope.features.statements.chain import link
from giroscope.features.statements.closed_months import look_again
from giroscope.features.statements.decisions import decisions_of
from giroscope.features.statements.ledger_change import Change, Names
from giroscope.features.statements.moving import Shelf
from giroscope.features.statements.number_line import NumberLine
from giroscope.features.statements.portions import Portions
from giroscope.features.statements.relations import (
    CURRENT,
    Fate,
    Judge,
    Reason,
    Version,
    chain,
    have_to_do,
    is_related,
    touch,
)
from giroscope.features.statements.reports import Reports
from giroscope.features.statements.sameness import PENDING, Item
from giroscope.features.statements.tables import (
    Kind,
    PossibleDuplicate,
    Statement,
    Status,
)
from giroscope.features.statements.tell_endpoints import tell_replaced
from giroscope.features.statements.versions import (
    AROUND,
    Entries,
    entries_of,
    newest_interim,
    pending_before,
    provisional_around,
    related_to,
    shown_of,
    version_of,
    versions_between,
)

_VERSIONS: Any = Statement.__table__
_FATES = (
    update(_VERSIONS)
    .where(_VERSIONS.c.id == bindparam("own"))
    .values(
        status=bindparam("now"), related_id=bindparam("related"),
        reason=bindparam("why"), is_final=bindparam("final"),
    )
)  # fmt: skip
# Said once, as the versions between two days are: asked for every statement.
_JUDGED = select(_VERSIONS).where(
    Statement.account_id == bindparam("account"),
    Statement.kind == Kind.BOOKED.value,
    Statement.to_date >= bindparam("low"),
    Statement.from_date <= bindparam("high"),
    or_(
        Statement.status == Status.DISPUTED.value,
        Statement.reason == Reason.FITS_BALANCES.value,
    ),
)
_TWINS = (
    select(_VERSIONS)
    .where(
        Statement.account_id == bindparam("account"),
        Statement.digest == bindparam("digest"),
        Statement.id != bindparam("own"),
        Statement.status.not_in([Status.LOADING.value, Status.REPEATED.value]),
    )
    .order_by(Statement.id)
)


Witness = Callable[[Reports, Bookings], None]
"""Sees each portion of the reports, and the bookings that it comes to."""


class Settled(NamedTuple):
    """What settling changed."""

    versions: Mapping[int, Version]
    fates: Mapping[int, Fate]
    gone: frozenset[int]
    """Bookings that the ledger showed and no longer does."""
    documents: frozenset[int]
    """Documents whose entries the ledger shows anew, or as something else."""

    def replaced_by(self, version_id: int) -> list[int]:
        """The versions that this one replaces."""
        return [
            other for other, fate in self.fates.items()
            if fate.related_id == version_id and fate.status is Status.REPLACED
        ]  # fmt: skip

    @property
    def promoted(self) -> set[int]:
        """Documents of versions that only said the same before, and now do not."""
        return {
            self.versions[one].document_id for one, fate in self.fates.items()
            if self.versions[one].status is Status.SAME
            and fate.status not in {Status.SAME, Status.REPEATED}
        }  # fmt: skip


def is_alone(
    connection: Connection, account_id: int, version: Version, *, has_pending: bool
) -> bool:
    """Whether a version has nothing to do with any other of its account.

    Then its entries are bookings of their own, and nothing else changes.
    """
    around = versions_between(
        connection, account_id, _plus(version.first, -1), _plus(version.last, 1)
    )
    if version.kind is Kind.BOOKED and any(
        other.id != version.id and have_to_do(version, other)
        for other in around
        if other.kind is Kind.BOOKED
    ):
        return False
    if version.kind is Kind.BOOKED and (
        NumberLine(one for one in around if touch(one, version)).alike()
        or _judged_by_neighbours(connection, account_id, version.first, version.last)
    ):
        return False
    found = provisional_around(connection, account_id, version.first, version.last)
    found.pop(version.id, None)
    if found:
        return False
    if version.kind is Kind.BOOKED:
        return not _is_tied_by_pending(
            connection, account_id, version, has_pending=has_pending
        )
    # What waits may be booked so many days later, and what is booked waited before.
    low = _plus(version.first, -AROUND.days)
    return not versions_between(
        connection, account_id, low, _plus(version.last, AROUND.days)
    )


def _is_tied_by_pending(
    connection: Connection, account_id: int, version: Version, *, has_pending: bool
) -> bool:
    """Whether a statement may book what another lists as pending, or the other way."""
    before = pending_before(connection, account_id, version.first, version.last)
    if any(other.id != version.id for other in before):
        return True
    until = _plus(version.last, AROUND.days)
    return has_pending and any(
        other.id != version.id
        for other in versions_between(connection, account_id, version.first, until)
    )


def twin_of(
    connection: Connection, account_id: int, version: Version
) -> Version | None:
    """A version with the very same content, which this one only repeats."""
    said = {"account": account_id, "digest": version.digest, "own": version.id}
    for row in connection.execute(_TWINS, said):
        other = version_of(row)
        if other.document_id != version.document_id:
            return other
        if version.kind is Kind.BOOKED and not chain(other, version):
            return other
    return None


def settle(
    connection: Connection,
    account_id: int,
    days: tuple[date, date],
    seeds: Iterable[Version],
    names: Names | None = None,
    witness: Witness = lambda _, __: None,
) -> Settled:
    """Make the ledger what these versions, and all that have to do with them, come to.

    Provisional reports of these days, and near them, have to do with them. Bookings
    that were shown a moment ago may bring the names that others know them by. What
    comes of the entries is told to a witness, who keeps what it needs.
    """
    first, last = days
    undecided = _judged_by_neighbours(connection, account_id, first, last)
    around = versions_between(connection, account_id, first, last)
    alike = NumberLine(around).alike()
    waiting = pending_before(connection, account_id, first, last)
    seeds = [*seeds, *undecided, *alike, *waiting]
    booked = related_to(connection, account_id, seeds)
    provisional = provisional_around(connection, account_id, first, last)
    decisions = decisions_of(connection, account_id)
    portions = Portions(connection, booked)
    is_cut = not (provisional or decisions.entries.same) and portions.can_be_cut()
    if is_cut:
        portions.cut()
        told: Iterable[Entries] = portions
        pending: list[Version] = []
    else:
        told = [entries_of(connection, [*booked, *provisional])]
        pending = _pending(booked, told)
    unbooked = [*provisional.values(), *pending]
    beside = _beside(connection, account_id, unbooked, booked)
    frozen = shown_of(connection, beside)
    links = _links(connection, account_id, booked)
    fates = _repeats(booked)
    line = _number_line(connection, account_id, [*booked.values(), *beside.values()])
    judge = Judge(
        lambda: (entries.items for entries in told),
        links, decisions.statements, line.is_apart,
    )  # fmt: skip
    for group in _groups([one for one in booked.values() if one.id not in fates]):
        fates |= judge.fates(group)
    if is_cut and not portions.are_apart(fates, judge):
        told = [entries_of(connection, booked)]
    for entries in told:
        fates |= _of_provisional(provisional, entries.items)
    versions = booked | provisional | beside
    reports = Reports(
        versions,
        fates | dict.fromkeys(beside, CURRENT),
        {},
        decisions.entries,
        newest_interim(connection, account_id) if provisional else None,
        _closed_until(connection, account_id, booked, fates),
        line.is_apart,
        frozenset(beside),
    )
    _write_fates(connection, booked | provisional, fates)
    names = {
        **{
            row_id: (row.entry_key, row.occurrence)
            for row_id, row in frozen.shown.items()
        },
        **(names or {}),
    }
    gone: set[int] = set()
    shelf = Shelf(connection)
    for entries in told:
        some = reports._replace(items={**entries.items, **frozen.items})
        bookings = find_bookings(some)
        change = Change(shelf, bookings, entries, some.beside, names)
        change.note()
        _write_doubts(connection, account_id, bookings, change)
        gone |= change.gone
        witness(some, bookings)
    shelf.make()
    linked = (
        min([first, *(version.first for version in booked.values())]),
        max([last, *(version.last for version in booked.values())]),
    )
    link(connection, account_id, *linked, booked.keys())
    look_again(connection, account_id, *linked)
    return Settled(versions, fates, frozenset(gone), frozenset(shelf.documents))


def _pending(booked: Mapping[int, Version], told: Iterable[Entries]) -> list[Version]:
    """The statements that list something as pending."""
    return [
        version
        for entries in told
        for version in booked.values()
        if any(item.state == PENDING for item in entries.items.get(version.id, ()))
    ]


def _number_line(
    connection: Connection, account_id: int, booked: Collection[Version]
) -> NumberLine:
    """The statements that may lie between two of these by their numbers."""
    if len(booked) < 2:
        return NumberLine(booked)
    first = min(version.first for version in booked)
    last = max(version.last for version in booked)
    return NumberLine(versions_between(connection, account_id, first, last))


def _judged_by_neighbours(
    connection: Connection, account_id: int, first: date, last: date
) -> list[Version]:
    """Statements near these days of which the ones around them tell what they are."""
    low, high = _plus(first, -AROUND.days), _plus(last, AROUND.days)
    days = {"account": account_id, "low": low, "high": high}
    return [version_of(row) for row in connection.execute(_JUDGED, days)]


def _beside(
    connection: Connection,
    account_id: int,
    unbooked: Iterable[Version],
    booked: Mapping[int, Version],
) -> dict[int, Version]:
    """Current booked statements that may book what these reports do not yet.

    Their own bookings stay as they are; an entry of a report, or one that is pending,
    may become one of them.
    """
    spans = [
        (_plus(version.first, -3), _plus(version.last, AROUND.days))
        for version in unbooked
    ]
    if not spans:
        return {}
    low, high = min(first for first, _ in spans), max(last for _, last in spans)
    return {
        one.id: one
        for one in versions_between(connection, account_id, low, high)
        if one.kind is Kind.BOOKED
        and one.status is Status.CURRENT
        and one.id not in booked
        and any(one.first <= last and first <= one.last for first, last in spans)
    }


def _links(
    connection: Connection, account_id: int, related: Mapping[int, Version]
) -> Callable[[Version], int]:
    """How many of the statements just before and after fit a version's balances.

    Those it is held against do not count.
    """

    def count(version: Version) -> int:
        kin = [
            one.id for one in related.values()
            if one.id == version.id or is_related(one, version)
        ]  # fmt: skip
        before = connection.execute(
            _neighbours(account_id, kin)
            .where(Statement.to_date <= version.first)
            .order_by(Statement.to_date.desc(), Statement.id.desc())
        ).all()
        after = connection.execute(
            _neighbours(account_id, kin)
            .where(Statement.from_date >= version.last)
            .order_by(Statement.from_date, Statement.id)
        ).all()
        fits = any(_same(row.closing, version.opening) for row in before)
        follows = any(_same(row.opening, version.closing) for row in after)
        return int(fits) + int(follows)

    return count


def _neighbours(account_id: int, but: Iterable[int]) -> Any:
    return (
        select(Statement.opening, Statement.closing)
        .where(
            Statement.account_id == account_id,
            Statement.kind == Kind.BOOKED.value,
            Statement.status == Status.CURRENT.value,
            Statement.id.not_in(list(but)),
        )
        .limit(3)
    )


def _same(amount: Any, units: int | None) -> bool:
    return amount is not None and units is not None and amount * 100_000 == units


def _repeats(booked: Mapping[int, Version]) -> dict[int, Fate]:
    """Versions that hold no entries, since another says the very same."""
    return {
        version.id: Fate(Status.REPEATED, version.related_id, Reason.SAME_BYTES)
        for version in booked.values()
        if version.status is Status.REPEATED
    }


def _groups(versions: Sequence[Version]) -> list[list[Version]]:
    """Versions in groups that have to do with each other."""
    groups: list[list[Version]] = []
    for version in versions:
        mine, others = [version], []
        for group in groups:
            is_kin = any(is_related(version, other) for other in group)
            if is_kin:
                mine += group
            else:
                others.append(group)
        groups = [*others, mine]
    return groups


def _of_provisional(
    provisional: Mapping[int, Version], items: Mapping[int, Sequence[Item]]
) -> dict[int, Fate]:
    """A report that came again under its own id, saying the same, counts once."""
    fates: dict[int, Fate] = {}
    seen: dict[object, Version] = {}
    for version in sorted(provisional.values(), key=lambda one: one.id):
        if version.status is Status.REPEATED:
            related = version.related_id
            fates[version.id] = Fate(Status.REPEATED, related, Reason.SAME_BYTES)
            continue
        content = sorted(repr(item.content) for item in items.get(version.id, ()))
        key = (version.kind, version.bank_id, tuple(content))
        same = seen.get(key) if version.bank_id and content else None
        if same is not None and same.document_id != version.document_id:
            fates[version.id] = Fate(Status.SAME, same.id, Reason.SAME_CONTENT)
            continue
        seen.setdefault(key, version)
        fates[version.id] = CURRENT
    return fates


def _closed_until(
    connection: Connection,
    account_id: int,
    booked: Mapping[int, Version],
    fates: Mapping[int, Fate],
) -> date | None:
    """The last day that a booked statement which counts tells of."""
    others = connection.execute(
        select(func.max(Statement.to_date)).where(
            Statement.account_id == account_id,
            Statement.is_final,
            Statement.closing.is_not(None),
            Statement.id.not_in(list(booked)),
        )
    ).scalar_one()
    own = [
        version.last for version in booked.values()
        if fates[version.id].status is Status.CURRENT and version.has_balances
    ]  # fmt: skip
    return max([*own, *([others] if others else [])], default=None)


def _write_fates(
    connection: Connection, versions: Mapping[int, Version], fates: Mapping[int, Fate]
) -> None:
    rows = [
        {
            "own": version_id, "now": fate.status.value, "related": fate.related_id,
            "why": fate.reason.value if fate.reason else None,
            "final": versions[version_id].kind is Kind.BOOKED
            and fate.status is Status.CURRENT,
        }
        for version_id, fate in fates.items()
    ]  # fmt: skip
    if rows:
        connection.execute(_FATES, rows)
    in_force = {Status.CURRENT, Status.DISPUTED}
    replaced = [one for one, fate in fates.items() if fate.status is Status.REPLACED]
    tell_replaced(
        connection, [one for one in replaced if versions[one].status in in_force]
    )


def _write_doubts(
    connection: Connection, account_id: int, bookings: Bookings, change: Change
) -> None:
    own = {
        change.ids[id(booking)]
        for booking in bookings.bookings
        if booking.shown.statement_id not in change.frozen
    }
    touched = sorted({*own, *change.gone})
    for start in range(0, len(touched), 500):
        some = touched[start : start + 500]
        connection.execute(
            delete(PossibleDuplicate).where(
                or_(
                    PossibleDuplicate.left_id.in_(some),
                    PossibleDuplicate.right_id.in_(some),
                )
            )
        )
    rows = {}
    for doubted in bookings.doubted:
        left, right = change.ids[id(doubted.left)], change.ids[id(doubted.right)]
        both = (min(left, right), max(left, right))
        rows[both] = {
            "left_id": both[0], "right_id": both[1], "account_id": account_id,
            "reason": doubted.reason.value,
        }  # fmt: skip
    if rows:
        connection.execute(insert(PossibleDuplicate), list(rows.values()))


def _plus(day: date, days: int) -> date:
    ordinal = min(max(day.toordinal() + days, 1), date.max.toordinal())
    return date.fromordinal(ordinal)
