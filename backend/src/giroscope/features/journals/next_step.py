"""What a journal waits for, what is wrong with it, and what can be done. Decides only.

The worst comes first: one journal has one next step. The sentences stand in the
console, in both languages, by the step's code; the acts are what it offers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from giroscope.features.journals.bank_answers import (
    EXECUTION_MISSING,
    RECALL_MISSING,
    STATUS_MISSING,
)
from giroscope.features.journals.policy import UNSIGNED, JournalState
from giroscope.features.payments import Doubt, meaning_of
from giroscope.features.payments.recalls import RecallStanding
from giroscope.features.payments.recalls.reasons import refusal_of
from giroscope.features.payments.sending import SendState
from giroscope.kernel.text import recognised


class Step(StrEnum):
    """What is next for a journal."""

    INVALID = "INVALID"
    OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN"
    PAYMENT_FILE_MISSING = "PAYMENT_FILE_MISSING"
    REFUSED_BY_BANK = "REFUSED_BY_BANK"
    NOT_TAKEN = "NOT_TAKEN"
    HELD = "HELD"
    HELD_BY_RULE = "HELD_BY_RULE"
    RECALL_ASKED = "RECALL_ASKED"
    RECALL_UNKNOWN = "RECALL_UNKNOWN"
    RECALL_NOT_TAKEN = "RECALL_NOT_TAKEN"
    RECALL_REFUSED = "RECALL_REFUSED"
    RECALL_UNANSWERED = "RECALL_UNANSWERED"
    CONTRADICTED = "CONTRADICTED"
    RETURNED = "RETURNED"
    REFUSED_AS_DUPLICATE = "REFUSED_AS_DUPLICATE"
    REJECTED = "REJECTED"
    PARTLY_REJECTED = "PARTLY_REJECTED"
    UNKNOWN_CODE = "UNKNOWN_CODE"
    STATUS_MISSING = "STATUS_MISSING"
    EXECUTION_MISSING = "EXECUTION_MISSING"
    STATEMENT_DISPUTED = "STATEMENT_DISPUTED"
    DOES_NOT_ADD_UP = "DOES_NOT_ADD_UP"
    APPROVAL_ENDED = "APPROVAL_ENDED"
    WAIT_FOR_IMPORT = "WAIT_FOR_IMPORT"
    CONNECT_BANK = "CONNECT_BANK"
    APPROVE = "APPROVE"
    SIGN = "SIGN"
    WAIT_FOR_SENDING = "WAIT_FOR_SENDING"
    WAIT_FOR_RECALL = "WAIT_FOR_RECALL"
    WAIT_FOR_STATUS = "WAIT_FOR_STATUS"
    WAIT_FOR_EXECUTION = "WAIT_FOR_EXECUTION"
    WAIT_FOR_STATEMENT = "WAIT_FOR_STATEMENT"
    PROVE = "PROVE"
    STATEMENT_REPLACED = "STATEMENT_REPLACED"
    SETTLED = "SETTLED"
    NOTHING = "NOTHING"


class Act(StrEnum):
    """What a person can do about it, each by its own right."""

    OPEN_FINDINGS = "OPEN_FINDINGS"
    OPEN_PAYMENTS = "OPEN_PAYMENTS"
    OPEN_STATUS = "OPEN_STATUS"
    OPEN_STATEMENT = "OPEN_STATEMENT"
    OPEN_DOCUMENTS = "OPEN_DOCUMENTS"
    REIMPORT = "REIMPORT"
    UPLOAD_PAYMENT = "UPLOAD_PAYMENT"
    UPLOAD_STATUS = "UPLOAD_STATUS"
    UPLOAD_STATEMENT = "UPLOAD_STATEMENT"
    CONNECT_BANK = "CONNECT_BANK"
    APPROVE = "APPROVE"
    SIGN = "SIGN"
    LIFT_HOLDS = "LIFT_HOLDS"
    RESEND = "RESEND"
    CANCEL = "CANCEL"
    DECIDE = "DECIDE"
    OPEN_RECALL = "OPEN_RECALL"
    DECIDE_STATEMENT = "DECIDE_STATEMENT"
    SETTLE = "SETTLE"
    UNSETTLE = "UNSETTLE"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of a journal when its next step is asked for."""

    state: JournalState
    payments: int = 0
    rejected: int = 0
    resubmitted: int = 0
    """Of those, the ones that other payments stand for by now."""
    booked: int = 0
    returned: int = 0
    """But those that other payments stand for by now."""
    doubts: Mapping[Doubt, int] = field(default_factory=dict)
    alarms: frozenset[str] = frozenset()
    is_unbalanced: bool = False
    has_final: bool = True
    """Whether a final statement is here of what is booked, be it a proof or not."""
    is_disputed: bool = False
    """Whether a statement of it contradicts another, and nobody has decided."""
    is_replaced: bool = False
    """Whether it has statements, and other versions of all of them count."""
    needs_attention: bool = False
    reason: str | None = None
    """The first refused payment's reason code."""
    sending: SendState | None = None
    held: str | None = None
    """Why a file that should leave waits, in words."""
    held_by_rules: int = 0
    """Payments that rules hold back."""
    bank_words: str | None = None
    """What the bank said when it refused the file."""
    recall: RecallStanding | None = None
    settled: str | None = None
    """Why somebody settled just what is wrong with it now."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is next, with what its sentence is filled with."""

    step: Step
    values: Mapping[str, object] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()


