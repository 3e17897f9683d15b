"""How dear families are dealt: a share each run, all over a few runs, repeatably."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.shares import share, share_within
from tests.stores import POSTGRES, SQLITE

CASES = [f"tests/room/test_dear.py::test_it[{number}]" for number in range(10)]


def _item(
    name: str, *, one_in: int = 3, store: str | None = None, **marks: Any
) -> pytest.Item:
    family = {"family": marks["family"]} if "family" in marks else {}
    found = {"dealt": pytest.mark.dealt(one_in, **family).mark} if one_in else {}
    if marks.get("both"):
        found["both_stores"] = pytest.mark.both_stores.mark
    if marks.get("every_run"):
        found["every_run"] = pytest.mark.every_run.mark
    item: Any = SimpleNamespace(
        fixturenames=("settings",) if marks.get("database") else (),
        nodeid=name.replace("]", f"-{store}]") if store else name,
        callspec=SimpleNamespace(params={"settings": store} if store else {}),
        get_closest_marker=found.get,
    )
    return item  # type: ignore[no-any-return]


def _names(items: list[pytest.Item]) -> list[str]:
    return [item.nodeid for item in items]


def test_every_run_takes_a_share_and_three_that_follow_take_each_once() -> None:
    items = [_item(name) for name in CASES]
    shares = [share(items, seed)[0] for seed in (7, 8, 9)]
    assert sorted(map(len, shares)) == [3, 3, 4]
    assert sorted(_names([item for part in shares for item in part])) == CASES
    assert share(items, 7)[0] == shares[0]
    run, left = share(items, 7)
    assert sorted(_names([*run, *left])) == CASES


def test_what_is_not_dealt_or_asked_for_alone_is_run() -> None:
    items = [_item("a[1]", one_in=0), _item("a[2]", one_in=0), _item("b[1]")]
    for seed in range(3):
        assert share(items, seed) == (items, [])


def test_on_both_stores_each_case_of_two_is_run_on_one_of_them() -> None:
    items = [
        _item(name, one_in=2, store=store, both=True)
        for name in CASES
        for store in (SQLITE, POSTGRES)
    ]
    run = _names(share(items, 7)[0])
    assert len(run) == len(CASES)
    assert {name.rpartition("-")[0] + "]" for name in run} == set(CASES)
    assert {name.rpartition("-")[2] for name in run} == {"sqlite]", "postgres]"}


def test_tests_of_one_family_are_dealt_together() -> None:
    items = [_item(f"test_{number}", family="long ways") for number in range(9)]
    assert {len(share(items, seed)[0]) for seed in range(3)} == {3}


def _of_a_file(*, both: bool = False, **marks: Any) -> list[pytest.Item]:
    stores = (SQLITE, POSTGRES) if both else (SQLITE,)
    return [
        _item(name, one_in=0, store=store, both=both, database=True, **marks)
        for name in CASES
        for store in stores
    ]


@pytest.mark.parametrize("both", [False, True])
def test_of_a_file_s_tests_with_a_database_three_runs_take_each_once(
    both: bool,
) -> None:
    items = _of_a_file(both=both)
    shares = [share(items, seed)[0] for seed in (7, 8, 9)]
    assert all(len(part) < len(items) / 2 for part in shares)
    assert sorted(_names([item for part in shares for item in part])) == sorted(
        _names(items)
    )
    if both:
        # What one store has in a run, the other has in another.
        names = [name.rpartition("-")[0] for name in _names(shares[0])]
        assert len(set(names)) == len(names)


def test_a_file_of_every_run_is_taken_whole_and_what_needs_no_database_too() -> None:
    whole = _of_a_file(every_run=True)
    assert share(whole, 7) == (whole, [])
    others = [_item(name, one_in=0) for name in CASES]
    assert share(others, 7) == (others, [])


@pytest.mark.parametrize("store", [None, SQLITE, POSTGRES])
def test_questions_of_one_test_are_dealt_in_their_order(store: str | None) -> None:
    item = _item("test_it[x]", store=store)
    shares = [share_within(item, CASES, 4, seed) for seed in range(4)]
    assert all(part == sorted(part) for part in shares)
    assert sorted(case for part in shares for case in part) == CASES
