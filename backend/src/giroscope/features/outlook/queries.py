"""What outlooks are made of: entries on their way, payments, and the past.

A fixed number of selects, however many accounts are asked of.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import String, and_, cast, func, or_, select
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
from giroscope.kernel.clock import day_of

_MOST_ENTRIES = 80
"""A payee or payer with more entries a year than this is not read for patterns."""
_MOST_PARTIES = 100
"""How many payees and payers of an account are read, those of the largest amounts."""
_AT_ONCE = 500
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
    journal: str
    received: date
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
    ids = func.aggregate_strings(cast(Transaction.id, String), ",")
    rows = await session.execute(
        select(Transaction.account_id, ids, func.max(Transaction.size))
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
    largest: dict[int, list[tuple[Decimal, list[int]]]] = defaultdict(list)
    for account_id, listed, size in rows:
        largest[account_id].append((size, [int(one) for one in listed.split(",")]))
    kept = {
        account_id: sorted(found, reverse=True)[:_MOST_PARTIES]
        for account_id, found in largest.items()
    }
    entries = await _entries(
        session, [one for found in kept.values() for _, ids in found for one in ids]
    )
    return {
        account_id: [_booked([entries[one] for one in ids]) for _, ids in found]
        for account_id, found in kept.items()
    }


_Entry = tuple[int, date, Decimal, str | None, str | None]


async def _entries(session: AsyncSession, ids: list[int]) -> dict[int, _Entry]:
    found: dict[int, _Entry] = {}
    for start in range(0, len(ids), _AT_ONCE):
        rows = await session.execute(
            select(
                Transaction.id, Transaction.day, Transaction.amount,
                Transaction.counterparty_account, Transaction.counterparty_name,
            ).where(Transaction.id.in_(ids[start : start + _AT_ONCE]))
        )  # fmt: skip
        found |= {row[0]: (row[0], row[1], row[2], row[3], row[4]) for row in rows}
    return found


def _booked(entries: list[_Entry]) -> Booked:
    entries.sort(key=lambda one: (one[1], one[0]))
    *_, account, name = entries[-1]
    past = tuple(Past(day, amount, entry) for entry, day, amount, *_ in entries)
    return Booked(name or account, keys_of(account, name), past)


async def reported_entries(
    session: AsyncSession, closed_on: Mapping[int, date], announced: date
) -> dict[int, list[Item]]:
    """The entries announced since a day, and those booked since each account's last."""
    alike: dict[date, list[int]] = defaultdict(list)
    for account_id, day in closed_on.items():
        alike[day].append(account_id)
    rows = await session.execute(
        select(Transaction)
        .join(Account, Account.id == Transaction.account_id)
        .where(
            Transaction.parent_id.is_(None),
            or_(
                and_(
                    Transaction.account_id.in_(closed_on),
                    Transaction.state != 0,
                    Transaction.day >= announced,
                ),
                *(
                    and_(Transaction.account_id.in_(ids), Transaction.day > day)
                    for day, ids in alike.items()
                ),
            ),
            Transaction.state.in_((0, 1)),
            Transaction.currency == Account.currency,
        )
    )
    found: dict[int, list[Item]] = defaultdict(list)
    for entry in rows.scalars():
        kind = ItemKind.PENDING if entry.state else ItemKind.BOOKED
        day = entry.value_day if entry.state else entry.day
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
    session: AsyncSession, accounts: Collection[int], since: date
) -> dict[int, list[Ordered]]:
    """The payments in flight, and those paid that were due after a day."""
    called = await _accounts_called(session, accounts)
    if not called:
        return {}
    paying = func.upper(func.replace(PaymentBatch.debtor_account, " ", ""))
    paid = (Payment.outcome == PaymentOutcome.PAID.value) & (
        Payment.execution_day > since
    )
    rows = await session.execute(
        select(
            paying, Payment.id, Payment.currency, Payment.amount,
            Payment.execution_day, Payment.creditor_name, Payment.creditor_account,
            Payment.end_to_end_id, Payment.outcome, Payment.progress,
            PaymentBatch.progress, Journal.correlation_id, Journal.created,
        )
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .join(Journal, Journal.correlation_id == Payment.correlation_id)
        .where(
            or_(Payment.outcome == PaymentOutcome.IN_FLIGHT.value, paid),
            paying.in_(called),
        )
    )  # fmt: skip
    found: dict[int, list[Ordered]] = defaultdict(list)
    for (
        name, number, currency, amount, day, payee, account, end_to_end,
        outcome, own, of_file, journal, created,
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
                item, currency, journal, day_of(created),
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
