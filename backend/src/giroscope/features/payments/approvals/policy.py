"""Who may approve, reject, take back and sign, and when all approvals are there.

Decides only; changes nothing. A person here is who could be using an account: accounts
that somebody made, or whose credentials they set, count as that somebody.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from giroscope.features.payments.approvals import errors
from giroscope.features.payments.approvals.rules import Rule
from giroscope.features.payments.approvals.tables import CaseState, Expiry
from giroscope.kernel.errors import AppError, InvalidInput

WAITS = timedelta(days=14)
"""How long a document waits for its approvals."""
LONGEST_REASON = 500
LONGEST_DELEGATION = timedelta(days=366)

Refusal = type[AppError]


class Vote(NamedTuple):
    """An approval that stands: who gave it, and whose place it fills."""

    person: str
    for_person: str | None = None

    @property
    def place(self) -> str:
        """Whom the rules may have named."""
        return self.for_person or self.person


@dataclass(frozen=True, slots=True)
class Case:
    """A document up for approval, with all that a decision about it looks at."""

    state: CaseState
    expires: datetime
    execution_date: date | None
    rules: tuple[Rule, ...]
    uploaders: frozenset[str]
    votes: tuple[Vote, ...]
    decided_by: str | None = None
    is_valid: bool = True
    """Whether the checks let it be sent."""
    is_held: bool = False
    """Whether a rule holds a payment of it back."""
    behind: frozenset[str] = frozenset()
    """Who stands behind it beside the uploaders; nobody of them is a second person."""

    @property
    def actors(self) -> frozenset[str]:
        """Everybody who stands behind it."""
        return self.uploaders | self.behind


@dataclass(frozen=True, slots=True)
class Somebody:
    """Who asks, and for whom else they may act today."""

    id: str
    is_approver: bool
    acts_for: tuple[str, ...] = ()
    hands: Mapping[str, frozenset[str]] | None = None
    """Everybody who could be using an account, where others had a say in it."""

    def are_one(self, person: str, others: Collection[str]) -> bool:
        """Whether one person could be using this account and one of the others."""
        own = self._hand(person)
        return any(not own.isdisjoint(self._hand(other)) for other in others)

    def _hand(self, person: str) -> frozenset[str]:
        return (self.hands or {}).get(person, frozenset({person}))


def filled(rule: Rule, votes: Sequence[Vote]) -> dict[int, Vote]:
    """Which vote is which step of the rule.

    In order, a vote counts for the step that waits when it is given. Else votes are
    given steps so that as many as possible are filled.
    """
    if rule.is_in_order:
        done: dict[int, Vote] = {}
        for vote in votes:
            step = len(done)
            if step < len(rule.steps) and rule.steps[step].takes(vote.place):
                done[step] = vote
        return done
    found: dict[int, int] = {}
    for place in range(len(votes)):
        _fit(rule, votes, place, found, set())
    return {step: votes[place] for step, place in found.items()}


def _fit(
    rule: Rule, votes: Sequence[Vote], place: int, found: dict[int, int], seen: set[int]
) -> bool:
    """Find a step for a vote, moving others where that helps (augmenting paths)."""
    for step, wanted in enumerate(rule.steps):
        if step in seen or not wanted.takes(votes[place].place):
            continue
        seen.add(step)
        if step not in found or _fit(rule, votes, found[step], found, seen):
            found[step] = place
            return True
    return False


def missing(case: Case) -> int:
    """How many approvals are needed at least, until every rule is met."""
    return max(len(rule.steps) - len(filled(rule, case.votes)) for rule in case.rules)


def awaited(case: Case) -> tuple[str, ...]:
    """Whom it waits for by the rule that lacks most, where its steps name one each."""
    lacking = [
        [step for place, step in enumerate(rule.steps) if place not in done]
        for rule in case.rules
        for done in (filled(rule, case.votes),)
    ]
    steps = max(lacking, key=len, default=[])
    named = tuple(person for step in steps for person in step.persons)
    return named if all(len(step.persons) == 1 for step in steps) else ()


def helps(case: Case, vote: Vote) -> bool:
    """Whether this vote would bring any of the rules further."""
    with_it = (*case.votes, vote)
    return any(
        len(filled(rule, with_it)) > len(filled(rule, case.votes))
        for rule in case.rules
    )


def state_now(case: Case, now: datetime) -> CaseState:
    """How it stands at this moment, also where nobody has written that down yet."""
    waits = case.state in {CaseState.OPEN, CaseState.APPROVED}
    return CaseState.EXPIRED if waits and expiry(case, now) else case.state


def expiry(case: Case, now: datetime) -> Expiry | None:
    """Why its time is over, if it is.

    A day has passed when it has in every time zone of the banks: none of them is
    behind UTC.
    """
    if case.execution_date is not None and case.execution_date < now.date():
        return Expiry.EXECUTION_DATE_PASSED
    return Expiry.WAITED_TOO_LONG if case.expires <= now else None


def expires_after(now: datetime) -> datetime:
    """Until when a document waits that begins to wait now."""
    return now + WAITS


_ENDED: Mapping[CaseState, Refusal] = {
    CaseState.REJECTED: errors.AlreadyRejected,
    CaseState.EXPIRED: errors.Expired,
    CaseState.RELEASED: errors.AlreadyReleased,
    CaseState.ANSWERED: errors.Answered,
}


def _against_deciding(case: Case, who: Somebody, now: datetime) -> Refusal | None:
    """What forbids any decision by this person."""
    if not who.is_approver:
        return errors.NotApprover
    if who.id in case.uploaders:
        return errors.OwnUpload
    if who.are_one(who.id, case.uploaders):
        return errors.TiedToUploader
    if who.are_one(who.id, case.behind):
        return errors.StandsBehind
    return _ENDED.get(state_now(case, now))


def against_approving(case: Case, who: Somebody, now: datetime) -> Refusal | None:
    """Why this person cannot approve, or None."""
    refusal = _against_deciding(case, who, now)
    if refusal is not None:
        return refusal
    if case.state is CaseState.APPROVED:
        return errors.Complete
    if not case.is_valid:
        return errors.InvalidDocument
    given = {vote.person for vote in case.votes}
    if who.id in given:
        return errors.AlreadyApproved
    if who.are_one(who.id, given):
        return errors.TiedToApprover
    return None if vote_of(case, who) else errors.NotYourTurn


def vote_of(case: Case, who: Somebody) -> Vote | None:
    """The vote this person can give: their own, else in the place of somebody."""
    places = {vote.place for vote in case.votes}
    if who.id in places:
        # Somebody has taken this person's place already.
        return None
    candidates = [Vote(who.id)]
    candidates += [
        Vote(who.id, absent)
        for absent in who.acts_for
        if absent not in places | {vote.person for vote in case.votes}
        and not who.are_one(absent, case.actors)
    ]
    return next((vote for vote in candidates if helps(case, vote)), None)


def against_rejecting(case: Case, who: Somebody, now: datetime) -> Refusal | None:
    """Why this person cannot reject, or None."""
    return _against_deciding(case, who, now)


def against_undoing(case: Case, who: Somebody, now: datetime) -> Refusal | None:
    """Why this person has nothing to take back, or None."""
    state = state_now(case, now)
    if state is CaseState.REJECTED:
        return None if case.decided_by == who.id else errors.NothingToUndo
    if state in _ENDED:
        return _ENDED[state]
    is_given = any(vote.person == who.id for vote in case.votes)
    return None if is_given else errors.NothingToUndo


def against_signing(case: Case, who: Somebody, now: datetime) -> Refusal | None:
    """Why this person cannot sign, or None."""
    refusal = _against_deciding(case, who, now)
    if refusal is not None:
        return refusal
    if not case.is_valid:
        return errors.InvalidDocument
    if case.is_held:
        return errors.HeldByRule
    return errors.Incomplete if missing(case) else None


def against_reopening(case: Case, who: Somebody, now: datetime) -> Refusal | None:
    """Why this person cannot let it wait once more, or None.

    Whoever approves may ask, and whoever handed it in: it decides nothing.
    """
    if not (who.is_approver or who.id in case.uploaders):
        return errors.NotApprover
    if state_now(case, now) is not CaseState.EXPIRED:
        return errors.NotReopenable
    if expiry(case, now) is Expiry.EXECUTION_DATE_PASSED:
        return errors.NotReopenable
    return None


def stale(case: Case, who: Somebody, approvers: Collection[str]) -> tuple[Vote, ...]:
    """Votes that count no more: of nobody who approves now, or of one with another."""
    found: list[Vote] = []
    kept: list[str] = []
    for vote in case.votes:
        is_holder = {vote.person, vote.place} <= set(approvers)
        if not is_holder or who.are_one(vote.person, [*case.actors, *kept]):
            found.append(vote)
        else:
            kept.append(vote.person)
    return tuple(found)


def ensure(refusal: Refusal | None) -> None:
    """Pass silently, or refuse.

    Raises:
        AppError: What was found to forbid it.
    """
    if refusal is not None:
        raise refusal


def a_reason(text: str | None, *, is_needed: bool) -> str | None:
    """The reason as it is kept.

    Raises:
        ReasonNeeded: There is none.
        InvalidInput: It is too long.
    """
    reason = (text or "").replace("\0", "").strip()
    if len(reason) > LONGEST_REASON:
        raise InvalidInput(
            f"A reason has at most {LONGEST_REASON} characters", path="reason"
        )
    if is_needed and not reason:
        raise errors.ReasonNeeded(path="reason")
    return reason or None


def ensure_delegable(
    from_id: str, to_id: str, days: tuple[date, date], today: date
) -> None:
    """Pass silently, or refuse.

    Raises:
        BadDelegation: To oneself, in the past, or for longer than a year.
    """
    first, last = days
    if from_id == to_id:
        raise errors.BadDelegation("Choose somebody else", path="personId")
    if last < first:
        raise errors.BadDelegation("The last day is before the first", path="toDay")
    if last < today:
        raise errors.BadDelegation("These days are over", path="toDay")
    if last - first > LONGEST_DELEGATION:
        raise errors.BadDelegation("At most a year at a time", path="toDay")


def ensure_hash(seen: str, stored: str) -> None:
    """Pass silently, or refuse: a decision is about the bytes that were read.

    Raises:
        DocumentChanged: They are others.
    """
    if seen.strip().lower() != stored:
        raise errors.DocumentChanged(path="sha256")
