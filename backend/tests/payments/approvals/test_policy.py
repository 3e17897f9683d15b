"""Who may approve, take back and sign, as plain tables of cases."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.payments.approvals import errors, policy
from giroscope.features.payments.approvals.policy import Case, Somebody, Vote
from giroscope.features.payments.approvals.rules import FOUR_EYES, Rule, Step
from giroscope.features.payments.approvals.tables import CaseState, Expiry
from giroscope.kernel.errors import InvalidInput

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
CASE = Case(
    state=CaseState.OPEN,
    expires=NOW + timedelta(days=1),
    execution_date=date(2026, 3, 3),
    rules=(FOUR_EYES,),
    uploaders=frozenset({"uma"}),
    votes=(),
)
TWO = Rule("two", (Step(), Step()))
ALBA = Somebody("alba", is_approver=True)


def tied(*pairs: tuple[str, str]) -> dict[str, frozenset[str]]:
    """Accounts that are in another's hand."""
    return {person: frozenset({person, hand}) for person, hand in pairs}


@pytest.mark.parametrize(
    ("case", "who", "refusal"),
    [
        (CASE, ALBA, None),
        (CASE, Somebody("alba", is_approver=False), errors.NotApprover),
        (CASE, Somebody("uma", is_approver=True), errors.OwnUpload),
        (
            CASE,
            Somebody("alba", is_approver=True, hands=tied(("alba", "uma"))),
            errors.TiedToUploader,
        ),
        (
            CASE,
            Somebody("alba", is_approver=True, hands=tied(("uma", "alba"))),
            errors.TiedToUploader,
        ),
        (replace(CASE, is_valid=False), ALBA, errors.InvalidDocument),
        (replace(CASE, state=CaseState.APPROVED), ALBA, errors.Complete),
        (replace(CASE, state=CaseState.REJECTED), ALBA, errors.AlreadyRejected),
        (replace(CASE, state=CaseState.RELEASED), ALBA, errors.AlreadyReleased),
        (replace(CASE, state=CaseState.ANSWERED), ALBA, errors.Answered),
        (replace(CASE, expires=NOW), ALBA, errors.Expired),
        (replace(CASE, execution_date=date(2026, 3, 1)), ALBA, errors.Expired),
        (replace(CASE, execution_date=date(2026, 3, 2)), ALBA, None),
        (
            replace(CASE, rules=(TWO,), votes=(Vote("alba"),)),
            ALBA,
            errors.AlreadyApproved,
        ),
        (
            replace(CASE, rules=(TWO,), votes=(Vote("bo"),)),
            Somebody("alba", is_approver=True, hands=tied(("alba", "bo"))),
            errors.TiedToApprover,
        ),
        (
            replace(CASE, rules=(Rule("bo", (Step(("bo",)),)),)),
            ALBA,
            errors.NotYourTurn,
        ),
        (
            replace(CASE, rules=(Rule("bo", (Step(("bo",)),)),)),
            Somebody("alba", is_approver=True, acts_for=("bo",)),
            None,
        ),
        (
            replace(CASE, rules=(Rule("uma", (Step(("uma",)),)),)),
            Somebody("alba", is_approver=True, acts_for=("uma",)),
            errors.NotYourTurn,
        ),
    ],
)
def test_who_may_approve(
    case: Case, who: Somebody, refusal: type[Exception] | None
) -> None:
    assert policy.against_approving(case, who, NOW) is refusal


def test_rules_in_order_wait_for_the_first_person() -> None:
    rule = Rule("order", (Step(("bo",)), Step(("alba",))), is_in_order=True)
    case = replace(CASE, rules=(rule,))
    assert policy.against_approving(case, ALBA, NOW) is errors.NotYourTurn
    begun = replace(case, votes=(Vote("bo"),))
    assert policy.against_approving(begun, ALBA, NOW) is None
    done = replace(begun, votes=(Vote("bo"), Vote("alba")))
    assert policy.missing(done) == 0


def test_an_approval_counts_in_every_rule_that_it_fits() -> None:
    rules = (TWO, Rule("bo", (Step(("bo",)),)))
    case = replace(CASE, rules=rules, votes=(Vote("bo"),))
    assert policy.missing(case) == 1
    assert policy.missing(replace(case, votes=(Vote("bo"), Vote("alba")))) == 0
    assert policy.missing(replace(case, votes=(Vote("cia"), Vote("alba")))) == 1


