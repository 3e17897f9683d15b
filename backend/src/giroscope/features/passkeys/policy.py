"""When a passkey counts, and who decides about it. Decides only; changes nothing."""

import time
from collections.abc import Callable, Collection
from datetime import timedelta
from enum import StrEnum

from giroscope.features.passkeys import errors
from giroscope.features.passkeys.tables import Passkey
from giroscope.features.users.policy import are_independent
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import AppError, InvalidInput

MOST_PASSKEYS = 10
FRESH = timedelta(minutes=5)
"""So long after signing in somebody may change what they sign with."""
LONGEST_NAME = 80
LONGEST_REASON = 500


class PasskeyState(StrEnum):
    """Whether a passkey counts."""

    PENDING = "PENDING"
    ACTIVE = "ACTIVE"
    REMOVED = "REMOVED"


def state_of(row: Passkey) -> PasskeyState:
    """How a passkey stands."""
    if row.removed_at is not None:
        return PasskeyState.REMOVED
    return PasskeyState.PENDING if row.confirmed_at is None else PasskeyState.ACTIVE


def is_fresh(
    actor: Actor, span: timedelta, now: Callable[[], float] = time.time
) -> bool:
    """Whether somebody has signed in, password and all, within this span.

    By the clock that tokens are read by: the sign-in has no other.
    """
    return now() - actor.proved_at <= span.total_seconds()


def ensure_fresh(actor: Actor) -> None:
    """Pass silently, or refuse: a session that was stolen has no password.

    Raises:
        SignInStale: The last sign-in is too long ago.
    """
    if not is_fresh(actor, FRESH):
        raise errors.SignInStale


def against_confirming(
    row: Passkey, actor: Actor, owner: Collection[str], manager: Collection[str]
) -> type[AppError] | None:
    """Why this account manager is not the second person, or None.

    People are given as the hands of their accounts.
    """
    if row.person_id == actor.id:
        return errors.OwnPasskey
    if not are_independent(owner, manager):
        return errors.ManagerNotIndependent
    if state_of(row) is not PasskeyState.PENDING:
        return errors.AlreadyConfirmed
    return None


def a_name(text: str) -> str:
    """The name as it is kept.

    Raises:
        InvalidInput: There is none, or it is too long.
    """
    name = text.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise InvalidInput(
            f"A name has 1 to {LONGEST_NAME} characters", path="name"
        )  # fmt: skip
    return name


def a_reason(text: str) -> str:
    """The reason as it is kept.

    Raises:
        PasskeyReasonNeeded: There is none.
        InvalidInput: It is too long.
    """
    reason = text.replace("\0", "").strip()
    if not reason:
        raise errors.PasskeyReasonNeeded(path="reason")
    if len(reason) > LONGEST_REASON:
        raise InvalidInput(
            f"A reason has at most {LONGEST_REASON} characters", path="reason"
        )
    return reason
