"""Which connectors there are, with plug-ins of every quality."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from erplink import (
    Connector,
    Description,
    Evidence,
    NotConfigured,
    Operation,
    Surroundings,
)
from erplink.registry import GROUP, makers, registered

_MODULE = "plug_in_of_a_test"


class Ledger:
    """A plug-in as it should be."""

    description = Description(
        "ledger", "Ledger", Evidence.CONTRACT, frozenset({Operation.CLAIM}), ()
    )

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        raise NotConfigured(f"{settings} {surroundings}")


class NoMaker:
    description = "a text"


@pytest.fixture(autouse=True)
def _plug_in() -> Iterator[None]:
    module = ModuleType(_MODULE)
    vars(module).update(Ledger=Ledger, ledger=Ledger(), NoMaker=NoMaker)
    sys.modules[_MODULE] = module
    yield
    del sys.modules[_MODULE]


def _point(name: str, attribute: str, module: str = _MODULE) -> EntryPoint:
    return EntryPoint(name, f"{module}:{attribute}", GROUP)


@pytest.mark.parametrize("attribute", ["Ledger", "ledger"])
def test_a_plug_in_is_found_by_its_kind(attribute: str) -> None:
    registry = registered([_point("mine", attribute)])
    assert registry.makers["ledger"].description.name == "Ledger"
    assert registry.unloadable == ()


def test_what_cannot_be_loaded_is_told_and_harms_nobody() -> None:
    points = [
        _point("gone", "maker", "no_such_module_anywhere"),
        _point("nothing", "missing"),
        _point("text", "NoMaker"),
        _point("good", "ledger"),
        _point("second", "Ledger"),
    ]
    registry = registered(points)
    assert registry.makers["ledger"].description.name == "Ledger"
    told = {one.name: one.reason for one in registry.unloadable}
    assert list(told) == ["gone", "nothing", "text", "second"]
    assert "no_such_module_anywhere" in told["gone"]
    assert "already" in told["second"]


def test_no_plug_in_takes_the_place_of_a_connector() -> None:
    kinds = set(registered([]).makers)
    assert kinds == set(makers())
