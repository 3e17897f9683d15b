"""Runs a function in a forked process that ends when its parent does."""

import logging
import os
import pickle
import signal
import sys
from collections.abc import Callable
from threading import Thread
from typing import NoReturn, TypeVar, cast

import structlog

from giroscope.kernel.traces import tracing

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")

_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGCHLD})


def fork(
    run: Callable[[], None], lifeline: tuple[int, int], *, is_told: bool = False
) -> int:
    """Run it in a process of its own; tells that process's id.

    The lifeline is a pipe whose writing end only this process keeps. Where it is told
    already that it fails, it is not told again.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    # Held back until the new process has put its own answers in place; one that
    # came between would be taken by handlers that are the parent's.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    pid = os.fork()
    if pid == 0:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if pid == 0:
        _be(run, lifeline, is_told=is_told)
    return pid


def _be(
    run: Callable[[], None], lifeline: tuple[int, int], *, is_told: bool
) -> NoReturn:
    reader, writer = lifeline
    os.close(writer)
    # Ctrl-C reaches the parent alone, which then ends all in order.
    os.setsid()
    Thread(target=_end_with, args=(reader,), name="lifeline", daemon=True).start()
    code = 1
    try:
        run()
        code = 0
    except SystemExit as asked:
        code = asked.code if isinstance(asked.code, int) else 1
    except BaseException:  # noqa: BLE001 - nothing may run on into the parent's code
        tell = log.debug if is_told else log.error
        tell("part.failed", exc_info=True)
    finally:
        end_process(code)


def _end_with(reader: int) -> None:
    """Ask this process to stop when the parent is gone."""
    os.read(reader, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def end_process(code: int) -> NoReturn:
    """End at once with everything said; threads are not waited for."""
    tracing().flush()
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def answer_of(ask: Callable[[], Answer]) -> Answer:
    """What the function gives, called in a process of its own.

    What it opens is closed with that process, so that this one can be forked
    again. Its exceptions are raised here.

    Raises:
        RuntimeError: The process ended without an answer.
    """
    reader, writer = os.pipe()
    lifeline = os.pipe()

    def tell() -> None:
        os.close(reader)
        try:
            message: tuple[bool, object] = (True, ask())
        except Exception as error:  # an edge: it is raised in the parent
            log.debug("part.refused", exc_info=True)
            message = (False, error)
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(message, pipe)

    pid = fork(tell, lifeline)
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as pipe:
            told = pipe.read()
    finally:
        for end in lifeline:
            os.close(end)
        os.waitpid(pid, 0)
    if not told:
        raise RuntimeError("the preparation ended without an answer")
    is_well, answer = pickle.loads(told)  # noqa: S301 - from our own process
    if not is_well:
        raise cast("Exception", answer)
    return cast("Answer", answer)
