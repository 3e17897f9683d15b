"""Runs tests in several processes that are forked once all is loaded and collected.

`--lanes=4`: to load and collect ten thousand tests takes longer than many of them run,
so it is done once and not by each process. Tests that share a file or a server that
starts slowly stay together; each lane takes the next such unit when it is done with
one. What a lane reports, the process that collected replays as if it had run it.
"""

from __future__ import annotations

import os
import pickle
import random
import selectors
import signal
import struct
import traceback
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SHARING = {
    "tests/erplink": "Tryton",
    "tests/identity": "Keycloak",
    "tests/users": "Keycloak",
}
"""Folders, and the server that they share."""
_LONG = (
    "/killing/",
    "/breaking/",
    "tests/demo/",
    "tests/serve/",
    "bad_ends",
    "demo_command",
    "migrate",
    "test_cli",
)
"""Files of few tests that take long."""
_ENDED = "The process that was to run it ended before."
_NUMBER = struct.Struct("!I")
_Unit = list[pytest.Item]


def add_option(parser: pytest.Parser) -> None:
    """`--lanes`."""
    parser.addoption(
        "--lanes", type=int, default=1, help="how many processes run the tests"
    )


def use_lanes(config: pytest.Config) -> None:
    """Run in as many processes as are asked for."""
    if (lanes := config.getoption("lanes")) > 1:
        config.pluginmanager.register(Lanes(lanes))


def units_of(items: Sequence[pytest.Item]) -> list[_Unit]:
    """What stays together, and what takes long first: no lane is left with it alone."""
    units: defaultdict[str, _Unit] = defaultdict(list)
    for item in items:
        units[_unit_name(item)].append(item)
    return [units[name] for name in sorted(units, key=_turn)]


def _unit_name(item: pytest.Item) -> str:
    file = item.nodeid.partition("::")[0]
    above = map(str, PurePosixPath(file).parents)
    return next((_SHARING[each] for each in above if each in _SHARING), file)


def _turn(name: str) -> int:
    if name in _SHARING.values():
        return 0
    return 1 if any(part in name for part in _LONG) else 2


@dataclass(eq=False)
class Lane:
    """A process that runs tests, as the one that collected them sees it."""

    pid: int
    reports: int
    """Where what it reports is read."""
    buffer: bytes = b""
    has_ended: bool = False

    def read(self) -> Iterator[tuple[str, Any]]:
        """What it has told since; nothing more once it has ended."""
        told = os.read(self.reports, 1 << 20)
        self.has_ended = not told
        self.buffer += told
        while len(self.buffer) >= _NUMBER.size:
            (size,) = _NUMBER.unpack_from(self.buffer)
            end = _NUMBER.size + size
            if len(self.buffer) < end:
                return
            message, self.buffer = self.buffer[_NUMBER.size : end], self.buffer[end:]
            kind, value = pickle.loads(message)  # noqa: S301 - what was forked wrote it
            # What it has started may live longer, and hold the pipe open.
            self.has_ended |= kind == "end"
            yield kind, value


@dataclass(eq=False)
class Lanes:
    """Has several processes run what this one has collected."""

    count: int

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Everything is run; a lane that ends by itself fails what it had taken."""
        if session.testsfailed or session.config.option.collectonly:
            return None
        units = units_of(session.items)
        queue = _queue(len(units))
        # Lanes would make the folder for temporary ones each, and remove the others'.
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        lanes = [_forked(session, units, queue, number) for number in range(self.count)]
        os.close(queue)
        try:
            _replay(session, lanes)
        finally:
            for lane in lanes:
                with suppress(ProcessLookupError):
                    os.kill(lane.pid, signal.SIGINT)
                os.waitpid(lane.pid, 0)
        return True


def _queue(length: int) -> int:
    """The numbers of all units in a pipe, of which each lane reads the next one."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.write(writing, b"".join(map(_NUMBER.pack, range(length))))
    os.close(writing)
    return reading


def _replay(session: pytest.Session, lanes: list[Lane]) -> None:
    """Report what lanes report, until all have ended or enough has failed."""
    left = {item.nodeid: item.location for item in session.items}
    with selectors.DefaultSelector() as selector:
        for lane in lanes:
            selector.register(lane.reports, selectors.EVENT_READ, lane)
        while selector.get_map():
            for key, _ in selector.select():
                for kind, value in key.data.read():
                    _replay_one(session.config, kind, value, left)
                if key.data.has_ended:
                    selector.unregister(key.fileobj)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
    for name, place in left.items():
        report = pytest.TestReport(name, place, {}, "failed", _ENDED, "call")
        session.config.hook.pytest_runtest_logreport(report=report)


def _replay_one(
    config: pytest.Config,
    kind: str,
    value: Any,
    left: dict[str, tuple[str, int | None, str]],
) -> None:
    if kind == "report":
        report = config.hook.pytest_report_from_serializable(config=config, data=value)
        config.hook.pytest_runtest_logreport(report=report)
    elif kind == "finish":
        config.hook.pytest_runtest_logfinish(nodeid=value, location=left.pop(value))


def _forked(
    session: pytest.Session, units: list[_Unit], queue: int, number: int
) -> Lane:
    reading, writing = os.pipe()
    if pid := os.fork():
        os.close(writing)
        return Lane(pid, reading)
    status = 1
    try:
        os.close(reading)
        _run(session, units, queue, writing, number)
        status = 0
    except Exception:  # noqa: BLE001 - it ends with the process, and is told before
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _run(
    session: pytest.Session, units: list[_Unit], queue: int, writing: int, number: int
) -> None:
    """In the lane's own process: run unit after unit, and tear down at the end."""
    teller = _Teller(session.config, writing)
    _make_own(session, teller, number)
    try:
        item = next(pending := _pending(units, queue), None)
        while item is not None:
            # What both need is not torn down between them.
            following = next(pending, None)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            teller.tell("finish", item.nodeid)
            item = following
    except KeyboardInterrupt:
        pass
    finally:
        # Servers are to be ended, however often that is asked for.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=0)
        teller.tell("end", number)


def _pending(units: list[_Unit], queue: int) -> Iterator[pytest.Item]:
    while told := os.read(queue, _NUMBER.size):
        (number,) = _NUMBER.unpack(told)
        yield from units[number]


def _make_own(session: pytest.Session, teller: _Teller, number: int) -> None:
    """What was forked shares nothing with other lanes, and reports to one place."""
    plugins = session.config.pluginmanager
    capture = plugins.getplugin("capturemanager")
    if capture.is_globally_capturing():
        capture.stop_global_capturing()
        capture.start_global_capturing()
    for plugin in plugins.get_plugins():
        if plugin is not session and hasattr(plugin, "pytest_runtest_logreport"):
            plugins.unregister(plugin)
    plugins.register(teller)
    random.seed()
    factory = session.config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = factory.getbasetemp() / f"lane-{number}"
    factory._basetemp.mkdir()


@dataclass(eq=False)
class _Teller:
    """Tells the process that collected what happens in this one."""

    config: pytest.Config
    writing: int

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self.config.hook.pytest_report_to_serializable(
            config=self.config, report=report
        )
        self.tell("report", data)

    def tell(self, kind: str, value: Any) -> None:
        message = pickle.dumps((kind, value))
        rest = memoryview(_NUMBER.pack(len(message)) + message)
        while rest:
            rest = rest[os.write(self.writing, rest) :]
