"""Puts payment documents up for approval, and closes what waited too long.

Called whenever a journal is derived anew, in that transaction; it decides nothing that
people decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from giroscope.features import passkeys
from giroscope.features.audit import Subject, record_now
from giroscope.features.documents import Document
from giroscope.features.messages import tell
from giroscope.features.payments.approvals import errors, facts, policy
from giroscope.features.payments.approvals.route import Route, route_of
from giroscope.features.payments.approvals.rules import Facts, Rule, Step, applying
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    ApprovalPolicyVersion,
    CaseState,
    Expiry,
    Release,
    VersionState,
)
from giroscope.features.payments.checks import PaymentCheck, Standing, standing
from giroscope.features.payments.corrections.links import ensure_not_overtaken
from giroscope.features.payments.tables import Payment
from giroscope.features.rules import demands_of, is_held
from giroscope.kernel.access import system_actor
from giroscope.kernel.errors import AppError
from localization import Message

_WAITING = (CaseState.OPEN.value, CaseState.APPROVED.value)
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Settled:
    """How a journal's document stands, and whether it has begun to wait just now."""

    state: CaseState
    connection_name: str
    has_begun: bool = False


def settle(
    connection: Connection, correlation_id: str, now: datetime
) -> Settled | None:
    """How the journal's payment document stands; one that may be sent begins to wait.

    None where nothing is to be approved: there is no payment document, a bank has
    answered it already, or no connection sends from its account.
    """
    case = case_of(connection, correlation_id)
    document = facts.untouched(connection, correlation_id)
    if case is not None:
        state = _answered(connection, case, is_untouched=document is not None)
        return Settled(state, case.connection_name)
    if document is None:
        return None
    try:
        route = ensure_sendable(connection, document.document_id)
    except AppError:
        return None
    _open(connection, correlation_id, document, route, now)
    return Settled(CaseState.OPEN, route.connection_name, has_begun=True)


def _answered(
    connection: Connection, case: ApprovalCase, *, is_untouched: bool
) -> CaseState:
    """Nobody approves what a bank has answered for; until its answer is taken back."""
    if case.state in _WAITING and not is_untouched:
        state = CaseState.ANSWERED
    elif case.state == CaseState.ANSWERED.value and is_untouched:
        state = CaseState.OPEN
    else:
        return CaseState(case.state)
    # What somebody has decided since it was looked at stays decided.
    connection.execute(
        update(ApprovalCase)
        .where(ApprovalCase.id == case.id, ApprovalCase.state == case.state)
        .values(state=state.value, is_told=False)
    )
    return complete(connection, case.id)


def ensure_sendable(connection: Connection, document_id: int) -> Route:
    """The way the document would take, if it may be put up for approval.

    Raises:
        InvalidDocument: Its check found errors, or it was never checked.
        HeldByRule: A rule holds one of its payments back.
        OriginalPaid: It pays again what was paid after all.
        NoConnection: An account has none that sends.
        SeveralConnections: Not all have the same.
    """
    if standing(connection, document_id) is Standing.INVALID:
        raise errors.InvalidDocument
    if is_held(connection, document_id):
        raise errors.HeldByRule
    ensure_not_overtaken(connection, document_id)
    return route_of(connection, document_id)


def held_back(connection: Connection, correlation_id: str) -> AppError | None:
    """Why the journal's payment document is not put up for approval, if it has one."""
    document = facts.untouched(connection, correlation_id)
    if document is None or case_of(connection, correlation_id) is not None:
        return None
    try:
        ensure_sendable(connection, document.document_id)
    except AppError as refusal:
        return refusal
    return None


def is_refused(connection: Connection, correlation_id: str) -> bool:
    """Whether a check has found errors in a payment document nobody has sent yet.

    One that was never checked is not put up for approval either, but it is not wrong.
    """
    found = connection.execute(
        select(PaymentCheck.document_id)
        .join(Payment, Payment.document_id == PaymentCheck.document_id)
        .where(
            Payment.correlation_id == correlation_id,
            PaymentCheck.standing == Standing.INVALID.value,
        )
        .limit(1)
    )
    return found.first() is not None


