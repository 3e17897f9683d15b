"""The layers of tests: what each runs, and what it needs."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import SystemRandom

import setting_up
from setting_up import BACKEND, FRONTEND, PYTHON, ROOT, VENV, CannotSetUp
from shared_servers import SharedServers
from steps import count, done, report, run
from tally import Tally

# What the backend's tests use too.
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

from in_memory import temporary
from journeys import journeys

_MOST_AT_ONCE = 4
_ROOM = 6 * 1024**3
_COSTS = "GIROSCOPE_TEST_COSTS"
_MUTANTS = ROOT / "benchmarks" / "mutants.py"

# Python that is no part of the backend, under the same rules.
_BESIDE = ("scripts", "benchmarks")


_LARGEST_SEED = 1_000_000

_Step = tuple[str, Sequence[str | Path], Path]
"""What a tool is called here, its command, and where it runs."""


@dataclass(frozen=True)
class Run:
    """What the layers of one run share."""

    tally: Tally
    servers: SharedServers
    costs: Path
    """Where the backend's tests write what they cost."""
    seed: int | None
    """By it stores and shares are dealt; without one all runs, on both stores, and also
    what is slow and rarely broken."""
    clock: Mapping[str, str] = field(default_factory=dict)
    """What sets the clock and the zone of the machine for the tests."""


def drawn_seed() -> int:
    """By which a run deals."""
    return SystemRandom().randrange(_LARGEST_SEED)


def check(of: Run) -> None:
    """Style, types, import rules, and generated files that must be fresh."""
    tools = VENV / "bin"
    # Whatever takes longest begins first, and what needs the web libraries last.
    steps: list[_Step] = [
        ("mypy", [tools / "mypy"], BACKEND),
        ("ruff check", [tools / "ruff", "check", "."], BACKEND),
        ("ruff format", [tools / "ruff", "format", "--check", "."], BACKEND),
        ("ruff check beside", [tools / "ruff", "check", *_BESIDE], ROOT),
        ("ruff format beside", [tools / "ruff", "format", "--check", *_BESIDE], ROOT),
        ("import rules", [tools / "lint-imports"], BACKEND),
        ("graph schema is fresh", [PYTHON, ROOT / "scripts" / "schema_fresh.py"], ROOT),
        ("lock files are fresh", [PYTHON, ROOT / "scripts" / "locks_fresh.py"], ROOT),
        (
            "migrations in line",
            [PYTHON, ROOT / "scripts" / "migrations_in_line.py"],
            ROOT,
        ),
        ("planted faults apply", [PYTHON, _MUTANTS, "--list"], ROOT),
        *((name, ["npm", "run", "--silent", name], FRONTEND) for name in _web_checks()),
    ]
    # A tool mostly uses one processor.
    with ThreadPoolExecutor(_at_once()) as lanes:
        ended = lanes.map(partial(_told, of), steps)
        for (name, _, _), (status, said) in zip(steps, ended, strict=True):
            sys.stdout.write(said)
            count(of.tally, name, status)


def _told(of: Run, step: _Step) -> tuple[int, str]:
    """Run a tool beside others; tells its status and what it said."""
    _, command, cwd = step
    finished = done(
        command, cwd, _web(of) if cwd == FRONTEND else os.environ,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip
    return finished.returncode, finished.stdout or ""


def _web_checks() -> list[str]:
    """The parts of the console's own check, each a step of its own."""
    package = json.loads((FRONTEND / "package.json").read_text("utf-8"))
    return [name for name in package["scripts"] if name.startswith("check:")]


def unit(of: Run) -> None:
    """Everything that needs no server."""
    _pytest(of, "unit", "not integration", _at_once())


def integration(of: Run) -> None:
    """The same on a real PostgreSQL, Keycloak and Tryton, and whole processes."""
    _with_servers(of, "integration", "integration")


def backend(of: Run) -> None:
    """Both at once: whoever waits for a server leaves the machine to the others."""
    _with_servers(of, "backend", "")


def _with_servers(of: Run, name: str, marked: str) -> None:
    try:
        setting_up.tryton()
    except CannotSetUp as reason:
        # Its tests skip, and say so each.
        setting_up.say(str(reason))
        of.tally.skip(f"{name}: Tryton: it could not be installed")
    # Each waits for servers for almost half of its time.
    _pytest(of, name, marked, _at_once() + 2, of.servers.environment())


def _pytest(
    of: Run,
    name: str,
    marked: str,
    processes: int,
    servers: Mapping[str, str] | None = None,
) -> None:
    chosen = ["--stores=both"]
    if of.seed is not None:
        chosen = ["--stores=dealt", f"--deal={of.seed}", "--without-full"]
    # What a test has passed with is of no more use, and there is a lot of it.
    with report() as written, temporary("giroscope-tests-", _ROOM) as folder:
        status = run(
            [PYTHON, "-m", "pytest", "-q", "-m", marked, *chosen,
             f"--lanes={processes}", f"--basetemp={folder}/tests",
             "-o", "tmp_path_retention_policy=failed", f"--junitxml={written}"],
            BACKEND,
            {**os.environ, **(servers or {}), **of.clock, _COSTS: str(of.costs)},
        )  # fmt: skip
        of.tally.add_report(written, name, status)


def _at_once() -> int:
    """How many processes run the backend's tests, each with a database of its own."""
    return min(_MOST_AT_ONCE, len(os.sched_getaffinity(0)))


def web(of: Run) -> None:
    """The console's own tests."""
    env = _web(of)
    with report() as written:
        status = run(
            ["npm", "run", "--silent", "test", "--", "--reporter=default",
             "--reporter=junit", f"--outputFile.junit={written}"],
            FRONTEND, env,
        )  # fmt: skip
        of.tally.add_report(written, "web", status)


def e2e(of: Run) -> None:
    """The product as people start it, in a real browser."""
    journeys(of.tally, _web(of), of.servers.keycloak, seed=of.seed)


Layer = Callable[[Run], None]
WHOLE = ("check", "backend", "web", "e2e")
"""All there is, as it takes the least time."""
LAYERS: dict[str, Layer] = {
    "check": check,
    "backend": backend,
    "web": web,
    "e2e": e2e,
    "unit": unit,
    "integration": integration,
}


def _web(of: Run) -> dict[str, str]:
    env = setting_up.web_environment()
    setting_up.web_libraries(env)
    return {**env, **of.clock}
