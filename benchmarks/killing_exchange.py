"""Kills the processes that exchange with an ERP, 200 times, and counts payments.

The test of `backend/tests/erp/killing` with more deaths: at any line between the ERP,
the journal and back, nothing may be doubled or lost on either side.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

KILLS = "200"
BACKEND = Path(__file__).resolve().parents[1] / "backend"


def main() -> int:
    """Run it; fail when something was doubled or lost."""
    command = [sys.executable, "-m", "pytest", "tests/erp/killing", "-q", "-s"]
    chosen = ["-k", "many_ways and sqlite"]
    told = {"KILLS": os.environ.get("KILLS", KILLS)}
    return subprocess.run(  # noqa: S603 - our own test
        [*command, *chosen], cwd=BACKEND, env={**os.environ, **told}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