def test_people_are_awaited_where_the_rules_name_them() -> None:
    two = Rule("Two", (Step(("bo",)), Step(("alba",))))
    case = replace(CASE, rules=(FOUR_EYES, two))
    assert policy.awaited(case) == ("bo", "alba")
    assert policy.awaited(replace(case, votes=(Vote("bo"),))) == ("alba",)
    assert policy.awaited(replace(case, votes=(Vote("bo"), Vote("alba")))) == ()
    anybody = Rule("Anybody", (Step(), Step(("bo",))))
    assert policy.awaited(replace(CASE, rules=(anybody,))) == ()
    assert (
        policy.awaited(replace(CASE, rules=(Rule("Either", (Step(("bo", "al")),)),)))
        == ()
    )


def test_who_has_acted_for_another_is_not_acted_for() -> None:
    named = Rule("named", (Step(("alba",)), Step(("bo",))))
    case = replace(CASE, rules=(named,), votes=(Vote("bo", "alba"),))
    cia = Somebody("cia", is_approver=True, acts_for=("bo", "alba"))
    assert policy.against_approving(case, cia, NOW) is errors.NotYourTurn
    fresh = replace(case, votes=(Vote("dan", "alba"),))
    assert policy.vote_of(fresh, cia) == Vote("cia", "bo")


def test_an_approval_need_not_help_every_rule() -> None:
    rules = (Rule("bo", (Step(("bo",)),)), Rule("alba", (Step(("alba",)),)))
    case = replace(CASE, rules=rules)
    assert policy.against_approving(case, ALBA, NOW) is None
    assert policy.missing(replace(case, votes=(Vote("alba"),))) == 1


def test_ones_own_place_goes_before_that_of_another() -> None:
    cia = Somebody("cia", is_approver=True, acts_for=("bo",))
    assert policy.vote_of(replace(CASE, rules=(TWO,)), cia) == Vote("cia")


def test_a_document_waits_a_fortnight() -> None:
    assert policy.expires_after(NOW) == NOW + timedelta(days=14)
    last = replace(CASE, execution_date=None, expires=NOW + timedelta(microseconds=1))
    assert policy.expiry(last, NOW) is None
    assert policy.expiry(replace(last, expires=NOW), NOW) is Expiry.WAITED_TOO_LONG


def test_votes_are_given_steps_so_that_most_are_filled() -> None:
    rule = Rule("mixed", (Step(), Step(("alba",))))
    filled = policy.filled(rule, (Vote("alba"), Vote("bo")))
    assert filled == {1: Vote("alba"), 0: Vote("bo")}


def test_whose_place_was_taken_does_not_approve_again() -> None:
    case = replace(CASE, rules=(TWO,), votes=(Vote("bo", "alba"),))
    assert policy.against_approving(case, ALBA, NOW) is errors.NotYourTurn
    bo = Somebody("bo", is_approver=True, acts_for=("cia",))
    assert policy.against_approving(case, bo, NOW) is errors.AlreadyApproved


@pytest.mark.parametrize(
    ("case", "refusal"),
    [
        (replace(CASE, votes=(Vote("bo"),), state=CaseState.APPROVED), None),
        (CASE, errors.Incomplete),
        (replace(CASE, votes=(Vote("bo"),), is_valid=False), errors.InvalidDocument),
        (replace(CASE, votes=(Vote("bo"),), expires=NOW), errors.Expired),
        (replace(CASE, votes=(Vote("bo"),), is_held=True), errors.HeldByRule),
        (
            replace(CASE, votes=(Vote("bo"),), state=CaseState.APPROVED, expires=NOW),
            errors.Expired,
        ),
        (
            replace(CASE, votes=(Vote("bo"),), state=CaseState.REJECTED),
            errors.AlreadyRejected,
        ),
        (
            replace(CASE, votes=(Vote("bo"),), state=CaseState.ANSWERED),
            errors.Answered,
        ),
    ],
)
def test_who_may_sign(case: Case, refusal: type[Exception] | None) -> None:
    assert policy.against_signing(case, ALBA, NOW) is refusal
    uploader = Somebody("uma", is_approver=True)
    assert policy.against_signing(case, uploader, NOW) is errors.OwnUpload
    other = Somebody("eve", is_approver=False)
    assert policy.against_signing(case, other, NOW) is errors.NotApprover


@pytest.mark.parametrize(
    ("case", "refusal"),
    [
        (CASE, errors.NothingToUndo),
        (replace(CASE, votes=(Vote("alba"),)), None),
        (replace(CASE, votes=(Vote("bo"),)), errors.NothingToUndo),
        (replace(CASE, state=CaseState.REJECTED, decided_by="alba"), None),
        (
            replace(CASE, state=CaseState.REJECTED, decided_by="bo"),
            errors.NothingToUndo,
        ),
        (
            replace(CASE, state=CaseState.RELEASED, votes=(Vote("alba"),)),
            errors.AlreadyReleased,
        ),
        (replace(CASE, votes=(Vote("alba"),), expires=NOW), errors.Expired),
    ],
)
def test_who_has_something_to_take_back(
    case: Case, refusal: type[Exception] | None
) -> None:
    assert policy.against_undoing(case, ALBA, NOW) is refusal


