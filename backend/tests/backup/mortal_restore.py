"""A restore that dies as it passes a boundary, as by a power cut."""

import functools
import os
import signal
import sys

from giroscope.cli import main, restore


def _die_at(boundary: str, passed: str) -> None:
    if passed == boundary:
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    where, *words = sys.argv[1:]
    dying = functools.partial(_die_at, where)
    restore.put_back = functools.partial(restore.put_back, passing=dying)
    sys.exit(main(words))
