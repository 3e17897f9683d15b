"""Parts are kept running, end together, and never outlive who started them."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from giroscope.kernel.failing_parts import failing_parts

PROGRAM = """
    import os, signal, sys, time
    from functools import partial
    from pathlib import Path
    from giroscope.kernel import logs
    from giroscope.kernel.failing_parts import note_failing
    from giroscope.serve import supervisor
    from giroscope.serve.supervisor import Part, PartKeepsDying, Supervisor

    logs.configure("json")
    # So that whoever has to wait for a stubborn part is told from who has not.
    supervisor._STOP_SECONDS = 300
    supervisor._FIRST_PAUSE = 0.01
    supervisor._LONGEST_PAUSE = 0.05

    folder, is_ready = Path(sys.argv[1]), sys.argv[2] == "ready"
    supervisor._STEADY_SECONDS = float(sys.argv[3])

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

    def failing():
        while not (folder / "ready").exists():
            time.sleep(0.01)
        note("failing")
        if (folder / "mended").exists():
            time.sleep(300)
        raise RuntimeError("what it needs is away")

    parts = [Part(name, globals()[name]) for name in sys.argv[4:]]
    run = Supervisor(parts, partial(note_failing, folder))
    try:
        run.run(lambda: is_ready, lambda: note("ready"))
    except PartKeepsDying as error:
        print(error)
        sys.exit(1)
"""

NOTING = """
    import sys
    from pathlib import Path
    from giroscope.kernel.failing_parts import FailingPart, note_failing

    note_failing(Path(sys.argv[1]), [FailingPart("worker", 4)])
"""


class Run:
    """A supervisor in a process of its own."""

    def __init__(
        self, folder: Path, *names: str, ready: str = "ready", steady: float = 60
    ) -> None:
        self.folder = folder
        given = [str(folder), ready, str(steady), *names]
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", textwrap.dedent(PROGRAM), *given],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
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


def test_signals_in_quick_succession_hold_nobody_up(
    tmp_path: Path, runs: list[Run]
) -> None:
    run = Run(tmp_path, "steady")
    runs.append(run)
    run.pids("ready")
    for _ in range(20_000):
        run.process.send_signal(signal.SIGCHLD)
    run.process.send_signal(signal.SIGINT)
    assert run.process.wait(60) == 0


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


def test_part_that_cannot_start_at_all_ends_the_run_with_a_reason(
    tmp_path: Path, runs: list[Run]
) -> None:
    run = Run(tmp_path, "steady", "dying", ready="not yet")
    runs.append(run)
    out, _ = run.process.communicate(timeout=60)
    assert run.process.returncode == 1
    assert "“dying” ended 6 times in a row (status 3)" in out
    assert _gone(run.pids("steady")[0])


def test_part_that_keeps_dying_is_started_for_ever_and_told_once(
    tmp_path: Path, runs: list[Run]
) -> None:
    run = Run(tmp_path, "steady", "failing", steady=0.5)
    runs.append(run)
    run.pids("failing", 9)
    (failing,) = failing_parts(tmp_path)
    assert (failing.name, failing.deaths > 6) == ("failing", True)
    (tmp_path / "mended").touch()
    _until(lambda: not failing_parts(tmp_path))
    assert len(run.pids("steady")) == 1
    run.process.send_signal(signal.SIGTERM)
    out, _ = run.process.communicate(timeout=60)
    assert run.process.returncode == 0
    told = [
        out.count(word) for word in ("part.died", "what it needs", "part.recovered")
    ]
    assert told == [1, 1, 1]


def test_what_a_supervisor_said_that_is_gone_says_nothing(tmp_path: Path) -> None:
    gone = subprocess.run(  # noqa: S603 - our own program
        [
            sys.executable, "-c", textwrap.dedent(NOTING), str(tmp_path)
        ], check=True,
    )  # fmt: skip
    assert gone.returncode == 0
    assert (tmp_path / "failing-parts.json").exists()
    assert failing_parts(tmp_path) == []
    (tmp_path / "failing-parts.json").write_text("half a no")
    assert failing_parts(tmp_path) == []


def _until(is_so: Callable[[], bool]) -> None:
    deadline = monotonic() + 60
    while not is_so():
        assert monotonic() < deadline
        sleep(0.02)
