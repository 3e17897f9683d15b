"""Counts passes, failures and named skips over test tools that speak JUnit XML."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

# The browser tests write it into their report.
_LATER = "passed on a later try"
# What a journey's witness tells, up to where it becomes long.
_SEEN = re.compile(
    r"^What was seen when .*?(?=^Asked of the graph last:)", re.MULTILINE | re.DOTALL
)
_SEEN_CHARACTERS = 2000
_SEEN_FAILURES = 4
# Whose reports tell seconds by the clock, file by file.
_TIMED = ("web", "e2e")


class Tally:
    """What came of all steps so far."""

    def __init__(self) -> None:
        self.passed = 0
        self.failures: list[str] = []
        self.seen: list[str] = []
        """What stood on the screen when journeys failed, in short."""
        self.skips: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        """By file, where a tool tells its tests' seconds and no costs."""

    @property
    def failed(self) -> int:
        """How many failed."""
        return len(self.failures)

    def succeed(self) -> None:
        """One more passed."""
        self.passed += 1

    def fail(self, name: str) -> None:
        """This failed."""
        self.failures.append(name)

    def skip(self, reason: str) -> None:
        """Something could not be had; its name stands in the reason."""
        self.skips[reason] += 1

    def add(self, other: "Tally") -> None:
        """Count what another one counted."""
        self.passed += other.passed
        self.failures += other.failures
        self.seen += other.seen
        self.skips += other.skips
        self.seconds += other.seconds

    def add_report(self, report: Path, tool: str, status: int) -> None:
        """Count the cases of a report; a tool that broke down counts as a failure."""
        failed = self.failed
        cases = 0
        if report.exists():
            for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314 - ours
                cases += 1
                self._add_case(case, tool)
                if tool in _TIMED:
                    file = f"{tool}: {case.get('classname', '')}"
                    self.seconds[file] += float(case.get("time") or 0)
        if status != 0 and self.failed == failed:
            self.fail(f"{tool}: ended with status {status}")
        elif cases == 0:
            self.fail(f"{tool}: ran no test")

    def _add_case(self, case: ET.Element, tool: str) -> None:
        name = f"{tool}: {case.get('classname', '')} {case.get('name', '')}"
        skipped = case.find("skipped")
        told = case.findtext("system-out") or ""
        self.seen += [each[:_SEEN_CHARACTERS] for each in _SEEN.findall(told)]
        if case.find("failure") is not None or case.find("error") is not None:
            self.fail(name)
        elif skipped is not None:
            self.skip(f"{tool}: {skipped.get('message') or case.get('name', '')}")
        elif case.find(f"properties/property[@name='{_LATER}']") is not None:
            # Another try shows what differs; it makes no first failure good.
            self.fail(f"{name} ({_LATER})")
        else:
            self.succeed()

    def summary(self) -> str:
        """What was seen of failures, skips and failures by name; then what counts."""
        lines = ["", *self.seen[:_SEEN_FAILURES]]
        lines += [
            f"skipped: {reason}" + (f" ({count} times)" if count > 1 else "")
            for reason, count in sorted(self.skips.items())
        ]
        lines += [f"failed: {name}" for name in self.failures]
        skipped = self.skips.total()
        lines.append(f"{self.passed} passed, {self.failed} failed, {skipped} skipped")
        return "\n".join(lines)
