"""A journal's next step: the worst first, one only, and one for every situation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.journals.answering import (
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
    told = {"reason": held, "reason_da": "Banken svarede ikke i tide."}
    assert found.values == told


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