def test_what_waited_too_long_waits_again_but_no_day_comes_back() -> None:
    waited = replace(CASE, expires=NOW, state=CaseState.EXPIRED)
    assert policy.against_reopening(waited, ALBA, NOW) is None
    uploader = Somebody("uma", is_approver=False)
    assert policy.against_reopening(waited, uploader, NOW) is None
    other = Somebody("eve", is_approver=False)
    assert policy.against_reopening(waited, other, NOW) is errors.NotApprover
    late = replace(waited, execution_date=date(2026, 3, 1))
    assert policy.expiry(late, NOW) is Expiry.EXECUTION_DATE_PASSED
    assert policy.against_reopening(late, ALBA, NOW) is errors.NotReopenable
    assert policy.against_reopening(CASE, ALBA, NOW) is errors.NotReopenable


def test_votes_of_people_who_approve_no_longer_are_stale() -> None:
    votes = (Vote("alba"), Vote("bo"), Vote("cia", "dan"))
    case = replace(CASE, votes=votes)
    assert policy.stale(case, ALBA, {"alba", "bo", "cia", "dan"}) == ()
    assert policy.stale(case, ALBA, {"alba", "cia", "dan"}) == (Vote("bo"),)
    assert policy.stale(case, ALBA, {"alba", "bo", "cia"}) == (Vote("cia", "dan"),)
    who = Somebody("x", is_approver=True, hands=tied(("bo", "alba")))
    assert policy.stale(case, who, {"alba", "bo", "cia", "dan"}) == (Vote("bo"),)


@pytest.mark.parametrize(
    ("from_", "to", "days"),
    [
        ("alba", "alba", (date(2026, 3, 2), date(2026, 3, 3))),
        ("alba", "bo", (date(2026, 3, 3), date(2026, 3, 2))),
        ("alba", "bo", (date(2026, 2, 1), date(2026, 3, 1))),
        ("alba", "bo", (date(2026, 3, 2), date(2028, 3, 2))),
        ("alba", "bo", (date(2026, 3, 2), date(2027, 3, 4))),
    ],
)
def test_a_delegation_that_makes_no_sense_is_refused(
    from_: str, to: str, days: tuple[date, date]
) -> None:
    with pytest.raises(errors.BadDelegation):
        policy.ensure_delegable(from_, to, days, date(2026, 3, 2))


@pytest.mark.parametrize(
    "days",
    [
        (date(2026, 3, 2), date(2026, 3, 2)),
        (date(2026, 2, 1), date(2026, 3, 2)),
        (date(2026, 3, 2), date(2027, 3, 3)),
    ],
    ids=["today", "until today", "a year, leap or not"],
)
def test_a_delegation_may_be_for_today_alone_and_for_a_year(
    days: tuple[date, date],
) -> None:
    policy.ensure_delegable("alba", "bo", days, date(2026, 3, 2))


def test_a_reason_is_kept_without_blanks_and_not_too_long() -> None:
    assert policy.a_reason("  why \0", is_needed=True) == "why"
    assert policy.a_reason(" ", is_needed=False) is None
    with pytest.raises(errors.ReasonNeeded):
        policy.a_reason("  ", is_needed=True)
    with pytest.raises(InvalidInput):
        policy.a_reason("x" * 501, is_needed=False)
    assert policy.a_reason("x" * 500, is_needed=True) == "x" * 500


_NAMES = st.sampled_from(["uma", "alba", "bo", "cia", "dan"])


@given(
    st.lists(_NAMES, max_size=12),
    st.lists(st.lists(_NAMES, max_size=3, unique=True), min_size=1, max_size=4),
    st.booleans(),
)
def test_whatever_is_tried_no_person_counts_twice_and_the_uploader_never(
    attempts: list[str], steps: list[list[str]], in_order: bool
) -> None:
    rule = Rule("r", tuple(Step(tuple(p)) for p in steps), is_in_order=in_order)
    case = replace(CASE, rules=(rule,))
    for name in attempts:
        who = Somebody(name, is_approver=True)
        vote = policy.vote_of(case, who)
        if policy.against_approving(case, who, NOW) is None:
            assert vote is not None
            left = policy.missing(case)
            case = replace(case, votes=(*case.votes, vote))
            assert policy.missing(case) == left - 1
    people = [vote.person for vote in case.votes]
    assert len(people) == len(set(people))
    assert "uma" not in people
    filled = policy.filled(rule, case.votes)
    assert all(rule.steps[step].takes(vote.place) for step, vote in filled.items())
