"""Looks for what money moved by: transactions, payments, statements, accounts."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from giroscope.features.banks import Account, OtherName, other_names_by_account
from giroscope.features.payments import Payment
from giroscope.features.payments.policy import payment_state
from giroscope.features.search.hits import Hit, Kind, Sum, address, joined
from giroscope.features.search.parse import Reading
from giroscope.features.statements import Statement, Transaction, queries, search
from giroscope.features.statements.narrowing import Filter
from giroscope.kernel.database import ReadSession
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.words import folded

_LATEST = 2_000
"""Rows looked through where no index answers."""
_MOST_ACCOUNTS = 2_000
_BY_DAY = search.order_by("BOOKING_DATE", is_descending=True)


async def transactions(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Entries, and details by their reference."""
    shown = select(*queries.SHOWN)
    if asked.is_number_meant:
        rows = await _rows(session, shown.where(Transaction.id == asked.number))
        return [_transaction(row, is_exact=True) for row in rows]
    if asked.about:
        wanted = Filter(
            size=asked.about, currency=asked.currency, text=asked.text or None
        )
        about = await search.find(session, wanted, _BY_DAY, PageRequest(first=most))
        return [_transaction(row, is_exact=False) for row in about.rows]
    known = {asked.text, asked.compact}
    referred = shown.where(Transaction.end_to_end_id.in_(known)).limit(most + 1)
    exact = await _rows(session, referred)
    if exact:
        return [_transaction(row, is_exact=True) for row in exact]
    found = await _by_amount(session, asked, PageRequest(first=most))
    if not found and asked.words:
        found = await _by_words(session, asked, PageRequest(first=most))
    return [_transaction(row, is_exact=row.bank_reference in known) for row in found]


async def _by_amount(
    session: ReadSession, asked: Reading, request: PageRequest
) -> list[Any]:
    rows = []
    for amount in asked.amounts:
        wanted = Filter(size=(amount, amount), currency=asked.currency)
        rows += (await search.find(session, wanted, _BY_DAY, request)).rows
    return rows


async def _by_words(
    session: ReadSession, asked: Reading, request: PageRequest
) -> list[Any]:
    for text in asked.texts:
        found = await search.find(session, Filter(text=text), _BY_DAY, request)
        if found.rows:
            return found.rows
    return []


async def _rows(session: ReadSession, query: Select[Any]) -> list[Any]:
    return list(await session.execute(query))


def _transaction(row: Any, *, is_exact: bool) -> Hit:
    return Hit(
        kind=Kind.TRANSACTION,
        id=str(row.id),
        title=row.counterparty_name or row.remittance or row.reference or f"#{row.id}",
        detail=joined(row.remittance, row.reference, row.end_to_end_id),
        address=address("/journals/statements", transaction=row.parent_id or row.id),
        sum=Sum(row.amount, row.currency),
        day=row.booking_date or row.value_date,
        is_exact=is_exact,
    )