_PROVING = (Act.OPEN_STATEMENT, Act.UPLOAD_STATEMENT)
_WAITING = {
    JournalState.RECEIVED: NextStep(Step.WAIT_FOR_IMPORT),
    JournalState.VALIDATED: NextStep(Step.CONNECT_BANK, acts=(Act.CONNECT_BANK,)),
    JournalState.AWAITING_APPROVAL: NextStep(Step.APPROVE, acts=(Act.APPROVE,)),
    JournalState.APPROVED: NextStep(Step.SIGN, acts=(Act.SIGN,)),
    JournalState.SENDING: NextStep(Step.WAIT_FOR_SENDING, acts=(Act.CANCEL,)),
    JournalState.SENT: NextStep(Step.WAIT_FOR_STATUS, acts=(Act.UPLOAD_STATUS,)),
    JournalState.ACCEPTED: NextStep(Step.WAIT_FOR_EXECUTION, acts=(Act.OPEN_STATUS,)),
    JournalState.PARTIALLY_ACCEPTED: NextStep(
        Step.WAIT_FOR_EXECUTION, acts=(Act.OPEN_STATUS,)
    ),
    JournalState.EXECUTED: NextStep(
        Step.WAIT_FOR_STATEMENT, acts=(Act.UPLOAD_STATEMENT,)
    ),
    JournalState.BOOKED: NextStep(Step.PROVE, acts=_PROVING),
}


_OPEN_ENDED = frozenset({JournalState.VALIDATED, JournalState.BOOKED})
"""States in which what is lacking was settled too."""


def next_step(now: Situation) -> NextStep:
    """The one thing that comes next for a journal in this situation."""
    if now.settled is not None:
        return _after_settling(now)
    trouble = _trouble(now)
    if trouble is not None:
        return trouble
    if now.recall is not None and now.recall.silent:
        values = {"count": now.recall.silent}
        return NextStep(Step.WAIT_FOR_RECALL, values, (Act.OPEN_RECALL,))
    if not now.payments and now.state is JournalState.BOOKED:
        # A statement of its own is at its end when it is here.
        if now.is_replaced:
            return NextStep(Step.STATEMENT_REPLACED, acts=(Act.OPEN_STATEMENT,))
        return NextStep(Step.NOTHING)
    if now.state is JournalState.BOOKED and not now.has_final:
        # A notification told of it; the day is not over.
        return NextStep(Step.WAIT_FOR_STATEMENT, acts=_PROVING)
    return _WAITING.get(now.state, NextStep(Step.NOTHING))


def _after_settling(now: Situation) -> NextStep:
    """What is still on its way goes on; what was wrong can be taken up again."""
    waiting = _WAITING.get(now.state) if now.state not in _OPEN_ENDED else None
    if waiting is None:
        return NextStep(Step.SETTLED, {"why": now.settled}, (Act.UNSETTLE,))
    return replace(waiting, acts=(*waiting.acts, Act.UNSETTLE))


def _trouble(now: Situation) -> NextStep | None:
    for found in (
        _of_outcome(now), _of_rules(now), _of_recall(now), _of_answers(now),
        _of_what_lacks(now),
    ):  # fmt: skip
        if found is not None:
            return found
    return None


def _of_outcome(now: Situation) -> NextStep | None:
    """Where nobody may act on the payments before it is clear what became of them."""
    if now.state is JournalState.INVALID:
        return NextStep(
            Step.INVALID, acts=(Act.OPEN_FINDINGS, Act.REIMPORT, Act.SETTLE)
        )
    if now.state is JournalState.UNKNOWN:
        if not now.payments:
            return NextStep(Step.PAYMENT_FILE_MISSING, acts=(Act.UPLOAD_PAYMENT,))
        return NextStep(Step.OUTCOME_UNKNOWN, acts=(Act.DECIDE, Act.UPLOAD_STATUS))
    if count := now.doubts.get(Doubt.CONTRADICTED):
        acts = (Act.OPEN_STATUS, Act.UPLOAD_STATEMENT, Act.SETTLE)
        return NextStep(Step.CONTRADICTED, {"count": count}, acts)
    return _of_sending(now)


