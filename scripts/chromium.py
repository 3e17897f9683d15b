"""Finds a Chromium for the browser tests, or installs one where it may."""

import os
import shutil
import sys

from setting_up import BACKEND

sys.path.insert(0, str(BACKEND / "tests" / "servers"))

import debian

_WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without a browser's windows, which are half of all the work.
_HEADLESS = ("chromium-headless-shell",)


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
    if found is None:
        debian.install(names[0])
        found = _on_path(names)
    return found


def _on_path(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)
