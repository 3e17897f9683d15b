"""What booked statements are to each other: by periods and balances, never by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import pytest

from giroscope.features.statements.relations import (
    CURRENT,
    Fate,
    Judge,
    Reason,
    Verdict,
    Version,
    chain,
    is_related,
)
from giroscope.features.statements.sameness import PENDING, Item
from giroscope.features.statements.tables import Status
from tests.statements.version_factory import item, march, version

DAY = version(1)
"""The 2nd, from 100 to 105."""
MONTH = version(2, 1, 31, "100.00", "130.00")
LEVEL = version(3, 2, 2, "105.00", "105.00", sequence="7")


@pytest.mark.parametrize(
    ("one", "other", "is_chained", "do_touch"),
    [
        # It begins with the balance the other ended with, on that day or later.
        (DAY, version(2, 3, 3, "105.00", "90.00"), True, False),
        (DAY, version(2, 9, 9, "105.00", "90.00"), True, False),
        (version(1, 1, 2), version(2, 2, 3, "105.00", "90.00"), True, True),
        (DAY, version(2, 2, 2, "105.00", "90.00"), True, True),
        # Another balance, or a day before it.
        (DAY, version(2, 3, 3, "106.00", "90.00"), False, False),
        (DAY, version(2, 2, 2, "106.00", "105.00"), False, True),
        (version(1, 3, 4), version(2, 2, 3, "105.00", "90.00"), False, True),
        (version(1, 1, 3), version(2, 2, 4, "105.00", "90.00"), False, True),
        # What tells no balance follows nothing.
        (version(1, closing=None), version(2, opening=None), False, True),
        (DAY, version(2, opening=None), False, True),
        # Numbers and ids tell nothing: the same number follows, another does not.
        (version(1, sequence="0", bank_id="X"),
         version(2, 3, 3, "105.00", "90.00", sequence="0", bank_id="X"), True, False),
        (version(1, sequence="1"), version(2, 2, 2, "100.00", "90.00", sequence="2"),
         False, True),
        # A quiet day goes on where the day before ended, and is followed.
        (DAY, version(2, 3, 3, "105.00", "105.00"), True, False),
        (version(1, 2, 2, "105.00", "105.00"), version(2, 3, 3, "105.00", "90.00"),
         True, False),
        (version(1, 1, 3), version(2, 3, 4, "105.00", "105.00"), True, True),
        # A level statement of the same days is another one where numbers say so,
        (DAY, version(2, 2, 2, "105.00", "105.00"), False, True),
        (version(1, sequence="6"), LEVEL, True, True),
        (version(1, sequence="7", page=1), LEVEL._replace(page=2), True, True),
        (version(1, sequence="7"), LEVEL, False, True),
        (version(1), LEVEL, False, True),
        (LEVEL, LEVEL._replace(id=4, digest="other", sequence="8"), True, True),
        (LEVEL, LEVEL._replace(id=4, digest="other"), False, True),
        # and at the edge of a longer one a part of it.
        (version(1, 1, 1, "0.00", "0.00"), version(2, 1, 31, "0.00", "0.00"),
         False, True),
        (version(1, 1, 1, "0.00", "0.00"), version(2, 1, 31, "0.00", "7.00"),
         False, True),
        (version(1, 1, 31, "0.00", "0.00"), version(2, 31, 31, "0.00", "0.00"),
         False, True),
        (version(1, 1, 31, "0.00", "7.00"), version(2, 31, 31, "7.00", "7.00"),
         False, True),
        (version(1, 1, 31, "0.00", "7.00"), version(2, 31, 31, "7.00", "9.00"),
         True, True),
        # The very same content in two files came twice; in one it is a quiet account.
        (DAY, DAY._replace(id=2, document_id=2), False, True),
        (DAY, DAY._replace(id=2, position=2), False, True),
        (LEVEL, LEVEL._replace(id=4, document_id=4), False, True),
        (LEVEL, LEVEL._replace(id=4, position=2), True, True),
    ],
)  # fmt: skip
def test_a_statement_goes_on_where_another_ended_or_is_held_against_it(
    one: Version, other: Version, *, is_chained: bool, do_touch: bool
) -> None:
    for left, right in ((one, other), (other, one)):
        assert chain(left, right) is is_chained
        assert is_related(left, right) is (do_touch and not is_chained)


def test_parts_of_one_day_that_neither_begin_nor_end_alike_are_not_related() -> None:
    part = version(2, 2, 2, "106.00", "90.00")
    assert not is_related(DAY, part)
    assert is_related(DAY, version(2, 2, 3, "106.00", "90.00"))
    assert is_related(DAY, version(2, 2, 2, None, "90.00"))


Entries = Mapping[int, Sequence[Item]]
EQUAL: Entries = {1: [item(11)], 2: [item(21)]}
OTHER: Entries = {1: [item(11, "5.00")], 2: [item(21, "6.00")]}
MT: dict[str, Any] = {"format": "mt940"}


@dataclass(frozen=True)
class Case:
    """Two statements of the same days, and what the second and the first become."""

    left: Version
    right: Version
    fates: Mapping[int, Fate]
    """Of those that do not count."""
    items: Entries = field(default_factory=dict)
    links: Mapping[int, int] = field(default_factory=dict)
    decided: Mapping[tuple[int, int], Verdict] = field(default_factory=dict)


def replaced(by: int, reason: Reason) -> Fate:
    """The fate of a version that another one corrects."""
    return Fate(Status.REPLACED, by, reason)


def same(as_: int, reason: Reason) -> Fate:
    """The fate of a version whose entries are witnesses of another's."""
    return Fate(Status.SAME, as_, reason)


