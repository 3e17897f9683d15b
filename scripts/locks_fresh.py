"""Tells whether every library that is asked for is locked, with hashes only."""

import re
import sys
from pathlib import Path

BACKEND = Path(__file__).parents[1] / "backend"
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")


def main() -> int:
    """Compare names with locks; look for what no lock file may hold."""
    faults = [*faults_of("requirements"), *faults_of("requirements-dev")]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


def faults_of(stem: str) -> list[str]:
    """What is wrong with one lock file, in words."""
    asked = [
        _plain(match[0])
        for line in (BACKEND / f"{stem}.in").read_text("utf-8").splitlines()
        if not line.startswith(("-", "#")) and (match := _NAME.match(line.strip()))
    ]
    lock = (BACKEND / f"{stem}.lock").read_text("utf-8")
    blocks = re.split(r"(?m)^(?=[\w.-]+(?:\[[^]]*\])?==)", lock)[1:]
    locked = {_plain(block.split("==")[0].split("[")[0]) for block in blocks}
    faults = [*faults_of("requirements"), *faults_of("requirements-dev")]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


def faults_of(stem: str) -> list[str]:
    """What is wrong with one lock file, in words."""
    asked = [
        _plain(match[0])
        for line in (BACKEND / f"{stem}.in").read_text("utf-8").splitlines()
        if not line.startswith(("-", "#")) and (match := _NAME.match(line.strip()))
    ]
    lock = (BACKEND / f"{stem}.lock").read_text("utf-8")
    entries = re.findall(
        r"(?m)^([\w.-]+)(?:\[[^]]*\])?==[^\n]*(?:\n[ ]+--hash[^\n]*)*", lock
    )
    faults = [
        f"{stem}.lock: {name} is asked for and not locked; run scripts/lock"
        for name in asked
        if name not in locked
    ]
    faults += [
        f"{stem}.lock: {block.split('==')[0]} has no hash"
        for block in blocks
        if "--hash=sha256:" not in block
    ]
    if re.search(r"https?://|--(?:extra-)?index-url|--find-links", lock):
        faults.append(f"{stem}.lock: names an address")
    return faults


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())