async def payments(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Payments by reference, account or amount, and the latest by words."""
    if asked.is_number_meant:
        rows = await _mapped(session, select(Payment).where(Payment.id == asked.number))
        return [_payment(row, is_exact=True) for row in rows]
    if asked.about:
        return await _payments_with(session, asked, most + 1)
    known = {asked.text, asked.compact}
    exact: list[ColumnElement[bool]] = [
        Payment.end_to_end_id.in_(known),
        Payment.creditor_account.in_(known),
    ]
    found: list[Hit] = []
    for condition in exact:
        query = select(Payment).where(condition).order_by(Payment.id.desc())
        rows = await _mapped(session, query.limit(most + 1))
        found += [_payment(row, is_exact=True) for row in rows]
    for amount in asked.amounts:
        query = select(Payment).where(Payment.amount == amount)
        if asked.currency is not None:
            query = query.where(Payment.currency == asked.currency)
        rows = await _mapped(session, query.order_by(Payment.id.desc()).limit(most + 1))
        found += [_payment(row, is_exact=False) for row in rows]
    if len(found) <= most and asked.words:
        found += await _payments_with(session, asked, most + 1)
    return found


async def _payments_with(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """The latest payments that hold all the words, of about the amount if one is."""
    latest = select(
        Payment.id, Payment.creditor_name, Payment.remittance, Payment.reference
    ).order_by(Payment.id.desc())
    if asked.about:
        latest = latest.where(Payment.amount.between(*asked.about))
        if asked.currency is not None:
            latest = latest.where(Payment.currency == asked.currency)
    rows = list(await session.execute(latest.limit(_LATEST)))
    texts = folded([" ".join(filter(None, row[1:])) for row in rows])
    told = zip(rows, texts, strict=True)
    ids = [row.id for row, text in told if holds(text, asked.words)]
    if not ids:
        return []
    fitting = select(Payment).where(Payment.id.in_(ids[:most]))
    newest = await _mapped(session, fitting.order_by(Payment.id.desc()))
    return [_payment(row, is_exact=False) for row in newest]


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether every word begins some word of a folded text."""
    return all(f" {word}" in text for word in words)


async def _mapped(session: ReadSession, query: Select[Any]) -> list[Any]:
    return list((await session.execute(query)).scalars())


def _payment(row: Payment, *, is_exact: bool) -> Hit:
    booked, returned = row.transaction_id is not None, row.return_id is not None
    state = payment_state(row.status, is_booked=booked, is_returned=returned)
    # Its journal may hold thousands: the list there is narrowed to what was found.
    known_by = row.end_to_end_id or row.creditor_name
    narrowed = {"payment-q": known_by} if known_by else {}
    return Hit(
        kind=Kind.PAYMENT,
        id=str(row.id),
        title=row.creditor_name or row.creditor_account or f"#{row.id}",
        detail=joined(state, row.creditor_account, row.end_to_end_id, row.remittance),
        address=address("/", journal=row.correlation_id, tab="payments", **narrowed),
        sum=Sum(row.amount, row.currency),
        day=row.execution_date,
        is_exact=is_exact,
    )


async def statements(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Statements by the bank's id or their journal's, and the latest by balance."""
    latest = select(Statement.id).order_by(Statement.id.desc()).limit(_LATEST)
    among = Statement.id.in_(latest.scalar_subquery())
    ways: list[tuple[ColumnElement[bool], bool]] = [
        (Statement.correlation_id == asked.text.lower(), True),
        (among & Statement.bank_id.in_({asked.text, asked.compact}), True),
    ]
    if asked.is_number_meant:
        ways = [(Statement.id == asked.number, True)]
    elif asked.amounts:
        balances = (Statement.closing, Statement.opening)
        fits = or_(*(column.in_(asked.amounts) for column in balances))
        ways.append((among & fits, False))
    found = []
    for condition, is_exact in ways:
        rows = await session.execute(
            select(Statement, Account)
            .join(Account, Account.id == Statement.account_id)
            .where(condition)
            .order_by(Statement.id.desc())
            .limit(most + 1)
        )
        found += [_statement(*row, is_exact=is_exact) for row in rows]
    return found


def _statement(row: Statement, account: Account, *, is_exact: bool) -> Hit:
    currency = row.currency or account.currency
    return Hit(
        kind=Kind.STATEMENT,
        id=str(row.id),
        title=joined(account.called, row.sequence or row.bank_id),
        detail=joined(account.number, row.from_date, row.to_date, row.bank_id),
        address=address("/journals/statements", statement=row.id),
        sum=None if row.closing is None else Sum(row.closing, currency),
        day=row.to_date,
        is_exact=is_exact,
    )


async def accounts(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Accounts by a part of the number, in any spacing, or by name."""
    listed = select(Account).where(Account.joined_into.is_(None))
    rows = await _mapped(session, listed.order_by(Account.number).limit(_MOST_ACCOUNTS))
    names = await other_names_by_account(session, [row.id for row in rows])
    return list(_accounts(rows, names, asked))[: most + 1]


def _accounts(
    rows: list[Account], names: Mapping[int, list[OtherName]], asked: Reading
) -> Iterator[Hit]:
    texts = folded([joined(row.nickname, row.name, row.owner) for row in rows])
    for row, text in zip(rows, texts, strict=True):
        numbers = {row.number, row.iban or ""}
        numbers.update(one.name for one in names.get(row.id, ()))
        is_exact = asked.compact in numbers or (
            asked.is_number_meant and row.id == asked.number
        )
        is_part = len(asked.compact) >= 4 and any(asked.compact in n for n in numbers)
        if is_exact or is_part or (asked.words and holds(text, asked.words)):
            yield Hit(
                kind=Kind.ACCOUNT,
                id=str(row.id),
                title=row.called,
                detail=joined(
                    row.number, row.nickname and row.name, row.owner, row.currency
                ),
                address=address("/journals/statements", account=row.id),
                is_exact=is_exact,
            )
