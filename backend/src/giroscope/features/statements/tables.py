"""Statements and the entries on them, as the bank booked them."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import ForeignKey, Index, LargeBinary, SmallInteger, String, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import Amount, BigId, UtcDateTime
from giroscope.kernel.database import Table


class Statement(Table):
    """A statement, an intraday report or a notification on one account."""

    __tablename__ = "statements"
    __table_args__ = (Index("ix_statements_account", "account_id", "to_date", "id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    identity: Mapped[str] = mapped_column(String(64), unique=True)
    """Hash of account, kind, sequence or id, and period: the same statement."""
    digest: Mapped[str] = mapped_column(String(64), index=True)
    document_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("documents.id"), index=True
    )
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("accounts.id"))
    correlation_id: Mapped[str] = mapped_column(String(36), index=True)
    format: Mapped[str] = mapped_column(String(20))
    is_final: Mapped[bool]
    """A day's or period's statement, as opposed to a report within the day."""
    bank_id: Mapped[str | None]
    sequence: Mapped[str | None] = mapped_column(String(40))
    currency: Mapped[str | None] = mapped_column(String(3))
    created: Mapped[str | None] = mapped_column(String(40))
    imported: Mapped[datetime] = mapped_column(UtcDateTime)
    from_date: Mapped[date | None]
    to_date: Mapped[date | None]
    opening: Mapped[Decimal | None] = mapped_column(Amount)
    opening_date: Mapped[date | None]
    closing: Mapped[Decimal | None] = mapped_column(Amount)
    closing_date: Mapped[date | None]
    incoming: Mapped[Decimal] = mapped_column(Amount)
    outgoing: Mapped[Decimal] = mapped_column(Amount)
    entries: Mapped[int] = mapped_column(BigId)
    details: Mapped[int] = mapped_column(BigId)
    balanced: Mapped[bool | None]
    reader_version: Mapped[int]


class StatementOverlap(Table):
    """A later statement repeats entries that an earlier one brought."""

    __tablename__ = "statement_overlaps"

    statement_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("statements.id", ondelete="CASCADE"), primary_key=True
    )
    earlier_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("statements.id"), primary_key=True, index=True
    )
    document_id: Mapped[int] = mapped_column(BigId, primary_key=True)
    """The file that repeated them, so that its undo takes back what it told."""
    entries: Mapped[int] = mapped_column(BigId)


class StatementHabit(Table):
    """When an account's statements should be here, where it is not as usual."""

    __tablename__ = "statement_habits"

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


class Transaction(_Description, Table):
    """An entry, or one detail of a batch entry (then it has a parent).

    No foreign keys: rows come in by the hundred thousand through one loader,
    and each key would cost a look-up per row.
    """

    __tablename__ = "transactions"
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
            "ix_transactions_reversal", "day", "id",
            where="parent_id IS NULL AND reversal",
        ),
        _entry_index(
            "ix_transactions_parent", "parent_id", "position",
            where="parent_id IS NOT NULL",
        ),
        _entry_index("ix_transactions_statement", "statement_id"),
        _entry_index(
            "ix_transactions_confirmed", "confirmed_by",
            where="confirmed_by IS NOT NULL",
        ),
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
    entry_key: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    """Which booking this is: hash of account and content. None for details."""
    occurrence: Mapped[int] = mapped_column(default=1)
    """Two real equal payments on one day are occurrence 1 and 2."""
    account_id: Mapped[int] = mapped_column(BigId)
    statement_id: Mapped[int] = mapped_column(BigId)
    document_id: Mapped[int] = mapped_column(BigId)
    confirmed_by: Mapped[int | None] = mapped_column(BigId)
    """A final statement that repeats what a report brought first."""
    parent_id: Mapped[int | None] = mapped_column(BigId)
    position: Mapped[int] = mapped_column(BigId)
    line: Mapped[int | None] = mapped_column(BigId)
    booking_date: Mapped[date | None]
    value_date: Mapped[date | None]
    day: Mapped[date]
    """Booking date, else value date, else the statement's last day."""
    value_day: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Amount)
    """Signed: a debit is negative."""
    size: Mapped[Decimal] = mapped_column(Amount)
    """The amount without its sign, for filters."""
    currency: Mapped[str] = mapped_column(String(3))
    state: Mapped[int] = mapped_column(SmallInteger)
    """0 booked, 1 pending, 2 information."""
    reported_state: Mapped[int] = mapped_column(SmallInteger)
    """The state as first imported, restored when a confirmation is undone."""
    reversal: Mapped[bool]
    balance: Mapped[Decimal | None] = mapped_column(Amount)
    """Running balance after this entry, where the statement has an opening."""


class BareEntry(_Description, Table):
    """What an entry said before a later statement gave it the details it lacked."""

    __tablename__ = "bare_entries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    """The entry's."""
    document_id: Mapped[int] = mapped_column(BigId, index=True)
    """The file that brought the details."""
