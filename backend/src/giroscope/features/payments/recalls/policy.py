"""When payments may be asked back, and what a bank's answers come to. Decides only.

A request is made by one person and confirmed by another, like the sending itself: a
wrong recall leaves a supplier unpaid.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from giroscope.features.payments.approvals.errors import NotApprover
from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.policy import PaymentState
from giroscope.features.payments.recalls import errors
from giroscope.features.payments.recalls.tables import RecallState
from giroscope.features.payments.sending import SendState
from giroscope.kernel.errors import AppError

RECALLABLE: Final = frozenset(
    {
        PaymentState.RECEIVED,
        PaymentState.PENDING,
        PaymentState.ACCEPTED,
        PaymentState.BOOKED,
    }
)
"""What was carried out is asked back too: then the payee's bank decides."""


class RecallAnswer(StrEnum):
    """What the bank says of one payment that was asked back."""

    PENDING = "PENDING"
    ACCEPTED = "ACCEPTED"
    REJECTED = "REJECTED"


# ISO 20022, CancellationIndividualStatus; what is not listed waits for a person.
_CODES = {
    "ACCR": RecallAnswer.ACCEPTED,
    "RJCR": RecallAnswer.REJECTED,
    "PDCR": RecallAnswer.PENDING,
}
# How a case ended, where the answer names no payments by themselves.
_OUTCOMES = {"CNCL": "ACCR", "RJCR": "RJCR", "PDCR": "PDCR", "UWFW": "PDCR"}


@dataclass(frozen=True, slots=True)
class Said:
    """One line of one answer on one payment."""

    code: str
    stated: datetime | None
    line: int
    reason: str | None = None
    text: str | None = None

    @property
    def answer(self) -> RecallAnswer:
        """What it means."""
        return _CODES.get(self.code, RecallAnswer.PENDING)


def code_of(outcome: str | None) -> str | None:
    """The code for each payment that a whole case's outcome stands for."""
    return _OUTCOMES.get(outcome or "")


def counting(lines: Iterable[Said]) -> Said | None:
    """The line that counts: a final word before a pending one, then the latest."""
    told = list(lines)
    if not told:
        return None

    def weight(said: Said) -> tuple[bool, float, int]:
        at = said.stated.timestamp() if said.stated else float("-inf")
        return said.answer is not RecallAnswer.PENDING, at, said.line

    return max(told, key=weight)


def against_asking(
    sending: SendState | None, *, can_carry: bool, is_at_work: bool
) -> type[AppError] | None:
    """Why nothing of a file can be asked back, or None."""
    refusal: type[AppError] | None = None
    if sending is None:
        refusal = errors.NotSentHere
    elif sending is SendState.UNKNOWN:
        refusal = errors.OutcomeOpen
    elif sending is not SendState.SENT:
        refusal = errors.NotSent
    elif not can_carry:
        refusal = errors.NoWay
    elif not is_at_work:
        refusal = errors.NoConnection
    return refusal


def against_deciding(
    state: RecallState, asked_by: str, who: Somebody
) -> type[AppError] | None:
    """Why this person does not confirm or decline the request, or None."""
    if state is not RecallState.ASKED:
        return errors.NotWaiting
    if not who.is_approver:
        return NotApprover
    return errors.SecondPerson if who.are_one(who.id, [asked_by]) else None


def against_withdrawing(
    state: RecallState, asked_by: str, person: str
) -> type[AppError] | None:
    """Why this person does not take the request back, or None."""
    if state is not RecallState.ASKED:
        return errors.NotWaiting
    return None if asked_by == person else errors.NotAsker


def ensure(refusal: type[AppError] | None) -> None:
    """Pass silently, or refuse.

    Raises:
        AppError: What was found to forbid it.
    """
    if refusal is not None:
        raise refusal


def is_standing(state: RecallState, sending: SendState | None) -> bool:
    """Whether the bank has the request, or may have or get it."""
    if state is RecallState.ASKED:
        return True
    return state is RecallState.CONFIRMED and sending is not SendState.CANCELLED
