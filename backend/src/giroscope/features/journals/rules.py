"""Puts the parts of rules together: whose records they look at, and what follows.

What rules did to payments stands in the journal's timeline, and its state is derived
anew; a person lifts a hold, with the reason.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.journals import tie
from giroscope.features.messages import tell
from giroscope.features.payments import approvals, rule_records
from giroscope.features.payments.behind import (
    BehindFile,
    Part,
    behind_files,
    keep_behind,
)
from giroscope.features.payments.rule_records import Methods
from giroscope.features.payments.sending.policy import a_reason
from giroscope.features.payments.tables import Payment
from giroscope.features.rules import (
    Ruling,
    Told,
    apply_to_document,
    forget,
    label_names,
    lift,
    ruled_records,
)
from giroscope.features.rules import (
    Subject as RuleSubject,
)
from giroscope.features.rules.errors import NoHold, NotYoursToLift, OwnToLift
from giroscope.features.statements import LoadedStatement
from giroscope.features.statements.effects import forget_lost
from giroscope.features.statements.ruled import RULED
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError
from localization import Message

_OF_RULES = frozenset({Part.RULE, Part.HOLD_LIFTED})


def _no_methods(_connection: Connection) -> dict[str, str]:
    return {}


def ruling(methods: Methods = _no_methods) -> Ruling:
    """The sources of rules, and what follows in journals."""
    sources = {RULED.subject: RULED, RuleSubject.PAYMENT: rule_records.ruled(methods)}
    return Ruling(sources, follow)


def rule_document(
    connection: Connection,
    rules: Ruling,
    document_id: int,
    correlation_id: str,
    now: datetime,
) -> set[str]:
    """Let rules act on what a document brought; tells the journals to derive anew."""
    told = apply_to_document(connection, rules, document_id, correlation_id, now)
    _note(connection, told, now)
    if any(one.approvals for one in told):
        # It may wait already, when the same document is imported again.
        approvals.apply_anew(connection)
    return {one.correlation_id for one in told if one.is_in_the_way}


def follow(connection: Connection, told: Collection[Told], now: datetime) -> None:
    """What waits for approval meets what rules ask for; the timeline tells why."""
    if not told:
        return
    _note(connection, told, now)
    changed = {one.correlation_id for one in told if one.is_in_the_way}
    if any(one.approvals for one in told):
        changed |= set(approvals.apply_anew(connection))
    tie.refresh(connection, tie.existing(connection, changed), now)


def forget_ruled(connection: Connection, document_id: int) -> None:
    """Take back what rules did to the payments of a document that goes."""
    records = select(Payment.id).where(Payment.document_id == document_id)
    forget(connection, RuleSubject.PAYMENT, records, document_id)


def forget_gone(connection: Connection, loaded: Collection[LoadedStatement]) -> None:
    """Take back what rules did to bookings of which no report tells any more.

    What has become one with another, or was replaced, may be shown again.
    """
    gone = {one for statement in loaded for one in statement.gone}
    if any(statement.is_again for statement in loaded):
        gone |= set(ruled_records(connection, RuleSubject.TRANSACTION))
    forget_lost(connection, gone)


async def against_lifting(
    session: AsyncSession, actor: Actor, correlation_id: str
) -> AppError | None:
    """Why this person cannot let the journal's payments go, or None."""
    if not actor.may("payments.lift"):
        return NotYoursToLift()
    rows = await session.execute(
        select(Payment.document_id)
        .where(Payment.correlation_id == correlation_id)
        .distinct()
    )
    documents = list(rows.scalars())
    behind = await session.run_sync(
        lambda own: behind_files(own.connection(), documents)
    )
    # Who wrote the rule that holds them may let them go, and who has done so before.
    actors = {
        one.person_id
        for people in behind.values()
        for one in people
        if one.is_known and one.part not in _OF_RULES
    }
    hands = await hands_of(session, actors | {actor.id})
    if any(not are_independent(hands[actor.id], hands[one]) for one in actors):
        return OwnToLift()
    return None


async def lift_holds(
    session: WriteSession,
    actor: Actor,
    correlation_id: str,
    reason: str,
    now: datetime,
) -> None:
    """Let a journal's payments leave that rules hold back; approvals stay needed.

    Whoever does stands behind the files from then on: another one approves them.

    Raises:
        NoHold: No payment of it is held.
        ReasonNeeded: Nothing is said.
        OwnToLift: This person, or one who could be, handed it in.
    """
    actor.ensure("payments.lift")
    said = a_reason(reason)
    refusal = await against_lifting(session, actor, correlation_id)
    if refusal is not None:
        raise refusal

    def lifted(connection: Connection) -> int:
        held = lift(connection, correlation_id, (actor.id, actor.name), said, now)
        if not held:
            raise NoHold
        _stand_behind(connection, actor, held, now)
        tie.note(
            connection,
            correlation_id,
            now,
            "INFO",
            Message("rule.lifted", reason=said, count=len(held)),
            actor=actor.name,
        )
        tie.refresh(connection, [correlation_id], now)
        return len(held)

    count = await session.run_sync(lambda own: lifted(own.connection()))
    await record(
        session, actor, "payments.lift", Subject("journal", correlation_id),
        was={"held": count}, now={"reason": said}, at=now,
    )  # fmt: skip


def _stand_behind(
    connection: Connection, actor: Actor, payment_ids: Collection[int], now: datetime
) -> None:
    """Whoever let payments go is not the second person of their files."""
    documents = select(Payment.document_id).where(Payment.id.in_(payment_ids))
    lifter = BehindFile(Part.HOLD_LIFTED, actor.id, actor.name, now)
    for document_id in connection.execute(documents.distinct()).scalars():
        keep_behind(connection, document_id, [lifter])


def _note(connection: Connection, told: Collection[Told], now: datetime) -> None:
    names = label_names(connection, {each for one in told for each in one.labels})
    for one in told:
        if one.marked:
            labels = ", ".join(names[each] for each in one.labels if each in names)
            tie.note(
                connection,
                one.correlation_id,
                now,
                "INFO",
                Message(
                    "rule.marked",
                    rule=one.rule,
                    version=str(one.version),
                    count=one.marked,
                    labels=labels,
                ),
            )
        if one.held:
            tie.note(
                connection,
                one.correlation_id,
                now,
                "WARNING",
                Message(
                    "rule.held", rule=one.rule, version=str(one.version), count=one.held
                ),
            )
            tell(
                connection,
                "WARNING",
                Message(
                    "rule.held", rule=one.rule, version=str(one.version), count=one.held
                ),
                correlation_id=one.correlation_id,
            )
        if one.approvals:
            tie.note(
                connection,
                one.correlation_id,
                now,
                "INFO",
                Message(
                    "rule.approvals",
                    rule=one.rule,
                    version=str(one.version),
                    count=one.approvals,
                ),
            )
