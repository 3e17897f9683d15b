"""What a run of the tests costs: by layer, and the dearest files and fixtures.

A layer that costs over a fifth more than its budget fails the run: what is added to
the tests is paid for by whoever runs them, every time. On a machine of less than half
the pace nothing is judged: what goes by the clock is done so much more often there that
costs are no measure of the tests.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pace import Pace
from setting_up import processor_seconds
from tally import Tally

_BUDGET = Path(__file__).with_name("budget.json")
_MOST = 1.2
_TOO_SLOW = 2.0
_SHOWN = 20


class Bill:
    """What the layers have cost so far."""

    def __init__(self) -> None:
        self._paces: dict[str, Pace] = {}
        self._files: Counter[str] = Counter()
        self._fixtures: Counter[str] = Counter()
        self._budget: dict[str, float] = json.loads(_BUDGET.read_text("utf-8"))

    @contextmanager
    def collecting(self) -> Iterator[Path]:
        """A folder into which processes of the backend's tests write their costs."""
        with tempfile.TemporaryDirectory(prefix="giroscope-costs-") as folder:
            yield Path(folder)
            for part in Path(folder).glob("*.json"):
                told = json.loads(part.read_text("utf-8"))
                self._files.update(told["files"])
                self._fixtures.update(told["fixtures"])

    def add(self, layer: str, pace: Pace) -> None:
        """A layer has ended."""
        self._paces[layer] = pace

    def over_budget(self) -> list[str]:
        """Layers that cost over a fifth more than they may."""
        return [
            name
            for name, pace in self._paces.items()
            if pace.proportion <= _TOO_SLOW
            and pace.cost > _MOST * self._budget.get(name, float("inf"))
        ]

    def told(self, tally: Tally) -> str:
        """A table of the layers, and what in them is dearest."""
        lines = [
            "",
            "layer         seconds  processor   cost   may  slower",
        ]
        for name, pace in self._paces.items():
            may = self._budget.get(name)
            lines.append(
                f"{name:12}{pace.seconds:9.0f}{pace.processor:11.0f}{pace.cost:7.0f}"
                f"{may or 0:6.0f}{pace.proportion:8.1f}"
            )
        lines.append(
            "Cost: processor seconds at the pace of the budgets' machine; told and not"
            f" judged where this one is over {_TOO_SLOW:.0f} times as slow. To set up"
            f" took {processor_seconds():.0f} processor seconds more."
        )
        for title, told in (
            ("Dearest files, in processor seconds", self._files),
            ("Dearest fixtures, in processor seconds", self._fixtures),
            ("Slowest files of web and e2e, in seconds", tally.seconds),
        ):
            if told:
                lines += ["", title]
                lines += [f"{cost:8.1f}  {n}" for n, cost in told.most_common(_SHOWN)]
        return "\n".join(lines)
