"""What rules have done to records, for the rooms that show and obey it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.rules.model import Subject
from giroscope.features.rules.tables import (
    Rule,
    RuleDemand,
    RuleFiring,
    RuleHold,
    RuleLabel,
    RuleMark,
    RulePosting,
)


class Posting(NamedTuple):
    """What a rule proposes for a transaction."""

    account: str
    text: str
    rule: str
    version: int


class Label(NamedTuple):
    """A label that a record bears, and which rule put it there first."""

    id: int
    name: str
    rule: str
    version: int
    since: datetime


class Hold(NamedTuple):
    """Why a payment is held back."""

    payment_id: int
    correlation_id: str
    rule_id: int
    rule: str
    version: int
    since: datetime


class Demand(NamedTuple):
    """How many approvals a rule asks for."""

    rule: str
    approvals: int


async def postings(session: AsyncSession, ids: Collection[int]) -> dict[int, Posting]:
    """What is proposed for each of these transactions."""
    rows = await session.execute(
        select(
            RulePosting.record_id, RulePosting.account, RulePosting.text, Rule.name,
            RulePosting.version,
        )
        .join(Rule, Rule.id == RulePosting.rule_id)
        .where(RulePosting.record_id.in_(ids))
    )  # fmt: skip
    return {row[0]: Posting(*row[1:]) for row in rows}


async def labels(
    session: AsyncSession, subject: Subject, ids: Collection[int]
) -> dict[int, list[Label]]:
    """The labels of each of these records, by name."""
    rows = await session.execute(
        select(
            RuleMark.record_id, RuleLabel.id, RuleLabel.name, Rule.name,
            RuleMark.version, RuleMark.at,
        )
        .join(RuleLabel, RuleLabel.id == RuleMark.label_id)
        .join(Rule, Rule.id == RuleMark.rule_id)
        .where(RuleMark.subject == subject.value, RuleMark.record_id.in_(ids))
        .order_by(RuleLabel.sort_name, RuleLabel.id)
    )  # fmt: skip
    found: dict[int, list[Label]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(Label(*row[1:]))
    return found


def by_rule(found: Sequence[Label | Hold]) -> str | None:
    """The rules behind these, with their versions, in one cell of a file."""
    return "; ".join(f"{one.rule} ({one.version})" for one in found) or None


def label_names(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """What these labels are called."""
    rows = connection.execute(
        select(RuleLabel.id, RuleLabel.name).where(RuleLabel.id.in_(ids))
    )
    return {row.id: row.name for row in rows}


def marked(subject: Subject, label_ids: Sequence[int]) -> Select[int]:
    """The ids of the records that bear one of these labels."""
    return select(RuleMark.record_id).where(
        RuleMark.label_id.in_(label_ids), RuleMark.subject == subject.value
    )


async def holds_of(
    session: AsyncSession, correlation_ids: Collection[str]
) -> dict[str, list[Hold]]:
    """What of these journals is held back now, the oldest first."""
    found: dict[str, list[Hold]] = {}
    asked = _holds().where(RuleHold.correlation_id.in_(correlation_ids))
    for row in await session.execute(asked):
        found.setdefault(row.correlation_id, []).append(Hold(*row))
    return found


async def holds_on(
    session: AsyncSession, payment_ids: Collection[int]
) -> dict[int, list[Hold]]:
    """What holds each of these payments back now, the oldest first."""
    found: dict[int, list[Hold]] = {}
    asked = _holds().where(RuleHold.payment_id.in_(payment_ids))
    for row in await session.execute(asked):
        found.setdefault(row.payment_id, []).append(Hold(*row))
    return found


def _holds() -> Select[int, str, int, str, int, datetime]:
    return (
        select(
            RuleHold.payment_id, RuleHold.correlation_id, RuleHold.rule_id, Rule.name,
            RuleHold.version, RuleHold.since,
        )
        .join(Rule, Rule.id == RuleHold.rule_id)
        .where(RuleHold.lifted.is_(None))
        .order_by(RuleHold.id)
    )  # fmt: skip


def held() -> Select[int]:
    """The ids of the payments that are held back."""
    return select(RuleHold.payment_id).where(RuleHold.lifted.is_(None))


def held_in(connection: Connection, correlation_id: str) -> int:
    """How many payments of the journal are held back."""
    return connection.execute(
        select(func.count(RuleHold.payment_id.distinct())).where(
            RuleHold.correlation_id == correlation_id, RuleHold.lifted.is_(None)
        )
    ).scalar_one()


async def held_documents(session: AsyncSession, ids: Collection[int]) -> set[int]:
    """Those of these payment documents of which a payment is held back."""
    rows = await session.execute(
        select(RuleHold.document_id).where(
            RuleHold.document_id.in_(ids), RuleHold.lifted.is_(None)
        )
    )
    return set(rows.scalars())


def is_held(connection: Connection, document_id: int) -> bool:
    """Whether a payment of the document is held back."""
    found = connection.execute(
        select(RuleHold.id)
        .where(RuleHold.document_id == document_id, RuleHold.lifted.is_(None))
        .limit(1)
    )
    return found.first() is not None


def demands_of(connection: Connection, document_id: int) -> list[Demand]:
    """How many approvals rules ask for, for this payment document."""
    rows = connection.execute(
        select(Rule.name, RuleDemand.approvals)
        .join(Rule, Rule.id == RuleDemand.rule_id)
        .where(RuleDemand.document_id == document_id)
        .order_by(Rule.rank, Rule.id)
    )
    return [Demand(*row) for row in rows]


def lift(
    connection: Connection,
    correlation_id: str,
    person: tuple[str, str],
    reason: str,
    now: datetime,
) -> list[int]:
    """Let the journal's payments leave; tells which were held, by id."""
    by, name = person
    rows = connection.execute(
        update(RuleHold)
        .where(RuleHold.correlation_id == correlation_id, RuleHold.lifted.is_(None))
        .values(lifted=now, lifted_by=by, lifted_by_name=name, reason=reason)
        .returning(RuleHold.payment_id)
    )
    return sorted(set(rows.scalars()))


def ruled_records(connection: Connection, subject: Subject) -> set[int]:
    """The records of a subject for which rules fired or set labels."""
    found: set[int] = set()
    for table in (RuleFiring, RuleMark):
        records = select(table.record_id).where(table.subject == subject.value)
        found.update(connection.execute(records.distinct()).scalars())
    return found


def forget(
    connection: Connection,
    subject: Subject,
    records: Select[int] | Sequence[int],
    document_id: int | None = None,
) -> None:
    """Take back what rules did to records that go with their document."""
    for table in (RuleFiring, RuleMark):
        connection.execute(
            delete(table).where(
                table.subject == subject.value, table.record_id.in_(records)
            )
        )
    if subject is Subject.TRANSACTION:
        connection.execute(
            delete(RulePosting).where(RulePosting.record_id.in_(records))
        )
        return
    for of_payments in (RuleHold, RuleDemand):
        connection.execute(
            delete(of_payments).where(of_payments.document_id == document_id)
        )
