"""A journal's next step: the worst first, one only, and one for every situation."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.journals.bank_answers import (
    EXECUTION_MISSING,
    RECALL_MISSING,
    STATUS_MISSING,
)
from giroscope.features.journals.next_step import (
    Act,
    Situation,
    Step,
    next_step,
)
from giroscope.features.journals.policy import JournalState
from giroscope.features.payments import Doubt
from giroscope.features.payments.recalls import RecallStanding
from giroscope.features.payments.sending import SendState
from localization import Message

S, D = JournalState, Doubt
CASES = [
    (Situation(S.INVALID, needs_attention=True), Step.INVALID, {Act.OPEN_FINDINGS}),
    (Situation(S.UNKNOWN, payments=2), Step.OUTCOME_UNKNOWN, {Act.DECIDE}),
    (Situation(S.UNKNOWN), Step.PAYMENT_FILE_MISSING, {Act.UPLOAD_PAYMENT}),
    (
        Situation(S.REJECTED, payments=2, rejected=2, doubts={D.CONTRADICTED: 1}),
        Step.CONTRADICTED, {Act.OPEN_STATUS, Act.UPLOAD_STATEMENT},
    ),
    (
        Situation(S.BOOKED, payments=2, rejected=1, booked=1, returned=1),
        Step.RETURNED, {Act.OPEN_PAYMENTS},
    ),
    (
        Situation(S.REJECTED, payments=2, rejected=2, doubts={D.DUPLICATE: 2}),
        Step.REFUSED_AS_DUPLICATE, {Act.OPEN_STATUS},
    ),
    (Situation(S.REJECTED, payments=2, rejected=2), Step.REJECTED, {Act.OPEN_PAYMENTS}),
    (Situation(S.REJECTED, payments=2, rejected=2, resubmitted=2), Step.NOTHING, set()),
    (
        Situation(S.REJECTED, payments=2, rejected=2, resubmitted=1),
        Step.PARTLY_REJECTED, {Act.OPEN_PAYMENTS},
    ),
    (
        # Something else is wrong with it.
        Situation(
            S.REJECTED, payments=2, rejected=2, resubmitted=2, needs_attention=True,
            is_unbalanced=True,
        ),
        Step.DOES_NOT_ADD_UP, {Act.REIMPORT},
    ),
    (
        Situation(S.PARTIALLY_ACCEPTED, payments=2, rejected=1, reason="AC01"),
        Step.PARTLY_REJECTED, {Act.OPEN_PAYMENTS},
    ),
    (
        Situation(S.SENT, payments=1, doubts={D.UNKNOWN: 1}),
        Step.UNKNOWN_CODE, {Act.OPEN_STATUS},
    ),
    (
        Situation(S.SENT, payments=1, alarms=frozenset({STATUS_MISSING})),
        Step.STATUS_MISSING, {Act.UPLOAD_STATUS},
    ),
    (
        Situation(
            S.SENT, payments=1, alarms=frozenset({STATUS_MISSING, EXECUTION_MISSING})
        ),
        Step.EXECUTION_MISSING, {Act.OPEN_STATUS, Act.SETTLE},
    ),
    (
        Situation(
            S.ACCEPTED, payments=1, recall=RecallStanding(silent=1),
            alarms=frozenset({RECALL_MISSING}),
        ),
        Step.RECALL_UNANSWERED, {Act.OPEN_RECALL, Act.SETTLE},
    ),
    (Situation(S.BOOKED, is_unbalanced=True), Step.DOES_NOT_ADD_UP, {Act.REIMPORT}),
    (
        Situation(S.CANCELLED, payments=1, needs_attention=True),
        Step.APPROVAL_ENDED, {Act.OPEN_PAYMENTS},
    ),
    (Situation(S.VALIDATED, payments=1), Step.CONNECT_BANK, {Act.CONNECT_BANK}),
    (Situation(S.AWAITING_APPROVAL, payments=1), Step.APPROVE, {Act.APPROVE}),
    (Situation(S.APPROVED, payments=1), Step.SIGN, {Act.SIGN}),
    (Situation(S.SENT, payments=1), Step.WAIT_FOR_STATUS, {Act.UPLOAD_STATUS}),
    (Situation(S.EXECUTED, payments=1), Step.WAIT_FOR_STATEMENT, set()),
    (Situation(S.BOOKED, payments=1, booked=1), Step.PROVE, {Act.UPLOAD_STATEMENT}),
    (
        Situation(S.BOOKED, payments=1, booked=1, has_final=False),
        Step.WAIT_FOR_STATEMENT, {Act.OPEN_STATEMENT},
    ),
    (
        Situation(S.REJECTED, payments=1, sending=SendState.REFUSED, bank_words="20"),
        Step.REFUSED_BY_BANK, {Act.RESEND, Act.UPLOAD_PAYMENT},
    ),
    (
        Situation(S.REJECTED, payments=1, rejected=1, sending=SendState.SENT),
        Step.REJECTED, {Act.OPEN_PAYMENTS},
    ),
    (
        Situation(S.APPROVED, payments=1, sending=SendState.NOT_TAKEN),
        Step.NOT_TAKEN, {Act.RESEND, Act.CANCEL},
    ),
    (
        Situation(S.SENDING, payments=1, sending=SendState.WAITING, held="No way."),
        Step.HELD, {Act.CANCEL},
    ),
    (Situation(S.BOOKED), Step.NOTHING, set()),
    (Situation(S.RECONCILED, payments=1, booked=1), Step.NOTHING, set()),
    (Situation(S.CANCELLED, payments=1), Step.NOTHING, set()),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "step", "acts"), CASES)
def test_situation_gives_its_step(
    situation: Situation, step: Step, acts: set[Act]
) -> None:
    found = next_step(situation)
    assert found.step is step
    assert acts <= set(found.acts)


def test_what_holds_a_file_is_told_in_both_languages() -> None:
    held = "The bank did not answer in time."
    found = next_step(
        Situation(S.SENDING, payments=1, sending=SendState.WAITING, held=held)
    )
    assert found.values == {"reason": Message("link.bank_did_not_answer_time")}


def test_refusal_names_how_many_and_why() -> None:
    found = next_step(
        Situation(S.PARTIALLY_ACCEPTED, payments=3, rejected=1, reason="AC01")
    )
    assert found.values == {
        "count": 1,
        "of": 3,
        "reason": "AC01",
        "meaning": "The account number is wrong or missing",
    }


def test_a_refusal_counts_what_nobody_has_resubmitted() -> None:
    found = next_step(
        Situation(S.PARTIALLY_ACCEPTED, payments=5, rejected=3, resubmitted=1)
    )
    assert found.values == {"count": 2, "of": 5}


@given(
    state=st.sampled_from(JournalState),
    returned=st.integers(0, 3),
    doubts=st.dictionaries(st.sampled_from(Doubt), st.integers(1, 3)),
    unbalanced=st.booleans(),
)
def test_every_situation_has_a_step_and_trouble_is_never_called_nothing(
    state: JournalState, returned: int, doubts: dict[Doubt, int], *, unbalanced: bool
) -> None:
    found = next_step(
        Situation(
            state, payments=3, returned=returned, doubts=doubts,
            is_unbalanced=unbalanced,
        )
    )  # fmt: skip
    assert isinstance(found.step, Step)
    if returned or doubts or unbalanced:
        assert found.step is not Step.NOTHING


# The worst first; each is wrong with a file that the bank has accepted.
WRONG: list[tuple[Step, dict[str, Any]]] = [
    (Step.CONTRADICTED, {"doubts": {D.CONTRADICTED: 1}}),
    (Step.RECALL_ASKED, {"recall": {"is_asked": True}}),
    (Step.RECALL_UNKNOWN, {"recall": {"in_trouble": SendState.UNKNOWN}}),
    (Step.RECALL_REFUSED, {"recall": {"refused": 1}}),
    (Step.RECALL_UNANSWERED, {"recall": {"silent": 1}, "alarms": {RECALL_MISSING}}),
    (Step.RETURNED, {"returned": 1}),
    (Step.REFUSED_AS_DUPLICATE, {"doubts": {D.DUPLICATE: 1}}),
    (Step.PARTLY_REJECTED, {"rejected": 1}),
    (Step.UNKNOWN_CODE, {"doubts": {D.UNKNOWN: 1}}),
    (Step.EXECUTION_MISSING, {"alarms": {EXECUTION_MISSING}}),
    (Step.STATUS_MISSING, {"alarms": {STATUS_MISSING}}),
    (Step.STATEMENT_DISPUTED, {"is_disputed": True}),
    (Step.DOES_NOT_ADD_UP, {"is_unbalanced": True}),
]


def _with(now: Situation, wrong: dict[str, Any]) -> Situation:
    """The situation with one more thing that is wrong."""
    told = dict(wrong)
    if "doubts" in told:
        told["doubts"] = {**now.doubts, **told["doubts"]}
    if "alarms" in told:
        told["alarms"] = now.alarms | told["alarms"]
    if "recall" in told:
        told["recall"] = replace(now.recall or RecallStanding(), **told["recall"])
    return replace(now, **told)


@pytest.mark.parametrize(("worse", "better"), [*combinations(WRONG, 2)])
def test_of_two_things_the_worse_comes_first(
    worse: tuple[Step, dict[str, Any]], better: tuple[Step, dict[str, Any]]
) -> None:
    now = Situation(S.ACCEPTED, payments=3, needs_attention=True)
    both = _with(_with(now, better[1]), worse[1])
    assert next_step(both).step is worse[0]


@pytest.mark.parametrize(
    ("now", "step"),
    [
        (Situation(S.INVALID, payments=3), Step.INVALID),
        (Situation(S.UNKNOWN, payments=3), Step.OUTCOME_UNKNOWN),
        (
            Situation(S.REJECTED, payments=3, sending=SendState.REFUSED),
            Step.REFUSED_BY_BANK,
        ),
        (
            Situation(S.APPROVED, payments=3, sending=SendState.NOT_TAKEN),
            Step.NOT_TAKEN,
        ),
        (Situation(S.SENDING, payments=3, held="No way."), Step.HELD),
        (
            Situation(S.AWAITING_APPROVAL, payments=3, held_by_rules=1),
            Step.HELD_BY_RULE,
        ),
    ],
)
@pytest.mark.parametrize("wrong", [wrong for _, wrong in WRONG[1:]])
def test_what_did_not_leave_comes_before_what_banks_said(
    now: Situation, step: Step, wrong: dict[str, Any]
) -> None:
    assert next_step(_with(now, wrong)).step is step


@pytest.mark.parametrize("state", [S.SENDING, S.SENT, S.ACCEPTED, S.CANCELLED])
def test_what_rules_held_back_is_over_once_it_was_signed(state: S) -> None:
    assert next_step(Situation(state, payments=2, held_by_rules=1)).acts == (
        next_step(Situation(state, payments=2)).acts
    )


@pytest.mark.parametrize(
    ("now", "acts"),
    [
        (Situation(S.INVALID), {Act.OPEN_FINDINGS, Act.REIMPORT, Act.SETTLE}),
        (Situation(S.UNKNOWN, payments=1), {Act.DECIDE, Act.UPLOAD_STATUS}),
        (
            Situation(S.REJECTED, payments=1, sending=SendState.REFUSED),
            {Act.RESEND, Act.UPLOAD_PAYMENT, Act.CANCEL},
        ),
        (
            Situation(S.APPROVED, payments=1, sending=SendState.NOT_TAKEN),
            {Act.RESEND, Act.CANCEL},
        ),
        # What a bank has refused of the payments is not sent again as it is.
        (
            Situation(S.REJECTED, payments=1, rejected=1),
            {Act.OPEN_PAYMENTS, Act.OPEN_STATUS, Act.SETTLE},
        ),
        (
            Situation(S.VALIDATED, payments=1, held_by_rules=1),
            {Act.LIFT_HOLDS, Act.OPEN_PAYMENTS},
        ),
        (Situation(S.SENDING, payments=1, held="x"), {Act.CONNECT_BANK, Act.CANCEL}),
        (Situation(S.SENDING, payments=1), {Act.CANCEL}),
        (Situation(S.SENT, payments=1), {Act.UPLOAD_STATUS}),
        (Situation(S.AWAITING_APPROVAL, payments=1), {Act.APPROVE}),
        (
            Situation(S.SENT, payments=1, recall=RecallStanding(is_asked=True)),
            {Act.OPEN_RECALL},
        ),
        (
            Situation(
                S.SENT, payments=1, recall=RecallStanding(in_trouble=SendState.REFUSED)
            ),
            {Act.OPEN_RECALL},
        ),
        (
            Situation(S.CANCELLED, payments=1, needs_attention=True),
            {Act.OPEN_PAYMENTS, Act.SETTLE},
        ),
    ],
)
def test_just_what_helps_is_offered(now: Situation, acts: set[Act]) -> None:
    assert set(next_step(now).acts) == acts


@pytest.mark.parametrize(
    ("way", "step"),
    [
        (SendState.UNKNOWN, Step.RECALL_UNKNOWN),
        (SendState.REFUSED, Step.RECALL_NOT_TAKEN),
        (SendState.NOT_TAKEN, Step.RECALL_NOT_TAKEN),
    ],
)
def test_a_request_that_may_have_arrived_is_told_apart_from_one_that_did_not(
    way: SendState, step: Step
) -> None:
    now = Situation(S.ACCEPTED, payments=1, recall=RecallStanding(in_trouble=way))
    assert next_step(now).step is step


@pytest.mark.parametrize(
    ("state", "step"),
    [
        (S.SENT, Step.WAIT_FOR_STATUS),
        (S.PARTIALLY_ACCEPTED, Step.WAIT_FOR_EXECUTION),
        (S.VALIDATED, Step.SETTLED),
        (S.BOOKED, Step.SETTLED),
        (S.REJECTED, Step.SETTLED),
        (S.RECONCILED, Step.SETTLED),
    ],
)
def test_what_was_settled_goes_on_its_way_and_can_be_taken_up_again(
    state: S, step: Step
) -> None:
    now = Situation(state, payments=2, rejected=1, returned=1, settled="By hand.")
    found = next_step(now)
    assert found.step is step
    assert found.acts[-1] is Act.UNSETTLE
    if step is Step.SETTLED:
        assert (found.acts, found.values) == ((Act.UNSETTLE,), {"why": "By hand."})


def test_a_bank_at_work_on_a_recall_is_waited_for() -> None:
    recall = RecallStanding(silent=2, accepted=1)
    found = next_step(Situation(S.ACCEPTED, payments=3, recall=recall))
    assert (found.step, found.values) == (Step.WAIT_FOR_RECALL, {"count": 2})
