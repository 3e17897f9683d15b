"""A batch is the payments that it stands for, where number and sum say so."""

import pytest

from giroscope.features.statements.batches import find_payments, take_batches
from giroscope.features.statements.sameness import PENDING, Item, Pairing
from tests.statements.version_factory import item, march

BATCH = item(1, "30.00", detail_count=2)
TEN, TWENTY = item(11, "10.00"), item(12, "20.00")


def joined(left: list[Item], right: list[Item]) -> list[tuple[int, list[int]]]:
    """Each batch with the payments found for it, by their ids."""
    found = take_batches(Pairing(left, right))
    return [(batch.own_id, [one.own_id for one in own]) for batch, own in found]


def test_either_side_may_tell_the_batch() -> None:
    assert joined([BATCH], [TEN, TWENTY]) == [(1, [11, 12])]
    assert joined([TEN, TWENTY], [BATCH]) == [(1, [11, 12])]


@pytest.mark.parametrize(
    "singles",
    [
        [TEN, item(12, "20.01")],
        [TEN],
        [TEN, item(12, "15.00"), item(13, "5.00")],
        [TEN, TWENTY._replace(units=-TWENTY.units)],
        [TEN, TWENTY._replace(currency="EUR")],
        [TEN, TWENTY._replace(valued=march(3))],
        [TEN, TWENTY._replace(state=PENDING)],
        [item(11, "30.00")],
    ],
    ids=[
        "other sum", "too few", "too many", "other direction", "other currency",
        "other day", "not booked", "one payment",
    ],
)  # fmt: skip
def test_what_is_not_proven_stays(singles: list[Item]) -> None:
    pairing = Pairing([BATCH], singles)
    assert list(take_batches(pairing)) == []
    assert list(pairing.left.values()) == [BATCH]
    assert list(pairing.right.values()) == singles


def test_two_equal_batches_are_two_times_the_payments() -> None:
    batches = [BATCH, BATCH._replace(own_id=2, position=2)]
    again = [item(13, "10.00"), item(14, "20.00")]
    found = joined(batches, [TEN, TWENTY, *again])
    assert found == [(1, [11, 12]), (2, [13, 14])]


def test_one_payment_is_no_batch_of_others() -> None:
    assert joined([BATCH._replace(detail_count=1)], [item(11, "30.00")]) == []


def test_several_batches_take_what_follows_each_other_and_adds_up() -> None:
    batches = [BATCH, item(2, "50.00", detail_count=2)]
    others = [item(9, "24.00"), item(10, "26.00")]
    found = joined(batches, [*others, TEN, TWENTY])
    assert found == [(1, [11, 12]), (2, [9, 10])]


def test_payments_in_another_order_are_taken_all_the_same() -> None:
    batches = [BATCH, item(2, "50.00", detail_count=2)]
    mixed = [TEN, item(13, "24.00"), TWENTY, item(14, "26.00")]
    found = joined(batches, mixed)
    assert sorted(one for _, own in found for one in own) == [11, 12, 13, 14]


def test_what_was_taken_is_paired_with_nothing_else() -> None:
    pairing = Pairing([BATCH, item(2, "-5.00")], [TEN, TWENTY, item(13, "-5.00")])
    assert len(list(take_batches(pairing))) == 1
    assert (list(pairing.left), list(pairing.right)) == ([2], [13])


def test_payments_that_stand_together_are_found_among_others() -> None:
    pairing = Pairing([item(13, "7.00"), TEN, TWENTY], [BATCH, item(2, "70.00")])
    assert list(find_payments(pairing)) == [(BATCH, [TEN, TWENTY])]
    assert (len(pairing.left), len(pairing.right)) == (3, 2)


def test_payments_stand_as_the_report_lists_them() -> None:
    pairing = Pairing([TWENTY, item(13, "7.00"), TEN], [BATCH])
    assert list(find_payments(pairing)) == [(BATCH, [TEN, TWENTY])]


@pytest.mark.parametrize(
    "singles",
    [
        [TEN, item(13, "7.00"), TWENTY._replace(position=14)],
        [TEN, TWENTY._replace(units=1)],
        [TEN],
        [],
    ],
    ids=["not together", "other sum", "too few", "none"],
)
def test_payments_that_prove_nothing_are_not_found(singles: list[Item]) -> None:
    assert list(find_payments(Pairing(singles, [BATCH]))) == []


def test_payments_are_found_once() -> None:
    twin = BATCH._replace(own_id=2)
    assert list(find_payments(Pairing([TEN, TWENTY], [BATCH, twin]))) == [
        (BATCH, [TEN, TWENTY])
    ]
