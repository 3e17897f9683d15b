"""What an ERP's failure means, and what it is told of a payment: in tables."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from erplink import (
    Conflict,
    ErpError,
    NotConfigured,
    PeriodClosed,
    SignInRefused,
    Throttled,
    Unavailable,
)
from giroscope.features.erp.exchange.policy import Fate, Standing, fate, verdict
from giroscope.features.erp.open_payments import ErpPaymentState
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.sending import SendState

NOW = datetime(2026, 11, 23, 8, tzinfo=UTC)
DAY = timedelta(days=1)
STATES = ErpPaymentState


def _throttled(after: timedelta | None) -> Throttled:
    error = Throttled("Too often")
    error.retry_after = after
    return error


@pytest.mark.parametrize(
    ("error", "tries", "ago", "wait", "stops_all"),
    [
        (Unavailable("away"), 1, 0 * DAY, timedelta(seconds=10), True),
        (Unavailable("away"), 2, 0 * DAY, timedelta(minutes=1), True),
        (Unavailable("away"), 3, 0 * DAY, timedelta(minutes=5), True),
        (Unavailable("away"), 4, 0 * DAY, timedelta(minutes=15), True),
        (Unavailable("away"), 5, 0 * DAY, timedelta(minutes=30), True),
        (Unavailable("away"), 99, 0 * DAY, timedelta(minutes=30), True),
        (Unavailable("away"), 9, 3 * DAY - timedelta(seconds=1),
         timedelta(minutes=30), True),
        (Unavailable("away"), 9, 3 * DAY, None, True),
        (_throttled(None), 1, 0 * DAY, timedelta(seconds=10), True),
        (_throttled(timedelta(seconds=90)), 1, 0 * DAY, timedelta(seconds=90), True),
        (_throttled(timedelta(0)), 1, 0 * DAY, timedelta(seconds=1), True),
        (_throttled(timedelta(seconds=90)), 9, 3 * DAY, None, True),
        (SignInRefused("no"), 1, 9 * DAY, timedelta(minutes=15), True),
        (NotConfigured("no"), 7, 9 * DAY, timedelta(minutes=15), True),
        (Conflict("changed"), 1, 0 * DAY, timedelta(seconds=10), False),
        (Conflict("changed"), 3, 0 * DAY, timedelta(minutes=5), False),
        (Conflict("changed"), 4, 0 * DAY, None, False),
        (PeriodClosed("closed"), 1, 0 * DAY, None, False),
    ],
)  # fmt: skip
def test_a_failed_write_is_tried_again_or_waits_for_a_person(
    error: ErpError,
    tries: int,
    ago: timedelta,
    wait: timedelta | None,
    stops_all: bool,
) -> None:
    found = verdict(error, tries, NOW - ago, NOW)
    wanted = None if wait is None else NOW + wait
    assert (found.next_try, found.stops_all) == (wanted, stops_all)


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        ({}, Fate(STATES.IN_JOURNAL, is_told=False)),
        ({"sending": SendState.SENT}, Fate(STATES.SENT)),
        ({"sending": SendState.CANCELLED, "refusal": "No"},
         Fate(STATES.CANCELLED, code="CALLED_OFF", reason="No")),
        ({"sending": SendState.REFUSED, "refusal": "Bad"},
         Fate(STATES.REJECTED, is_told=False, code="FILE_REFUSED", reason="Bad")),
        ({"approval": CaseState.REJECTED, "refusal": "No"},
         Fate(STATES.CANCELLED, code="NOT_APPROVED", reason="No")),
        ({"approval": CaseState.EXPIRED, "has_passed": True},
         Fate(STATES.CANCELLED, code="DATE_PASSED")),
        ({"approval": CaseState.EXPIRED}, Fate(STATES.IN_JOURNAL, is_told=False)),
        # What the queue did comes after what people said.
        ({"sending": SendState.SENT, "approval": CaseState.REJECTED},
         Fate(STATES.SENT)),
        ({"status": "RJCT", "reason_code": "AC04", "reason": "closed"},
         Fate(STATES.REJECTED, code="AC04", reason="closed")),
        ({"status": "ACCP"}, Fate(STATES.ACCEPTED)),
        ({"status": "CANC"}, Fate(STATES.CANCELLED)),
        ({"status": "ACSC"}, Fate(STATES.EXECUTED)),
        ({"status": "RCVD", "reason_code": "X"}, Fate(STATES.SENT, code="X")),
        # What money did counts before what was said.
        ({"status": "RJCT", "is_booked": True}, Fate(STATES.BOOKED)),
        ({"status": "ACSC", "is_booked": True, "is_returned": True,
          "reason": "unknown account"},
         Fate(STATES.RETURNED, reason="unknown account")),
        ({"status": "ACSC", "sending": SendState.CANCELLED}, Fate(STATES.EXECUTED)),
    ],
)  # fmt: skip
def test_an_erp_is_told_what_became_of_a_payment(
    standing: dict[str, Any], told: Fate
) -> None:
    assert fate(Standing(**{"status": None, **standing})) == told
