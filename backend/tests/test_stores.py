"""How stores are dealt: one of two, repeatably, and both where that is asked for."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.stores import BOTH, DEALT, POSTGRES, SQLITE, deal

TESTS = [f"tests/room/test_{number}.py::test_it" for number in range(40)]


def _item(name: str, store: str | None, *, is_marked: bool = False) -> Any:
    return SimpleNamespace(
        nodeid=f"{name}[{store}]",
        callspec=SimpleNamespace(params={"settings": store} if store else {}),
        get_closest_marker=lambda _: is_marked or None,
    )


def _pairs(*, is_marked: bool = False) -> list[Any]:
    return [
        _item(name, store, is_marked=is_marked)
        for name in TESTS
        for store in (SQLITE, POSTGRES)
    ]


def _names(items: list[Any]) -> list[str]:
    return [item.nodeid for item in items]


def test_each_test_is_dealt_one_store_and_the_same_again() -> None:
    run, left = deal(_pairs(), DEALT, 7)
    assert [name.partition("[")[0] for name in _names(run)] == TESTS
    assert len(left) == len(TESTS)
    assert {SQLITE, POSTGRES} == {item.callspec.params["settings"] for item in run}
    assert _names(deal(_pairs(), DEALT, 7)[0]) == _names(run)
    assert _names(deal(_pairs(), DEALT, 8)[0]) != _names(run)


def test_over_some_runs_each_store_sees_every_test() -> None:
    seen = {
        name for seed in range(20) for name in _names(deal(_pairs(), DEALT, seed)[0])
    }
    assert seen == set(_names(_pairs()))


@pytest.mark.parametrize(("stores", "is_marked"), [(BOTH, False), (DEALT, True)])
def test_both_are_run_where_that_is_asked_for(stores: str, is_marked: bool) -> None:
    run, left = deal(_pairs(is_marked=is_marked), stores, 7)
    assert (len(run), left) == (2 * len(TESTS), [])


def test_of_several_cases_each_store_has_its_half_and_the_other_in_the_next_run() -> (
    None
):
    cases = [
        _item(f"a::test_it[{number}]", store, is_marked=True)
        for number in range(9)
        for store in (SQLITE, POSTGRES)
    ]
    first, second = (set(_names(deal(cases, DEALT, seed)[0])) for seed in (7, 8))
    for run in (first, second):
        assert {name.partition("]")[0] for name in run} == {
            name.partition("]")[0] for name in _names(cases)
        }
        assert sum(name.endswith("[postgres]") for name in run) in {4, 5}
    assert first | second == set(_names(cases))


def test_a_test_of_one_store_or_of_none_is_always_run() -> None:
    alone = [_item("a", SQLITE), _item("b", POSTGRES), _item("c", None)]
    for seed in range(20):
        assert deal(alone, DEALT, seed) == (alone, [])
