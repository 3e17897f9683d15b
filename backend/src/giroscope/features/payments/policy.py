"""What a payment's status code, booking and return mean. Decides only."""

from giroscope.features.payments.stages import STAGES, PaymentState, state_of

__all__ = ["PaymentState", "codes_of", "payment_state"]


def payment_state(
    status: str | None, *, is_booked: bool, is_returned: bool = False
) -> PaymentState:
    """The state of one payment; a booking outranks what was reported before.

    A return is an entry of its own that takes the booking back.
    """
    if is_returned:
        return PaymentState.RETURNED
    if is_booked:
        return PaymentState.BOOKED
    if status is None:
        return PaymentState.RECEIVED
    return state_of(status)


def codes_of(state: PaymentState) -> list[str]:
    """The status codes that put an unbooked payment into this state."""
    return [code for code, stage in STAGES.items() if stage.state is state]
