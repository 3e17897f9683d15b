"""Which store a test runs on: both where SQL differs, else one, dealt by chance.

A test that asks for `settings` exists once for SQLite and once for PostgreSQL, and
whoever runs a file runs both. `./test` runs both where the module is marked
`both_stores`, and one of the two elsewhere (`--stores=dealt`), by a seed that is told
at the end: over a few runs each store sees them all. `--deal=SEED` repeats a deal.
Where a test of such a module has several cases, one half of them runs on each store.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any
from zlib import crc32

import pytest

SQLITE, POSTGRES = "sqlite", "postgres"
DEALT, BOTH = "dealt", "both"
_LARGEST_SEED = 1_000_000


def add_options(parser: pytest.Parser) -> None:
    """`--stores` and `--deal`."""
    parser.addoption(
        "--stores",
        choices=(DEALT, BOTH, SQLITE, POSTGRES),
        default=BOTH,
        help="on which stores tests run that are not marked both_stores",
    )
    parser.addoption("--deal", type=int, help="the seed by which stores are dealt")


def choose_seed(config: pytest.Config) -> int:
    """The run's seed: asked for, or a new one."""
    asked: int | None = config.getoption("deal")
    return SystemRandom().randrange(_LARGEST_SEED) if asked is None else asked


def deal(
    items: Sequence[pytest.Item], stores: str, seed: int
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """What is run, and what is left out; a test asked for on one store alone is run."""
    twins: defaultdict[str, set[str]] = defaultdict(set)
    for item in items:
        if store := store_of(item):
            twins[_twin_name(item, store)].add(store)
    halves = _halves(items, seed) if stores == DEALT else {}
    run, left = [], []
    for item in items:
        store = store_of(item)
        name = _twin_name(item, store)
        has_no_twin = store is None or len(twins[name]) == 1
        is_run = has_no_twin or store in _chosen(item, store, stores, seed, halves)
        (run if is_run else left).append(item)
    return run, left


def _halves(items: Sequence[pytest.Item], seed: int) -> dict[str, str]:
    """The store of each case where a test of both stores has several cases."""
    families: defaultdict[str, set[str]] = defaultdict(set)
    for item in items:
        if item.get_closest_marker("both_stores"):
            name = _twin_name(item, store_of(item))
            families[name.partition("[")[0]].add(name)
    return {
        name: (SQLITE, POSTGRES)[(at + seed) % 2]
        for names in families.values()
        if len(names) > 1
        for at, name in enumerate(sorted(names, key=by_lot))
    }


def _chosen(
    item: pytest.Item, store: str | None, stores: str, seed: int,
    halves: Mapping[str, str],
) -> set[str]:  # fmt: skip
    """The stores on which a test runs that could run on both."""
    if stores == DEALT:
        half = halves.get(_twin_name(item, store))
        is_on_both = half is None and item.get_closest_marker("both_stores")
        return {SQLITE, POSTGRES} if is_on_both else {half or _dealt(item, store, seed)}
    return {SQLITE, POSTGRES} if stores == BOTH else {stores}


def by_lot(name: str) -> tuple[int, str]:
    """Puts cases in no order of theirs: else a part would be those of one kind."""
    return crc32(name.encode()), name


def store_of(item: pytest.Item) -> str | None:
    """The store of the settings that a test asks for; none where it has no choice."""
    given: dict[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
    store = given.get("settings")
    return store if store in (SQLITE, POSTGRES) else None


def _twin_name(item: pytest.Item, store: str | None) -> str:
    """The same for a test on either store."""
    return item.nodeid.replace(str(store), "*")


def _dealt(item: pytest.Item, store: str | None, seed: int) -> str:
    drawn = crc32(f"{seed} {_twin_name(item, store)}".encode())
    return (SQLITE, POSTGRES)[drawn % 2]
