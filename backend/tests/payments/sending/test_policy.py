"""What a failure means, and who may do what about it."""

from datetime import UTC, datetime, timedelta

import pytest

from banklink import (
    AnswerNotTrusted,
    LinkError,
    NotReady,
    NotSent,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)
from giroscope.features.payments.sending import errors, policy
from giroscope.features.payments.sending.tables import SendState

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
REFUSED = Refused("No.", bank_code="20", bank_text="", kind=RefusalKind.CONTENT)


@pytest.mark.parametrize(
    ("error", "has_left", "state"),
    [
        (NotSent("x"), False, SendState.WAITING),
        (NotSent("x"), True, SendState.WAITING),
        (NotReady("x"), False, SendState.WAITING),
        (NotReady("x"), True, SendState.WAITING),
        (REFUSED, False, SendState.REFUSED),
        (REFUSED, True, SendState.REFUSED),
        (OutcomeUnknown("x"), True, SendState.UNKNOWN),
        (AnswerNotTrusted("x"), True, SendState.UNKNOWN),
        (LinkError("x"), True, SendState.UNKNOWN),
        (AnswerNotTrusted("x"), False, SendState.WAITING),
        (OutcomeUnknown("x"), False, SendState.WAITING),
    ],
)
def test_only_what_is_certain_may_leave_again(
    error: LinkError, has_left: bool, state: SendState
) -> None:
    assert policy.verdict(error, has_left=has_left).sending is state


def test_waits_grow_and_end_after_a_day() -> None:
    waits = []
    for tries in range(1, 8):
        again = policy.next_try(tries, NOW, NOW)
        assert again is not None
        waits.append(again - NOW)
    assert waits == sorted(waits)
    assert waits[-1] == timedelta(minutes=30)
    assert policy.next_try(3, NOW, NOW + timedelta(hours=24)) is None


@pytest.mark.parametrize("state", sorted(SendState))
def test_only_what_has_not_left_can_be_stopped(state: SendState) -> None:
    can = {SendState.WAITING, SendState.NOT_TAKEN, SendState.REFUSED}
    if state in can:
        policy.ensure_cancellable(state)
        return
    with pytest.raises(errors.TooLateToCancel):
        policy.ensure_cancellable(state)


@pytest.mark.parametrize("state", sorted(SendState))
def test_only_doubt_is_decided(state: SendState) -> None:
    if state is SendState.UNKNOWN:
        policy.ensure_undecided(state)
        return
    with pytest.raises(errors.NotUndecided):
        policy.ensure_undecided(state)


@pytest.mark.parametrize("state", sorted(SendState))
def test_only_what_the_bank_does_not_have_is_sent_again(state: SendState) -> None:
    if state in {SendState.REFUSED, SendState.NOT_TAKEN}:
        policy.ensure_resendable(state, {"anna"}, {"bent"})
        return
    with pytest.raises(errors.NotResendable):
        policy.ensure_resendable(state, (), {"bent"})


@pytest.mark.parametrize(
    ("decider", "person"),
    [
        ({"anna"}, {"anna"}),
        # Anna made Bent's account, Bent made Anna's, or Carl made both.
        ({"anna"}, {"bent", "anna"}),
        ({"anna", "bent"}, {"bent"}),
        ({"anna", "carl"}, {"bent", "carl"}),
    ],
)
def test_one_person_does_not_decide_and_send_again(
    decider: set[str], person: set[str]
) -> None:
    with pytest.raises(errors.SecondPerson):
        policy.ensure_resendable(SendState.NOT_TAKEN, decider, person)


def test_what_nobody_decided_anybody_sends_again() -> None:
    policy.ensure_resendable(SendState.NOT_TAKEN, (), {"bent"})


@pytest.mark.parametrize("text", ["", "  ", "\0"])
def test_a_decision_needs_its_reason(text: str) -> None:
    with pytest.raises(errors.ReasonNeeded):
        policy.a_reason(text)
