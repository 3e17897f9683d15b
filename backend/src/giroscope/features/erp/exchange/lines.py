"""Which statements the ERP is given, and what their lines say.

Only statements that came after the books were taken into use, of accounts the ERP has.
A line of a batch is given by its details where they add up, so that each payment finds
its own.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, exists, func, select
from sqlalchemy.orm import aliased

from erplink import ErpAccount, StatementLine, StatementLines
from giroscope.features.banks import Account, account_names, called
from giroscope.features.erp.exchange.marks import settle, settled
from giroscope.features.erp.exchange.outbox import Write, ask
from giroscope.features.erp.exchange.tables import ErpOutboxRow, Operation
from giroscope.features.erp.mapping.context import accounts_of
from giroscope.features.erp.mapping.legality import number_of
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.erp.tables import ErpConnection
from giroscope.features.messages import Missing, settle_alarms
from giroscope.features.payments import Payment
from giroscope.features.statements.tables import Statement, Transaction
from giroscope.kernel.clock import day_of
from localization import Message

MARK = "STATEMENTS"
REPLACED = "alarm.erp_statement_replaced"
_AT_ONCE = 200


def ask_for_new(connection: Connection, connection_id: int, now: datetime) -> None:
    """Have statements written that came since the books are in use, each once."""
    rows = connection.execute(_unasked(connection, connection_id)).all()
    writes = [
        Write(
            Operation.STATEMENT, row.identity,
            f"{row.iban or row.number} · {row.to_date or row.closing_date}",
            statement_id=row.id, correlation_id=row.correlation_id,
        )
        for row in rows
    ]  # fmt: skip
    ask(connection, connection_id, writes, now)


def has_new(connection: Connection, connection_id: int, now: datetime) -> bool:
    """Whether a statement is to be asked for; if none is, none is looked at again."""
    tell_replaced(connection, connection_id, now)
    first = connection.execute(_unasked(connection, connection_id).limit(1)).first()
    if first is None:
        settle(connection, connection_id, MARK, Statement.id, Statement.imported, now)
    return first is not None


def _unasked(connection: Connection, connection_id: int) -> Select[Any, Any, Any]:
    """Statements of the ERP's accounts that it is to be given, the oldest first."""
    numbers = {
        number_of(one)
        for one in accounts_of(connection, connection_id)
        if not one.is_blocked
    }
    books = select(ErpConnection.began).where(ErpConnection.id == connection_id)
    is_asked = exists().where(
        ErpOutboxRow.connection_id == connection_id,
        ErpOutboxRow.operation == Operation.STATEMENT.value,
        ErpOutboxRow.our_id == Statement.identity,
    )
    return (
        select(Statement, Account.number, Account.iban)
        .join(Account, Account.id == Statement.account_id)
        .where(
            Statement.id > settled(connection, connection_id, MARK),
            Statement.imported >= books.scalar_subquery(),
            Statement.is_final.is_(True),
            Account.id.in_(_called(connection, numbers)),
            ~is_asked,
            ~_replaces_told(connection_id),
        )
        .order_by(Statement.id)
        .limit(_AT_ONCE)
    )


def _replaces_told(connection_id: int) -> ColumnElement[bool]:
    """Whether an earlier version of the statement was given to the ERP.

    Giving it the later one as well would book most of it twice, so a person does it.
    """
    earlier = aliased(Statement)
    return (
        select(earlier.id)
        .join(ErpOutboxRow, ErpOutboxRow.our_id == earlier.identity)
        .where(
            earlier.related_id == Statement.id,
            ErpOutboxRow.connection_id == connection_id,
            ErpOutboxRow.operation == Operation.STATEMENT.value,
        )
        .exists()
    )


def tell_replaced(connection: Connection, connection_id: int, now: datetime) -> None:
    """Have somebody correct in the ERP what a later version of a statement changes."""
    rows = connection.execute(
        select(
            Statement.id, Statement.sequence, Statement.bank_id, Statement.to_date,
            Account.nickname, Account.name, Account.number,
        )
        .join(Account, Account.id == Statement.account_id)
        .where(Statement.is_final.is_(True), _replaces_told(connection_id))
        .order_by(Statement.id)
    ).all()  # fmt: skip
    missing = []
    for row in rows:
        name, number = called(row), row.sequence or row.bank_id or "?"
        missing.append(
            Missing(
                f"statement:{row.id}",
                Message(REPLACED, name=name, sequence=str(number), day=row.to_date),
                reference=f"statement:{row.id}",
            )
        )  # fmt: skip
    settle_alarms(connection, REPLACED, missing, now)


