"""docs/security.md leaves no requirement out and names no test that is not there."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text("utf-8")
STATES = {"met", "partly", "open", "does not apply"}
# ASVS 5.0.0, levels 1 and 2: how many requirements each section has, and which of
# them are of level 3 and left out.
SECTIONS = {
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
}  # fmt: skip
ROWS = re.findall(
    r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", TEXT, re.MULTILINE
)
TEST_NAME = re.compile(r"`([\w./-]+\.(?:py|ts))::([^`]+)`")
NAMED = sorted(set(TEST_NAME.findall(TEXT)))


def test_every_requirement_is_there_once() -> None:
    wanted = [
        f"{section}.{number}"
        for section, count in SECTIONS.items()
        for number in range(1, count + 1)
    ]
    assert [row[0] for row in ROWS] == wanted
    assert len(TEXT.splitlines()) > len(ROWS) > 90


def test_every_requirement_has_a_state_and_what_is_met_has_a_test() -> None:
    for number, _, state, how in ROWS:
        assert state.strip() in STATES, number
        if state.strip() in {"met", "partly"}:
            assert "::" in how, f"{number} names no test"


@cache
def _source(path: str) -> str:
    base = ROOT if path.startswith("frontend/") else ROOT / "backend" / "tests"
    return (base / path).read_text("utf-8")


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[name for _, name in NAMED])
def test_a_test_that_is_named_exists(path: str, name: str) -> None:
    if path.endswith(".py"):
        assert re.search(
            rf"^\s*(?:async )?def {re.escape(name)}\(", _source(path), re.MULTILINE
        )
    else:
        assert re.search(rf"\btest\(\s*'{re.escape(name)}'", _source(path))


def test_what_is_open_is_told_again_at_the_end() -> None:
    ending = TEXT.partition("## What is open")[2]
    for number, _, state, _ in ROWS:
        if state.strip() == "open" and number != "6.8.4":
            assert number in ending, number
