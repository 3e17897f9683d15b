"""The clock that the tests were given, for the servers that they start.

Uses the standard library alone, so that scripts may use it too.
"""

import os

_NAMES = ("LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "TZ")


def own_clock() -> dict[str, str]:
    """What sets it, of this process's environment; nothing where nobody did."""
    return {name: os.environ[name] for name in _NAMES if name in os.environ}
