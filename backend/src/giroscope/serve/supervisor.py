"""Keeps a few processes running: starts them, restarts the one that dies, ends all.

Knows nothing of what the processes do. Each has a pipe as standard input that
ends when this process ends, however it ends, so that none outlives it.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from types import FrameType

import structlog

log = structlog.get_logger(__name__)

_STEADY_SECONDS = 60.0
_MOST_DEATHS = 6
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 15.0
_STOP_SECONDS = 10.0
_LOOK_SECONDS = 0.25


class PartKeepsDying(Exception):
    """A part does not stay up; its own log lines say why."""


@dataclass(frozen=True, slots=True)
class Part:
    """One process to be kept running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]


@dataclass(slots=True)
class _Child:
    part: Part
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    start_at: float = field(default=0.0)

    def start(self) -> None:
        self.started = monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own commands
            list(self.part.command),
            stdin=subprocess.PIPE,
            # Secrets that only the preparation needs go no further.
            env={
                **{k: v for k, v in os.environ.items() if k not in _NOT_PASSED_ON},
                **self.part.environment,
            },
            # Ctrl-C reaches this process alone, which then ends all in order.
            start_new_session=True,
        )

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


_NOT_PASSED_ON = frozenset({"GIROSCOPE_ADMIN_PASSWORD"})


class Supervisor:
    """Runs parts until it is asked to stop."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._children = [_Child(part) for part in parts]
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
        now = monotonic()
        if child.process is not None:
            self._note_death(child, now)
        if now >= child.start_at:
            child.start()

    def _note_death(self, child: _Child, now: float) -> None:
        if child.process is None:
            return
        if now - child.started > _STEADY_SECONDS:
            child.deaths = 0
        child.deaths += 1
        code = child.process.returncode
        log.error("part.died", part=child.part.name, status=code, deaths=child.deaths)
        if child.deaths >= _MOST_DEATHS:
            raise PartKeepsDying(
                f"The part “{child.part.name}” ended {child.deaths} times in a row"
                f" (status {code}); the lines above say why. `giroscope doctor` looks"
                " for the usual reasons"
            )
        pause = min(_FIRST_PAUSE * 2 ** (child.deaths - 1), _LONGEST_PAUSE)
        _forget(child)
        child.start_at = now + pause

    def _stop_all(self) -> None:
        """Ask politely, wait, then insist; a second signal insists at once."""
        asked = self._stops
        for child in self._children:
            if child.process is not None and child.is_alive():
                child.process.terminate()
        deadline = monotonic() + _STOP_SECONDS
        while any(child.is_alive() for child in self._children):
            if monotonic() > deadline or self._stops > asked:
                self._kill_all()
            self._woken.clear()
            self._woken.wait(_LOOK_SECONDS)
        for child in self._children:
            _forget(child)

    def _kill_all(self) -> None:
        for child in self._children:
            if child.process is not None and child.is_alive():
                log.warning("part.killed", part=child.part.name)
                # Its whole group: the web part may have processes of its own.
                os.killpg(child.process.pid, signal.SIGKILL)
                child.process.wait()


def _forget(child: _Child) -> None:
    if child.process is not None:
        if child.process.stdin is not None:
            child.process.stdin.close()
        child.process = None
