"""What a run of the tests costs: by layer, and the dearest files and fixtures.

A layer that costs over a fifth more than its budget fails the run: what is added to
the tests is paid for by whoever runs them, every time.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pace import Pace
from tally import Tally

_BUDGET = Path(__file__).with_name("budget.json")
_MOST = 1.2
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
            if pace.cost > _MOST * self._budget.get(name, float("inf"))
        ]

    def told(self, tally: Tally) -> str:
        """A table of the layers, and what in them is dearest."""
        lines = [
            "",
            f"{'layer':12}{'seconds':>9}{'processor':>11}{'cost':>7}{'may':>6}",
        ]
        for name, pace in self._paces.items():
            may = self._budget.get(name)
            lines.append(
                f"{name:12}{pace.seconds:9.0f}{pace.processor:11.0f}{pace.cost:7.0f}"
                f"{may or 0:6.0f}"
            )
        lines.append("Cost: processor seconds at the pace of the budgets' machine.")
        for title, told in (
            ("Dearest files, in processor seconds", self._files),
            ("Dearest fixtures, in processor seconds", self._fixtures),
            ("Slowest files of web and e2e, in seconds", tally.seconds),
        ):
            if told:
                lines += ["", title]
                lines += [f"{cost:8.1f}  {n}" for n, cost in told.most_common(_SHOWN)]
        return "\n".join(lines)
