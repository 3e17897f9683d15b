"""`./run`: sets up what is missing and starts the product."""

import argparse
import os
import sys

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
    arguments = parser.parse_args()
    try:
        setting_up.python_libraries("requirements.lock")
        if not arguments.no_build:
            web = setting_up.web_environment()
            setting_up.web_libraries(web)
            setting_up.console(web)
    except CannotSetUp as error:
        sys.stderr.write(f"\n{error}\n")
        return 1
    command = [str(setting_up.PYTHON), "-m", "giroscope.cli", "serve"]
    for name in ("host", "port"):
        value = getattr(arguments, name)
        if value is not None:
            command += [f"--{name}", value]
    # The data directory is ./var of the checkout, wherever one stands.
    os.environ.setdefault("GIROSCOPE_DATA_DIR", str(setting_up.ROOT / "var"))
    os.execv(command[0], command)  # noqa: S606 - our own command


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
