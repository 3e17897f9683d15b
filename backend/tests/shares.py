"""Which tests a run takes of those that cost much; a few runs take all.

What asks for a database or a server of its own costs three quarters of all. Of such
tests of a file a run of `./test` takes one in three, by the seed that also deals the
stores: of three seeds that follow each other each test has its run. Where money and
access are decided files are marked `every_run` and taken whole. A test marked
`dealt(4)` is one whose cases cost much and prove alike: a run takes every fourth of
them. `./test full`, and whoever runs a file, takes all.
"""

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

import pytest

from tests.stores import POSTGRES, by_lot, store_of

MARK = "dealt"
EVERY_RUN = "every_run"
_DEAR = frozenset({"settings", "sqlite_settings", "provider", "keycloak", "tryton"})
"""What tests ask for that takes long to make or to ask."""
_OF_A_FILE = 3
Case = TypeVar("Case")


class SomeOf(Protocol):
    """Of what a test asks one after another, one in so many, dealt by the seed."""

    def __call__(self, cases: Sequence[Case], one_in: int) -> list[Case]: ...


def share(
    items: Sequence[pytest.Item], seed: int
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """What is run, and what is left out; a test or case asked for alone is run."""
    left = _left_of_families(items, seed) | _left_of_files(items, seed)
    return (
        [item for item in items if item.nodeid not in left],
        [item for item in items if item.nodeid in left],
    )


def _left_of_families(items: Sequence[pytest.Item], seed: int) -> set[str]:
    families: defaultdict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker(MARK):
            families[_family_of(item)].append(item)
    return {
        item.nodeid
        for (_, store), cases in families.items()
        if len(cases) > 1
        for at, item in enumerate(sorted(cases, key=_by_lot))
        if (at + seed + _shift(item, store)) % _one_in(item)
    }


def _left_of_files(items: Sequence[pytest.Item], seed: int) -> set[str]:
    files: defaultdict[str, defaultdict[tuple[int, str], list[pytest.Item]]]
    files = defaultdict(lambda: defaultdict(list))
    for item in items:
        is_dealt = not any(map(item.get_closest_marker, (MARK, EVERY_RUN)))
        if is_dealt and not _DEAR.isdisjoint(item.fixturenames):
            files[item.nodeid.partition("::")[0]][_by_lot(item)].append(item)
    return {
        item.nodeid
        for tests in files.values()
        if len(tests) > 1
        for at, lot in enumerate(sorted(tests))
        for item in tests[lot]
        if (at + seed + _turn(item)) % _OF_A_FILE
    }


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
    name = _mark_of(item).kwargs.get("family") or item.nodeid.partition("[")[0]
    return name, store_of(item) or "" if _is_on_both(item) else ""


def _by_lot(item: pytest.Item) -> tuple[int, str]:
    return by_lot(item.nodeid.replace(str(store_of(item)), "*"))


def _one_in(item: pytest.Item) -> int:
    return int(_mark_of(item).args[0])


def _mark_of(item: pytest.Item) -> pytest.Mark:
    mark = item.get_closest_marker(MARK)
    assert mark is not None
    return mark


def _turn(item: pytest.Item) -> int:
    """Where a test runs on both stores, they take it in turn."""
    return int(_is_on_both(item) and store_of(item) == POSTGRES)


def _is_on_both(item: pytest.Item) -> bool:
    return item.get_closest_marker("both_stores") is not None


def _shift(item: pytest.Item, store: str) -> int:
    """The stores take different cases."""
    return _one_in(item) // 2 if store == POSTGRES else 0
