"""Tests that run in several processes: each once, and none passed over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

BACKEND = Path(__file__).parents[1]
CONFTEST = """
import pytest
from tests import lanes

@pytest.fixture(scope="session")
def server():
    yield
    with open("ended", "a") as file:
        file.write("x")

def pytest_addoption(parser):
    lanes.add_option(parser)

def pytest_configure(config):
    lanes.use_lanes(config)
"""
MANY = """
import os
import pytest

@pytest.mark.parametrize("number", range(20))
def test_passes(number, tmp_path, server):
    with open("ran", "a") as file:
        file.write("x")

def test_fails():
    assert False

@pytest.mark.skip(reason="why not")
def test_skips():
    pass
"""
DYING = """
import os

def test_before():
    pass

def test_ends_its_process():
    os._exit(0)

def test_after():
    pass
"""


def run(folder: Path, *words: str) -> tuple[int, dict[str, str]]:
    """How the run ended, and each test that did not pass with how it ended."""
    done = subprocess.run(  # noqa: S603 - the interpreter that runs this
        [
            sys.executable, "-m", "pytest", "-q", "--lanes=3", "-p", "no:asyncio",
            "-p", "no:cacheprovider", f"--junitxml={folder / 'report.xml'}", *words,
        ],
        cwd=folder, env={"PYTHONPATH": str(BACKEND)}, check=False, capture_output=True,
    )  # fmt: skip
    cases = ET.parse(folder / "report.xml").iter("testcase")  # noqa: S314
    ended = {case.attrib["name"]: next(iter(case), None) for case in cases}
    return done.returncode, {k: v.tag for k, v in ended.items() if v is not None}


def test_each_test_runs_once_in_one_of_several_processes(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for number in range(6):
        (tmp_path / f"test_{number}.py").write_text(MANY)

    status, ended = run(tmp_path)

    assert status == 1
    assert ended == {"test_fails": "failure", "test_skips": "skipped"}
    assert (tmp_path / "ran").read_text() == 20 * 6 * "x"
    # What a process has started for its tests, it ends itself.
    assert 1 <= len((tmp_path / "ended").read_text()) <= 3


def test_what_a_process_leaves_undone_fails(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_dying.py").write_text(DYING)

    status, ended = run(tmp_path)

    assert status == 1
    assert ended == {"test_ends_its_process": "failure", "test_after": "failure"}
