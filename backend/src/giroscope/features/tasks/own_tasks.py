"""What one person can do now and should: as the rooms say it, gathered in one place.

Each kind is asked of the room that decides it, so that nothing is told which the same
person would be refused. Nothing is changed here.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.banks.tables import BankKeyRequest
from giroscope.features.banks.tables import RequestState as KeyRequestState
from giroscope.features.erp import requests as erp_requests
from giroscope.features.months import actions as months
from giroscope.features.months import change_rule
from giroscope.features.months.queries import rule_in
from giroscope.features.passkeys.policy import against_confirming
from giroscope.features.passkeys.tables import Passkey
from giroscope.features.payments import Payment
from giroscope.features.payments.approvals import change_rules, queries
from giroscope.features.payments.approvals.tables import ApprovalCase, VersionState
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.rules.activate import against_deciding as against_rule
from giroscope.features.rules.tables import Rule
from giroscope.features.statements import (
    IS_MATCHED,
    PossibleDuplicate,
    Statement,
    Status,
    Transaction,
)
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent
from giroscope.features.users.queries import requests as role_requests
from giroscope.features.users.tables import RequestState as RoleRequestState
from giroscope.kernel.access import Actor
from giroscope.kernel.columns import total

MOST = 1_000
"""Counted up to here; the screen behind a task tells them all."""
_BOOKED = 0


@strawberry.enum(description="What a person is asked to do.")
class TaskKind(Enum):
    """What a person is asked to do, in the order in which it is told."""

    UNKNOWN_OUTCOME = "UNKNOWN_OUTCOME"
    APPROVE = "APPROVE"
    SIGN = "SIGN"
    CONFIRM_BANK = "CONFIRM_BANK"
    CONFIRM_ERP = "CONFIRM_ERP"
    CONFIRM_ROLE = "CONFIRM_ROLE"
    CONFIRM_PASSKEY = "CONFIRM_PASSKEY"
    CONFIRM_APPROVAL_RULES = "CONFIRM_APPROVAL_RULES"
    CONFIRM_RULE = "CONFIRM_RULE"
    CONFIRM_MONTH = "CONFIRM_MONTH"
    CONFIRM_MONTH_RULE = "CONFIRM_MONTH_RULE"
    DISPUTED_STATEMENT = "DISPUTED_STATEMENT"
    POSSIBLE_DUPLICATE = "POSSIBLE_DUPLICATE"
    MATCH = "MATCH"


_DUPLICATES = "/journals/statements?view=duplicates"
_PATHS: Mapping[TaskKind, tuple[str | None, str]] = {
    TaskKind.UNKNOWN_OUTCOME: ("/sendings?sending={}", "/sendings?state=UNKNOWN"),
    TaskKind.APPROVE: (None, "/?view=mine"),
    TaskKind.SIGN: (None, "/?state=APPROVED"),
    TaskKind.CONFIRM_BANK: ("/bank?bank={}&part=certificates", "/bank"),
    TaskKind.CONFIRM_ERP: (None, "/erp/configuration"),
    TaskKind.CONFIRM_ROLE: (None, "/account-management/users?tab=requests"),
    TaskKind.CONFIRM_PASSKEY: (None, "/passkeys"),
    TaskKind.CONFIRM_APPROVAL_RULES: (None, "/approval-policies"),
    TaskKind.CONFIRM_RULE: ("/rules?rule={}", "/rules"),
    TaskKind.CONFIRM_MONTH: ("/statements?month={}&show=PROPOSED", "/statements"),
    TaskKind.CONFIRM_MONTH_RULE: (None, "/statements"),
    TaskKind.DISPUTED_STATEMENT: (None, f"{_DUPLICATES}&part=disputed"),
    TaskKind.POSSIBLE_DUPLICATE: (None, _DUPLICATES),
    TaskKind.MATCH: (None, "/reconciliation"),
}
"""Of each kind the address of one, with its id, and of all."""


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount in one currency."""

    currency: str
    amount: Decimal
    count: int


@dataclass(frozen=True, slots=True)
class Task:
    """Something that waits, and how much of it."""

    kind: TaskKind
    count: int
    oldest: datetime | None
    sums: Sequence[Sum] = ()
    is_exact: bool = True
    about: str | None = None
    """The id of what it is about where that is one thing; of months the first."""

    @property
    def path(self) -> str:
        """Where in the console it is done: at the thing itself, or at all of them."""
        one, many = _PATHS[self.kind]
        return many if one is None or self.about is None else one.format(self.about)


