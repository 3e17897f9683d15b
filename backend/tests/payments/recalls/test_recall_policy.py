"""What of a bank's answers counts, and until when one is waited for."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from giroscope.features.payments.approvals.errors import NotApprover
from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.policy import PaymentState
from giroscope.features.payments.recalls import errors
from giroscope.features.payments.recalls.policy import (
    RECALLABLE,
    RecallAnswer,
    Said,
    against_asking,
    against_deciding,
    against_withdrawing,
    code_of,
    counting,
    is_standing,
)
from giroscope.features.payments.recalls.queries import answers_of
from giroscope.features.payments.recalls.tables import RecallState
from giroscope.features.payments.recalls.unanswered import due
from giroscope.features.payments.sending import SendState
from giroscope.kernel.banking_days import Calendar
from giroscope.kernel.errors import AppError


@pytest.mark.parametrize(
    ("sent_at", "days", "until"),
    [
        ("2026-03-06T13:00Z", 1, "2026-03-09T13:00Z"),
        # On a Saturday, and on the Thursday before Easter: the bank is closed until.
        ("2026-03-07T13:00Z", 1, "2026-03-09T23:00Z"),
        ("2026-04-01T13:00Z", 2, "2026-04-08T13:00Z"),
    ],
)
def test_banking_days_are_waited(sent_at: str, days: int, until: str) -> None:
    calendars = frozenset({Calendar.DK})
    assert due(datetime.fromisoformat(sent_at), days, calendars) == (
        datetime.fromisoformat(until)
    )


def test_a_final_word_counts_before_a_pending_one_whenever_it_comes() -> None:
    early, late = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    done, waits = Said("ACCR", early, 1), Said("PDCR", late, 2)
    assert counting([done, waits]) == done
    assert counting([waits, done]) == done
    assert counting([done, Said("RJCR", late, 3)]) == Said("RJCR", late, 3)
    # Whatever was fetched first: what the bank wrote last is its last word.
    assert counting([Said("RJCR", late, 1), Said("ACCR", early, 2)]) == (
        Said("RJCR", late, 1)
    )
    assert counting([]) is None
    assert Said("WHAT", None, 1).answer is RecallAnswer.PENDING


@pytest.mark.parametrize(
    ("sending", "can_carry", "is_at_work", "refusal"),
    [
        (None, True, True, errors.NotSentHere),
        (SendState.UNKNOWN, True, True, errors.OutcomeOpen),
        (SendState.LEAVING, True, True, errors.NotSent),
        (SendState.CANCELLED, True, True, errors.NotSent),
        (SendState.SENT, False, True, errors.NoWay),
        (SendState.SENT, True, False, errors.NoConnection),
        (SendState.SENT, True, True, None),
    ],
)
def test_what_a_bank_has_and_takes_requests_for_is_asked_back(
    sending: SendState | None,
    can_carry: bool,
    is_at_work: bool,
    refusal: type[AppError] | None,
) -> None:
    found = against_asking(sending, can_carry=can_carry, is_at_work=is_at_work)
    assert found is refusal


@pytest.mark.parametrize("state", sorted(RecallState))
def test_a_request_is_decided_and_withdrawn_while_it_waits_alone(
    state: RecallState,
) -> None:
    waits = state is RecallState.ASKED
    anna = Somebody("anna", is_approver=True)
    assert against_deciding(state, "ole", anna) is (
        None if waits else errors.NotWaiting
    )
    assert against_deciding(state, "anna", anna) is (
        errors.SecondPerson if waits else errors.NotWaiting
    )
    assert against_deciding(state, "ole", Somebody("bo", is_approver=False)) is (
        NotApprover if waits else errors.NotWaiting
    )
    assert against_withdrawing(state, "ole", "ole") is (
        None if waits else errors.NotWaiting
    )
    assert against_withdrawing(state, "ole", "anna") is (
        errors.NotAsker if waits else errors.NotWaiting
    )


def test_what_is_on_its_way_or_carried_out_is_asked_back_and_nothing_else() -> None:
    assert {
        PaymentState.RECEIVED, PaymentState.PENDING, PaymentState.ACCEPTED,
        PaymentState.BOOKED,
    } == RECALLABLE  # fmt: skip


@pytest.mark.parametrize("way", [None, *sorted(SendState)])
def test_a_request_stands_unless_somebody_ended_it(way: SendState | None) -> None:
    assert is_standing(RecallState.ASKED, way)
    assert is_standing(RecallState.CONFIRMED, way) == (way is not SendState.CANCELLED)
    assert not is_standing(RecallState.DECLINED, way)
    assert not is_standing(RecallState.WITHDRAWN, way)


@pytest.mark.parametrize(
    ("outcome", "answer"),
    [
        ("CNCL", RecallAnswer.ACCEPTED),
        ("RJCR", RecallAnswer.REJECTED),
        ("PDCR", RecallAnswer.PENDING),
        ("UWFW", RecallAnswer.PENDING),
    ],
)
def test_the_outcome_of_a_case_is_that_of_its_payments(
    outcome: str, answer: RecallAnswer
) -> None:
    assert Said(code_of(outcome) or "", None, 1).answer is answer


def test_a_case_whose_outcome_is_not_said_says_nothing_of_its_payments() -> None:
    assert code_of(None) is None
    assert code_of("IPAY") is None


def test_an_answer_is_as_new_as_the_latest_of_its_lines() -> None:
    early, late = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    recalled = [
        SimpleNamespace(
            recall_id=1, position=place, case_id="C", batch_bank_id="B",
            end_to_end_id=f"E-{place}", instruction_id=None,
        )
        for place in (1, 2, 3)
    ]  # fmt: skip
    lines = [
        SimpleNamespace(
            id=place, case_id="C", batch_bank_id="B", end_to_end_id=f"E-{place}",
            instruction_id=None, recall=code, stated=stated, reasons=[],
        )
        for place, code, stated in ((1, "ACCR", late), (2, "PDCR", early))
    ]  # fmt: skip
    (found,) = answers_of(recalled, lines).values()
    assert found.last == late
    assert found.counts == {
        RecallAnswer.ACCEPTED: 1, RecallAnswer.PENDING: 1, None: 1,
    }  # fmt: skip
    # An answer to another request is none to this one.
    lines[0].case_id = "D"
    (found,) = answers_of(recalled, lines).values()
    assert (found.last, found.counts[None]) == (early, 2)
