"""Gathers what next steps are decided from, for many journals at once."""

from collections import defaultdict
from typing import Any

from sqlalchemy import case, func, select, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.journals.evidence import COUNTED
from giroscope.features.journals.next_step import NextStep, Situation, next_step
from giroscope.features.journals.policy import JournalState
from giroscope.features.journals.settle import settlements
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.messages import Alarm
from giroscope.features.payments import Doubt, Payment, StatusReport
from giroscope.features.payments.corrections import links
from giroscope.features.payments.recalls import RecallStanding, standings
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.payments.sending.policy import PAUSED
from giroscope.features.payments.sending.tables import IS_PAYMENT
from giroscope.features.rules import holds_of
from giroscope.features.statements import Statement
from giroscope.features.statements.tables import Status


async def next_steps(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, NextStep]:
    """The next step of each journal."""
    rows = await session.execute(
        select(Journal).where(Journal.correlation_id.in_(correlation_ids))
    )
    journals = {row.correlation_id: row for row in rows.scalars()}
    # What is wrong is only looked for where something is.
    asked = [key for key, row in journals.items() if row.needs_attention]
    doubts = await _doubts(session, asked)
    alarms = await _alarms(session, asked)
    unbalanced = await _unbalanced(session, asked)
    reasons = await _reasons(session, asked)
    sendings = await _sendings(session, asked)
    booked = [key for key, row in journals.items() if row.state == JournalState.BOOKED]
    final = await _with_final(session, booked)
    disputed = await _disputed(session, list(journals))
    replaced = await _replaced(session, booked)
    holds = await holds_of(session, asked)
    recalls = await _recalls(session, list(journals))
    settled = await settlements(session, list(journals))
    failed = [key for key, row in journals.items() if row.rejected or row.returned]
    resubmitted = await session.run_sync(
        lambda own: links.replaced_in(own.connection(), failed)
    )
    return {
        key: next_step(
            Situation(
                state=JournalState(row.state),
                payments=row.payments,
                rejected=row.rejected,
                resubmitted=resubmitted[key].refused,
                booked=row.booked,
                returned=row.returned - resubmitted[key].returned,
                doubts=doubts.get(key, {}),
                alarms=frozenset(alarms.get(key, ())),
                is_unbalanced=key in unbalanced,
                has_final=key in final or key not in booked,
                is_disputed=key in disputed,
                is_replaced=key in replaced,
                needs_attention=row.needs_attention,
                reason=reasons.get(key),
                held_by_rules=len({one.payment_id for one in holds.get(key, ())}),
                recall=recalls.get(key),
                settled=settled[key].reason if key in settled else None,
                **sendings.get(key, {}),
            )
        )
        for key, row in journals.items()
    }


async def _doubts(
    session: AsyncSession, asked: list[str]
) -> dict[str, dict[Doubt, int]]:
    rows = await session.execute(
        select(Payment.correlation_id, Payment.doubt, func.count())
        .where(
            Payment.correlation_id.in_(asked),
            Payment.doubt.is_not(None),
            Payment.transaction_id.is_(None),
        )
        .group_by(Payment.correlation_id, Payment.doubt)
    )
    found: dict[str, dict[Doubt, int]] = defaultdict(dict)
    for key, doubt, count in rows:
        found[key][Doubt(doubt or "")] = count
    return found


async def _sendings(
    session: AsyncSession, asked: list[str]
) -> dict[str, dict[str, Any]]:
    rows = await session.execute(
        select(Sending)
        .where(Sending.correlation_id.in_(asked), IS_PAYMENT)
        .order_by(Sending.id)
    )
    return {
        row.correlation_id: {
            "sending": SendState(row.state),
            "held": None if row.held in {None, PAUSED} else row.held_text,
            "bank_words": " ".join(filter(None, (row.bank_code, row.bank_text)))
            or None,
        }
        for row in rows.scalars()
    }


async def _recalls(
    session: AsyncSession, asked: list[str]
) -> dict[str, RecallStanding]:
    return await session.run_sync(lambda own: standings(own.connection(), asked))


async def _alarms(session: AsyncSession, asked: list[str]) -> dict[str, set[str]]:
    rows = await session.execute(
        select(Alarm.subject, Alarm.kind).where(
            Alarm.subject.in_(asked), Alarm.cleared.is_(None)
        )
    )
    found: dict[str, set[str]] = defaultdict(set)
    for subject, kind in rows:
        found[subject].add(kind)
    return found


async def _unbalanced(session: AsyncSession, asked: list[str]) -> set[str]:
    rows = await session.execute(
        select(Statement.correlation_id)
        .where(
            Statement.correlation_id.in_(asked),
            Statement.balanced.is_(False),
            Statement.status.in_(COUNTED),
        )
        .distinct()
    )
    return set(rows.scalars())


async def _disputed(session: AsyncSession, asked: list[str]) -> set[str]:
    """Those with a statement that contradicts another, or is contradicted."""
    other = aliased(Statement)
    of_journals = select(Statement.correlation_id).where(
        Statement.correlation_id.in_(asked)
    )
    disputing = of_journals.where(Statement.status == Status.DISPUTED.value)
    disputed = of_journals.join(other, other.related_id == Statement.id).where(
        other.status == Status.DISPUTED.value
    )
    return set((await session.execute(union(disputing, disputed))).scalars())


async def _replaced(session: AsyncSession, asked: list[str]) -> set[str]:
    """Those whose every statement is replaced by another version."""
    is_replaced = case((Statement.status == Status.REPLACED.value, 1), else_=0)
    rows = await session.execute(
        select(Statement.correlation_id)
        .where(Statement.correlation_id.in_(asked))
        .group_by(Statement.correlation_id)
        .having(func.min(is_replaced) == 1)
    )
    return set(rows.scalars())


async def _with_final(session: AsyncSession, asked: list[str]) -> set[str]:
    """Those whose statements are not all reports and notifications."""
    rows = await session.execute(
        select(JournalDocument.correlation_id)
        .join(Statement, Statement.document_id == JournalDocument.document_id)
        .where(JournalDocument.correlation_id.in_(asked), Statement.is_final)
        .distinct()
    )
    return set(rows.scalars())


async def _reasons(session: AsyncSession, asked: list[str]) -> dict[str, str]:
    """The reason code of one refused payment of each journal."""
    first = (
        select(func.min(Payment.status_report_id).label("id"))
        .where(Payment.correlation_id.in_(asked), Payment.status == "RJCT")
        .group_by(Payment.correlation_id)
        .subquery()
    )
    rows = await session.execute(
        select(StatusReport.correlation_id, StatusReport.reasons).join(
            first, first.c.id == StatusReport.id
        )
    )
    codes = {key: [said.get("code") for said in reasons] for key, reasons in rows}
    return {key: said[0] for key, said in codes.items() if said and said[0]}
