"""Which cases of a dear family run: every run takes a share, a few runs take all.

A test marked `dealt(4)` is one whose cases cost much and prove alike. `./test` takes
every fourth of them, by the seed that also deals the stores: of four seeds that follow
each other each case has its run. `./test full`, and whoever runs a file, takes all.
"""

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

import pytest

from tests.stores import POSTGRES, by_lot, store_of

MARK = "dealt"
Case = TypeVar("Case")


class SomeOf(Protocol):
    """Of what a test asks one after another, one in so many, dealt by the seed."""

    def __call__(self, cases: Sequence[Case], one_in: int) -> list[Case]: ...


def share(
    items: Sequence[pytest.Item], seed: int
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """What is run of all cases, and what is left out; one asked for alone is run."""
    families: defaultdict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker(MARK):
            families[_family_of(item)].append(item)
    left = {
        item.nodeid
        for (_, store), cases in families.items()
        if len(cases) > 1
        for at, item in enumerate(sorted(cases, key=_by_lot))
        if (at + seed + _shift(item, store)) % _one_in(item)
    }
    return (
        [item for item in items if item.nodeid not in left],
        [item for item in items if item.nodeid in left],
    )


def share_within(
    item: pytest.Item, cases: Sequence[Case], one_in: int, seed: int
) -> list[Case]:
    """One in so many of what a test asks one after another, in their order."""
    lots = list(range(len(cases)))
    Random(len(cases)).shuffle(lots)  # noqa: S311 - an order, no secret
    shift = one_in // 2 if store_of(item) == POSTGRES else 0
    return [
        case
        for case, lot in zip(cases, lots, strict=True)
        if (lot + seed + shift) % one_in == 0
    ]


def _family_of(item: pytest.Item) -> tuple[str, str]:
    """Whose cases these are; for each store apart, where it always runs on both."""
    is_on_both = item.get_closest_marker("both_stores") is not None
    name = _mark_of(item).kwargs.get("family") or item.nodeid.partition("[")[0]
    return name, store_of(item) or "" if is_on_both else ""


def _by_lot(item: pytest.Item) -> tuple[int, str]:
    return by_lot(item.nodeid.replace(str(store_of(item)), "*"))


def _one_in(item: pytest.Item) -> int:
    return int(_mark_of(item).args[0])


def _mark_of(item: pytest.Item) -> pytest.Mark:
    mark = item.get_closest_marker(MARK)
    assert mark is not None
    return mark


def _shift(item: pytest.Item, store: str) -> int:
    """The stores take different cases."""
    return _one_in(item) // 2 if store == POSTGRES else 0
