"""Finds a Chromium for the browser tests, or installs one where it may."""

import os
import shutil
import subprocess

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_INSTALL_SECONDS = 600


def find_chromium() -> str | None:
    """The path of a Chromium; None where there is none to be had."""
    given = os.environ.get("CHROMIUM")
    if given:
        return shutil.which(given)
    found = _on_path()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _install()
        found = _on_path()
    return found


def _on_path() -> str | None:
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


def _install() -> None:
    """From the distribution; a failure shows by its absence."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (
        ("update",),
        ("install", "-y", "--no-install-recommends", "chromium"),
    ):
        try:
            subprocess.run(  # noqa: S603 - the distribution's own tool
                ["apt-get", "-q", *words],  # noqa: S607 - found on the path above
                env=env, stdin=subprocess.DEVNULL, check=False,
                timeout=_INSTALL_SECONDS,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return
