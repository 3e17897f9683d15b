"""Looks that hang are left, few at a time, and hold up nobody who is well."""

from collections.abc import Callable, Iterator
from threading import Event, active_count
from time import monotonic, sleep

import pytest

from giroscope.features.erp.checking.patience import Patience, StillHanging, TooLong
from giroscope.features.erp.checking.result import Found, passed
from giroscope.kernel.origin import Origin, coming_from, present_origin

SOON = 0.02


@pytest.fixture
def over() -> Iterator[Event]:
    """Ends every look that hangs."""
    event = Event()
    yield event
    event.set()


def _well() -> Found:
    return passed("well")


def _hanging(over: Event) -> Callable[[], Found]:
    def look() -> Found:
        over.wait(60)
        return _well()

    return look


def _until(is_so: Callable[[], bool]) -> None:
    until = monotonic() + 60
    while not is_so():
        assert monotonic() < until
        sleep(0.005)


def test_a_tenant_whose_looks_hang_begins_no_further_one(over: Event) -> None:
    patience = Patience(of_realm=2, of_process=8)
    for _ in range(2):
        with pytest.raises(TooLong):
            patience.within(SOON, "acme", _hanging(over))
    threads = active_count()
    for _ in range(50):
        with pytest.raises(StillHanging):
            patience.within(SOON, "acme", _well)
    assert active_count() == threads
    assert patience.within(60, "globex", _well) == _well()
    over.set()
    _until(lambda: patience.hanging("acme") == 0)
    assert patience.within(60, "acme", _well) == _well()


def test_a_process_has_few_of_them_whosever_they_are(over: Event) -> None:
    patience = Patience(of_realm=2, of_process=3)
    for realm in ("a", "b", "c"):
        with pytest.raises(TooLong):
            patience.within(SOON, realm, _hanging(over))
    with pytest.raises(StillHanging):
        patience.within(60, "d", _well)
    over.set()
    _until(lambda: patience.hanging("b") == 0)
    assert patience.within(60, "d", _well) == _well()


def test_what_a_look_runs_into_is_told_as_it_is() -> None:
    patience = Patience(of_realm=1)

    def fault() -> Found:
        raise ZeroDivisionError

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            patience.within(60, "acme", fault)
    assert patience.hanging("acme") == 0


def test_a_look_is_under_the_trace_of_who_asked() -> None:
    with coming_from(Origin(trace="trace-1")):
        found = Patience().within(
            30.0, "acme", lambda: passed(str(present_origin().trace))
        )
    assert found == passed("trace-1")
