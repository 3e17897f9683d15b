"""Tells whether contract/schema.graphql is fresh; `--write` makes it so."""

import sys
from pathlib import Path

from freshness import compare

from giroscope.graphql_schema import schema

FILE = Path(__file__).parents[1] / "contract" / "schema.graphql"


def main() -> int:
    """Compare, or write."""
    present = schema.as_str().rstrip() + "\n"
    kept = FILE.read_text("utf-8") if FILE.exists() else ""
    if "--write" in sys.argv[1:]:
        FILE.write_text(present, "utf-8")
        return 0
    return compare("contract/schema.graphql", kept, present, __file__)


if __name__ == "__main__":
    sys.exit(main())
