"""Parts are kept running, end together, and never outlive who started them."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

PROGRAM = """
    import os, signal, sys, time
    from pathlib import Path
    from giroscope.serve import supervisor
    from giroscope.serve.supervisor import Part, PartKeepsDying, Supervisor

    # So that whoever has to wait for a stubborn part is told from who has not.
    supervisor._STOP_SECONDS = 300

    folder = Path(sys.argv[1])

    def note(name):
        with (folder / name).open("a") as file:
            file.write(f"{os.getpid()}\\n")

    def steady():
        note("steady")
        time.sleep(300)

    def stubborn():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        note("stubborn")
        while True:
            time.sleep(1)

    def dying():
        note("dying")
        sys.exit(3)

    parts = [Part(name, globals()[name]) for name in sys.argv[2:]]
    try:
        Supervisor(parts).run(lambda: True, lambda: note("ready"))
    except PartKeepsDying as error:
        print(error)
        sys.exit(1)
"""


class Run:
    """A supervisor in a process of its own."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", textwrap.dedent(PROGRAM), str(folder), *names],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def pids(self, name: str, count: int = 1) -> list[int]:
        """The ids a part noted, once there are so many."""
        deadline = monotonic() + 60
        while monotonic() < deadline:
            with suppress(FileNotFoundError):
                lines = (self.folder / name).read_text().split()
                if len(lines) >= count:
                    return [int(line) for line in lines]
            sleep(0.02)
        raise AssertionError(f"{name} did not start {count} times")


@pytest.fixture
def runs() -> Iterator[list[Run]]:
    made: list[Run] = []
    yield made
    for run in made:
        if run.process.poll() is None:
            run.process.kill()
        run.process.communicate()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie waits for whoever adopted it.
    with suppress(OSError):
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    return True


def _gone(pid: int) -> bool:
    deadline = monotonic() + 60
    while _is_alive(pid) and monotonic() < deadline:
        sleep(0.05)
    return not _is_alive(pid)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_all_cleanly(
    tmp_path: Path, runs: list[Run], number: signal.Signals
) -> None:
    run = Run(tmp_path, "steady")
    runs.append(run)
    run.pids("ready")
    steady = run.pids("steady")[0]
    run.process.send_signal(number)
    assert run.process.wait(60) == 0
    assert _gone(steady)


def test_part_that_dies_is_started_again(tmp_path: Path, runs: list[Run]) -> None:
    run = Run(tmp_path, "steady")
    runs.append(run)
    first = run.pids("steady")[0]
    run.pids("ready")
    os.kill(first, signal.SIGKILL)
    assert run.pids("steady", 2)[1] != first
    assert run.process.poll() is None


def test_parts_end_when_the_supervisor_is_killed(
    tmp_path: Path, runs: list[Run]
) -> None:
    run = Run(tmp_path, "steady")
    runs.append(run)
    pid = run.pids("steady")[0]
    run.pids("ready")
    run.process.kill()
    assert _gone(pid)


def test_second_signal_does_not_wait_for_a_stubborn_part(
    tmp_path: Path, runs: list[Run]
) -> None:
    run = Run(tmp_path, "stubborn")
    runs.append(run)
    pid = run.pids("stubborn")[0]
    run.pids("ready")
    run.process.send_signal(signal.SIGINT)
    sleep(0.5)
    run.process.send_signal(signal.SIGINT)
    assert run.process.wait(60) == 0
    assert _gone(pid)


@pytest.mark.integration
def test_part_that_keeps_dying_ends_the_run_with_a_reason(
    tmp_path: Path, runs: list[Run]
) -> None:
    run = Run(tmp_path, "steady", "dying")
    runs.append(run)
    out, _ = run.process.communicate(timeout=60)
    assert run.process.returncode == 1
    assert "“dying” ended 6 times in a row (status 3)" in out
    assert _gone(run.pids("steady")[0])
