"""How many planted faults the tests find: each is planted alone, its room's tests run.

The faults are written by hand, a file for each room in `mutants/`; what a user would
suffer stands beside each. A fault that no test of its room finds has survived, unless
it is explained why it changes nothing. `mutants.py ROOM …` tries only these rooms.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks" / "mutants"
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "backend" / "tests" / "servers")]

from in_memory import temporary  # noqa: E402 - its folder was just made importable
from postgres import PostgresUnavailable, running_postgres  # noqa: E402
from setting_up import web_environment  # noqa: E402

LEAST_KILLED = 0.97
_SECONDS = 300
_ROOM_BYTES = 2 * 1024**3
_SHOWN_LINES = 12
# Of pytest and Vitest alike: tests ran, and some failed.
_FAILED_TESTS = 1
# What a fault may change is copied; what else the tests look for is lent.
_COPIED = (
    "backend/src", "backend/migrations", "deploy/helm/giroscope", "frontend/src",
    "scripts",
)  # fmt: skip
_LENT = {
    "": (".venv", "contract", "docs", "changes", "README.md"),
    "deploy": ("compose", "container", "keycloak", "monitoring", "proxy", "systemd"),
    "deploy/helm": ("README.md",),
    "backend": (
        "tests", "pyproject.toml", "requirements.lock", "requirements-tryton.lock",
        "requirements-uv.lock",
    ),
    "frontend": (
        "node_modules", "package.json", "package-lock.json", "tsconfig.json", "tools",
        "index.html", "public", "codegen.json",
    ),
}  # fmt: skip
# Else Vite refuses the libraries, which lie outside of what it serves.
_OF_CONSOLE = """\
import { mergeConfig } from 'vite';
import made from './vite.config.ts';

const open = { server: { fs: { strict: false } } };
export default (asked) => mergeConfig(made(asked), open);
"""


class Outcome(StrEnum):
    """What became of a planted fault."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    TIMED_OUT = "timed out"
    BROKEN = "broken"
    """It does not apply, does not load, or its tests fail without it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of one file, and which tests are to find it."""

    room: str
    title: str
    file: str
    find: str
    replace: str
    harm: str
    """What a user would suffer."""
    tests: tuple[str, ...]
    equivalent: str = ""
    """Why it changes nothing, where it does not."""

    @property
    def name(self) -> str:
        """How it is called in the report."""
        return f"{self.room}: {self.title}"

    @property
    def is_of_console(self) -> bool:
        """Whether the front end's tests are to find it."""
        return self.file.startswith("frontend/")

    def problem(self) -> str:
        """Why it cannot be planted or found; empty where it can."""
        source = ROOT / self.file
        if not source.is_file():
            return f"{self.file} is not there"
        below = ROOT / ("frontend" if self.is_of_console else "backend/tests")
        if missing := [
            one for one in self.tests if not (below / one.partition("::")[0]).exists()
        ]:
            return f"{', '.join(missing)}: there are no such tests"
        count = source.read_text("utf-8").count(self.find)
        return "" if count == 1 else f"what it replaces occurs {count} times"


@dataclass(frozen=True, slots=True)
class Result:
    """A fault and its outcome, with the last lines of the tests where they help."""

    fault: Fault
    outcome: Outcome
    seconds: float
    said: str = ""


def read_faults(rooms: Sequence[str] = ()) -> list[Fault]:
    """All faults, or those of some rooms, as the files have them."""
    found = []
    for file in sorted(FOLDER.glob("*.toml")):
        if rooms and file.stem not in rooms:
            continue
        room = tomllib.loads(file.read_text("utf-8"))
        for entry in room["fault"]:
            tests = tuple(entry.pop("tests", room["tests"]))
            found.append(Fault(room=file.stem, tests=tests, **entry))
    return found


def stale(faults: Sequence[Fault]) -> list[str]:
    """Faults that cannot be planted any more, and why; names that occur twice too."""
    told = [f"{one.name}: {problem}" for one in faults if (problem := one.problem())]
    names = Counter(one.name for one in faults)
    return told + [
        f"{name}: occurs twice" for name, count in names.items() if count > 1
    ]