def case_of(connection: Connection, correlation_id: str) -> ApprovalCase | None:
    """The case of the journal's document, if it ever was put up for approval."""
    found = connection.execute(
        select(ApprovalCase.__table__)
        .where(ApprovalCase.correlation_id == correlation_id)
        .order_by(ApprovalCase.id.desc())
        .limit(1)
    ).one_or_none()
    return None if found is None else ApprovalCase(**found._mapping)  # noqa: SLF001


def _open(
    connection: Connection,
    correlation_id: str,
    document: facts.Untouched,
    route: Route,
    now: datetime,
) -> None:
    version, rules = active_rules(connection)
    asked = facts.facts_of(connection, document.document_id, route)
    sha256 = connection.execute(
        select(Document.sha256).where(Document.id == document.document_id)
    ).scalar_one()
    connection.execute(
        insert(ApprovalCase).values(
            correlation_id=correlation_id, document_id=document.document_id,
            sha256=sha256, connection_id=route.connection_id,
            connection_name=route.connection_name, state=CaseState.OPEN.value,
            opened=now, expires=policy.expires_after(now),
            execution_date=document.execution_date, policy_version=version,
            rules=_needed(connection, document.document_id, rules, asked),
            is_told=False,
        )
    )  # fmt: skip


def _needed(
    connection: Connection, document_id: int, rules: Sequence[Rule], asked: Facts
) -> list[dict[str, Any]]:
    """The realm's rules that apply, and what the rules about payments ask for."""
    demanded = [
        Rule(one.rule, (Step(),) * one.approvals)
        for one in demands_of(connection, document_id)
    ]
    return [rule.as_data() for rule in applying((*rules, *demanded), asked)]


def active_rules(connection: Connection) -> tuple[int | None, tuple[Rule, ...]]:
    """The number and the rules of the version in force; none where there is none."""
    found = connection.execute(
        select(ApprovalPolicyVersion.id, ApprovalPolicyVersion.rules).where(
            ApprovalPolicyVersion.state == VersionState.ACTIVE.value
        )
    ).one_or_none()
    if found is None:
        return None, ()
    return found.id, tuple(map(Rule.of, found.rules))


def apply_anew(connection: Connection) -> list[str]:
    """Have everything that waits meet the rules in force; tells the journals.

    Approvals stay. What was complete may need more, and what waited may be complete.
    """
    version, rules = active_rules(connection)
    waiting = connection.execute(
        select(ApprovalCase.id, ApprovalCase.correlation_id, ApprovalCase.document_id)
        .where(ApprovalCase.state.in_(_WAITING))
        .order_by(ApprovalCase.id)
        .with_for_update()
    ).all()
    for row in waiting:
        _weigh(connection, row, version, rules)
        complete(connection, row.id)
    return [row.correlation_id for row in waiting]


def reroute(connection: Connection, case_id: int) -> None:
    """Find the way anew for one that waits; another connection may ask for more."""
    row = connection.execute(
        select(ApprovalCase.id, ApprovalCase.connection_id, ApprovalCase.document_id)
        .where(ApprovalCase.id == case_id)
    ).one()  # fmt: skip
    version, rules = active_rules(connection)
    _weigh(connection, row, version, rules)


def _weigh(
    connection: Connection, row: Any, version: int | None, rules: Sequence[Rule]
) -> None:
    """Write down by which connection it leaves, and which rules hold for it."""
    try:
        route = route_of(connection, row.document_id)
    except (errors.NoConnection, errors.SeveralConnections):
        # Its connection was closed meanwhile; it cannot be signed as it is.
        return
    asked = facts.facts_of(connection, row.document_id, route)
    connection.execute(
        update(ApprovalCase)
        .where(ApprovalCase.id == row.id)
        .values(
            connection_id=route.connection_id, connection_name=route.connection_name,
            policy_version=version, is_told=False,
            rules=_needed(connection, row.document_id, rules, asked),
        )
    )  # fmt: skip


