"""A list says that it shows demo data where it does, and no longer than that."""

from giroscope.features.demo.tables import DemoSet, DemoState
from giroscope.features.demo.visibility import lists


def _set(state: DemoState, connection_id: int | None = None, **counts: int) -> DemoSet:
    told = {"payment_files": 0, "statements": 0} | counts
    return DemoSet(state=state.value, counts=told, connection_id=connection_id)


def test_only_lists_that_hold_some_are_named() -> None:
    made = _set(DemoState.MADE, statements=3)
    assert lists([made]) == [
        "/dashboard", "/journals/statements", "/messages", "/statements",
        "/upload/statement",
    ]  # fmt: skip
    assert "/" in lists([_set(DemoState.MAKING, payment_files=1)])
    assert {"/bank", "/logs", "/sendings"} <= {*lists([_set(DemoState.MADE, 7)])}


def test_the_screens_of_the_erp_are_named_while_it_has_the_sets_books() -> None:
    made = _set(DemoState.MADE, 7)
    assert "/erp/exchange" not in lists([made])
    made.erp_version_id = 4
    assert {"/erp/configuration", "/erp/exchange"} <= {*lists([made])}


def test_what_was_removed_is_on_no_list() -> None:
    assert lists([_set(DemoState.REMOVED, 7, payment_files=1, statements=1)]) == []
