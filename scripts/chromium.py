"""Finds a Chromium for the browser tests, or installs one where it may."""

import os
import shutil
import subprocess

_WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without a browser's windows, which are half of all the work.
_HEADLESS = ("chromium-headless-shell",)
_INSTALL_SECONDS = 600


def find_chromium() -> str | None:
    """The path of a Chromium as people use it; None where there is none to be had."""
    return _found(_WHOLE)


def find_headless() -> str | None:
    """The path of one without windows; of a whole one where that is not to be had."""
    return _found(_HEADLESS) or _found(_WHOLE)


def _found(names: tuple[str, ...]) -> str | None:
    given = os.environ.get("CHROMIUM")
    if given:
        return shutil.which(given)
    found = _on_path(names)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _install(names[0])
        found = _on_path(names)
    return found


def _on_path(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _install(package: str) -> None:
    """From the distribution; a failure shows by its absence."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update",), ("install", "-y", "--no-install-recommends", package)):
        try:
            subprocess.run(  # noqa: S603 - the distribution's own tool
                ["apt-get", "-q", *words],  # noqa: S607 - found on the path above
                env=env, stdin=subprocess.DEVNULL, check=False,
                timeout=_INSTALL_SECONDS,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return
