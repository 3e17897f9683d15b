"""The state of a journal, as a table of cases."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from giroscope.features.journals.policy import DONE, Evidence, derive
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.recalls import RecallStanding
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
    ({("ACSP", False): 2}, "ACCEPTED", False),
    ({("ACSC", False): 1, ("ACSP", False): 1}, "ACCEPTED", False),
    ({("ACSC", False): 2}, "EXECUTED", False),
    ({("ACCC", False): 1, ("CANC", False): 1}, "EXECUTED", False),
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


@pytest.mark.parametrize(
    ("wrong", "trouble"),
    [
        ({}, ""),
        ({"is_unbalanced": True}, "unbalanced=True"),
        ({"is_held": True}, "held=True"),
        ({"returned": 2}, "returned=2"),
        ({"doubtful": 3}, "doubtful=3"),
        ({"is_overdue": True}, "overdue=True"),
        ({"is_recall_overdue": True}, "recallOverdue=True"),
        ({"recall": RecallStanding(is_asked=True)}, "recallAsked=True"),
        (
            {"recall": RecallStanding(in_trouble=SendState.UNKNOWN)},
            "recallSending=UNKNOWN",
        ),
        ({"recall": RecallStanding(refused=1)}, "recallRefused=1"),
        # What the bank works on, or has given back, asks nothing of people.
        ({"recall": RecallStanding(silent=1, accepted=1)}, ""),
        # Of a file that the bank has, a rule that held it back asks no more.
        ({"held_by_rules": 1}, ""),
    ],
)
def test_each_thing_that_is_wrong_needs_attention_and_is_named(
    wrong: dict[str, Any], trouble: str
) -> None:
    accepted = Evidence(
        {("ACCP", False): 3}, None, has_status=True, has_statement=False, **wrong
    )
    derived = derive(accepted)
    assert (derived.state, derived.trouble) == ("ACCEPTED", trouble)
    assert derived.needs_attention is bool(trouble)


@pytest.mark.parametrize(
    ("given", "state", "trouble"),
    [
        ({"held_by_rules": 2}, "VALIDATED", "heldByRules=2"),
        (
            {"held_by_rules": 2, "approval": CaseState.OPEN},
            "AWAITING_APPROVAL", "heldByRules=2",
        ),
        (
            {"held_by_rules": 2, "approval": CaseState.APPROVED},
            "APPROVED", "heldByRules=2",
        ),
        ({"held_by_rules": 2, "approval": CaseState.RELEASED}, "SENDING", ""),
        ({"approval": CaseState.REJECTED}, "CANCELLED", ""),
        ({"approval": CaseState.EXPIRED}, "CANCELLED", "expired=True"),
        ({"approval": CaseState.ANSWERED}, "VALIDATED", ""),
        ({"is_invalid": True}, "INVALID", "state=INVALID"),
        # Whoever put it up for approval has looked at what the check found.
        ({"is_invalid": True, "approval": CaseState.OPEN}, "AWAITING_APPROVAL", ""),
    ],
)  # fmt: skip
def test_before_it_leaves_people_and_rules_tell_how_far_it_is(
    given: dict[str, Any], state: str, trouble: str
) -> None:
    waiting = Evidence(
        {(None, False): 2}, None, has_status=False, has_statement=False, **given
    )
    derived = derive(waiting)
    assert (derived.state, derived.trouble) == (state, trouble)


@pytest.mark.parametrize(
    ("booked", "proven", "returned", "state"),
    [
        (2, 2, 0, "RECONCILED"), (2, 1, 0, "BOOKED"), (2, 0, 0, "BOOKED"),
        (2, 2, 1, "BOOKED"), (0, 0, 0, "ACCEPTED"), (1, 1, 0, "ACCEPTED"),
    ],
)  # fmt: skip
def test_reconciled_is_what_is_booked_whole_proven_whole_and_kept(
    booked: int, proven: int, returned: int, state: str
) -> None:
    payments = {("ACCP", True): booked, ("ACCP", False): 2 - booked}
    derived = derive(
        Evidence(
            payments, None, has_status=True, has_statement=True, proven=proven,
            returned=returned,
        )
    )  # fmt: skip
    assert (derived.state, derived.booked) == (state, booked)
