"""Fails where migrations fork: two that follow the same one were made side by side."""

import sys

import setting_up
from alembic.script import ScriptDirectory


def main() -> int:
    """Tell the ends of the line; one is well."""
    folder = setting_up.ROOT / "backend" / "migrations"
    heads = ScriptDirectory(str(folder)).get_heads()
    if len(heads) == 1:
        return 0
    sys.stdout.write(
        f"The migrations end in {' and '.join(heads)}: have one follow the other\n"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
