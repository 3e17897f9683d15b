"""Runs a command and waits for all it began: `scripts/whole_family.py command …`.

What a process costs is counted by whoever waits for it. A browser's processes outlive
the one that began them, and would be waited for by nobody who counts.
"""

import ctypes
import os
import subprocess
import sys
import time

_BECOME_REAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): what lost its parent becomes this process's."""
_PATIENCE_SECONDS = 10.0


def main() -> int:
    """Tells the command's own status."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_BECOME_REAPER, 1, 0, 0, 0)
    with subprocess.Popen(sys.argv[1:]) as command:  # noqa: S603 - a layer's own
        status = command.wait()
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while _has_children() and time.monotonic() < deadline:
        time.sleep(0.05)
    return status


def _has_children() -> bool:
    """Wait for those that have ended; tells whether others have not."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return False
    return True


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
