"""Why payments are asked back, and why a bank does not give them: codes in words.

Codes: ISO 20022 external code sets, cancellation reasons and cancellation status
reasons; the sentences are ours. The console says the same in Danish.
"""

from enum import StrEnum
from typing import NamedTuple


class RecallReason(StrEnum):
    """Why payments are asked back; the code travels to the bank."""

    DUPL = "DUPL"
    AM09 = "AM09"
    AC03 = "AC03"
    UPAY = "UPAY"
    CUST = "CUST"
    TECH = "TECH"
    FRAD = "FRAD"


MEANINGS = {
    RecallReason.DUPL: "The payment was made twice",
    RecallReason.AM09: "The amount is wrong",
    RecallReason.AC03: "The payee's account is wrong",
    RecallReason.UPAY: "The payment is not owed",
    RecallReason.CUST: "It is not wanted any more",
    RecallReason.TECH: "A technical fault made the payment",
    RecallReason.FRAD: "Fraud is suspected",
}


class Advice(StrEnum):
    """What a person does when a bank does not give a payment back."""

    ASK_PAYEE = "ASK_PAYEE"
    LOOK = "LOOK"
    WAIT = "WAIT"
    ASK_BANK = "ASK_BANK"


ADVICE = {
    Advice.ASK_PAYEE: "Ask the payee to send the money back, and settle the journal"
    " when it has come.",
    Advice.LOOK: "Look at the payment's status and at the statement before you do"
    " anything else.",
    Advice.WAIT: "Nothing to do: the bank will tell more.",
    Advice.ASK_BANK: "Ask the bank; give it the message id and the end-to-end id.",
}


class Refusal(NamedTuple):
    """A code in words."""

    advice: Advice
    meaning: str


_A = Advice
REFUSALS = {
    "AC04": Refusal(_A.ASK_PAYEE, "The payee's account is closed"),
    "AGNT": Refusal(_A.ASK_PAYEE, "The payee's bank does not agree"),
    "AM04": Refusal(_A.ASK_PAYEE, "There is not enough money on the payee's account"),
    "ARDT": Refusal(_A.ASK_PAYEE, "The payment has been carried out"),
    "ARJT": Refusal(_A.LOOK, "The payment was refused already"),
    "ARPL": Refusal(_A.WAIT, "Somebody works on the same request already"),
    "CUST": Refusal(_A.ASK_PAYEE, "The payee does not agree"),
    "LEGL": Refusal(_A.ASK_BANK, "The law does not allow it"),
    "NARR": Refusal(_A.ASK_BANK, "The bank gives its reason in words"),
    "NOAS": Refusal(_A.ASK_PAYEE, "The payee has not answered"),
    "NOOR": Refusal(_A.LOOK, "The bank does not find the payment"),
    "PTNA": Refusal(_A.WAIT, "It was passed on to the next bank"),
    "RQDA": Refusal(_A.WAIT, "The bank waits for a power to debit the payee"),
    "SYSP": Refusal(_A.WAIT, "The payment waits in the bank's system"),
}


def refusal_of(code: str | None) -> Refusal | None:
    """The code in words, as far as it is known."""
    return REFUSALS.get(code or "")