CASES = {
    "the very same": Case(
        DAY, DAY._replace(id=2, document_id=2),
        {2: Fate(Status.REPEATED, 1, Reason.SAME_BYTES)},
    ),
    "made anew, saying the same": Case(
        version(1, created=6), version(2, created=7),
        {2: same(1, Reason.SAME_CONTENT)}, EQUAL,
    ),
    "the same entries and balances of other days": Case(
        version(1), version(2, 1, 3, closing_date=march(3)), {}, EQUAL,
    ),
    "empty ones of the same days": Case(
        version(1, closing="100.00", entries=0),
        version(2, closing="100.00", entries=0), {2: same(1, Reason.SAME_CONTENT)},
    ),
    "empty ones of other days": Case(
        version(1, closing="100.00", entries=0),
        version(2, 1, 3, closing="100.00", entries=0), {},
    ),
    "another format": Case(
        version(1), version(2, **MT), {2: same(1, Reason.SAME_IN_OTHER_FORMAT)}, EQUAL,
    ),
    "another format that came first": Case(
        version(1, **MT), version(2), {1: same(2, Reason.SAME_IN_OTHER_FORMAT)}, EQUAL,
    ),
    "another format of another period": Case(
        version(1), version(2, 1, 2, **MT), {2: same(1, Reason.SAME_IN_OTHER_FORMAT)},
        EQUAL,
    ),
    "another format that closes on another day": Case(
        version(1), version(2, 2, 3, **MT), {}, EQUAL,
    ),
    "another format with another value date": Case(
        version(1, created=6), version(2, created=7, **MT),
        {1: replaced(2, Reason.CREATED_LATER)},
        {1: [item(11)], 2: [item(21, valued=march(4))]},
    ),
    "another format that lists a batch singly": Case(
        version(1), version(2, **MT), {2: same(1, Reason.SAME_IN_OTHER_FORMAT)},
        {1: [item(11, detail_count=2)], 2: [item(21, "2.00"), item(22, "3.00")]},
    ),
    "another format that lists other payments of a batch's sum": Case(
        version(1), version(2, **MT),
        {2: Fate(Status.DISPUTED, 1, Reason.NOBODY_CAN_TELL)},
        {1: [item(11, detail_count=3)], 2: [item(21, "2.00"), item(22, "3.00")]},
    ),
    "another format that lists a batch's payments on other value dates": Case(
        version(1), version(2, **MT),
        {2: Fate(Status.DISPUTED, 1, Reason.NOBODY_CAN_TELL)},
        {1: [item(11, detail_count=2)],
         2: [item(21, "2.00"), item(22, "3.00", valued=march(3))]},
    ),
    "another format that has no word for what is pending": Case(
        version(1), version(2, **MT), {2: same(1, Reason.SAME_IN_OTHER_FORMAT)},
        {1: [item(11), item(12, "9.00", state=PENDING)], 2: [item(21)]},
    ),
    "corrected, and created later": Case(
        version(1, created=6), version(2, closing="106.00", created=7),
        {1: replaced(2, Reason.CREATED_LATER)}, OTHER,
    ),
    "corrected, and brought in before": Case(
        version(1, closing="106.00", created=7), version(2, created=6),
        {2: replaced(1, Reason.CREATED_LATER)}, OTHER,
    ),
    "corrected under another number": Case(
        version(1, created=6, sequence="1"),
        version(2, closing="106.00", created=7, sequence="2"),
        {1: replaced(2, Reason.CREATED_LATER)}, OTHER,
    ),
    "a corrected opening balance under the same number": Case(
        version(1, created=6, sequence="1"),
        version(2, opening="99.00", created=7, sequence="1"),
        {1: replaced(2, Reason.CREATED_LATER)}, OTHER,
    ),
    "other numbers and other balances of one day": Case(
        version(1, created=6, sequence="1"),
        version(2, opening="99.00", created=7, sequence="2"), {}, OTHER,
    ),
    "two pages that begin with other balances": Case(
        version(1, created=6, sequence="1", page=1),
        version(2, opening="99.00", created=7, sequence="1", page=2), {}, OTHER,
    ),
    "two pages without a number that begin with other balances": Case(
        version(1, created=6, bank_id="X", page=1),
        version(2, opening="99.00", created=7, bank_id="X", page=2), {}, OTHER,
    ),
    "a month over one of its days": Case(
        version(1, 1, 1), version(2, 1, 31, closing="130.00", created=7), {}, OTHER,
    ),
    "cut off, and repaired": Case(
        version(1, 2, 2, closing=None, balanced=None), version(2, 2, 3),
        {1: replaced(2, Reason.ADDS_UP)}, OTHER,
    ),
    "more words for the same bookings": Case(
        version(1), version(2), {1: same(2, Reason.SAME_BOOKINGS)},
        {1: [item(11)], 2: [item(21, name="Alma", remittance="Faktura 7")]},
    ),
    "as many words for the same bookings": Case(
        version(1), version(2), {2: same(1, Reason.SAME_BOOKINGS)},
        {1: [item(11, name="Alma")], 2: [item(21, name="Carl")]},
    ),
    "only one adds up": Case(
        version(1, balanced=False), version(2, closing="106.00"),
        {1: replaced(2, Reason.ADDS_UP)}, OTHER,
    ),
    "what adds up stays, whatever comes": Case(
        version(1), version(2, closing="106.00", balanced=False),
        {2: replaced(1, Reason.ADDS_UP)}, OTHER,
    ),
    "only one fits the statements beside it": Case(
        version(1), version(2, closing="106.00"),
        {1: replaced(2, Reason.FITS_BALANCES)}, OTHER, links={2: 1},
    ),
    "nobody can tell": Case(
        version(1), version(2, closing="106.00"),
        {2: Fate(Status.DISPUTED, 1, Reason.NOBODY_CAN_TELL)}, OTHER,
        links={1: 1, 2: 1},
    ),
    "created at the same instant": Case(
        version(1, created=6), version(2, closing="106.00", created=6),
        {2: Fate(Status.DISPUTED, 1, Reason.NOBODY_CAN_TELL)}, OTHER,
    ),
    "a person chose the first": Case(
        version(1, created=6), version(2, closing="106.00", created=7),
        {2: replaced(1, Reason.DECIDED)}, OTHER, decided={(1, 2): Verdict.LEFT},
    ),
    "a person chose the second": Case(
        version(1, created=7), version(2, closing="106.00", created=6),
        {1: replaced(2, Reason.DECIDED)}, OTHER, decided={(1, 2): Verdict.RIGHT},
    ),
    "a person said that both count": Case(
        version(1), version(2), {}, EQUAL, decided={(1, 2): Verdict.BOTH},
    ),
    "what follows is never the same": Case(
        version(1, 2, 2, "100.00", "105.00"), version(2, 2, 2, "105.00", "110.00"),
        {}, EQUAL,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_of_two_the_judge_says_which_counts_and_why(name: str) -> None:
    case = CASES[name]
    judge = Judge(
        lambda: [{1: [], 2: [], **case.items}],
        lambda one: case.links.get(one.id, 0),
        case.decided,
    )
    expected = {1: CURRENT, 2: CURRENT, **case.fates}
    for versions in ((case.left, case.right), (case.right, case.left)):
        assert judge.fates(versions) == expected


def test_of_many_versions_all_are_told_the_one_that_counts() -> None:
    versions = [
        version(number, created=hour, closing=f"10{number}.00")
        for number, hour in ((1, 6), (2, 7), (3, 8))
    ]
    again = versions[0]._replace(id=4, document_id=4)
    items = {number: [item(number, f"{number}.00")] for number in range(1, 5)}
    judge = Judge(lambda: [items], lambda _: 0, {})
    for listed in permutations([*versions, again]):
        fates = judge.fates(listed)
        assert fates[3] == CURRENT
        assert {fates[one].related_id for one in (1, 2, 4)} == {3}
