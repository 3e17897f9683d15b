"""Statements and the entries on them, as the bank booked them."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import (
    ForeignKey,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId, SignedAmount, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


class Kind(StrEnum):
    """What a report witnesses."""

    BOOKED = "BOOKED"
    """A day's or period's statement: camt.053, MT940."""
    INTERIM = "INTERIM"
    """A report within the day: camt.052, MT942."""
    NOTIFICATION = "NOTIFICATION"
    """Single credits or debits: camt.054."""


class Status(StrEnum):
    """What a version is to the ledger."""

    LOADING = "LOADING"
    """Its entries are on their way in."""
    CURRENT = "CURRENT"
    REPLACED = "REPLACED"
    """A later version corrects it."""
    REPEATED = "REPEATED"
    """Another version says the same; this one holds no entries of its own."""
    SAME = "SAME"
    """Another version says the same; its entries are witnesses of that one's."""
    DISPUTED = "DISPUTED"
    """It contradicts another, and nobody has decided which is right."""


class Statement(Table):
    """A version of a statement, an interim report or a notification on one account.

    Every one that a document holds is kept, with what it witnesses. Numbers and ids
    are the bank's own and repeat; they never tell statements apart by themselves.
    """

    __tablename__ = "statements"
    __personal_data__ = PersonalData(
        nothing=(
            "identity",
            "reason",
            "link",
            "bank_id",
            "sequence",
            "created",
            "period_source",
        ),
    )
    __table_args__ = (
        Index("ix_statements_account", "account_id", "to_date", "id"),
        Index("ix_statements_version", "document_id", "position"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    identity: Mapped[str] = mapped_column(String(64), unique=True)
    """What it is called towards other systems: hash of account, format and content."""
    digest: Mapped[str] = mapped_column(String(64), index=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    position: Mapped[int] = mapped_column(default=1, server_default="1")
    """1 for the first statement of its document."""
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("accounts.id"))
    named_account_id: Mapped[int | None] = mapped_column(BigId)
    """The account that the file names, where a person has joined it into this one."""
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    format: Mapped[str] = mapped_column(String(20))
    kind: Mapped[str] = mapped_column(String(12), server_default=Kind.BOOKED.value)
    status: Mapped[str] = mapped_column(String(12), server_default=Status.CURRENT.value)
    is_final: Mapped[bool]
    """Whether the account's ledger rests on it: a booked statement that is current."""
    related_id: Mapped[int | None] = mapped_column(BigId, index=True)
    """The version that replaces it, or says the same, or contradicts it."""
    reason: Mapped[str | None] = mapped_column(String(40))
    """Why it has its status: a code, see `relations`."""
    previous_id: Mapped[int | None] = mapped_column(BigId)
    """The booked statement before it in the account's chain."""
    link: Mapped[str | None] = mapped_column(String(8))
    """FOLLOWS, GAP, FIRST or OVERLAPS: how it is joined to the one before it."""
    bank_id: Mapped[str | None]
    sequence: Mapped[str | None] = mapped_column(String(40))
    page: Mapped[int | None]
    currency: Mapped[str | None] = mapped_column(String(3))
    created: Mapped[str | None] = mapped_column(String(40))
    imported: Mapped[datetime] = mapped_column(UtcDateTime)
    from_date: Mapped[date | None]
    to_date: Mapped[date | None]
    period_source: Mapped[str | None] = mapped_column(String(8))
    """STATED, BALANCES, ENTRIES or CREATED: what the period was taken from."""
    opening: Mapped[Decimal | None] = mapped_column(SignedAmount)
    opening_date: Mapped[date | None]
    closing: Mapped[Decimal | None] = mapped_column(SignedAmount)
    closing_date: Mapped[date | None]
    incoming: Mapped[Decimal] = mapped_column(Amount)
    outgoing: Mapped[Decimal] = mapped_column(Amount)
    entries: Mapped[int] = mapped_column(BigId)
    details: Mapped[int] = mapped_column(BigId)
    balanced: Mapped[bool | None]
    reader_version: Mapped[int]


class StatementHabit(Table):
    """When an account's statements should be here, where it is not as usual."""

    __tablename__ = "statement_habits"
    __personal_data__ = PersonalData(nothing=("due",))

    account_id: Mapped[int] = mapped_column(
        BigId,
        ForeignKey("accounts.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    due: Mapped[str] = mapped_column(String(5))
    """HH:MM of the banking day after, by the clock of Copenhagen."""
    is_watched: Mapped[bool]
    """Whether a statement that does not come is told at all."""


def _entry_index(name: str, *columns: str, where: str = "parent_id IS NULL") -> Index:
    """An index over entries only; details are reached through their entry."""
    condition = text(where)
    return Index(name, *columns, sqlite_where=condition, postgresql_where=condition)


def _reference_index(name: str, column: str, *, where: str) -> Index:
    """An index that finds references, and all that begin alike in any language."""
    condition = text(where)
    return Index(
        name, column, sqlite_where=condition, postgresql_where=condition,
        postgresql_ops={column: "text_pattern_ops"},
    )  # fmt: skip


class _Description:
    """What a file says of an entry besides amount, day and state."""

    detail_count: Mapped[int]
    details_add_up: Mapped[bool | None]
    counterparty_name: Mapped[str | None]
    counterparty_account: Mapped[str | None]
    counterparty_agent: Mapped[str | None]
    remittance: Mapped[str | None]
    reference: Mapped[str | None]
    end_to_end_id: Mapped[str | None]
    payment_batch_id: Mapped[str | None]
    """Payment information id of ours that the bank repeats."""
    bank_reference: Mapped[str | None]
    bank_transaction_code: Mapped[str | None]
    additional_information: Mapped[str | None]
    extra: Mapped[str | None]
    """Rarer facts as a JSON object: charges, exchange, instructed amount, ids."""
    words: Mapped[str]
    """What the text filter looks in: lower case, letters and digits only.

    A plain reference of the bank's or end to end is not among them; see `among_words`.
    """


_OF_PARTIES = (
    "counterparty_name",
    "counterparty_account",
    "counterparty_agent",
    "remittance",
    "reference",
    "additional_information",
    "extra",
    "words",
)
"""What an entry tells of whom it was paid by or to."""


class _Reported(_Description):
    """What one report says of one entry, or of one detail of a batch entry."""

    entry_key: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    """What the booking is called: hash of account and content. None for details."""
    occurrence: Mapped[int] = mapped_column(default=1)
    """Bookings of one key are occurrence 1 and 2."""
    account_id: Mapped[int] = mapped_column(BigId)
    statement_id: Mapped[int] = mapped_column(BigId)
    document_id: Mapped[int] = mapped_column(BigId)
    parent_id: Mapped[int | None] = mapped_column(BigId)
    position: Mapped[int] = mapped_column(BigId)
    line: Mapped[int | None] = mapped_column(BigId)
    booking_date: Mapped[date | None]
    value_date: Mapped[date | None]
    day: Mapped[date]
    """Booking date, else value date, else the last day of the statement's period."""
    value_day: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(SignedAmount)
    """Signed: a debit is negative."""
    size: Mapped[Decimal] = mapped_column(Amount)
    """The amount without its sign: to filter and sort by; a credit's is the amount."""
    currency: Mapped[str] = mapped_column(String(3))
    state: Mapped[int] = mapped_column(SmallInteger)
    """0 booked, 1 pending, 2 information."""
    reversal: Mapped[bool]
    balance: Mapped[Decimal | None] = mapped_column(SignedAmount)
    """Running balance after this entry, where the statement has an opening."""


class Transaction(_Reported, Table):
    """An entry of the ledger, or one detail of a batch entry (then it has a parent).

    It shows what one report says of the booking; what others say of the same is in
    `report_entries`. No foreign keys: rows come in by the hundred thousand through
    one loader, and each key would cost a look-up per row.
    """

    __tablename__ = "transactions"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=_OF_PARTIES,
        nothing=(
            "entry_key",
            "end_to_end_id",
            "payment_batch_id",
            "bank_reference",
            "bank_transaction_code",
        ),
    )
    __table_args__ = (
        Index(
            "ux_transactions_entry", "entry_key", "occurrence", unique=True,
            sqlite_where=text("parent_id IS NULL"),
            postgresql_where=text("parent_id IS NULL"),
        ),
        _entry_index("ix_transactions_day", "day", "id", "value_day"),
        _entry_index("ix_transactions_value", "value_day", "id", "day"),
        _entry_index("ix_transactions_size", "size", "id", "day"),
        _entry_index("ix_transactions_account", "account_id", "day", "id"),
        _entry_index(
            "ix_transactions_unbooked", "day", "id",
            where="parent_id IS NULL AND state <> 0",
        ),
        _entry_index(
            "ix_transactions_waiting", "account_id", "day", "statement_id",
            where="parent_id IS NULL AND state <> 0",
        ),
        _entry_index(
            "ix_transactions_reversal", "day", "id",
            where="parent_id IS NULL AND reversal",
        ),
        _entry_index(
            "ix_transactions_parent", "parent_id", "position",
            where="parent_id IS NOT NULL",
        ),
        _entry_index("ix_transactions_statement", "statement_id"),
        _reference_index(
            "ix_transactions_end_to_end", "end_to_end_id",
            where="end_to_end_id IS NOT NULL",
        ),
        _reference_index(
            "ix_transactions_bank_reference", "bank_reference",
            where="parent_id IS NULL AND length(bank_reference) <= 64",
        ),
        _entry_index(
            "ix_transactions_payment_batch", "payment_batch_id",
            where="payment_batch_id IS NOT NULL",
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    """Stays the same whatever report is shown; others name the booking by it."""
    own_id: Mapped[int | None] = mapped_column(BigId)
    """The report's entry that is shown, where its id is another."""
    described_by: Mapped[int | None] = mapped_column(BigId)
    """The report's entry whose details are shown, where the first one has none."""
    is_composed: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it is made of what is kept in `report_entries`."""


class ReportEntry(_Reported, Table):
    """What a report says of an entry, where the ledger shows another's word for it."""

    __tablename__ = "report_entries"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        parties=_OF_PARTIES,
        nothing=(
            "reason",
            "entry_key",
            "end_to_end_id",
            "payment_batch_id",
            "bank_reference",
            "bank_transaction_code",
        ),
    )
    __table_args__ = (
        Index("ix_report_entries_statement", "statement_id"),
        Index("ix_report_entries_entry", "entry_id"),
        Index("ix_report_entries_parent", "parent_id"),
        _entry_index(
            "ix_report_entries_replaced", "day", "own_id",
            where="parent_id IS NULL AND reason = 'REPLACED'",
        ),
        _entry_index(
            "ix_report_entries_waiting", "account_id", "day", "statement_id",
            where="parent_id IS NULL AND state <> 0",
        ),
    )  # fmt: skip

    own_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    entry_id: Mapped[int | None] = mapped_column(BigId)
    """The booking in the ledger that it witnesses; None where there is none."""
    reason: Mapped[str | None] = mapped_column(String(20))
    """Why the ledger does not show it: a code, see `Hidden` in `bookings`."""

    @property
    def id(self) -> int:
        """What it is told apart by among transactions: no booking is below zero."""
        return -self.own_id


class EntryBeforeJoin(Table):
    """Which booking a report's entry witnessed before two accounts were joined.

    Kept of entries that became one booking with the other account's, or that the
    ledger hides since, so that separating the accounts shows what they had shown.
    """

    __tablename__ = "entries_before_join"
    __personal_data__ = PersonalData(nothing=("entry_key",))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    join_id: Mapped[int] = mapped_column(BigId, index=True)
    own_id: Mapped[int] = mapped_column(BigId)
    entry_id: Mapped[int] = mapped_column(BigId)
    entry_key: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    """What the booking was called, where it is not what the entry is called."""
    occurrence: Mapped[int | None]


class PossibleDuplicate(Table):
    """Two entries of the ledger that may be one booking: a person says."""

    __tablename__ = "possible_duplicates"
    __personal_data__ = PersonalData(nothing=("reason",))

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    left_id: Mapped[int] = mapped_column(BigId, index=True)
    right_id: Mapped[int] = mapped_column(BigId, index=True)
    account_id: Mapped[int] = mapped_column(BigId, index=True)
    reason: Mapped[str] = mapped_column(String(40))


class LedgerDecision(Table):
    """What a person decided about two versions or two entries, and may undo."""

    __tablename__ = "ledger_decisions"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("decided_by",),
        names=("undone_by_name",),
        texts=("reason",),
        nothing=("subject", "left_key", "right_key", "about"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    subject: Mapped[str] = mapped_column(String(10))
    """STATEMENT or ENTRY."""
    account_id: Mapped[int] = mapped_column(BigId, index=True)
    left_key: Mapped[str] = mapped_column(String(120))
    """Document, place of the statement in it, place of the entry: stays on rebuild."""
    right_key: Mapped[str] = mapped_column(String(120))
    about: Mapped[str] = mapped_column(String(300))
    """The two as people know them: names of statements, or day and amount."""
    verdict: Mapped[str] = mapped_column(String(10))
    """SAME or DIFFERENT; of statements LEFT, RIGHT or BOTH count."""
    reason: Mapped[str]
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)
    decided_by: Mapped[str] = mapped_column(String(64))
    decided_by_name: Mapped[str]
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by_name: Mapped[str | None]
