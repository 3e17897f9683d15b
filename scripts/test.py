"""`./test [layer …]`: sets up, runs the layers, and counts what came of them."""

import os
import sys
import time

import layers
import setting_up
from setting_up import CannotSetUp
from tally import Tally


def main() -> int:
    """Run the layers asked for, or all; fail when anything failed."""
    asked = sys.argv[1:]
    if "--help" in asked or "-h" in asked or set(asked) - set(layers.LAYERS):
        sys.stdout.write(
            f"Usage: ./test [layer …]\nLayers: {' '.join(layers.LAYERS)}\n"
        )
        return 0 if {"--help", "-h"} & set(asked) else 2
    # Else each of a thousand processes compiles anew what the one before compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    tally = Tally()
    try:
        setting_up.python_libraries("requirements.lock", "requirements-dev.lock")
        for name in asked or layers.WHOLE:
            setting_up.say(f"\n── {name}")
            started = time.monotonic()
            try:
                layers.LAYERS[name](tally)
            except CannotSetUp as error:
                setting_up.say(str(error))
                tally.fail(f"{name}: could not be set up")
            setting_up.say(f"── {name}: {time.monotonic() - started:.0f} s")
    except CannotSetUp as error:
        setting_up.say(str(error))
        tally.fail("setting up")
    setting_up.say(tally.summary())
    return 1 if tally.failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
