"""Which of a bank's words on a payment counts. Decides only.

A bank tells of one payment many times: early and late, twice, in part, in
another order than it wrote. What stands in the end is decided from the set of
its words alone, never from the order in which they arrived:

1. In one report the line nearest to the payment counts: its own, else its
   batch's, else the file's. Banks list only what differs from the level above.
2. Between reports the furthest stage counts (`STAGES`), so nothing falls back.
3. A refusal is further than every acceptance, since it may come at any time.
   Only a settlement that the bank states later than the refusal outranks it, and
   only one that is about the payment as nearly as the refusal: what is said of a
   batch after one of its payments was refused is said of the others.
4. A refusal for being a duplicate speaks of the second copy: an acceptance of
   the first one stands.
5. A code that is not in the table is kept and shown, and changes nothing.

Codes and meanings: ISO 20022 external code sets, payment group status and
payment transaction status; the order of stages follows their definitions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum


class PaymentState(StrEnum):
    """How far a payment is."""

    RECEIVED = "RECEIVED"
    ACCEPTED = "ACCEPTED"
    PENDING = "PENDING"
    REJECTED = "REJECTED"
    BOOKED = "BOOKED"
    RETURNED = "RETURNED"
    CANCELLED = "CANCELLED"


class Level(IntEnum):
    """What a line of a report is about; the higher, the nearer to a payment."""

    FILE = 0
    BATCH = 1
    PAYMENT = 2


class Doubt(StrEnum):
    """Why a person should look at what the bank said of a payment."""

    CONTRADICTED = "CONTRADICTED"
    DUPLICATE = "DUPLICATE"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Stage:
    """What a status code means."""

    rank: int
    state: PaymentState
    meaning: str


_PENDING, _ACCEPTED = PaymentState.PENDING, PaymentState.ACCEPTED
_REJECTED, _CANCELLED = PaymentState.REJECTED, PaymentState.CANCELLED

STAGES = {
    "RCVD": Stage(10, _PENDING, "The bank has received it"),
    "RVNC": Stage(12, _PENDING, "The bank is still checking the payees' names"),
    "RCVC": Stage(14, _PENDING, "The payees' names fit their accounts"),
    "RVNA": Stage(14, _PENDING, "The payee's name could not be checked"),
    "RVMC": Stage(15, _PENDING, "The payee's name nearly fits the account"),
    "RVCM": Stage(15, _PENDING, "Some payees' names do not fit their accounts"),
    "RVNM": Stage(15, _PENDING, "The payee's name does not fit the account"),
    "PART": Stage(16, _PENDING, "Some payments are accepted, others not yet"),
    "PATC": Stage(20, _PENDING, "The bank waits for one more signature"),
    "ACTC": Stage(22, _ACCEPTED, "Accepted – technical validation passed"),
    "ACCP": Stage(30, _ACCEPTED, "Accepted – customer profile check passed"),
    "ACFW": Stage(31, _PENDING, "There is money; the bank waits for a confirmation"),
    "ACFC": Stage(32, _ACCEPTED, "The bank has found money for it"),
    "ACWC": Stage(34, _ACCEPTED, "Accepted, but the bank changes something"),
    "PDNG": Stage(40, _PENDING, "The bank has put it on hold for now"),
    "ACSP": Stage(50, _ACCEPTED, "The bank is carrying it out"),
    "ACIS": Stage(52, _ACCEPTED, "The cheque is issued"),
    "ACPD": Stage(54, _ACCEPTED, "The clearing has taken it"),
    "ACWP": Stage(56, _ACCEPTED, "The payee's bank has it, not yet on the account"),
    "ACSC": Stage(60, _ACCEPTED, "The money has left the account"),
    "CPUC": Stage(68, _ACCEPTED, "The payee has fetched the cash"),
    "ACCC": Stage(70, _ACCEPTED, "The money is on the payee's account"),
    "BLCK": Stage(80, _REJECTED, "The money is blocked on its way"),
    "CANC": Stage(85, _CANCELLED, "Cancelled, as was asked"),
    "RJCT": Stage(90, _REJECTED, "Rejected"),
}
"""Every status code of the ISO lists, by how far it is."""

_DUPLICATE_RANK = 26
"""Above having been checked for form, below being accepted."""

DUPLICATES = frozenset(
    {"AM05", "DU01", "DU02", "DU03", "DU04", "DU05", "DUPL", "DS15", "RF01"}
)
"""Reasons by which a bank refuses something because it has it already."""

SETTLED = frozenset({"ACSC", "CPUC", "ACCC"})
"""The bank says that the money has left, though no statement proves it yet."""

NAME_CHECKS = frozenset({"RCVC", "RVNC", "RVCM", "RVMC", "RVNM", "RVNA"})
"""Verification of payee: what the bank found when it compared names."""


@dataclass(frozen=True, slots=True)
class Word:
    """What one line of one report says of a payment."""

    report: int
    """Which report; lines of one report are weighed against each other first."""
    level: Level
    status: str
    stated: datetime | None = None
    reasons: frozenset[str] = frozenset()
    line: int = 0
    """The line's id; it decides nothing."""

    @property
    def is_duplicate(self) -> bool:
        """Refused, and only for being here already."""
        return (
            self.status == "RJCT" and bool(self.reasons) and self.reasons <= DUPLICATES
        )

    @property
    def rank(self) -> int:
        """How far it is; a code nobody knows is nowhere."""
        if self.is_duplicate:
            return _DUPLICATE_RANK
        stage = STAGES.get(self.status)
        return stage.rank if stage else 0

    @property
    def is_refusal(self) -> bool:
        """Whether it says that the payment will not be made."""
        return not self.is_duplicate and state_of(self.status) in {
            PaymentState.REJECTED,
            PaymentState.CANCELLED,
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """What counts of all that was said of a payment."""

    word: Word
    doubt: Doubt | None


def state_of(status: str) -> PaymentState:
    """The state a code puts a payment into; an unknown one waits for a person."""
    stage = STAGES.get(status)
    return stage.state if stage else PaymentState.PENDING


def decided(words: Iterable[Word]) -> Decision | None:
    """What counts of these words; None where there are none."""
    nearest = _nearest(words)
    if not nearest:
        return None
    best = max(nearest, key=_weight)
    contradicted = False
    if best.is_refusal:
        against = _as_near_as_refusals(nearest)
        later = _later_than(best, against)
        contradicted = bool(later) or any(w.status in SETTLED for w in against)
        if any(word.status in SETTLED for word in later):
            # It is settled after all, and then the furthest settlement counts, whether
            # it says when or not, and whatever else it is said of.
            best = max((w for w in nearest if w.status in SETTLED), key=_weight)
    return Decision(best, _doubt(best, nearest, contradicted=contradicted))


def _nearest(words: Iterable[Word]) -> Sequence[Word]:
    """Of each report the lines of its nearest level; several there all count."""
    level: dict[int, Level] = {}
    every = list(words)
    for word in every:
        level[word.report] = max(level.get(word.report, Level.FILE), word.level)
    return [word for word in every if word.level is level[word.report]]


def _as_near_as_refusals(words: Sequence[Word]) -> Sequence[Word]:
    """What is not said of the others in the batch or file of a refused payment."""
    nearest = max(word.level for word in words if word.is_refusal)
    return [word for word in words if word.level >= nearest]


def _weight(word: Word) -> tuple[int, float, Level, str, list[str]]:
    # Only content decides, so that the same words give the same end in any order.
    stated = word.stated.timestamp() if word.stated else float("-inf")
    return word.rank, stated, word.level, word.status, sorted(word.reasons)


def _later_than(refusal: Word, words: Sequence[Word]) -> list[Word]:
    """Acceptances that the bank stated after it had refused."""
    return [
        word
        for word in words
        if word.stated is not None
        and refusal.stated is not None
        and word.stated > refusal.stated
        and state_of(word.status) is PaymentState.ACCEPTED
    ]


def _doubt(best: Word, words: Sequence[Word], *, contradicted: bool) -> Doubt | None:
    if contradicted:
        return Doubt.CONTRADICTED
    if best.is_duplicate:
        return Doubt.DUPLICATE
    if any(word.status not in STAGES for word in words):
        return Doubt.UNKNOWN
    return None
