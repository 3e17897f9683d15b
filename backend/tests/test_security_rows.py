"""Faults planted against rows of docs/security.md are found by the tests they name.

A row whose named tests pass whatever the code does would be a promise of nobody's. So
for a sample of rows a fault of `benchmarks/mutants` is planted in a copy of the
sources, and the very tests that the row names have to fail. `./test` deals out one;
`./test full` takes them all.
"""

import importlib.util
import os
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests.stores import choose_seed
from tests.test_security_doc import ROOT, ROWS, TEST_NAME

_SECONDS = 120.0
PLANTED = {
    "6.2.3": "signin: a new password needs no old one",
    "6.2.6": "signin: the password field of type text",
    "6.3.1": "signin: the wait does not grow",
    "6.4.2": "signin: a hint stands in the field",
    "6.4.3": "signin: a link works twice",
    "6.5.1": "signin: a recovery code works twice",
    "7.1.2": "signin: one session is ended and all are",
    "7.2.3": "signin: cookies are read by scripts",
    "7.2.4": "signin: a browser's old session goes on",
    "7.3.2": "signin: a session has no longest time",
    "7.4.1": "tokens: the end is known after a look only",
    "7.4.3": "signin: a new password leaves other sessions open",
    "8.2.1": "access: a verb that no role gives passes",
    "8.2.3": "tenancy: any role is given and taken",
    "9.1.2": "tokens: a token chooses its algorithm",
    "9.2.1": "tokens: a token counts before its time",
    "9.2.2": "tokens: an ID token is as good",
    "9.2.3": "tokens: the audience is not looked at",
    "10.3.3": "tokens: a remembered token of another realm",
    "10.4.2": "signin: a replayed code revokes nothing",
    "10.4.6": "signin: plain challenges",
    "10.5.5": "tokens: a notice counts again",
    "10.6.2": "signin: a hint signs anybody out",
}
# They start servers, or ask for everything there is.
_DEAR = ("identity/", "isolation/", "users/", "frontend/")


@cache
def _mutants() -> ModuleType:
    path = ROOT / "benchmarks" / "mutants.py"
    spec = importlib.util.spec_from_file_location("planted_faults", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    # It finds what it needs beside the sources, where nobody else should.
    usual = list(sys.path)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = usual
    return module


def _named(number: str) -> list[str]:
    """The tests of the backend that a row names, without the dear unless one leads."""
    (row,) = (row for row in ROWS if row[0] == number)
    names = [f"{path}::{name}" for path, name in TEST_NAME.findall(row[3])]
    own = [name for name in names if not name.startswith("frontend/")]
    if own[0].startswith(_DEAR):
        return own
    return [name for name in own if not name.startswith(_DEAR)]


def _cheap() -> list[str]:
    return [one for one in PLANTED if not _named(one)[0].startswith(_DEAR)]


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A copy of the sources to plant in."""
    shared = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "GIROSCOPE_TEST_COSTS", "COV_"))
    }
    environment = {**shared, "PYTEST_ADDOPTS": "--stores=sqlite"}
    return _mutants().Bed(tmp_path_factory.mktemp("planted"), environment)


def _ensure_found(bed: Any, number: str) -> None:
    faults = {one.name: one for one in _mutants().read_faults()}
    fault = replace(faults[PLANTED[number]], tests=tuple(_named(number)))
    assert fault.problem() == ""
    result = bed.try_fault(fault, _SECONDS)
    assert result.outcome == _mutants().Outcome.KILLED, (number, result.said)


def test_the_row_that_is_dealt_finds_its_fault(
    bed: Any, request: pytest.FixtureRequest
) -> None:
    dealt = Random(choose_seed(request.config))  # noqa: S311 - a deal, no secret
    _ensure_found(bed, dealt.choice(_cheap()))


@pytest.mark.full
@pytest.mark.parametrize("number", PLANTED)
def test_a_row_finds_its_fault(bed: Any, number: str) -> None:
    _ensure_found(bed, number)


@pytest.mark.full
def test_a_row_whose_test_finds_nothing_is_told(bed: Any) -> None:
    """Else the others would prove nothing."""
    faults = {one.name: one for one in _mutants().read_faults()}
    blind = ("signin/test_sign_in.py::test_sign_in_page_is_locked_down",)
    fault = replace(faults[PLANTED["6.2.6"]], tests=blind)
    assert bed.try_fault(fault, _SECONDS).outcome == _mutants().Outcome.SURVIVED


def test_rows_with_planted_faults_are_of_every_chapter() -> None:
    assert {one.partition(".")[0] for one in PLANTED} == {"6", "7", "8", "9", "10"}
    assert Path(ROOT / "benchmarks" / "mutants").is_dir()
    assert len(_cheap()) > 9
