"""A journal's state, derived from all of its documents. Decides only.

List and detail both show what `derive` says, so they never disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from giroscope.features.payments import (
    PaymentProgress,
    PaymentState,
    payment_state,
)
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.recalls import RecallStanding
from giroscope.features.payments.sending import SendState


class JournalState(StrEnum):
    """How far a journal is, from receipt to reconciliation."""

    RECEIVED = "RECEIVED"
    INVALID = "INVALID"
    VALIDATED = "VALIDATED"
    AWAITING_APPROVAL = "AWAITING_APPROVAL"
    APPROVED = "APPROVED"
    SENDING = "SENDING"
    UNKNOWN = "UNKNOWN"
    SENT = "SENT"
    ACCEPTED = "ACCEPTED"
    PARTIALLY_ACCEPTED = "PARTIALLY_ACCEPTED"
    REJECTED = "REJECTED"
    EXECUTED = "EXECUTED"
    BOOKED = "BOOKED"
    RECONCILED = "RECONCILED"
    CANCELLED = "CANCELLED"


# The bank says the money has left, though no statement proves it yet.
_SETTLED = frozenset({"ACSC", "ACCC"})

_BEFORE_SENDING = {
    CaseState.OPEN: JournalState.AWAITING_APPROVAL,
    CaseState.APPROVED: JournalState.APPROVED,
    CaseState.RELEASED: JournalState.SENDING,
    CaseState.REJECTED: JournalState.CANCELLED,
    CaseState.EXPIRED: JournalState.CANCELLED,
    CaseState.ANSWERED: JournalState.VALIDATED,
}
"""As long as no bank has said anything, people decide how far it is."""

_ON_THE_WAY = {
    SendState.WAITING: JournalState.SENDING,
    SendState.LEAVING: JournalState.SENDING,
    SendState.SENT: JournalState.SENT,
    SendState.UNKNOWN: JournalState.UNKNOWN,
    SendState.REFUSED: JournalState.REJECTED,
    # It is approved, and waits for somebody to send it again.
    SendState.NOT_TAKEN: JournalState.APPROVED,
    SendState.CANCELLED: JournalState.CANCELLED,
}
_IN_TROUBLE = frozenset({SendState.UNKNOWN, SendState.REFUSED, SendState.NOT_TAKEN})

BEFORE_LEAVING = frozenset(
    {
        JournalState.VALIDATED,
        JournalState.AWAITING_APPROVAL,
        JournalState.APPROVED,
        JournalState.SENDING,
    }
)
"""States in which a cut-off can still be met."""
UNSIGNED = frozenset(
    {JournalState.VALIDATED, JournalState.AWAITING_APPROVAL, JournalState.APPROVED}
)
"""States in which what a rule holds back stays here."""
_TROUBLED = frozenset({JournalState.REJECTED, JournalState.INVALID})

DONE = frozenset(
    {
        JournalState.BOOKED,
        JournalState.RECONCILED,
        JournalState.REJECTED,
        JournalState.CANCELLED,
    }
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the journal's documents say."""

    payments: Mapping[tuple[str | None, bool], int]
    """How many payments have this status code and are booked or not."""
    file_status: str | None
    has_status: bool
    has_statement: bool
    is_unbalanced: bool = False
    proven: int = 0
    """Booked payments whose booking stands on a statement that proves it."""
    returned: int = 0
    """Booked payments whose money came back."""
    replaced_refused: int = 0
    """Refused payments that others stand for: they are dealt with."""
    replaced_returned: int = 0
    doubtful: int = 0
    """Payments of which the bank said what a person should look at."""
    is_overdue: bool = False
    """Something should have come and has not: an alarm is open."""
    is_execution_overdue: bool = False
    """Statements that should show payments of it are here and show none."""
    is_recall_overdue: bool = False
    """The bank is silent about a request to have payments back: so is this one."""
    is_invalid: bool = False
    """The check of its payment file says that no bank should get it."""
    approval: CaseState | None = None
    """How far people have brought it, where its payment document may be sent."""
    sending: SendState | None = None
    """How far it is on its way, once it is signed."""
    is_held: bool = False
    """It should have left and cannot."""
    held_by_rules: int = 0
    """Payments that rules hold back, until a person lets them go."""
    recall: RecallStanding | None = None
    """How requests to have payments back stand."""


@dataclass(frozen=True, slots=True)
class Derived:
    """State and counts, as every screen shows them."""

    state: JournalState
    needs_attention: bool
    payments: int
    accepted: int
    rejected: int
    pending: int
    booked: int
    returned: int = 0
    trouble: str = ""
    """What is wrong, in short: people settle this and nothing that comes later."""


