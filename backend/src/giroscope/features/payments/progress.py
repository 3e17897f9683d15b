"""How far a payment is, and what became of it. Decides only.

Journals, the list of payments and every export show what `progress_of` says: a bank's
word or a booking where there is one, and else how far people and the queue have brought
the payment's file.
"""

from enum import StrEnum

from giroscope.features.payments.policy import PaymentState, payment_state


class PaymentProgress(StrEnum):
    """How far a payment is, from receipt to booking or refusal."""

    RECEIVED = "RECEIVED"
    INVALID = "INVALID"
    AWAITING_APPROVAL = "AWAITING_APPROVAL"
    APPROVED = "APPROVED"
    SENDING = "SENDING"
    UNKNOWN = "UNKNOWN"
    SENT = "SENT"
    PENDING = "PENDING"
    ACCEPTED = "ACCEPTED"
    OVERDUE = "OVERDUE"
    BOOKED = "BOOKED"
    REJECTED = "REJECTED"
    RETURNED = "RETURNED"
    CANCELLED = "CANCELLED"
    REPLACED = "REPLACED"
    """Refused or returned, and corrected: another payment stands for it."""


class PaymentOutcome(StrEnum):
    """What became of a payment: the tabs of the list, each with an index of its own."""

    IN_FLIGHT = "IN_FLIGHT"
    PAID = "PAID"
    UNPAID = "UNPAID"
    """It should have been paid, and was not or came back."""
    STOPPED = "STOPPED"
    """People or checks stopped it; nobody waits for it."""
    REPLACED = "REPLACED"
    """What becomes of it is told by the payment that stands for it."""


_OUTCOMES = {
    PaymentProgress.INVALID: PaymentOutcome.STOPPED,
    PaymentProgress.OVERDUE: PaymentOutcome.UNPAID,
    PaymentProgress.BOOKED: PaymentOutcome.PAID,
    PaymentProgress.REJECTED: PaymentOutcome.UNPAID,
    PaymentProgress.RETURNED: PaymentOutcome.UNPAID,
    PaymentProgress.CANCELLED: PaymentOutcome.STOPPED,
    PaymentProgress.REPLACED: PaymentOutcome.REPLACED,
}
_FROM_BANK = {
    PaymentState.ACCEPTED: PaymentProgress.ACCEPTED,
    PaymentState.PENDING: PaymentProgress.PENDING,
    PaymentState.REJECTED: PaymentProgress.REJECTED,
    PaymentState.BOOKED: PaymentProgress.BOOKED,
    PaymentState.RETURNED: PaymentProgress.RETURNED,
    PaymentState.CANCELLED: PaymentProgress.CANCELLED,
}

_NOT_MADE = frozenset({PaymentState.REJECTED, PaymentState.RETURNED})

OF_FILE = frozenset(
    {
        PaymentProgress.RECEIVED,
        PaymentProgress.AWAITING_APPROVAL,
        PaymentProgress.APPROVED,
        PaymentProgress.SENDING,
        PaymentProgress.UNKNOWN,
        PaymentProgress.SENT,
    }
)
"""What a whole file goes through while no bank speaks of a payment of it.

It is kept with its batches alone, so that an approval rewrites no payment.
"""


def outcome_of(progress: PaymentProgress) -> PaymentOutcome:
    """What became of a payment that is this far."""
    return _OUTCOMES.get(progress, PaymentOutcome.IN_FLIGHT)


def progress_in(outcome: PaymentOutcome) -> list[PaymentProgress]:
    """How far payments are of which this became."""
    return [one for one in PaymentProgress if outcome_of(one) is outcome]


def progress_of(
    status: str | None,
    of_file: PaymentProgress,
    *,
    is_booked: bool,
    is_returned: bool,
    is_overdue: bool,
    is_replaced: bool = False,
) -> PaymentProgress:
    """How far one payment is.

    `of_file` counts where no bank has spoken of it. Overdue is what a bank has, or was
    sent, while the statements of the days after show nothing of it. A payment is
    replaced only while the bank says that it was not made.
    """
    state = payment_state(status, is_booked=is_booked, is_returned=is_returned)
    if is_replaced and state in _NOT_MADE:
        return PaymentProgress.REPLACED
    found = _FROM_BANK.get(state, of_file)
    if is_overdue and outcome_of(found) is PaymentOutcome.IN_FLIGHT:
        return PaymentProgress.OVERDUE
    return found


def shown(kept: str, of_file: str) -> PaymentProgress:
    """What is shown of a payment: its own progress, or else its file's."""
    own = PaymentProgress(kept)
    return PaymentProgress(of_file or own) if own in OF_FILE else own


def kept(progress: PaymentProgress) -> PaymentProgress:
    """What is kept with a payment that is this far."""
    return PaymentProgress.RECEIVED if progress in OF_FILE else progress
