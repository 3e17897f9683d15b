"""What can go wrong on demand, and what each fault does."""

from __future__ import annotations

from enum import StrEnum


class FaultKind(StrEnum):
    """A way in which the ERP misbehaves while the fault is set."""

    THROTTLE = "throttle"
    HTML = "html"
    HALF_PAGE = "half-page"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    SERVER_ERROR = "server-error"
    SLOW = "slow"
    CLOSED_PERIOD = "closed-period"
    CLOCK_SKEW = "clock-skew"
    WRONG_COMPANY = "wrong-company"
    CHANGED_CONTRACT = "changed-contract"
    DROP_BEFORE = "drop-before"
    ANSWER_LOST = "answer-lost"
    DUPLICATE_NUMBERS = "duplicate-numbers"


MEANING = {
    FaultKind.THROTTLE: "429: come again later; `seconds` (2) is said in Retry-After.",
    FaultKind.HTML: "A sign-in page in HTML instead of data, with status 200.",
    FaultKind.HALF_PAGE: "The answer ends in its middle; `bytes` left (half).",
    FaultKind.UNAUTHORIZED: "401: the key is not taken.",
    FaultKind.FORBIDDEN: "403: the key lacks the right.",
    FaultKind.SERVER_ERROR: "Nothing works at the moment; `status` (503).",
    FaultKind.SLOW: "The answer waits; `seconds` (10).",
    FaultKind.CLOSED_PERIOD: "Whatever is written lies in a closed period.",
    FaultKind.CLOCK_SKEW: "The ERP's clock is `seconds` (5400) ahead.",
    FaultKind.WRONG_COMPANY: "Answers are those of another company's books.",
    FaultKind.CHANGED_CONTRACT: "A field has another name: `field` (amount) is"
    " called `to` (totalAmount).",
    FaultKind.DROP_BEFORE: "The connection ends before anything was done.",
    FaultKind.ANSWER_LOST: "Everything is done, then the connection ends without an"
    " answer.",
    FaultKind.DUPLICATE_NUMBERS: "Every second open payment shows the number of the"
    " one before it.",
}
"""What each fault does and which parameters it reads, with their defaults."""