def derive(evidence: Evidence) -> Derived:
    """The state of a journal with these documents."""
    counts = dict.fromkeys(PaymentState, 0)
    settled = 0
    for (status, is_booked), count in evidence.payments.items():
        counts[payment_state(status, is_booked=is_booked)] += count
        settled += count if status in _SETTLED or is_booked else 0
    total = sum(counts.values())
    state = (
        _of_payments(counts, total, settled) if total else _without_payments(evidence)
    )
    if state is JournalState.VALIDATED:
        state = _unanswered(evidence)
    if state is JournalState.BOOKED and _is_proven(counts, evidence):
        state = JournalState.RECONCILED
    refused = counts[PaymentState.REJECTED]
    trouble = _trouble(evidence, state, refused)
    waiting = counts[PaymentState.PENDING] + counts[PaymentState.RECEIVED]
    return Derived(
        state=state,
        needs_attention=bool(trouble),
        trouble=trouble,
        payments=total,
        accepted=counts[PaymentState.ACCEPTED],
        rejected=refused,
        # What people turned down waits for nothing more.
        pending=0 if state is JournalState.CANCELLED else waiting,
        booked=counts[PaymentState.BOOKED],
        returned=evidence.returned,
    )


def _trouble(evidence: Evidence, state: JournalState, refused: int) -> str:
    """What needs a person, with how many payments it is about; empty if nothing."""
    recall = evidence.recall
    is_dealt_with = 0 < refused == evidence.replaced_refused
    is_expired = state is JournalState.CANCELLED and (
        evidence.approval is CaseState.EXPIRED
    )
    found: dict[str, object] = {
        "refused": refused - evidence.replaced_refused,
        "state": state if state in _TROUBLED and not is_dealt_with else None,
        "unbalanced": evidence.is_unbalanced,
        "held": evidence.is_held,
        "heldByRules": evidence.held_by_rules if state in UNSIGNED else 0,
        "sending": evidence.sending if evidence.sending in _IN_TROUBLE else None,
        "expired": is_expired,
        "returned": evidence.returned - evidence.replaced_returned,
        "doubtful": evidence.doubtful,
        "overdue": evidence.is_overdue,
        "recallAsked": recall is not None and recall.is_asked,
        "recallSending": recall.in_trouble if recall is not None else None,
        "recallRefused": recall.refused if recall is not None else 0,
        "recallOverdue": evidence.is_recall_overdue,
    }
    return " ".join(f"{name}={what}" for name, what in found.items() if what)


def _unanswered(evidence: Evidence) -> JournalState:
    """How far payments are that no bank has spoken of: people and the queue tell."""
    if evidence.sending is not None:
        return _ON_THE_WAY[evidence.sending]
    if evidence.approval is not None:
        return _BEFORE_SENDING[evidence.approval]
    return JournalState.INVALID if evidence.is_invalid else JournalState.VALIDATED


def progress_of_file(evidence: Evidence) -> PaymentProgress:
    """How far payments of it are of which no bank has spoken."""
    state = _unanswered(evidence)
    if state is JournalState.VALIDATED:
        return PaymentProgress.RECEIVED
    return PaymentProgress(state.value)


def _of_payments(
    counts: Mapping[PaymentState, int], total: int, settled: int
) -> JournalState:
    refused, cancelled = counts[PaymentState.REJECTED], counts[PaymentState.CANCELLED]
    alive = total - refused - cancelled
    if alive == 0:
        return JournalState.CANCELLED if refused == 0 else JournalState.REJECTED
    if counts[PaymentState.BOOKED] == alive:
        return JournalState.BOOKED
    if refused:
        return JournalState.PARTIALLY_ACCEPTED
    if settled == alive:
        return JournalState.EXECUTED
    if counts[PaymentState.RECEIVED] == alive:
        return JournalState.VALIDATED
    if counts[PaymentState.PENDING] == alive:
        return JournalState.SENT
    return JournalState.ACCEPTED


def _is_proven(counts: Mapping[PaymentState, int], evidence: Evidence) -> bool:
    """Every booking stands on a statement that proves it, and none was taken back."""
    booked = counts[PaymentState.BOOKED]
    return booked > 0 and evidence.proven == booked and evidence.returned == 0


def _without_payments(evidence: Evidence) -> JournalState:
    """A status or statement whose payment file never came through here."""
    if evidence.has_statement:
        return JournalState.BOOKED
    by_state = {
        PaymentState.ACCEPTED: JournalState.ACCEPTED,
        PaymentState.REJECTED: JournalState.REJECTED,
        PaymentState.CANCELLED: JournalState.CANCELLED,
        PaymentState.PENDING: JournalState.SENT,
        PaymentState.RECEIVED: JournalState.UNKNOWN,
    }
    if evidence.file_status == "PART":
        return JournalState.PARTIALLY_ACCEPTED
    return by_state[payment_state(evidence.file_status, is_booked=False)]