def _of_sending(now: Situation) -> NextStep | None:
    """Where a signed file did not get to its bank, or may not have."""
    if now.sending is SendState.REFUSED and now.state is JournalState.REJECTED:
        acts = (Act.RESEND, Act.UPLOAD_PAYMENT, Act.CANCEL)
        return NextStep(Step.REFUSED_BY_BANK, _words(now.bank_words), acts)
    if now.sending is SendState.NOT_TAKEN and now.state is JournalState.APPROVED:
        return NextStep(Step.NOT_TAKEN, acts=(Act.RESEND, Act.CANCEL))
    if now.held is not None and now.state is JournalState.SENDING:
        why = {"reason": recognised(now.held)}
        return NextStep(Step.HELD, why, (Act.CONNECT_BANK, Act.CANCEL))
    return None


def _of_rules(now: Situation) -> NextStep | None:
    """Where rules hold payments back, and a person has to say that they may leave."""
    if not now.held_by_rules or now.state not in UNSIGNED:
        return None
    values = {"count": now.held_by_rules, "of": now.payments}
    return NextStep(Step.HELD_BY_RULE, values, (Act.LIFT_HOLDS, Act.OPEN_PAYMENTS))


def _of_recall(now: Situation) -> NextStep | None:
    """Where payments were asked back, and a person has something to do about it."""
    recall = now.recall
    if recall is None:
        return None
    if recall.is_asked:
        return NextStep(Step.RECALL_ASKED, acts=(Act.OPEN_RECALL,))
    if recall.in_trouble is not None:
        is_open = recall.in_trouble is SendState.UNKNOWN
        step = Step.RECALL_UNKNOWN if is_open else Step.RECALL_NOT_TAKEN
        return NextStep(step, acts=(Act.OPEN_RECALL,))
    if recall.refused:
        values: dict[str, object] = {"count": recall.refused, "of": now.payments}
        if recall.reason is not None:
            known = refusal_of(recall.reason)
            values["reason"] = recall.reason
            values["meaning"] = known.meaning if known else ""
        acts = (Act.OPEN_RECALL, Act.OPEN_PAYMENTS, Act.SETTLE)
        return NextStep(Step.RECALL_REFUSED, values, acts)
    if RECALL_MISSING in now.alarms:
        values = {"count": recall.silent}
        return NextStep(Step.RECALL_UNANSWERED, values, (Act.OPEN_RECALL, Act.SETTLE))
    return None


def _words(said: str | None) -> dict[str, object]:
    return {} if said is None else {"reason": said}


def _of_answers(now: Situation) -> NextStep | None:
    """What banks said or did that asks for something."""
    if now.returned:
        acts: tuple[Act, ...] = (Act.OPEN_PAYMENTS, Act.OPEN_STATEMENT, Act.SETTLE)
        return NextStep(Step.RETURNED, {"count": now.returned}, acts)
    if count := now.doubts.get(Doubt.DUPLICATE):
        acts = (Act.OPEN_STATUS, Act.OPEN_STATEMENT, Act.SETTLE)
        return NextStep(Step.REFUSED_AS_DUPLICATE, {"count": count}, acts)
    refused = now.rejected - now.resubmitted
    is_file = now.state is JournalState.REJECTED and not now.resubmitted
    if refused or is_file:
        is_whole = refused == now.payments or is_file
        step = Step.REJECTED if is_whole else Step.PARTLY_REJECTED
        values: dict[str, object] = {"count": refused, "of": now.payments}
        if now.reason is not None:
            values["reason"] = now.reason
            values["meaning"] = meaning_of(now.reason) or ""
        acts = (Act.OPEN_PAYMENTS, Act.OPEN_STATUS, Act.SETTLE)
        return NextStep(step, values, acts)
    if count := now.doubts.get(Doubt.UNKNOWN):
        acts = (Act.OPEN_STATUS, Act.SETTLE)
        return NextStep(Step.UNKNOWN_CODE, {"count": count}, acts)
    return None


def _of_what_lacks(now: Situation) -> NextStep | None:
    """What should be here and is not, or is here and does not fit."""
    if EXECUTION_MISSING in now.alarms:
        # More than silence: a statement that is here proves that it was not paid.
        acts: tuple[Act, ...] = (Act.OPEN_STATUS, Act.UPLOAD_STATUS, Act.SETTLE)
        return NextStep(Step.EXECUTION_MISSING, acts=acts)
    if STATUS_MISSING in now.alarms:
        acts = (Act.UPLOAD_STATUS, Act.OPEN_STATUS, Act.SETTLE)
        return NextStep(Step.STATUS_MISSING, acts=acts)
    if now.is_disputed:
        acts = (Act.DECIDE_STATEMENT, Act.OPEN_STATEMENT)
        return NextStep(Step.STATEMENT_DISPUTED, acts=acts)
    if now.is_unbalanced:
        acts = (Act.OPEN_STATEMENT, Act.REIMPORT, Act.SETTLE)
        return NextStep(Step.DOES_NOT_ADD_UP, acts=acts)
    if now.state is JournalState.CANCELLED and now.needs_attention:
        acts = (Act.OPEN_PAYMENTS, Act.SETTLE)
        return NextStep(Step.APPROVAL_ENDED, acts=acts)
    return None
