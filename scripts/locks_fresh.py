"""Tells whether every library that is asked for is locked, with hashes only."""

import re
import sys
from pathlib import Path

BACKEND = Path(__file__).parents[1] / "backend"
_LOCKS = (
    "requirements",
    "requirements-dev",
    "requirements-uv",
    "requirements-tryton",
)
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_BLOCK = re.compile(r"(?m)^(?=[\w.-]+(?:\[[^]]*\])?==)")
_ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links")


def main() -> int:
    """Compare names with locks; look for what no lock file may hold."""
    faults = [fault for stem in _LOCKS for fault in faults_of(stem)]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


def faults_of(stem: str) -> list[str]:
    """What is wrong with one lock file, in words."""
    lock = (BACKEND / f"{stem}.lock").read_text("utf-8")
    blocks = _BLOCK.split(lock)[1:]
    locked = {_plain(block.split("==")[0].split("[")[0]) for block in blocks}
    faults = [
        f"{stem}.lock: {name} is asked for and not locked; run scripts/lock"
        for name in _asked(stem)
        if name not in locked
    ]
    faults += [
        f"{stem}.lock: {block.split('==')[0]} has no hash"
        for block in blocks
        if "--hash=sha256:" not in block
    ]
    if _ADDRESS.search(lock):
        faults.append(f"{stem}.lock: names an address")
    return faults


def _asked(stem: str) -> list[str]:
    lines = (BACKEND / f"{stem}.in").read_text("utf-8").splitlines()
    names = [_NAME.match(line) for line in lines if not line.startswith(("-", "#"))]
    return [_plain(name[0]) for name in names if name]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())
