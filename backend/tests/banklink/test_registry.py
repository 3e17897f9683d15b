"""Which bank protocols there are, with plug-ins of every quality."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from banklink.protocol import FILES, Activation, BankProfile, Description, References
from banklink.registry import (
    GROUP,
    UnknownProtocol,
    descriptions,
    protocol_of,
    registered,
)
from localization import LANGUAGES, render
from localization.catalogue import path_of, texts_of

_MODULE = "bank_plug_in_of_a_test"


def bank(key: str, kind: str = "EBICS") -> BankProfile:
    return BankProfile(
        key=key, name="A bank", kind=kind, country="DE", capabilities=FILES
    )


OWN = Description(
    kind="EBICS", texts=Path(__file__).parent / "no_texts", banks=(bank("ebics"),),
    activation=Activation.NONE, references=References.LASTING,
)  # fmt: skip


class Plugged:
    """A plug-in as it should be."""

    description = OWN


def plugged(**changed: object) -> type:
    return type("Bent", (), {"description": replace(OWN, **changed)})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _plug_in() -> Iterator[None]:
    module = ModuleType(_MODULE)
    vars(module).update(
        Plugged=Plugged,
        plugged=Plugged(),
        Nothing=type("Nothing", (), {"description": "a text"}),
        Nordea=plugged(kind="NORDEA_CA", banks=()),
        TakesABank=plugged(kind="MINE", banks=(bank("nordea-dk", "MINE"),)),
        OfAnother=plugged(kind="MINE", banks=(bank("mine", "FOLDER"),)),
        Long=plugged(kind="A_KIND_TOO_LONG", banks=()),
    )
    sys.modules[_MODULE] = module
    yield
    del sys.modules[_MODULE]


def _point(name: str, attribute: str, module: str = _MODULE) -> EntryPoint:
    return EntryPoint(name, f"{module}:{attribute}", GROUP)


@pytest.mark.parametrize("attribute", ["Plugged", "plugged"])
def test_a_plug_in_brings_its_protocol_and_its_banks(attribute: str) -> None:
    registry = registered([_point("mine", attribute)])
    assert registry.protocols["EBICS"].description == OWN
    assert registry.banks["ebics"].name == "A bank"
    assert registry.unloadable == ()
    # What people choose from first is what moves money.
    simulated = [one.is_simulated for one in registry.banks.values()]
    assert simulated == sorted(simulated)


def test_what_cannot_be_loaded_is_told_and_harms_nobody() -> None:
    registry = registered(
        [
            _point("gone", "protocol", "no_such_module_anywhere"),
            _point("nothing", "Nothing"),
            _point("twice", "Nordea"),
            _point("thief", "TakesABank"),
            _point("stray", "OfAnother"),
            _point("long", "Long"),
            _point("good", "plugged"),
        ]
    )
    told = {one.name: one.reason for one in registry.unloadable}
    assert list(told) == ["gone", "nothing", "twice", "thief", "stray", "long"]
    assert "already" in told["twice"]
    assert registry.banks["nordea-dk"].name == "Nordea Danmark"
    assert set(registry.protocols) == {*registered([]).protocols, "EBICS"}


def test_a_kind_that_nobody_knows_raises_at_once() -> None:
    with pytest.raises(UnknownProtocol, match="EBICS"):
        protocol_of("EBICS")


@pytest.mark.parametrize("one", descriptions(), ids=lambda one: one.kind)
def test_a_protocol_has_a_text_for_all_it_asks_for(one: Description) -> None:
    asked = [*one.fields, *([one.code] if one.code else [])]
    wanted = {"title", "summary"}
    wanted |= {name for field in asked for name in (field.name, f"{field.name}_help")}
    for language in LANGUAGES:
        path = path_of(one.area, language)
        assert path is not None
        assert path.is_relative_to(one.texts)
        told = texts_of(one.area, language)
        assert {name for name in told if not name.startswith("stage_")} == wanted
        assert all(render(one.text(name), language) for name in wanted)


@pytest.mark.parametrize("one", descriptions(), ids=lambda one: one.kind)
def test_a_protocol_names_only_fields_and_settings_of_its_own(one: Description) -> None:
    names = {field.name for field in one.fields}
    assert {*one.identity, *([one.signatory] if one.signatory else [])} <= names
    assert set(one.needed) <= set(one.settings)
    for bank_ in one.banks:
        assert {*bank_.starts, *bank_.fixed} <= names
    assert (one.code is not None) == (one.activation is Activation.CODE)