_Find = Callable[[AsyncSession, Actor, datetime], Awaitable[Task | None]]


async def tasks_of(session: AsyncSession, actor: Actor, now: datetime) -> list[Task]:
    """Everything that waits for this person, the most pressing first."""
    found = [
        await find(session, actor, now) for verb, find in _FINDS if actor.may(verb)
    ]
    tasks = [one for one in found if one is not None]
    order = list(TaskKind)
    return sorted(tasks, key=lambda one: order.index(one.kind))


async def _approvals(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    """The same journals that stand under the tab of the list."""
    journals = await queries.mine(session, actor, now)
    return await _of_journals(session, TaskKind.APPROVE, journals)


async def _signatures(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    journals = await queries.to_sign(session, actor, now)
    return await _of_journals(session, TaskKind.SIGN, journals)


async def _of_journals(
    session: AsyncSession, kind: TaskKind, journals: Sequence[str]
) -> Task | None:
    if not journals:
        return None
    some = journals[:MOST]
    oldest = await session.execute(
        select(func.min(ApprovalCase.opened)).where(
            ApprovalCase.correlation_id.in_(some)
        )
    )
    sums = await _sums_of(session, some) if len(some) == len(journals) else ()
    return Task(kind, len(journals), oldest.scalar_one(), sums)


async def _unknown(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    del actor, now
    rows = await session.execute(
        select(Sending.id, Sending.correlation_id, Sending.since)
        .where(Sending.state == SendState.UNKNOWN.value)
        .order_by(Sending.since)
        .limit(MOST + 1)
    )
    found = rows.all()
    if not found:
        return None
    is_exact = len(found) <= MOST
    journals = [row.correlation_id for row in found]
    sums = await _sums_of(session, journals) if is_exact else ()
    return Task(
        TaskKind.UNKNOWN_OUTCOME, min(len(found), MOST), found[0].since, sums,
        is_exact=is_exact, about=_only([str(row.id) for row in found]),
    )  # fmt: skip


async def _sums_of(session: AsyncSession, journals: Sequence[str]) -> list[Sum]:
    rows = await session.execute(
        select(Payment.currency, total(Payment.amount), func.count())
        .where(Payment.correlation_id.in_(journals))
        .group_by(Payment.currency)
        .order_by(Payment.currency)
    )
    return [Sum(*row) for row in rows]


async def _bank_requests(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    rows = await session.execute(
        select(BankKeyRequest)
        .where(
            BankKeyRequest.state == KeyRequestState.PENDING.value,
            BankKeyRequest.expires > now,
        )
        .order_by(BankKeyRequest.created)
    )
    found = list(rows.scalars())
    hands = await hands_of(session, {actor.id, *(row.requested_by for row in found)})
    mine = [row for row in found if _is_second(actor, row.requested_by, hands)]
    about = _only([str(row.connection_id) for row in mine])
    return _task(TaskKind.CONFIRM_BANK, [row.created for row in mine], about)


async def _role_requests(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    rows = await session.execute(role_requests([RoleRequestState.PENDING.value], now))
    found = list(rows.scalars())
    hands = await hands_of(session, {actor.id, *(row.requested_by for row in found)})
    mine = [
        row.created
        for row in found
        if row.person_id != actor.id and _is_second(actor, row.requested_by, hands)
    ]
    return _task(TaskKind.CONFIRM_ROLE, mine)


async def _erp_requests(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    mine = [
        row.created
        for row in await erp_requests.waiting(session, now)
        if await erp_requests.against_deciding(session, actor, row) is None
    ]
    return _task(TaskKind.CONFIRM_ERP, mine)


async def _passkeys(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    del now
    rows = await session.execute(
        select(Passkey)
        .where(Passkey.removed_at.is_(None), Passkey.confirmed_at.is_(None))
        .limit(MOST)
    )
    found = list(rows.scalars())
    hands = await hands_of(session, {actor.id, *(row.person_id for row in found)})
    mine = [
        row.created_at
        for row in found
        if against_confirming(row, actor, hands[row.person_id], hands[actor.id]) is None
    ]
    return _task(TaskKind.CONFIRM_PASSKEY, mine)


async def _approval_rules(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    del now
    row = await queries.version(session, VersionState.PROPOSED)
    if row is None or await change_rules.against_deciding(session, actor, row):
        return None
    return _task(TaskKind.CONFIRM_APPROVAL_RULES, [row.proposed])


async def _rules(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    del now
    rows = await session.execute(select(Rule).where(Rule.asked_state.is_not(None)))
    mine = [
        row
        for row in rows.scalars()
        if row.asked and await against_rule(session, actor, row) is None
    ]
    about = _only([str(row.id) for row in mine])
    asked = [row.asked for row in mine if row.asked]
    return _task(TaskKind.CONFIRM_RULE, asked, about)


async def _months(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    del now
    mine = await months.to_confirm(session, actor)
    about = f"{mine[0].month:%Y-%m}" if mine else None
    return _task(TaskKind.CONFIRM_MONTH, [row.proposed for row in mine], about)


async def _month_rule(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    del now
    row = await session.run_sync(lambda own: rule_in(own, VersionState.PROPOSED))
    if row is None or await change_rule.against_deciding(session, actor, row):
        return None
    return _task(TaskKind.CONFIRM_MONTH_RULE, [row.proposed])


async def _disputed(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    del actor, now
    rows = await session.execute(
        select(Statement.imported)
        .where(Statement.status == Status.DISPUTED.value)
        .limit(MOST + 1)
    )
    since = rows.scalars().all()
    if not since:
        return None
    return Task(
        TaskKind.DISPUTED_STATEMENT, min(len(since), MOST), min(since),
        is_exact=len(since) <= MOST,
    )  # fmt: skip


async def _duplicates(
    session: AsyncSession, actor: Actor, now: datetime
) -> Task | None:
    del actor, now
    rows = await session.execute(
        select(Transaction.day, Transaction.currency, Transaction.size)
        .join(PossibleDuplicate, PossibleDuplicate.left_id == Transaction.id)
        .order_by(PossibleDuplicate.id)
        .limit(MOST + 1)
    )
    found = rows.all()
    sums = _added((row.currency, row.size) for row in found)
    return _of_days(TaskKind.POSSIBLE_DUPLICATE, [row.day for row in found], sums)


async def _unmatched(session: AsyncSession, actor: Actor, now: datetime) -> Task | None:
    """What the desk shows: its oldest entries first."""
    del actor, now
    rows = await session.execute(
        select(Transaction.day, Transaction.currency, Transaction.size)
        .where(
            Transaction.parent_id.is_(None), Transaction.state == _BOOKED, ~IS_MATCHED
        )
        .order_by(Transaction.day, Transaction.id)
        .limit(MOST + 1)
    )
    found = rows.all()
    sums = _added((row.currency, row.size) for row in found)
    return _of_days(TaskKind.MATCH, [row.day for row in found], sums)


def _added(amounts: Any) -> list[Sum]:
    sums: dict[str, Sum] = {}
    for currency, amount in amounts:
        before = sums.get(currency, Sum(currency, Decimal(0), 0))
        sums[currency] = Sum(currency, before.amount + amount, before.count + 1)
    return [sums[currency] for currency in sorted(sums)]


def _is_second(actor: Actor, asker: str, hands: Any) -> bool:
    return asker != actor.id and are_independent(hands[asker], hands[actor.id])


def _only(ids: Sequence[str]) -> str | None:
    return ids[0] if len(ids) == 1 else None


def _task(
    kind: TaskKind, since: Sequence[datetime], about: str | None = None
) -> Task | None:
    return Task(kind, len(since), min(since), about=about) if since else None


def _of_days(kind: TaskKind, days: Sequence[date], sums: Sequence[Sum]) -> Task | None:
    """A task counted up to the bound; of more than that no sum is told."""
    if not days:
        return None
    is_exact = len(days) <= MOST
    return Task(
        kind, min(len(days), MOST), datetime.combine(min(days), time(), UTC),
        sums if is_exact else (), is_exact=is_exact,
    )  # fmt: skip


_FINDS: Sequence[tuple[str, _Find]] = (
    ("payments.resolve", _unknown),
    ("payments.approve", _approvals),
    ("payments.sign", _signatures),
    ("banks.change", _bank_requests),
    ("erp.activate", _erp_requests),
    ("users.roles", _role_requests),
    ("passkeys.confirm", _passkeys),
    ("payments.policies", _approval_rules),
    ("rules.change", _rules),
    ("statements.decide", _months),
    ("statements.closers", _month_rule),
    ("statements.decide", _disputed),
    ("statements.decide", _duplicates),
    ("reconciliation.match", _unmatched),
)
"""The verb that each is done by, and what finds it."""