def complete(connection: Connection, case_id: int) -> CaseState:
    """Write down whether all approvals are there."""
    row = connection.execute(
        select(ApprovalCase.state, ApprovalCase.rules).where(ApprovalCase.id == case_id)
    ).one()
    if row.state not in _WAITING:
        return CaseState(row.state)
    given = standing_votes(connection, case_id)
    rules = tuple(map(Rule.of, row.rules))
    is_met = all(len(policy.filled(one, given)) == len(one.steps) for one in rules)
    state = CaseState.APPROVED if is_met else CaseState.OPEN
    connection.execute(
        update(ApprovalCase)
        .where(ApprovalCase.id == case_id)
        .values(state=state.value)
    )  # fmt: skip
    return state


def standing_votes(connection: Connection, case_id: int) -> tuple[policy.Vote, ...]:
    """The approvals that were not taken back, in the order in which they came."""
    rows = connection.execute(
        select(Approval.person_id, Approval.for_id)
        .where(Approval.case_id == case_id, Approval.undone.is_(None))
        .order_by(Approval.id)
    )
    return tuple(policy.Vote(person, absent) for person, absent in rows)


def expire(connection: Connection, realm: str, now: datetime) -> list[str]:
    """Close what can be approved no longer; tells the journals."""
    due = connection.execute(
        select(ApprovalCase.id, ApprovalCase.correlation_id,
               ApprovalCase.expires, ApprovalCase.execution_date)
        .where(ApprovalCase.state.in_(_WAITING), is_over(now))
        .order_by(ApprovalCase.id)
        .limit(_AT_ONCE)
        .with_for_update()
    ).all()  # fmt: skip
    for row in due:
        why = _why_over(row.execution_date, now)
        connection.execute(
            update(ApprovalCase)
            .where(ApprovalCase.id == row.id)
            .values(state=CaseState.EXPIRED.value, decided=now, reason=why.value)
        )
        _tell_of_expiry(connection, row.correlation_id, why)
    actor = system_actor(realm)
    for row in due:
        record_now(
            connection, actor, "approvals.expired",
            Subject("journal", row.correlation_id),
            now={"reason": _why_over(row.execution_date, now)}, at=now,
        )  # fmt: skip
    return [row.correlation_id for row in due]


def is_over(now: datetime) -> ColumnElement[bool]:
    """The condition that a document's time is over, as `policy.expiry` says it."""
    return or_(
        ApprovalCase.expires <= now, ApprovalCase.execution_date < now.date()
    )  # fmt: skip


def _why_over(execution_date: date | None, now: datetime) -> Expiry:
    is_past = execution_date is not None and execution_date < now.date()
    return Expiry.EXECUTION_DATE_PASSED if is_past else Expiry.WAITED_TOO_LONG


def _tell_of_expiry(connection: Connection, correlation_id: str, why: Expiry) -> None:
    if why is Expiry.EXECUTION_DATE_PASSED:
        tell(
            connection,
            "WARNING",
            Message("approval.date_passed"),
            correlation_id=correlation_id,
        )
        return
    tell(
        connection,
        "WARNING",
        Message("approval.waited_too_long"),
        correlation_id=correlation_id,
    )


def is_released(connection: Connection, document_id: int) -> bool:
    """Whether the document was signed: nothing of it can be taken back here."""
    found = connection.execute(
        select(Release.id).where(Release.document_id == document_id)
    )
    return found.first() is not None


def forget(connection: Connection, document_id: int) -> None:
    """Take back that the document was put up for approval; its import is undone."""
    cases = select(ApprovalCase.id).where(ApprovalCase.document_id == document_id)
    proofs = connection.execute(
        select(Approval.proof_id).where(
            Approval.case_id.in_(cases), Approval.proof_id.is_not(None)
        )
    )
    signed = [one for one in proofs.scalars() if one is not None]
    connection.execute(delete(Approval).where(Approval.case_id.in_(cases)))
    connection.execute(
        delete(ApprovalCase).where(ApprovalCase.document_id == document_id)
    )
    passkeys.forget(connection, signed)
