"""What a status code means for one payment."""

import pytest

from giroscope.features.payments.policy import PaymentState, codes_of, payment_state


@pytest.mark.parametrize(
    ("status", "state"),
    [
        (None, "RECEIVED"), ("ACTC", "ACCEPTED"), ("ACSC", "ACCEPTED"),
        ("RJCT", "REJECTED"), ("BLCK", "REJECTED"), ("CANC", "CANCELLED"),
        ("PDNG", "PENDING"), ("PART", "PENDING"), ("a bank's own", "PENDING"),
    ],
)  # fmt: skip
def test_status_gives_the_state_and_a_booking_outranks_it(
    status: str | None, state: str
) -> None:
    assert payment_state(status, is_booked=False) == state
    assert payment_state(status, is_booked=True) is PaymentState.BOOKED


def test_codes_of_a_state_are_those_that_give_it() -> None:
    for state in (PaymentState.ACCEPTED, PaymentState.REJECTED, PaymentState.PENDING):
        codes = codes_of(state)
        assert codes
        assert {payment_state(code, is_booked=False) for code in codes} == {state}
