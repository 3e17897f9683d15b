"""A journal's state, derived from all of its documents. Decides only.

List and detail both show what `derive` says, so they never disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from giroscope.features.payments import PaymentState, payment_state


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
    refused = counts[PaymentState.REJECTED]
    return Derived(
        state=state,
        needs_attention=refused > 0
        or state in {JournalState.REJECTED, JournalState.INVALID}
        or evidence.is_unbalanced,
        payments=total,
        accepted=counts[PaymentState.ACCEPTED],
        rejected=refused,
        pending=counts[PaymentState.PENDING] + counts[PaymentState.RECEIVED],
        booked=counts[PaymentState.BOOKED],
    )


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
