"""What a payment's status code and booking mean. Decides only."""

from enum import StrEnum


class PaymentState(StrEnum):
    """How far a payment is."""

    RECEIVED = "RECEIVED"
    ACCEPTED = "ACCEPTED"
    PENDING = "PENDING"
    REJECTED = "REJECTED"
    BOOKED = "BOOKED"
    CANCELLED = "CANCELLED"


# ISO 20022 external payment transaction status codes, grouped.
_ACCEPTED = {"ACCP", "ACSP", "ACSC", "ACCC", "ACTC", "ACWC", "ACWP", "ACFC", "ACPD"}
_BY_CODE = {
    **dict.fromkeys(_ACCEPTED, PaymentState.ACCEPTED),
    "RJCT": PaymentState.REJECTED,
    "CANC": PaymentState.CANCELLED,
    "PDNG": PaymentState.PENDING,
    "RCVD": PaymentState.PENDING,
    "PART": PaymentState.PENDING,
    "PATC": PaymentState.PENDING,
    "BLCK": PaymentState.REJECTED,
}

# The meanings operators look up most, from the ISO 20022 external reason codes.
MEANINGS = {
    "AC01": "The account number is wrong or missing",
    "AC03": "The creditor's account number is invalid",
    "AC04": "The account is closed",
    "AC06": "The account is blocked",
    "AG01": "This kind of transaction is not allowed on the account",
    "AG02": "The bank operation code is invalid",
    "AM02": "The amount is higher than agreed",
    "AM03": "The currency is not allowed",
    "AM04": "There is not enough money on the account",
    "AM05": "The bank has this payment already",
    "AM09": "The amount is not the one agreed",
    "AM10": "The control sum does not fit",
    "BE01": "The name does not fit the account",
    "BE04": "The creditor's address is missing or wrong",
    "BE05": "The bank does not know this party",
    "BE07": "The debtor's address is missing or wrong",
    "CH03": "The execution date is too far ahead",
    "CH04": "The execution date is too far back",
    "CH11": "The creditor identifier is wrong",
    "CNOR": "The creditor's bank is not registered for this",
    "CURR": "The currency is wrong",
    "CUST": "Rejected on the customer's request",
    "DNOR": "The debtor's bank is not registered for this",
    "DT01": "The date is invalid",
    "DU01": "The message id has been used before",
    "DU02": "The payment information id has been used before",
    "DU03": "The transaction has been sent before",
    "DUPL": "The bank has this payment already",
    "FF01": "The file's format is wrong",
    "MD01": "There is no mandate",
    "MS02": "The creditor refused without giving a reason",
    "MS03": "The bank gives no reason",
    "NARR": "See the bank's own words",
    "RC01": "The bank identifier is wrong",
    "RR03": "The creditor's name or address is missing",
    "RR04": "Refused for regulatory reasons",
    "TM01": "The file came after the cut-off time",
}


def payment_state(status: str | None, *, is_booked: bool) -> PaymentState:
    """The state of one payment; a booking outranks what was reported before."""
    if is_booked:
        return PaymentState.BOOKED
    if status is None:
        return PaymentState.RECEIVED
    return _BY_CODE.get(status, PaymentState.PENDING)


def codes_of(state: PaymentState) -> list[str]:
    """The status codes that put an unbooked payment into this state."""
    return [code for code, meant in _BY_CODE.items() if meant is state]
