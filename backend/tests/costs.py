"""What tests and fixtures cost in processor seconds, told at the end of a run.

Seconds of the processor and not of the clock: a machine that has other things to do
makes a test slow, but hardly dearer. What servers use that outlive a test is nobody's.
"""

import json
import os
import resource
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

FOLDER = "GIROSCOPE_TEST_COSTS"
"""Where each process of a run writes what its part has cost; nowhere where unset."""


def processor_seconds() -> float:
    """Of this process and of the children that it has waited for."""
    own, children = map(
        resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


@dataclass(eq=False)
class Costs:
    """Adds up one process's part of a run, and writes it when the run has ended."""

    folder: Path
    files: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    fixtures: defaultdict[str, float] = field(
        default_factory=lambda: defaultdict(float)
    )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        began = processor_seconds()
        told = yield
        self.files[item.nodeid.partition("::")[0]] += processor_seconds() - began
        return told

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[Any]:
        began = processor_seconds()
        made = yield
        name = f"{fixturedef.argname} ({fixturedef.baseid or 'pytest'})"
        self.fixtures[name] += processor_seconds() - began
        return made

    def pytest_sessionfinish(self) -> None:
        told = {"files": self.files, "fixtures": self.fixtures}
        (self.folder / f"{os.getpid()}.json").write_text(json.dumps(told), "utf-8")


def counted(config: pytest.Config) -> None:
    """Count what this process's part of the run costs, where that is asked for."""
    if folder := os.environ.get(FOLDER):
        config.pluginmanager.register(Costs(Path(folder)))
