"""Tells whether docs/data-protection.md names every table; `--write` mends it."""

import sys
from pathlib import Path

from freshness import compare

import giroscope.app
import giroscope.worker  # noqa: F401 - brings the tables of every room
from giroscope.kernel.personal_data import (
    KEPT_BY_LAW,
    PersonalData,
    Purpose,
    Registered,
    register,
)

FILE = Path(__file__).parents[1] / "docs" / "data-protection.md"
BEGIN, END = "<!-- register -->\n", "<!-- end of register -->\n"
_HEAD = """\
| table | what is in it | users | payees, payers | contacts | kept as | at erasure |
|---|---|---|---|---|---|---|
"""


def told() -> str:
    """The register as the document has it."""
    tables = [table for table in register() if table.says.purpose is not None]
    others = [f"`{table.name}`" for table in register() if table.says.purpose is None]
    rows = "".join(map(_row, tables))
    return f"{_HEAD}{rows}\nNothing of anybody: {', '.join(others)}.\n"


def _row(table: Registered) -> str:
    says = table.says
    users = [part for user in table.users() for part in user[:2] if part]
    cells = (
        f"`{table.name}`",
        table.summary,
        _names((*users, *says.about, *says.quotes, *says.texts)),
        _names(says.parties),
        _names(says.contacts),
        str(says.purpose).lower(),
        _ending(says, has_users=bool(users or says.quotes)),
    )
    return f"| {' | '.join(cells)} |\n"


def _names(columns: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(columns))


def _ending(says: PersonalData, *, has_users: bool) -> str:
    if not has_users:
        return ""
    if says.purpose in KEPT_BY_LAW:
        return "kept, else deleted" if says.stays else "kept"
    if says.purpose is Purpose.SECURITY:
        return "goes by itself"
    is_replaced = says.users or says.names or says.stays
    if says.own or "id" in says.quotes:
        return "own rows deleted, else name replaced" if is_replaced else "deleted"
    return "name replaced" if says.users or says.names else "deleted or name replaced"


def main() -> int:
    """Compare, or write."""
    text = FILE.read_text("utf-8")
    before, begin, rest = text.partition(BEGIN)
    kept, end, after = rest.partition(END)
    if not begin or not end:
        sys.stdout.write(f"{FILE.name} has no place for the register\n")
        return 1
    present = told()
    if "--write" in sys.argv[1:]:
        FILE.write_text(f"{before}{begin}{present}{end}{after}", "utf-8")
        return 0
    return compare(FILE.name, kept, present, __file__)


if __name__ == "__main__":
    sys.exit(main())
