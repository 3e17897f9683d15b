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
from giroscope.kernel.errors import InvalidInput

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


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("tries", "wait"),
    [
        (1, timedelta(seconds=15)),
        (2, MINUTE),
        (3, 5 * MINUTE),
        (4, 15 * MINUTE),
        (5, 30 * MINUTE),
        (6, 30 * MINUTE),
        (500, 30 * MINUTE),
    ],
)
def test_waits_grow(tries: int, wait: timedelta) -> None:
    assert policy.next_try(tries, NOW, NOW) == NOW + wait


def test_tries_end_after_a_day() -> None:
    day = timedelta(hours=24)
    late = NOW + day - timedelta(microseconds=1)
    assert policy.next_try(3, NOW, late) == late + 5 * MINUTE
    assert policy.next_try(3, NOW, NOW + day) is None
    assert policy.next_try(3, NOW, NOW + day + MINUTE) is None


@pytest.mark.parametrize(
    ("error", "held"),
    [(NotSent("x"), "not_reached"), (NotReady("x"), "not_ready")],
)
def test_why_a_file_waits_is_said(error: LinkError, held: str) -> None:
    assert policy.verdict(error, has_left=False).held == held


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (REFUSED, ("20", None)),
        (
            Refused("x", bank_code="26", bank_text="y", kind=RefusalKind.CONTENT),
            ("26", "y"),
        ),
        (NotSent("x"), (None, None)),
        (AnswerNotTrusted("x"), (None, None)),
    ],
)
def test_only_what_a_bank_said_is_told_as_its_words(
    error: LinkError, words: tuple[str | None, str | None]
) -> None:
    assert policy.bank_words(error) == words


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


def test_a_reason_is_kept_as_it_was_meant_and_has_its_longest() -> None:
    longest = "x" * policy.LONGEST_REASON
    assert policy.a_reason(f" \0{longest} ") == longest
    with pytest.raises(InvalidInput):
        policy.a_reason(f"{longest}x")


def test_what_was_refused_whoever_wants_sends_again() -> None:
    policy.ensure_resendable(SendState.REFUSED, {"anna"}, {"anna"})


def test_what_was_stopped_stays_stopped_whatever_the_bank_says() -> None:
    assert frozenset(SendState) - policy.PROVABLE == {
        SendState.SENT, SendState.CANCELLED,
    }  # fmt: skip
