"""`./run`: sets up what is missing and starts the product."""

import argparse
import os
import sys
from typing import NoReturn

import setting_up
from setting_up import CannotSetUp


def main() -> int:
    """Set up, then become the server."""
    parser = argparse.ArgumentParser(
        prog="./run", description="Set up what is missing and start Giroscope."
    )
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", help="port to listen on (8087)")
    parser.add_argument(
        "--no-build", action="store_true", help="serve the console as it was last built"
    )
    parser.add_argument(
        "--only-set-up", action="store_true", help="start nothing: for an image"
    )
    arguments = parser.parse_args()
    try:
        _set_up(is_build=not arguments.no_build)
    except CannotSetUp as error:
        sys.stderr.write(f"\n{error}\n")
        return 1
    if arguments.only_set_up:
        return 0
    return _become_server(arguments.host, arguments.port)


def _set_up(*, is_build: bool) -> None:
    setting_up.python_libraries("requirements.lock")
    if is_build:
        web = setting_up.web_environment()
        setting_up.web_libraries(web)
        setting_up.console(web)


def _become_server(host: str | None, port: str | None) -> NoReturn:
    command = [str(setting_up.PYTHON), "-m", "giroscope.cli", "serve"]
    command += ["--host", host] if host else []
    command += ["--port", port] if port else []
    # The data directory is ./var of the checkout, wherever one stands.
    os.environ.setdefault("GIROSCOPE_DATA_DIR", str(setting_up.ROOT / "var"))
    os.execv(command[0], command)  # noqa: S606 - our own command


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
