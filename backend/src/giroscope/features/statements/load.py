"""Loads statements: staged while the file is read, moved when it proved whole.

Every statement of a document becomes a version, known by its place in the document, so
that an import which is run again after a kill ends with the same rows. A version that
has to do with others is held against them by `ledger.settle`, in one transaction.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    column,
    func,
    insert,
    select,
    table,
    update,
)

from bankfiles import Entry, PlainEntry, StatementEnd, StatementHeader
from giroscope.features.banks import (
    Account,
    account_of_file,
    named_account,
    normalised,
)
from giroscope.features.statements.chain import link
from giroscope.features.statements.changes import Change, Changes, Figures
from giroscope.features.statements.closed_months import look_again
from giroscope.features.statements.ledger import Settled, is_alone, settle, twin_of
from giroscope.features.statements.ledger_change import Names
from giroscope.features.statements.moving import Mover
from giroscope.features.statements.numbering import number_equal
from giroscope.features.statements.periods import Period, PeriodSource, period_of
from giroscope.features.statements.planner_statistics import refresh_statistics
from giroscope.features.statements.relations import Reason, Version
from giroscope.features.statements.removal import former_entries, take_out
from giroscope.features.statements.rows import RowMaker
from giroscope.features.statements.stage import STAGED, Stage, StagedStatement
from giroscope.features.statements.tables import Kind, Statement, Status, Transaction
from giroscope.features.statements.versions import version_of
from giroscope.kernel.bulk import PORTION_ROWS
from giroscope.kernel.clock import day_of
from giroscope.kernel.columns import ensure_short, to_units

_INTERIM_FORMATS = frozenset({"camt.052", "mt942"})

_STAGED = table(STAGED, column("statement_no"), column("currency"))
_STATEMENTS: Any = Statement.__table__

# Said once: they are asked for every statement that comes in.
_BY_ID = select(_STATEMENTS).where(Statement.id == bindparam("own"))
_AT_PLACE = select(_STATEMENTS).where(
    Statement.document_id == bindparam("document"),
    Statement.position == bindparam("position"),
)
_CALLED_SO = select(Statement.id).where(Statement.identity == bindparam("name"))
_NEW = insert(_STATEMENTS).returning(_STATEMENTS.c.id)


class Relation(StrEnum):
    """What a statement of a file was to those that are here."""

    NEW = "NEW"
    REPEATS = "REPEATS"
    REPLACES = "REPLACES"
    REPLACED = "REPLACED"
    """A later version of it is here already."""
    SAME = "SAME"
    """It says what another says, in another format or made anew."""
    DISPUTED = "DISPUTED"
    OVERLAPS = "OVERLAPS"
    """Some of its entries are here, brought by statements of other days."""


class LoadedStatement(NamedTuple):
    """What became of one statement of the file."""

    id: int
    account_id: int
    header: StatementHeader
    end: StatementEnd
    relation: Relation
    figures: Figures
    other: str | None
    """What the bank calls the statement that it is related to."""
    correlation_id: str
    """The journal that holds what it says."""
    changes: Sequence[Change] = ()
    """What changes in the ledger, where it is more than new entries."""
    gone: frozenset[int] = frozenset()
    """Bookings that the ledger no longer shows."""
    documents: frozenset[int] = frozenset()
    """Other documents whose entries the ledger shows anew."""
    is_again: bool = False
    """Whether it was here whole, so that nobody knows any more what went for it."""

    @property
    def is_known(self) -> bool:
        """Whether other documents had brought all of it."""
        return self.relation in {Relation.REPEATS, Relation.SAME}


@dataclass(slots=True)
class StatementLoader:
    """Takes the values of one file and puts its statements into the realm."""

    connection: Connection
    document_id: int
    format: str
    correlation_id: str
    now: datetime
    reader_version: int
    file_created: str | None = None
    is_rebuilding: bool = False
    """Whether versions that are here are to be loaded again."""
    is_preview: bool = False
    """Whether the caller takes everything back: nothing is committed."""
    staged: list[StagedStatement] = field(default_factory=list)
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
        if self.is_preview:
            return loaded
        self.connection.commit()
        if self._stage is not None:
            self._stage.drop()
            self.connection.commit()
            refresh_statistics(self.connection, sum(one.figures.new for one in loaded))
        return loaded

    def _commit(self) -> None:
        """Let others in, and tell how far the move is."""
        if not self.is_preview:
            self.connection.commit()
        if self._progress is not None:
            self._progress(self._moved, sum(staged.entries for staged in self.staged))

    def _move_statement(
        self, staged: StagedStatement, end: StatementEnd
    ) -> LoadedStatement:
        header = staged.header
        account_id = account_of_file(self.connection, header.account, end.currency)
        if header.account.currency is None and end.currency is None:
            self._take_currency(staged, account_id)
        known = self._version(staged.number)
        if known is not None and self._is_whole(known, end):
            self._moved += staged.entries
            return self._again(known, staged, end)
        former = former_entries(self.connection, self.document_id, known)
        if former is not None:
            take_out(self.connection, former)
        statement_id = self._insert(staged, end, account_id, known)
        version = version_of(self._row(statement_id))
        twin = twin_of(self.connection, account_id, version)
        if twin is not None:
            return self._repeat(staged, end, account_id, version, twin)
        mover = self._mover(staged, end, statement_id, account_id)
        if former is None and self._is_alone(account_id, version, end):
            return self._show(staged, end, account_id, version, mover)
        for first, last, _ in staged.portions:
            mover.keep(first, last)
        if former is not None:
            former.call_again(self.connection, statement_id)
        self._set(statement_id, status=Status.CURRENT.value)
        names = former.names if former is not None else None
        self._moved += staged.entries
        return self._settle(staged, end, account_id, version, names)[0]

    def _is_alone(self, account_id: int, version: Version, end: StatementEnd) -> bool:
        has_pending = end.credits + end.debits != end.booked_credits + end.booked_debits
        return is_alone(self.connection, account_id, version, has_pending=has_pending)

    def _take_currency(self, staged: StagedStatement, account_id: int) -> None:
        """Entries of a file that states no currency have that of their account."""
        currency = self.connection.execute(
            select(Account.currency).where(Account.id == account_id)
        ).scalar_one()
        self.connection.execute(
            update(_STAGED)
            .where(_STAGED.c.statement_no == staged.number, _STAGED.c.currency == "XXX")
            .values(currency=currency)
        )

    def _is_whole(self, known: Any, end: StatementEnd) -> bool:
        """Whether a version is here to the last entry, as this reader reads it."""
        return (
            known.status != Status.LOADING.value
            and not self.is_rebuilding
            and (known.digest, known.entries) == (end.digest, end.entries)
        )

    def _show(
        self, staged: StagedStatement, end: StatementEnd, account_id: int,
        version: Version, mover: Mover,
    ) -> LoadedStatement:  # fmt: skip
        """Every entry is a booking of its own; commits in portions."""
        for first, last, entries in staged.portions:
            mover.number_on(first, last)
            mover.show(first, last)
            self._moved += entries
            if len(staged.portions) > 1:
                self._commit()
        is_final = version.kind is Kind.BOOKED
        self._set(version.id, status=Status.CURRENT.value, is_final=is_final)
        if is_final:
            days = version.first, version.last
            link(self.connection, account_id, *days)
            look_again(self.connection, account_id, *days)
        return LoadedStatement(
            version.id, account_id, staged.header, end, Relation.NEW,
            Figures(staged.entries, staged.entries), None, self.correlation_id,
        )  # fmt: skip

    def _repeat(
        self, staged: StagedStatement, end: StatementEnd, account_id: int,
        version: Version, twin: Version,
    ) -> LoadedStatement:  # fmt: skip
        """Another version says the very same; this one holds no entries."""
        self._set(
            version.id, status=Status.REPEATED.value, related_id=twin.id,
            reason=Reason.SAME_BYTES.value,
        )  # fmt: skip
        self._moved += staged.entries
        return LoadedStatement(
            version.id, account_id, staged.header, end, Relation.REPEATS,
            Figures(staged.entries, 0), twin.sequence or twin.bank_id,
            self._row(twin.id).correlation_id,
        )  # fmt: skip

    def _settle(
        self, staged: StagedStatement, end: StatementEnd, account_id: int,
        version: Version, names: Names | None = None,
    ) -> tuple[LoadedStatement, Settled]:  # fmt: skip
        """Hold its entries against what is here; tell what it came to."""
        changes = Changes(version, staged.entries)
        days = version.first, version.last
        settled = settle(self.connection, account_id, days, [version], names, changes)
        figures, listed = changes.told(self.connection)
        row = self._row(version.id)
        relation, other = self._relation(version, row, settled)
        if relation is Relation.NEW and changes.is_shared:
            relation = Relation.OVERLAPS
        holder = row if relation is not Relation.SAME else self._row(row.related_id)
        loaded = LoadedStatement(
            version.id, account_id, staged.header, end, relation,
            figures, other, holder.correlation_id, listed, settled.gone,
            settled.documents - {self.document_id},
        )  # fmt: skip
        return loaded, settled

    def _relation(
        self, version: Version, row: Any, settled: Settled
    ) -> tuple[Relation, str | None]:
        if row.status != Status.CURRENT.value:
            other = self._row(row.related_id)
            return Relation(row.status), other.sequence or other.bank_id
        replaced = settled.replaced_by(version.id)
        if replaced:
            other = self._row(replaced[0])
            return Relation.REPLACES, other.sequence or other.bank_id
        return Relation.NEW, None

    def _again(
        self, known: Any, staged: StagedStatement, end: StatementEnd
    ) -> LoadedStatement:
        """It is here whole, of an import that was killed or is done once more.

        What it came to is derived again, so that this run ends as the first would.
        """
        version, account_id = version_of(known), known.account_id
        is_booked = version.kind is Kind.BOOKED
        if version.status is Status.REPEATED or (
            is_booked and self._is_alone(account_id, version, end)
        ):
            return self._as_it_is(known, staged, end)
        loaded, settled = self._settle(staged, end, account_id, version)
        documents = {one.document_id for one in settled.versions.values()}
        others = frozenset(documents - {self.document_id})
        return loaded._replace(documents=others, is_again=True)

    def _as_it_is(
        self, known: Any, staged: StagedStatement, end: StatementEnd
    ) -> LoadedStatement:
        """The document was brought in before, and says what it said then."""
        relation = Relation.REPEATS if known.related_id else Relation.NEW
        return LoadedStatement(
            known.id, known.account_id, staged.header, end, relation,
            Figures(staged.entries, self._brought(known.id)), None,
            known.correlation_id,
        )  # fmt: skip

    def _version(self, position: int) -> Any:
        place = {"document": self.document_id, "position": position}
        return self.connection.execute(_AT_PLACE, place).one_or_none()

    def _row(self, statement_id: int) -> Any:
        return self.connection.execute(_BY_ID, {"own": statement_id}).one()

    def _set(self, statement_id: int, **values: Any) -> None:
        changed = update(_STATEMENTS).where(_STATEMENTS.c.id == statement_id)
        self.connection.execute(changed.values(**values))

    def _insert(
        self, staged: StagedStatement, end: StatementEnd, account_id: int, known: Any
    ) -> int:
        """The version's row; what it was called before, it is called again."""
        header, opening, closing = staged.header, end.opening, end.closing
        period = self._period(staged, end)
        values = self._called(account_id, end) if known is None else {
            "id": known.id, "identity": known.identity,
            "correlation_id": known.correlation_id, "imported": known.imported,
        }  # fmt: skip
        values |= dict(  # noqa: C408 - as columns are called
            digest=end.digest, document_id=self.document_id,
            position=staged.number, account_id=account_id,
            named_account_id=self._named(header, account_id, known),
            format=self.format,
            kind=kind_of(self.format).value, status=Status.LOADING.value,
            is_final=False, bank_id=header.id, sequence=header.sequence,
            page=header.page, currency=end.currency, created=header.created,
            from_date=period.first, to_date=period.last,
            period_source=period.source,
            opening=opening.amount if opening else None,
            opening_date=opening.date if opening else None,
            closing=closing.amount if closing else None,
            closing_date=closing.date if closing else None,
            incoming=end.booked_credits, outgoing=end.booked_debits,
            entries=end.entries, details=end.details, balanced=end.balanced,
            reader_version=self.reader_version,
        )  # fmt: skip
        row = self.connection.execute(_NEW, values)
        return int(row.scalar_one())

    def _named(
        self, header: StatementHeader, account_id: int, known: Any
    ) -> int | None:
        """The account that it would be of, if people separated those they joined."""
        if known is not None and known.account_id == account_id:
            found: int | None = known.named_account_id
            return found
        return named_account(self.connection, account_id, header.account)

    def _called(self, account_id: int, end: StatementEnd) -> dict[str, Any]:
        return {
            "identity": self._identity(account_id, end),
            "correlation_id": self.correlation_id,
            "imported": self.now,
        }

    def _identity(self, account_id: int, end: StatementEnd) -> str:
        """What it is called towards other systems; equal ones are counted on."""
        for number in count(1):
            parts = (account_id, self.format, end.digest, number)
            name = hashlib.sha256(repr(parts).encode()).hexdigest()
            if self.connection.execute(_CALLED_SO, {"name": name}).first() is None:
                return name
        raise AssertionError

    def _period(self, staged: StagedStatement, end: StatementEnd) -> Period:
        found = period_of(
            staged.header, end, staged.days, is_swift=self.format.startswith("mt"),
            file_created=self.file_created,
        )  # fmt: skip
        if found is not None:
            return found
        today = day_of(self.now)
        return Period(today, today, PeriodSource.RECEIVED)

    def _mover(
        self, staged: StagedStatement, end: StatementEnd, statement_id: int,
        account_id: int,
    ) -> Mover:  # fmt: skip
        opening = end.opening
        return Mover(
            self.connection,
            {
                "statement": statement_id, "account": account_id,
                "document": self.document_id,
                "opening": None if opening is None else to_units(opening.amount),
                "fallback": self._period(staged, end).last.isoformat(),
            },
        )  # fmt: skip

    def _brought(self, statement_id: int) -> int:
        """How many bookings are shown by this version's word."""
        brought = self.connection.execute(
            select(func.count()).where(
                Transaction.statement_id == statement_id,
                Transaction.parent_id.is_(None),
            )
        ).scalar_one()
        return int(brought)


def kind_of(file_format: str) -> Kind:
    """What a report of this format witnesses."""
    if file_format == "camt.054":
        return Kind.NOTIFICATION
    return Kind.INTERIM if file_format in _INTERIM_FORMATS else Kind.BOOKED
