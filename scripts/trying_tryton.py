"""`scripts/tryton`: sets up a real Tryton with its web client, and goes to its desk."""

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import setting_up
from setting_up import CannotSetUp

_CLIENT = setting_up.ROOT / "scripts" / "tryton-web"
_HOME = setting_up.ROOT / "var" / "tryton"
_DESK = setting_up.BACKEND / "tests" / "servers" / "tryton_desk.py"
_PARTS = ("dist", "images", "locale", "sounds", "index.html")


def main() -> int:
    """Set up what is missing, then become the desk."""
    try:
        setting_up.python_libraries("requirements.lock", "requirements-dev.lock")
        setting_up.tryton()
    except CannotSetUp as error:
        sys.stderr.write(f"\n{error}\n")
        return 1
    _HOME.mkdir(parents=True, exist_ok=True)
    command = [str(setting_up.PYTHON), str(_DESK), "--home", str(_HOME)]
    if (client := _client()) is not None:
        command += ["--client", str(client)]
    return _become([*command, *sys.argv[1:]])


def _client() -> Path | None:
    """The folder that browsers are given; None where the client cannot be had."""
    try:
        setting_up.web_libraries(setting_up.web_environment(), _CLIENT)
    except CannotSetUp as error:
        setting_up.say(f"{error}\nTryton starts without its web client.")
        return None
    folder = _HOME / "client"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    package = _CLIENT / "node_modules" / "tryton-sao"
    for name in _PARTS:
        (folder / name).symlink_to(package / name)
    (folder / "node_modules").symlink_to(_CLIENT / "node_modules")
    (folder / "custom.js").symlink_to(_CLIENT / "custom.js")
    (folder / "custom.css").touch()
    return folder


def _become(command: list[str]) -> NoReturn:
    os.execv(command[0], command)  # noqa: S606 - our own command


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
