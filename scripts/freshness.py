"""Whether a generated text is as it stands, told to whoever runs the checks."""

import difflib
import sys
from pathlib import Path

_SHOWN = 60


def compare(name: str, kept: str, present: str, script: str) -> int:
    """Show how they differ, and what mends it; 1 where they do."""
    lines = difflib.unified_diff(
        kept.splitlines(), present.splitlines(), name, "code", lineterm=""
    )
    shown = list(lines)[:_SHOWN]
    sys.stdout.write("".join(f"{line}\n" for line in shown))
    if shown:
        sys.stdout.write(f"Mend it with {Path(script).name} --write\n")
    return 1 if shown else 0
