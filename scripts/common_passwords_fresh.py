"""Tells whether Keycloak's list of common passwords is fresh; `--write` makes it so."""

import sys
from pathlib import Path

from signin.common_passwords import listed

FILE = Path(__file__).parents[1] / "deploy" / "keycloak" / "common-passwords.txt"


def main() -> int:
    """Compare, or write."""
    text = "".join(f"{password}\n" for password in listed())
    if "--write" in sys.argv[1:]:
        FILE.write_text(text, "utf-8")
        return 0
    is_fresh = FILE.exists() and FILE.read_text("utf-8") == text
    if not is_fresh:
        sys.stdout.write(f"Mend it with {Path(__file__).name} --write\n")
    return 0 if is_fresh else 1


if __name__ == "__main__":
    sys.exit(main())
