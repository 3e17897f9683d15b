"""The state of a journal, as a table of cases."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from giroscope.features.journals.policy import DONE, Evidence, derive
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.sending import SendState

STATES_OF_THE_CONSOLE = (
    Path(__file__).parents[3] / "frontend/src/features/journals/states.ts"
)
NONE: Mapping[tuple[str | None, bool], int] = {}
CASES = [
    # payments by status and booking → state, attention
    ({(None, False): 2}, "VALIDATED", False),
    ({("RCVD", False): 2}, "SENT", False),
    ({("PDNG", False): 1, (None, False): 1}, "ACCEPTED", False),
    ({("ACTC", False): 2}, "ACCEPTED", False),
    ({("ACSC", False): 2}, "EXECUTED", False),
    ({("ACSC", False): 1, (None, True): 1}, "EXECUTED", False),
    ({("ACSC", False): 1, ("ACCP", False): 1}, "ACCEPTED", False),
    ({("ACCP", False): 1, ("RJCT", False): 1}, "PARTIALLY_ACCEPTED", True),
    ({("RJCT", False): 2}, "REJECTED", True),
    ({("RJCT", False): 1, ("CANC", False): 1}, "REJECTED", True),
    ({("CANC", False): 2}, "CANCELLED", False),
    ({("ACSC", True): 2}, "BOOKED", False),
    ({("ACSC", True): 1, ("RJCT", False): 1}, "BOOKED", True),
    ({("RJCT", True): 1}, "BOOKED", False),
    ({("XYZQ", False): 1}, "SENT", False),
]


@pytest.mark.parametrize(("payments", "state", "attention"), CASES)
def test_state_follows_from_the_payments(
    payments: Mapping[tuple[str | None, bool], int], state: str, *, attention: bool
) -> None:
    derived = derive(Evidence(payments, None, has_status=True, has_statement=False))
    assert (derived.state, derived.needs_attention) == (state, attention)
    parts = derived.accepted + derived.rejected + derived.pending + derived.booked
    cancelled = sum(n for (status, _), n in payments.items() if status == "CANC")
    assert parts + cancelled == derived.payments == sum(payments.values())


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("ACTC", "ACCEPTED"), ("RJCT", "REJECTED"), ("PART", "PARTIALLY_ACCEPTED"),
        ("PDNG", "SENT"), ("CANC", "CANCELLED"), (None, "UNKNOWN"),
    ],
)  # fmt: skip
def test_status_without_its_payments_tells_what_it_can(
    status: str | None, state: str
) -> None:
    derived = derive(Evidence(NONE, status, has_status=True, has_statement=False))
    assert derived.state == state
    assert derived.needs_attention == (state == "REJECTED")


def test_what_people_turned_down_waits_for_nothing() -> None:
    given = Evidence({(None, False): 3}, None, has_status=False, has_statement=False)
    for approval in (CaseState.REJECTED, CaseState.EXPIRED):
        derived = derive(replace(given, approval=approval))
        assert (derived.state, derived.payments, derived.pending) == ("CANCELLED", 3, 0)
    assert derive(replace(given, approval=CaseState.OPEN)).pending == 3


def test_the_console_lists_under_done_what_is_counted_there() -> None:
    told = STATES_OF_THE_CONSOLE.read_text(encoding="utf-8")
    (done,) = re.findall(r"DONE: readonly JournalState\[\] = \[(.*?)\]", told)
    assert set(re.findall(r"'(\w+)'", done)) == {state.value for state in DONE}


def test_statement_that_does_not_add_up_needs_attention() -> None:
    said = Evidence(
        NONE, None, has_status=False, has_statement=True, is_unbalanced=True
    )
    derived = derive(said)
    assert (derived.state, derived.needs_attention) == ("BOOKED", True)


@pytest.mark.parametrize(
    ("sending", "state", "attention"),
    [
        (SendState.WAITING, "SENDING", False),
        (SendState.LEAVING, "SENDING", False),
        (SendState.SENT, "SENT", False),
        (SendState.UNKNOWN, "UNKNOWN", True),
        (SendState.REFUSED, "REJECTED", True),
        (SendState.NOT_TAKEN, "APPROVED", True),
        (SendState.CANCELLED, "CANCELLED", False),
    ],
)
@pytest.mark.parametrize("approval", [None, CaseState.RELEASED])
def test_until_a_bank_speaks_the_queue_tells_how_far_it_is(
    sending: SendState, state: str, approval: CaseState | None, *, attention: bool
) -> None:
    said: Any = {"file_status": None, "has_status": False, "has_statement": False}
    on_its_way = Evidence(
        {(None, False): 2}, **said, approval=approval, sending=sending
    )
    derived = derive(on_its_way)
    assert (derived.state, derived.needs_attention) == (state, attention)
    answered = replace(on_its_way, payments={("ACCP", False): 2})
    assert derive(answered).state == "ACCEPTED"


def test_a_file_that_should_have_left_and_cannot_needs_attention() -> None:
    held = Evidence(
        {(None, False): 1}, None, has_status=False, has_statement=False,
        approval=CaseState.RELEASED, sending=SendState.WAITING, is_held=True,
    )  # fmt: skip
    assert derive(held).needs_attention
