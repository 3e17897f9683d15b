"""Commands of the product in processes of their own, which begin at once.

They are forked by a process that has loaded what they need, once for all tests here.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from giroscope.cli import main

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "giroscope.cli.import_files", "giroscope.cli.demo", "giroscope.cli.migrate",
        "giroscope.cli.restore",
    ]
)  # fmt: skip
_MOST_SECONDS = 300


class Ended(NamedTuple):
    """What became of a command."""

    code: int
    """Negative where a signal ended it."""
    out: str
    err: str


@dataclass(frozen=True)
class Command:
    """One that runs."""

    process: ForkServerProcess
    said: Path

    @property
    def pid(self) -> int:
        """Whom a signal reaches."""
        assert self.process.pid is not None
        return self.process.pid

    def ended(self) -> Ended:
        """Wait for its end."""
        self.process.join(_MOST_SECONDS)
        code = self.process.exitcode
        assert code is not None, f"{self.process.name} does not end"
        out, err = ((self.said / name).read_text("utf-8") for name in ("out", "err"))
        self.process.close()
        return Ended(code, out, err)


def begin(
    folder: Path,
    *words: str | Path,
    environment: Mapping[str, str] | None = None,
    program: Callable[[list[str]], int] = main,
) -> Command:
    """Run a command beside the test; what it says is kept in a part of the folder."""
    said = Path(mkdtemp(prefix="said-", dir=folder))
    given = dict(os.environ if environment is None else environment)
    told = tuple(map(str, words))
    process = _FORKS.Process(
        target=_run,
        args=(program, told, str(said), given),
        name=f"giroscope {' '.join(told)}",
    )
    process.start()
    return Command(process, said)


def _run(
    program: Callable[[list[str]], int],
    words: tuple[str, ...],
    said: str,
    environment: dict[str, str],
) -> None:
    os.chdir(said)
    for number, name in ((1, "out"), (2, "err")):
        opened = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
    os.environ.clear()
    os.environ.update(environment)
    sys.exit(program([*words]))
