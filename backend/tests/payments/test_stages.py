"""Which of a bank's words on a payment counts: tables of cases, and every order."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.payments.stages import (
    NAME_CHECKS,
    SETTLED,
    STAGES,
    Decision,
    Doubt,
    Level,
    PaymentState,
    Word,
    decided,
    state_of,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def word(
    status: str,
    at: int | None = 0,
    *,
    level: Level = Level.PAYMENT,
    report: int | None = None,
    reasons: tuple[str, ...] = (),
) -> Word:
    """A line of a report of its own, stated so many hours after noon."""
    stated = None if at is None else NOON + timedelta(hours=at)
    number = report if report is not None else hash((status, at, level, reasons))
    return Word(number, level, status, stated, frozenset(reasons))


def found(*words: Word) -> Decision:
    """What counts of these, which is something."""
    decision = decided(words)
    assert decision is not None
    return decision


def told(decision: Decision) -> tuple[object, ...]:
    """All of a decision but which of two equal reports it was read from."""
    word = decision.word
    return word.status, word.stated, word.level, word.reasons, decision.doubt


CASES = {
    "a stage after the other": (
        [word("ACTC", 0), word("ACCP", 1), word("ACSP", 2), word("ACSC", 3)],
        "ACSC", None,
    ),
    "a late first stage changes nothing": (
        [word("ACSC", 3), word("ACTC", 5)], "ACSC", None,
    ),
    "a refusal while it is carried out is real": (
        [word("ACSP", 2), word("RJCT", 3, reasons=("AC04",))], "RJCT", None,
    ),
    "a settlement stated before its refusal leaves it refused, and doubtful": (
        [word("ACSC", 2), word("RJCT", 3)], "RJCT", Doubt.CONTRADICTED,
    ),
    "a settlement stated after a refusal counts, and is doubtful": (
        [word("RJCT", 2), word("ACSC", 3)], "ACSC", Doubt.CONTRADICTED,
    ),
    "the furthest settlement counts once one was stated after a refusal": (
        [word("CPUC", None), word("BLCK", 1), word("ACSC", 2)],
        "CPUC", Doubt.CONTRADICTED,
    ),
    "accepted after a refusal stays refused, and is doubtful": (
        [word("RJCT", 2), word("ACCP", 3)], "RJCT", Doubt.CONTRADICTED,
    ),
    "what is said of the batch after a payment of it was refused is of the others": (
        [
            word("RJCT", 0), word("ACCP", 1, level=Level.BATCH),
            word("ACSC", 2, level=Level.BATCH), word("ACSC", None, level=Level.FILE),
        ],
        "RJCT", None,
    ),
    "a payment is settled after its whole file was refused": (
        [word("RJCT", 0, level=Level.FILE), word("ACSC", 2)],
        "ACSC", Doubt.CONTRADICTED,
    ),
    "a batch is settled after it was refused": (
        [word("RJCT", 0, level=Level.BATCH), word("ACSC", 2, level=Level.BATCH)],
        "ACSC", Doubt.CONTRADICTED,
    ),
    "without times a refusal counts": (
        [word("RJCT", None), word("ACSC", None)], "RJCT", Doubt.CONTRADICTED,
    ),
    "a second copy is refused, the first one lives": (
        [word("ACCP", 0), word("RJCT", 1, reasons=("DU01",))], "ACCP", None,
    ),
    "refused as a duplicate and nothing else known": (
        [word("RJCT", 1, reasons=("AM05", "DU01"))], "RJCT", Doubt.DUPLICATE,
    ),
    "a duplicate with another fault is refused for good": (
        [word("ACCP", 0), word("RJCT", 1, reasons=("AM05", "AC01"))], "RJCT", None,
    ),
    "checked for form, then refused as a duplicate": (
        [word("ACTC", 0), word("RJCT", 1, reasons=("AM05",))],
        "RJCT", Doubt.DUPLICATE,
    ),
    "an unknown code alone waits for a person": (
        [word("HMMM", 1)], "HMMM", Doubt.UNKNOWN,
    ),
    "an unknown code changes no known one": (
        [word("HMMM", 9), word("ACCP", 1)], "ACCP", Doubt.UNKNOWN,
    ),
    "on hold after being accepted": (
        [word("ACCP", 0), word("PDNG", 1)], "PDNG", None,
    ),
    "names were checked before it was accepted": (
        [word("RVCM", 0, level=Level.FILE), word("RVNM", 0), word("ACTC", 1)],
        "ACTC", None,
    ),
    "cancelled as asked": ([word("ACCP", 0), word("CANC", 1)], "CANC", None),
    "blocked on its way": ([word("ACWP", 0), word("BLCK", 1)], "BLCK", None),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_decision_is_the_same_in_every_order(case: str) -> None:
    words, status, doubt = CASES[case]
    for order in permutations(words):
        decision = found(*order)
        assert (decision.word.status, decision.doubt) == (status, doubt), order


def test_in_one_report_the_line_nearest_to_the_payment_counts() -> None:
    said = [
        word("ACCP", report=1, level=Level.FILE),
        word("PART", report=1, level=Level.BATCH),
        word("PDNG", report=1, level=Level.PAYMENT),
    ]
    assert found(*said).word.status == "PDNG"
    # The next report speaks of the whole file, and so of this payment too.
    later = word("ACSC", 2, report=2, level=Level.FILE)
    assert found(*said, later).word.status == "ACSC"


def test_nothing_said_decides_nothing() -> None:
    assert decided([]) is None


statuses = st.sampled_from([*STAGES, "HMMM", "XY"])
words = st.builds(
    Word,
    report=st.integers(1, 4),
    level=st.sampled_from(Level),
    status=statuses,
    stated=st.none() | st.integers(0, 5).map(lambda h: NOON + timedelta(hours=h)),
    reasons=st.frozensets(
        st.sampled_from(["AM05", "DU01", "AC04", "NARR"]), max_size=2
    ),
)


@given(st.lists(words, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_any_order_of_the_same_words_gives_the_same_end(
    said: list[Word], chance: object
) -> None:
    mixed = list(said)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert told(found(*said)) == told(found(*mixed))


@given(st.lists(words, min_size=1, max_size=6), st.data())
def test_the_same_words_again_change_nothing(
    said: list[Word], data: st.DataObject
) -> None:
    again = data.draw(st.lists(st.sampled_from(said), max_size=4))
    assert told(found(*said, *again)) == told(found(*said))


@given(st.lists(words, min_size=1, max_size=6), words)
def test_a_further_report_never_sets_a_payment_back(
    said: list[Word], more: Word
) -> None:
    # A report of its own: within one report the nearer line corrects the other.
    other = Word(99, more.level, more.status, more.stated, more.reasons)
    before, after = found(*said).word, found(*said, other).word
    # What overrules a refusal is a settlement only.
    assert after.rank >= before.rank or (before.is_refusal and after.status in SETTLED)


@given(st.lists(words, min_size=1, max_size=6))
def test_what_nobody_knows_is_never_taken_for_an_acceptance(said: list[Word]) -> None:
    decision = found(*said)
    if decision.word.status not in STAGES:
        assert all(
            each.status not in STAGES
            for each in said
            if each.report == decision.word.report and each.level == decision.word.level
        )
        assert state_of(decision.word.status) is PaymentState.PENDING
        assert decision.doubt is Doubt.UNKNOWN


def test_every_code_of_the_table_has_a_place_and_words() -> None:
    assert len(STAGES) >= 24
    assert STAGES.keys() >= NAME_CHECKS | SETTLED
    for code, stage in STAGES.items():
        assert len(code) == 4
        assert stage.rank > 0
        assert stage.meaning
        assert not stage.meaning.endswith(".")
