"""A restore that dies as it passes a boundary, as by a power cut."""

import functools
import os
import signal

from giroscope.cli import main, restore


def _die_at(boundary: str, passed: str) -> None:
    if passed == boundary:
        os.kill(os.getpid(), signal.SIGKILL)


def restore_until(words: list[str]) -> int:
    """Run a command that dies at the boundary that is named before it."""
    where, *command = words
    dying = functools.partial(_die_at, where)
    restore.put_back = functools.partial(restore.put_back, passing=dying)
    return main(command)
