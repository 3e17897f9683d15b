"""Keeps a few processes running: starts them, restarts the one that dies, ends all.

Knows nothing of what they do. Each is forked, so that what this process has loaded
is loaded once and shared; it therefore opens no connection and starts no thread of
its own. A pipe that ends with this process, however it ends, ends the others.

What has run once is never given up: a part that keeps dying is started again for as
long as the others run, and that it does is told once. Only before everything has been
ready does one that cannot start end the rest, for then its settings are at fault.
"""

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType

import structlog

from giroscope.kernel.failing_parts import FailingPart
from giroscope.serve.forked import fork

log = structlog.get_logger(__name__)

_STEADY_SECONDS = 60.0
_MOST_DEATHS = 6
"""So often may a part die before everything was ready for the first time."""
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 5.0
_STOP_SECONDS = 10.0
_LOOK_SECONDS = 0.2


class PartKeepsDying(Exception):
    """A part does not stay up; its own log lines say why."""


@dataclass(frozen=True, slots=True)
class Part:
    """One process to be kept running."""

    name: str
    run: Callable[[], None]


@dataclass(slots=True)
class _Child:
    part: Part
    pid: int = 0
    status: int | None = None
    started: float = 0.0
    deaths: int = 0
    """How often in a row."""
    start_at: float = 0.0

    def start(self, lifeline: tuple[int, int]) -> None:
        self.started, self.status = monotonic(), None
        self.pid = fork(self.part.run, lifeline, is_told=self.deaths > 0)

    @property
    def steady_at(self) -> float:
        return self.started + _STEADY_SECONDS

    def is_alive(self) -> bool:
        if self.pid and self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.pid != 0 and self.status is None

    def has_come_up(self) -> bool:
        """Whether it runs, and not just between two deaths."""
        is_held = not self.deaths or monotonic() - self.started > _LONGEST_PAUSE
        return self.is_alive() and is_held


class Supervisor:
    """Runs parts until it is asked to stop."""

    def __init__(
        self,
        parts: Sequence[Part],
        on_change: Callable[[Sequence[FailingPart]], object] = lambda _failing: None,
    ) -> None:
        """`on_change` is told which parts fail, whenever those are others."""
        self._children = [_Child(part) for part in parts]
        self._on_change = on_change
        self._was_ready = False
        self._lifeline = os.pipe()
        # An Event would wait for itself where a signal meets it halfway.
        self._woken: SimpleQueue[int] = SimpleQueue()
        self._stops = 0

    def run(self, is_ready: Callable[[], bool], on_ready: Callable[[], object]) -> None:
        """Start everything, tell once when it is ready, and keep it running.

        Raises:
            PartKeepsDying: A part did not come up at all; the others are stopped.
        """
        before = {
            number: signal.signal(number, self._on_signal)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
        }
        try:
            self._keep_running(is_ready, on_ready)
        finally:
            self._stop_all()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGCHLD:
            self._stops += 1
        self._woken.put(number)

    def _keep_running(
        self, is_ready: Callable[[], bool], on_ready: Callable[[], object]
    ) -> None:
        while True:
            if self._stops:
                return
            for child in self._children:
                self._look_after(child)
            is_up = all(child.has_come_up() for child in self._children)
            if not self._was_ready and is_up and is_ready():
                self._was_ready = True
                on_ready()
            self._sleep(self._pause())

    def _sleep(self, seconds: float | None) -> None:
        """Until a signal comes; one that came since the last sleep counts."""
        with suppress(Empty):
            self._woken.get(timeout=seconds)

    def _pause(self) -> float | None:
        """How long nothing can need attention; a signal ends it early."""
        if not self._was_ready and all(child.is_alive() for child in self._children):
            return _LOOK_SECONDS
        next_looks = [
            child.steady_at if child.is_alive() else child.start_at
            for child in self._children
            if child.deaths or not child.is_alive()
        ]
        return max(min(next_looks) - monotonic(), 0.0) if next_looks else None

    def _look_after(self, child: _Child) -> None:
        if child.is_alive():
            if child.deaths and monotonic() >= child.steady_at:
                self._note_recovery(child)
            return
        if child.status is not None:
            self._note_death(child)
        if monotonic() >= child.start_at:
            child.start(self._lifeline)

    def _note_death(self, child: _Child) -> None:
        now = monotonic()
        if child.deaths and now >= child.steady_at:
            self._note_recovery(child)
        child.deaths += 1
        status, child.status, child.pid = child.status, None, 0
        if child.deaths == 1:
            log.error("part.died", part=child.part.name, status=status)
        self._tell_change()
        if child.deaths >= _MOST_DEATHS and not self._was_ready:
            raise PartKeepsDying(
                f"The part “{child.part.name}” ended {child.deaths} times in a row"
                f" (status {status}); the lines above say why, and `giroscope doctor`"
                " looks for the usual reasons"
            )
        # Of a long row of deaths only its beginning counts: two to the thousandth
        # is no pause.
        doublings = min(child.deaths - 1, _MOST_DEATHS)
        child.start_at = now + min(_FIRST_PAUSE * 2**doublings, _LONGEST_PAUSE)

    def _note_recovery(self, child: _Child) -> None:
        log.info("part.recovered", part=child.part.name, deaths=child.deaths)
        child.deaths = 0
        self._tell_change()

    def _tell_change(self) -> None:
        """Once is an accident that is mended already; twice is a part that fails."""
        self._on_change(
            [
                FailingPart(child.part.name, child.deaths)
                for child in self._children
                if child.deaths > 1
            ]
        )

    def _stop_all(self) -> None:
        """Ask politely, wait, then insist; a second signal insists at once."""
        asked = self._stops
        for child in self._children:
            if child.is_alive():
                os.kill(child.pid, signal.SIGTERM)
        deadline = monotonic() + _STOP_SECONDS
        while True:
            alive = [child for child in self._children if child.is_alive()]
            if not alive:
                break
            if monotonic() > deadline or self._stops > asked:
                _kill(alive)
            self._sleep(_LOOK_SECONDS)
        for end in self._lifeline:
            os.close(end)


def _kill(children: Sequence[_Child]) -> None:
    for child in children:
        log.warning("part.killed", part=child.part.name)
        # Its whole group: the web part may have processes of its own.
        os.killpg(child.pid, signal.SIGKILL)
