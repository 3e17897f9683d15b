"""Packages of the distribution, where we may install them."""

import fcntl
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

_SECONDS = 600
_UPDATE = ["update"]
_INSTALL = ["install", "-y", "--no-install-recommends"]
# The tool gives up where another is at work.
_ALONE = Path("/var/cache/apt/giroscope.lock")


def install(*packages: str) -> None:
    """From the distribution, if this is its administrator; one after another.

    A failure shows by what is missing.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with _ALONE.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for words in (_UPDATE, [*_INSTALL, *packages]):
            with suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(  # noqa: S603 - the distribution's own tool
                    ["apt-get", "-q", *words],  # noqa: S607 - found on the path above
                    env=env, stdin=subprocess.DEVNULL, capture_output=True,
                    check=False, timeout=_SECONDS,
                )  # fmt: skip
