"""What outlooks are made of: entries on their way, payments, and the past.

A fixed number of selects, however many accounts are asked of.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from heapq import nlargest
from operator import itemgetter

from sqlalchemy import ColumnElement, String, and_, cast, false, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.banks import Account, account_names
from giroscope.features.journals.tables import Journal
from giroscope.features.outlook.patterns import FEWEST, Past
from giroscope.features.outlook.policy import Item, ItemKind
from giroscope.features.payments import (
    Payment,
    PaymentBatch,
    PaymentOutcome,
    PaymentProgress,
)
from giroscope.features.payments.checks.names import payee_key
from giroscope.features.payments.progress import shown
from giroscope.features.statements import Transaction
from giroscope.kernel.clock import COPENHAGEN
from giroscope.kernel.columns import amount_of

_MOST_ENTRIES = 80
"""A payee or payer with more entries a year than this is not read for patterns."""
_MOST_PARTIES = 100
"""How many payees and payers of an account are read, those of the largest amounts."""
_LENGTH_OF_DAY = len("2026-01-31")
WAITING = frozenset({PaymentProgress.RECEIVED, PaymentProgress.AWAITING_APPROVAL})


@dataclass(frozen=True, slots=True)
class Booked:
    """The entries of one payee or payer, in one direction."""

    name: str | None
    keys: frozenset[str]
    past: tuple[Past, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """A payment that is to leave an account, or has left it since."""

    item: Item
    currency: str
    was_known: bool
    """Whether its file was here on the day that is looked back to."""
    outcome: PaymentOutcome
    progress: PaymentProgress


def keys_of(account: str | None, name: str | None) -> frozenset[str]:
    """What one payee or payer is known by: the account, and the name as compared."""
    number = (account or "").replace(" ", "").upper()
    return frozenset(one for one in (number, payee_key(name)) if one)


async def booked_entries(
    session: AsyncSession, accounts: Collection[int], since: date, until: date,
    alive: date,
) -> dict[int, list[Booked]]:  # fmt: skip
    """Who was paid or paid often enough for a pattern, and after a day still."""
    party = func.coalesce(
        Transaction.counterparty_account, Transaction.counterparty_name
    )
    is_in = Transaction.amount == Transaction.size
    day = cast(Transaction.day, String)
    entry = (
        cast(Transaction.id, String) + " " + day + " "
        + cast(Transaction.amount, String)
    )  # fmt: skip
    rows = await session.execute(
        select(
            Transaction.account_id,
            func.max(Transaction.size),
            func.max(Transaction.counterparty_account),
            func.max(day + func.coalesce(Transaction.counterparty_name, "")),
            func.aggregate_strings(entry, ","),
        )
        .join(Account, Account.id == Transaction.account_id)
        .where(
            Transaction.parent_id.is_(None),
            Transaction.account_id.in_(accounts),
            Transaction.day.between(since, until),
            Transaction.state == 0,
            Transaction.reversal.is_(False),
            Transaction.currency == Account.currency,
            party.is_not(None),
        )
        .group_by(Transaction.account_id, is_in, party)
        .having(
            func.count().between(FEWEST, _MOST_ENTRIES),
            func.max(Transaction.day) >= alive,
        )
    )
    found: dict[int, list[tuple[Decimal, str | None, str, str]]] = defaultdict(list)
    for account_id, size, account, named, listed in rows:
        found[account_id].append((size, account, named[_LENGTH_OF_DAY:], listed))
    return {
        account_id: [
            Booked(name or account, keys_of(account, name), _past(listed))
            for _, account, name, listed in nlargest(
                _MOST_PARTIES, parties, key=itemgetter(0, 3)
            )
        ]
        for account_id, parties in found.items()
    }


def _past(listed: str) -> tuple[Past, ...]:
    """Entries as they were gathered into one text."""
    told = (entry.split(" ") for entry in listed.split(","))
    return tuple(
        Past(date.fromisoformat(day), amount_of(amount), int(entry))
        for entry, day, amount in told
    )


async def reported_entries(
    session: AsyncSession, closed_on: Mapping[int, date], announced: date
) -> dict[int, list[Item]]:
    """The entries announced since a day, and those booked since each account's last.

    In two selects: together, SQLite would read every entry there is.
    """
    if not closed_on:
        return {}
    alike: dict[date, list[int]] = defaultdict(list)
    for account_id, day in closed_on.items():
        alike[day].append(account_id)
    found: dict[int, list[Item]] = defaultdict(list)
    for kind, condition in (
        (
            ItemKind.PENDING,
            and_(
                Transaction.account_id.in_(closed_on),
                Transaction.state != 0,
                Transaction.state == 1,
                Transaction.day >= announced,
            ),
        ),
        (
            ItemKind.BOOKED,
            and_(
                Transaction.state == 0,
                or_(
                    *(
                        and_(Transaction.account_id.in_(ids), Transaction.day > day)
                        for day, ids in alike.items()
                    )
                ),
            ),
        ),
    ):
        rows = await session.scalars(
            select(Transaction)
            .join(Account, Account.id == Transaction.account_id)
            .where(
                Transaction.parent_id.is_(None),
                condition,
                Transaction.currency == Account.currency,
            )
        )
        for entry in rows:
            day = entry.value_day if kind is ItemKind.PENDING else entry.day
            found[entry.account_id].append(
                Item(
                    kind, entry.counterparty_name or entry.counterparty_account,
                    day, day, day, entry.amount, entry.amount, entry.amount, entry.id,
                    keys_of(entry.counterparty_account, entry.counterparty_name),
                    end_to_end=entry.end_to_end_id,
                )
            )  # fmt: skip
    return found


async def ordered_payments(
    session: AsyncSession, accounts: Collection[int], since: date | None
) -> dict[int, list[Ordered]]:
    """The payments in flight, and those paid that a day knew and that were due later.

    Without a day, those in flight alone.
    """
    called = await _accounts_called(session, accounts)
    if not called:
        return {}
    paying = func.upper(func.replace(PaymentBatch.debtor_account, " ", ""))
    counts: ColumnElement[bool] = Payment.outcome == PaymentOutcome.IN_FLIGHT.value
    was_known: ColumnElement[bool] = false()
    if since is not None:
        midnight = datetime.combine(since, time.max, COPENHAGEN)
        was_known = Journal.created <= midnight
        paid = Payment.outcome == PaymentOutcome.PAID.value
        counts = or_(counts, and_(paid, Payment.execution_day > since, was_known))
    rows = await session.execute(
        select(
            paying, Payment.id, Payment.currency, Payment.amount,
            Payment.execution_day, Payment.creditor_name, Payment.creditor_account,
            Payment.end_to_end_id, Payment.outcome, Payment.progress,
            PaymentBatch.progress, was_known,
        )
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .join(Journal, Journal.correlation_id == Payment.correlation_id)
        .where(counts, paying.in_(called))
        .order_by(Payment.execution_day, Payment.id)
    )  # fmt: skip
    found: dict[int, list[Ordered]] = defaultdict(list)
    for (
        name, number, currency, amount, day, payee, account, end_to_end,
        outcome, own, of_file, was_here,
    ) in rows:  # fmt: skip
        candidates = called[name]
        account_id = candidates.get(currency)
        if account_id is None and len(candidates) == 1:
            account_id = next(iter(candidates.values()))
        if account_id is None or account_id not in accounts:
            continue
        item = Item(
            ItemKind.PAYMENT, payee or account, day, day, day,
            -amount, -amount, -amount, number, keys_of(account, payee),
            end_to_end=end_to_end,
        )  # fmt: skip
        found[account_id].append(
            Ordered(
                item, currency, was_here,
                PaymentOutcome(outcome), shown(own, of_file),
            )
        )  # fmt: skip
    return found


async def _accounts_called(
    session: AsyncSession, accounts: Collection[int]
) -> dict[str, dict[str, int]]:
    """The accounts of each name these accounts have, by their currency."""
    named = account_names()
    own = select(named.c.name).where(named.c.account_id.in_(accounts))
    rows = await session.execute(
        select(named.c.name, Account.currency, Account.id)
        .join(Account, Account.id == named.c.account_id)
        .where(named.c.name.in_(own))
    )
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for name, currency, account_id in rows:
        found[name][currency] = account_id
    return found
