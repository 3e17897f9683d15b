"""Keeps a few processes running: starts them, restarts the one that dies, ends all.

Knows nothing of what they do. Each is forked, so that what this process has loaded
is loaded once and shared; it therefore opens no connection and starts no thread of
its own. A pipe that ends with this process, however it ends, ends the others.
"""

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from time import monotonic
from types import FrameType

import structlog

from giroscope.serve.forked import fork

log = structlog.get_logger(__name__)

_STEADY_SECONDS = 60.0
_MOST_DEATHS = 6
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 15.0
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
    start_at: float = 0.0

    def start(self, lifeline: tuple[int, int]) -> None:
        self.started, self.status = monotonic(), None
        self.pid = fork(self.part.run, lifeline)

    def is_alive(self) -> bool:
        if self.pid and self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.pid != 0 and self.status is None


class Supervisor:
    """Runs parts until it is asked to stop."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._children = [_Child(part) for part in parts]
        self._lifeline = os.pipe()
        self._woken = Event()
        self._stops = 0

    def run(self, is_ready: Callable[[], bool], on_ready: Callable[[], object]) -> None:
        """Start everything, tell once when it is ready, and keep it running.

        Raises:
            PartKeepsDying: A part died too often in a row; all are stopped.
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
        self._woken.set()

    def _keep_running(
        self, is_ready: Callable[[], bool], on_ready: Callable[[], object]
    ) -> None:
        told = False
        while True:
            # Cleared before it is looked at, so that no signal is slept through.
            self._woken.clear()
            if self._stops:
                return
            for child in self._children:
                self._look_after(child)
            if not told and all(c.is_alive() for c in self._children) and is_ready():
                told = True
                on_ready()
            self._woken.wait(self._pause(told))

    def _pause(self, told: bool) -> float | None:
        """How long nothing can need attention; a signal ends it early."""
        waiting = [c.start_at for c in self._children if not c.is_alive()]
        if waiting:
            return max(min(waiting) - monotonic(), 0.0)
        return None if told else _LOOK_SECONDS

    def _look_after(self, child: _Child) -> None:
        if child.is_alive():
            return
        if child.status is not None:
            self._note_death(child)
        if monotonic() >= child.start_at:
            child.start(self._lifeline)

    def _note_death(self, child: _Child) -> None:
        now = monotonic()
        if now - child.started > _STEADY_SECONDS:
            child.deaths = 0
        child.deaths += 1
        status, child.status, child.pid = child.status, None, 0
        log.error("part.died", part=child.part.name, status=status, deaths=child.deaths)
        if child.deaths >= _MOST_DEATHS:
            raise PartKeepsDying(
                f"The part “{child.part.name}” ended {child.deaths} times in a row"
                f" (status {status}); the lines above say why, and `giroscope doctor`"
                " looks for the usual reasons"
            )
        pause = min(_FIRST_PAUSE * 2 ** (child.deaths - 1), _LONGEST_PAUSE)
        child.start_at = now + pause

    def _stop_all(self) -> None:
        """Ask politely, wait, then insist; a second signal insists at once."""
        asked = self._stops
        for child in self._children:
            if child.is_alive():
                os.kill(child.pid, signal.SIGTERM)
        deadline = monotonic() + _STOP_SECONDS
        while True:
            self._woken.clear()
            alive = [child for child in self._children if child.is_alive()]
            if not alive:
                break
            if monotonic() > deadline or self._stops > asked:
                _kill(alive)
            self._woken.wait(_LOOK_SECONDS)
        for end in self._lifeline:
            os.close(end)


def _kill(children: Sequence[_Child]) -> None:
    for child in children:
        log.warning("part.killed", part=child.part.name)
        # Its whole group: the web part may have processes of its own.
        os.killpg(child.pid, signal.SIGKILL)
