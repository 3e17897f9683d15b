"""What an ERP's failure means, and what it is told of a payment. Decides only."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from erplink import (
    Conflict,
    ErpError,
    NotConfigured,
    SignInRefused,
    Throttled,
    Unavailable,
)
from giroscope.features.erp.open_payments import ErpPaymentState
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.sending import SendState
from giroscope.features.payments.stages import SETTLED, PaymentState, state_of

_WAITS: Final = (
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
)
_LONGEST_WAIT = timedelta(minutes=30)
_SIGN_IN_WAIT = timedelta(minutes=15)
_CONFLICTS = 4
"""Somebody changed the record; it is read again so many times."""
NOT_OPENED = timedelta(minutes=15)
"""What is wrong in the configuration is mended by people."""
GIVES_UP = timedelta(days=3)
"""An ERP that is away for so long needs a person."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a failure means for a write, and for those behind it."""

    next_try: datetime | None
    """None ends it until a person decides."""
    stops_all: bool = False
    """Whether the others would fail alike."""


def verdict(error: ErpError, tries: int, asked: datetime, now: datetime) -> Verdict:
    """Whether a write that failed is tried again, and when."""
    if isinstance(error, SignInRefused | NotConfigured):
        # It is mended in the configuration, and then everything goes on by itself.
        return Verdict(now + _SIGN_IN_WAIT, stops_all=True)
    if isinstance(error, Unavailable):
        if now - asked >= GIVES_UP:
            return Verdict(None, stops_all=True)
        wait = _wait(tries)
        if isinstance(error, Throttled) and error.retry_after is not None:
            wait = max(error.retry_after, timedelta(seconds=1))
        return Verdict(now + wait, stops_all=True)
    if isinstance(error, Conflict) and tries < _CONFLICTS:
        return Verdict(now + _wait(tries))
    return Verdict(None)


def _wait(tries: int) -> timedelta:
    return _WAITS[tries - 1] if 0 < tries <= len(_WAITS) else _LONGEST_WAIT


@dataclass(frozen=True, slots=True)
class Standing:
    """What a journal says of one of its payments."""

    status: str | None
    reason_code: str = ""
    reason: str = ""
    is_booked: bool = False
    is_returned: bool = False
    approval: CaseState | None = None
    has_passed: bool = False
    """Its execution date went by before anybody approved it."""
    sending: SendState | None = None
    refusal: str = ""
    """Why people or the bank said no to the whole file."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What the payment is, and whether the ERP is told of it."""

    state: ErpPaymentState
    is_told: bool = True
    code: str = ""
    reason: str = ""


_OF_BANK = {
    PaymentState.ACCEPTED: ErpPaymentState.ACCEPTED,
    PaymentState.REJECTED: ErpPaymentState.REJECTED,
    PaymentState.CANCELLED: ErpPaymentState.CANCELLED,
}
_CALLED_OFF = "CALLED_OFF"
_NOT_APPROVED = "NOT_APPROVED"
_DATE_PASSED = "DATE_PASSED"


def fate(standing: Standing) -> Fate:
    """What became of a payment: what money did counts before what was said.

    The ERP is told of what cannot be undone here. A file that the bank did not take
    may still be sent again, so its payments stay ours until somebody calls it off.
    """
    if standing.is_returned:
        return Fate(ErpPaymentState.RETURNED, reason=standing.reason)
    if standing.is_booked:
        return Fate(ErpPaymentState.BOOKED)
    if standing.status in SETTLED:
        return Fate(ErpPaymentState.EXECUTED)
    if standing.status is not None:
        found = _OF_BANK.get(state_of(standing.status), ErpPaymentState.SENT)
        return Fate(found, code=standing.reason_code, reason=standing.reason)
    return _of_people(standing)


def _of_people(standing: Standing) -> Fate:
    if standing.sending is SendState.CANCELLED:
        return Fate(
            ErpPaymentState.CANCELLED, code=_CALLED_OFF, reason=standing.refusal
        )
    if standing.sending is SendState.REFUSED:
        return Fate(
            ErpPaymentState.REJECTED, is_told=False, code="FILE_REFUSED",
            reason=standing.refusal,
        )  # fmt: skip
    if standing.sending is SendState.SENT:
        return Fate(ErpPaymentState.SENT)
    if standing.approval is CaseState.REJECTED:
        return Fate(
            ErpPaymentState.CANCELLED, code=_NOT_APPROVED, reason=standing.refusal
        )
    if standing.approval is CaseState.EXPIRED and standing.has_passed:
        return Fate(ErpPaymentState.CANCELLED, code=_DATE_PASSED)
    return Fate(ErpPaymentState.IN_JOURNAL, is_told=False)
