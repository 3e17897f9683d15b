"""Made-up files, each with one defect or dialect, and the figures they must give.

The expected JSON holds the figures that matter; findings are compared as the
set of their codes, all of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bankfiles import inspect

FOLDER = Path(__file__).parent / "samples"
FILES = sorted(path for path in FOLDER.rglob("*.*") if path.suffix in {".xml", ".sta"})


def assert_within(expected: Any, actual: Any, place: str = "") -> None:
    """Everything expected is there; more may be."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            assert key in actual, f"{place}/{key}"
            assert_within(value, actual[key], f"{place}/{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(actual), place
        for index, value in enumerate(expected):
            assert_within(value, actual[index], f"{place}/{index}")
    else:
        assert expected == actual, place


@pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_made_up_file_gives_its_figures_and_findings(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    with path.open("rb") as stream:
        picture = inspect(stream, path.name)
    codes = {each["code"] for each in picture["findings"]}
    assert codes == set(expected.pop("findings"))
    assert_within(expected, picture)


def test_every_file_has_its_expectation() -> None:
    assert len(FILES) >= 10
    assert all(path.with_suffix(".json").is_file() for path in FILES)
