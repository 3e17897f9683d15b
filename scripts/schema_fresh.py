"""Tells whether contract/schema.graphql is fresh; `--write` makes it so."""

import difflib
import sys
from pathlib import Path

from giroscope.graphql_schema import schema

FILE = Path(__file__).parents[1] / "contract" / "schema.graphql"


def main() -> int:
    """Compare, or write."""
    present = schema.as_str().rstrip() + "\n"
    kept = FILE.read_text("utf-8") if FILE.exists() else ""
    if "--write" in sys.argv[1:]:
        FILE.write_text(present, "utf-8")
        return 0
    lines = difflib.unified_diff(
        kept.splitlines(), present.splitlines(), "contract/schema.graphql", "code",
        lineterm="",
    )  # fmt: skip
    shown = list(lines)[:60]
    sys.stdout.write("".join(f"{line}\n" for line in shown))
    if shown:
        sys.stdout.write(f"Mend it with {Path(__file__).name} --write\n")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
