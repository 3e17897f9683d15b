"""Kills the processes that send and fetch, 500 times at each bank, and counts payments.

The test of `backend/tests/payments/killing` with more deaths: the simulated bank pays
whatever it is sent and loses answers; nothing may be paid twice, nothing may be lost.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

KILLS = "500"
BACKEND = Path(__file__).resolve().parents[1] / "backend"


def main() -> int:
    """Run it; fail when a payment was doubled or lost."""
    command = [sys.executable, "-m", "pytest", "tests/payments/killing", "-q", "-s"]
    told = {"KILLS": os.environ.get("KILLS", KILLS)}
    return subprocess.run(  # noqa: S603 - our own test
        command, cwd=BACKEND, env={**os.environ, **told}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
