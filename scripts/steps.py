"""Runs tools as steps of a layer: in sight or beside others, bounded, and counted."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import setting_up
from setting_up import CannotSetUp
from tally import Tally

# The backend's tests in one step, or half the journeys beside a Keycloak and three
# browsers, on two cores that others use as well.
_SECONDS = 3600


@contextmanager
def report() -> Iterator[Path]:
    """Where a test tool is to write what came of it."""
    with tempfile.TemporaryDirectory(prefix="giroscope-test-") as folder:
        yield Path(folder) / "report.xml"


def count(tally: Tally, name: str, status: int) -> None:
    """One step ended, well or not."""
    setting_up.say(f"{'ok  ' if status == 0 else 'FAIL'} {name}")
    if status == 0:
        tally.succeed()
    else:
        tally.fail(name)


def run(command: Sequence[str | Path], cwd: Path, env: Mapping[str, str]) -> int:
    """Run a tool in sight; tells its status, 124 when it took too long."""
    sys.stdout.flush()
    return done(command, cwd, env).returncode


def done(
    command: Sequence[str | Path], cwd: Path, env: Mapping[str, str], **output: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a tool; it is ended, with status 124, when it takes too long.

    Raises:
        CannotSetUp: It is not there.
    """
    words = [str(word) for word in command]
    try:
        return subprocess.run(  # noqa: S603 - our own commands
            words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, check=False,
            timeout=_SECONDS, **output,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        setting_up.say(f"{words[0]} took over {_SECONDS} s")
        return subprocess.CompletedProcess(words, 124)
    except OSError as error:
        raise CannotSetUp(f"{words[0]}: {error.strerror}") from error