def lines_of(
    connection: Connection, connection_id: int, statement_id: int
) -> StatementLines | None:
    """The statement as the ERP is given it; None where it is here no more.

    One without balances or of an account that the ERP has no more gives None, too.
    """
    row = connection.execute(
        select(Statement, Account.number, Account.iban)
        .join(Account, Account.id == Statement.account_id)
        .where(Statement.id == statement_id)
    ).one_or_none()
    if row is None or row.opening is None or row.closing is None:
        return None
    account = _account(connection, connection_id, row)
    if account is None:
        return None
    day = row.closing_date or row.to_date or day_of(row.imported)
    return StatementLines(
        our_id=row.identity,
        account=account,
        currency=row.currency or account.currency,
        number=row.sequence or row.bank_id or day.isoformat(),
        day=day,
        opening=row.opening,
        closing=row.closing,
        lines=tuple(_lines(connection, row.id)),
    )


def line_of(connection: Connection, entry_id: int) -> tuple[str, StatementLine] | None:
    """The statement's id in the queue, and the line that the ERP is given of an entry.

    None where it is given the details of a batch, one by one.
    """
    entry, identity = connection.execute(
        select(Transaction.id, Statement.identity)
        .join(Statement, Statement.id == Transaction.statement_id)
        .where(Transaction.id == entry_id)
    ).one()
    row = connection.execute(select(Transaction).where(Transaction.id == entry)).one()
    details = _details(connection, [entry] if row.details_add_up else [])
    shown = details.get(entry, [row])
    return (identity, _line(row, shown[0], "")) if len(shown) == 1 else None


def _account(connection: Connection, connection_id: int, row: Any) -> ErpAccount | None:
    own = [one for one in accounts_of(connection, connection_id) if not one.is_blocked]
    listed = {row.number, row.iban}
    return next(
        (one for one in own if number_of(one) in listed),
        next(
            (
                one
                for one in own
                if row.account_id in _called(connection, {number_of(one)})
            ),
            None,
        ),
    )


def _called(connection: Connection, numbers: Collection[str]) -> list[int]:
    """Our accounts that have one of these numbers as a name."""
    named = account_names()
    rows = connection.execute(
        select(named.c.account_id).where(named.c.name.in_(numbers))
    )
    return list(rows.scalars())


def _lines(connection: Connection, statement_id: int) -> Iterator[StatementLine]:
    entries = connection.execute(
        select(Transaction)
        .where(
            Transaction.statement_id == statement_id,
            Transaction.parent_id.is_(None),
            Transaction.state == 0,
        )
        .order_by(Transaction.position, Transaction.id)
    ).all()
    details = _details(connection, [one.id for one in entries if one.details_add_up])
    shown = [
        (entry, one) for entry in entries for one in details.get(entry.id, [entry])
    ]
    paid = _native_ids(connection, [one.id for _, one in shown])
    for entry, one in shown:
        yield _line(entry, one, paid.get(one.id, ""))


def _line(entry: Any, one: Any, native_id: str) -> StatementLine:
    key = f"{entry.entry_key.hex()}-{entry.occurrence}"
    is_detail = one.id != entry.id
    text = one.remittance or one.additional_information or entry.remittance
    return StatementLine(
        our_id=f"{key}/{one.position}" if is_detail else key,
        booked=entry.booking_date or entry.day,
        value_day=entry.value_date or entry.value_day,
        amount=one.amount,
        text=text or one.reference or one.counterparty_name or "",
        bank_reference=one.bank_reference or entry.bank_reference or "",
        counterparty=one.counterparty_name or "",
        counterparty_account=one.counterparty_account or "",
        payment=native_id,
    )


def _details(connection: Connection, ids: list[int]) -> Mapping[int, Sequence[Any]]:
    found: dict[int, list[Any]] = {}
    for start in range(0, len(ids), 500):
        rows = connection.execute(
            select(Transaction)
            .where(Transaction.parent_id.in_(ids[start : start + 500]))
            .order_by(Transaction.parent_id, Transaction.position)
        )
        for row in rows:
            found.setdefault(row.parent_id, []).append(row)
    return found


def _native_ids(connection: Connection, ids: list[int]) -> dict[int, str]:
    """The ERP's id of the payment that each entry books or gives back."""
    found: dict[int, str] = {}
    for start in range(0, len(ids), 500):
        portion = ids[start : start + 500]
        for column in (Payment.return_id, Payment.transaction_id):
            rows = connection.execute(
                select(column, ErpPayment.native_id, func.count().over(
                    partition_by=column))
                .join(ErpPayment, ErpPayment.end_to_end_id == Payment.end_to_end_id)
                .where(column.in_(portion))
            )  # fmt: skip
            # An entry that books a whole batch is of no one payment.
            found.update(
                {entry: one for entry, one, count in rows if entry and count == 1}
            )
    return found
