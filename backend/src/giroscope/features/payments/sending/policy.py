"""When a signed file may leave, leave again, or be stopped. Decides only.

The one rule above all: what may have left is never sent again, unless the bank's own
answer shows that it was not taken, or a person has decided so and another sends it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from banklink import LinkError, NotReady, NotSent, OutcomeUnknown, Refused
from giroscope.features.payments.sending.errors import (
    NotResendable,
    NotUndecided,
    ReasonNeeded,
    SecondPerson,
    TooLateToCancel,
)
from giroscope.features.payments.sending.tables import AttemptState, SendState
from giroscope.features.users.policy import are_independent
from giroscope.kernel.errors import InvalidInput

LONGEST_REASON = 500
_WAITS: Final = (
    timedelta(seconds=15),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
)
_LONGEST_WAIT = timedelta(minutes=30)
PAUSED = "paused"
NOT_RELEASED = "not_released"
"""Its approvals do not verify."""
GIVES_UP = timedelta(hours=24)
"""A file that could not leave for so long leaves only when somebody asks again."""

ALIVE = frozenset(
    {SendState.WAITING, SendState.LEAVING, SendState.SENT, SendState.UNKNOWN}
)
"""States in which the bank has the file, or may have or get it."""
PROVABLE = frozenset(SendState) - {SendState.SENT, SendState.CANCELLED}
"""States which evidence from the bank turns into sent."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an attempt that failed means for itself and for the file."""

    attempt: AttemptState
    sending: SendState
    held: str | None = None


def verdict(error: LinkError, *, has_left: bool) -> Verdict:
    """What a failure means. Whatever is not certain is unknown.

    Before the first byte was let go, nothing can have left; after it, only a channel
    that is sure of it may say so.
    """
    if isinstance(error, Refused):
        return Verdict(AttemptState.REFUSED, SendState.REFUSED)
    if not has_left or isinstance(error, NotSent | NotReady):
        held = "not_ready" if isinstance(error, NotReady) else "not_reached"
        return Verdict(AttemptState.NOT_SENT, SendState.WAITING, held)
    return Verdict(AttemptState.UNKNOWN, SendState.UNKNOWN)


def next_try(tries: int, asked: datetime, now: datetime) -> datetime | None:
    """When to try again after this many tries; None gives up."""
    if now - asked >= GIVES_UP:
        return None
    wait = _WAITS[tries - 1] if 0 < tries <= len(_WAITS) else _LONGEST_WAIT
    return now + wait


def bank_words(error: LinkError) -> tuple[str | None, str | None]:
    """The bank's own code and text, where it said anything."""
    if isinstance(error, Refused | OutcomeUnknown):
        return error.bank_code, error.bank_text or None
    return None, None


def ensure_cancellable(state: SendState) -> None:
    """Pass silently, or refuse.

    Raises:
        TooLateToCancel: Something of it may have left.
    """
    if state not in {SendState.WAITING, SendState.NOT_TAKEN, SendState.REFUSED}:
        raise TooLateToCancel


def ensure_undecided(state: SendState) -> None:
    """Pass silently, or refuse.

    Raises:
        NotUndecided: It is known what became of it.
    """
    if state is not SendState.UNKNOWN:
        raise NotUndecided


def ensure_resendable(
    state: SendState, decider: Collection[str], person: Collection[str]
) -> None:
    """Pass silently, or refuse. People are given as the hands of their accounts.

    Raises:
        NotResendable: The bank has it or may have it.
        SecondPerson: One person could be this one and who decided that it has not.
    """
    if state not in {SendState.REFUSED, SendState.NOT_TAKEN}:
        raise NotResendable
    # What was unknown pays twice if the decision was wrong: four eyes on it.
    if state is SendState.NOT_TAKEN and not are_independent(decider, person):
        raise SecondPerson


def a_reason(text: str) -> str:
    """The reason as it is kept.

    Raises:
        ReasonNeeded: There is none.
        InvalidInput: It is too long.
    """
    reason = text.strip().replace("\0", "")
    if not reason:
        raise ReasonNeeded(path="reason")
    if len(reason) > LONGEST_REASON:
        raise InvalidInput(
            f"A reason has at most {LONGEST_REASON} characters", path="reason"
        )
    return reason