class Bed:
    """A copy of the sources in which faults are planted, one after another."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._environment = {
            **environment,
            "PYTHONPATH": str(folder / "backend" / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            # Else each is watched for, and the next is told of.
            "CI": "true",
        }
        for part in _COPIED:
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.md")
            )
        for part, names in _LENT.items():
            for name in names:
                (folder / part / name).symlink_to(ROOT / part / name)
        # Not lent: it says by its own place where the sources of the console are.
        shutil.copy(ROOT / "frontend" / "vite.config.ts", folder / "frontend")
        (folder / "frontend" / "vitest.config.ts").write_text(_OF_CONSOLE, "utf-8")

    def try_fault(self, fault: Fault, seconds: float) -> Result:
        """Plant it, run the tests that are to find it, take it back."""
        began = time.monotonic()
        place = self.folder / fault.file
        was = place.read_text("utf-8")
        place.write_text(was.replace(fault.find, fault.replace), "utf-8")
        try:
            status, said = self.run(fault.tests, seconds, console=fault.is_of_console)
        finally:
            place.write_text(was, "utf-8")
        return Result(fault, _outcome(fault, status), time.monotonic() - began, said)

    def run(
        self, tests: Sequence[str], seconds: float, *, console: bool
    ) -> tuple[int | None, str]:
        """Run tests until one fails; their status, none when they took too long."""
        where = self.folder / ("frontend" if console else "backend")
        command = (
            ["node_modules/.bin/vitest", "run", "--bail=1", "--reporter=dot", *tests]
            if console
            else [
                str(ROOT / ".venv" / "bin" / "python"), "-m", "pytest", "-q", "-x",
                "-p", "no:cacheprovider", "--no-header",
                "-o", "tmp_path_retention_policy=none",
                f"--basetemp={self.folder}/made",
                *(f"tests/{one}" for one in tests),
            ]
        )  # fmt: skip
        process = subprocess.Popen(  # noqa: S603 - our own tests
            command, cwd=where, env=self._environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            said, _ = process.communicate()
            return None, said
        return process.returncode, said


def _outcome(fault: Fault, status: int | None) -> Outcome:
    if status is None:
        return Outcome.TIMED_OUT
    if status == _FAILED_TESTS:
        return Outcome.KILLED
    if status != 0:
        return Outcome.BROKEN
    return Outcome.EQUIVALENT if fault.equivalent else Outcome.SURVIVED


@contextmanager
def beds(count: int) -> Iterator[list[Bed]]:
    """Several copies of the sources, and one PostgreSQL for all their tests."""
    environment = web_environment()
    with temporary("giroscope-mutants-", _ROOM_BYTES) as folder:
        made = [Path(folder) / str(number) for number in range(count)]
        try:
            with running_postgres(in_memory=True) as address:
                environment["GIROSCOPE_TEST_POSTGRES_URL"] = address
                yield [Bed(place, environment) for place in made]
        except PostgresUnavailable as reason:
            raise SystemExit(f"PostgreSQL: {reason}") from reason


def failing(free: list[Bed], faults: Sequence[Fault], seconds: float) -> list[str]:
    """Tests that fail with nothing planted: they would find every fault."""
    chosen = sorted({(one.is_of_console, one.tests) for one in faults})
    told = []
    for result in _spread(free, [partial(_tried, tests=t, seconds=seconds, console=c)
                                 for c, t in chosen]):  # fmt: skip
        told += result
    return told


def _tried(
    bed: Bed, tests: Sequence[str], seconds: float, *, console: bool
) -> list[str]:
    status, said = bed.run(tests, seconds, console=console)
    return [] if status == 0 else [f"{' '.join(tests)}: {_tail(said)}"]


def _spread(free: list[Bed], works: Sequence[Any]) -> Iterator[Any]:
    """Each piece of work in the next copy that is free; results in order."""
    waiting: queue.SimpleQueue[Bed] = queue.SimpleQueue()
    for bed in free:
        waiting.put(bed)

    def one(work: Any) -> Any:
        bed = waiting.get()
        try:
            return work(bed)
        finally:
            waiting.put(bed)

    with ThreadPoolExecutor(len(free)) as lanes:
        yield from lanes.map(one, works)


def _tail(said: str) -> str:
    return "\n      ".join(said.strip().splitlines()[-_SHOWN_LINES:])


def main() -> int:
    """Try the faults and tell; fails below the share that has to be killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", help="files of mutants/, without .toml")
    parser.add_argument("--named", default="", help="only faults whose title has this")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="for each")
    parser.add_argument("--list", action="store_true", help="try none, tell them")
    parser.add_argument("--verbose", action="store_true", help="tell what tests said")
    wanted = parser.parse_args()
    faults = [one for one in read_faults(wanted.rooms) if wanted.named in one.title]
    if problems := stale(faults) or ([] if faults else ["There is no such fault."]):
        _say("\n".join(problems))
        return 2
    if wanted.list:
        rooms = Counter(one.room for one in faults)
        told = ", ".join(f"{room} {count}" for room, count in rooms.items())
        _say(f"{len(faults)} faults: {told}")
        return 0
    with beds(min(wanted.jobs, len(faults))) as free:
        if problems := failing(free, faults, wanted.seconds):
            _say("These fail with nothing planted:\n" + "\n".join(problems))
            return 2
        works = [partial(Bed.try_fault, fault=one, seconds=wanted.seconds)
                 for one in faults]  # fmt: skip
        results = []
        for result in _spread(free, works):
            results.append(result)
            _say(_line(result, verbose=wanted.verbose))
    _say(_summary(results))
    counted = [one for one in results if one.outcome is not Outcome.EQUIVALENT]
    killed = sum(one.outcome is Outcome.KILLED for one in counted)
    return 0 if counted and killed / len(counted) >= LEAST_KILLED else 1


def _line(result: Result, *, verbose: bool) -> str:
    told = f"{result.outcome:10} {result.seconds:5.0f} s  {result.fault.name}"
    if result.outcome in {Outcome.SURVIVED, Outcome.TIMED_OUT}:
        told += f"\n      {result.fault.file}: {result.fault.harm}"
    if result.outcome is Outcome.EQUIVALENT:
        told += f"\n      {result.fault.equivalent}"
    if verbose or result.outcome is Outcome.BROKEN:
        told += f"\n      {_tail(result.said)}"
    return told


def _summary(results: Sequence[Result]) -> str:
    """A line for each room, and one for all."""
    lines = [f"\n{'room':16}" + "".join(f"{one:>12}" for one in Outcome)]
    for room in [*dict.fromkeys(one.fault.room for one in results), "all"]:
        counts = Counter(
            one.outcome for one in results if room in {one.fault.room, "all"}
        )
        lines.append(f"{room:16}" + "".join(f"{counts[one]:12}" for one in Outcome))
    return "\n".join(lines)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
